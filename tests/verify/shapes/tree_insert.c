/* A search tree: insertion by recursion that gives back the tree; a range of values; the least value found; freed by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = malloc(sizeof *t);
        t->key = key;
        t->left = t->right = 0;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}
static void inspect(const struct tree *t)
{
    if (!t) return;
    if (t->key < 0 || t->key > 100) reach_error();
    inspect(t->left);
    inspect(t->right);
}
static void release(struct tree *t)
{
    if (!t) return;
    release(t->left);
    release(t->right);
    free(t);
}
int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (key >= 0 && key <= 100) root = insert(root, key);
    }
    inspect(root);
    release(root);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/key >= 0/key >= -1/ */
/* twin: memcleanup s/t->right = insert/t->left = insert/ */
/* twin: memsafety s/t->left = t->right = 0;/t->left = 0;/ */
/* twin: memcleanup s/    release(t->left);/    ;/ */
