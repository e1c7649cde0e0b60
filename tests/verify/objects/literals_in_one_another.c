/* Whether literals share bytes is unspecified: linkers put "abc" into "xabc". */
extern void reach_error(void);
static const char *f(void) { return "xabc"; }
static const char *g(void) { return "abc"; }
int main(void)
{
    if (f() + 1 == g()) reach_error();
    return 0;
}
/* expect: reach not-true */
/* expect: reach not-true --engine shapes */
