/* Two steps of half the address space lead back. */
unsigned long half = (unsigned long)-1 / 8 + 1;
int a[4];
int main(void)
{
    int *p = a + half;
    p += half;
    return *p;
}
/* expect: memsafety false */
