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
    for (;;) {
        if (i == 3 && __VERIFIER_nondet_int()) break;
        i++;
        if (i > 9) i = 0;
    }
    check(i != 3);
}
/* expect: reach false */
