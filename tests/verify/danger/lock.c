/* The error needs a lock that was taken and given back many times, and is taken. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef FREES
#define FREES 0
#endif
int main(void)
{
    int taken = 0, times = 0;
    while (1) {
        int wish = __VERIFIER_nondet_int();
        if (wish == 1 && !taken)
            taken = 1;
        else if (wish == 2 && taken) {
            taken = FREES;
            times++;
        }
        if (times == 150000 && taken != FREES)
            reach_error();
        if (times > 150000)
            return 0;
    }
}
/* expect: reach false */
/* expect: reach not-false -DFREES=1 */
