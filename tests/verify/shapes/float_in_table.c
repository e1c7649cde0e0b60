/* Words of a table lead to lists, all of which may be empty: the float that each of their elements holds is known by a fact alone then. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cell { double value; struct cell *right; };
int main(void)
{
    int rows = __VERIFIER_nondet_int();
    if (rows <= 0 || rows > 1000) return 0;
    struct cell **row = malloc((size_t)rows * sizeof *row);
    if (!row) return 0;
    for (int i = 0; i < rows; i++)
        row[i] = NULL;
    while (__VERIFIER_nondet_int()) {
        int r = __VERIFIER_nondet_int();
        if (r < 0 || r >= rows) continue;
        struct cell *x = malloc(sizeof *x);
        if (!x) break;
        x->value = 1.5;
        x->right = row[r];
        row[r] = x;
    }
    for (int i = 0; i < rows; i++)
        while (row[i]) {
            struct cell *x = row[i];
            row[i] = x->right;
            free(x);
        }
    free(row);
    return 0;
}
/* expect: memcleanup true */
/* twin: memcleanup s/for (int i = 0; i < rows; i++)$/for (int i = 1; i < rows; i++)/ */
