/* The index of the segment stays far below the length limit of the array, which is a constant of the program as loaded: what is
 * kept is not yet what is reached. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 1 || n % 4) return 0;
    int low = __VERIFIER_nondet_int();
    int a[n];
    for (int i = 1; i <= n / 4; i++) {
        a[i * 4 - 4] = 5 >= low ? 5 : 0;
        a[i * 4 - 3] = 7 >= low ? 7 : 0;
#if TWIN != 2
        a[i * 4 - 2] = 3 >= low ? 3 : 0;
#endif
#if TWIN == 1
        a[i * 4 - 1] = 1 >= low ? 1 : -1;
#else
        a[i * 4 - 1] = 1 >= low ? 1 : 0;
#endif
    }
    for (int i = 0; i < n; i++)
        if (a[i] < low && a[i] != 0) reach_error();
    return 0;
}
/* needs: product(intervals, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* options: --data-model ILP32 */
