/* The checker's view of memory against plain bytes: random stores, copies, fills and joins at
 * offsets that are constant or not, of which every load must give what the bytes say, under
 * the values of the variables. Then what is said of lives, bounds, addresses. */
#include "check/view/view.h"
#include "base/failure.h"
#include "program/passes.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { OBJECTS = 4, LARGEST = 600, VARIABLES = 6, TRIALS = 400, OPERATIONS = 24 };
static const uint32_t sizes[OBJECTS] = {30, 8, 48, 600}; /* the first is the global */

struct bytes {
    uint8_t at[OBJECTS][LARGEST];
};
struct world {
    struct program *program;
    struct terms *terms;
    struct plans plans;
    struct view view;
    struct view_state state;
    uint64_t seed;
    uint32_t object[OBJECTS];
    struct term variable[VARIABLES], condition[VARIABLES];
    uint64_t value[VARIABLES];
    bool holds[VARIABLES];
};

static uint64_t random_number(struct world *w)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return w->seed * 0x2545f4914f6cdd1du >> 11;
}
static uint32_t below(struct world *w, uint32_t n)
{
    return (uint32_t)(random_number(w) % n);
}

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    struct failure failure = {0};
    w->program = program_parse(
        "program 64 entry @main\n"
        "global $g size 30 align 4 unit \"a.c\" bytes "
        "010203000000000000000000000000000000000000000000000000000405\n"
        "global $c size 4 align 4 readonly unit \"a.c\" bytes 01020304\n"
        "function @main() -> (i32) unit \"a.c\" {\nb0 \"entry\":\n  return i32 0\n}\n",
        &failure);
    if (!w->program)
        fail_msg("%s", failure.message);
    w->terms = terms_new();
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    plans_release(&w->plans);
    terms_free(w->terms);
    program_free(w->program);
    free(w);
    return 0;
}

static uint32_t heap_object(struct world *w, uint64_t site, uint64_t bytes)
{
    uint32_t o =
        view_new_object(&w->view, VIEW_HEAP, site, site, term_bv(w->terms, 64, bytes), 16);
    view_begin(&w->view, &w->state, o);
    return o;
}

static void begin(struct world *w, struct bytes *b)
{
    view_init(&w->view, w->terms, w->program, &w->plans);
    w->state = view_start(&w->view);
    memset(b, 0, sizeof *b);
    w->object[0] = view_global(&w->view, 0);
    for (uint32_t i = 1; i < OBJECTS; i++)
        w->object[i] = heap_object(w, i, sizes[i]);
    const struct global *g = &w->program->globals.data[0];
    memcpy(b->at[0], g->bytes, g->size);
}

/* Variables have the values of this trial; others, which nobody has given a value, are 0. */
static struct term value_of(void *context, struct term variable)
{
    struct world *w = context;
    for (int i = 0; i < VARIABLES; i++) {
        if (term_same(variable, w->variable[i]))
            return term_bv(w->terms, 64, w->value[i]);
        if (term_same(variable, w->condition[i]))
            return term_bool(w->terms, w->holds[i]);
    }
    return TERM_NONE;
}

static uint64_t evaluate(struct world *w, struct term t)
{
    uint64_t value = 0;
    assert_true(term_const_u64(w->terms, term_evaluate(w->terms, t, value_of, w), &value));
    return value;
}

static void choose_values(struct world *w)
{
    char name[16];
    for (int i = 0; i < VARIABLES; i++) {
        snprintf(name, sizeof name, "n%d", i);
        w->variable[i] = term_var(w->terms, sort_bv(w->terms, 64), name);
        snprintf(name, sizeof name, "c%d", i);
        w->condition[i] = term_var(w->terms, sort_bool(w->terms), name);
        w->value[i] = below(w, 40);
        w->holds[i] = below(w, 2);
    }
}

/* An offset into the object at which n bytes fit, and its value. */
static struct term any_offset(struct world *w, uint32_t size, uint32_t n, uint64_t *value)
{
    static const uint32_t scales[] = {1, 2, 4, 8, 12};
    *value = below(w, size - n + 1);
    int i = (int)below(w, VARIABLES);
    uint64_t scale = scales[below(w, 5)], part = scale * w->value[i];
    if (part > *value || below(w, 3) == 0)
        return term_bv(w->terms, 64, *value);
    struct term t =
        term_2(w->terms, TERM_BV_MUL, w->variable[i], term_bv(w->terms, 64, scale));
    return term_2(w->terms, TERM_BV_ADD, t, term_bv(w->terms, 64, *value - part));
}

struct spot { /* a pointer, and where it leads */
    struct datum pointer;
    uint32_t object;
    uint64_t at;
};

static struct spot any_spot(struct world *w, uint32_t n)
{
    struct spot s;
    do
        s.object = below(w, OBJECTS);
    while (sizes[s.object] < n);
    struct term offset = any_offset(w, sizes[s.object], n, &s.at);
    s.pointer =
        datum_pointer(term_bv(w->terms, VIEW_OBJECT_BITS, w->object[s.object]), offset);
    return s;
}

/* Perhaps one of two. */
static struct spot any_choice(struct world *w, uint32_t n)
{
    struct spot yes = any_spot(w, n), no = any_spot(w, n);
    if (below(w, 3))
        return yes;
    int i = (int)below(w, VARIABLES);
    struct spot chosen = w->holds[i] ? yes : no;
    chosen.pointer = datum_ite(&w->view, w->condition[i], yes.pointer, no.pointer);
    return chosen;
}

static void change(struct world *w, struct view_state *st, struct bytes *b)
{
    static const uint32_t widths[] = {1, 2, 4, 8};
    uint32_t n = widths[below(w, 4)];
    struct spot to = any_choice(w, n), from;
    uint64_t value = random_number(w);
    int i = (int)below(w, VARIABLES);
    struct term when = term_bool(w->terms, true);
    bool happens = true;
    switch (below(w, 6)) {
    case 0: /* a copy */
        n = 1 + below(w, 20);
        to = any_spot(w, n);
        from = any_spot(w, n);
        assert_true(
            view_copy(&w->view, st, to.pointer, from.pointer, term_bv(w->terms, 64, n)));
        memmove(&b->at[to.object][to.at], &b->at[from.object][from.at], n);
        return;
    case 1: /* a fill, perhaps of all */
        n = below(w, 3) ? 1 + below(w, 20) : 0;
        to = any_spot(w, n ? n : 1);
        if (!n) {
            n = sizes[to.object];
            to.at = 0;
            to.pointer = view_at(&w->view, w->object[to.object], 0);
        }
        assert_true(view_fill(&w->view, st, to.pointer, term_bv(w->terms, 8, value),
                              term_bv(w->terms, 64, n)));
        memset(&b->at[to.object][to.at], (int)(value & 255), n);
        return;
    case 2: /* under a condition */
        when = w->condition[i];
        happens = w->holds[i];
        break;
    case 3: /* what a variable holds */
        view_store(&w->view, st, to.pointer,
                   datum_bits(term_extract(w->terms, w->variable[i], 8 * n - 1, 0)),
                   (struct type){TYPE_INT, 8 * n}, when);
        memcpy(&b->at[to.object][to.at], &w->value[i], n);
        return;
    default:
        break;
    }
    view_store(&w->view, st, to.pointer, datum_bits(term_bv(w->terms, 8 * n, value)),
               (struct type){TYPE_INT, 8 * n}, when);
    if (happens)
        memcpy(&b->at[to.object][to.at], &value, n);
}

static void look(struct world *w, const struct view_state *st, const struct bytes *b)
{
    static const uint32_t widths[] = {1, 2, 4, 8};
    uint32_t n = widths[below(w, 4)];
    struct spot from = any_choice(w, n);
    struct datum d = view_load(&w->view, st, from.pointer, (struct type){TYPE_INT, 8 * n});
    uint64_t wanted = 0;
    memcpy(&wanted, &b->at[from.object][from.at], n);
    if (w->view.restart)
        return; /* void */
    assert_int_equal(d.kind, DATUM_BITS);
    for (size_t i = 0; i < w->view.inexact.count; i++)
        assert_true(term_is_false(
            w->terms, term_evaluate(w->terms, w->view.inexact.data[i], value_of, w)));
    assert_int_equal(evaluate(w, d.a), wanted);
}

/* Two ways, of which the condition chooses one. */
static void part_ways(struct world *w, struct bytes *b)
{
    int i = (int)below(w, VARIABLES);
    struct bytes other = *b;
    struct view_state yes = view_share(&w->view, &w->state),
                      no = view_share(&w->view, &w->state);
    for (uint32_t k = below(w, 4); k > 0; k--)
        change(w, &yes, b);
    for (uint32_t k = below(w, 4); k > 0; k--)
        change(w, &no, &other);
    if (!w->holds[i])
        *b = other;
    w->state = view_merge(&w->view, w->condition[i], yes, no);
}

static void run_trial(struct world *w, uint64_t seed)
{
    struct bytes b;
    w->seed = seed * 0x9e3779b97f4a7c15u + 1;
    begin(w, &b);
    choose_values(w);
    for (int i = 0; i < OPERATIONS; i++) {
        if (below(w, 5) == 0)
            part_ways(w, &b);
        else
            change(w, &w->state, &b);
        look(w, &w->state, &b);
    }
}

static void loads_give_what_the_bytes_say(void **state)
{
    struct world *w = *state;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        plans_release(&w->plans);
        w->plans = (struct plans){0};
        for (bool again = true; again;) {
            run_trial(w, trial);
            again = w->view.restart;
            view_release(&w->view);
        }
    }
}

/* --- lives, bounds, addresses --- */

static bool always(struct world *w, struct term condition)
{
    struct solver *s = solver_new(w->terms, NULL);
    for (size_t i = 0; i < w->view.axioms.count; i++)
        solver_assert(s, w->view.axioms.data[i]);
    solver_assert(s, term_not(w->terms, condition));
    bool holds = solver_solve(s, NULL) == ANSWER_UNSAT;
    solver_free(s);
    return holds;
}
static bool never(struct world *w, struct term condition)
{
    return always(w, term_not(w->terms, condition));
}
static bool depends(struct world *w, struct term condition)
{
    return !always(w, condition) && !never(w, condition);
}

static struct term valid(struct world *w, struct datum p, uint64_t bytes,
                         enum view_access access)
{
    return view_valid(&w->view, &w->state, p, term_bv(w->terms, 64, bytes), access);
}

static void accesses_are_valid_inside_of_what_lives(void **state)
{
    struct world *w = *state;
    struct bytes b;
    begin(w, &b);
    uint32_t o = w->object[2]; /* of 48 bytes */
    struct term n = term_var(w->terms, sort_bv(w->terms, 64), "n"),
                c = term_var(w->terms, sort_bool(w->terms), "c");
    assert_true(always(w, valid(w, view_at(&w->view, o, 44), 4, VIEW_WRITES)));
    assert_true(never(w, valid(w, view_at(&w->view, o, 45), 4, VIEW_READS)));
    assert_true(never(w, valid(w, view_at(&w->view, o, -1), 1, VIEW_READS)));
    assert_true(never(w, valid(w, view_at(&w->view, o, -4), 8, VIEW_READS)));
    assert_true(never(w, valid(w, view_null(&w->view), 1, VIEW_READS)));
    struct term moved =
        valid(w, datum_pointer(term_bv(w->terms, VIEW_OBJECT_BITS, o), n), 4, VIEW_READS);
    struct term fits = term_2(w->terms, TERM_BV_ULE, n, term_bv(w->terms, 64, 44));
    assert_true(always(w, term_eq(w->terms, moved, fits)));
    struct datum constant = view_at(&w->view, view_global(&w->view, 1), 0);
    assert_true(always(w, valid(w, constant, 4, VIEW_READS)));
    assert_true(never(w, valid(w, constant, 4, VIEW_WRITES)));
    assert_true(
        never(w, valid(w, view_at(&w->view, view_function(&w->view, 0), 0), 1, VIEW_READS)));
    view_end(&w->view, &w->state, o, c);
    assert_true(always(w, term_eq(w->terms, valid(w, view_at(&w->view, o, 0), 1, VIEW_READS),
                                  term_not(w->terms, c))));
    view_release(&w->view);
}

static void addresses_of_what_lives_differ(void **state)
{
    struct world *w = *state;
    struct bytes b;
    begin(w, &b);
    struct view *v = &w->view;
    uint32_t x = w->object[1], y = w->object[2];
    struct term n = term_var(w->terms, sort_bv(w->terms, 64), "n");
    struct datum inside =
        datum_pointer(term_bv(w->terms, VIEW_OBJECT_BITS, y),
                      term_2(w->terms, TERM_BV_UREM, n, term_bv(w->terms, 64, 48)));
    assert_true(never(w, view_equal(v, &w->state, view_at(v, x, 0), view_at(v, y, 0))));
    assert_true(never(w, view_equal(v, &w->state, view_at(v, x, 7), inside)));
    assert_true(depends(
        w, view_equal(v, &w->state, view_at(v, y, 48),
                      view_at(v, x, 0)))); /* the end of one may be the start of another */
    assert_true(never(w, view_is_null(v, inside)));
    assert_true(
        depends(w, view_is_null(v, view_moved(v, inside, n)))); /* it may be far away */
    assert_true(always(w, view_is_null(v, view_null(v))));
    assert_true(always(w, term_2(w->terms, TERM_BV_ULT, view_address(v, view_at(v, y, -1)),
                                 view_address(v, view_at(v, y, 48)))));
    /* what was freed may be given out again, but not to something that was there before */
    view_end(v, &w->state, x, term_bool(w->terms, true));
    uint32_t z = heap_object(w, 9, 8);
    assert_true(depends(w, view_equal(v, &w->state, view_at(v, x, 0), view_at(v, z, 0))));
    assert_true(never(w, view_equal(v, &w->state, view_at(v, x, 0), view_at(v, y, 0))));
    assert_true(never(w, view_equal(v, &w->state, view_at(v, z, 0), view_at(v, y, 0))));
    view_release(v);
}

/* What is said of an address says nothing of runs in which the object is not made. */
static void axioms_need_a_birth(void **state)
{
    struct world *w = *state;
    struct bytes b;
    begin(w, &b);
    struct view *v = &w->view;
    struct term size = term_var(w->terms, sort_bv(w->terms, 64), "size");
    struct term small = term_2(w->terms, TERM_BV_ULE, size, term_bv(w->terms, 64, 100));
    uint32_t o = view_new_object(v, VIEW_HEAP, 11, 11, size, 16);
    v->objects.data[o].born = small;
    view_address(v, view_at(v, o, 0));
    assert_true(depends(w, small));
    assert_true(depends(w, term_eq(w->terms, size, term_bv_signed(w->terms, 64, -1))));
    view_release(v);
}

static void pointers_survive_copies(void **state)
{
    struct world *w = *state;
    struct bytes b;
    begin(w, &b);
    struct view *v = &w->view;
    struct type word = {TYPE_POINTER, 64};
    struct datum p = view_at(v, w->object[1], 3), at = view_at(v, w->object[2], 8),
                 to = view_at(v, w->object[3], 101);
    view_store(v, &w->state, at, p, word, term_bool(w->terms, true));
    view_copy(v, &w->state, to, at, term_bv(w->terms, 64, 5)); /* in two parts */
    view_copy(v, &w->state, view_moved(v, to, term_bv(w->terms, 64, 5)),
              view_at(v, w->object[2], 13), term_bv(w->terms, 64, 3));
    struct datum found = view_load(v, &w->state, to, word);
    assert_true(term_same(found.a, p.a) && term_same(found.b, p.b));
    view_store(v, &w->state, to, datum_bits(term_bv(w->terms, 8, 0)),
               (struct type){TYPE_INT, 8}, term_bool(w->terms, true));
    found = view_load(v, &w->state, to, word); /* one byte of it is gone */
    assert_false(term_same(found.a, p.a) && term_same(found.b, p.b));
    view_release(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(accesses_are_valid_inside_of_what_lives, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(addresses_of_what_lives_differ, setup, teardown),
        cmocka_unit_test_setup_teardown(axioms_need_a_birth, setup, teardown),
        cmocka_unit_test_setup_teardown(pointers_survive_copies, setup, teardown),
        cmocka_unit_test_setup_teardown(loads_give_what_the_bytes_say, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
