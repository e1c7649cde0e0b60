extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    while (x >= 0) x--;
    return 0;
}
/* expect: termination false */
