/* Each number follows from the one before it by what the program computes: 3 - x, and the flag goes with the last. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct step {
    int foot;
    struct step *next;
};
int main(void)
{
    struct step *first = 0, *last = 0;
    int right = 1;
    while (__VERIFIER_nondet_int()) {
        struct step *s = malloc(sizeof *s);
        if (!s) abort();
        s->foot = right ? 1 : 2;
        s->next = 0;
        right = !right;
        if (last)
            last->next = s;
        else
            first = s;
        last = s;
    }
    int want = 1;
    for (struct step *s = first; s; s = s->next) {
        if (s->foot != want) reach_error();
        want = 3 - want;
    }
    while (first) {
        struct step *s = first;
        first = s->next;
        free(s);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/right = !right/right = __VERIFIER_nondet_int() != 0/ */
/* twin: reach s/right ? 1 : 2/right ? 2 : 1/ */
