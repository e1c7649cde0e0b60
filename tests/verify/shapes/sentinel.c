/* A ring with a sentinel on the stack, links inside the nodes. */
#include <stdlib.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next, *prev; };
struct node { int h; struct link l; };
static void add_after(struct link *x, struct link *at)
{
    x->next = at->next;
    x->prev = at;
    at->next->prev = x;
    at->next = x;
}
static void take(struct link *x)
{
    x->prev->next = x->next;
    x->next->prev = x->prev;
}
int main(void)
{
    struct link ring = {&ring, &ring};
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->h = 4;
        if (__VERIFIER_nondet_int()) add_after(&t->l, &ring);
        else add_after(&t->l, ring.prev);
    }
    while (ring.next != &ring) {
        struct node *t = (struct node *)((char *)ring.next - offsetof(struct node, l));
        take(&t->l);
        free(t);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/x->next->prev = x->prev;/;/ */
/* twin: memsafety s/take(&t->l);/;/ */
/* twin: memcleanup s/while (ring.next != &ring) {/if (ring.next != \&ring) {/ */
