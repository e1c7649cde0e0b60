extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    while (__VERIFIER_nondet_int())
        ;
    return 0;
}
/* expect: termination false */
