/* An array of records with parts of their own, which hold the index they were made at. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct record {
    int kind;
    int *part;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    struct record **all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        all[i] = malloc(sizeof(struct record));
        all[i]->kind = 3;
        all[i]->part = malloc(sizeof(int));
        *all[i]->part = i;
    }
    for (int i = 0; i < n; i++) {
        if (all[i]->kind != 3 || *all[i]->part < 0) reach_error();
        free(all[i]->part);
        free(all[i]);
    }
    free(all);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/\*all\[i\]->part = i/*all[i]->part = i - 1/ */
/* twin: memsafety s/free(all\[i\]);/free(all[0]);/ */
/* twin: memcleanup s/free(all\[i\]->part);// */
