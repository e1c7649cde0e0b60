/* Sums of numbers, of their squares, and the length of two nested loops. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void sums(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 1; i <= n; i++) s += i;
    if (2 * s != n * (n + 1) + (WRONG && n == 20000)) reach_error();
}

static void squares(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s += i * i;
    if (6 * s != n * (n - 1) * (2 * n - 1) + 2 * (WRONG && n == 3)) reach_error();
}

static void quotient(unsigned a, unsigned b)
{
    unsigned q = 0, r = a;
    if (!b) return;
    for (; r >= b; q++) r -= b;
    if (q * b + r != a + (WRONG && q == 7)) reach_error();
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 40000) return 0;
    WHICH;
    return 0;
}
/* expect: reach true -DWHICH=sums(n) -DWRONG=0 */
/* expect: reach false -DWHICH=sums(n) -DWRONG=1 */
/* expect: reach true -DWHICH=squares(n) -DWRONG=0 */
/* expect: reach false -DWHICH=squares(n) -DWRONG=1 */
/* expect: reach true -DWHICH=quotient(n,__VERIFIER_nondet_uint()) -DWRONG=0 */
/* expect: reach false -DWHICH=quotient(n,__VERIFIER_nondet_uint()) -DWRONG=1 */
