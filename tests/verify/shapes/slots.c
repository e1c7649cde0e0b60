/* Slots that are taken and given back in any order, in a local array; at its end all of them are looked at. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SLOTS = 20 };
struct session { int user; };
int main(void)
{
    struct session *all[SLOTS];
    for (int i = 0; i < SLOTS; i++)
        all[i] = NULL;
    while (__VERIFIER_nondet_int()) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= SLOTS) continue;
        if (all[k]) {
            free(all[k]);
            all[k] = NULL;
        } else {
            all[k] = malloc(sizeof(struct session));
            if (all[k]) all[k]->user = k;
        }
    }
    for (int i = 0; i < SLOTS; i++)
        free(all[i]);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/            all\[k\] = NULL;/            ;/ */
/* twin: memsafety s/k >= SLOTS/k > SLOTS/ */
/* twin: memcleanup s/        free(all\[i\]);/        if (i) free(all[i]);/ */
