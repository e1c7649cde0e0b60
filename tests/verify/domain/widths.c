/* A counter of 32 bits beside an index of 64. */
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong(), i;
    int found = 0;
    if (n > 1000000) return 0;
    for (i = 0; i < n; i++)
        if (__VERIFIER_nondet_int()) found++;
    if (found > 1000000) reach_error();
    return 0;
}
/* needs: widths */
/* says: found - i <= 0 */
/* except: among-others: how far the proof is reduced depends on time */
/* not-enough: intervals */
/* not-enough: zones */
/* not-enough: octagons */
