/* The first node with a value is taken out; a pointer runs one node behind. */
#include "list.h"

list take_out(list x, int v)
{
    sooth_assume(sooth_is_path(x, NULL));
    list before = NULL, y = x;
    while (y != NULL && y->value != v) {
        sooth_invariant(y != NULL && sooth_is_path(x, y) && sooth_is_path(y, NULL) &&
                        (before == NULL ? x == y : (before->next == y && sooth_is_path(x, before))));
        sooth_ranking(sooth_length(y));
        before = y;
        y = y->next;
    }
    if (y == NULL) return x;
    if (before == NULL)
        x = y->next;
    else
        before->next = y->next;
    assert(sooth_is_path(x, NULL) && !sooth_is_path(x, y));
    return x;
}
/* expect: true */
/* expect-without: true */
/* twin: s/before->next = y->next/before->next = y/ assertion failure */
