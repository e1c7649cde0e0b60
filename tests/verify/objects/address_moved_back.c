extern unsigned long nondet_ulong(void);
extern void reach_error(void);
int x[4];
int main(void)
{
    unsigned long n = nondet_ulong() % 4, a = (unsigned long)x;
    int *p = (int *)(a + 4 * n);
    *p = 7;
    if (x[n] != 7) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
