extern void reach_error(void);
static const char *f(void) { return "xabd"; }
static const char *g(void) { return "abc"; }
static const char named[] = "xabc";
int main(void)
{
    if (f() + 1 == g() || f() == named || g() == named + 1) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach true --engine shapes */
