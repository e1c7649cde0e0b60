/* The address is made and not followed. */
extern unsigned long nondet_ulong(void);
extern void reach_error(void);
int a[4];
int main(void)
{
    unsigned long i = nondet_ulong();
    int *volatile p = &a[i];
    if (i == (unsigned long)-1 / 4 + 1) reach_error();
    return 0;
}
/* expect: reach false */
/* expect: memsafety true */
