extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5) return 0;
again:
    if (i < n) {
        i++;
        goto again;
    }
    check(i == n);
}
/* expect: reach true */
