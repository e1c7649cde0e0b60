int a[4];
int main(void)
{
    int b[4] = {1, 2, 3, 4};
    return a[1] + b[(unsigned long)-1 / 4 + 2];
}
/* expect: memsafety false */
