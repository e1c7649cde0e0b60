extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = 3, i = 0;
    while (i < n) {
        i = (i + 1) % 100;
        n = i + 1;
    }
    return 0;
}
/* expect: termination false */
