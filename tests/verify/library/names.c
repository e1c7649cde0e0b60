/* Functions of the C library under all their names: modelled, or said to be unsupported; never a function of the user's that
 * returns anything and does nothing. */
#define _GNU_SOURCE
#include <ftw.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern int __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __printf_chk(int, const char *, ...);
extern int __isoc99_sscanf(const char *, const char *, ...);
extern size_t strlcpy(char *, const char *, size_t);
extern size_t strlcat(char *, const char *, size_t);
extern long __isoc23_strtol(const char *, char **, int);

static int memcpy_chk_copies(void)
{
    int a = 5, b = 0;
    __memcpy_chk(&b, &a, sizeof a, sizeof b);
    CHECK(b == 5);
    return 0;
}
static int memcpy_chk_copies_wrong(void)
{
    int a = 5, b = 0;
    __memcpy_chk(&b, &a, sizeof a, sizeof b);
    CHECK(b == 0);
    return 0;
}
static int memcpy_chk_overflows(void)
{
    char from[8] = "1234567", to[4];
    __memcpy_chk(to, from, 8, (size_t)-1);
    return to[0];
}
static int memcpy_chk_stops(void)
{
    char from[8] = "1234567", to[4];
    __memcpy_chk(to, from, 8, sizeof to);
    reach_error();
    return 0;
}
static int strcpy_chk_copies(void)
{
    char to[4];
    __strcpy_chk(to, "abc", sizeof to);
    CHECK(to[2] == 'c' && to[3] == 0);
    return 0;
}
static int strcpy_chk_stops(void)
{
    char to[3];
    __strcpy_chk(to, "abc", sizeof to);
    reach_error();
    return 0;
}
static int strcat_chk_appends(void)
{
    char to[8] = "ab";
    __strcat_chk(to, "cd", sizeof to);
    CHECK(strlen(to) == 4);
    return 0;
}
static int sprintf_chk_writes(void)
{
    char to[8];
    CHECK(__sprintf_chk(to, 1, sizeof to, "%d", 42) == 2 && to[1] == '2');
    return 0;
}
static int printf_chk_reads(void)
{
    char text[2] = {'a', 'b'};
    __printf_chk(1, "%s", text);
    return 0;
}
static int sscanf_is_no_input(void)
{
    int n = 0;
    __isoc99_sscanf("17", "%d", &n);
    CHECK(n == 17);
    return 0;
}
static int stpncpy_pads(void)
{
    char to[4] = "xxx";
    CHECK(stpncpy(to, "a", 3) == to + 1 && to[2] == 0);
    return 0;
}
static int stpncpy_overflows(void)
{
    char to[2];
    stpncpy(to, "a", 3);
    return 0;
}
static int strlcpy_cuts(void)
{
    char to[4];
    CHECK(strlcpy(to, "abcdef", sizeof to) == 6 && to[3] == 0 && to[2] == 'c');
    return 0;
}
static int strlcpy_reads_all_of_the_source(void)
{
    char from[3] = {'a', 'b', 'c'}, to[2];
    strlcpy(to, from, sizeof to);
    return 0;
}
static int strlcat_cuts(void)
{
    char to[4] = "ab";
    CHECK(strlcat(to, "cdef", sizeof to) == 6 && to[3] == 0 && to[2] == 'c');
    return 0;
}
static int strlcat_overflows(void)
{
    char to[4] = "ab";
    strlcat(to, "cdef", 6);
    return 0;
}
static int binary_number(void)
{
    CHECK(__isoc23_strtol("0b11", NULL, 0) == 3 && strtol("0b11", NULL, 0) == 0);
    return 0;
}
static int memalign_gives_memory(void)
{
    char *p = memalign(64, 8);
    if (!p) return 0;
    p[7] = 1;
    free(p);
    return 0;
}
static int memalign_gives_no_more(void)
{
    char *p = memalign(64, 8);
    if (!p) return 0;
    p[8] = 1;
    free(p);
    return 0;
}
static int aligned_alloc_is_aligned(void)
{
    char *p = aligned_alloc(32, 64);
    if (!p) return 0;
    CHECK((size_t)p % 32 == 0);
    free(p);
    return 0;
}
static int posix_memalign_leaks(void)
{
    void *p;
    return posix_memalign(&p, 16, 8);
}
static int posix_memalign_refuses(void)
{
    void *p = NULL;
    CHECK(posix_memalign(&p, 3, 8) != 0 && !p);
    return 0;
}

static int calls;
static void called(void)
{
    calls++;
    CHECK(calls < 2);
}
static void failing(void)
{
    reach_error();
}
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int pthread_once_calls(void)
{
    pthread_once(&once, failing);
    return 0;
}
static int pthread_once_calls_once(void)
{
    pthread_once(&once, called);
    pthread_once(&once, called);
    CHECK(calls == 1);
    return 0;
}
static int quick_exit_calls(void)
{
    at_quick_exit(failing);
    quick_exit(0);
}
static int exit_leaves_quick_handlers(void)
{
    at_quick_exit(failing);
    exit(0);
}
static int quick_exit_leaves_handlers(void)
{
    atexit(failing);
    quick_exit(0);
}
static int exit_calls(void)
{
    atexit(failing);
    exit(0);
}
static int underscore_exit_leaves_handlers(void)
{
    atexit(failing);
    _exit(0);
}
static int capital_exit_leaves_handlers(void)
{
    atexit(failing);
    _Exit(1);
}
static int underscore_exit_keeps_memory(void)
{
    static char *p;
    p = malloc(3);
    _exit(0);
}
static int compare_failing(const void *a, const void *b)
{
    reach_error();
    return 0;
}
static int compare_more(const void *a, const void *b, void *more)
{
    CHECK(more == &calls);
    return *(const int *)a - *(const int *)b;
}
static int qsort_r_calls(void)
{
    int list[2] = {2, 1};
    qsort_r(list, 2, sizeof list[0], compare_more, &list);
    return 0;
}
static int qsort_r_sorts(void)
{
    int list[2] = {2, 1};
    qsort_r(list, 2, sizeof list[0], compare_more, &calls);
    CHECK(list[0] == 1);
    return 0;
}
static int tsearch_is_unsupported(void)
{
    static void *root;
    int key = 1;
    tsearch(&key, &root, compare_failing);
    return 0;
}
static int visit(const char *name, const struct stat *s, int flag)
{
    reach_error();
    return 0;
}
static int ftw_is_unsupported(void)
{
    ftw("/", visit, 3);
    return 0;
}
/* builtins of another compiler, functions of the compiler's own library */
static int gcc_exit_is_unsupported(void)
{
    if (__VERIFIER_nondet_int() == 5)
        __builtin_exit(0);
    return 0;
}
static int gcc_exit_does_not_return(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 5)
        __builtin_exit(0);
    CHECK(n != 5);
    return 0;
}
int __popcountdi2(long long);
static int bits_of_the_compiler(void)
{
    CHECK(__popcountdi2(7) == 3);
    return 0;
}
static int bessel_is_unsupported(void)
{
    CHECK(j1(0) == 0);
    return 0;
}
static int bessel_result_is_not_made_up(void)
{
    CHECK(j0(0) < 2);
    return 0;
}
static int unreached_is_no_matter(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 3 && n < 2) tsearch(NULL, NULL, compare_failing);
    return 0;
}
static int error_before_it_counts(void)
{
    if (__VERIFIER_nondet_int() == 3) reach_error();
    ftw("/", visit, 3);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=memcpy_chk_copies */
/* expect: reach false -DCASE=memcpy_chk_copies_wrong */
/* expect: memsafety false -DCASE=memcpy_chk_overflows */
/* expect: reach true -DCASE=memcpy_chk_stops */
/* expect: reach true -DCASE=strcpy_chk_copies */
/* expect: reach true -DCASE=strcpy_chk_stops */
/* expect: reach true -DCASE=strcat_chk_appends */
/* expect: reach true -DCASE=sprintf_chk_writes */
/* expect: memsafety false -DCASE=printf_chk_reads */
/* expect: reach not-false -DCASE=sscanf_is_no_input */
/* expect: reach true -DCASE=stpncpy_pads */
/* expect: memsafety false -DCASE=stpncpy_overflows */
/* expect: reach true -DCASE=strlcpy_cuts */
/* expect: memsafety false -DCASE=strlcpy_reads_all_of_the_source */
/* expect: reach true -DCASE=strlcat_cuts */
/* expect: memsafety false -DCASE=strlcat_overflows */
/* expect: reach true -DCASE=binary_number */
/* expect: memsafety true -DCASE=memalign_gives_memory */
/* expect: memsafety false -DCASE=memalign_gives_no_more */
/* expect: reach true -DCASE=aligned_alloc_is_aligned */
/* expect: memcleanup false -DCASE=posix_memalign_leaks */
/* expect: reach true -DCASE=posix_memalign_refuses */
/* expect: reach false -DCASE=pthread_once_calls */
/* expect: reach true -DCASE=pthread_once_calls_once */
/* expect: reach false -DCASE=quick_exit_calls */
/* expect: reach true -DCASE=exit_leaves_quick_handlers */
/* expect: reach true -DCASE=quick_exit_leaves_handlers */
/* expect: reach false -DCASE=exit_calls */
/* expect: reach true -DCASE=underscore_exit_leaves_handlers */
/* expect: reach true -DCASE=capital_exit_leaves_handlers */
/* expect: memcleanup false -DCASE=underscore_exit_keeps_memory */
/* expect: reach false -DCASE=qsort_r_calls */
/* expect: reach true -DCASE=qsort_r_sorts */
/* expect: reach unsupported -DCASE=tsearch_is_unsupported */
/* expect: reach unsupported -DCASE=ftw_is_unsupported */
/* expect: reach unsupported -DCASE=gcc_exit_is_unsupported */
/* expect: reach unsupported -DCASE=gcc_exit_does_not_return */
/* expect: reach unsupported -DCASE=bits_of_the_compiler */
/* expect: reach unsupported -DCASE=bessel_is_unsupported */
/* expect: reach unsupported -DCASE=bessel_result_is_not_made_up */
/* expect: reach true -DCASE=unreached_is_no_matter */
/* expect: reach false -DCASE=error_before_it_counts */
