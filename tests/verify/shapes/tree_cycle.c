/* A tree by recursion in which one node may be its own child: never a tree, and nothing is proved of walks that follow it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *left, *right;
};
static struct node *make(int k)
{
    if (k <= 0) return 0;
    struct node *n = malloc(sizeof *n);
    n->left = make(k - 1);
    n->right = k == 9 ? n : make(k - 2);
    return n;
}
static int count(const struct node *n)
{
    return n ? 1 + count(n->left) + count(n->right) : 0;
}
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k > 12) return 0;
    count(make(k));
    return 0;
}
/* expect: termination not-true */
