/* Two counters that run down together what two others ran up, and a place that moves two steps in a round. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();
    unsigned i, j, k = 0, place = start;
    if (first > 1000000 || second > 1000000) return 0;
    for (i = 0; i < first; i++) k++;
    for (j = 0; j < second; j++) k++;
    while (k > 0) {
        k--;
        place += 2;
    }
    if (place != start + STEP * (i + j) + REST) reach_error();
    return 0;
}
/* expect: reach true -DSTEP=2 -DREST=0 */
/* expect: reach false -DSTEP=2 -DREST=1 */
/* expect: reach false -DSTEP=3 -DREST=0 */
