/* program: dominators and loops of random graphs agree with their definitions; the call graph
 * of a small program. */
#include "check_pass.h"

enum { MOST = 14 };

/* A random graph as a function: every block returns, jumps, branches or switches. */
static struct program *random_graph(uint32_t *blocks)
{
    struct text t = {0};
    uint32_t n = *blocks = 1 + (uint32_t)rand() % MOST;
    text_put(&t, "program 64\nfunction @f(i1, i32) -> () {\n");
    for (uint32_t b = 0; b < n; b++) {
        text_add(&t, "b%u:\n", b);
        if (!b)
            text_put(&t, "  %0 = param i1\n  %1 = param i32 {1}\n");
        uint32_t x = n == 1 ? 0 : 1 + (uint32_t)rand() % (n - 1),
                 y = n == 1 ? 0 : 1 + (uint32_t)rand() % (n - 1);
        uint32_t z = n == 1 ? 0 : 1 + (uint32_t)rand() % (n - 1);
        int kind = n == 1 ? 0 : rand() % 8;
        if (kind == 0)
            text_put(&t, "  return\n");
        if (kind == 1)
            text_add(&t, "  switch %%1 [i32 1 b%u] [i32 2 b%u] b%u\n", x, y, z);
        if (kind == 2 || kind == 3)
            text_add(&t, "  jump b%u\n", x);
        if (kind > 3)
            text_add(&t, "  branch %%0 b%u b%u\n", x, y);
    }
    text_put(&t, "}\n");
    struct program *p = parse_good(text_of(&t));
    text_release(&t);
    return p;
}

/* Marks what `from` reaches along edges inside `allowed`, without passing `without`. */
static void reach(const struct function *f, uint32_t from, const bool *allowed,
                  uint32_t without, bool *out)
{
    uint32_t stack[MOST * 4], depth = 0, next[8];
    memset(out, 0, MOST * sizeof *out);
    if (from == without || (allowed && !allowed[from]))
        return;
    out[from] = true;
    stack[depth++] = from;
    while (depth) {
        uint32_t b = stack[--depth], count = block_successors(f, &f->blocks.data[b], next, 8);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t to = next[k];
            if (to == without || out[to] || (allowed && !allowed[to]))
                continue;
            out[to] = true;
            stack[depth++] = to;
        }
    }
}

static void check_dominators(const struct function *f, uint32_t n, const struct dominators *d,
                             const bool *reachable)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < n; a++) {
        bool others[MOST];
        reach(f, 0, NULL, a, others);
        count += reachable[a];
        for (uint32_t b = 0; b < n; b++) {
            bool expected = reachable[a] && reachable[b] ? !others[b] : a == b;
            assert_int_equal(dominates(d, a, b), expected);
        }
    }
    assert_int_equal(d->count, count);
    for (uint32_t b = 0; b < n; b++) {
        if (!reachable[b]) {
            assert_int_equal(d->idom[b], UINT32_MAX);
            continue;
        }
        assert_int_equal(d->rpo[d->number[b]], b);
        uint32_t idom = d->idom[b];
        assert_true(dominates(d, idom, b));
        for (uint32_t a = 0; a < n;
             a++) /* every strict dominator dominates the immediate one */
            if (a != b && reachable[a] && dominates(d, a, b))
                assert_true(dominates(d, a, idom));
    }
}

static void check_loop(const struct function *f, uint32_t n, const struct dominators *d,
                       const struct loop_forest *forest, uint32_t index,
                       const bool *reachable)
{
    const struct loop *l = &forest->loops[index];
    bool body[MOST] = {0}, from[MOST];
    assert_int_equal(l->blocks[0], l->header);
    for (uint32_t k = 0; k < l->block_count; k++) {
        assert_false(body[l->blocks[k]]);
        body[l->blocks[k]] = true;
    }
    reach(f, l->header, body, UINT32_MAX, from);
    bool entered = false, natural = true;
    for (uint32_t b = 0; b < n; b++) {
        bool back[MOST];
        assert_int_equal(loop_contains(forest, index, b), body[b]);
        if (!body[b])
            continue;
        assert_true(from[b]);
        reach(f, b, body, UINT32_MAX, back);
        assert_true(back[l->header]);
        assert_true(d->number[b] >= d->number[l->header]);
        natural &= dominates(d, l->header, b);
        const struct block *block = &f->blocks.data[b];
        for (size_t k = 0; k < block->predecessors.count; k++)
            entered |= b != l->header && reachable[block->predecessors.data[k]] &&
                       !body[block->predecessors.data[k]];
    }
    assert_int_equal(l->irreducible, entered);
    assert_int_equal(!l->irreducible, natural);
    if (l->parent != UINT32_MAX) {
        assert_true(l->parent > index);
        assert_int_equal(l->depth, forest->loops[l->parent].depth + 1);
        for (uint32_t k = 0; k < l->block_count; k++)
            assert_true(loop_contains(forest, l->parent, l->blocks[k]));
        assert_false(l->header == forest->loops[l->parent].header);
    } else {
        assert_int_equal(l->depth, 1);
    }
    if (l->irreducible)
        return;
    /* a natural loop is everything that reaches a latch without passing the header */
    for (uint32_t b = 0; b < n; b++) {
        bool reaches[MOST], expected = b == l->header;
        reach(f, b, NULL, l->header, reaches);
        for (uint32_t k = 0; k < l->latch_count; k++)
            expected |= reachable[b] && reaches[l->latches[k]];
        assert_int_equal(body[b], expected);
    }
}

static void check_loops(const struct function *f, uint32_t n, const struct dominators *d,
                        const struct loop_forest *forest, const bool *reachable)
{
    for (uint32_t l = 0; l < forest->count; l++)
        check_loop(f, n, d, forest, l, reachable);
    for (uint32_t b = 0; b < n; b++) {
        if (!reachable[b])
            assert_int_equal(forest->loop_of[b], UINT32_MAX);
        uint32_t next[8], count = block_successors(f, &f->blocks.data[b], next, 8);
        for (uint32_t k = 0; reachable[b] && k < count; k++) {
            if (d->number[next[k]] > d->number[b])
                continue;
            /* every edge backwards leads from a latch to a header */
            uint32_t l = forest->loop_of[next[k]];
            assert_int_not_equal(l, UINT32_MAX);
            assert_int_equal(forest->loops[l].header, next[k]);
            bool latch = false;
            for (uint32_t m = 0; m < forest->loops[l].latch_count; m++)
                latch |= forest->loops[l].latches[m] == b;
            assert_true(latch);
        }
    }
}

static void random_graphs(void **state)
{
    (void)state;
    srand(11);
    for (int round = 0; round < 5000; round++) {
        uint32_t n;
        struct program *p = random_graph(&n);
        const struct function *f = &p->functions.data[0];
        struct arena arena;
        struct dominators d;
        struct loop_forest forest;
        bool reachable[MOST];
        arena_init(&arena);
        reach(f, 0, NULL, UINT32_MAX, reachable);
        dominators_find(f, &arena, &d);
        check_dominators(f, n, &d, reachable);
        loops_find(f, &d, &arena, &forest);
        check_loops(f, n, &d, &forest, reachable);
        arena_release(&arena);
        program_free(p);
    }
}

static void calls_of_a_program(void **state)
{
    (void)state;
    struct program *p =
        parse_good("program 64 entry @main\n"
                   "global $table size 8 align 8 at 0 @taken\n"
                   "function @main() -> () {\nb0:\n"
                   "  %0 = load ptr $table {8}\n"
                   "  %1 = call i32 %0, i32 1 {1}\n"
                   "  call @even, %1\n"
                   "  call @even, %1\n"
                   "  call null\n"
                   "  store $table, @wide {8}\n"
                   "  store $table, @old {8}\n"
                   "  return\n}\n"
                   "function @even(i32) -> () {\nb0:\n  call @odd, i32 1\n  return\n}\n"
                   "function @odd(i32) -> () {\nb0:\n  call @even, i32 1\n  return\n}\n"
                   "function @self() -> () {\nb0:\n  call @self\n  return\n}\n"
                   "function @taken(i32) -> (i32)\n"
                   "function @not_taken(i32) -> (i32)\n"
                   "function @wide(i64) -> (i32)\n"
                   "function @old() -> (i32)\n");
    struct arena arena;
    struct call_graph graph;
    arena_init(&arena);
    call_graph_find(p, &arena, &graph);
    assert_int_equal(graph.callee_count[0], 3); /* taken, old (fewer parameters), even once */
    assert_int_equal(graph.callees[0][0], 4);
    assert_int_equal(graph.callees[0][1], 7);
    assert_int_equal(graph.callees[0][2], 1);
    const bool recursive[] = {false, true, true, true, false, false, false, false};
    uint32_t place[8];
    assert_int_equal(graph.order_count, 8);
    for (uint32_t k = 0; k < 8; k++) {
        assert_int_equal(graph.recursive[k], recursive[k]);
        place[graph.order[k]] = k;
    }
    assert_true(place[4] < place[0] && place[7] < place[0] && place[1] < place[0] &&
                place[2] < place[0]);
    arena_release(&arena);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(calls_of_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
