/* Observations compared with what a native run gave: `numbers` and `reals`, in the order in
 * which they are made; of ALONE only the one of that number. What is fixed must be as it was
 * while all before was. */
static unsigned at, at_real;
static int same = 1, exact = 1;
#define NUMBERS (sizeof numbers / sizeof *numbers)
#define REALS (sizeof reals / sizeof *reals)

static int counts(void)
{
#ifdef ALONE
    return at + at_real == ALONE;
#else
    return 1;
#endif
}
static void compare(int equal, int fixed)
{
    if (equal || !counts())
        return;
    if (fixed && same)
        exact = 0;
    same = 0;
}
static void see(long long v)
{
    compare(at < NUMBERS && v == numbers[at], 1);
    at++;
}
static void may(long long v)
{
    compare(at < NUMBERS && v == numbers[at], 0);
    at++;
}
static int equals(long double v, long double expected)
{
    if (__builtin_isnan(v) || __builtin_isnan(expected))
        return __builtin_isnan(v) && __builtin_isnan(expected);
    return v == expected && !__builtin_signbit(v) == !__builtin_signbit(expected);
}
static void see_real(long double v)
{
    compare(at_real < REALS && equals(v, reals[at_real]), 1);
    at_real++;
}
static void may_real(long double v)
{
    compare(at_real < REALS && equals(v, reals[at_real]), 0);
    at_real++;
}

#ifdef POSSIBLE
#define FINISH                                                                               \
    if (same)                                                                                \
    reach_error()
#else
#define FINISH                                                                               \
    if (!exact)                                                                              \
    reach_error()
#endif
