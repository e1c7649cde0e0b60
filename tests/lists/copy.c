/* A new node for each node, in the other order. */
#include "list.h"

list copy(list x)
{
    list y = x, c = NULL;
    sooth_assume(sooth_is_path(x, NULL));
    while (y != NULL) {
        sooth_invariant(sooth_is_path(x, y) && sooth_is_path(y, NULL) && sooth_is_path(c, NULL) && sooth_disjoint(x, c) &&
                        sooth_length(c) == sooth_path_length(x, y));
        sooth_ranking(sooth_length(y));
        list t = malloc(sizeof *t);
        t->value = y->value;
        t->next = c;
        c = t;
        y = y->next;
    }
    assert(sooth_length(c) == sooth_length(x) && sooth_disjoint(x, c));
    return c;
}
/* expect: true */
/* twin: s/t->next = c;/t->next = y;/ assertion failure */
