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
    int a = 1, b = 2, c = 3, *t[3] = {&a, &b, &c};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2) return 0;
    *t[i] = 10;
    check(a + b + c == 14 || a + b + c == 15 || a + b + c == 13);
    check(a + b + c != 14);
}
/* expect: reach false */
