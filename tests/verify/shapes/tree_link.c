/* Insertion by the address of a link, by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
static void insert(struct tree **link, int key)
{
    struct tree *t = *link;
    if (!t) {
        t = malloc(sizeof *t);
        t->key = key;
        t->left = 0;
        t->right = 0;
        *link = t;
        return;
    }
    insert(key < t->key ? &t->left : &t->right, key);
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
    while (__VERIFIER_nondet_int())
        insert(&root, __VERIFIER_nondet_int());
    release(root);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/    insert(key < t->key/    *link = 0; insert(key < t->key/ */
/* twin: memsafety s/t->right = 0;/;/ */
