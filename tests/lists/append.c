/* A node at the end. */
#include "list.h"

list append(list x, int v)
{
    list n = malloc(sizeof *n);
    sooth_assume(sooth_is_path(x, NULL));
    n->value = v;
    n->next = NULL;
    if (x == NULL) return n;
    list y = x;
    long long old = sooth_length(x);
    while (y->next != NULL) {
        sooth_invariant(y != NULL && sooth_is_path(x, y) && sooth_is_path(y, NULL) && sooth_disjoint(n, x) &&
                        sooth_length(n) == 1 && sooth_length(x) == old);
        y = y->next;
    }
    y->next = n;
    assert(sooth_length(x) == old + 1);
    return x;
}
/* expect: true */
/* expect-without: true */
/* twin: s/n->next = NULL;/n->next = x;/ assertion failure */
