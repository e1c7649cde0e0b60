/* A divisor without a value, copied through memory. */
#include <string.h>
int main(void)
{
    int a[2], b[2];
    a[0] = 6;
    memcpy(b, a, sizeof b);
    return b[0] / b[1];
}
/* expect: run uninitialised 8 */
