extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    for (int i = 0; i < 20; i++)
        ;
    while (1)
        ;
    return 0;
}
/* expect: termination false */
