/* Pairs of numbers in each node, of which some never go together. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct entry {
    struct entry *next;
    int day, slot;
};
int main(void)
{
    struct entry *plan = 0;
    while (__VERIFIER_nondet_int()) {
        int day = __VERIFIER_nondet_int(), slot = __VERIFIER_nondet_int();
        if (day < 0 || day > 3 || slot < 0 || slot > 3) continue;
        if ((day == 2 && slot == 0) || (day == 0 && slot == 3) || (day == 2 && slot == 3)) continue;
        struct entry *e = malloc(sizeof *e);
        e->day = day;
        e->slot = slot;
        e->next = plan;
        plan = e;
    }
    for (struct entry *e = plan; e; e = e->next)
        if ((e->day == 0 && e->slot == 3) || (e->day == 2 && e->slot == 0)) reach_error();
    return 0;
}
/* expect: reach true --invariants */
/* says: and (day != 0 or slot != 3) and */
/* twin: reach s/day == 0 \&\& slot == 3/day == 1 \&\& slot == 3/ */
/* twin: reach s/e->slot == 0/e->slot == 1/ */
