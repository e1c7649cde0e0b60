extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (!a || !b) return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return 0;
}
/* expect: termination true */
