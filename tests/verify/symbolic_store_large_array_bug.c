extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int big[5000];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 5000 || j >= 5000) return 0;
    big[i] = 7;
    big[j] = 8;
    check(big[i] == 7);
}
/* expect: reach false */
