extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    volatile int x = nondet();
    int *volatile p = (int *)&x;
    if (x == 5 && *p == 5) reach_error();
    return 0;
}
/* expect: reach false */
/* expect: memsafety true */
