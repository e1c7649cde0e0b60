extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = 0, n = __VERIFIER_nondet_uint();
    while (x < n && x < 268435454) x += 2;
#ifdef BUG
    if (x == 123456788) reach_error();
#else
    if (x % 2) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
