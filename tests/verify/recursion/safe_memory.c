extern int __VERIFIER_nondet_int(void);
static int used[16];
static int fill(int n, int at)
{
    int local[4] = {0, 1, 2, 3};
#ifdef WRONG
    if (at > 4 || at < 0) return 0;
#else
    if (at > 3 || at < 0) return 0;
#endif
    if (n <= 0) return local[at];
    return fill(n - 1, local[at]);
}
int main(void)
{
    int i = fill(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    used[i * 5] = 1;
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety -DWRONG */
