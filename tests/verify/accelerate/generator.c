extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, x = 1;
    while (i != n) {
        x = 1664525 * x + 1013904222;
        i++;
    }
#ifdef BUG
    if (i == 1000000000) reach_error();
#else
    if (x % 2 == 0) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
