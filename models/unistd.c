/* unistd.h and others: functions that change nothing the program can see and read no memory.
 * Their results are the system's: an error that rests on one is none (__sooth_result_int). */
#include "models.h"

static int at_least(int least)
{
    int r = __sooth_result_int();
    __VERIFIER_assume(r >= least);
    return r;
}
static void may_set_errno(int failure)
{
    int *error = __errno_location(), kind = __sooth_result_int(), failed = -(failure < 0);
    *error = (*error & ~failed) | (kind & failed);
}
/* Zero, or -1 and errno. */
static int done(void)
{
    int r = -(__sooth_result_int() & 1);
    may_set_errno(r);
    return r;
}

#define NUMBER(name, least)                                                                  \
    int name(void)                                                                           \
    {                                                                                        \
        return at_least(least);                                                              \
    }
NUMBER(getpid, 1)
NUMBER(getppid, 0)
NUMBER(getpgrp, 0)
NUMBER(getpagesize, 1)
NUMBER(getuid, INT_MIN)
NUMBER(geteuid, INT_MIN)
NUMBER(getgid, INT_MIN)
NUMBER(getegid, INT_MIN)

unsigned sleep(unsigned seconds)
{
    unsigned left = (unsigned)__sooth_result_int();
    __VERIFIER_assume(left <= seconds);
    return left;
}
int usleep(unsigned microseconds)
{
    return done();
}
int sched_yield(void)
{
    return done();
}
int close(int descriptor)
{
    return done();
}
int fsync(int descriptor)
{
    return done();
}
int isatty(int descriptor)
{
    int r = __sooth_result_int() & 1;
    may_set_errno(r - 1);
    return r;
}
long sysconf(int name)
{
    unsigned long high = (unsigned long)__sooth_result_int()
                         << 16 << 16; /* nothing is left of it where long is int */
    long r = (long)(high | (unsigned)__sooth_result_int());
    __VERIFIER_assume(r >= -1);
    may_set_errno(r < 0 ? -1 : 0);
    return r;
}
