/* stdlib.h and search.h: sorting and searching with a comparison of the program's. */
#include "models.h"

/* Insertion sort. Elements that compare equal come in any order: each may go before those
 * equal ones that it meets. Which of two elements a comparison is given first is open too,
 * and how often and for which elements it is called: where that can be told, other runs than
 * these are not covered. */
void __sooth_unsupported_a_comparison_that_does_more_than_compare(void);
#define CALLED_SO_OFTEN                                                                      \
    if (__sooth_any_calls())                                                                 \
    __sooth_unsupported_a_comparison_that_does_more_than_compare()

static void insert(char *list, size_t i, size_t at, size_t size)
{
    char item[size];
    if (at == i)
        return;
    __builtin_memcpy(item, list + i * size, size);
    __builtin_memmove(list + (at + 1) * size, list + at * size, (i - at) * size);
    __builtin_memcpy(list + at * size, item, size);
}

/* One comparison of any two elements more: the comparison itself may find an error there. */
#define COMPARE_ANY_TWO(...)                                                                 \
    {                                                                                        \
        size_t i = (size_t)__VERIFIER_nondet_long(), j = (size_t)__VERIFIER_nondet_long();   \
        if (count > 2 && i < count && j < count && i != j) {                                 \
            const char *x = list + i * size, *y = list + j * size;                           \
            compare(__VA_ARGS__);                                                            \
        }                                                                                    \
    }

/* the element that is inserted, given how another compares to it */
static int goes_before(int order)
{
    return order > 0 || (order == 0 && __sooth_any_choice());
}

static int reversed(int order)
{
    return (order < 0) - (order > 0);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *list = base;
    if (count < 2 || !size)
        return;
    CALLED_SO_OFTEN;
    COMPARE_ANY_TWO(x, y)
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        for (; at > 0; at--) {
            const char *other = list + (at - 1) * size, *item = list + i * size;
            int order =
                __sooth_any_choice() ? reversed(compare(item, other)) : compare(other, item);
            if (!goes_before(order))
                break;
        }
        insert(list, i, at, size);
    }
}

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *more)
{
    char *list = base;
    if (count < 2 || !size)
        return;
    CALLED_SO_OFTEN;
    COMPARE_ANY_TWO(x, y, more)
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        for (; at > 0; at--) {
            const char *other = list + (at - 1) * size, *item = list + i * size;
            int order = __sooth_any_choice() ? reversed(compare(item, other, more))
                                             : compare(other, item, more);
            if (!goes_before(order))
                break;
        }
        insert(list, i, at, size);
    }
}

/* Of several elements that match, any. */
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *list = base;
    size_t low = 0, high = count;
    if (count)
        CALLED_SO_OFTEN;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, list + middle * size);
        if (order < 0) {
            high = middle;
        } else if (order > 0) {
            low = middle + 1;
        } else {
            while (middle > low && __sooth_any_choice() &&
                   !compare(key, list + (middle - 1) * size))
                middle--;
            while (middle + 1 < high && __sooth_any_choice() &&
                   !compare(key, list + (middle + 1) * size))
                middle++;
            return (void *)(list + middle * size);
        }
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *))
{
    const char *list = base;
    for (size_t i = 0; i < *count; i++)
        if (!compare(key, list + i * size))
            return (void *)(list + i * size);
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size,
              int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    found = (char *)base + *count * size;
    __builtin_memcpy(found, key, size);
    ++*count;
    return found;
}
