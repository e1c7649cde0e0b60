/* A doubly linked list of zeros that ends with 1 and 2, made and freed from either side; its links are set in both orders. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *back, *ahead; int data; };
int main(void)
{
    struct node *head = malloc(sizeof *head), *x = head;
    head->back = head->ahead = 0;
    head->data = 0;
    while (__VERIFIER_nondet_int()) {
        x->ahead = malloc(sizeof *x);
        x->ahead->back = x;
        x = x->ahead;
        x->data = 0;
    }
    x->data = 1;
    x->ahead = malloc(sizeof *x);
    x->ahead->back = x;
    x->ahead->ahead = 0;
    x->ahead->data = 2;
    x = head;
    while (x->data != 1) {
        if (x->data != 0) reach_error();
        x = x->ahead;
    }
    if (x->ahead->data != 2) reach_error();
    x = head;
    while (x->data != 1) {
        struct node *n = x->ahead;
        free(x);
        x = n;
    }
    free(x->ahead);
    free(x);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/free(x->ahead);/free(x->ahead); x->ahead->data = 0;/ */
/* twin: memcleanup s/free(x->ahead);/;/ */
/* twin: reach s/x->ahead->data = 2;/x->ahead->data = 4;/ */
