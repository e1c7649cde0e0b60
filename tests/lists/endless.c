/* A circle has no end, and the ranking says that it has. */
#include "list.h"

void walk(list x)
{
    sooth_assume(sooth_circular(x));
    list y = x;
    while (y != NULL) {
        sooth_invariant(sooth_is_path(x, y) && sooth_circular(y));
        sooth_ranking(sooth_length(y));
        y = y->next;
    }
}
/* expect: false non-termination */
