#include "list.h"

void traverse(list x)
{
    list y = x;
    sooth_assume(sooth_is_path(x, NULL));
    while (y != NULL) {
        sooth_invariant(sooth_is_path(x, y) && sooth_is_path(y, NULL));
        sooth_ranking(sooth_length(y));
        y = y->next;
    }
    assert(sooth_is_path(x, y));
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/sooth_assume(.*;// inadequate invariant */
