extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 900 };
static short mark[LENGTH];

int main(void)
{
    for (int i = LENGTH - 1; i >= (TWIN == 1 ? 1 : 0); i -= TWIN == 2 ? 2 : 1) mark[i] = -3;
    for (int i = 0; i < LENGTH; i++)
        if (mark[i] >= 0) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
