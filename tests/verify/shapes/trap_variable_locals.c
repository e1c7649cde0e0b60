/* Of two locals of variable size one ends with its block. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 4, a[n], *p;
    {
        int b[n];
        p = __VERIFIER_nondet_int() ? a : b;
        p[0] = 1;
        while (__VERIFIER_nondet_int()) {}
    }
    p[0] = 2;
    return 0;
}
/* expect: memsafety unknown */
