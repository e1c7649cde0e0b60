/* An array of pointers in which the last one takes the place of one that is removed: for a moment two words lead to one object. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct connection {
    int number;
};
int main(void)
{
    unsigned room = __VERIFIER_nondet_uint() % 256 + 1, n = 0;
    struct connection **all = calloc(room, sizeof *all);
    while (__VERIFIER_nondet_bool()) {
        if (n < room && __VERIFIER_nondet_bool()) {
            all[n] = malloc(sizeof **all);
            all[n]->number = 3;
            n++;
        } else if (n > 0) {
            unsigned i = __VERIFIER_nondet_uint() % n;
            free(all[i]);
            all[i] = all[--n];
        }
    }
    while (n > 0)
        free(all[--n]);
    free(all);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/all\[i\] = all\[--n\];/n--;/ */
/* twin: memsafety s/all\[i\] = all\[--n\];/all[i] = all[n - 1];/ */
/* twin: memcleanup s/    while (n > 0)$/    while (n > 1)/ */
