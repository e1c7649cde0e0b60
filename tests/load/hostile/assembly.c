/* Assembly that does something. */
int main(void)
{
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    return x - 2;
}
