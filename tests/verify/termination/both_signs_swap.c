extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int() % 100;
    while (x != 0) x = x > 0 ? 1 - 2 * (x % 2) : 1;
    return 0;
}
/* expect: termination false */
