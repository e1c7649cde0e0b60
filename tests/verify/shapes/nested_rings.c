/* A list whose nodes each hold the head of a ring of others: the ring leads back into its node. */
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *n, *p; };
struct part { void *h; struct link link; };
struct whole { struct whole *n; struct link parts; };
static void add(struct link *head)
{
    struct part *t = malloc(sizeof *t);
    t->h = 0;
    t->link.n = head;
    t->link.p = head->p;
    head->p->n = &t->link;
    head->p = &t->link;
}
static struct whole *push(struct whole *after)
{
    struct whole *w = malloc(sizeof *w);
    w->n = after;
    w->parts.n = w->parts.p = &w->parts;
    add(&w->parts);
    add(&w->parts);
    return w;
}
static void clear(struct link *head)
{
    for (struct link *l = head->n; l != head;) {
        struct part *t = (struct part *)((char *)l - offsetof(struct part, link));
        l = l->n;
        free(t);
    }
}
int main(void)
{
    struct whole *all = 0;
    while (__VERIFIER_nondet_int()) all = push(all);
    while (all) {
        struct whole *w = all;
        all = all->n;
        clear(&w->parts);
        free(w);
    }
    return 0;
}
/* expect: memsafety true --invariants */
/* says: {parts.n -> #2 list by */
/* twin: memsafety s/        clear(\&w->parts);// */
/* twin: memsafety s/l = l->n;/l = l->n->n;/ */
/* twin: memsafety s/l != head;/l->n != head;/ */
