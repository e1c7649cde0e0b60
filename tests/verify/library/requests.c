/* Requests to the system: files, folders, sockets, clocks, entropy, messages, numbers of a seed that comes again. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int folder_may_fail(void)
{
    errno = 0;
    if (mkdir("out", 0777) == 0) return rmdir("out");
    CHECK(errno != 0);
    return 0;
}
static int folder_is_made(void)
{
    CHECK(mkdir("out", 0777) == 0);
    return 0;
}
static int empty_name_fails(void)
{
    CHECK(chdir("") == -1);
    return 0;
}
static int ends_differ(void)
{
    int ends[2];
    if (pipe(ends)) return 1;
    CHECK(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
    CHECK(dup2(ends[0], 7) == 7 || errno);
    return 0;
}
static int folder_name(void)
{
    char name[16];
    if (!getcwd(name, sizeof name)) return 1;
    CHECK(name[0] == '/' && strlen(name) < sizeof name);
    return 0;
}
static int folder_name_is_made(void)
{
    char *name = getcwd(NULL, 0);
    if (name) CHECK(name[0] == '/');
    free(name);
    return 0;
}
static int folder_name_too_long(void)
{
    char name[16];
    return getcwd(name, 32) != NULL;
}
static int name_is_made(void)
{
    char name[] = "/tmp/aXXXXXX";
    int file = mkstemp(name);
    CHECK(file >= -1 && name[5] == 'a' && name[12] == 0);
    char other[] = "aXXXX";
    CHECK(mkstemp(other) == -1);
    return 0;
}
static int name_in_constant(void)
{
    return mkstemp((char *)"aXXXXXX") >= 0;
}
static int packet_fits(void)
{
    char packet[4];
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    ssize_t n = recv(s, packet, sizeof packet, 0);
    CHECK(n >= -1 && n <= 4);
    return n > 0 && packet[n - 1];
}
static int packet_is_longer(void)
{
    char packet[4];
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    ssize_t n = recv(s, packet, sizeof packet, MSG_TRUNC);
    return n > 0 && packet[n - 1];
}
static int ready_ones(void)
{
    struct pollfd list[2] = {{0, POLLIN, 0}, {-1, POLLIN, 0}};
    int n = poll(list, 2, 100);
    CHECK(n <= 1);
    if (n >= 0) CHECK(list[1].revents == 0);
    return 0;
}
static int clocks(void)
{
    struct timespec now;
    struct timeval day;
    struct rusage used;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_nsec < 1000000000);
    CHECK(gettimeofday(&day, NULL) == 0 && day.tv_usec >= 0);
    CHECK(getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss >= 0);
    return 0;
}
static int clock_decides(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    CHECK(now.tv_sec != 1000);
    return 0;
}
static int entropy(void)
{
    unsigned char bytes[2];
    if (getrandom(bytes, 2, 0) != 2) return 1;
    CHECK(bytes[0] != 77 || bytes[1] != 78);
    return 0;
}
static int same_seed(void)
{
    srand(1);
    int first = rand();
    srand(1);
    int again = rand();
    CHECK(first >= 0 && again >= 0);
    CHECK(first == again);
    return 0;
}
static int other_seed(void)
{
    srand(1);
    int first = rand();
    srand(2);
    CHECK(first != 5 || rand() != 6);
    return 0;
}
static int seed_of_seed(void)
{
    srandom((unsigned)getpid());
    srandom((unsigned)random());
    CHECK(random() >= 0);
    return 0;
}
static int message(void)
{
    warnx("%s of %d", gettext("lost"), 3);
    CHECK(gettext("a")[0] == 'a' && !strcmp(ngettext("one", "many", 2), "many"));
    errx(3, "%d", 4);
    reach_error();
    return 0;
}
static int message_reads_too_far(void)
{
    char text[2] = {'a', 'b'};
    warnx("%s", text);
    return 0;
}
static int locale_of_c(void)
{
    CHECK(!strcmp(setlocale(LC_ALL, "C"), "C") && !strcmp(localeconv()->decimal_point, "."));
    CHECK(localeconv()->frac_digits == CHAR_MAX && !*localeconv()->thousands_sep);
    textdomain("a");
    return 0;
}
static int locale_may_be_another(void)
{
    setlocale(LC_ALL, "");
    return 0;
}
static int locale_may_not_exist(void)
{
    CHECK(setlocale(LC_ALL, "") != NULL);
    return 0;
}
static int host_name_is_cut_off(void)
{
    char name[4];
    gethostname(name, sizeof name);
    return strlen(name) == 7;
}
static int polled(void)
{
    struct pollfd one = {0, POLLIN, 0};
    int n = poll(&one, 1, -1);
    CHECK(n == -1 || n == 1);
    CHECK(!(one.revents & POLLOUT));
    return 0;
}
static int why_it_fails(void)
{
    char text[4];
    CHECK(chdir("") == -1 && errno == ENOENT);
    CHECK(read(-1, text, 4) == -1 && errno == EBADF);
    CHECK(!getcwd(text, 0) && errno == EINVAL);
    CHECK(getentropy(text, 257) == -1 && errno == EIO);
    return 0;
}
static int seed_of_zero(void)
{
    srand(0);
    int first = rand();
    srand(1);
    CHECK(first == rand());
    return 0;
}
static int stream_of_descriptor(void)
{
    CHECK(fileno(stdout) == 1);
    FILE *file = fdopen(5, "w");
    if (!file) return 1;
    CHECK(fileno(file) >= 0);
    fputs_unlocked("a", file);
    return fclose(file);
}

int main(void)
{
    return CASE();
}
/* expect: reach true -DCASE=folder_may_fail */
/* expect: reach false -DCASE=folder_is_made */
/* expect: reach true -DCASE=empty_name_fails */
/* expect: reach true -DCASE=ends_differ */
/* expect: reach true -DCASE=folder_name */
/* expect: memsafety true -DCASE=folder_name_is_made LP64 */
/* expect: memsafety false(valid-deref) -DCASE=folder_name_too_long */
/* expect: reach true -DCASE=name_is_made LP64 */
/* expect: memsafety not-true -DCASE=name_in_constant */
/* expect: memsafety true -DCASE=packet_fits */
/* expect: memsafety false(valid-deref) -DCASE=packet_is_longer LP64 */
/* expect: reach true -DCASE=ready_ones */
/* expect: reach true -DCASE=clocks */
/* expect: reach unknown -DCASE=clock_decides LP64 */
/* expect: reach false -DCASE=entropy LP64 */
/* expect: reach unknown -DCASE=same_seed LP64 */
/* expect: reach false -DCASE=other_seed LP64 */
/* expect: reach true -DCASE=seed_of_seed */
/* expect: reach true -DCASE=message */
/* expect: memsafety not-true -DCASE=message_reads_too_far LP64 */
/* expect: reach true -DCASE=stream_of_descriptor */
/* expect: reach true -DCASE=locale_of_c */
/* expect: reach unsupported -DCASE=locale_may_be_another LP64 */
/* expect: reach false -DCASE=locale_may_not_exist LP64 */
/* expect: memsafety false(valid-deref) -DCASE=host_name_is_cut_off LP64 */
/* expect: reach true -DCASE=polled LP64 */
/* expect: reach true -DCASE=why_it_fails LP64 */
/* expect: reach not-false -DCASE=seed_of_zero LP64 */
