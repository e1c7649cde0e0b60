/* 1 and 2 in turns, and a 3. */
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
    struct cell *list = make(1), *p = list;
    while (ANY) {
        flag = !flag;
        p->next = make(flag ? 1 : 2);
        p = p->next;
    }
    p->next = make(3);
    p = list;
    flag = 1;
    while (p->number != 3) {
        if (p->number != (flag ? 1 : 2)) reach_error();
        flag = !flag;
        p = p->next;
    }
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach unknown --precision shapes --timeout 3 */
/* twin: reach s/        flag = !flag;\n        p->next/        p->next/;s/^    flag = 1;$/    flag = 0;/ */
