/* Nodes own rows of four numbers, which loops with constant bounds fill and read: the rows stay whole. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct row {
    int *cells;
    struct row *next;
};
int main(void)
{
    struct row *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        if (!r) abort();
        r->cells = malloc(4 * sizeof(int));
        if (!r->cells) abort();
        for (int i = 0; i < 4; i++)
            r->cells[i] = 3 * i;
        r->next = all;
        all = r;
    }
    for (struct row *r = all; r; r = r->next)
        for (int i = 0; i < 4; i++)
            if (r->cells[i] != 3 * i) reach_error();
    while (all) {
        struct row *r = all;
        all = r->next;
        free(r->cells);
        free(r);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/cells\[i\] = 3 \* i/cells[i] = 3 * i + i \/ 3/ */
