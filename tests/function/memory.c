/* Functions verified alone that follow pointers which they find in memory; `run` says what is expected of each. */
#include <assert.h>
#include <stddef.h>
struct node {
    int value;
    struct node *next;
};
struct buffer {
    char *data;
    unsigned length;
};
struct handler {
    int (*act)(void *, int);
    void *context;
};
struct node *head;

/* errors that need linked memory */
int third(struct node *n)
{
    if (!n || !n->next || !n->next->next) return 0;
    assert(n->next->next->value != 99);
    return 1;
}
int cycle(struct node *n)
{
    if (!n || !n->next) return 0;
    assert(n->next->next != n);
    return 1;
}
int self(struct node *n)
{
    if (!n || !n->next) return 0;
    n->value = 1;
    n->next->value = 2;
    assert(n->value == 1);
    return 1;
}
int from_global(void)
{
    if (head && head->next) assert(head->next->value != head->value);
    return 0;
}
int unchecked(struct node *n) { return n ? n->next->value : 0; }
int checked(struct node *n) { return n && n->next ? n->next->value : 0; }
int longer(struct node *n)
{
    int count = 0;
    while (n) count++, n = n->next;
    assert(count != 3);
    return count;
}
/* pointers to pointers, members */
int argument(char **argv) { return argv && argv[0] ? (assert(argv[0][0] != 'x'), 0) : 0; }
void same_twice(int **a, int **b)
{
    if (!a || !b || !*a || !*b) return;
    **a = 1;
    **b = 2;
    assert(**a == 1);
}
void same_twice_or_not(int **a, int **b)
{
    if (!a || !b || !*a || !*b || a == b || *a == *b) return;
    int *x = *a, *y = *b;
    *x = 1;
    *y = 2;
    assert(*x == 1);
}
char last(struct buffer *b) { return b && b->data && b->length ? b->data[b->length - 1] : 0; }
char first_byte(struct buffer *b) { return b && b->data ? b->data[0] : 0; }
int kept(struct buffer *b)
{
    if (!b || !b->data) return 0;
    char *d = b->data;
    unsigned n = b->length;
    *d = 1;
    assert(b->length == n || (char *)b <= d);
    return 0;
}
int reread(struct node *n)
{
    if (!n) return 0;
    struct node *a = n->next, *b = n->next;
    assert(a == b);
    if (a) {
        a->value = 7;
        assert(b->value == 7);
    }
    return 1;
}
int through_copy(struct node *n)
{
    if (!n || !n->next) return 0;
    struct node copy = *n;
    copy.next->value = 5;
    assert(n->next->value == 5);
    return 1;
}
void relink(struct node *n, struct node *other)
{
    if (!n || !other) return;
    n->next = other;
    other->value = 3;
    assert(n->next->value == 3);
}
/* functions from outside */
int calls(struct handler *h)
{
    if (!h || !h->act) return 0;
    int r = h->act(h->context, 1);
    assert(r != 12);
    return r;
}
int call_changes(struct handler *h, int *p)
{
    if (!h || !h->act || !p) return 0;
    *p = 1;
    h->act(p, 1);
    assert(*p == 1);
    return 0;
}
int call_leaves(struct handler *h)
{
    int mine = 1;
    if (h && h->act) h->act(h->context, 1);
    assert(mine == 1);
    return mine;
}
/* expect: reach false --function third */
/* says: n->next->next->value */
/* expect: reach false --function cycle */
/* expect: reach false --function self */
/* expect: reach false --function from_global */
/* expect: memsafety false --function unchecked */
/* expect: memsafety true --function checked */
/* expect: reach false --function longer */
/* expect: reach false --function argument */
/* expect: reach false --function same_twice */
/* expect: reach true --function same_twice_or_not */
/* expect: memsafety false --function last */
/* expect: memsafety true --function first_byte */
/* expect: reach true --function kept */
/* expect: reach true --function reread */
/* expect: memsafety true --function reread */
/* expect: reach true --function through_copy */
/* expect: reach true --function relink */
/* expect: reach unknown --function calls */
/* says: --extern */
/* expect: reach false --function calls --extern args */
/* expect: reach not-true --function call_changes */
/* expect: reach true --function call_leaves */
