#include "base/vector.h"

#include "base/failure.h"

#include <stdlib.h>

void *vector_grow(void *data, size_t *capacity, size_t least, size_t item_size)
{
    LAW(item_size > 0);
    LAW(least > *capacity);
    size_t n = *capacity ? *capacity * 2 : 8;
    if (n < least)
        n = least;
    void *grown = realloc(data, n * item_size);
    if (!grown)
        BUG("out of memory");
    *capacity = n;
    return grown;
}

void vector_free(void **data, size_t *count, size_t *capacity)
{
    free(*data);
    *data = NULL;
    *count = *capacity = 0;
}
