/* A local without a value decides a branch. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int y;
    if (__VERIFIER_nondet_int()) y = 3;
    if (y == 3)
        return 1;
    return 0;
}
/* expect: run uninitialised 7 */
