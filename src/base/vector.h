/* Growable arrays: `VECTOR(type)` declares an anonymous struct {data, count, capacity}; zero
 * is a valid empty one.
 *
 *   VECTOR(int) v = {0};
 *   VECTOR_PUSH(&v, 3);    v.data[0]    v.count    VECTOR_RELEASE(&v);
 */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H
#include <stddef.h>

#define VECTOR(type)                                                                         \
    struct {                                                                                 \
        type *data;                                                                          \
        size_t count, capacity;                                                              \
    }

void *vector_grow(void *data, size_t *capacity, size_t least, size_t item_size);

#define VECTOR_RESERVE(v, n)                                                                 \
    ((v)->capacity >= (size_t)(n)                                                            \
         ? (void)0                                                                           \
         : (void)((v)->data = vector_grow((v)->data, &(v)->capacity, (size_t)(n),            \
                                          sizeof *(v)->data)))
/* The value is computed before the vector grows, so that it may come from the vector, or push
 * to it, itself.
 */
#define VECTOR_PUSH(v, ...)                                                                  \
    ((void)({                                                                                \
        __typeof__(*(v)->data) vector_item = (__VA_ARGS__);                                  \
        VECTOR_RESERVE(v, (v)->count + 1);                                                   \
        (v)->data[(v)->count++] = vector_item;                                               \
    }))
#define VECTOR_POP(v) ((v)->data[--(v)->count])
#define VECTOR_LAST(v) ((v)->data[(v)->count - 1])
#define VECTOR_CLEAR(v) ((void)((v)->count = 0))
/* Exchanges two vectors of one item type. */
#define VECTOR_SWAP(a, b)                                                                    \
    ((void)({                                                                                \
        __typeof__(*(a)) vector_other = *(a);                                                \
        (a)->data = (b)->data, (a)->count = (b)->count, (a)->capacity = (b)->capacity;       \
        (b)->data = vector_other.data, (b)->count = vector_other.count,                      \
        (b)->capacity = vector_other.capacity;                                               \
    }))
#define VECTOR_RELEASE(v) vector_free((void **)&(v)->data, &(v)->count, &(v)->capacity)
void vector_free(void **data, size_t *count, size_t *capacity);

#endif
