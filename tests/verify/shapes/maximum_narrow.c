/* The largest of narrow numbers, which C widens wherever it compares them. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next;
    short value;
    unsigned char byte;
};

int main(void)
{
    struct node *all = 0;
    short largest = 0;
    unsigned char top = 0;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        n->value = (short)__VERIFIER_nondet_int();
        n->byte = (unsigned char)__VERIFIER_nondet_int();
        n->next = all;
        all = n;
        if (n->value > largest) largest = n->value;
        if (n->byte > top) top = n->byte;
    }
    for (struct node *n = all; n; n = n->next)
        if (n->value > largest || n->byte > top) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/n->value > largest) largest/n->value > largest + 1) largest/ */
/* twin: reach s/n->byte > top) top = n->byte/n->byte > top) top = n->byte - 1/ */
