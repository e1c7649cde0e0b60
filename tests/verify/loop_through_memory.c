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
    int x = 0;
    int *volatile p = &x;
    while (*p < 100)
        (*p)++;
    check(x == 100);
}
/* expect: reach true */
