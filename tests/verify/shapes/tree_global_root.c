/* A search tree in a global: nodes with at most one child are taken out; freed by a recursive function that does not know the
 * global. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    int key;
    struct node *left, *right;
};
static struct node *root;
static void insert(int key)
{
    struct node **at = &root;
    while (*at) {
        if ((*at)->key == key) return;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}
static void take_out(int key)
{
    struct node *parent = 0, *n = root;
    while (n && n->key != key) {
        parent = n;
        n = key < n->key ? n->left : n->right;
    }
    if (!n || (n->left && n->right)) return;
    struct node *child = n->left ? n->left : n->right;
    if (!parent) root = child;
    else if (parent->left == n) parent->left = child;
    else parent->right = child;
    free(n);
}
static void clear(struct node *n)
{
    if (!n) return;
    clear(n->left);
    clear(n->right);
    free(n);
}
int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) insert(__VERIFIER_nondet_int());
        else take_out(__VERIFIER_nondet_int());
    }
    clear(root);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/root = child;/root = n;/ */
/* twin: memsafety s/    clear(root);/    clear(root); clear(root);/ */
/* twin: memsafety s/    clear(n->left);/    free(root);/ */
/* twin: memcleanup s/    clear(n->left);/    root = 0;/ */
