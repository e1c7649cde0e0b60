/* What the program tests of a number holds of all that stays: no even number, and of those none with both bits. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct coin {
    int worth;
    struct coin *next;
};
static struct coin *without_even(struct coin *all)
{
    struct coin **at = &all;
    while (*at) {
        struct coin *c = *at;
        if (c->worth % 2 == 0 || (c->worth & 12) == 12) {
            *at = c->next;
            free(c);
        } else {
            at = &c->next;
        }
    }
    return all;
}
int main(void)
{
    struct coin *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct coin *c = malloc(sizeof *c);
        if (!c) abort();
        c->worth = __VERIFIER_nondet_int();
        c->next = all;
        all = c;
    }
    all = without_even(all);
    for (struct coin *c = all; c; c = c->next) {
        if (c->worth % 2 == 0) reach_error();
        if ((c->worth & 12) == 12) reach_error();
    }
    while (all) {
        struct coin *c = all;
        all = c->next;
        free(c);
    }
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/12) == 12) {/12) == 8) {/ */
/* twin: reach s/% 2 == 0 ||/% 4 == 0 ||/ */
