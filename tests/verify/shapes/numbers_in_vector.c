/* Numbers in a vector that grows: what holds for each of them is known of all. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned count = 0, room = 4;
    int *all = malloc(room * sizeof(int));
    if (!all) return 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x < 0) continue;
        if (count == room) {
            if (room >= 4096) break;
            int *more = realloc(all, 2 * room * sizeof(int));
            if (!more) break;
            all = more;
            room *= 2;
        }
        all[count++] = x;
    }
    for (unsigned i = 0; i < count; i++)
        if (all[i] < 0) reach_error();
    free(all);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: reach s/x < 0/x < -1/ */
/* twin: reach s/i < count/i <= count/ */
/* twin: memsafety s/count == room/count > room/ */
