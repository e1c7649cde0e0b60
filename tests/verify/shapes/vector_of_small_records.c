/* A vector of records of eight bytes that hold numbers. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct record {
    unsigned char kind;
    int amount;
};
int main(void)
{
    unsigned used = 0, room = 4;
    struct record *all = malloc(room * sizeof *all);
    while (__VERIFIER_nondet_int() && used < 100000) {
        int amount = __VERIFIER_nondet_int();
        if (used == room) {
            room += room / 2;
            all = realloc(all, room * sizeof *all);
        }
        all[used].kind = (unsigned)amount % 3;
        all[used++].amount = amount < 0 ? 0 : amount;
    }
    for (unsigned i = 0; i < used; i++)
        assert(all[i].kind < 3 && all[i].amount >= 0);
    free(all);
    return 0;
}
/* expect: reach true */
/* twin: reach s/amount >= 0/amount > 0/ */
