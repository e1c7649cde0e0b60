/* stdlib.h: pseudo-random numbers. Any sequence, but the same seed gives the same one: where
 * a seed comes again under which numbers were drawn, the model gives up. */
#include "models.h"

void __sooth_unsupported_random_numbers_of_an_earlier_seed(void);

enum { MOST = 8 };
static unsigned seeds[MOST]; /* under which numbers were drawn */
static int seed_count, drawn;
static unsigned current = 1;

static void seed(unsigned now)
{
    if (drawn) {
        if (seed_count == MOST)
            __sooth_unsupported_random_numbers_of_an_earlier_seed();
        seeds[seed_count++] = current;
    }
    for (int i = 0; i < seed_count; i++)
        if (seeds[i] == now)
            __sooth_unsupported_random_numbers_of_an_earlier_seed();
    current = now;
    drawn = 0;
}

int rand(void)
{
    int r = __VERIFIER_nondet_int();
    __VERIFIER_assume(r >= 0);
    drawn = 1;
    return r;
}
void srand(unsigned now)
{
    seed(now);
}
long random(void)
{
    long r = __VERIFIER_nondet_long();
    __VERIFIER_assume(r >= 0 && r <= 2147483647);
    drawn = 1;
    return r;
}
void srandom(unsigned now)
{
    seed(now);
}
