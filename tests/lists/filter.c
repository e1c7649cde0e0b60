/* Nodes whose value is negative are taken out. */
#include "list.h"

list filter(list x)
{
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL && x->value < 0) {
        sooth_invariant(x != NULL && sooth_is_path(x, NULL));
        sooth_ranking(sooth_length(x));
        x = x->next;
    }
    if (x == NULL) return x;
    list y = x;
    while (y->next != NULL) {
        sooth_invariant(y != NULL && sooth_is_path(x, y) && sooth_is_path(y, NULL));
        sooth_ranking(sooth_length(y));
        if (y->next->value < 0)
            y->next = y->next->next;
        else
            y = y->next;
    }
    assert(sooth_is_path(x, NULL));
    return x;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/x != NULL && x->value/x->value/ null dereference */
