extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    float x = 16777216.0f;
    float y = x + 1.0f;
    check(y == x);
    double d = 0.1 + 0.2;
    check(d != 0.3);
}
/* expect: reach true */
