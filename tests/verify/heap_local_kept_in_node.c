/* A node keeps the address of a local of an earlier iteration, whose place a new one takes. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int *where;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    int first = 5, count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        int *cell = malloc(sizeof *cell);
        *cell = count;
        fresh->where = count == 2 ? &first : cell;
        fresh->next = head;
        head = fresh;
        if (count == 4) *head->next->next->where = 9;
        count++;
    }
    if (first == 9) reach_error();
    return 0;
}
/* expect: reach false */
