/* An array of pointers from whose middle some are removed, in order: those behind move up one by one. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct item {
    int value;
};
int main(void)
{
    struct item *all[64];
    unsigned n = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (n == 64) continue;
            all[n] = malloc(sizeof **all);
            all[n]->value = 0;
            n++;
        } else if (n > 0) {
            unsigned i = __VERIFIER_nondet_uint() % n;
            free(all[i]);
            for (; i + 1 < n; i++)
                all[i] = all[i + 1];
            n--;
        }
    }
    while (n > 0) {
        n--;
        all[n]->value++;
        free(all[n]);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/            n--;$/            ;/ */
/* twin: memsafety s/i + 1 < n/i + 2 < n/ */
/* twin: memcleanup s/            n--;$/            if (n > 1) n -= 2; else n--;/ */
