#include "list.h"

long long count(list x)
{
    long long n = 0;
    list y = x;
    sooth_assume(sooth_is_path(x, NULL));
    while (y != NULL) {
        sooth_invariant(sooth_path_length(x, y) == n && sooth_is_path(y, NULL));
        sooth_ranking(sooth_length(y));
        y = y->next;
        n++;
    }
    assert(n == sooth_length(x));
    return n;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/long long n = 0/long long n = 1/ assertion failure */
