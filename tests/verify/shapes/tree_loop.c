/* A search tree: insertion by a loop that goes down to a free link; freed by a loop that goes down to a leaf. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { int key; struct tree *left, *right; };
int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct tree *t = malloc(sizeof *t), *q = 0, *p = root;
        if (key < 0) key = 0;
        t->key = key;
        t->left = t->right = 0;
        while (p) {
            q = p;
            p = key < p->key ? p->left : p->right;
        }
        if (!q)
            root = t;
        else if (key < q->key)
            q->left = t;
        else
            q->right = t;
    }
    while (root) {
        struct tree *p = root, *q = 0;
        while (p->left || p->right) {
            q = p;
            p = p->left ? p->left : p->right;
        }
        if (p->key < 0) reach_error();
        if (!q)
            root = 0;
        else if (q->left == p)
            q->left = 0;
        else
            q->right = 0;
        free(p);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/key = 0;/key = -1;/ */
/* twin: memsafety s/            q->left = 0;/            ;/ */
/* twin: memcleanup s/            q->right = t;/            q->right = 0;/ */
/* twin: memsafety s/t->left = t->right = 0;/t->left = 0;/ */
