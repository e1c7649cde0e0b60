extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    double x = 0.5;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 100) return 0;
    x = x + i;
    if (!(x >= 0.5)) reach_error();
    return 0;
}
