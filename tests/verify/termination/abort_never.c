extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
int main(void)
{
    int i = 0;
    while (1) {
        if (i > 5000000) abort();
        i = (i + 1) % 1000;
    }
    return 0;
}
/* expect: termination false */
