/* Nodes go in turn to one of two lists. */
#include "list.h"

void split(list x)
{
    list a = NULL, b = NULL;
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL) {
        sooth_invariant(sooth_is_path(x, NULL) && sooth_is_path(a, NULL) && sooth_is_path(b, NULL) &&
                        sooth_disjoint(x, a) && sooth_disjoint(x, b) && sooth_disjoint(a, b) &&
                        sooth_length(a) >= sooth_length(b) && sooth_length(a) <= sooth_length(b) + 1);
        sooth_ranking(sooth_length(x));
        list t = x;
        x = x->next;
        if (sooth_length(a) <= sooth_length(b)) {
            t->next = a;
            a = t;
        } else {
            t->next = b;
            b = t;
        }
    }
    assert(sooth_disjoint(a, b) && sooth_length(a) - sooth_length(b) <= 1);
}
/* expect: true */
/* twin: s/t->next = b;/t->next = a;/ inadequate invariant */
