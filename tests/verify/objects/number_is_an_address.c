/* One side of the choice is a number that may be the other object's address. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static char big[0x20000], other[8];
int main(void)
{
    char *p = __VERIFIER_nondet_int() ? (char *)0x10000 : big + 0x10000;
    if (p == other + 5) reach_error();
    return 0;
}
/* expect: reach not-true */
