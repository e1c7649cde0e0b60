/* Five nodes are made and five freed, beside a list of any length; nothing but the counter says when to stop. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *prev, *next; };
struct list { struct node *first, *last; };
static void append(struct list *l)
{
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->prev = l->last;
    if (l->last) l->last->next = n;
    else l->first = n;
    l->last = n;
}
int main(void)
{
    struct list many = {0, 0}, five = {0, 0};
    struct node *p;
    do append(&many);
    while (__VERIFIER_nondet_int());
    for (int i = 0; i < 5; i++) append(&five);
    for (p = many.first; p;) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    p = five.last;
    for (int i = 0; i < 5; i++) {
        struct node *prev = p->prev;
        free(p);
        p = prev;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/i < 5; i++) append/i < 4; i++) append/ */
/* twin: memcleanup s/i < 5; i++) append/i < 6; i++) append/ */
/* twin: memsafety s/i < 5; i++) {/i <= 5; i++) {/ */
