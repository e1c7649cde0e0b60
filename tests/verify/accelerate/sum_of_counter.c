extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) {
        s += i;
        i++;
    }
#ifdef BUG
    if (i == 70000 && s == 2449965000u) reach_error();
#else
    if (2 * s != n * (n - 1)) reach_error();
#endif
    return 0;
}
/* expect: reach not-false */
/* expect: reach false -DBUG */
