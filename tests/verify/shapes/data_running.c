/* Appended values are in a range and stay there while the list is walked and changed again and again. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct cell {
    int value;
    struct cell *next;
};
int main(void)
{
    struct cell *first = malloc(sizeof *first), *last = first;
    first->next = 0;
    first->value = 30;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x < 15 || x > 30) continue;
        struct cell *c = malloc(sizeof *c);
        c->next = 0;
        c->value = x;
        last->next = c;
        last = c;
    }
    for (;;)
        for (struct cell *c = first; c; c = c->next) {
            if (c->value < 15 || c->value > 30) reach_error();
            if (c->value < 30)
                c->value++;
            else
                c->value /= 2;
        }
}
/* expect: reach true */
/* twin: reach s/c->value < 30)/c->value <= 30)/ */
/* twin: reach s/x < 15/x < 14/ */
