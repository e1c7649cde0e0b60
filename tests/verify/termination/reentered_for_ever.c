extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0;
    while (n > 0) {
        x = __VERIFIER_nondet_int();
        while (x > 0) x--;
        n -= x;
    }
    return 0;
}
/* expect: termination false */
