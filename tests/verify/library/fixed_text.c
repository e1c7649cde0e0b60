/* Texts of the C library that cannot be written to; lines of any length; lowest bits. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern char *gets(char *);
extern char *fgets_unlocked(char *, int, FILE *);
#ifndef ROOM
#define ROOM 8
#endif
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

static int text_is_read(void)
{
    return strlen(strerror(__VERIFIER_nondet_int())) > 2;
}
static int text_is_written(void)
{
    strerror(2)[0] = 'x';
    return 0;
}
static int text_is_kept(void)
{
    char *text = strerror(__VERIFIER_nondet_int());
    char first = text[0];
    strerror(__VERIFIER_nondet_int());
    CHECK(text[0] == first);
    return 0;
}
static int text_is_empty(void)
{
    CHECK(strerror(2)[0]);
    return 0;
}
static int text_is_this_one(void)
{
    CHECK(strcmp(strerror(2), "No such file or directory"));
    return 0;
}
static int error_after_it(void)
{
    int *none = 0;
    fprintf(stderr, "%s\n", strerror(2));
    return *none;
}
static int line_of_any_length(void)
{
    char line[8];
    return gets(line) != NULL;
}
static int line_or_none(void)
{
    char line[8];
    char *read = gets(line);
    CHECK(!read || read == line);
    return 0;
}
static int line_in_room(void)
{
    char line[8];
    return fgets_unlocked(line, ROOM, stdin) != NULL;
}
static int lowest_bit(void)
{
    int x = __VERIFIER_nondet_int();
    int at = ffs(x);
    CHECK(x ? at >= 1 && at <= 32 && (x >> (at - 1) & 1) : !at);
    return 0;
}
static int lowest_bit_wrong(void)
{
    CHECK(ffs(__VERIFIER_nondet_int()) != 32);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: memsafety true -DCASE=text_is_read */
/* expect: memsafety false(valid-deref) -DCASE=text_is_written */
/* expect: reach not-true -DCASE=text_is_kept */
/* expect: reach unknown -DCASE=text_is_empty --engine bmc */
/* says: the run found for it goes another way */
/* expect: reach not-true -DCASE=text_is_this_one */
/* expect: memsafety false(valid-deref) -DCASE=error_after_it */
/* expect: memsafety false(valid-deref) -DCASE=line_of_any_length */
/* expect: reach true -DCASE=line_or_none */
/* expect: memsafety true -DCASE=line_in_room */
/* expect: memsafety false(valid-deref) -DCASE=line_in_room -DROOM=9 */
/* expect: reach true -DCASE=lowest_bit */
/* expect: reach false -DCASE=lowest_bit_wrong */
