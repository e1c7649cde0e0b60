/* A doubly linked list of zeroed nodes: the links back of all but the first element lead somewhere. */
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct node {
    struct node *next, *back;
};
int main(void)
{
    struct node *list = calloc(1, sizeof *list);
    if (!list) return 0;
    while (__VERIFIER_nondet_bool()) {
        struct node *node = calloc(1, sizeof *node);
        if (!node) return 0;
        node->next = list;
        list->back = node;
        list = node;
    }
    while (__VERIFIER_nondet_bool()) {
    }
    struct node *at = list;
    while (at) {
        if (at->back) reach_error();
        at = at->next;
    }
    return 0;
}
