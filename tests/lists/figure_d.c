/* The hare and the tortoise meet in a list that has no end, and in no other. */
#include "list.h"

int race(list l)
{
    list p = l, q = l;
    do {
        if (p != NULL) p = p->next;
        if (q != NULL) q = q->next;
        if (q != NULL) q = q->next;
        sooth_invariant(sooth_is_path(l, p) && sooth_is_path(p, q) && (p == NULL || p != q || !sooth_is_path(l, NULL)));
    } while (p != NULL && q != NULL && p != q);
    assert((p == q && p != NULL) == !sooth_is_path(l, NULL));
    return p == q;
}
/* expect: true */
/* expect-without: true */
/* twin: s/if (q != NULL) q = q->next;/if (p != NULL) q = q->next;/ null dereference */
