/* Once round a circle: any node of it comes back to itself. */
#include "list.h"

void round_trip(list x)
{
    sooth_assume(x != NULL && sooth_circular(x));
    list y = x->next;
    while (y != x) {
        sooth_invariant(sooth_circular(x) && sooth_is_path(x, y) && sooth_is_path(y, x) && y != x);
        sooth_ranking(sooth_path_length(y, x));
        y = y->next;
    }
    assert(y == x && sooth_circular(y));
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/x != NULL && sooth_circular(x));/x != NULL);/ inadequate invariant */
