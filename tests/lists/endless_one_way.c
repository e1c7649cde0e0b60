/* On one way through the loop nothing gets smaller. */
#include "list.h"

void walk(list x)
{
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL) {
        sooth_invariant(sooth_is_path(x, NULL));
        sooth_ranking(sooth_length(x));
        if (x->value != 3) x = x->next;
    }
}
/* expect: false non-termination */
