/* A narrow counter is what the wide one beside it is, modulo its width. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifndef STEP
#define STEP 1
#endif
int main(void)
{
    unsigned char low = 0;
    unsigned short middle = 5;
    unsigned rounds = 0, limit = __VERIFIER_nondet_uint();
    while (rounds < limit) {
        low += STEP;
        middle++;
        rounds++;
    }
    if (low != (unsigned char)rounds) reach_error();
    if ((unsigned short)(middle - 5) != (unsigned short)rounds) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach false -DSTEP=3 */
