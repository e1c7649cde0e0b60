/* Functions without body: what they are given they may change and call; an error that needs them to do something is one only if
 * the user said what they may do. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition)                                                                                     \
    if (!(condition)) reach_error()

extern int get(void);
extern double measure(void);
extern int *give(void);
extern void fill(int *);
extern void keep(int *);
extern void poke(void);
extern void run(void (*)(void));
extern void drop(void *);
extern void note(const char *, int);
struct operations {
    int number;
    void (*act)(void);
};
extern void install(struct operations *);

static int state, unused = 3;
static void set_state(void)
{
    state = 1;
}
static void fail(void)
{
    reach_error();
}
static struct operations table = {1, fail};
int *shared;

static int result_decides(void)
{
    CHECK(get() != 3);
    return 0;
}
static int result_decides_later(void)
{
    state = get() + 1;
    int *p = &state;
    CHECK(*p != 5);
    return 0;
}
static int float_result_decides(void)
{
    CHECK(measure() * 2 <= 7);
    return 0;
}
static int pointer_result_decides(void)
{
    CHECK(give());
    return 0;
}
static int effect_decides(void)
{
    int x = 0;
    fill(&x);
    CHECK(x);
    return 0;
}
static int effect_copied_decides(void)
{
    int x[2] = {0}, y[2];
    fill(x);
    __builtin_memcpy(y, x, sizeof x);
    CHECK(y[1]);
    return 0;
}
static int result_is_index(void)
{
    int a[3] = {0};
    return a[get() & 7];
}
static int may_be_freed(void)
{
    drop(malloc(3));
    return 0;
}
static int result_of_no_matter(void)
{
    int n = __VERIFIER_nondet_int(), r = get();
    note("n", n);
    CHECK(n != 3);
    return r;
}
static int written_after(void)
{
    int a[4];
    fill(a);
    a[1] = 7;
    CHECK(a[1] != 7);
    return 0;
}
static int leak_of_no_matter(void)
{
    int *p = malloc(4);
    get();
    return p == 0;
}
static int any_result_is_right(void)
{
    int n = get();
    CHECK(n < 3 || n > 2);
    return 0;
}
static int callback_writes(void)
{
    run(set_state);
    CHECK(!state);
    return 0;
}
static int callback_fails(void)
{
    run(fail);
    return 0;
}
static int callback_in_memory(void)
{
    install(&table);
    return 0;
}
static int callback_of_no_use(void)
{
    run(NULL);
    CHECK(!state);
    return 0;
}
static int escaped_before(void)
{
    int x = 0;
    keep(&x);
    x = 0;
    poke();
    CHECK(!x);
    return 0;
}
static int escaped_in_an_earlier_round(void)
{
    int x = 0;
    for (int i = 0; i < 20; i++) {
        poke();
        CHECK(!x);
        keep(&x);
        x = 0;
    }
    return 0;
}
static int stored_in_a_global(void)
{
    int x = 0;
    shared = &x;
    poke();
    CHECK(!x);
    return 0;
}
static int heap_that_escaped(void)
{
    int *p = malloc(sizeof *p);
    *p = 0;
    keep(p);
    *p = 0;
    poke();
    CHECK(!*p);
    return 0;
}
static int local_that_nobody_knows(void)
{
    int x[3] = {0}, sum = 0;
    for (int i = 0; i < 100; i++) {
        poke();
        sum += x[i % 3];
    }
    CHECK(!sum);
    return 0;
}
static int static_that_nobody_writes(void)
{
    poke();
    CHECK(unused == 3);
    return 0;
}
static int static_that_is_written(void)
{
    state = 0;
    poke();
    CHECK(!state);
    return 0;
}
int main(void)
{
    return CASE();
}
/* expect: result_decides reach not-false */
/* expect: result_decides reach not-true */
/* expect: result_decides reach false --extern args */
/* expect: result_decides reach false --extern pure */
/* expect: result_decides_later reach not-false */
/* expect: result_decides_later reach false --extern args */
/* expect: float_result_decides reach not-false */
/* expect: pointer_result_decides reach not-false */
/* expect: effect_decides reach not-false */
/* expect: effect_decides reach not-true */
/* expect: effect_decides reach false --extern pure */
/* expect: effect_copied_decides reach not-false */
/* expect: result_is_index memsafety not-false */
/* expect: result_is_index memsafety false --extern args */
/* expect: may_be_freed memcleanup not-false */
/* expect: may_be_freed memcleanup not-true */
/* expect: result_of_no_matter reach false */
/* expect: written_after reach false */
/* expect: leak_of_no_matter memcleanup false */
/* expect: any_result_is_right reach true */
/* expect: callback_writes reach not-true */
/* expect: callback_fails reach not-true */
/* expect: callback_fails reach not-false */
/* expect: callback_in_memory reach not-true */
/* expect: callback_of_no_use reach true */
/* expect: escaped_before reach not-true --extern havoc */
/* expect: escaped_in_an_earlier_round reach not-true --extern havoc */
/* expect: stored_in_a_global reach not-true --extern havoc */
/* expect: heap_that_escaped reach not-true --extern havoc */
/* expect: local_that_nobody_knows reach true --extern havoc */
/* expect: static_that_nobody_writes reach true --extern havoc */
/* expect: static_that_is_written reach not-true --extern havoc */
