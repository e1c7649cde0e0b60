extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x) x >>= 1;
    return 0;
}
/* expect: termination false */
/* says: inputs: */
