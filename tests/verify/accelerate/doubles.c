extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = 0, y = 1;
    while (x < 6) {
        x++;
        y *= 2;
    }
#ifdef BUG
    if (y == 64) reach_error();
#else
    if (y % 3 == 0) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
