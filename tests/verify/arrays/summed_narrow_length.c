extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
#ifndef TWIN
#define TWIN 0
#endif

int main(void)
{
    short length = __VERIFIER_nondet_short();
    if (length < 1) return 0;
    short part[32768];
    long balance = 0;
    for (int i = 0; i < length; i++) part[i] = __VERIFIER_nondet_short();
    for (int i = 0; i < length; i++) balance += part[i];
    for (int i = 0; i < length - (TWIN == 1); i++) balance -= part[i];
    if (balance != 0) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* except: uncertified */
