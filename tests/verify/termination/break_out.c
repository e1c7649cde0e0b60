extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int i = 0;
    for (;;) {
        if (i > 5000000) break;
        i++;
    }
    return 0;
}
/* expect: termination true */
