extern int nondet(void);
int main(void)
{
    int *p = 0, *q = 0;
    while (nondet()) {
        int x = 1;
        if (q) return *q;
        q = p;
        p = &x;
    }
    return 0;
}
/* expect: memsafety false */
