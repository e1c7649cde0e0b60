/* Data of any order: bytes that a graph does not list differ from element to element. */
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
    struct node *at = list;
    int last = -2147483647 - 1;
    while (at) {
        if (last > at->data) reach_error();
        last = at->data;
        at = at->next;
    }
    return 0;
}
