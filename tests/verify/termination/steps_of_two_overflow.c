extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i += 2)
        ;
    return 0;
}
/* expect: termination unknown --timeout 3 */
