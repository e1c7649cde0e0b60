struct s { int a[2]; };
static struct s f(void) { return (struct s){{1, 2}}; }
int main(void)
{
    int *p = f().a;
    return *p;
}
/* expect: memsafety not-true */
