/* Streams and descriptors: which indicators calls set, what scanf leaves for the next directive, calls that must fail. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int blanks_meet_the_end(void)
{
    scanf(" ");
    CHECK(!feof(stdin));
    return 0;
}
static int blanks_meet_an_error(void)
{
    CHECK(scanf(" ") == 0 && !ferror(stdin));
    return 0;
}
static int blanks_before_a_count(void)
{
    int n = -1;
    scanf(" %n", &n);
    CHECK(!feof(stdin));
    return 0;
}
static int blanks_give_zero(void)
{
    CHECK(scanf(" ") == 0);
    return 0;
}
static int a_count_meets_nothing(void)
{
    int n = -1;
    CHECK(scanf("%n", &n) == 0 && n >= 0 && !feof(stdin) && !ferror(stdin));
    return 0;
}
static int flush_of_all(void)
{
    FILE *f = fopen("x", "w");
    if (!f) return 0;
    fputs("x", f);
    clearerr(f);
    fflush(NULL);
    CHECK(!ferror(f));
    return 0;
}
static int flush_of_all_and_stderr(void)
{
    fflush(NULL);
    CHECK(!ferror(stderr));
    return 0;
}
static int flush_of_all_and_input(void)
{
    FILE *f = fopen("x", "r");
    if (!f) return 0;
    fflush(NULL);
    CHECK(!ferror(f) && !ferror(stdin));
    return 0;
}
static int flush_of_all_before(void)
{
    fflush(NULL);
    clearerr(stdout);
    FILE *f = fopen("x", "w");
    if (f) CHECK(!ferror(f) && !ferror(stdout));
    return 0;
}
static int error_of_a_flush_stays(void)
{
    fflush(NULL);
    if (ferror(stdout)) CHECK(ferror(stdout));
    return 0;
}
static int seek_flushes(void)
{
    FILE *f = fopen("x", "w");
    if (!f) return 0;
    fputs("x", f);
    clearerr(f);
    fseek(f, 0, SEEK_SET);
    CHECK(!ferror(f));
    return 0;
}
static int seek_that_succeeds(void)
{
    FILE *f = fopen("x", "w");
    if (f && fseek(f, 0, SEEK_SET) == 0) CHECK(!ferror(f));
    return 0;
}
static int perror_may_fail(void)
{
    perror("x");
    CHECK(!ferror(stderr));
    return 0;
}
static int late_nanoseconds(void)
{
    struct stat s;
    if (stat("x", &s) == 0) CHECK(s.st_mtim.tv_nsec < 999999999);
    return 0;
}
static int no_more_nanoseconds(void)
{
    struct stat s;
    if (fstat(0, &s) == 0) CHECK(s.st_atim.tv_nsec >= 0 && s.st_ctim.tv_nsec < 1000000000);
    return 0;
}
static int error_after_an_item(void)
{
    int a, b, n = scanf("%d %d", &a, &b);
    CHECK(n != 1 || !ferror(stdin));
    return 0;
}
static int error_after_a_sign(void)
{
    int a, b, n = scanf("%d %d", &a, &b);
    CHECK(n != 0 || !ferror(stdin));
    return 0;
}
static int end_after_a_sign(void)
{
    int a, n = scanf("%d", &a);
    CHECK(n != 0 || !feof(stdin));
    return 0;
}
static int error_after_all(void)
{
    int a, n = scanf("%d", &a);
    CHECK(n != 1 || !ferror(stdin));
    return 0;
}
static int nothing_read_for_a_reason(void)
{
    int a;
    if (scanf("%d", &a) < 0) CHECK(feof(stdin) || ferror(stdin));
    return 0;
}
static int any_text_is_a_word(void)
{
    char b[8];
    CHECK(scanf("%7s", b) != 0);
    return 0;
}
static int half_of_the_characters(void)
{
    char b[4] = "zzz";
    if (scanf("%3c", b) != 1) CHECK(b[0] == 'z');
    return 0;
}
static int not_the_last_character(void)
{
    char b[4] = "zzz";
    if (scanf("%3c", b) != 1) CHECK(b[2] == 'z');
    return 0;
}
static int half_of_a_text(void)
{
    char b[4] = "zzz";
    CHECK(sscanf("a", "%2c", b) != 0);
    return 0;
}
static int character_after_blanks(void)
{
    char c;
    if (scanf(" %c", &c) == 1) CHECK(c != ' ' && c != '\n');
    return 0;
}
static int any_character_after_blanks(void)
{
    char c;
    if (scanf(" %c", &c) == 1) CHECK(c != 'q');
    return 0;
}
static int character_without_blanks(void)
{
    char c;
    if (scanf("%c", &c) == 1) CHECK(c != ' ');
    return 0;
}
static int line_after_blanks(void)
{
    char b[8];
    if (scanf(" %7[^\n]", b) == 1) CHECK(b[0] != ' ' && b[0] != '\n' && b[0] != '\t');
    return 0;
}
static int line_with_blanks(void)
{
    char b[8];
    if (scanf(" %7[^\n]", b) == 1) CHECK(b[1] != ' ');
    return 0;
}
static int character_after_a_number(void)
{
    int x;
    char c;
    if (scanf("%d%c", &x, &c) == 2) CHECK(c < '0' || c > '9');
    return 0;
}
static int character_after_two_places(void)
{
    int x;
    char c;
    if (scanf("%2d%c", &x, &c) == 2) CHECK(c != '0');
    return 0;
}
static int character_after_octal(void)
{
    int x;
    char c;
    if (scanf("%o%c", &x, &c) == 2) CHECK(c != '8');
    return 0;
}
static int character_is_not_the_end(void)
{
    char c;
    if (scanf("%c", &c) == 1) CHECK(!feof(stdin) && !ferror(stdin));
    return 0;
}
static int number_may_be_at_the_end(void)
{
    int x;
    if (scanf("%d", &x) == 1) CHECK(!feof(stdin));
    return 0;
}
static int scanf_at_the_end(void)
{
    int x;
    if (getchar() == EOF && feof(stdin)) CHECK(scanf("%d", &x) == EOF && scanf(" %n", &x) == 0);
    return 0;
}
static int scanf_after_an_error(void)
{
    int x;
    if (getchar() == EOF) CHECK(scanf("%d", &x) == EOF);
    return 0;
}
static int getchar_after_the_last_number(void)
{
    int x;
    if (scanf("%d", &x) == 1 && feof(stdin)) CHECK(getchar() == EOF);
    return 0;
}
static int two_numbers_in_turn(void)
{
    int sum = 0, x;
    while (scanf("%d", &x) == 1)
        if (x > 0 && x < 10) sum = x;
    CHECK(sum >= 0 && sum < 10);
    return 0;
}
static int no_such_descriptor(void)
{
    char b[4] = "abc";
    struct stat s;
    errno = 0;
    CHECK(read(-1, b, 4) == -1 && write(-1, b, 4) == -1 && lseek(-1, 0, SEEK_SET) == -1 && dup(-1) == -1);
    CHECK(errno != 0 && b[0] == 'a');
    return 0;
}
static int no_such_descriptor_to_ask(void)
{
    struct stat s;
    CHECK(fstat(-1, &s) == -1 && stat("", &s) == -1);
    return 0;
}
static int no_such_position(void)
{
    FILE *f = fopen("x", "r");
    if (f) CHECK(fseek(f, -1L, SEEK_SET) != 0);
    return 0;
}
static int position_from_here(void)
{
    FILE *f = fopen("x", "r");
    if (f) CHECK(fseek(f, -1L, SEEK_CUR) != 0);
    return 0;
}
static int no_such_name(void)
{
    CHECK(fopen("", "r") == NULL && open("", O_RDONLY) == -1 && unlink("") != 0 && remove("") != 0);
    CHECK(rename("a", "") != 0 && access("", R_OK) == -1);
    return 0;
}
static int file_without_a_name(void)
{
    CHECK(tmpfile() == NULL);
    return 0;
}
static int dup_succeeds(void)
{
    CHECK(dup(0) < 0);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: reach false -DCASE=blanks_meet_the_end LP64 */
/* expect: reach false -DCASE=blanks_meet_an_error LP64 */
/* expect: reach false -DCASE=blanks_before_a_count LP64 */
/* expect: reach true -DCASE=blanks_give_zero LP64 */
/* expect: reach true -DCASE=a_count_meets_nothing LP64 */
/* expect: reach false -DCASE=flush_of_all LP64 */
/* expect: reach false -DCASE=flush_of_all_and_stderr LP64 */
/* expect: reach true -DCASE=flush_of_all_and_input LP64 */
/* expect: reach true -DCASE=flush_of_all_before LP64 */
/* expect: reach true -DCASE=error_of_a_flush_stays LP64 */
/* expect: reach false -DCASE=seek_flushes LP64 */
/* expect: reach true -DCASE=seek_that_succeeds LP64 */
/* expect: reach false -DCASE=perror_may_fail LP64 */
/* expect: reach false -DCASE=late_nanoseconds LP64 */
/* expect: reach true -DCASE=no_more_nanoseconds LP64 */
/* expect: reach false -DCASE=error_after_an_item LP64 */
/* expect: reach false -DCASE=error_after_a_sign LP64 */
/* expect: reach false -DCASE=end_after_a_sign LP64 */
/* expect: reach false -DCASE=error_after_all LP64 */
/* expect: reach true -DCASE=nothing_read_for_a_reason LP64 */
/* expect: reach true -DCASE=any_text_is_a_word LP64 */
/* expect: reach false -DCASE=half_of_the_characters LP64 */
/* expect: reach true -DCASE=not_the_last_character LP64 */
/* expect: reach false -DCASE=half_of_a_text LP64 */
/* expect: reach true -DCASE=character_after_blanks */
/* expect: reach false -DCASE=any_character_after_blanks LP64 */
/* expect: reach false -DCASE=character_without_blanks LP64 */
/* expect: reach true -DCASE=line_after_blanks LP64 */
/* expect: reach false -DCASE=line_with_blanks LP64 */
/* expect: reach true -DCASE=character_after_a_number LP64 */
/* expect: reach false -DCASE=character_after_two_places LP64 */
/* expect: reach false -DCASE=character_after_octal LP64 */
/* expect: reach true -DCASE=character_is_not_the_end LP64 */
/* expect: reach false -DCASE=number_may_be_at_the_end LP64 */
/* expect: reach true -DCASE=scanf_at_the_end LP64 */
/* expect: reach false -DCASE=scanf_after_an_error LP64 */
/* expect: reach true -DCASE=getchar_after_the_last_number LP64 */
/* expect: reach true -DCASE=two_numbers_in_turn LP64 */
/* expect: reach true -DCASE=no_such_descriptor LP64 */
/* expect: reach true -DCASE=no_such_descriptor_to_ask LP64 */
/* expect: reach true -DCASE=no_such_position LP64 */
/* expect: reach false -DCASE=position_from_here LP64 */
/* expect: reach true -DCASE=no_such_name LP64 */
/* expect: reach false -DCASE=file_without_a_name LP64 */
/* expect: reach not-true -DCASE=dup_succeeds LP64 */
