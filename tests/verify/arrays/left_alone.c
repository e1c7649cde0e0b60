/* Arrays that no loop writes: what holds of all elements of one that was only read. */
extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif

int main(void)
{
    int a[100000], i, first = a[0], second = a[1];
    if (first < second) {
        int t = first;
        first = second;
        second = t;
    }
    for (i = 2 + (TWIN == 1); i < 100000; i++) {
        if (a[i] >= first) {
            second = first;
            first = a[i];
        } else if (a[i] > (TWIN == 2 ? first : second))
            second = a[i];
    }
    for (i = 0; i < 100000; i++)
        if (a[i] > first) reach_error();
    for (i = 0; i < 100000; i++)
        if (a[i] > second && a[i] != first) reach_error();
    return 0;
}
/* needs: product(intervals, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
