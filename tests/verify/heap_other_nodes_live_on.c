/* One node is freed; the others are still there, and what comes after an access to them happens. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = count++;
        fresh->next = head;
        head = fresh;
    }
    if (count > 3) {
        struct node *gone = head;
        head = head->next;
        free(gone);
        if (head->value == 2) reach_error();
    }
    return 0;
}
/* expect: reach false */
