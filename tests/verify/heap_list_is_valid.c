/* Every node that is reached is there: nothing is freed, links are null or lead to nodes. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
struct node *head;
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 0;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *p = head; p; p = p->next) p->value = 1;
    return 0;
}
/* expect: valid-deref.prp true */
