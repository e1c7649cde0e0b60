/* Two lists of one length, walked together. */
#include "list.h"

void together(list x, list y)
{
    list z = x, t = y;
    sooth_assume(sooth_length(x) == sooth_length(y));
    while (z != NULL && t != NULL) {
        sooth_invariant(sooth_length(z) == sooth_length(t));
        z = z->next;
        t = t->next;
    }
    assert(z == NULL && t == NULL);
}
/* expect: true */
/* expect-without: true */
/* twin: s/sooth_length(x) == sooth_length(y)/sooth_length(x) <= sooth_length(y)/ assertion failure */
