extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    char x[4];
    char *q = x + __VERIFIER_nondet_ulong();
    if (!q) reach_error();
    return 0;
}
/* expect: reach not-true */
