/* A number or a string of its own, told by a tag; later some numbers become strings. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct value { int tag; union { long number; char *text; } as; struct value *next; };
int main(void)
{
    struct value *h = 0;
    while (__VERIFIER_nondet_int()) {
        struct value *x = malloc(sizeof *x);
        x->tag = __VERIFIER_nondet_int() ? 1 : 0;
        if (x->tag == 1) {
            x->as.text = malloc(8);
            x->as.text[0] = 'q';
        } else {
            x->as.number = 7;
        }
        x->next = h;
        h = x;
    }
    for (struct value *x = h; x; x = x->next) {
        if (x->tag == 1 && x->as.text[0] != 'q') reach_error();
        if (x->tag == 0 && x->as.number != 7) reach_error();
    }
    for (struct value *x = h; x; x = x->next)
        if (x->tag == 0 && __VERIFIER_nondet_int()) {
            x->as.text = malloc(8);
            x->tag = 1;
        }
    while (h) {
        struct value *x = h;
        h = x->next;
        if (x->tag == 1) free(x->as.text);
        free(x);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/x->tag == 0 && x->as.number != 7/x->as.number != 7/ */
/* twin: memsafety s/x->tag = 1;/;/ */
