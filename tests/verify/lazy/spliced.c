/* 1 and 2 in turns, and a 3; then those at odd and at even places become two lists. */
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
    int flag = 1;
    struct cell *list = make(1), *p = list, *odd = 0, *even = 0;
    while (ANY) {
        flag = !flag;
        p->next = make(flag ? 1 : 2);
        p = p->next;
    }
    p->next = make(3);
    p = list;
    flag = 1;
    while (p->number != 3) {
        struct cell *c = p;
        p = p->next;
        if (flag) c->next = odd, odd = c;
        else c->next = even, even = c;
        flag = !flag;
    }
    for (; odd; odd = odd->next)
        if (odd->number != 1) reach_error();
    for (; even; even = even->next)
        if (even->number != 2) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach unknown --precision shapes --timeout 3 */
/* twin: reach s/        else c->next = even, even = c;/        else if (ANY % 3) c->next = even, even = c; else c->next = odd, odd = c;/ */
