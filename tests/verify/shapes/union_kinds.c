/* Three kinds of values in a union, made for several callers by one function: facts of a
   member, also of two, hold of those elements that have its tag. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
enum kind { NUMBER, TEXT, RANGE, REAL };
struct value {
    enum kind kind;
    union {
        int number;
        char *text;
        struct { short low, high; } range;
        double real;
    } as;
    struct value *next;
};
static struct value *make(enum kind kind, struct value *next)
{
    struct value *v = malloc(sizeof *v);
    v->kind = kind;
    v->next = next;
    return v;
}
int main(void)
{
    struct value *all = 0;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_uint() % 4) {
        case 0:
            all = make(NUMBER, all);
            all->as.number = __VERIFIER_nondet_uint() % 100;
            break;
        case 1:
            all = make(TEXT, all);
            all->as.text = malloc(8);
            break;
        case 2:
            all = make(RANGE, all);
            all->as.range.low = __VERIFIER_nondet_uint() % 10;
            all->as.range.high = all->as.range.low + 1;
            break;
        default:
            all = make(REAL, all);
            all->as.real = 1.5;
        }
    }
    while (all) {
        struct value *v = all;
        all = v->next;
        if (v->kind == NUMBER && v->as.number < 0) reach_error();
        if (v->kind == RANGE && v->as.range.low >= v->as.range.high) reach_error();
        if (v->kind == TEXT) free(v->as.text);
        free(v);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/range.low + 1/range.low + 0/ */
/* twin: reach s/__VERIFIER_nondet_uint() % 100/__VERIFIER_nondet_int()/ */
/* twin: memsafety s/v->kind == TEXT/v->kind != NUMBER/ */
