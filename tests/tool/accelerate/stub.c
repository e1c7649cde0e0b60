/* Runs the program of one file with many seeds: the first input is the seed modulo SEEDS, later ones are random and small. Prints, for
 * each run that comes to its end, the first input, the final state, and whether an accelerator was taken. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
enum { SEEDS = 24, TRIES = 200, STEPS = 1000 };
int tested(void);
static jmp_buf over;
static unsigned first, asked, way_taken, as_written;
static unsigned next(void)
{
    unsigned draw = (unsigned)rand();
    if (asked++ == 0) return first;
    if (asked > STEPS) longjmp(over, 1);
    return draw % 3 ? draw / 3 % 4 : draw / 3 % 14;
}
unsigned __VERIFIER_nondet_uint(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void)
{
    unsigned char way = as_written ? 0 : (unsigned char)next();
    way_taken |= way;
    return way;
}
_Bool __VERIFIER_nondet_bool(void) { return next() % 2; }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return next(); }
void __VERIFIER_assume(int holds)
{
    if (!holds) longjmp(over, 1);
}
void reach_error(void) { longjmp(over, 1); }
void final_state(unsigned x) { printf("%u %u %d\n", first, x, way_taken != 0); }
int main(void)
{
    for (unsigned run = 0; run < SEEDS * TRIES; run++) {
        first = run % SEEDS;
        asked = way_taken = 0;
        as_written = run / SEEDS % 8 == 0;
        srand(run);
        if (!setjmp(over)) tested();
    }
    return 0;
}
