/* getenv: a variable is set or not, to any text; a second question about it gets the same
 * answer. */
#include "models.h"
#include "environment.h"

void __sooth_unsupported_so_many_variables_of_the_environment(void);
void __sooth_unsupported_long_names_in_the_environment(void);
int strcmp(const char *, const char *);

char *__sooth_environment[ENVIRONMENT_TEXTS];
enum { LONGEST = 31 };
static struct {
    char name[LONGEST + 1];
    char *text;
} asked[ENVIRONMENT_TEXTS];
static int asked_count;

/* Where the program did not start with main, in a function alone, the text is made here. */
static char *text_of(int which)
{
    if (__sooth_environment[which])
        return __sooth_environment[which];
    size_t size = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(1 <= size && size <= ENVIRONMENT_LARGEST);
    char *text = __sooth_malloc(size);
    if (text)
        text[size - 1] = 0;
    return text;
}

/* The name may be gone or another when the next question comes. */
static void keep_name(char *to, const char *name)
{
    size_t n = 0;
    for (; name[n]; n++) {
        if (n == LONGEST)
            __sooth_unsupported_long_names_in_the_environment();
        to[n] = name[n];
    }
    to[n] = 0;
}

static char *look_up(const char *name)
{
    for (int i = 0; i < asked_count; i++)
        if (!strcmp(asked[i].name, name))
            return asked[i].text;
    if (asked_count == ENVIRONMENT_TEXTS)
        __sooth_unsupported_so_many_variables_of_the_environment();
    keep_name(asked[asked_count].name, name);
    asked[asked_count].text = __sooth_any_choice() ? text_of(asked_count) : NULL;
    return asked[asked_count++].text;
}
char *getenv(const char *name)
{
    return look_up(name);
}
/* none where the program runs with more rights than its user */
char *secure_getenv(const char *name)
{
    char *text = look_up(name);
    return __sooth_any_choice() ? text : NULL;
}
