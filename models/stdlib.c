/* stdlib.h: memory, absolute values, quotients. */
#include "models.h"

/* Takes the place of malloc in programs that mention errno (src/load/ir/link.c). */
void *__sooth_malloc_with_errno(size_t size)
{
    void *p = __sooth_malloc(size);
    if (!p)
        *__errno_location() = ERROR_MEMORY;
    return p;
}

static void *no_memory(void)
{
    *__errno_location() = ERROR_MEMORY;
    return NULL;
}

void *calloc(size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n))
        return no_memory();
    void *p = malloc(n);
    if (p)
        __builtin_memset(p, 0, n);
    return p;
}

/* allocators of the program replace it everywhere */
__attribute__((weak)) void *realloc(void *old, size_t size)
{
    if (!old)
        return malloc(size);
    if (!__sooth_is_heap(old)) {
        free(old); /* the same error */
        return NULL;
    }
    if (!size) { /* as glibc does */
        free(old);
        return NULL;
    }
    size_t before = __sooth_object_size(old);
    void *p = malloc(size);
    if (!p)
        return NULL;
    __builtin_memcpy(p, old, before < size ? before : size);
    free(old);
    return p;
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n))
        return no_memory();
    return realloc(old, n);
}

/* There are few places of a large alignment, so that memory may be refused. */
static void *aligned(size_t alignment, size_t size)
{
    enum { SURE = 1 << 16 };
    if (alignment > SURE && __sooth_any_choice())
        return no_memory();
    void *p = malloc(size);
    if (p && alignment > 16)
        __VERIFIER_assume((uintptr_t)p % alignment == 0);
    return p;
}

static int is_power(size_t n)
{
    return n && !(n & (n - 1));
}

/* An alignment that is not a power of two may be refused, or taken for the next one. */
void *memalign(size_t alignment, size_t size)
{
    if (is_power(alignment))
        return aligned(alignment, size);
    if (__sooth_any_choice())
        return malloc(size);
    *__errno_location() = ERROR_INVALID;
    return NULL;
}

/* A size that is not a multiple of the alignment may be refused, too. */
void *aligned_alloc(size_t alignment, size_t size)
{
    if (is_power(alignment) && size % alignment && __sooth_any_choice()) {
        *__errno_location() = ERROR_INVALID;
        return NULL;
    }
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (!is_power(alignment) || alignment % sizeof(void *))
        return ERROR_INVALID;
    void *p = aligned(alignment, size);
    if (!p)
        return ERROR_MEMORY;
    *out = p;
    return 0;
}

void *valloc(size_t size)
{
    return aligned(4096, size);
}

void free_sized(void *pointer, size_t size)
{
    (void)size;
    free(pointer);
}

/* As a division: its overflow is checked in models, too. */
#define NEGATED(x) ((x) / -1)

/* The lowest bit that is set, from 1 on; 0: there is none. */
int ffs(int x)
{
    return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}
int ffsl(long x)
{
    return x ? __builtin_ctzl((unsigned long)x) + 1 : 0;
}
int ffsll(long long x)
{
    return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}

int abs(int x)
{
    return x < 0 ? NEGATED(x) : x;
}
long labs(long x)
{
    return x < 0 ? NEGATED(x) : x;
}
long long llabs(long long x)
{
    return x < 0 ? NEGATED(x) : x;
}
intmax_t imaxabs(intmax_t x)
{
    return x < 0 ? NEGATED(x) : x;
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}
ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}
lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}
