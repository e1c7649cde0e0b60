/* Nodes that own edges, which lead to any other node, to an earlier one or to their own. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct edge;
struct node {
    int id;
    struct node *next;
    struct edge *out;
};
struct edge {
    struct node *to;
    struct edge *next;
};
static struct node *nodes;

static struct node *find(int id)
{
    struct node *n = nodes;
    while (n && n->id != id) n = n->next;
    return n;
}

static void connect(struct node *from, struct node *to)
{
    if (!from || !to) return;
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = from->out;
    from->out = e;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            connect(find(__VERIFIER_nondet_int()), find(__VERIFIER_nondet_int()));
            continue;
        }
        struct node *n = malloc(sizeof *n);
        n->id = __VERIFIER_nondet_int();
        n->out = 0;
        n->next = nodes;
        nodes = n;
    }
    while (nodes) {
        struct node *n = nodes;
        nodes = n->next;
        while (n->out) {
            struct edge *e = n->out;
            n->out = e->next;
            free(e);
        }
        free(n);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/            free(e);/            free(e); free(e->to);/ */
/* twin: memcleanup s/            n->out = e->next;/            n->out = 0;/ */
