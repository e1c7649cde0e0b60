extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
struct s {
    char tag;
    int a[3];
    char *p;
};
int main(void)
{
    char c = 9;
    struct s x = {1, {2, 3, 4}, &c}, y;
    y = x;
    y.a[1]++;
    check(x.a[1] == 3 && y.a[1] == 4 && *y.p == 9 && y.tag == 1);
}
/* expect: reach true */
