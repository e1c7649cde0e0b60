#include "list.h"

list concat(list x, list y)
{
    sooth_assume(x != NULL && sooth_is_path(x, NULL) && sooth_is_path(y, NULL) && sooth_disjoint(x, y));
    list t = x;
    while (t->next != NULL) {
        sooth_invariant(t != NULL && sooth_is_path(x, t) && sooth_is_path(t, NULL) && sooth_is_path(y, NULL) &&
                        sooth_disjoint(x, y));
        sooth_ranking(sooth_length(t));
        t = t->next;
    }
    t->next = y;
    assert(sooth_is_path(x, NULL) && sooth_is_path(x, y));
    return x;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/ && sooth_disjoint(x, y));$/);/ assertion failure */
