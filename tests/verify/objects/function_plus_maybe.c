extern int nondet(void);
extern void reach_error(void);
static int f(void) { return 1; }
int main(void)
{
    unsigned long p = (unsigned long)f;
    if (nondet()) p += 1;
    int (*g)(void) = (int (*)(void))p;
    return g();
}
/* expect: memsafety not-true */
