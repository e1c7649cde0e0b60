/* `assert` and the assertions of other tools mean themselves where no header declares them. */
int main(void)
{
    int x = __VERIFIER_nondet_int(), i = 0;
    __CPROVER_assume(x > 0 && x < 100);
    while (i < x) i++;
    __CPROVER_assert(i == x, "counted");
    assert(i < 99);
    return 0;
}
/* expect: reach false */
