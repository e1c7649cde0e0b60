/* Empty inline assembly: a barrier, or a value that passes through. */
static int hide(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}

int main(void)
{
    int a = 20, b;
    __asm__ volatile("" ::: "memory");
    __asm__("" : "=r"(b) : "0"(a));
    if (b != 20) return __LINE__;
    __asm__ volatile("" : "+m"(a));
    int c = 1, d = 2;
    __asm__("" : "+r"(c), "+r"(d));
    return hide(a) + b + c + d == 43 ? 0 : __LINE__;
}
/* exit: 0 */
