extern unsigned long nondet_ulong(void);
int a[4];
static void set(int *p) { *p = 1; }
int main(void)
{
    unsigned long i = nondet_ulong();
    if (i % ((unsigned long)-1 / 4 + 1) > 3) return 0;
    int *p = a + i;
    set(p);
    return 0;
}
/* expect: memsafety false */
