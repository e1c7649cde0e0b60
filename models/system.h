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
/* What cannot succeed: there is no negative descriptor, and no file has the empty name. */
static inline int fails(int must)
{
    if (!must)
        return failed();
    set_any_errno();
    return 1;
}
/* The lowest number that is free: definite, and not known. */
static inline int free_descriptor(void)
{
    return __sooth_result_int() & 0xfffff;
}
static inline int any_descriptor(int must_fail)
{
    return fails(must_fail) ? -1 : free_descriptor();
}
/* How many of so many bytes are moved: some, at the end none, or an error. Linux moves less
 * than 2 GB at once. */
static inline long any_part(int descriptor, size_t count)
{
    if (fails(descriptor < 0))
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
