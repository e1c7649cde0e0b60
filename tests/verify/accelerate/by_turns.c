extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = 0, i;
    for (i = 0; i < n; i++) {
        if (i % 2)
            x += 2;
        else
            x += 4;
    }
#ifdef BUG
    if (x == 600000) reach_error();
#else
    if (x % 2) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
