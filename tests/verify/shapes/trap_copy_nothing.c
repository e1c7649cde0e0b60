/* A copy of no bytes is fine wherever the pointers lead. */
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void)
{
    char b[4], *p = 0;
    unsigned long n = __VERIFIER_nondet_ulong() & 1;
    memcpy(b, p, n);
    if (n == 0) reach_error();
    return 0;
}
/* expect: reach unknown */
