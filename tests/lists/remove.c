/* Nodes with a value are taken out and freed. */
#include "list.h"

list drop(list x, int v)
{
    sooth_assume(sooth_is_path(x, NULL));
    while (x != NULL && x->value == v) {
        list t = x;
        x = x->next;
        free(t);
    }
    if (x == NULL) return x;
    list y = x;
    while (y->next != NULL) {
        if (y->next->value == v) {
            list t = y->next;
            y->next = t->next;
            free(t);
        } else
            y = y->next;
    }
    assert(sooth_alive(x, NULL));
    return x;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/y->next = t->next;/y = t;/ use after free */
