/* Two arrays that no loop writes, compared by one loop. */
extern void reach_error(void);
#ifndef FIRST
#define FIRST 0
#endif

int main(void)
{
    int a[100000], b[100000], same = 1;
    for (int i = FIRST; i < 100000; i++)
        if (a[i] != b[i]) same = 0;
    for (int i = 0; i < 100000 && same; i++)
        if (a[i] != b[i]) reach_error();
    return 0;
}
/* needs: product(intervals, segments) */
/* twin: reach -DFIRST=1 */
