/* Facts about all elements in the checker.
 *
 * Where such a fact has to be shown, it is asked of one arbitrary number. Where it is known,
 * at the head of a loop, nothing is assumed at once: it is kept as a premise with an open
 * number, and when the whole program was run, instances are added for the numbers at which
 * what has to be shown, and other instances, read the same arrays. Every instance follows
 * from the fact, so leaving some out only weakens what is known. */
#include "check/check_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <stdlib.h>

enum { ROUNDS = 3, MOST_NUMBERS = 24, INDEX = 64 };

typedef VECTOR(struct term) term_vector;

/* --- one instance --- */

static void declare(struct text *t, const char *kind, unsigned number, const char *unit,
                    unsigned size, unsigned width)
{
    bool array = *kind == 'a';
    text_add(t, "(declare-fun %s%u%s%u (%s) (_ BitVec %u))", kind, number, unit, size,
             array ? "(_ BitVec 64)" : "", width);
}

static struct term read_condition(struct checker *c, const struct fact_forall *f,
                                  const struct term *operands)
{
    struct text script = {0};
    struct term *asserts = NULL, condition = TERM_NONE;
    size_t count = 0;
    struct failure failure = {0};
    text_put(&script, "(declare-fun j () (_ BitVec 64))");
    for (unsigned i = 0; i < f->operands; i++) {
        unsigned w = term_width(c->terms, operands[i]);
        declare(&script, "x", i, "w", w, w);
    }
    for (unsigned i = 0; i < f->arrays; i++)
        declare(&script, "a", i, "b", f->array[i].bytes, 8 * f->array[i].bytes);
    text_add(&script, "(assert %s)", f->condition);
    if (term_read_script(c->terms, text_of(&script), &asserts, &count, &failure) &&
        count == 1)
        condition = asserts[0];
    free(asserts);
    text_release(&script);
    return condition;
}

struct calls {
    struct terms *terms;
    struct map seen;
    term_vector found;
    enum term_op op;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct calls *)context)->seen, t.id);
}

static void see(void *context, struct term t)
{
    struct calls *k = context;
    map_set(&k->seen, t.id, 1);
    if (term_op(k->terms, t) == k->op)
        VECTOR_PUSH(&k->found, t);
}

/* The element of that number, under the condition that it lies inside the object. */
static struct term element(struct checker *c, const struct fact_array *array, uint32_t object,
                           const struct view_state *st, struct term number,
                           struct term *inside)
{
    struct terms *ts = c->terms;
    struct view *m = &c->view;
    uint64_t end = (uint64_t)array->at + array->bytes, half = (uint64_t)1 << (m->width - 1);
    struct term step = term_2(ts, TERM_BV_MUL, term_resize(ts, number, m->width),
                              term_bv(ts, m->width, array->stride));
    struct term offset = term_2(ts, TERM_BV_ADD, step, term_bv(ts, m->width, array->at));
    struct term after = term_2(ts, TERM_BV_ADD, step, term_bv(ts, m->width, end));
    struct term no_wrap =
        term_2(ts, TERM_BV_ULE, number, term_bv(ts, INDEX, (half - end) / array->stride));
    struct term within = term_2(ts, TERM_BV_ULE, after, m->objects.data[object].size);
    *inside = term_and(ts, *inside, term_and(ts, no_wrap, within));
    size_t inexact = m->inexact.count;
    struct datum p = datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, object), offset);
    struct datum value = view_load(m, st, p, (struct type){TYPE_INT, 8 * array->bytes});
    m->inexact.count = inexact; /* offsets that wrap around: not inside */
    return value.a;
}

static bool find_objects(struct checker *c, const struct fact_forall *f, uint32_t objects,
                         uint32_t *out)
{
    for (unsigned i = 0; i < f->arrays; i++) {
        out[i] = check_fact_object(c, f->array[i].object, objects);
        if (!out[i])
            return false;
    }
    return true;
}

static int number_of_array(struct checker *c, const struct fact_forall *f, struct term call)
{
    unsigned number, bytes;
    if (sscanf(term_name(c->terms, call), "a%ub%u", &number, &bytes) != 2 ||
        number >= f->arrays)
        return -1;
    return bytes == f->array[number].bytes && term_count(c->terms, call) == 1 ? (int)number
                                                                              : -1;
}

struct term check_forall(struct checker *c, struct activation *a, const struct fact_forall *f,
                         const struct view_state *st, uint32_t objects, struct term number)
{
    struct terms *ts = c->terms;
    struct term operands[FACT_FORALL_OPERANDS], no = check_absent(c),
                                                inside = term_bool(ts, true);
    uint32_t object[FACT_FORALL_ARRAYS];
    for (unsigned i = 0; i < f->operands; i++)
        if (!term_is(operands[i] = check_fact_bits(c, a, &f->operand[i], st, objects)))
            return no;
    if (!find_objects(c, f, objects, object))
        return no;
    struct term condition = read_condition(c, f, operands);
    if (!term_is(condition) || sort_kind(ts, term_sort(ts, condition)) != SORT_BOOL)
        return no;
    struct map map = {0};
    map_set(&map, term_var(ts, sort_bv(ts, INDEX), "j").id, number.id);
    for (unsigned i = 0; i < f->operands; i++) {
        char name[32];
        unsigned w = term_width(ts, operands[i]);
        snprintf(name, sizeof name, "x%uw%u", i, w);
        map_set(&map, term_var(ts, sort_bv(ts, w), name).id, operands[i].id);
    }
    struct calls calls = {.terms = ts, .op = TERM_CALL};
    bool good = true;
    term_walk(ts, condition, is_seen, see, &calls);
    for (size_t i = 0; i < calls.found.count && good; i++) {
        int n = number_of_array(c, f, calls.found.data[i]);
        good = n >= 0;
        if (!good)
            break;
        struct term at = term_substitute(ts, term_arg(ts, calls.found.data[i], 0), &map);
        map_set(&map, calls.found.data[i].id,
                element(c, &f->array[n], object[n], st, at, &inside).id);
    }
    struct term result =
        good ? term_implies(ts, inside, term_substitute(ts, condition, &map)) : no;
    VECTOR_RELEASE(&calls.found);
    map_release(&calls.seen);
    map_release(&map);
    return result;
}

/* --- instances of what is known --- */

void check_premise(struct checker *c, struct activation *a, const struct fact *f,
                   struct term guard, const struct view_state *st, uint32_t objects)
{
    struct term number = term_fresh(c->terms, sort_bv(c->terms, INDEX), "number");
    struct term known =
        term_implies(c->terms, guard, check_forall(c, a, f->forall, st, objects, number));
    VECTOR_PUSH(&c->premises, (struct premise){TERM_NONE, known, number});
}

struct reads {
    struct checker *c;
    struct map lists; /* array variables to lists of numbers */
    VECTOR(term_vector) numbers;
    struct map seen; /* terms that were looked at */
};

static void leaves(struct terms *ts, struct term array, term_vector *out)
{
    term_vector todo = {0};
    struct map seen = {0};
    VECTOR_PUSH(&todo, array);
    while (todo.count) {
        struct term t = VECTOR_POP(&todo);
        enum term_op op = term_op(ts, t);
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        if (op == TERM_VAR)
            VECTOR_PUSH(out, t);
        if (op == TERM_STORE)
            VECTOR_PUSH(&todo, term_arg(ts, t, 0));
        if (op == TERM_ITE) {
            VECTOR_PUSH(&todo, term_arg(ts, t, 1));
            VECTOR_PUSH(&todo, term_arg(ts, t, 2));
        }
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
}

static bool add_number(term_vector *list, struct term t)
{
    for (size_t i = 0; i < list->count; i++)
        if (term_same(list->data[i], t))
            return false;
    if (list->count >= MOST_NUMBERS)
        return false;
    VECTOR_PUSH(list, t);
    return true;
}

static void look(struct reads *r, struct term t)
{
    struct terms *ts = r->c->terms;
    struct calls k = {.terms = ts, .op = TERM_SELECT, .seen = r->seen};
    term_walk(ts, t, is_seen, see, &k);
    r->seen = k.seen;
    for (size_t i = 0; i < k.found.count; i++) {
        term_vector from = {0};
        leaves(ts, term_arg(ts, k.found.data[i], 0), &from);
        for (size_t n = 0; n < from.count; n++) {
            uint64_t at = r->numbers.count;
            if (!map_get(&r->lists, from.data[n].id, &at)) {
                map_set(&r->lists, from.data[n].id, at);
                VECTOR_PUSH(&r->numbers, (term_vector){0});
            }
            add_number(&r->numbers.data[at],
                       term_zext(ts, term_arg(ts, k.found.data[i], 1), INDEX));
        }
        VECTOR_RELEASE(&from);
    }
    VECTOR_RELEASE(&k.found);
}

struct mention {
    struct term variable;
    bool found;
};

static void see_variable(void *context, struct term t)
{
    struct mention *m = context;
    m->found |= term_same(m->variable, t);
}

/* The numbers at which arrays are read that the premise reads at its own number. */
static void numbers_for(struct reads *r, const struct premise *p, term_vector *out)
{
    struct terms *ts = r->c->terms;
    struct calls k = {.terms = ts, .op = TERM_SELECT};
    term_walk(ts, p->known, is_seen, see, &k);
    for (size_t i = 0; i < k.found.count; i++) {
        struct mention m = {p->number, false};
        term_vector from = {0};
        uint64_t at;
        term_variables(ts, term_arg(ts, k.found.data[i], 1), see_variable, &m);
        if (m.found)
            leaves(ts, term_arg(ts, k.found.data[i], 0), &from);
        for (size_t n = 0; n < from.count; n++)
            if (map_get(&r->lists, from.data[n].id, &at))
                for (size_t x = 0; x < r->numbers.data[at].count; x++)
                    add_number(out, r->numbers.data[at].data[x]);
        VECTOR_RELEASE(&from);
    }
    if (!out->count)
        VECTOR_PUSH(out, term_bv(ts, INDEX, 0)); /* it may not depend on the number */
    VECTOR_RELEASE(&k.found);
    map_release(&k.seen);
}

void check_instances(struct checker *c, struct term **out, size_t *count)
{
    struct terms *ts = c->terms;
    struct reads r = {.c = c};
    term_vector all = {0};
    struct map made = {0};
    for (size_t i = 0; i < c->duties.count && c->premises.count; i++)
        look(&r, c->duties.data[i].bad);
    for (int round = 0; round < ROUNDS; round++) {
        size_t before = all.count;
        for (size_t i = 0; i < c->premises.count; i++) {
            const struct premise *p = &c->premises.data[i];
            term_vector numbers = {0};
            numbers_for(&r, p, &numbers);
            for (size_t n = 0; n < numbers.count; n++) {
                struct map map = {0};
                map_set(&map, p->number.id, numbers.data[n].id);
                struct term t =
                    term_implies(ts, p->when, term_substitute(ts, p->known, &map));
                map_release(&map);
                if (map_has(&made, t.id))
                    continue;
                map_set(&made, t.id, 1);
                VECTOR_PUSH(&all, t);
            }
            VECTOR_RELEASE(&numbers);
        }
        for (size_t i = before; i < all.count; i++)
            look(&r, all.data[i]);
    }
    for (size_t i = 0; i < r.numbers.count; i++)
        VECTOR_RELEASE(&r.numbers.data[i]);
    VECTOR_RELEASE(&r.numbers);
    map_release(&r.lists);
    map_release(&r.seen);
    map_release(&made);
    *out = all.data;
    *count = all.count;
}
