extern int nondet(void);
int main(void)
{
    int *p = 0, c = nondet();
    switch (c) {
        int x;
    case 1:
        x = 5;
        p = &x;
    }
    if (p) return *p;
    return 0;
}
/* expect: memsafety false */
