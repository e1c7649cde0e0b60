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
    int x = 0, y = 1000;
    while (x < 1000 && __VERIFIER_nondet_int()) {
        x++;
        y--;
    }
    check(x + y == 1000);
}
/* expect: reach true by=affine --engine kiki */
/* expect: reach true by=sums --engine ai --domain sums */
