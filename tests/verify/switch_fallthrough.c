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
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 1:
        r = 1;
    case 2:
        r += 2;
        break;
    case -7:
        r = 9;
        break;
    default:
        r = 4;
    }
    check(r == 3 || r == 2 || r == 9 || r == 4);
    check(x != 1 || r == 3);
}
/* expect: reach true */
