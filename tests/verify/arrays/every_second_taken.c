extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 1000 };

int main(void)
{
    int all[LENGTH], even[LENGTH / 2], i = 0, k = 0;
    for (i = 0; i < LENGTH; i++) all[i] = __VERIFIER_nondet_int();
    for (i = 0; i < LENGTH; i += 2) {
        even[k] = all[i];
        k += TWIN == 1 && i == 500 ? 0 : 1;
    }
    for (k = 0; k < LENGTH / 2; k++)
        if (even[k] != all[2 * k + (TWIN == 2)]) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
