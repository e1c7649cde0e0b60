/* A list of 1s, made from back to front: each is a 1. */
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
    struct cell *list = 0;
    while (ANY) {
        struct cell *c = make(1);
        c->next = list;
        list = c;
    }
    for (; list; list = list->next)
        if (list->number != 1) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach true --precision shapes */
/* twin: reach s/struct cell \*list = 0/struct cell *list = make(2)/ */
