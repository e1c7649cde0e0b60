extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 600 };

int main(void)
{
    int part[LENGTH];
    long long balance = 0;
    for (int i = 0; i < LENGTH; i++) part[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < LENGTH; i++) balance += part[i];
    if (TWIN == 3) part[7]++;
    for (int i = TWIN == 1; i < LENGTH; i++) balance -= TWIN == 2 ? part[i] & 0xffffff : part[i];
    if (balance != 0) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* twin: reach -DTWIN=3 */
/* except: uncertified */
