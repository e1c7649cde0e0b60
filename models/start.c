/* Before main: arguments and environment. A program has at least one argument; each is a text
 * of any length that Linux lets pass (128 KiB), and there are as many as it lets pass. They
 * lie on the stack of who calls main: they are nobody's to free. Inputs of zero are one empty
 * argument. Where main does not look at its arguments, nor the program at the environment,
 * main itself is where the program starts (src/program/passes/start.c). */
#include "models.h"
#include "environment.h"

enum { MOST_ARGUMENTS = 1 << 20, FEW = 32 };

int main();

static size_t any_size(void)
{
    size_t length = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(length < ENVIRONMENT_LARGEST);
    return length + 1;
}
static int any_count(int least)
{
    int more = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= more && more < MOST_ARGUMENTS);
    return least + more;
}

#define TEXT(at)                                                                             \
    {                                                                                        \
        size_t size = any_size();                                                            \
        char *text = __builtin_alloca_with_align(size, CHAR_BIT); /* at any address */       \
        text[size - 1] = 0;                                                                  \
        (at) = text;                                                                         \
    }
/* The null at the end is put by the loop, so that unwinding knows where. */
#define FILL(list, count)                                                                    \
    for (int i = 0;; i++) {                                                                  \
        if (i == (count)) {                                                                  \
            (list)[i] = NULL;                                                                \
            break;                                                                           \
        }                                                                                    \
        TEXT((list)[i])                                                                      \
    }
#define ENVIRONMENT                                                                          \
    TEXT(__sooth_environment[0])                                                             \
    TEXT(__sooth_environment[1])                                                             \
    TEXT(__sooth_environment[2])                                                             \
    TEXT(__sooth_environment[3])                                                             \
    TEXT(__sooth_environment[4])                                                             \
    TEXT(__sooth_environment[5])

typedef int no_parameters(void);
typedef int two_parameters(int, char **);
typedef int three_parameters(int, char **, char **);

/* Only the number is looked at. */
typedef int one_parameter(int);
int __sooth_start_count_1(void)
{
    return ((one_parameter *)main)(any_count(1));
}
int __sooth_start_count_2(void)
{
    return ((two_parameters *)main)(any_count(1), NULL);
}
int __sooth_start_count_3(void)
{
    return ((three_parameters *)main)(any_count(1), NULL, NULL);
}

/* Two arguments: all that depends on their number is known. */
static int start_with_two(void)
{
    char *arguments[3] = {NULL}, *first, *second;
    TEXT(first)
    TEXT(second)
    arguments[0] = first;
    arguments[1] = second;
    return ((two_parameters *)main)(2, arguments);
}
/* Pointers in an object of a known size are easier to follow; what comes after the null is
 * not looked at. */
static int start_with_few(int count)
{
    char *arguments[FEW];
    FILL(arguments, count)
    return ((two_parameters *)main)(count, arguments);
}
int __sooth_start_2(void)
{
    int count = any_count(1);
    if (count == 2)
        return start_with_two();
    if (count < FEW)
        return start_with_few(count);
    char **arguments = __builtin_alloca((size_t)(count + 1) * sizeof *arguments);
    FILL(arguments, count)
    return ((two_parameters *)main)(count, arguments);
}
int __sooth_start_3(void)
{
    int count = any_count(1), variables = any_count(0);
    char **arguments = __builtin_alloca((size_t)(count + 1) * sizeof *arguments);
    char **environment = __builtin_alloca((size_t)(variables + 1) * sizeof *environment);
    FILL(arguments, count)
    FILL(environment, variables)
    return ((three_parameters *)main)(count, arguments, environment);
}
int __sooth_start_0_environment(void)
{
    ENVIRONMENT
    return ((no_parameters *)main)();
}
int __sooth_start_2_environment(void)
{
    ENVIRONMENT
    return __sooth_start_2();
}
