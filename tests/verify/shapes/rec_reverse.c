/* A list reversed by recursion with an accumulator, its length counted by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *n; int h; };
static struct node *kept(struct node *p) { return p; } /* so that the call is not the last thing */
static struct node *reverse(struct node *p, struct node *done)
{
    if (!p) return done;
    struct node *rest = p->n;
    p->n = done;
    return kept(reverse(rest, p));
}
static int positive(const struct node *p)
{
    return !p || (p->h > 0 && positive(p->n));
}
int main(void)
{
    struct node *a = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        int x = __VERIFIER_nondet_int();
        t->h = x > 0 ? x : 7;
        t->n = a;
        a = t;
    }
    a = reverse(a, 0);
    if (!positive(a)) reach_error();
    while (a) {
        struct node *t = a->n;
        free(a);
        a = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/x : 7/x : 0/ */
/* twin: memcleanup s/reverse(rest, p)/reverse(rest, done)/ */
/* twin: memsafety s/p->n = done;/p->n = done; free(p);/ */
