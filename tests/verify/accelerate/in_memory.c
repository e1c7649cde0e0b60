extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned total, rest = 100000;
int main(void)
{
    while (rest) {
        rest--;
        total += 3;
    }
#ifdef BUG
    if (total == 300000) reach_error();
#else
    if (total != 300000) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
