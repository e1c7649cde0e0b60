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
    unsigned char a = 0, b = 5;
    while (a < 200) {
        a++;
        if (__VERIFIER_nondet_int()) b = a + 3;
    }
    check(b <= a + 5);
}
/* expect: reach true */
