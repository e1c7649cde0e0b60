extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 800 };

int main(void)
{
    int from[LENGTH], to[LENGTH];
    for (int i = 0; i < LENGTH; i++) from[i] = __VERIFIER_nondet_int(), to[i] = 0;
    for (int i = 0; i < LENGTH; i++)
        if (i != 300 + (TWIN == 1)) to[i] = from[i];
    if (TWIN != 2) to[300] = from[300];
    for (int i = 0; i < LENGTH; i++)
        if (from[i] != to[i]) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
