/* malloc and its kin as this program sees them: the linker (--wrap, see the Makefile) leads
 * all calls of our own objects here, so that no null is ever handed out and every shortage is
 * the same limit. */
#include "base/allocation.h"

#include "base/failure.h"

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
typedef void (*new_handler)(void);
new_handler set_new_handler(new_handler) __asm__("_ZSt15set_new_handlerPFvvE");

void *__wrap_malloc(size_t bytes)
{
    void *p = __real_malloc(bytes);
    if (!p && bytes)
        out_of_memory();
    return p;
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    void *p = __real_calloc(count, bytes);
    if (!p && count && bytes)
        out_of_memory();
    return p;
}

void *__wrap_realloc(void *old, size_t bytes)
{
    void *p = __real_realloc(old, bytes);
    if (!p && bytes)
        out_of_memory();
    return p;
}

void *allocation_try(size_t count, size_t bytes)
{
    return __real_calloc(count, bytes);
}

void allocation_watch_cpp(void)
{
    set_new_handler(out_of_memory);
}
