extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int *p = 0, c = nondet();
    switch (c) {
        int x;
    case 1:
        x = 5;
        p = &x;
        if (*p != 5) reach_error();
        p = 0;
    }
    if (p) return *p;
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
