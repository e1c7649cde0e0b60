extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif

short length;
static short *shrinks(void) { return &length; }

int main(void)
{
    length = __VERIFIER_nondet_short();
    if (length < 1) return 0;
    short part[length];
    long balance = 0;
    short *cell = TWIN == 1 ? shrinks() : part;
    for (int i = 0; i < length; i++) part[i] = __VERIFIER_nondet_short();
    for (int i = 0; i < length; i++) balance += part[i];
    if (TWIN == 2 && __VERIFIER_nondet_int()) length--;
    for (int i = 0; i < length; i++) {
        if (TWIN == 1 && i == 3) *cell = 4;
        balance -= part[i];
    }
    if (balance != 0) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* except: uncertified */
