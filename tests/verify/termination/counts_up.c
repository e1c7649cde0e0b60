extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    return 0;
}
/* expect: termination true --invariants */
/* says: termination: holds (termination: ranking functions */
/* says: in every round falls -i */
/* expect: termination true --engine ranking */
/* expect: termination unknown --engine kiki --timeout 3 */
