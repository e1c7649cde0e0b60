/* The error is deep in recursion, behind a function pointer. */
static int down(int n, int (*next)(int *), int *p)
{
    return n ? down(n - 1, next, p) : next(p);
}
static int last(int *p)
{
    return p[1];
}
int main(void)
{
    int x = 3;
    return down(5, last, &x);
}
/* expect: run out-of-bounds 8 */
