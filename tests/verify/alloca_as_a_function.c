extern void *alloca(unsigned long);
static int *numbers(void)
{
    int *a = alloca(10 * sizeof(int));
    for (int i = 0; i < 10; i++) a[i] = i;
    return a;
}
int main(void)
{
    return numbers()[3];
}
/* expect: memsafety false(valid-deref) */
