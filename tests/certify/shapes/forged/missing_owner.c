/* A node that may be missing owns nothing: its part is there without it. */
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
int main(void)
{
    struct node *part = make(0);
    struct node *list = NULL;
    if (__VERIFIER_nondet_bool()) {
        list = make(0);
        list->right = part;
    }
    while (__VERIFIER_nondet_bool()) {
        part->data = 1;
    }
    while (__VERIFIER_nondet_bool()) {
    }
    while (list) {
        struct node *next = list->left;
        free(list->right);
        free(list);
        list = next;
    }
    return 0;
}
