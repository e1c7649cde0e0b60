/* A deque around a node in a struct with a counter: what its nodes hold, and how many there are, in one program. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *prev, *next;
};
struct deque {
    struct node head;
    size_t length;
};

static void add(struct deque *d, int value, struct node *at)
{
    struct node *n = malloc(sizeof *n);
    if (!n) return;
    n->value = value;
    n->prev = at;
    n->next = at->next;
    at->next->prev = n;
    at->next = n;
    d->length++;
}

static int take(struct deque *d, struct node *n)
{
    int value = n->value;
    n->prev->next = n->next;
    n->next->prev = n->prev;
    d->length--;
    free(n);
    return value;
}

int main(void)
{
    struct deque d;
    d.head.prev = d.head.next = &d.head;
    d.length = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            add(&d, 10, &d.head);
        } else if (__VERIFIER_nondet_int()) {
            add(&d, 0, d.head.prev);
        } else if (d.head.next != &d.head) {
            int value = take(&d, d.head.prev);
            if (value != 0 && value != 10) reach_error();
        } else if (d.length != 0) {
            reach_error();
        }
    }
    while (d.head.next != &d.head) take(&d, d.head.next);
    return 0;
}
/* expect: reach true */
/* twin: reach s/add(&d, 10, /add(\&d, 11, / */
/* twin: reach s/d->length--;/d->length -= value != 0;/ */
