/* A false assumption ends the run before the error behind it. */
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    reach_error();
}
/* options: --inputs 10 */
/* expect: run none */
