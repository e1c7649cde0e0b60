extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 500 };
static int level[LENGTH];

int main(void)
{
    for (int i = 0; i < LENGTH; i++) level[i] = 4;
    for (int i = 0; i < LENGTH; i++) {
        level[i] += 3;
        if (TWIN == 1 && i == 77) level[i - 1]++;
        if (TWIN == 2) i += i == 99;
    }
    for (int i = 0; i < LENGTH; i++)
        if (level[i] != 7) reach_error();
    return 0;
}
/* needs: product(zones, pointers, equalities, arrays) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
