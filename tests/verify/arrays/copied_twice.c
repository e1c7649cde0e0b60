extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 2000 };

int main(void)
{
    int first[LENGTH], second[LENGTH], third[LENGTH];
    int *other = TWIN == 2 ? second : third;
    for (int i = 0; i < LENGTH; i++) first[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < LENGTH; i++) second[i] = first[i];
    for (int i = TWIN == 1; i < LENGTH; i++) third[i] = second[i];
    if (TWIN == 3) first[17] = 0;
    if (TWIN == 2) other[5] = 1, third[5] = second[5];
    for (int i = 0; i < LENGTH; i++)
        if (first[i] != third[i]) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* twin: reach -DTWIN=3 */
