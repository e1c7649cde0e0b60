/* A read that begins inside a global and ends outside. */
#include <string.h>
static char text[6] = "short";
int main(void)
{
    long long value;
    memcpy(&value, text, sizeof value);
    return (int)value;
}
/* expect: run out-of-bounds 7 */
