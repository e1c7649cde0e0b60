/* More statics than the analysis keeps apart, one of which is written through such a pointer. */
extern void reach_error(void);
static int a = 3, b, c, d, e, f, g, h, i, j;
static int *chosen(int n)
{
    int *p = &a;
    for (; n > 0; n--) p = n == 1 ? p : n == 2 ? &b : n == 3 ? &c : n == 4 ? &d : n == 5 ? &e : n == 6 ? &f : n == 7 ? &g : n == 8 ? &h : n == 9 ? &i : &j;
    return p;
}
void change(int n)
{
    int *p = chosen(n);
    *p = n;
}
int look(void)
{
    if (a != 3) reach_error();
    return 0;
}
/* expect: reach not-true --function look --any-caller */
