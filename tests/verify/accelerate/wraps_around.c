extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = 10, rounds = 0;
    while (x >= 10) {
        x += 2;
        rounds++;
    }
#ifdef BUG
    if (rounds == 2147483643u) reach_error();
#else
    if (x % 2) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
