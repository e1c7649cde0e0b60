/* Floats in nodes: their bounds, and the largest of them. */
#include <stdlib.h>
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct sample {
    double weight;
    struct sample *next;
};
int main(void)
{
    struct sample *list = 0;
    while (__VERIFIER_nondet_bool()) {
        double weight = __VERIFIER_nondet_double();
        if (!(weight >= 0.0 && weight <= 1.0)) continue;
        struct sample *s = malloc(sizeof *s);
        s->weight = weight;
        s->next = list;
        list = s;
    }
    double largest = 0.0;
    for (struct sample *s = list; s; s = s->next)
        if (s->weight > largest) largest = s->weight;
    if (!(largest <= 1.0)) reach_error();
    for (struct sample *s = list; s; s = s->next)
        if (!(s->weight >= 0.0 && s->weight <= 1.0)) reach_error();
    while (list) {
        struct sample *s = list;
        list = s->next;
        free(s);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/!(weight >= 0.0 && weight <= 1.0)/weight < 0.0 || weight > 1.0/ */
/* twin: reach s/&& s->weight <= 1.0/\&\& s->weight < 1.0/ */
/* twin: reach s/(largest <= 1.0)/(largest < 1.0)/ */
