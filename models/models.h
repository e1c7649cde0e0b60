/* What the models of the C library share. They are compiled to bitcode for both data models
 * and linked into programs that call them, so they say exactly what the C standard promises:
 * where it leaves a result open the model takes an input, and what has no exact model here
 * (setenv, system, ...) has none. Loops are kept simple: they are executed symbolically too.
 *
 * Where a function is verified alone, variables of the models hold their initial values,
 * besides those whose names begin with environment_: they stand for what the program did
 * before and hold any value. */
#ifndef SOOTH_MODELS_H
#define SOOTH_MODELS_H
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* meanings the analyses and the interpreter give themselves */
void *malloc(size_t size);
void *__sooth_malloc(size_t size); /* malloc that leaves errno alone */
void free(void *pointer);
size_t __sooth_object_size(const void *pointer);   /* of the object it points into */
size_t __sooth_object_offset(const void *pointer); /* in that object */
int __sooth_is_heap(const void *pointer);          /* alive, on the heap, its first byte */
int __sooth_putchar(int stream, int character);
/* Inputs for what the standard leaves open. An outcome: zero is success; it counts as success
 * where no call of the function looks at the result, nor the program at errno or the
 * indicators of streams. A magnitude is zero where nothing but the sign of the result is
 * looked at, a truth where nothing but whether the result is zero is.
 * (src/program/passes/unspecified.c; they must stand in the library function itself.) */
int __sooth_any_outcome(void);
/* of formatted output: the same, but no error may rest on it */
int __sooth_any_failure(void);
int __sooth_any_truth(void);
int __sooth_any_magnitude(void);
/* of functions of the program; zero where nobody can tell how many there are */
_Bool __sooth_any_calls(void);
_Bool __sooth_any_choice(void); /* between two things that are both allowed */
/* the same, where the machine's own library always does what 0 stands for: no error may rest
 * on anything else */
_Bool __sooth_any_variant(void);
/* A result that is definite but not known: no error may rest on it, and no branch of a model
 * may depend on it. */
int __sooth_result_int(void);
/* Any value of the sign of `order`; the smallest for the magnitude 0. */
static inline int of_sign(int order, int magnitude)
{
    int m = magnitude & INT_MAX;
    if (order < 0)
        return -1 - m;
    if (order == 0)
        return 0;
    return m == INT_MAX ? INT_MAX : m + 1;
}
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
_Noreturn void abort(void);
int *__errno_location(void);
/* zero where the program does not look at errno (src/program/passes/unspecified.c) */
int __sooth_any_error(void);
static inline void set_any_errno(void) /* no function sets it to zero */
{
    int error = __sooth_any_error();
    *__errno_location() = error > 0 ? error : 1;
}
/* Functions may set errno whether they fail or not where the standard does not mention it. */
static inline void touch_errno(void)
{
    int error = __sooth_any_error();
    if (error > 0)
        *__errno_location() = error;
}
enum {
    ERROR_MEMORY = 12,
    ERROR_INVALID = 22,
    ERROR_DOMAIN = 33,
    ERROR_RANGE = 34
}; /* errno on Linux */

size_t strlen(const char *text);
static inline int true_as(int holds, int any) /* any value other than zero where it holds */
{
    if (!holds)
        return 0;
    return any ? any : 1;
}

/* ctype.h for models: 0 or 1 */
static inline int is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
int tolower(int character);

#endif
