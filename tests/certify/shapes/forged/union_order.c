/* The certificate is of the program in which high is low + 1. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct shape { int kind; union { int radius; struct { int low, high; } box; } as; struct shape *next; };
int main(void)
{
    struct shape *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct shape *x = malloc(sizeof *x);
        if (__VERIFIER_nondet_int()) {
            x->kind = 0;
            x->as.radius = 1 + __VERIFIER_nondet_uint() % 10;
        } else {
            x->kind = 1;
            x->as.box.low = 2 + __VERIFIER_nondet_uint() % 10;
            x->as.box.high = x->as.box.low + -1;
        }
        x->next = all;
        all = x;
    }
    while (all) {
        struct shape *x = all;
        all = x->next;
        if (x->kind == 0 && x->as.radius < 1) reach_error();
        if (x->kind == 1 && x->as.box.low >= x->as.box.high) reach_error();
        free(x);
    }
    return 0;
}
