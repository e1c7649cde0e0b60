extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = 40;
    if (a != 12) return 0;
    for (int i = 0; i < 3; i++) swap(&a, &b);
    double d = 0.5, *e = &d;
    *e = 2.25;
    if (a == 40 && b == 12 && d > 2) reach_error();
    return 0;
}
/* expect: reach false */
/* shows: a = 40 */
/* shows: b = 12 */
/* shows: d = 2.25 */
