extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 0, *p = &x, *q = &y;
    while (*p > 0) *q = 1 - *q;
    return 0;
}
/* expect: termination false */
