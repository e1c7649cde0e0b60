extern unsigned long nondet_ulong(void);
extern long nondet_long(void);
extern void reach_error(void);
struct pair { int x, y; } a[10];
static void swap(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}
int main(void)
{
    unsigned long n = nondet_ulong();
    if (n > 10) return 0;
    for (unsigned long i = 0; i < n; i++) a[i].x = 1;
    long k = nondet_long();
    struct pair *end = a + 10;
    if (k < -10 || k >= 0) return 0;
    end[k].y = 2;
    if (n) swap(&a[n - 1].x, &a[0].y);
    if (end[k].y != 2 && end[k].y != 1) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
