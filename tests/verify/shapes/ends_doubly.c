/* A doubly linked list is walked from its end to its start. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *n, *p; };
int main(void)
{
    struct node *first = 0, *last = 0;
    for (int i = 0, count = __VERIFIER_nondet_int(); i != count && i < 1000; i++) {
        struct node *t = malloc(sizeof *t);
        t->n = 0;
        t->p = last;
        if (last)
            last->n = t;
        else
            first = t;
        last = t;
    }
    for (struct node *t = last; t; t = t->p) {}
    return 0;
}
/* expect: termination true */
/* twin: termination s/t = t->p) {}/t = t->n ? t->n : t) {}/ */
