/* Nodes fill an object that they share, until it is full. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct tank {
    int level;
};
struct pipe {
    int flow;
    struct tank *tank;
    struct pipe *next;
};
int main(void)
{
    struct tank *t = malloc(sizeof *t);
    t->level = 0;
    struct pipe *ring = malloc(sizeof *ring);
    ring->flow = 1;
    ring->tank = t;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        int flow = __VERIFIER_nondet_int();
        if (flow <= 0 || flow >= 12) continue;
        struct pipe *p = malloc(sizeof *p);
        p->flow = flow;
        p->tank = t;
        p->next = ring->next;
        ring->next = p;
    }
    for (struct pipe *p = ring; t->level < 80; p = p->next)
        if (p->tank->level + p->flow <= 80) p->tank->level += p->flow;
    if (t->level != 80) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/p->flow <= 80/p->flow <= 81/ */
/* twin: reach s/t->level != 80/t->level != 79/ */
