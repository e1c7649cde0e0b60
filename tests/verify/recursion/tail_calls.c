/* Calls at the end of functions are loops: what a loop does to memory is known. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct state { int done, left; };
static struct state s;
static int odd(int *sum, int n);
static int even(int *sum, int n)
{
    if (n == 0) return 0;
    *sum += 2;
    return odd(sum, n - 1);
}
static int odd(int *sum, int n)
{
    if (n == 0) return 1;
    *sum += 2;
    return even(sum, n - 1);
}
static void work(struct state *t)
{
    if (t->left == 0) return;
    t->left--;
    t->done++;
    work(t);
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 1000000) return 0;
    int r = even(&sum, n);
    if (r != 0 && r != 1) reach_error();
    s.left = n;
    work(&s);
#ifdef WRONG
    if (sum == 2000 || s.done != n) reach_error();
#else
    if (sum != 2 * n || s.done != n) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* twin: reach -DWRONG */
