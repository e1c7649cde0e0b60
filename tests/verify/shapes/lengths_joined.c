/* A list is hung behind another: it is as long as both were, modulo 2^32. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node {
    struct node *next;
};

static struct node *make(void)
{
    struct node *first = malloc(sizeof *first), *last = first;
    while (__VERIFIER_nondet_bool()) {
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->next = 0;
    return first;
}

static unsigned count(const struct node *n)
{
    unsigned k = 0;
    for (; n; n = n->next) k++;
    return k;
}

int main(void)
{
    struct node *a = make(), *b = make(), *last = a;
    unsigned x = count(a), y = count(b);
    while (last->next) last = last->next;
    last->next = b;
    if (count(a) != x + y) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/!= x + y/!= x + x/ */
