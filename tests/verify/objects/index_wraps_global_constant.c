int a[4];
int main(void)
{
    return *(a + ((unsigned long)-1 / 4 + 2));
}
/* expect: memsafety false */
