/* Pointers: which objects they may name, comparison, and their integer views through symbolic base addresses.
 */
#include "memory/memory_internal.h"

#include <stdio.h>

enum { MOST_LOOKED_AT = 2000 };

struct sym pointer_add(struct memory *m, struct sym p, struct term offset)
{
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
        if (map_has(seen, x.id)) continue;
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
    *c = (struct candidates){0};
    struct map seen = {0};
    collect(m, p.a, c, &seen);
    map_release(&seen);
    if (!c->open) return;
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
    struct terms *ts = m->terms;
    struct term zero = term_and(ts, pointer_is_wild(m, p), term_eq(ts, p.b, term_bv(ts, m->width, 0)));
    p.a = term_ite(ts, zero, term_bv(ts, OBJECT_BITS, 0), p.a);
    return p;
}

struct term pointer_is_wild(struct memory *m, struct sym p)
{
    return term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, WILD_OBJECT));
}

struct term pointer_is_null(struct memory *m, struct sym p)
{
    return term_and(m->terms, term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, 0)),
                    term_eq(m->terms, p.b, term_bv(m->terms, m->width, 0)));
}

/* --- integer views --- */

/* Two objects that are alive at once do not share addresses; one past the end may be the start of the next.
 */
static void add_disjoint(struct memory *m, const struct object *x, const struct object *y)
{
    struct terms *ts = m->terms;
    if (x->may_end || y->may_end) return; /* freed memory may be given out again */
    struct term after = term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, x->base, x->size), y->base);
    struct term before = term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, y->base, y->size), x->base);
    VECTOR_PUSH(&m->axioms, term_or(ts, after, before));
}

static struct term object_base(struct memory *m, uint32_t id)
{
    struct terms *ts = m->terms;
    struct object *o = &m->objects.data[id];
    if (id == 0) return term_bv(ts, m->width, 0);
    if (term_is(o->base)) return o->base;
    char name[64];
    snprintf(name, sizeof name, "base!%016lx", (unsigned long)o->name);
    o->base = term_var(ts, sort_bv(ts, m->width), name);
    struct term zero = term_bv(ts, m->width, 0);
    VECTOR_PUSH(&m->axioms, term_2(ts, TERM_BV_UGE, o->base, term_bv(ts, m->width, 4096)));
    struct term end = term_2(ts, TERM_BV_ADD, o->base, o->size);
    VECTOR_PUSH(&m->axioms, term_2(ts, TERM_BV_UGE, end, o->base)); /* never wraps */
    VECTOR_PUSH(&m->axioms, term_ne(ts, end, zero));
    uint64_t mask = o->alignment > 1 ? o->alignment - 1 : 0;
    if (mask)
        VECTOR_PUSH(&m->axioms,
                    term_eq(ts, term_2(ts, TERM_BV_AND, o->base, term_bv(ts, m->width, mask)), zero));
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
    if (!c.null && c.objects.count) base = object_base(m, VECTOR_POP(&c.objects));
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        struct term is = term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, o));
        base = term_ite(ts, is, object_base(m, o), base);
    }
    candidates_release(&c);
    return base;
}

static struct term names_summary(struct memory *m, struct sym p)
{
    struct terms *ts = m->terms;
    struct term any = term_bool(ts, false);
    if (!m->summary_access.count) return any;
    struct candidates c;
    pointer_candidates(m, p, &c);
    for (size_t i = 0; i < c.objects.count; i++)
        if (m->objects.data[c.objects.data[i]].summary)
            any = term_or(ts, any, term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, c.objects.data[i])));
    candidates_release(&c);
    return any;
}

void pointer_note_summary(struct memory *m, struct sym p)
{
    struct term is = names_summary(m, p);
    if (!term_is_false(m->terms, is)) VECTOR_PUSH(&m->inexact, is);
}

static struct term integer_view(struct memory *m, struct sym p)
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
    pointer_note_summary(m, p);
    return integer_view(m, p);
}

/* x + offset where x is a known view: the pointer behind it, moved. */
static bool known_view(struct memory *m, struct term x, struct sym *out)
{
    struct terms *ts = m->terms;
    uint64_t view;
    if (map_get(&m->from_integer, x.id, &view)) {
        *out = m->views.data[view].pointer;
        return true;
    }
    struct sym a, b;
    switch ((int)term_op(ts, x)) {
    case TERM_BV_ADD:
        for (unsigned k = 0; k < 2; k++)
            if (known_view(m, term_arg(ts, x, k), &a)) {
                *out = pointer_add(m, a, term_arg(ts, x, 1 - k));
                return true;
            }
        return false;
    case TERM_ITE:
        if (!known_view(m, term_arg(ts, x, 1), &a) && !term_is_const(ts, term_arg(ts, x, 1))) return false;
        if (!known_view(m, term_arg(ts, x, 2), &b) && !term_is_const(ts, term_arg(ts, x, 2))) return false;
        if (term_is_const(ts, term_arg(ts, x, 1)))
            a = sym_pointer(term_bv(ts, OBJECT_BITS, 0), term_arg(ts, x, 1));
        if (term_is_const(ts, term_arg(ts, x, 2)))
            b = sym_pointer(term_bv(ts, OBJECT_BITS, 0), term_arg(ts, x, 2));
        *out = sym_ite(m, term_arg(ts, x, 0), a, b);
        return true;
    default:
        return false;
    }
}

void memory_carrier(struct memory *m, struct term variable)
{
    map_set(&m->carriers, variable.id, 1);
}

/* Whether some variable in the term is a carrier; a term too large to look through counts as one. */
static bool is_carried(struct memory *m, struct term x)
{
    if (!m->carriers.count) return false;
    struct map seen = {0};
    VECTOR(struct term) todo = {0};
    VECTOR_PUSH(&todo, x);
    bool found = false;
    while (todo.count && !found) {
        struct term t = VECTOR_POP(&todo);
        if (map_has(&seen, t.id)) continue;
        map_set(&seen, t.id, 1);
        found = map_has(&m->carriers, t.id) || seen.count > MOST_LOOKED_AT;
        for (size_t i = 0; i < term_count(m->terms, t); i++)
            VECTOR_PUSH(&todo, term_arg(m->terms, t, i));
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
    return found;
}

struct sym pointer_from_integer(struct memory *m, struct term x)
{
    struct terms *ts = m->terms;
    struct sym p;
    if (!term_is_const(ts, x) && known_view(m, x, &p)) return p;
    p = sym_pointer(term_bv(ts, OBJECT_BITS, 0), x);
    if (term_is_const(ts, x)) return p;
    bool carried = is_carried(m, x);
    if (carried) p = pointer_outside(m, sym_pointer(term_bv(ts, OBJECT_BITS, WILD_OBJECT), x));
    for (size_t i = 0; i < m->exposed.count; i++) {
        const struct object *o = &m->objects.data[m->exposed.data[i]];
        if (carried && o->kind == OBJECT_ENVIRONMENT) continue; /* found by its address where it is used */
        struct term inside = term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_SUB, x, o->base), o->size);
        struct sym here =
            sym_pointer(term_bv(ts, OBJECT_BITS, m->exposed.data[i]), term_2(ts, TERM_BV_SUB, x, o->base));
        p = sym_ite(m, inside, here, p);
    }
    return p;
}

/* Equal objects compare by offset; pointers into different objects by address, which differs when both point
 * inside objects that are never given back. */
static struct term equal_objects(struct memory *m, struct sym p, struct sym q)
{
    struct terms *ts = m->terms;
    struct term same_object = term_eq(ts, p.a, q.a), same_offset = term_eq(ts, p.b, q.b);
    if (term_is_true(ts, same_object)) return same_offset;
    uint64_t op, oq, fp, fq;
    bool constant_p = term_const_u64(ts, p.a, &op), constant_q = term_const_u64(ts, q.a, &oq);
    if ((constant_p && op == 0 && term_const_u64(ts, p.b, &fp) && fp == 0) ||
        (constant_q && oq == 0 && term_const_u64(ts, q.b, &fq) && fq == 0))
        return term_and(ts, same_object, same_offset); /* against null */
    struct term both = term_and(ts, same_object, same_offset);
    bool inside = term_const_u64(ts, p.b, &fp) && term_const_u64(ts, q.b, &fq);
    struct candidates cp, cq;
    pointer_candidates(m, p, &cp);
    pointer_candidates(m, q, &cq);
    for (size_t i = 0; i < cp.objects.count && inside; i++) {
        const struct object *o = &m->objects.data[cp.objects.data[i]];
        inside = o->size_known && (fp < o->bytes || (fp == 0 && o->bytes == 0)) && !o->may_end;
    }
    for (size_t i = 0; i < cq.objects.count && inside; i++) {
        const struct object *o = &m->objects.data[cq.objects.data[i]];
        inside = o->size_known && (fq < o->bytes || (fq == 0 && o->bytes == 0)) && !o->may_end;
    }
    candidates_release(&cp);
    candidates_release(&cq);
    if (inside) return both;
    return term_ite(ts, same_object, same_offset, term_eq(ts, integer_view(m, p), integer_view(m, q)));
}

struct term pointer_equal(struct memory *m, struct sym p, struct sym q)
{
    struct terms *ts = m->terms;
    struct term null = term_bool(ts, false), summary = term_or(ts, names_summary(m, p), names_summary(m, q));
    if (term_is_false(ts, summary)) return equal_objects(m, p, q);
    null = term_or(ts, pointer_is_null(m, p), pointer_is_null(m, q));
    struct term guess = term_and(ts, term_not(ts, null), term_fresh(ts, sort_bool(ts), "equal"));
    return term_ite(ts, summary, guess, equal_objects(m, p, q));
}
