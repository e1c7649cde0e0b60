extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 700 };

int main(void)
{
    int height[LENGTH], largest;
    for (int i = 0; i < LENGTH; i++) height[i] = __VERIFIER_nondet_int();
    largest = height[0];
    for (int i = 1; i < LENGTH - (TWIN == 1); i++)
        if (height[i] > largest + (TWIN == 2)) largest = height[i];
    if (TWIN == 3) largest--;
    for (int i = 0; i < LENGTH; i++)
        if (height[i] > largest) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* twin: reach -DTWIN=3 */
