/* Half of a stored pointer is overwritten. */
#include <string.h>
int main(void)
{
    int x = 1;
    int *p = &x;
    memset(&p, 0x11, sizeof p / 2);
    *p = 2;
    return 0;
}
/* expect: run invalid-pointer 8 */
