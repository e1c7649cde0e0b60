#include "list.h"

list last(list x)
{
    sooth_assume(x != NULL && sooth_is_path(x, NULL));
    while (x->next != NULL) {
        sooth_invariant(x != NULL && sooth_is_path(x, NULL));
        sooth_ranking(sooth_length(x));
        x = x->next;
    }
    assert(sooth_length(x) == 1);
    return x;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/x != NULL && sooth_is_path(x, NULL));$/sooth_is_path(x, NULL));/ null dereference */
