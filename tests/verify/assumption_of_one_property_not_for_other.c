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
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        check(i < 4);
        i++;
        check(i < 5);
    }
}
/* expect: reach false */
