volatile unsigned n;
int a[4];
int main(void)
{
    if (n < 4) return a[n];
    return 0;
}
/* expect: memsafety unknown */
