/* Two bytes at the end of one element and the start of the next, where others are read and written as two from its start on. */
#include <string.h>
extern unsigned nondet(void);
extern void reach_error(void);
static char bytes[400];
int main(void)
{
    unsigned long i = nondet() % 90;
    short whole = 0x302, crossing, other = 0x504;
    memcpy(bytes + 4 * i + 4, &whole, 2);
    bytes[4 * i + 3] = 1;
    memcpy(&crossing, bytes + 4 * i + 3, 2);
    memcpy(bytes + 4 * i + 7, &other, 2);
    memcpy(&whole, bytes + 4 * i + 8, 2);
    if ((unsigned)i * 2654435761u == 0x96af9a3du && crossing == 0x201 && whole == 5) reach_error();
    return 0;
}
/* expect: reach false */
