/* Parts that move between three accounts, and a clock that carries: what is kept is only seen branch by branch. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void accounts(void)
{
    long a = 1000, b = 0, c = 0;
    while (__VERIFIER_nondet_int()) {
        int way = __VERIFIER_nondet_int();
        long part = __VERIFIER_nondet_uint() & 7;
        if (way == 0 && a >= part) {
            a -= part;
            b += part;
        } else if (way == 1 && b >= part) {
            b -= part;
            c += part + (WRONG && part == 5);
        } else if (c >= part) {
            c -= part;
            a += part;
        }
    }
    if (a + b + c != 1000) reach_error();
}

static void carry(unsigned n)
{
    unsigned low = 0, high = 0;
    for (unsigned i = 0; i < n; i++) {
        low++;
        if (low == 10 + (WRONG && high == 50)) {
            low = 0;
            high++;
        }
    }
    if (high * 10 + low != n) reach_error();
}

static void week(unsigned n)
{
    unsigned day = 0;
    for (unsigned i = 0; i < n; i++) {
        day++;
        if (day == 7) day = 0;
        if (WRONG && i == 100000) day = 3;
    }
    if (day != n % 7) reach_error();
}

int main(void)
{
    WHICH;
    return 0;
}
/* expect: reach true -DWHICH=accounts() -DWRONG=0 */
/* expect: reach false -DWHICH=accounts() -DWRONG=1 */
/* expect: reach true -DWHICH=carry(__VERIFIER_nondet_uint()) -DWRONG=0 */
/* expect: reach false -DWHICH=carry(__VERIFIER_nondet_uint()) -DWRONG=1 */
/* expect: reach true -DWHICH=week(__VERIFIER_nondet_uint()) -DWRONG=0 */
/* expect: reach false -DWHICH=week(__VERIFIER_nondet_uint()) -DWRONG=1 */
