/* A queue with head and tail in a struct, helper functions. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *n; int h; };
struct queue { struct node *head, *tail; };
static void put(struct queue *q, int x)
{
    struct node *t = malloc(sizeof *t);
    t->n = 0;
    t->h = x;
    if (q->tail) q->tail->n = t;
    else q->head = t;
    q->tail = t;
}
static int get(struct queue *q)
{
    struct node *t = q->head;
    int x = t->h;
    q->head = t->n;
    if (!q->head) q->tail = 0;
    free(t);
    return x;
}
int main(void)
{
    struct queue q = {0, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) put(&q, 3);
        else if (q.head && get(&q) != 3) reach_error();
    }
    while (q.head)
        if (get(&q) != 3) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/put(&q, 3)/put(\&q, 4)/ */
/* twin: memsafety s/if (!q->head) q->tail = 0;/;/ */
/* twin: memsafety s/q.head \&\& get/get/ */
