/* 1s, then 2s, then a 3. */
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
    struct cell *list = make(1), *p = list;
    while (ANY) {
        p->next = make(1);
        p = p->next;
    }
    while (ANY) {
        p->next = make(2);
        p = p->next;
    }
    p->next = make(3);
    p = list;
    while (p->number == 1)
        p = p->next;
    while (p->number == 2)
        p = p->next;
    if (p->number != 3) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach true --precision shapes */
/* twin: reach s/p->next = make(3);/if (ANY) p->next = make(4), p = p->next; p->next = make(3);/ */
