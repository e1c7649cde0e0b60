/* Seconds: of the processor in this process, and as they pass. Only differences mean
 * something. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H
#include <time.h>

static inline double clock_read(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static inline double cpu_now(void)
{
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
}
static inline double thread_now(void) /* the processor, in this thread */
{
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}
static inline double wall_now(void)
{
    return clock_read(CLOCK_MONOTONIC);
}
/* Until a moment of wall_now; 0: there is none, which is an hour. */
static inline double wall_left(double until)
{
    return until > 0 ? until - wall_now() : 3600;
}

#endif
