extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
#ifdef BUG
    if (y == 1000000007) reach_error();
#else
    if (y != n) reach_error();
#endif
    return 0;
}
/* expect: reach not-false */
/* expect: reach false -DBUG */
