extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    int x[10];
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i > 10) return 0;
    int *q = x + i;
    if (!q || !(q + 1 > q - 1)) reach_error();
    return 0;
}
/* expect: reach true */
