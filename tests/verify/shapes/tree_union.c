/* Leaves hold a number where nodes have their children: a tag tells which they are. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
    enum { LEAF, NODE } kind;
    union {
        int value;
        struct {
            struct tree *left, *right;
        } node;
    } u;
};

static struct tree *leaf(int value)
{
    struct tree *t = malloc(sizeof *t);
    t->kind = LEAF;
    t->u.value = value;
    return t;
}

static struct tree *node(struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t);
    t->kind = NODE;
    t->u.node.left = left;
    t->u.node.right = right;
    return t;
}

static void drop(struct tree *t)
{
    if (t->kind == NODE) {
        drop(t->u.node.left);
        drop(t->u.node.right);
    }
    free(t);
}

int main(void)
{
    struct tree *t = leaf(1);
    while (__VERIFIER_nondet_int())
        t = __VERIFIER_nondet_int() ? node(t, leaf(2)) : node(leaf(3), t);
    drop(t);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/t->kind = LEAF/t->kind = NODE/ */
/* twin: memcleanup s/        drop(t->u.node.right);/        ;/ */
