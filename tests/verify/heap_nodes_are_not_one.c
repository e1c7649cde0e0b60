/* Two pointers to nodes of one site may or may not be equal. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0, *second = 0, *fourth = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head;
        head = fresh;
        count++;
        if (count == 2) second = fresh;
        if (count == 4) fourth = fresh;
    }
    if (second && fourth && fourth->next->next == second) reach_error();
    return 0;
}
/* expect: reach false */
