/* Conditions that begin with a negation. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
    int first, second;
};
static int check(struct pair *p, int n)
{
    if (!p) return 1;
    if (!p->first) return 2;
    if (!(n == 3)) return 3;
    if (!n == p->second) return 4;
    if (!!n && p->second)
        reach_error();
    return 0;
}
int main(void)
{
    struct pair p = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    return check(&p, __VERIFIER_nondet_int());
}
/* expect: reach false */
/* says: `if (!p->first) return 2;` is false */
/* says: `if (!(n == 3)) return 3;` is false */
/* says: `if (!n == p->second) return 4;` is false */
/* says: `if (!!n && p->second)` is true */
