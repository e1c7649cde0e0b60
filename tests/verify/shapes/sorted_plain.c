/* Order of numbers without sign, also of narrow ones, in a ring with a sentinel. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifndef KEY
#define KEY unsigned
#endif
struct node {
    struct node *next, *prev;
    KEY key;
};

int main(void)
{
    struct node ring = {&ring, &ring, 0};
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n), *p = &ring;
        n->key = (KEY)__VERIFIER_nondet_uint();
        while (p->next != &ring && p->next->key < n->key) p = p->next;
        n->next = p->next;
        n->prev = p;
        n->next->prev = n;
        p->next = n;
    }
    for (struct node *p = ring.next; p != &ring && p->next != &ring; p = p->next)
        if (p->key > p->next->key) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->next->key < n->key/p->next->key > n->key/ */
/* twin: reach s/define KEY unsigned/define KEY int/;s/< n->key/< (unsigned)n->key/ */
