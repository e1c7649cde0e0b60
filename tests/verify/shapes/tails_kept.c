/* Nodes that own queues with a first and a last node; an older one is found again and appended to. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct letter {
    int kind;
    struct letter *next;
};
struct box {
    int owner;
    struct letter *oldest, *newest;
    struct box *next;
};
static struct box *boxes;
static struct box *find(int owner)
{
    struct box *b = boxes;
    while (b && b->owner != owner)
        b = b->next;
    if (b)
        return b;
    b = malloc(sizeof *b);
    b->owner = owner;
    b->oldest = b->newest = NULL;
    b->next = boxes;
    return boxes = b;
}
static void append(struct box *b, int kind)
{
    struct letter *l = malloc(sizeof *l);
    l->kind = kind;
    l->next = NULL;
    if (b->newest)
        b->newest->next = l;
    else
        b->oldest = l;
    b->newest = l;
}
static void take(struct box *b)
{
    struct letter *l = b->oldest;
    if (!l)
        return;
    assert(l->kind >= 0 && l->kind < 4);
    b->oldest = l->next;
    if (!b->oldest)
        b->newest = NULL;
    free(l);
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct box *b = find(__VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int())
            append(b, __VERIFIER_nondet_int() & 3);
        else
            take(b);
    }
    while (boxes) {
        struct box *b = boxes;
        while (b->oldest)
            take(b);
        boxes = b->next;
        free(b);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/if (!b->oldest)/if (b->oldest)/ */
/* twin: reach s/kind < 4/kind < 3/ */
