extern int nondet(void);
int main(void)
{
    int x = 1, *p = &x;
    if (nondet()) {
        p = &(int){3};
    }
    return *p;
}
/* expect: memsafety false */
