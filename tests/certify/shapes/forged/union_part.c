/* The certificate is of the program in which no number is negative. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct value { int kind; union { int number; char *text; } as; struct value *next; };
int main(void)
{
    struct value *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct value *x = malloc(sizeof *x);
        x->kind = __VERIFIER_nondet_int() ? 1 : 0;
        if (x->kind == 1)
            x->as.text = malloc(8);
        else
            x->as.number = -7;
        x->next = all;
        all = x;
    }
    while (all) {
        struct value *x = all;
        all = x->next;
        if (x->kind == 1) free(x->as.text);
        if (x->kind == 0 && x->as.number < 0) reach_error();
        free(x);
    }
    return 0;
}
