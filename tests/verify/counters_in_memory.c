/* What globals and members count is related to the number they started with, also where a function does the counting. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int left, done;
struct work { int done, left; };
static void finish(struct work *w)
{
    while (w->left != 0) {
        w->left--;
        w->done++;
    }
}
static void pass(struct work *w)
{
    finish(w);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct work w = {0, 0};
    if (n < 0 || n > 1000000) return 0;
    left = n;
    while (left > 0) {
        left--;
        done++;
    }
    if (done != n) reach_error();
    w.left = n;
    pass(&w);
    if (w.done != n) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/        w->done++;/        if (w->left != 77777) w->done++;/ */
/* twin: reach s/        done++;/        if (left != 777) done++;/ */
