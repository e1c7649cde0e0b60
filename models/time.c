/* time.h: clocks are inputs; what a moment is called depends on the place: an error that
 * rests on it does not count. */
#include "system.h"

/* A clock shows some moment within the next thirty thousand years, or fails. */
static long any_moment(void)
{
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= -1 && now < LONG_MAX && (long long)now < 1ll << 40);
    return now;
}

long time(long *out)
{
    long now = any_moment();
    if (out)
        *out = now;
    return now;
}

/* In millionths of a second. */
long clock(void)
{
    long used = __VERIFIER_nondet_long();
    __VERIFIER_assume(used >= -1 && used < LONG_MAX && (long long)used < 1ll << 60);
    return used;
}

double difftime(long end, long start)
{
    unsigned long later = (unsigned long)end - (unsigned long)start;
    return end >= start ? (double)later : -(double)(0 - later);
}

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

static int within(int low, int high)
{
    int r = __sooth_result_int();
    __VERIFIER_assume((r >= low) & (r <= high));
    return r;
}

/* The name of a zone is short and nobody knows it. */
static const char *any_zone(void)
{
    static char zone[8];
    for (int i = 0; i < 7; i++)
        zone[i] = (char)__sooth_result_int();
    return zone;
}

static void tell(struct tm *t)
{
    touch_errno();
    *t = (struct tm){within(0, 60),         within(0, 59),  within(0, 23),
                     within(1, 31),         within(0, 11),  within(INT_MIN, INT_MAX),
                     within(0, 6),          within(0, 365), within(-1, 1),
                     within(-90000, 90000), any_zone()};
}

static int is_refused(long long moment)
{
    int far_away = moment > 67767976233529199 || moment < -67768040609740800;
    if (!far_away || !__sooth_any_choice())
        return 0;
    set_any_errno();
    return 1;
}

/* A moment whose year does not fit is refused. localtime and gmtime may share their result.
 */
static struct tm broken_down[2];
#define BROKEN_DOWN(name, which)                                                             \
    struct tm *name(const long *moment)                                                      \
    {                                                                                        \
        if (is_refused(*moment))                                                             \
            return NULL;                                                                     \
        struct tm *result = &broken_down[which];                                             \
        tell(result);                                                                        \
        return result;                                                                       \
    }                                                                                        \
    struct tm *name##_r(const long *moment, struct tm *out)                                  \
    {                                                                                        \
        if (is_refused(*moment))                                                             \
            return NULL;                                                                     \
        tell(out);                                                                           \
        return out;                                                                          \
    }
BROKEN_DOWN(localtime, 0)
BROKEN_DOWN(gmtime, __sooth_result_int() & 1)

/* A text that nobody knows: it depends on the locale. Zero where it does not fit. */
size_t strftime(char *to, size_t room, const char *format, const struct tm *t)
{
    size_t n = (size_t)(unsigned)__sooth_result_int();
    int read = t->tm_sec;
    (void)read;
    if (strlen(format) == SIZE_MAX)
        return 0;
    size_t written = (size_t)(unsigned)__sooth_result_int();
    __VERIFIER_assume((n == 0) | ((n < room) & (written == n)));
    __VERIFIER_assume((n != 0) | (written <= room)); /* what did not fit leaves anything */
    for (size_t i = 0; i < written; i++)
        to[i] = (char)__sooth_result_int();
    if (n)
        to[n] = 0;
    touch_errno();
    return n;
}

/* --- clocks of the system --- */

struct timespec {
    long seconds, nanoseconds;
};
struct timeval {
    long seconds, microseconds;
};
static long up_to(long most)
{
    long r = __sooth_result_long();
    __VERIFIER_assume((r >= 0) & (r <= most));
    return r;
}
/* What a clock shows is definite: others only go forward. The first two are always there;
 * which others are is definite, too. */
static int clock_result(int clock)
{
    int *error = __errno_location();
    int missing = -(clock != 0 && clock != 1) & -(__sooth_result_int() & 1);
    *error = (*error & ~missing) | (ERROR_INVALID & missing);
    return missing;
}
int clock_gettime(int clock, struct timespec *now)
{
    *now = (struct timespec){up_to(LONG_MAX), up_to(999999999)};
    return clock_result(clock);
}
int clock_getres(int clock, struct timespec *step)
{
    if (step)
        *step = (struct timespec){up_to(LONG_MAX), up_to(999999999)};
    return clock_result(clock);
}
int gettimeofday(struct timeval *now, int zone[2])
{
    if (now)
        *now = (struct timeval){up_to(LONG_MAX), up_to(999999)};
    if (zone) {
        zone[0] = __sooth_result_int();
        zone[1] = __sooth_result_int();
    }
    return 0;
}
/* A signal may end the sleep early. */
int nanosleep(const struct timespec *time, struct timespec *left)
{
    enum { INTERRUPTED = 4 };
    if (time->seconds < 0 || time->nanoseconds < 0 || time->nanoseconds > 999999999) {
        *__errno_location() = ERROR_INVALID;
        return -1;
    }
    if (!__sooth_any_choice())
        return 0;
    *__errno_location() = INTERRUPTED;
    if (left)
        *left = (struct timespec){up_to(LONG_MAX), up_to(999999999)};
    return -1;
}

struct tms {
    long times[4];
};
long times(struct tms *used)
{
    for (int i = 0; used && i < 4; i++)
        used->times[i] = up_to(LONG_MAX);
    return __sooth_result_long();
}
struct rusage {
    struct timeval user, system;
    long numbers[14];
};
int getrusage(int who, struct rusage *used)
{
    if (who < -1 || who > 1) {
        *__errno_location() = ERROR_INVALID;
        return -1;
    }
    used->user = (struct timeval){up_to(LONG_MAX), up_to(999999)};
    used->system = (struct timeval){up_to(LONG_MAX), up_to(999999)};
    for (int i = 0; i < 14; i++)
        used->numbers[i] = up_to(LONG_MAX);
    return 0;
}
