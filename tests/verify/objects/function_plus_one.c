static int f(void) { return 1; }
int main(void)
{
    char *p = (char *)f;
    int (*g)(void) = (int (*)(void))(p + 1);
    return g();
}
/* expect: memsafety not-true */
