/* Each activation has locals of its own: a call at the end that passes the address of one is no loop. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int deep(int n, int *above)
{
    int mine = n;
    if (n == 0) return above ? *above : 0;
    return deep(n - 1, &mine);
}
static int first(int n, int *kept)
{
    int mine = n;
    if (!kept) kept = &mine;
    if (n == 0) return *kept;
    return first(n - 1, kept);
}
int main(void)
{
    if (deep(3, 0) != 1) reach_error();
#ifdef WRONG
    if (first(4, 0) != 0) reach_error();
#else
    if (first(4, 0) != 4) reach_error();
#endif
    return 0;
}
/* expect: reach true --engine bmc */
/* twin: reach -DWRONG */
