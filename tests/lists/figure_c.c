/* A list goes round as often as another is long: remainders of lengths. (As it is printed in the source, without x != NULL, the
 * assertion fails for an empty list: that is the twin.) */
#include "list.h"

void divides(list x, list y)
{
    list z = y, w = x;
    sooth_assume(sooth_is_path(x, NULL) && sooth_is_path(y, NULL) && x != NULL && y != NULL);
    for (;;) {
        sooth_invariant(sooth_is_path(x, w) && sooth_is_path(w, NULL) && sooth_is_path(y, z) && sooth_is_path(z, NULL) &&
                        (x == w || y != z) && x != NULL && y != NULL &&
                        (sooth_path_length(x, w) + sooth_length(z)) % sooth_length(y) == 0);
        sooth_ranking(sooth_length(w));
        if (w == NULL) break;
        if (z == NULL) z = y;
        z = z->next;
        w = w->next;
    }
    assert((z == NULL) == (sooth_length(x) % sooth_length(y) == 0));
}
/* expect: true */
/* twin: s/x != NULL && y != NULL/y != NULL/ assertion failure */
