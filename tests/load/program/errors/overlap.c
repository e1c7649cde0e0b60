/* memcpy between overlapping ranges; memmove may. */
#include <string.h>
int main(void)
{
    char text[12] = "abcdefgh";
    memmove(text + 1, text, 8);
    memcpy(text + 1, text, 8);
    return 0;
}
/* expect: run overlap 7 */
