/* setjmp's first return gives 0; only reaching longjmp would be unsupported. */
#include <setjmp.h>
static jmp_buf back;
static int risky(int n)
{
    if (n > 100) longjmp(back, 1);
    return n + 1;
}

int main(void)
{
    if (setjmp(back)) return 1;
    return risky(41) == 42 ? 0 : __LINE__;
}
/* exit: 0 */
