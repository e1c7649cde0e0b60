/* A list of 1s, made from front to back: each is a 1. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
struct cell {
    int number;
    struct cell *next;
};
static struct cell *make(int number)
{
    struct cell *c = malloc(sizeof *c);
    c->number = number;
    c->next = 0;
    return c;
}
int main(void)
{
    struct cell *first = make(1), *last = first;
    while (ANY) {
        last->next = make(1);
        last = last->next;
    }
    for (struct cell *p = first; p; p = p->next)
        if (p->number != 1) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach true --precision shapes */
/* twin: reach s/next = make(1)/next = make(ANY % 2)/ */
