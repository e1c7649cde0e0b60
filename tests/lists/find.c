#include "list.h"

list find(list x, int v)
{
    list y = x;
    while (y != NULL && y->value != v) {
        sooth_invariant(y != NULL && sooth_is_path(x, y));
        y = y->next;
    }
    assert(y == NULL || (sooth_is_path(x, y) && y->value == v));
    return y;
}
/* expect: true */
/* expect-without: true */
/* twin: s/y != NULL && y->value != v) {/y->value != v) {/ null dereference */
