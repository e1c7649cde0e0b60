/* stdlib.h: pseudo-random numbers. Any sequence, but the same seed gives the same one: where
 * a seed may come again under which numbers were drawn, they are definite and not known. */
#include "system.h"

double __sooth_result_double(void);

enum { MOST = 8 };
static unsigned seeds[MOST]; /* under which numbers were drawn */
static int seed_count, drawn;
static unsigned current = 1;
static int again; /* what is drawn now may have been drawn before */

static void seed(unsigned number)
{
    unsigned now = number ? number : 1; /* the GNU library takes 0 for 1 */
    if (drawn && seed_count < MOST)
        seeds[seed_count++] = current;
    again = seed_count == MOST; /* further ones are not kept */
    for (int i = 0; i < seed_count; i++)
        if (seeds[i] == now)
            again = 1;
    current = now;
    drawn = 0;
}
/* A number that was drawn before, perhaps: definite. */
static long drawn_again(void)
{
    return __sooth_result_int() & INT_MAX;
}

int rand(void)
{
    drawn = 1;
    if (again)
        return (int)drawn_again();
    int r = __VERIFIER_nondet_int();
    __VERIFIER_assume(r >= 0);
    return r;
}
void srand(unsigned now)
{
    seed(now);
}
long random(void)
{
    drawn = 1;
    if (again)
        return drawn_again();
    long r = __VERIFIER_nondet_long();
    __VERIFIER_assume(r >= 0 && r <= 2147483647);
    return r;
}
void srandom(unsigned now)
{
    seed(now);
}

/* Those whose state is in the program's memory, or that always begin alike. */
int rand_r(unsigned *state)
{
    const volatile unsigned *before = state;
    (void)*before;
    *state = (unsigned)__sooth_result_int();
    return __sooth_result_int() & INT_MAX;
}
void srand48(long now)
{
    (void)now;
}
long lrand48(void)
{
    return __sooth_result_int() & INT_MAX;
}
long mrand48(void)
{
    return __sooth_result_int();
}
double drand48(void)
{
    double r = __sooth_result_double();
    __VERIFIER_assume((r >= 0) & (r < 1));
    return r;
}

/* From the system: every number may come each time. */
unsigned arc4random(void)
{
    return (unsigned)__VERIFIER_nondet_int();
}
unsigned arc4random_uniform(unsigned bound)
{
    if (bound < 2)
        return 0;
    unsigned r = (unsigned)__VERIFIER_nondet_int();
    __VERIFIER_assume(r < bound);
    return r;
}
void arc4random_buf(void *to, size_t count)
{
    put_any_bytes(to, (long)count);
}
int getentropy(void *to, size_t count)
{
    if (refused(count > 256, ERROR_INPUT))
        return -1;
    put_any_bytes(to, (long)count);
    return 0;
}
long getrandom(void *to, size_t count, unsigned flags)
{
    long n = any_part(0, count);
    __VERIFIER_assume(n < 0 || count == 0 || n > 0);
    __VERIFIER_assume(n < 0 || count > 256 || (size_t)n == count); /* few come at once */
    put_any_bytes(to, n);
    return n;
}
