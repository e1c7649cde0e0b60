extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 400 };

int main(void)
{
    int key = __VERIFIER_nondet_int(), table[LENGTH], i;
    for (i = 0; i < LENGTH; i++) table[i] = __VERIFIER_nondet_int();
    for (i = 0; i < LENGTH; i += 1 + (TWIN == 1))
        if (table[i] == key) break;
    if (i == LENGTH) {
        if (TWIN == 2) key++;
        for (int k = 0; k < LENGTH; k++)
            if (table[k] == key) reach_error();
    }
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
