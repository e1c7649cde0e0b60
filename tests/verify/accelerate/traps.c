/* What would be wrong if all rounds were taken for the first and the last one: another way out, an assumption, two stores to one element, two
 * pointers to one variable, a number that strides miss. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
#if TRAP == 1
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        if (i == 999999) return 0;
        i++;
    }
    if (i == 1000000000) reach_error();
    return 0;
}
#elif TRAP == 2
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        __VERIFIER_assume(i != 77777);
        i++;
    }
    if (i == 1000000000) reach_error();
    return 0;
}
#elif TRAP == 3
unsigned a[4];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        a[i % 4] = i;
        a[0] = 5;
        i++;
    }
    if (n == 1000000 && a[0] != 5) reach_error();
    return 0;
}
#elif TRAP == 4
int main(void)
{
    unsigned x = 0, y = 0, *p = &x, *q = __VERIFIER_nondet_uint() ? &x : &y, n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        *p += 1;
        *q -= 1;
    }
    if (n == 100000 && q == p && x != 0) reach_error();
    return 0;
}
#else
int main(void)
{
    unsigned i = 1;
    while (i != 1000000000) {
        i += 2;
        if (i == 1) return 0;
    }
    reach_error();
    return 0;
}
#endif
/* expect: reach not-false -DTRAP=1 */
/* expect: reach not-false -DTRAP=2 */
/* expect: reach not-false -DTRAP=3 */
/* expect: reach not-false -DTRAP=4 */
/* expect: reach not-false -DTRAP=5 */
