extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    unsigned long n = 0;
    while (1) n += 3;
    return 0;
}
/* expect: termination false */
