/* As many steps as the list is long: of a cyclic list that is without end, and still safe. */
#include "list.h"

void walk(list x)
{
    list y = x;
    long long n = sooth_length(x), i = 0;
    while (i < n) {
        sooth_invariant(i >= 0 && sooth_length(y) == sooth_minus(n, i));
        sooth_ranking(n - i);
        y = y->next;
        i++;
    }
}
/* expect: true */
/* expect-without: true */
/* twin: s/i < n/i <= n/ null dereference */
