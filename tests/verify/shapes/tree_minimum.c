/* The leftmost node of a tree is cut off again and again: it has no left child, its right one takes its place. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { struct tree *left, *right; int key; };
static struct tree *build(void)
{
    if (!__VERIFIER_nondet_int()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->key = 1;
    t->left = build();
    t->right = build();
    return t;
}
int main(void)
{
    struct tree *root = build();
    while (root) {
        struct tree *p = root, *q = 0;
        while (p->left) {
            q = p;
            p = p->left;
        }
        if (p->key != 1) reach_error();
        if (q)
            q->left = p->right;
        else
            root = p->right;
        free(p);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/t->key = 1;/t->key = 2;/ */
/* twin: memsafety s/q->left = p->right;/q->left = p;/ */
/* twin: memcleanup s/q->left = p->right;/q->left = 0;/ */
