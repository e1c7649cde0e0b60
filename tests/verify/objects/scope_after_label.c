extern int nondet(void);
int main(void)
{
    int *p = 0;
    {
    again:;
        int x = nondet();
        p = &x;
        if (*p == 7) goto again;
    }
    return *p;
}
/* expect: memsafety false */
