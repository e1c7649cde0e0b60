extern void reach_error(void);
static int f(void) { return 1; }
int main(void)
{
    char *p = (char *)f;
    int (*g)(void) = (int (*)(void))(p + 1 - 1);
    if (g() != 1) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
