extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned i = 0;
    while (i < 268435455) i++;
#ifdef BUG
    if (i == 268435455) reach_error();
#else
    if (i != 268435455) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
