extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, x = 0;
    while (i < n) {
        if (i < 300000000)
            x++;
        else
            x += 2;
        i++;
    }
#ifdef BUG
    if (x == 900000000) reach_error();
#else
    if (n <= 300000000 && x != n) reach_error();
#endif
    return 0;
}
/* expect: reach not-false */
/* expect: reach false -DBUG */
