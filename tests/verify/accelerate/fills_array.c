extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[100000];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n > 100000 || k >= n) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = 7;
#ifdef BUG
    if (k == 70000 && a[k] == 7) reach_error();
#else
    if (a[k] != 7) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
