extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    unsigned char n = 255;
    for (unsigned char i = 0; i <= n; i++)
        ;
    return 0;
}
/* expect: termination false */
