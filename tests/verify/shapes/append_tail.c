/* Appended through a tail pointer, reversed, freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *head = 0, *tail = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 2;
        t->n = 0;
        if (tail) tail->n = t;
        else head = t;
        tail = t;
    }
    struct node *r = 0;
    while (head) {
        struct node *t = head->n;
        head->n = r;
        r = head;
        head = t;
    }
    if (tail && tail->h != 2) reach_error();
    while (r) {
        struct node *t = r->n;
        if (r->h != 2) reach_error();
        free(r);
        r = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/t->h = 2/t->h = __VERIFIER_nondet_int()/ */
/* twin: memsafety s/else head = t/head = t/ */
