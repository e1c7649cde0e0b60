/* A search tree whose nodes have a string each: nodes are put in, and taken out again, by loops that go down. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; char *name; struct tree *left, *right; };
static struct tree **find(struct tree **p, int key)
{
    while (*p && (*p)->key != key) p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    return p;
}
static void insert(struct tree **p)
{
    struct tree *t = malloc(sizeof *t);
    t->key = __VERIFIER_nondet_int();
    t->name = malloc(4);
    t->left = t->right = 0;
    p = find(p, t->key);
    if (*p) {
        free(t->name);
        free(t);
        return;
    }
    *p = t;
}
static void take_least(struct tree **p)
{
    while ((*p)->left) p = &(*p)->left;
    struct tree *t = *p;
    *p = t->right;
    t->name[3] = 0;
    free(t->name);
    free(t);
}
int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) insert(&root);
    while (root) take_least(&root);
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memcleanup s/    \*p = t->right;/    *p = t->left;/ */
/* twin: memcleanup s/        free(t->name);/        ;/ */
/* twin: memsafety s/name\[3\]/name[4]/ */
/* twin: memsafety s/while ((\*p)->left)/while ((*p)->right)/ */
