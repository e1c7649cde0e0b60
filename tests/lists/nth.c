#include "list.h"

list nth(list x, long long n)
{
    sooth_assume(n >= 0 && n < sooth_length(x) && sooth_is_path(x, NULL));
    list y = x;
    long long i = 0;
    while (i < n) {
        sooth_invariant(0 <= i && i < n && n < sooth_length(x) && sooth_is_path(x, NULL) && sooth_path_length(x, y) == i && y != NULL);
        sooth_ranking(n - i);
        y = y->next;
        i++;
    }
    assert(y != NULL && sooth_path_length(x, y) <= n);
    return y;
}
/* expect: true */
/* twin: s/n >= 0/n >= -1/ assertion failure */
