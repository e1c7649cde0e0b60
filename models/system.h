/* Requests to the system, for models: they succeed or fail, whatever is asked for. */
#ifndef SOOTH_MODELS_SYSTEM_H
#define SOOTH_MODELS_SYSTEM_H
#include "models.h"

long __sooth_result_long(void);

static inline int failed(void)
{
    if (!__sooth_any_choice())
        return 0;
    set_any_errno();
    return 1;
}
enum { ERROR_NO_FILE = 2, ERROR_INPUT = 5, ERROR_DESCRIPTOR = 9, ERROR_LONG_NAME = 36 };
/* What must fail says why. */
static inline int refused(int must, int error)
{
    if (!must)
        return failed();
    *__errno_location() = error;
    return 1;
}
static inline int fails_for(int descriptor) /* none is negative */
{
    return refused(descriptor < 0, ERROR_DESCRIPTOR);
}
static inline int fails_at(const char *path) /* no file has the empty name */
{
    return refused(!strlen(path), ERROR_NO_FILE);
}
/* The lowest number that is free: definite, and not known. */
static inline int free_descriptor(void)
{
    return __sooth_result_int() & INT_MAX;
}
static inline int any_two_descriptors(int ends[2])
{
    if (failed())
        return -1;
    ends[0] = free_descriptor();
    ends[1] = free_descriptor();
    __VERIFIER_assume(ends[0] != ends[1]);
    return 0;
}
/* How many of so many bytes are moved: some, at the end none, or an error. Linux moves less
 * than 2 GB at once. */
static inline long any_part(int descriptor, size_t count)
{
    if (fails_for(descriptor))
        return -1;
    long moved = __VERIFIER_nondet_long();
    __VERIFIER_assume(moved >= 0 && (size_t)moved <= count && moved <= 0x7ffff000);
    return moved;
}
/* The last byte comes first: a buffer that is too small shows at once. */
static inline void put_any_bytes(void *to, long count)
{
    unsigned char *bytes = to;
    if (count > 0)
        bytes[count - 1] = (unsigned char)__VERIFIER_nondet_int();
    for (long i = 0; i < count - 1; i++)
        bytes[i] = (unsigned char)__VERIFIER_nondet_int();
}
static inline void read_bytes(const void *from, long count)
{
    const volatile unsigned char *bytes = from;
    if (count > 0)
        (void)bytes[0], (void)bytes[count - 1];
}
/* A text of so many characters. */
static inline void put_any_text(char *to, size_t length)
{
    to[length] = 0;
    for (size_t i = 0; i < length; i++) {
        to[i] = (char)__VERIFIER_nondet_int();
        __VERIFIER_assume(to[i] != 0);
    }
}

#endif
