/* Nodes of one site are told apart: one of them holds something else. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0, *kept = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 1;
        fresh->next = head;
        head = fresh;
        if (++count == 3) kept = fresh;
    }
    if (kept) kept->value = 2;
    for (struct node *p = head; p; p = p->next)
        if (p->value == 2 && p != head) reach_error();
    return 0;
}
/* expect: reach false */
