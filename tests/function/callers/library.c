/* Callers could break each of these by what they did with the C library; what rules that out is said. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int n;
static int *const next = &optind;
static void (*const ends[])(int) = {exit, _exit};

void two_streams(FILE *a, FILE *b)
{
    clearerr(a);
    fgetc(b);
    assert(!feof(a));
}
void same_streams(FILE *a, FILE *b) { assert(a != b); }
void standard_stream(FILE *a) { assert(a != stdin); }
void put_back(FILE *a) { assert(ungetc('a', a) == 'a'); }
void option(void) { assert(optind == 1); }
void option_letter(void) { assert(optopt == '?'); }
void option_behind(void) { assert(*next == 1); }
static void at_end(void) { assert(n == 0); }
void prepare(void)
{
    n = 0;
    atexit(at_end);
}
void ends_program(void)
{
    n = 1;
    exit(0);
}
void ends_in_another(int how)
{
    if (how) ends_program();
}
void ends_by_table(int how)
{
    n = 1;
    ends[how & 1](0);
}
void error_number(int *p)
{
    errno = 3;
    *p = 0;
    assert(errno == 3);
}
void error_of_printing(int *p)
{
    *p = 3;
    puts("");
    assert(*p == 3);
}
void error_of_allocating(int *p)
{
    *p = 3;
    free(malloc(3));
    assert(*p == 3);
}
void result_of_library(struct tm *p)
{
    time_t moment = 0;
    p->tm_mday = 1;
    localtime(&moment);
    assert(p->tm_mday == 1);
}
static FILE *log_file;
void after_printing(void)
{
    if (log_file) fputs("", log_file);
    assert(!ferror(stdin));
}
void no_error_yet(void)
{
    if (log_file) return;
    assert(errno == 0);
}
void no_text_yet(void)
{
    static char text[2] = "a";
    if (log_file) return;
    assert(strtok(text, " ") == text);
}
void letter(void) { assert(!isalpha(0xe4)); }
void one_number(int *p)
{
    *p = 1;
    assert(*p == 1);
}
unsigned length(const char *text) { return assert(strlen(text) + 1 > 0), 0; }
void random_number(void) { assert(rand() >= 0); }
/* expect: reach true --function two_streams */
/* says: assuming: the streams are different ones, and none of stdin, stdout and stderr */
/* expect: reach true --function same_streams */
/* says: assuming: the streams are different ones, and none of stdin, stdout and stderr */
/* expect: reach true --function standard_stream */
/* says: assuming: the stream is none of stdin, stdout and stderr */
/* expect: reach true --function put_back */
/* says: assuming: the C library is in its initial state: no character was put back to a stream */
/* expect: reach true --function option */
/* says: assuming: the C library is in its initial state: no option was read */
/* expect: reach true --function option_letter */
/* says: assuming: the C library is in its initial state: no option was read */
/* expect: reach true --function option_behind */
/* says: assuming: the C library is in its initial state: no option was read */
/* expect: reach true --function ends_program */
/* says: assuming: the C library is in its initial state: no handler of exit is set */
/* expect: reach true --function ends_in_another */
/* says: assuming: the C library is in its initial state: no handler of exit is set */
/* expect: reach true --function ends_by_table */
/* says: assuming: the C library is in its initial state: no handler of exit is set */
/* expect: reach true --function error_number */
/* says: assuming: no pointer leads to errno or another variable of the C library */
/* expect: reach true --function error_of_printing */
/* says: assuming: no pointer leads to errno or another variable of the C library */
/* expect: reach true --function error_of_allocating */
/* says: assuming: no pointer leads to errno or another variable of the C library */
/* expect: reach true --function result_of_library */
/* says: assuming: no pointer leads to errno or another variable of the C library */
/* expect: reach true --function after_printing */
/* says: assuming: the C library is in its initial state: stdin, stdout and stderr are open; their indicators are clear */
/* expect: reach true --function no_error_yet */
/* says: assuming: the C library is in its initial state: errno is 0 */
/* expect: reach true --function no_text_yet */
/* says: assuming: the C library is in its initial state: strtok has no text */
/* expect: reach true --function letter */
/* says: assuming: the C library is in its initial state: the locale is C */
