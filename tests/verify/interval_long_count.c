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
    unsigned long x = 0;
    while (x < 5000000000ul)
        x++;
    check(x == 5000000000ul);
}
/* expect: reach true by=intervals --engine kiki */
