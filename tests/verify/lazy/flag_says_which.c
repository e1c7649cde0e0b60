/* 1s or 2s, as a flag says, and a 3. */
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
    int flag = ANY % 2;
    struct cell *list, *p;
    if (flag) list = make(1);
    else list = make(2);
    p = list;
    while (ANY) {
        if (flag) p->next = make(1);
        else p->next = make(2);
        p = p->next;
    }
    p->next = make(3);
    p = list;
    if (flag) {
        while (p->number == 1)
            p = p->next;
    } else {
        while (p->number == 2)
            p = p->next;
    }
    if (p->number != 3) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach unknown --precision predicates */
/* expect: reach unknown --precision shapes --timeout 3 */
/* twin: reach s/p = list;$/p = list; flag = (int)(ANY % 2);/ */
