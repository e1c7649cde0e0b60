/* The loop is left in two ways; its last `value` is used after the place where both ways meet. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int value, i = 0, first = 0;
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (m < 0 || m > 5) return 0;
    while (1) {
        value = 10 * i;
        if (i == n) {
            first = 1;
            break;
        }
        if (i == m) break;
        i++;
    }
    if (!first && m == 3 && value == 30) reach_error();
}
/* expect: reach false */
