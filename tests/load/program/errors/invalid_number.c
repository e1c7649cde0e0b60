/* A number that is the address of nothing. */
int main(void)
{
    volatile int *device = (int *)0x12345678;
    *device = 1;
    return 0;
}
/* expect: run invalid-pointer 5 */
