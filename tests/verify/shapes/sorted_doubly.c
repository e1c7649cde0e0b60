/* A sorted list that is linked both ways, with both ends, walked from either. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next, *prev;
};
static struct node *first, *last;
static void insert(int key)
{
    struct node *n = malloc(sizeof *n), *at = first;
    n->key = key;
    while (at && at->key < key)
        at = at->next;
    n->next = at;
    n->prev = at ? at->prev : last;
    if (at)
        at->prev = n;
    else
        last = n;
    if (n->prev)
        n->prev->next = n;
    else
        first = n;
}
int main(void)
{
    while (__VERIFIER_nondet_int())
        insert(__VERIFIER_nondet_int());
    for (struct node *n = last; n && n->prev; n = n->prev)
        if (n->prev->key > n->key)
            reach_error();
    while (first) {
        struct node *n = first;
        first = n->next;
        if (first && first->key < n->key)
            reach_error();
        free(n);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/at->key < key/at->key > key/ */
/* twin: reach s/prev->key > n/prev->key >= n/ */
