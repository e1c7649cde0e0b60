/* The error happens in a callback that the library calls. */
#include <stdlib.h>
struct item { int *key; };
static int order(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return *x->key - *y->key;
}
int main(void)
{
    int one = 1;
    struct item items[2] = {{&one}, {0}};
    qsort(items, 2, sizeof items[0], order);
    return 0;
}
/* expect: run null-dereference 7 */
