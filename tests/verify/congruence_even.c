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
    long long x = 6;
    while (__VERIFIER_nondet_int())
        x += 8;
    check(x % 2 == 0);
}
/* expect: reach true by=congruences --engine kiki */
