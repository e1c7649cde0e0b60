/* Neither number falls in every round, nor any sum of them, but the smaller one does. */
extern int __VERIFIER_nondet_int(void);
#ifdef WRONG
#define STEP 0
#else
#define STEP 1
#endif
int main(void)
{
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    while (p > 0 && q > 0 && p != q) {
        if (q < p) {
            q = q - STEP;
            p = __VERIFIER_nondet_int();
        } else {
            p = p - 1;
            q = __VERIFIER_nondet_int();
        }
    }
    return 0;
}
/* expect: termination true --invariants */
/* says: falls min(q, p) */
/* expect: termination not-true -DWRONG --timeout 3 */
