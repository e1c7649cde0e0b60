/* Two pointers walk on while a number is counted down: how far they went and what is left are the length together. */
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static int same(const char *p, const char *q, size_t n)
{
    while (n) {
        if (*p != *q) return 0;
        p++, q++, n--;
    }
    return 1;
}
int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    if (n > 1 << 20) return 0;
    char *a = calloc(n, 1), *b = calloc(n, 1);
    int equal = a && b ? same(a, b, n) : 2;
    free(a);
    free(b);
    return equal;
}
/* expect: memsafety true --engine kiki */
/* expect: memsafety not-false --engine shapes */
/* twin: memsafety s/if (.p != .q)/if (p[1] != q[1])/ */
