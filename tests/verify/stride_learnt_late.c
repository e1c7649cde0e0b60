/* The array is read at every second element first, and, only after some rounds, at any: it is encoded anew with
 * another stride, beside what was encoded before. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void)
{
    unsigned char b[100];
    unsigned long i = __VERIFIER_nondet_ulong(), j = __VERIFIER_nondet_ulong(), n = __VERIFIER_nondet_ulong();
    if (i >= 50 || j >= 100) return 0;
    int s = b[2 * i];
    for (unsigned long k = 0; k < n; k++)
        if (k == 3) s = b[j];
    if (s > 255) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
