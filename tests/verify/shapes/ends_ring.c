/* A ring is walked until its head comes again. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *head = malloc(sizeof *head);
    head->n = head;
    for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
        struct node *t = malloc(sizeof *t);
        t->n = head->n;
        head->n = t;
    }
    for (struct node *p = head->n; p != head; p = p->n) p->h = 1;
    return 0;
}
/* expect: termination true */
/* twin: termination s/p != head/p != 0/ */
/* twin: termination s/p = p->n/p = p->n == head ? head->n : p->n/ */
