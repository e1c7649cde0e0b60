/* All nodes of a list are freed. */
#include "list.h"

void dispose(list x)
{
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL) {
        sooth_invariant(sooth_alive(x, NULL));
        sooth_ranking(sooth_length(x));
        list t = x->next;
        free(x);
        x = t;
    }
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/x = t;/x = x->next;/ use after free */
