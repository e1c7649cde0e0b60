extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif

int left[1000], right[1000];

int main(void)
{
    int count = __VERIFIER_nondet_int(), same = 1;
    if (count < 0 || count > 1000) return 0;
    for (int i = 0; i < count; i++) {
        left[i] = __VERIFIER_nondet_int();
        right[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < count; i++) {
        if (left[i] != right[i]) same = 0;
        else if (TWIN == 1) same = 1;
        if (TWIN == 2 && i == 7) same = 1;
    }
    if (same)
        for (int i = 0; i < count; i++)
            if (left[i] != right[i]) reach_error();
    return 0;
}
/* needs: product(intervals, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
