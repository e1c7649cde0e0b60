/* What programs of tests/fuzz/models begin with. Natively (NATIVE) observations are written
 * down; else model_compare.h, which comes after the values that a native run gave, compares
 * with them. */
#include <arpa/inet.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define NAME "sooth-fuzz-file"
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define VIA(f) (HIDE(1) ? &(f) : (__typeof__(&(f)))0)
#define SEE(e) see((long long)(e))
#define MAY(e) may((long long)(e))
#define BYTES(p, n)                                                                          \
    for (int byte = 0; byte < (int)(n); byte++)                                              \
    see((unsigned char)(p)[byte])
#define MAYBYTES(p, n)                                                                       \
    for (int byte = 0; byte < (int)(n); byte++)                                              \
    may((unsigned char)(p)[byte])
/* What is stored has no more precision than its type. */
#define REAL(e)                                                                              \
    do {                                                                                     \
        volatile __typeof__(e) stored = (e);                                                 \
        see_real((long double)stored);                                                       \
    } while (0)
#define MAYREAL(e)                                                                           \
    do {                                                                                     \
        volatile __typeof__(e) stored = (e);                                                 \
        may_real((long double)stored);                                                       \
    } while (0)

#ifdef NATIVE
static FILE *seen;
__attribute__((constructor)) static void open_seen(void)
{
    seen = fopen(getenv("SEEN"), "w");
}
static void see(long long v)
{
    int kept = errno;
    fprintf(seen, "i %lld\n", v);
    fflush(seen);
    errno = kept;
}
static void see_real(long double v)
{
    int kept = errno;
    fprintf(seen, "r %La\n", v);
    fflush(seen);
    errno = kept;
}
#define may see
#define may_real see_real
#define HIDE(v) (v)
#define HIDE64(v) (v)
#define FINISH (void)0
#else
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);
static int HIDE(int v)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == v);
    return x;
}
static long long HIDE64(long long v)
{
    long long x = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(x == v);
    return x;
}
#endif

static int compared;
static volatile long stored;
#define ORDER(name, type)                                                                    \
    static int by_##name(const void *x, const void *y)                                       \
    {                                                                                        \
        compared++;                                                                          \
        return (*(const type *)x > *(const type *)y) -                                       \
               (*(const type *)x < *(const type *)y);                                        \
    }
ORDER(char, char)
ORDER(short, short)
ORDER(int, int)
ORDER(long_long, long long)
struct pair {
    int first, second;
};
static int by_first(const void *x, const void *y)
{
    return ((const struct pair *)x)->first - ((const struct pair *)y)->first;
}
static int handled, at_end;
static void caught(int number)
{
    handled = number;
}
static void count_up(void)
{
    handled++;
}
static void ending(void)
{
    at_end++;
}
extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__strncat_chk(char *, const char *, size_t, size_t);
extern int __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);

static int scan_list(const char *from, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsscanf(from, format, list);
    va_end(list);
    return n;
}
static int print_list(char *to, size_t room, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, room, format, list);
    va_end(list);
    return n;
}
