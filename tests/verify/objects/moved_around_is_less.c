/* The address wraps around: the pointer is below its object although its offset is positive. */
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    char x[4];
    unsigned long by = __VERIFIER_nondet_ulong();
    char *p = x + by;
    if (by < 0x7fffffff && p < x) reach_error();
    return 0;
}
/* expect: reach not-true ILP32 */
/* expect: reach not-false LP64 */
