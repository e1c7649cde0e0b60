extern int nondet(void);
int main(void)
{
    int *p = 0;
    {
        if (nondet()) goto inside;
        int x = 1;
    inside:
        x = 2;
        p = &x;
    }
    return *p;
}
/* expect: memsafety false */
