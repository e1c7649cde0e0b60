/* A list of n nodes, made one after the other. */
#include "list.h"

list build(long long n)
{
    list x = NULL;
    long long i = 0;
    sooth_assume(n >= 0 && n < 1000000);
    while (i < n) {
        sooth_invariant(0 <= i && i <= n && sooth_length(x) == i);
        sooth_ranking(n - i);
        list t = malloc(sizeof *t);
        t->next = x;
        x = t;
        i++;
    }
    assert(sooth_length(x) == n);
    return x;
}
/* expect: true */
/* expect-without: true */
/* twin: s/t->next = x;// inadequate invariant */
