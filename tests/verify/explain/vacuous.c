/* Proved, but nothing is said: the assumptions contradict each other, and no run reaches the assertions. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int good)
{
    if (!good) reach_error();
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 5);
    check(n > 4);
    if (n < 3)
        check(n == 7);
    __VERIFIER_assume(n < 2);
    check(n == 100);
    return 0;
}
