/* malloc does not clear. */
#include <stdlib.h>
int main(void)
{
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    int sum = a[0] + a[1];
    free(a);
    return sum > 0 ? 1 : 0;
}
/* expect: run uninitialised 9 */
