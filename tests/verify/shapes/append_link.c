/* Appended through the address of the last link. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
int main(void)
{
    struct node *head = 0, **last = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 7;
        t->n = 0;
        *last = t;
        last = &t->n;
    }
    while (head) {
        struct node *t = head->n;
        if (head->h != 7) reach_error();
        free(head);
        head = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/last = &t->n/last = \&head/ */
/* twin: memsafety s/t->n = 0/;/ */
