extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int positive(int *n)
{
    return --*n > 0 && *n < 1000000;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (positive(&n))
        ;
    return 0;
}
/* expect: termination true */
