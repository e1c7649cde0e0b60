/* Compound assignments to an atomic _Bool, which clang gets right as long as they give 0 or 1. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    _Atomic _Bool b = 0;
    b |= n > 3;
    b ^= 1;
#ifdef MORE
    b += MORE;
    if (!b) reach_error(); /* C says true */
#else
    if (b != (n <= 3)) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* twin: reach s/n <= 3/n <= 4/ */
/* expect: reach not-false -DMORE=2 */
/* expect: reach not-false LP64 -DMORE=0.5 */
