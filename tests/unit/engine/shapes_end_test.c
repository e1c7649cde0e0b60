/* What surely leads to memory at the end of a program, on graphs of the engine `shapes` made
 * by hand: what may be missing leads to nothing that others share, and the last of a list
 * linked one way leads to none before it. */
#include "engine/shapes/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

struct made {
    struct arena arena;
    struct graph *graph;
};

static int begin(void **state)
{
    static struct made m;
    arena_init(&m.arena);
    m.graph = graph_new(&m.arena);
    *state = &m;
    return 0;
}

static int end(void **state)
{
    arena_release(&((struct made *)*state)->arena);
    return 0;
}

static uint32_t add(struct made *m, struct graph_object o)
{
    o.alive = true;
    if (!graph_is_segment(&o))
        o.link.prev = -1;
    return graph_add(&m->arena, m->graph, &o);
}

static uint32_t add_global(struct made *m)
{
    return add(
        m, (struct graph_object){.kind = GRAPH_REGION, .storage = GRAPH_GLOBAL, .least = 1});
}

static uint32_t add_region(struct made *m, uint32_t owner, uint8_t least)
{
    return add(
        m, (struct graph_object){
               .kind = GRAPH_REGION, .storage = GRAPH_HEAP, .least = least, .owner = owner});
}

static uint32_t add_list(struct made *m, uint32_t owner, uint8_t least, int32_t prev)
{
    return add(m, (struct graph_object){.kind = GRAPH_LIST,
                                        .storage = GRAPH_HEAP,
                                        .least = least,
                                        .owner = owner,
                                        .link = {.prev = prev}});
}

static void point(struct made *m, uint32_t from, uint32_t at, uint32_t to,
                  enum graph_end which)
{
    struct graph_value v = graph_pointer(to, (uint8_t)which, (struct term){0});
    object_set_field(&m->arena, graph_edit(&m->arena, m->graph, from), at, 8, v);
}

static bool is_lost(struct made *m)
{
    return shapes_is_lost(m->graph, false);
}

static void a_region_leads_on(void **state)
{
    struct made *m = *state;
    uint32_t global = add_global(m), one = add_region(m, 0, 1), other = add_region(m, 0, 1);
    point(m, global, 0, one, GRAPH_FIRST);
    assert_true(is_lost(m));
    point(m, one, 8, other, GRAPH_FIRST);
    assert_false(is_lost(m));
}

static void parts_of_each_element_are_reached(void **state)
{
    struct made *m = *state;
    uint32_t global = add_global(m), list = add_list(m, 0, 0, -1),
             part = add_region(m, list, 0);
    point(m, global, 0, list, GRAPH_FIRST);
    point(m, list, 8, part, GRAPH_FIRST);
    assert_false(is_lost(m));
}

/* The record of a node may be missing; all records lead to one word. */
static void a_missing_owner_leads_nowhere(void **state)
{
    struct made *m = *state;
    uint32_t global = add_global(m), list = add_list(m, 0, 1, -1);
    uint32_t record = add_region(m, list, 0), detail = add_region(m, record, 1),
             shared = add_region(m, 0, 1);
    point(m, global, 0, list, GRAPH_FIRST);
    point(m, list, 8, record, GRAPH_FIRST);
    point(m, record, 0, detail, GRAPH_FIRST);
    point(m, detail, 0, shared, GRAPH_FIRST);
    assert_true(is_lost(m));
    graph_edit(&m->arena, m->graph, record)->least = 1;
    assert_false(is_lost(m));
    graph_edit(&m->arena, m->graph, list)->least = 0;
    assert_true(is_lost(m));
}

static void the_last_leads_back_only_by_links(void **state)
{
    struct made *m = *state;
    uint32_t global = add_global(m), list = add_list(m, 0, 1, -1);
    point(m, global, 0, list, GRAPH_LAST);
    assert_true(is_lost(m));
    graph_edit(&m->arena, m->graph, list)->link.prev = 8;
    assert_false(is_lost(m));
}

/* If the list is empty its first stands for what comes after it, not for what comes before.
 */
static void ends_of_an_empty_list(void **state)
{
    struct made *m = *state;
    uint32_t global = add_global(m), list = add_list(m, 0, 0, 8), other = add_region(m, 0, 1);
    point(m, global, 0, list, GRAPH_FIRST);
    graph_edit(&m->arena, m->graph, list)->before =
        graph_pointer(other, GRAPH_FIRST, (struct term){0});
    assert_true(is_lost(m));
    graph_edit(&m->arena, m->graph, list)->after =
        graph_pointer(other, GRAPH_FIRST, (struct term){0});
    assert_false(is_lost(m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_region_leads_on, begin, end),
        cmocka_unit_test_setup_teardown(parts_of_each_element_are_reached, begin, end),
        cmocka_unit_test_setup_teardown(a_missing_owner_leads_nowhere, begin, end),
        cmocka_unit_test_setup_teardown(the_last_leads_back_only_by_links, begin, end),
        cmocka_unit_test_setup_teardown(ends_of_an_empty_list, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
