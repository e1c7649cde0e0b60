/* Any data: a number for all elements cannot be what a graph does not list. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    if (list) {
        int first = list->data;
        struct node *at = list;
        while (at) {
            if (first != at->data) reach_error();
            at = at->next;
        }
    }
    return 0;
}
