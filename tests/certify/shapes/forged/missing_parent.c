/* A node of a tree that may be missing: what hangs below it is lost then. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    struct node *left, *right;
    int data;
};
static struct node *make(int data)
{
    struct node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->left = node->right = NULL;
    node->data = data;
    return node;
}
static struct node *build(void)
{
    if (!__VERIFIER_nondet_bool()) return NULL;
    struct node *node = make(0);
    node->left = build();
    node->right = build();
    return node;
}
static void drop(struct node *tree)
{
    if (!tree) return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}
int main(void)
{
    struct node *child = make(0);
    struct node *tree = NULL;
    if (__VERIFIER_nondet_bool()) {
        tree = make(0);
        tree->left = child;
    }
    while (__VERIFIER_nondet_bool()) {
        child->data = 1;
    }
    while (__VERIFIER_nondet_bool()) {
        drop(tree);
        tree = build();
    }
    drop(tree);
    return 0;
}
