/* A jump back to setjmp. */
#include <setjmp.h>
static jmp_buf place;
static int depth;
int main(void)
{
    if (setjmp(place)) return 0;
    depth++;
    longjmp(place, 1);
}
