/* The size that the object was made with is not the number it is accessed with. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1 || n > 60) return 0;
    char *a = malloc(n);
    while (__VERIFIER_nondet_int()) {
        n = __VERIFIER_nondet_ulong();
        if (n < 1 || n > 60) {
            free(a);
            return 0;
        }
    }
    a[n - 1] = 0;
    free(a);
    return 0;
}
/* expect: memsafety unknown */
