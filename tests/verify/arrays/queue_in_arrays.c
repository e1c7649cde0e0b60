/* A queue whose nodes are numbers: dequeued nodes are freed, and none is freed twice or used afterwards. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define N 1000
unsigned next[N], freed[N];
#ifndef TWIN
#define TWIN 0
#endif
int main(void)
{
    unsigned first = 0, count = 0; /* `count` is no node */
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_assume(first <= count);
        if (__VERIFIER_nondet_int()) { /* enqueue */
            if (count >= N) break;
            freed[count] = 0;
            if (first < count) {
                if (freed[count - 1]) reach_error();
                next[count - 1] = count;
            } else {
                first = count;
            }
            next[count] = TWIN == 1 ? count : count + 1;
            count++;
        } else if (first < count) { /* dequeue */
            if (freed[first]) reach_error();
            unsigned old = first;
            first = TWIN == 2 ? old : next[first];
            freed[old] = 1;
        }
    }
    return 0;
}
/* needs: product(zones, arrays) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
