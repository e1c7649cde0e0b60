/* Pointers: which objects they may name, comparison, and their integer views through symbolic
 * base addresses.
 */
#include "memory/memory_internal.h"

#include "base/failure.h"

#include <stdio.h>

enum {
    MOST_LOOKED_AT = 2000,
    MANY_LARGE =
        256 /* so many objects of the size up to which they are known to be apart find room */
};

struct sym pointer_add(struct memory *m, struct sym p, struct term offset)
{
    LAW(is_address(m, p));
    LAW(is_word(m, offset));
    p.b = term_2(m->terms, TERM_BV_ADD, p.b, offset);
    return p;
}

void candidates_release(struct candidates *c)
{
    VECTOR_RELEASE(&c->objects);
}

static void collect(struct memory *m, struct term t, struct candidates *c, struct map *seen)
{
    struct terms *ts = m->terms;
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, t);
    while (todo.count) {
        struct term x = VECTOR_POP(&todo);
        if (map_has(seen, x.id))
            continue;
        map_set(seen, x.id, 1);
        uint64_t value;
        if (term_const_u64(ts, x, &value)) {
            if (value)
                VECTOR_PUSH(&c->objects, (uint32_t)value);
            else
                c->null = true;
        } else if (term_op(ts, x) == TERM_ITE) {
            VECTOR_PUSH(&todo, term_arg(ts, x, 1));
            VECTOR_PUSH(&todo, term_arg(ts, x, 2));
        } else {
            c->open = true;
        }
    }
    VECTOR_RELEASE(&todo);
}

void pointer_candidates(struct memory *m, struct sym p, struct candidates *c)
{
    LAW(is_address(m, p));
    *c = (struct candidates){0};
    struct map seen = {0};
    collect(m, p.a, c, &seen);
    map_release(&seen);
    if (!c->open)
        return;
    VECTOR_CLEAR(&c->objects);
    for (uint32_t o = 1; o < m->objects.count; o++)
        VECTOR_PUSH(&c->objects, o);
    c->null = true;
}

struct sym sym_wild(struct memory *m, const char *name)
{
    struct terms *ts = m->terms;
    char text[128];
    snprintf(text, sizeof text, "wild!%s", name);
    struct term address = term_var(ts, sort_bv(ts, m->width), text);
    return pointer_outside(m, sym_pointer(term_bv(ts, OBJECT_BITS, WILD_OBJECT), address));
}

struct sym pointer_outside(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct terms *ts = m->terms;
    struct term zero =
        term_and(ts, pointer_is_wild(m, p), term_eq(ts, p.b, term_bv(ts, m->width, 0)));
    p.a = term_ite(ts, zero, term_bv(ts, OBJECT_BITS, 0), p.a);
    return p;
}

struct term pointer_is_wild(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    return term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, WILD_OBJECT));
}

struct term pointer_is_number(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct term none = term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, 0));
    return term_or(m->terms, none, pointer_is_wild(m, p));
}

/* --- axioms: each holds where its objects are made, and leaves room for all of them --- */

static void add_axiom(struct memory *m, const struct object *o, struct term fact)
{
    VECTOR_PUSH(&m->axioms, term_is(o->born) ? term_implies(m->terms, o->born, fact) : fact);
}

static struct term is_moderate(struct memory *m, const struct object *o)
{
    uint64_t most = 2 * (memory_largest_object(m) / MANY_LARGE);
    return term_2(m->terms, TERM_BV_ULE, o->size, term_bv(m->terms, m->width, most));
}

/* Two objects that are alive at once do not share addresses; one past the end may be the
 * start of the next. Of very large ones, which need not fit beside each other, only the
 * starts are told apart. */
static void add_disjoint(struct memory *m, const struct object *x, const struct object *y)
{
    struct terms *ts = m->terms;
    if (x->may_end || y->may_end)
        return; /* freed memory may be given out again */
    if (objects_may_share(m, x, y))
        return;
    struct term after =
        term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, x->base, x->size), y->base);
    struct term before =
        term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, y->base, y->size), x->base);
    struct term moderate = term_and(ts, is_moderate(m, x), is_moderate(m, y));
    struct term apart =
        term_ite(ts, moderate, term_or(ts, after, before), term_ne(ts, x->base, y->base));
    if (term_is(x->born))
        apart = term_implies(ts, x->born, apart);
    add_axiom(m, y, apart);
}

static void add_place(struct memory *m, const struct object *o)
{
    struct terms *ts = m->terms;
    struct term lowest = term_bv(ts, m->width, MEMORY_EDGE);
    struct term highest = term_bv_signed(ts, m->width, -MEMORY_EDGE);
    struct term end = term_2(ts, TERM_BV_ADD, o->base, o->size);
    add_axiom(m, o, term_2(ts, TERM_BV_UGE, o->base, lowest));
    add_axiom(m, o, term_2(ts, TERM_BV_UGE, end, o->base)); /* never wraps */
    add_axiom(m, o, term_2(ts, TERM_BV_ULE, end, highest));
    if (o->alignment < 2)
        return;
    struct term low =
        term_2(ts, TERM_BV_AND, o->base, term_bv(ts, m->width, o->alignment - 1));
    add_axiom(m, o, term_eq(ts, low, term_bv(ts, m->width, 0)));
}

static struct term object_base(struct memory *m, uint32_t id)
{
    struct terms *ts = m->terms;
    struct object *o = &m->objects.data[id];
    if (id == 0)
        return term_bv(ts, m->width, 0);
    if (term_is(o->base))
        return o->base;
    char name[64];
    snprintf(name, sizeof name, "base!%016lx", (unsigned long)o->name);
    o->base = term_var(ts, sort_bv(ts, m->width), name);
    add_place(m, o);
    for (size_t i = 0; i < m->exposed.count; i++)
        add_disjoint(m, &m->objects.data[m->exposed.data[i]], o);
    VECTOR_PUSH(&m->exposed, id);
    return o->base;
}

static struct term base_of(struct memory *m, struct sym p)
{
    struct terms *ts = m->terms;
    struct candidates c;
    pointer_candidates(m, p, &c);
    struct term base = object_base(m, 0);
    if (!c.null && c.objects.count)
        base = object_base(m, VECTOR_POP(&c.objects));
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        struct term is = term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, o));
        base = term_ite(ts, is, object_base(m, o), base);
    }
    candidates_release(&c);
    return base;
}

struct term pointer_names_summary(struct memory *m, struct sym p)
{
    struct terms *ts = m->terms;
    struct term any = term_bool(ts, false);
    if (!m->summary_access.count)
        return any;
    struct candidates c;
    pointer_candidates(m, p, &c);
    for (size_t i = 0; i < c.objects.count; i++)
        if (m->objects.data[c.objects.data[i]].summary)
            any = term_or(ts, any,
                          term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, c.objects.data[i])));
    candidates_release(&c);
    return any;
}

void pointer_note_summary(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct term is = pointer_names_summary(m, p);
    if (!term_is_false(m->terms, is))
        VECTOR_PUSH(&m->inexact, is);
}

struct term pointer_view(struct memory *m, struct sym p)
{
    struct term t = term_2(m->terms, TERM_BV_ADD, base_of(m, p), p.b);
    if (!term_is_const(m->terms, t) && !map_has(&m->from_integer, t.id)) {
        map_set(&m->from_integer, t.id, m->views.count);
        VECTOR_PUSH(&m->views, (struct view){t.id, p});
    }
    return t;
}

struct term pointer_integer(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    pointer_note_summary(m, p);
    return pointer_view(m, p);
}

static bool view_of(struct memory *m, struct term x, struct sym *out)
{
    uint64_t view;
    if (!map_get(&m->from_integer, x.id, &view))
        return false;
    *out = m->views.data[view].pointer;
    return true;
}

/* Whether the pointer moved by so much surely is in its objects, or one past their end. */
static bool stays_inside(struct memory *m, struct sym p, struct term offset)
{
    uint64_t by, at;
    struct candidates c;
    if (!term_const_u64(m->terms, offset, &by) || !term_const_u64(m->terms, p.b, &at))
        return false;
    pointer_candidates(m, p, &c);
    bool inside = !c.null && !c.open;
    at = (at + by) & (2 * memory_largest_object(m) + 1);
    for (size_t i = 0; i < c.objects.count && inside; i++) {
        const struct object *o = &m->objects.data[c.objects.data[i]];
        inside = o->size_known && at <= o->bytes;
    }
    candidates_release(&c);
    return inside;
}

/* A number as a pointer, on the sides of a choice between known views and constants. */
static bool view_or_constant(struct memory *m, struct term x, struct sym *out)
{
    if (view_of(m, x, out))
        return true;
    *out = sym_pointer(term_bv(m->terms, OBJECT_BITS, 0), x);
    return term_is_const(m->terms, x);
}

/* x + offset where x is a known view and stays inside: the pointer behind it, moved. */
static bool moved_view(struct memory *m, struct term sum, struct sym *out)
{
    struct sym view;
    for (unsigned k = 0; k < 2; k++) {
        struct term offset = term_arg(m->terms, sum, 1 - k);
        if (!view_of(m, term_arg(m->terms, sum, k), &view) || !stays_inside(m, view, offset))
            continue;
        *out = pointer_add(m, view, offset);
        return true;
    }
    return false;
}

static bool chosen_view(struct memory *m, struct term choice, struct sym *out)
{
    struct sym a, b;
    if (!view_or_constant(m, term_arg(m->terms, choice, 1), &a))
        return false;
    if (!view_or_constant(m, term_arg(m->terms, choice, 2), &b))
        return false;
    *out = sym_ite(m, term_arg(m->terms, choice, 0), a, b);
    return true;
}

static bool known_view(struct memory *m, struct term x, struct sym *out)
{
    enum term_op op = term_op(m->terms, x);
    if (view_of(m, x, out))
        return true;
    if (op == TERM_BV_ADD)
        return moved_view(m, x, out);
    return op == TERM_ITE && chosen_view(m, x, out);
}

void memory_carrier(struct memory *m, struct term variable)
{
    LAW(term_op(m->terms, variable) == TERM_VAR);
    map_set(&m->carriers, variable.id, 1);
}

/* Whether some variable in the term is a carrier; a term too large to look through counts as
 * one. */
static bool is_carried(struct memory *m, struct term x)
{
    if (!m->carriers.count)
        return false;
    struct map seen = {0};
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, x);
    bool found = false;
    while (todo.count && !found) {
        struct term t = VECTOR_POP(&todo);
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        found = map_has(&m->carriers, t.id) || seen.count > MOST_LOOKED_AT;
        for (size_t i = 0; i < term_count(m->terms, t); i++)
            VECTOR_PUSH(&todo, term_arg(m->terms, t, i));
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
    return found;
}

/* A known view, moved: where that leads into its object again, it is a pointer into it and no
 * other. */
static struct sym known_first(struct memory *m, struct term x, struct sym otherwise)
{
    struct terms *ts = m->terms;
    struct sym view;
    if (term_op(ts, x) != TERM_BV_ADD)
        return otherwise;
    for (unsigned k = 0; k < 2; k++) {
        if (!view_of(m, term_arg(ts, x, k), &view))
            continue;
        struct sym moved = pointer_add(m, view, term_arg(ts, x, 1 - k));
        struct term inside = term_2(ts, TERM_BV_ULE, moved.b, memory_size_of(m, moved));
        inside = term_and(ts, inside, term_not(ts, pointer_is_number(m, moved)));
        return sym_ite(m, inside, moved, otherwise);
    }
    return otherwise;
}

struct sym pointer_from_integer(struct memory *m, struct term x)
{
    LAW(is_word(m, x));
    struct terms *ts = m->terms;
    struct sym p;
    if (!term_is_const(ts, x) && known_view(m, x, &p))
        return p;
    p = sym_pointer(term_bv(ts, OBJECT_BITS, 0), x);
    if (term_is_const(ts, x))
        return p;
    bool carried = is_carried(m, x);
    if (carried)
        p = pointer_outside(m, sym_pointer(term_bv(ts, OBJECT_BITS, WILD_OBJECT), x));
    for (size_t i = 0; i < m->exposed.count; i++) {
        const struct object *o = &m->objects.data[m->exposed.data[i]];
        if (carried && o->kind == OBJECT_ENVIRONMENT)
            continue; /* found by its address where it is used */
        struct term inside =
            term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_SUB, x, o->base), o->size);
        if (term_is(o->born))
            inside = term_and(ts, inside, o->born);
        struct sym here = sym_pointer(term_bv(ts, OBJECT_BITS, m->exposed.data[i]),
                                      term_2(ts, TERM_BV_SUB, x, o->base));
        p = sym_ite(m, inside, here, p);
    }
    return known_first(m, x, p);
}
