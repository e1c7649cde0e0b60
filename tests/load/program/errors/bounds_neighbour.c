/* The distance between two objects leads into the other one, which is still out of bounds. */
#include <stdint.h>
static int first[4], second[4];
int main(void)
{
    intptr_t distance = (intptr_t)second - (intptr_t)first;
    char *p = (char *)first + distance;
    *p = 1;
    return 0;
}
/* expect: run out-of-bounds 8 */
