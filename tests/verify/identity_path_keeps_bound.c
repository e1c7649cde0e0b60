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
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 10) x++;
    }
    check(x <= 10);
}
/* expect: reach true */
