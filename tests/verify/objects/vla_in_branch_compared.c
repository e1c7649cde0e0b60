extern int nondet(void);
extern void reach_error(void);
static int f(long n)
{
    int a[n], b[n];
    return a == b;
}
int main(void)
{
    long n = nondet();
    if (n < 0) {
        if (n < -100000) reach_error();
        return 0;
    }
    return f(n);
}
/* expect: reach false */
