extern int nondet(void);
struct s { int a[4]; } x, y;
int main(void)
{
    int *p = (nondet() ? x : y).a;
    return *p;
}
/* expect: memsafety not-true */
