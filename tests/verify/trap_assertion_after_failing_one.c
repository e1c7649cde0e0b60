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
    int x = __VERIFIER_nondet_int();
    check(x != 3);
    check(x != 4);
}
/* expect: reach false */
