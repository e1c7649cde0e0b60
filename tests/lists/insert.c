/* A node goes to its place in a sorted list. */
#include "list.h"

list insert(list x, list n)
{
    sooth_assume(sooth_is_path(x, NULL) && n != NULL && !sooth_is_path(x, n) && sooth_sorted(x, NULL, value));
    list before = NULL, y = x;
    while (y != NULL && y->value < n->value) {
        sooth_invariant(y != NULL && n != NULL && !sooth_is_path(x, n) && sooth_sorted(x, NULL, value) && sooth_is_path(x, y) &&
                        (before == NULL ? x == y
                                        : (before->next == y && sooth_is_path(x, before) && before->value < n->value)));
        sooth_ranking(sooth_length(y));
        before = y;
        y = y->next;
    }
    n->next = y;
    if (before == NULL)
        x = n;
    else
        before->next = n;
    assert(sooth_sorted(x, NULL, value) && sooth_is_path(x, n));
    return x;
}
/* expect: true */
/* twin: s/y->value < n->value) {/y->value > n->value) {/ assertion failure */
