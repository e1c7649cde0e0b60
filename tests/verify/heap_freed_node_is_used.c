/* The node that was freed some iterations ago is used. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0, *old = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = count;
        fresh->next = head;
        head = fresh;
        if (count == 1) old = fresh;
        if (count == 2) free(old);
        count++;
    }
    if (count > 4 && old) old->value = 7;
    return 0;
}
/* expect: memsafety false */
