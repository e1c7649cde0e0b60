/* A shift by the width. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned x = 1;
    return (x << n) != 0;
}
/* options: --inputs 32 */
/* expect: run shift 7 */
