/* Two lists with counters become one: its length is the sum of both. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node {
    struct node *next;
};
struct list {
    struct node *first, *last;
    int count;
};

static void append(struct list *l)
{
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
    l->count++;
}

static void take_over(struct list *a, struct list *b)
{
    if (b->first) {
        if (a->last)
            a->last->next = b->first;
        else
            a->first = b->first;
        a->last = b->last;
    }
    a->count += b->count;
    free(b);
}

static struct list *make(void)
{
    struct list *l = malloc(sizeof *l);
    l->first = l->last = 0;
    l->count = 0;
    return l;
}

int main(void)
{
    struct list *a = make(), *b = make();
    while (a->count < 1000 && __VERIFIER_nondet_bool()) append(a);
    while (b->count < 1000 && __VERIFIER_nondet_bool()) append(b);
    take_over(a, b);
    int k = 0;
    for (struct node *n = a->first; n; n = n->next) k++;
    if (k != a->count) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/a->count += b->count;/a->count += 1;/ */
/* twin: reach s/int k = 0;/int k = -1;/ */
