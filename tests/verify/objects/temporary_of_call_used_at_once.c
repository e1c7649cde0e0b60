extern void reach_error(void);
struct s { int a[2]; };
struct large { int a[20]; };
static struct s f(int n) { return (struct s){{n, 2}}; }
static struct large g(int n) { return (struct large){{n, 2}}; }
static int first(const int *p) { return *p; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += f(i).a[0] + g(i).a[1] + first(f(i).a);
    if (sum != 12) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
