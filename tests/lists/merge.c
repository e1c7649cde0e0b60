/* Two lists become one, a node of each in turn. */
#include "list.h"

list merge(list x, list y)
{
    sooth_assume(sooth_is_path(x, NULL) && sooth_is_path(y, NULL) && sooth_disjoint(x, y));
    long long n = sooth_length(x) + sooth_length(y);
    list result = NULL;
    while (x != NULL || y != NULL) {
        sooth_invariant(sooth_is_path(x, NULL) && sooth_is_path(y, NULL) && sooth_is_path(result, NULL) &&
                        sooth_disjoint(x, y) && sooth_disjoint(x, result) && sooth_disjoint(y, result));
        sooth_ranking(sooth_length(x) + sooth_length(y));
        list t;
        if (x != NULL) {
            t = x;
            x = x->next;
        } else {
            t = y;
            y = y->next;
        }
        t->next = result;
        result = t;
    }
    assert(sooth_is_path(result, NULL));
    return result;
}
/* expect: true */
/* expect-without: true */
/* twin: s/if (x != NULL) {/if (y != NULL) {/ null dereference */
