/* no_sanitize asks for no traps; what overflows does so all the same. */
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
__attribute__((no_sanitize("undefined"))) static int sum(int n)
{
    return n + 1;
}
[[clang::no_sanitize("shift")]] static int power(int n)
{
    return 1 << (n & 31);
}
__attribute__((__no_sanitize__("all"), noinline)) static int whole(double x)
{
    return (int)x;
}
static int right(void)
{
    return sum(__VERIFIER_nondet_int() & 15) + power(3) + whole(1.5);
}
static int sum_wrong(void)
{
    return sum(__VERIFIER_nondet_int());
}
static int power_wrong(void)
{
    return power(__VERIFIER_nondet_int());
}
static int whole_wrong(void)
{
    return whole(__VERIFIER_nondet_double());
}
int main(void)
{
    return CASE();
}
/* expect: overflow true LP64 -DCASE=right */
/* expect: overflow false(no-overflow) LP64 -DCASE=sum_wrong */
/* expect: overflow false LP64 -DCASE=power_wrong */
/* expect: overflow false LP64 -DCASE=whole_wrong */
