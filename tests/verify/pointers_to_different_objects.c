extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int a, b;
int main(void)
{
    check(&a != &b);
    check((unsigned long)&a < (unsigned long)&b);
}
/* expect: reach not-true */
