/* Insertion by a loop over addresses of links; freed by recursion. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; int key; };
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
        struct tree **link = &root;
        while (*link)
            link = key < (*link)->key ? &(*link)->left : &(*link)->right;
        *link = malloc(sizeof **link);
        (*link)->key = key;
        (*link)->left = 0;
        (*link)->right = 0;
    }
    release(root);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/(\*link)->right = 0;/;/ */
/* twin: memcleanup s/while (\*link)/if (*link)/ */
