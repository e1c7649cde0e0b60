extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int i = 0;
    while (i < 10)
        for (int j = 0; j < 3; j++) i = j;
    return 0;
}
/* expect: termination false */
