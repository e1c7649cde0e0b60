/* Sums that grow by one amount first and by another one then: an equation for each phase, told apart by the loop's own test. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void up_and_down(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 2 * n; i++) {
        if (i < n) s++;
        else s--;
    }
    if (s != (WRONG && n == 70000)) reach_error();
}

static void there_and_back(int n)
{
    int up = 0, down = n, back = 0;
    for (int k = 0; k < 2 * n; k++) {
        if (back) up--, down++;
        else up++, down--;
        if (!down) back = 1;
    }
    if (up != (WRONG && n == 60000)) reach_error();
}

static void drained_in_turn(unsigned first, unsigned second)
{
    unsigned moved = 0, all = first + second;
    while (first || second) {
        if (first) first--;
        else second--;
        moved++;
        if (WRONG && moved == 50000) moved++;
    }
    if (moved != all) reach_error();
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000) return 0;
    WHICH;
    return 0;
}
/* expect: reach true -DWHICH=up_and_down(n) -DWRONG=0 */
/* expect: reach not-true -DWHICH=up_and_down(n) -DWRONG=1 */
/* expect: reach true -DWHICH=there_and_back((int)n) -DWRONG=0 */
/* expect: reach not-true -DWHICH=there_and_back((int)n) -DWRONG=1 */
/* expect: reach true -DWHICH=drained_in_turn(n,__VERIFIER_nondet_uint()&0xffff) -DWRONG=0 */
/* expect: reach not-true -DWHICH=drained_in_turn(n,__VERIFIER_nondet_uint()&0xffff) -DWRONG=1 */
