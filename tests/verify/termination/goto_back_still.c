extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    again:
    if (i > 0) {
        i = i ^ 1;
        goto again;
    }
    return 0;
}
/* expect: termination false */
