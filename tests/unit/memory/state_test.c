/* memory: what is stored is read back whatever the layout, states merge by their condition,
 * layouts are learnt, laws hold. */
#include "world.h"

static struct type bits(uint32_t width)
{
    return (struct type){TYPE_INT, width};
}

static void store(struct world *w, struct sym p, uint32_t width, uint64_t value)
{
    memory_store(&w->memory, &w->state, p, sym_bits(term_bv(w->terms, width, value)),
                 bits(width), term_bool(w->terms, true));
}

static uint64_t load(struct world *w, const struct memory_state *st, struct sym p,
                     uint32_t width)
{
    uint64_t value = 0;
    struct sym v = memory_load(&w->memory, st, p, bits(width));
    assert_int_equal(v.kind, SYM_BITS);
    if (!term_const_u64(w->terms, v.a, &value))
        fail_msg("the value is not known");
    return value;
}

/* The condition holds for all values of its variables. */
static bool always(struct world *w, struct term condition)
{
    struct solver *s = solver_new(w->terms, NULL);
    for (size_t i = 0; i < w->memory.axioms.count; i++)
        solver_assert(s, w->memory.axioms.data[i]);
    solver_assert(s, term_not(w->terms, condition));
    enum answer a = solver_solve(s, &(struct solver_limits){.seconds = 20});
    solver_free(s);
    assert_int_not_equal(a, ANSWER_UNKNOWN);
    return a == ANSWER_UNSAT;
}

static void bytes_of_any_width_are_read_back(void **state)
{
    struct world *w = *state;
    uint32_t o = object(w, 10, 16);
    uint8_t native[16] = {0};
    for (unsigned i = 0; i < 16; i += 8)
        store(w, sym_object(&w->memory, o, i), 64, 0);
    uint64_t seed = 12345;
    for (unsigned round = 0; round < 200; round++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        unsigned size = 1u << (seed >> 60 & 3), at = (unsigned)(seed >> 32) % (17 - size);
        memcpy(native + at, &seed, size);
        store(w, sym_object(&w->memory, o, at), size * 8,
              size == 8 ? seed : seed & ((1ull << size * 8) - 1));
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(load(w, &w->state, sym_object(&w->memory, o, i), 8), native[i]);
        assert_true(memory_is_lawful(&w->memory, &w->state));
    }
}

static void states_merge_by_their_condition(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t o = object(w, 20, 8);
    struct sym p = sym_object(&w->memory, o, 0);
    store(w, p, 32, 1);
    struct memory_state yes = memory_share(&w->memory, &w->state),
                        no = memory_share(&w->memory, &w->state);
    w->state = yes;
    store(w, p, 32, 2);
    yes = w->state;
    struct term c = term_var(ts, sort_bool(ts), "c");
    struct memory_state both = memory_merge(&w->memory, c, yes, no);
    struct sym v = memory_load(&w->memory, &both, p, bits(32));
    assert_true(
        always(w, term_eq(ts, v.a, term_ite(ts, c, term_bv(ts, 32, 2), term_bv(ts, 32, 1)))));
    assert_int_equal(load(w, &no, p, 32),
                     1); /* neither side is changed by the merge or by the other */
    assert_int_equal(load(w, &yes, p, 32), 2);
    assert_true(memory_is_lawful(&w->memory, &both));
}

static void an_object_made_on_one_side_lives_there_only(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    struct memory_state no = memory_share(&w->memory, &w->state);
    uint32_t o = object(w, 30, 4);
    struct term c = term_var(ts, sort_bool(ts), "made");
    struct memory_state both = memory_merge(&w->memory, c, w->state, no);
    assert_true(always(w, term_eq(ts, memory_alive(&w->memory, &both, o), c)));
    struct term valid = memory_valid(&w->memory, &both, sym_object(&w->memory, o, 0),
                                     term_bv(ts, 64, 4), true);
    assert_true(always(w, term_eq(ts, valid, c)));
}

static void accesses_are_valid_inside_and_while_it_lives(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    uint32_t o = object(w, 40, 10);
    struct term at = term_var(ts, sort_bv(ts, 64), "at"), four = term_bv(ts, 64, 4);
    struct sym p = sym_pointer(term_bv(ts, OBJECT_BITS, o), at);
    struct term inside = term_2(ts, TERM_BV_ULE, at, term_bv(ts, 64, 6));
    assert_true(
        always(w, term_eq(ts, memory_valid(&w->memory, &w->state, p, four, false), inside)));
    assert_true(always(w, term_not(ts, memory_valid(&w->memory, &w->state,
                                                    sym_null(&w->memory), four, false))));
    memory_end(&w->memory, &w->state, o, term_bool(ts, true));
    assert_true(always(w, term_not(ts, memory_valid(&w->memory, &w->state, p, four, false))));
}

/* A symbolic index into a large object asks for a stride; a finer one later for another: the
 * same table of terms serves all encodings. */
static void strides_are_learnt_and_learnt_anew(void **state)
{
    struct world *w = *state;
    struct terms *ts = w->terms;
    struct term i = term_var(ts, sort_bv(ts, 64), "i"),
                j = term_var(ts, sort_bv(ts, 64), "j");
    static const uint64_t scales[] = {8, 4, 2, 1};
    for (unsigned n = 0; n < 4; n++) {
        struct term offset = term_2(ts, TERM_BV_MUL, i, term_bv(ts, 64, scales[n]));
        for (int round = 0;; round++) {
            assert_true(round < 3);
            memory_model_release(&w->memory);
            begin(w);
            uint32_t o = object(w, 50, 1000);
            struct sym p = sym_pointer(term_bv(ts, OBJECT_BITS, o), offset);
            memory_load(&w->memory, &w->state, p,
                        bits(8)); /* of unknown content: a variable with a name */
            store(w, p, 8, 77);
            struct sym other =
                sym_pointer(term_bv(ts, OBJECT_BITS, o),
                            term_2(ts, TERM_BV_MUL, j, term_bv(ts, 64, scales[n])));
            struct sym v = memory_load(&w->memory, &w->state, other, bits(8));
            if (w->memory.restart)
                continue;
            assert_int_equal(memory_stride(&w->memory, o), scales[n]);
            struct term inside = term_2(ts, TERM_BV_ULT, i, term_bv(ts, 64, 100));
            struct term same = term_and(ts, inside, term_eq(ts, i, j));
            assert_true(
                always(w, term_implies(ts, same, term_eq(ts, v.a, term_bv(ts, 8, 77)))));
            assert_false(
                always(w, term_implies(ts, inside, term_eq(ts, v.a, term_bv(ts, 8, 77)))));
            assert_true(memory_is_lawful(&w->memory, &w->state));
            break;
        }
    }
}

static void variables_of_one_name_and_another_type_are_others(void **state)
{
    struct world *w = *state;
    struct sym a = sym_fresh(&w->memory, bits(32), "x"),
               b = sym_fresh(&w->memory, bits(8), "x"),
               c = sym_fresh(&w->memory, (struct type){TYPE_FLOAT, 32}, "x"),
               d = sym_fresh(&w->memory, bits(32), "x");
    assert_int_equal(term_width(w->terms, a.a), 32);
    assert_int_equal(term_width(w->terms, b.a), 8);
    assert_int_equal(c.kind, SYM_FLOAT);
    assert_true(term_same(a.a, d.a));
}

static void broken_states_are_seen(void **state)
{
    struct world *w = *state;
    uint32_t o = object(w, 60, 8);
    store(w, sym_object(&w->memory, o, 0), 32, 5);
    assert_true(memory_is_lawful(&w->memory, &w->state));
    struct site *s = &w->memory.sites.data[w->memory.objects.data[o].site];
    s->cells.data[0].bytes = 8; /* the cell holds 32 bits */
    assert_false(memory_is_lawful(&w->memory, &w->state));
    s->cells.data[0].bytes = 4;
    assert_true(memory_is_lawful(&w->memory, &w->state));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bytes_of_any_width_are_read_back, setup, teardown),
        cmocka_unit_test_setup_teardown(states_merge_by_their_condition, setup, teardown),
        cmocka_unit_test_setup_teardown(an_object_made_on_one_side_lives_there_only, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(accesses_are_valid_inside_and_while_it_lives, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(strides_are_learnt_and_learnt_anew, setup, teardown),
        cmocka_unit_test_setup_teardown(variables_of_one_name_and_another_type_are_others,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(broken_states_are_seen, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
