/* A queue with words and any number of nodes between them: a walk past the second word goes one too far. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int tag; struct node *n; };
struct queue { struct node *first, *last; };
static void put(struct queue *q, int tag)
{
    struct node *p = malloc(sizeof *p);
    p->tag = tag;
    p->n = 0;
    if (q->first) q->last->n = p;
    else q->first = p;
    q->last = p;
}
static void put_word(struct queue *q, int first)
{
    for (int i = 0; i < 7; i++) put(q, first + i);
    while (__VERIFIER_nondet_int()) put(q, 0);
}
int main(void)
{
    struct queue q = {0, 0};
    put_word(&q, 10);
    put_word(&q, 30);
    struct node *p = q.first;
    while (p && p->tag != 36) p = p->n;
    if (!p || p->n) return 0;
    for (p = q.first; p; p = p->n)
        if (p->tag == 37 - 1) reach_error();
    return 0;
}
/* expect: reach false --engine samples */
