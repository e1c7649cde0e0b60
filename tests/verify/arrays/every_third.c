extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 600 };
static int beat[LENGTH];

int main(void)
{
    for (int i = 0; i < LENGTH; i += 3) beat[i] = 1;
    for (int i = 1 + (TWIN == 1); i < LENGTH; i += 3) beat[i] = 2;
    for (int i = 2; i < LENGTH - (TWIN == 2); i += 3) beat[i] = 3;
    for (int i = 0; i < LENGTH; i++)
        if (beat[i] <= 0 || beat[i] > 3 - (TWIN == 3)) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* twin: reach -DTWIN=3 */
