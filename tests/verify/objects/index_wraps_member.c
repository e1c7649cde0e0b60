extern unsigned long nondet_ulong(void);
struct pair { long x, y; } a[8];
int main(void)
{
    unsigned long i = nondet_ulong();
    if ((i << 4 | i << 3) % sizeof(unsigned long) == 0 && i > (unsigned long)-1 / 16) return (int)a[i].y;
    return 0;
}
/* expect: memsafety false */
