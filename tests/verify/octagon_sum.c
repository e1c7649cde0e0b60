extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int taken = 0, left = 1000;
    while (left > 0 && __VERIFIER_nondet_int()) {
        left -= 3;
        if (__VERIFIER_nondet_int()) taken++;
    }
    check(taken + left <= 1000);
}
/* expect: reach true by=octagons --engine kiki */
