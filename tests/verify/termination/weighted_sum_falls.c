/* What is left to do grows by turns; only a sum with large factors falls. */
extern int __VERIFIER_nondet_int(void);
#ifndef MORE
#define MORE 11
#endif
int main(void)
{
    int open = 1, n = __VERIFIER_nondet_int();
    while (open > 0) {
        if (n > 100) {
            n -= 10;
            open--;
        } else {
            n += MORE;
            open++;
        }
    }
    return 0;
}
/* expect: termination true --invariants */
/* says: 21*open */
/* expect: termination not-true -DMORE=9 --timeout 3 */
