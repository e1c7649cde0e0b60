/* Numbers of the library that do not fit an int, memory of huge alignments, characters given as numbers. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
#define NEVER(condition)                                                                                     \
    if (condition) reach_error()

static int limit_beyond_int(void)
{
    NEVER(sysconf(_SC_UINT_MAX) > 0x7fffffffL);
    return 0;
}
static int weeks_of_work(void)
{
    NEVER(clock() > (long)(1L << 41));
    return 0;
}
static int refused(void)
{
    NEVER(!aligned_alloc((size_t)1 << (8 * sizeof(size_t) - 1), 0));
    return 0;
}
static int end_after_large_alignments(void)
{
    for (int i = 0; i < 4; i++)
        if (!aligned_alloc((size_t)1 << 30, (size_t)1 << 30)) break;
    reach_error();
    return 0;
}
static int character_of_the_upper_half(void)
{
    char text[] = "caf\xe9";
    NEVER(strchr(text, 0xe9) != text + 3);
    return 0;
}
static int character_as_a_number(void)
{
    NEVER(strchr("hut", 'h' + 256) == NULL);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach not-true -DCASE=limit_beyond_int LP64 */
/* expect: reach false -DCASE=weeks_of_work LP64 --no-replay */
/* expect: reach false -DCASE=refused --no-replay */
/* expect: reach not-true -DCASE=end_after_large_alignments */
/* expect: reach true -DCASE=character_of_the_upper_half */
/* expect: reach true -DCASE=character_as_a_number */
