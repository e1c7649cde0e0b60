/* An optimiser may conclude from the store that the condition is false. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0;
    int c = __VERIFIER_nondet_int();
    if (c)
        *p = 1;
    return 0;
}
/* options: --inputs 1 */
/* expect: run null-dereference 8 */
