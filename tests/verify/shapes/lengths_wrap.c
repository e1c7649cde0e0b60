/* A counter that nothing bounds, and as many nodes, which are turned round. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node {
    struct node *next;
    int odd;
};

static struct node *turn(struct node *from)
{
    struct node *to = 0;
    while (from) {
        struct node *rest = from->next;
        from->next = to;
        to = from;
        from = rest;
    }
    return to;
}

int main(void)
{
    struct node *all = 0;
    unsigned count = 0;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        n->odd = count & 1;
        n->next = all;
        all = n;
        count++;
    }
    for (struct node *n = turn(all); n; n = n->next) {
        if (n->odd != 0 && n->odd != 1) reach_error();
        count--;
    }
    if (count) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/unsigned count = 0/unsigned count = 1/ */
