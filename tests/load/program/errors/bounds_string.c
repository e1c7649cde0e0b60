/* A library function runs over the end; the place is the caller's. */
#include <string.h>
int main(void)
{
    char small[4];
    strcpy(small, "too long");
    return 0;
}
/* expect: run out-of-bounds 6 */
