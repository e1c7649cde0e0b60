extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    char a[100];
    for (char *p = a; p < a + 100; p++)
        if (p == a + 50) p = a;
    return 0;
}
/* expect: termination false */
