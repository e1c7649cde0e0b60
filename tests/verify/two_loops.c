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
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
    if (n > 1000000) return 0;
    while (i < n)
        i++;
    while (j < i)
        j++;
    check(j == n);
}
/* expect: reach true */
