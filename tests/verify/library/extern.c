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
/* expect: reach unknown -DCASE=result_decides */
/* expect: reach false -DCASE=result_decides --extern args */
/* expect: reach false -DCASE=result_decides --extern pure */
/* expect: reach not-false -DCASE=result_decides_later */
/* expect: reach false -DCASE=result_decides_later --extern args */
/* expect: reach not-false -DCASE=float_result_decides */
/* expect: reach not-false -DCASE=pointer_result_decides */
/* expect: reach unknown -DCASE=effect_decides */
/* expect: reach false -DCASE=effect_decides --extern pure */
/* expect: reach not-false -DCASE=effect_copied_decides */
/* expect: memsafety not-false -DCASE=result_is_index */
/* expect: memsafety false -DCASE=result_is_index --extern args */
/* expect: memcleanup unknown -DCASE=may_be_freed */
/* expect: reach false -DCASE=result_of_no_matter */
/* expect: reach false -DCASE=written_after */
/* expect: memcleanup false -DCASE=leak_of_no_matter */
/* expect: reach true -DCASE=any_result_is_right */
/* says: (they return anything, and change at most what their arguments lead to): */
/* expect: reach not-true -DCASE=callback_writes */
/* expect: reach unknown -DCASE=callback_fails */
/* expect: reach not-true -DCASE=callback_in_memory */
/* expect: reach true -DCASE=callback_of_no_use */
/* expect: reach not-true -DCASE=escaped_before --extern havoc */
/* expect: reach not-true -DCASE=escaped_in_an_earlier_round --extern havoc */
/* expect: reach not-true -DCASE=stored_in_a_global --extern havoc */
/* expect: reach not-true -DCASE=heap_that_escaped --extern havoc */
/* expect: reach true -DCASE=local_that_nobody_knows --extern havoc */
/* says: (they return anything, and change anything whose address may be known to them): */
/* expect: reach true -DCASE=static_that_nobody_writes --extern havoc */
/* expect: reach not-true -DCASE=static_that_is_written --extern havoc */
