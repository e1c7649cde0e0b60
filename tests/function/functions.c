/* Functions that are verified alone; `run` says what is expected of each. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
int counter;
int limit = 3;
static int nobody_writes = 3;
static const int table[3] = {4, 5, 6};
struct node {
    int value;
    struct node *next;
};
int clamp(int x, int low, int high)
{
    if (low > high) return x;
    int r = x < low ? low : x > high ? high : x;
    assert(r >= low && r <= high);
    return r;
}
int divide(int a, int b) { return a / b; }
int narrow(unsigned char c, _Bool b) { return assert(c < 256 && b < 2), c; }
int wrong_for_one(int x) { return assert(x != 77), x; }
double scaled(double x) { return assert(!(x > 1 && x < 2) || x * 2 < 4), x; }
void swap(int *a, int *b)
{
    if (!a || !b) return;
    int x = *a, y = *b;
    *a = y;
    *b = x;
    assert(*a == y && *b == x);
}
void two(int *a, int *b)
{
    if (!a || !b) return;
    *a = 1;
    *b = 2;
    assert(*a == 1);
}
void two_or_one(int *a, int *b)
{
    if (!a || !b) return;
    *a = 1;
    *b = 2;
    assert(*a == 1 || a == b);
}
void neighbours(struct node *a, int *b)
{
    if (!a || !b) return;
    a->value = 1;
    *b = 2;
    assert(a->value == 1);
}
void bytes(char *p, int *q)
{
    if (!p || !q) return;
    *q = 0;
    *p = 1;
    assert(*q == 0);
}
int first(int *p) { return *p; }
int checked(int *p) { return p ? *p : 0; }
int second(int *p) { return p ? p[1] : 0; }
int beyond(int *p)
{
    if (p && p[1000] == 12345) assert(0);
    return 0;
}
int before(int *p)
{
    if (p && p[-1] == 12345) assert(0);
    return 0;
}
int global_any(void) { return assert(limit == 3), 0; }
int global_fixed(void) { return assert(nobody_writes == 3), 0; }
int global_set(void) { return counter = 5, assert(counter == 5), 0; }
int global_constant(unsigned i) { return assert(i > 2 || table[i] >= 4), 0; }
int global_through(int *p)
{
    counter = 5;
    if (p) *p = 6;
    assert(counter == 5);
    return 0;
}
int is_global(int *p) { return assert(p != &counter), 0; }
int sum(struct node *n)
{
    int s = 0;
    while (n) {
        s += n->value & 1;
        n = n->next;
    }
    assert(s >= 0);
    return s;
}
int stored_null(struct node *n) { return n ? (assert(n->next != NULL), 0) : 0; }
int null_in_array(struct node **list, unsigned i)
{
    if (!list || i > 3) return 0;
    assert(list[i] != NULL);
    return 0;
}
int callback(int (*f)(int))
{
    if (f) assert(f(3) == 7);
    return 0;
}
void frees(int *p)
{
    free(p);
    assert(0);
}
void copies(char *to, const char *from)
{
    if (!to || !from) return;
    char old = *from;
    memcpy(to, from, 1);
    assert(*to == old);
}
int makes(void)
{
    int *p = malloc(4);
    *p = 3;
    return *p;
}
/* expect: reach true --function clamp */
/* expect: overflow true --function clamp */
/* expect: overflow false --function divide */
/* expect: division false --function divide */
/* expect: reach true --function narrow */
/* expect: reach false --function wrong_for_one */
/* expect: reach true --function scaled */
/* expect: reach true --function swap */
/* expect: memsafety true --function swap */
/* expect: reach false --function two */
/* says: assumed */
/* expect: reach true --function two_or_one */
/* expect: reach false --function neighbours */
/* expect: reach false --function bytes */
/* expect: memsafety false --function first */
/* expect: memsafety true --function checked */
/* expect: memsafety false --function second */
/* expect: reach true --function second */
/* expect: reach false --function beyond */
/* expect: reach not-true --function before */
/* expect: memsafety not-true --function before */
/* expect: reach false --function global_any */
/* expect: reach true --function global_fixed */
/* expect: reach true --function global_set */
/* expect: reach true --function global_constant */
/* expect: reach false --function global_through */
/* expect: reach false --function is_global */
/* expect: reach not-true --function sum --timeout 10 */
/* expect: reach false --function stored_null */
/* says: assumed */
/* expect: reach false --function null_in_array */
/* expect: reach unknown --function callback */
/* says: --extern */
/* expect: reach false --function callback --extern args */
/* expect: reach not-true --function frees */
/* expect: reach true --function copies */
/* expect: memsafety true --function copies */
/* expect: memsafety true --function makes */
