/* Insertion sort, of nodes. */
#include "list.h"

list sort(list x)
{
    sooth_assume(sooth_is_path(x, NULL));
    list done = NULL;
    while (x != NULL) {
        sooth_invariant(x != NULL && sooth_is_path(x, NULL) && sooth_sorted(done, NULL, value) && sooth_disjoint(x, done));
        sooth_ranking(sooth_length(x));
        list n = x;
        x = x->next;
        if (done == NULL || n->value <= done->value) {
            n->next = done;
            done = n;
            continue;
        }
        list y = done;
        while (y->next != NULL && y->next->value < n->value) {
            sooth_invariant(y != NULL && n != NULL && sooth_is_path(x, NULL) && sooth_sorted(done, NULL, value) &&
                            sooth_is_path(done, y) && sooth_disjoint(x, done) && !sooth_is_path(done, n) &&
                            !sooth_is_path(x, n) && y->value <= n->value && y->next != NULL && y->next->value < n->value);
            sooth_ranking(sooth_length(y));
            y = y->next;
        }
        n->next = y->next;
        y->next = n;
    }
    assert(sooth_sorted(done, NULL, value));
    return done;
}
/* expect: true */
/* twin: s/done == NULL || n->value/n->value/ null dereference */
