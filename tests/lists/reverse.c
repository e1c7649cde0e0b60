#include "list.h"

list reverse(list x)
{
    list y = NULL;
    long long n = sooth_length(x);
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL) {
        sooth_invariant(sooth_is_path(x, NULL) && sooth_is_path(y, NULL) && sooth_disjoint(x, y) &&
                        sooth_length(x) + sooth_length(y) == n);
        sooth_ranking(sooth_length(x));
        list t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    assert(sooth_length(y) == n);
    return y;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/x->next = y;/x->next = x;/ assertion failure */
