extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = 40000;
    for (short s = 0; s < n; s++)
        ;
    return 0;
}
/* expect: termination false */
