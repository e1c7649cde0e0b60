/* A recursive function returns the address of a constant: the constant is there once. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
static const int table[2] = {1, 2};
const int *walk(struct node *list, const int *result)
{
    if (!list) return result;
    walk(list->next, result);
    return result;
}
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = 1;
        node->next = list;
        list = node;
    }
    const int *result = walk(list, table);
    if (result == table) reach_error();
    return 0;
}
