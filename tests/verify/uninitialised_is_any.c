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
    int x;
    int y = __VERIFIER_nondet_int();
    if (y) x = 3;
    check(x == 3);
}
/* expect: reach false */
