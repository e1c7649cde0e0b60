/* A tree that was built by recursion is freed with a stack of nodes that are to be freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *l, *r; };
struct item { struct item *next; struct tree *t; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->l = build();
    t->r = build();
    return t;
}
static struct item *push(struct item *stack, struct tree *t)
{
    if (!t) return stack;
    struct item *i = malloc(sizeof *i);
    i->next = stack;
    i->t = t;
    return i;
}
int main(void)
{
    struct item *stack = push(0, build());
    while (stack) {
        struct item *i = stack;
        struct tree *t = i->t;
        stack = i->next;
        free(i);
        stack = push(stack, t->l);
        stack = push(stack, t->r);
        free(t);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/if (!t) return stack;/;/ */
/* twin: memcleanup s/    stack = push(stack, t->r);/    ;/ */
/* twin: memsafety s/push(stack, t->r)/push(stack, t->l)/ */
