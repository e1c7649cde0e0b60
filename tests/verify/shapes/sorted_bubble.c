/* Neighbours that are out of order change places until a round finds none: a flag tells whether one was found. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    int swapped = 1;
    while (swapped) {
        swapped = 0;
        for (struct node *p = list; p && p->next; p = p->next) {
            if (p->v <= p->next->v) continue;
            int v = p->v;
            p->v = p->next->v;
            p->next->v = v;
            swapped = 1;
        }
    }
    while (list) {
        struct node *n = list->next;
        if (n && list->v > n->v) reach_error();
        free(list);
        list = n;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/while (swapped)/if (swapped)/ */
/* twin: reach s/<= p->next->v)/<= p->next->v || p->v == 7)/ */
