/* A search tree with links to parents: down to the least node, up to the root again, freed by recursion, which does not look at
 * parents. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    int key;
    struct node *left, *right, *parent;
};
static struct node *root;
static void add(int key)
{
    struct node **at = &root, *parent = 0;
    while (*at) {
        parent = *at;
        at = key < parent->key ? &parent->left : &parent->right;
    }
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->left = n->right = 0;
    n->parent = parent;
    *at = n;
}
static void drop(struct node *n)
{
    if (!n) return;
    drop(n->left);
    drop(n->right);
    free(n);
}
int main(void)
{
    while (__VERIFIER_nondet_bool())
        add(__VERIFIER_nondet_int());
    struct node *n = root;
    if (n) {
        while (n->left)
            n = n->left;
        while (n->parent)
            n = n->parent;
        if (n != root) free(n);
    }
    drop(root);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/n->parent = parent;/n->parent = 0;/ */
/* twin: memsafety s/    free(n);$/    free(n->parent);/ */
/* twin: memcleanup s/    drop(n->right);/    ;/ */
