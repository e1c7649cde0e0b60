/* The error function of verification tasks. */
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
static void check(int condition)
{
    if (!condition) reach_error();
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    check(x * x != 49);
    return 0;
}
/* options: --inputs -7 */
/* expect: run assertion 6 */
