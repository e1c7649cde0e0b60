volatile unsigned n;
int a[4];
int main(void)
{
    unsigned k = n;
    if (k < 4) return a[k];
    return 0;
}
/* expect: memsafety true */
