/* Only nodes with values in a range are kept. */
#include "list.h"

list keep(list x)
{
    sooth_assume(sooth_is_path(x, NULL));
    list kept = NULL;
    while (x != NULL) {
        sooth_invariant(sooth_is_path(x, NULL) && sooth_disjoint(x, kept) && sooth_within(kept, NULL, value, 0, 100));
        sooth_ranking(sooth_length(x));
        list n = x;
        x = x->next;
        if (n->value >= 0 && n->value <= 100) {
            n->next = kept;
            kept = n;
        }
    }
    assert(sooth_within(kept, NULL, value, 0, 100));
    return kept;
}
/* expect: true */
/* expect-without: true */
/* twin: s/n->value <= 100/n->value <= 101/ assertion failure */
