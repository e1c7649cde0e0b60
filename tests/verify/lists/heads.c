/* Heads of lists behind pointers, in a global, and a list that ends. */
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int data;
};
extern int __VERIFIER_nondet_int(void);
static struct node *first;
static void push(struct node **head)
{
    struct node *p = malloc(sizeof *p);
    p->next = *head;
    *head = p;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct node *second = 0;
    for (int i = 0; i < n; i++) {
        push(&first);
        push(&second);
    }
    while (first) {
        assert(second);
        first = first->next;
        second = second->next;
    }
    assert(!second);
    return 0;
}
/* expect: reach true */
/* expect: termination true */
/* twin: reach s/push(&second)/push(\&first)/ */
/* twin: termination s/second = second->next/first = second/ */
