extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = 0, y = 500000;
    while (x < 1000000) {
        if (x >= 500000) y++;
        x++;
    }
#ifdef BUG
    if (y == x) reach_error();
#else
    if (y != x) reach_error();
#endif
    return 0;
}
/* expect: reach not-false */
/* expect: reach false -DBUG */
