/* Nodes are erased out of the middle of a list with two ends that counts them. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *prev, *next;
    int value;
};
struct list {
    struct node *first, *last;
    int count;
};
static void append(struct list *l, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
    l->count++;
}
static void erase(struct list *l, struct node *n)
{
    if (n->prev)
        n->prev->next = n->next;
    else
        l->first = n->next;
    if (n->next)
        n->next->prev = n->prev;
    else
        l->last = n->prev;
    free(n);
    l->count--;
}
int main(void)
{
    struct list l = {NULL, NULL, 0};
    while (l.count < 1000 && __VERIFIER_nondet_int())
        append(&l, __VERIFIER_nondet_int());
    for (struct node *n = l.first, *next; n; n = next) {
        next = n->next;
        if (n->value < 0)
            erase(&l, n);
    }
    while (l.first)
        erase(&l, l.first);
    if (l.count != 0)
        reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/l->count--;/l->count -= 2;/ */
