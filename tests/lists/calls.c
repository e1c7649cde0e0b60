/* Own functions that are called with the address of the list's head: all nodes go to another
 * list, which has as many then. */
#include "list.h"

static void push(list *head, list n)
{
    n->next = *head;
    *head = n;
}

static list pop(list *head)
{
    list n = *head;
    *head = n->next;
    return n;
}

list turn(list x)
{
    list y = NULL;
    sooth_assume(sooth_is_path(x, NULL));
    long long old = sooth_length(x);
    while (x != NULL)
        push(&y, pop(&x));
    assert(sooth_length(y) == old);
    return y;
}
/* expect: true */
/* expect-without: true --termination */
/* twin: s/n->next = \*head;/n->next = NULL;/ assertion failure */
/* twin: s/while (x != NULL)/while (1)/ null dereference */
