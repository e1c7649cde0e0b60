/* What a program gets from outside: arguments, options among them, the environment, descriptors, signals. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

/* --- options --- */

static int operands_move_back(void)
{
    char *a[] = {"p", "a", "-v", "b", "-o", "x", "-vox", "c", NULL};
    CHECK(getopt(8, a, "-vo:") == 1 && !strcmp(optarg, "a"));
    optind = 0;
    while (getopt(8, a, "+vo:") != -1)
        reach_error();
    CHECK(optind == 1);
    return 0;
}
static int one_after_the_other(void)
{
    char *a[] = {"p", "-vo", "x", "-w", "-ofile", "--", "-v", NULL};
    CHECK(getopt(7, a, "+vo:") == 'v' && optind == 1);
    CHECK(getopt(7, a, "+vo:") == 'o' && !strcmp(optarg, "x") && optind == 3);
    CHECK(getopt(7, a, "+vo:") == '?' && optopt == 'w');
    CHECK(getopt(7, a, "+vo:") == 'o' && !strcmp(optarg, "file") && optind == 5);
    CHECK(getopt(7, a, "+vo:") == -1 && optind == 6);
    return 0;
}
static int values_are_missing(void)
{
    char *a[] = {"p", "-o", NULL}, *b[] = {"p", "-q", "x", NULL};
    CHECK(getopt(2, a, "+:o:") == ':' && optopt == 'o' && !optarg);
    optind = 0;
    CHECK(getopt(2, a, "+o:") == '?' && optopt == 'o');
    optind = 0;
    CHECK(getopt(3, b, "+q::") == 'q' && !optarg && optind == 2);
    return 0;
}
static int words(void)
{
    int flag = 0, at = -1;
    struct option o[] = {
        {"verbose", no_argument, &flag, 7}, {"output", required_argument, 0, 'o'}, {"only", no_argument, 0, 'y'}, {0}};
    char *a[] = {"p", "--verb", "--output=f", "--out", "g", "--o", "--only=1", "-o", "h", "--output", NULL};
    CHECK(getopt_long(10, a, "+o:", o, &at) == 0 && flag == 7 && at == 0);
    CHECK(getopt_long(10, a, "+o:", o, &at) == 'o' && !strcmp(optarg, "f") && at == 1);
    CHECK(getopt_long(10, a, "+o:", o, &at) == 'o' && !strcmp(optarg, "g") && optind == 5);
    CHECK(getopt_long(10, a, "+o:", o, &at) == '?');
    CHECK(getopt_long(10, a, "+o:", o, &at) == '?' && optopt == 'y');
    CHECK(getopt_long(10, a, "+o:", o, &at) == 'o' && !strcmp(optarg, "h"));
    CHECK(getopt_long(10, a, "+o:", o, &at) == '?' && optopt == 'o');
    CHECK(getopt_long(10, a, "+o:", o, &at) == -1 && optind == 10);
    return 0;
}
static int permuted(void) /* or not, where POSIXLY_CORRECT is set */
{
    char *a[] = {"p", "a", "-v", "b", "-o", "x", NULL};
    int n = 0;
    while (getopt(6, a, "vo:") != -1)
        n++;
    if (!n) return 0;
    CHECK(n == 2 && optind == 4);
    CHECK(!strcmp(a[1], "-v") && !strcmp(a[2], "-o") && !strcmp(a[3], "x"));
    CHECK(!strcmp(a[4], "a") && !strcmp(a[5], "b"));
    return 0;
}
static int permuted_always(void)
{
    char *a[] = {"p", "a", "-v", NULL};
    CHECK(getopt(3, a, "v") == 'v');
    return 0;
}

/* --- environment, files, signals --- */

static int same_answer(void)
{
    char *a = getenv("A"), *b = getenv("A");
    CHECK(a == b);
    return 0;
}
static int set_or_not(void)
{
    CHECK(getenv("A") != NULL);
    return 0;
}
static int home_is_short(void)
{
    char b[2];
    const char *home = getenv("HOME");
    if (home && !home[0]) strcpy(b, home);
    return 0;
}
static int home_is_freed(void)
{
    free(getenv("HOME"));
    return 0;
}
static int put_back(void)
{
    int c = getchar();
    if (c == EOF) return 0;
    CHECK(ungetc(c, stdin) == c);
    CHECK(getchar() == c);
    return 0;
}
static int read_part(void)
{
    char b[4];
    long n = read(0, b, sizeof b);
    CHECK(n >= -1 && n <= 4);
    return 0;
}
static int read_too_much(void)
{
    char b[4];
    return (int)read(0, b, 5);
}
static int opened(void)
{
    int d = open("f", O_RDONLY);
    CHECK(d >= -1);
    return d >= 0 ? close(d) : 0;
}
static int size_of_file(void)
{
    struct stat s;
    if (fstat(0, &s)) return 0;
    CHECK(s.st_size >= 0);
    return 0;
}
static int formatted_time(void)
{
    char b[8];
    time_t now = 0;
    struct tm *t = gmtime(&now);
    if (!t) return 0;
    CHECK(strftime(b, sizeof b, "%H", t) < sizeof b);
    return 0;
}
static int ignored(void)
{
    void (*first)(int) = signal(SIGPIPE, SIG_IGN);
    CHECK(first == SIG_DFL || first == SIG_IGN);
    CHECK(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
    CHECK(signal(SIGPIPE, SIG_DFL) == SIG_DFL);
    return 0;
}
static int ignored_before(void)
{
    CHECK(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    return 0;
}
static int asked_twice(void)
{
    char name[2] = "A";
    char *first = getenv(name);
    name[0] = 'B';
    char *other = getenv(name), *again = getenv("A");
    CHECK(again == first);
    CHECK(!other || other != first);
    return 0;
}
static int asked_another(void)
{
    char name[2] = "A";
    char *first = getenv(name);
    name[0] = 'B';
    CHECK(getenv(name) == first);
    return 0;
}
#ifdef ARGUMENTS
int main(int argc, char **argv)
{
    char b[4];
    if (argc < 2 || argc > 3) return 0;
    CHECK(!argv[argc]);
#ifdef FREED
    free(argv[1]);
#endif
    if (argv[1][0] && argv[1][1] LIMIT) return 0;
    strcpy(b, argv[1]);
    return argv[argc - 1][0];
}
#else
int main(void)
{
    return CASE();
}
#endif
/* expect: reach true -DCASE=operands_move_back */
/* expect: reach true -DCASE=one_after_the_other */
/* expect: reach true -DCASE=values_are_missing */
/* expect: reach true -DCASE=words */
/* expect: reach true -DCASE=permuted */
/* expect: reach false -DCASE=permuted_always */
/* expect: reach true -DCASE=same_answer */
/* expect: reach false -DCASE=set_or_not */
/* expect: memsafety true -DCASE=home_is_short */
/* expect: memsafety false(valid-free) -DCASE=home_is_freed */
/* expect: reach true -DCASE=put_back */
/* expect: reach true -DCASE=read_part */
/* expect: memsafety false(valid-deref) -DCASE=read_too_much */
/* expect: reach true -DCASE=opened */
/* expect: reach true LP64 -DCASE=size_of_file */
/* expect: reach true -DCASE=formatted_time */
/* expect: reach true -DCASE=ignored */
/* expect: reach false -DCASE=ignored_before --no-replay */
/* expect: reach true -DCASE=asked_twice */
/* expect: reach false -DCASE=asked_another --no-replay */
/* expect: memsafety not-false -DARGUMENTS -DLIMIT= --timeout 2 */
/* expect: memsafety false(valid-deref) -DARGUMENTS -DLIMIT=&&argv[1][2]&&argv[1][3]&&argv[1][4] */
/* expect: memsafety false(valid-free) -DARGUMENTS -DLIMIT= -DFREED */
