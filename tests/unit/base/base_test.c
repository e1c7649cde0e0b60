/* base: arena, vector, map, text keep their laws. */
#include "base/arena.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void map_agrees_with_a_table(void **state)
{
    (void)state;
    enum { KEYS = 500 };
    struct map m = {0};
    uint64_t table[KEYS] = {0};
    bool there[KEYS] = {0};
    srand(7);
    for (int step = 0; step < 20000; step++) {
        unsigned k = (unsigned)rand() % KEYS;
        if (rand() % 3) {
            map_set(&m, k * 64u, (uint64_t)step);
            table[k] = (uint64_t)step;
            there[k] = true;
        } else {
            assert_int_equal(map_remove(&m, k * 64u), there[k]);
            there[k] = false;
        }
    }
    for (unsigned k = 0; k < KEYS; k++) {
        uint64_t v = 0;
        assert_int_equal(map_get(&m, k * 64u, &v), there[k]);
        if (there[k])
            assert_int_equal(v, table[k]);
    }
    map_release(&m);
}

static void text_map_keeps_strings(void **state)
{
    (void)state;
    struct text_map m = {0};
    struct arena a;
    arena_init(&a);
    for (int i = 0; i < 1000; i++)
        text_map_set(&m, arena_format(&a, "key%d", i), (uint64_t)i);
    uint64_t v;
    assert_true(text_map_get(&m, "key777", &v));
    assert_int_equal(v, 777);
    assert_false(text_map_get(&m, "key1000", &v));
    text_map_release(&m);
    arena_release(&a);
}

static void arena_memory_is_zero_and_apart(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a);
    char *p = arena_alloc(&a, 100), *q = arena_alloc(&a, 1 << 23);
    memset(p, 1, 100);
    assert_int_equal(q[0] | q[(1 << 23) - 1], 0);
    assert_int_equal((uintptr_t)arena_alloc(&a, 3) % 16, 0);
    arena_release(&a);
}

static void text_grows(void **state)
{
    (void)state;
    struct text t = {0};
    assert_string_equal(text_of(&t), "");
    for (int i = 0; i < 100; i++)
        text_add(&t, "%d,", i);
    assert_true(text_starts(text_of(&t), "0,1,2,"));
    assert_true(text_ends(text_of(&t), "98,99,"));
    text_release(&t);
}

static void vector_pushes_and_pops(void **state)
{
    (void)state;
    VECTOR(int) v = {0};
    for (int i = 0; i < 100; i++)
        VECTOR_PUSH(&v, i);
    assert_int_equal(VECTOR_POP(&v), 99);
    assert_int_equal(v.count, 99);
    VECTOR_RELEASE(&v);
}

static int next_of(void *vector)
{
    VECTOR(int) *v = vector;
    VECTOR_PUSH(v, (int)v->count);
    return v->data[0] + (int)v->count;
}

/* The value may come from the vector itself, whether that grows or not. */
static void vector_pushes_what_it_holds(void **state)
{
    (void)state;
    VECTOR(int) v = {0};
    VECTOR_PUSH(&v, 3);
    for (int i = 0; i < 100; i++)
        VECTOR_PUSH(&v, v.data[v.count - 1] + 1);
    for (int i = 0; i <= 100; i++)
        assert_int_equal(v.data[i], 3 + i);
    for (size_t i = 0; i < 50; i++) {
        size_t before = v.count;
        VECTOR_PUSH(&v, next_of(&v));
        assert_int_equal(v.count, before + 2);
        assert_int_equal(v.data[before], before);
        assert_int_equal(v.data[before + 1], 3 + before + 1);
    }
    VECTOR_RELEASE(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_agrees_with_a_table),
        cmocka_unit_test(text_map_keeps_strings),
        cmocka_unit_test(arena_memory_is_zero_and_apart),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(vector_pushes_and_pops),
        cmocka_unit_test(vector_pushes_what_it_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
