extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned twice(unsigned z)
{
    return z + 2;
}
int main(void)
{
    unsigned x = 0;
    while (x < 268435455) x = twice(x);
#ifdef BUG
    if (x == 268435456) reach_error();
#else
    if (x % 2) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
