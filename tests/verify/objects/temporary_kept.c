struct large { int a[20]; };
static struct large g(void) { return (struct large){{1, 2}}; }
static int *kept;
static void keep(int *p) { kept = p; }
int main(void)
{
    keep(g().a);
    return *kept;
}
/* expect: memsafety not-true */
