/* A list that may be empty does not lead to what its elements would share. */
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
struct node *list;
int main(void)
{
    struct node *shared = make(0);
    while (__VERIFIER_nondet_bool()) {
        struct node *node = make(0);
        node->left = list;
        node->right = shared;
        list = node;
    }
    return 0;
}
