extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static int twist(int n)
{
    int a[3] = {1, 2, 3};
    if (n <= 0) return a[n & 1];
    return twist(n - 1) + a[n % 3];
}
int main(void)
{
    int r = twist(__VERIFIER_nondet_int());
    if (r == 1) reach_error();
    return 0;
}
