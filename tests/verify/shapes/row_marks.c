/* Nodes in an array of lists are marked along one of the lists: which record that list belongs
   to is told by no variable. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct edge { unsigned to; struct edge *next; };
struct vertex { struct edge *first; int mark; };
int main(void)
{
    unsigned n = 1 + __VERIFIER_nondet_uint() % 50;
    struct vertex *v = malloc(n * sizeof *v);
    for (unsigned i = 0; i < n; i++) {
        v[i].first = 0;
        v[i].mark = 0;
    }
    while (__VERIFIER_nondet_uint()) {
        struct edge *e = malloc(sizeof *e);
        unsigned from = __VERIFIER_nondet_uint() % n;
        e->to = __VERIFIER_nondet_uint() % n;
        e->next = v[from].first;
        v[from].first = e;
    }
    for (struct edge *e = v[__VERIFIER_nondet_uint() % n].first; e; e = e->next)
        v[e->to].mark = 1;
    for (unsigned i = 0; i < n; i++)
        while (v[i].first) {
            struct edge *e = v[i].first;
            v[i].first = e->next;
            free(e);
        }
    free(v);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/mark = 1/first = 0/ */
