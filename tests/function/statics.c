/* Statics of a function verified alone: those that nobody writes keep their values, and nobody outside can point to one whose
 * address stays inside. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *names[3] = {"red", "green", "blue"};
static int weights[3] = {5, 6, 7}, total, listed[2] = {1, 2}, given = 4, chosen = 8;
static int *entry = &listed[1];
static struct {
    int size;
    const char *label;
} options = {3, "plain"};

static int largest(const int *list, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++)
        if (list[i] > most) most = list[i];
    return most;
}
static void put(int *where)
{
    *where = 9;
}

const char *name_of(unsigned i)
{
    if (i > 2) return 0;
    assert(names[i][0] != 0);
    return names[i];
}
int name_length(unsigned i) { return i < 3 ? (int)strlen(names[i]) : -1; }
int weight(unsigned i) { return assert(i > 2 || weights[i] >= 5), 0; }
int weight_read_by_another(void) { return assert(largest(weights, 3) == 7), 0; }
int option(void) { return assert(options.size == 3 && options.label[1] == 'l'), 0; }
void add(int n) { total += n & 1; }
int sum(void) { return assert(total == 0), 0; }
int through_entry(void) { return *entry = 5; }
int first_listed(void) { return assert(listed[0] == 1), 0; }
int *give(void) { return &given; }
int given_away(void) { return assert(given == 4), 0; }
void choose(int again) { put(again ? &chosen : &total); }
int written_by_another(void) { return assert(chosen == 8), 0; }
int points_to_static(int *p)
{
    total = 1;
    if (p) *p = 2;
    assert(total == 1);
    return 0;
}
int points_to_given(int *p)
{
    given = 1;
    if (p) *p = 2;
    assert(given == 1);
    return 0;
}
int points_to_weights(int *p)
{
    if (p) *p = 2;
    assert(weights[0] == 5);
    return 0;
}
int classified(int c) { return assert(c != ' ' || isspace(c)), 0; }
int printed(int n)
{
    printf("%d\n", n);
    return 0;
}
int lower(int c) { return assert(c != 'A' || tolower(c) == 'a'), 0; }
int at_end(void) { return assert(!feof(stdin)), 0; }
/* expect: reach true --function name_of */
/* expect: memsafety true --function name_of */
/* expect: memsafety true --function name_length */
/* expect: reach true --function weight */
/* expect: reach true --function weight_read_by_another */
/* expect: reach true --function option */
/* expect: reach false --function sum */
/* expect: reach false --function first_listed */
/* expect: reach false --function given_away */
/* expect: reach false --function written_by_another */
/* expect: reach true --function points_to_static */
/* expect: reach false --function points_to_given */
/* expect: reach true --function points_to_weights */
/* expect: reach true --function classified */
/* expect: memsafety true --function printed */
/* expect: reach true --function lower */
/* expect: reach false --function at_end */
