extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 6) return 0;
    unsigned start = x;
    while (x < 700000000) x += 7;
#ifdef BUG
    if (x - start == 700000000) reach_error();
#else
    if (x - start != 700000000) reach_error();
#endif
    return 0;
}
/* expect: reach not-false */
/* expect: reach false -DBUG */
