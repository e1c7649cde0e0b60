extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int *leak(void)
{
    int x = 3;
    int *volatile p = &x;
    return p;
}
int main(void)
{
    return *leak();
}
/* expect: memsafety false(valid-deref) */
