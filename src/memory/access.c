/* Accesses: validity, loads, stores, copies. Where a pointer may name several objects, each gets its share
 * under a condition; where an offset is symbolic, small objects are expanded and large ones become arrays. */
#include "memory/memory_internal.h"

#include "base/failure.h"

#include <stdio.h>

enum {
    EXPAND_POSITIONS = 40,
    LARGEST_COPY = 1 << 16,
    FAR_STRIDE = 1 << 16,
    LONGEST_POINTER = 256,
    DEEPEST_SUM = 4
};

static struct term is_object(struct memory *m, struct sym p, uint32_t object)
{
    return term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, object));
}

/* By what was assumed of the place where the access begins, or of one a constant before it. */
static bool has_room(struct memory *m, uint32_t object, struct term offset, struct term bytes)
{
    struct terms *ts = m->terms;
    uint64_t size, room, before = 0;
    if (!m->rooms.count || !term_const_u64(ts, bytes, &size)) return false;
    if (map_get(&m->rooms, (uint64_t)object << 32 | offset.id, &room)) return size <= room;
    if (term_op(ts, offset) != TERM_BV_ADD) return false;
    for (unsigned k = 0; k < 2; k++)
        if (term_const_u64(ts, term_arg(ts, offset, k), &before) &&
            map_get(&m->rooms, (uint64_t)object << 32 | term_arg(ts, offset, 1 - k).id, &room))
            return before <= room && size <= room - before;
    return false;
}

static struct term in_bounds(struct memory *m, uint32_t object, struct term offset, struct term bytes)
{
    struct terms *ts = m->terms;
    const struct object *o = &m->objects.data[object];
    if (has_room(m, object, offset, bytes)) return term_bool(ts, true);
    if (m->rooms.count && term_op(ts, offset) == TERM_ITE)
        return term_ite(ts, term_arg(ts, offset, 0), in_bounds(m, object, term_arg(ts, offset, 1), bytes),
                        in_bounds(m, object, term_arg(ts, offset, 2), bytes));
    struct term room = term_2(ts, TERM_BV_SUB, o->size, bytes);
    return term_and(ts, term_2(ts, TERM_BV_ULE, bytes, o->size), term_2(ts, TERM_BV_ULE, offset, room));
}

/* The two sides of an offset that is chosen by the condition, or a sum with one that is; false if it is not.
 */
static bool split_offset(struct memory *m, struct term offset, struct term condition, unsigned fuel,
                         struct term sides[2])
{
    struct terms *ts = m->terms;
    if (term_op(ts, offset) == TERM_ITE && term_same(term_arg(ts, offset, 0), condition)) {
        for (unsigned k = 0; k < 2; k++)
            sides[k] = term_arg(ts, offset, k + 1);
        return true;
    }
    sides[0] = sides[1] = offset;
    if (term_op(ts, offset) != TERM_BV_ADD || !fuel) return false;
    for (unsigned k = 0; k < 2; k++) {
        struct term chosen[2];
        if (!split_offset(m, term_arg(ts, offset, k), condition, fuel - 1, chosen)) continue;
        for (unsigned i = 0; i < 2; i++)
            sides[i] = term_2(ts, TERM_BV_ADD, chosen[i], term_arg(ts, offset, 1 - k));
        return true;
    }
    return false;
}

/* The pointer's offset where it names the object: branches of it that name another one do not count. */
static struct term offset_in(struct memory *m, struct sym p, uint32_t object, unsigned fuel)
{
    struct terms *ts = m->terms;
    while (fuel-- && term_op(ts, p.a) == TERM_ITE) {
        struct term c = term_arg(ts, p.a, 0), b[2];
        bool split = split_offset(m, p.b, c, DEEPEST_SUM, b);
        uint64_t named[2] = {object, object};
        for (unsigned k = 0; k < 2; k++)
            term_const_u64(ts, term_arg(ts, p.a, k + 1), &named[k]);
        if (named[0] == object && named[1] == object) {
            if (!split) return p.b;
            struct term yes = offset_in(m, sym_pointer(term_arg(ts, p.a, 1), b[0]), object, fuel / 2);
            return term_ite(ts, c, yes,
                            offset_in(m, sym_pointer(term_arg(ts, p.a, 2), b[1]), object, fuel / 2));
        }
        unsigned kept = named[0] == object ? 0 : 1;
        p = sym_pointer(term_arg(ts, p.a, kept + 1), b[kept]);
    }
    return p.b;
}

struct term memory_valid(struct memory *m, const struct memory_state *st, struct sym p, struct term bytes,
                         bool write)
{
    LAW(is_address(m, p));
    LAW(is_word(m, bytes));
    struct terms *ts = m->terms;
    struct candidates c;
    pointer_candidates(m, p, &c);
    struct term valid = term_bool(ts, false);
    bool only = !c.null && c.objects.count == 1;
    for (size_t i = 0; i < c.objects.count; i++) {
        const struct object *o = &m->objects.data[c.objects.data[i]];
        if (o->kind == OBJECT_FUNCTION) continue;
        if (write && o->kind == OBJECT_GLOBAL && m->program->globals.data[o->index].read_only) continue;
        struct term offset = offset_in(m, p, c.objects.data[i], LONGEST_POINTER);
        if (!term_is_const(ts, offset) && !m->rooms.count)
            offset = p.b; /* one comparison for all objects of a size */
        struct term good = term_and(ts, memory_lives(m, st, c.objects.data[i]),
                                    in_bounds(m, c.objects.data[i], offset, bytes));
        if (!only) good = term_and(ts, is_object(m, p, c.objects.data[i]), good);
        valid = term_or(ts, valid, good);
    }
    candidates_release(&c);
    return valid;
}

/* --- one object, pieces of cells --- */

struct position {      /* where in an object an access begins */
    struct term index; /* element; none when the object has no stride */
    uint32_t residue;
};

static struct term to_index(struct memory *m, const struct object *o, struct term quotient)
{
    return term_resize(m->terms, quotient, object_index_width(m, o));
}

static struct sym read_cell(struct memory *m, const struct object_state *s, uint32_t object,
                            struct position at, struct cell_range r, enum sym_kind wish)
{
    const struct cell *c = state_cell(m, s, object, r, wish);
    if (!c->array) return c->value;
    struct sym v = {.kind = c->value.kind, .a = term_select(m->terms, c->value.a, at.index)};
    if (v.kind != SYM_POINTER) return v;
    v.b = term_select(m->terms, c->value.b, at.index);
    return m->outside_arrays ? pointer_outside(m, v) : v;
}

static void write_cell(struct memory *m, struct object_state *s, uint32_t object, struct position at,
                       struct cell_range r, struct sym v, struct term when)
{
    struct terms *ts = m->terms;
    const struct cell *old = state_cell(m, s, object, r, v.kind);
    struct cell next = {.array = old->array};
    if (!old->array) {
        next.value = sym_ite(m, when, v, old->value);
    } else {
        struct type type = {old->value.kind == SYM_POINTER ? TYPE_POINTER : TYPE_INT, r.bytes * 8};
        v = sym_of_type(m, v, type);
        next.value = old->value;
        next.value.a = term_ite(ts, when, term_store(ts, old->value.a, at.index, v.a), old->value.a);
        if (v.kind == SYM_POINTER)
            next.value.b = term_ite(ts, when, term_store(ts, old->value.b, at.index, v.b), old->value.b);
    }
    state_set_cell(m, s, r.at, next);
}

/* An access of `bytes` at a position is done element by element: [residue, stride) first, then [0, ...) of
 * the next. */
struct piece {
    struct position at;
    uint32_t bytes, done;
};

static bool next_piece(struct memory *m, const struct object *o, struct position start, uint32_t bytes,
                       struct piece *p)
{
    uint64_t stride = object_stride(m, o);
    p->done += p->bytes;
    if (p->done >= bytes) return false;
    uint32_t rest = bytes - p->done;
    if (!stride) {
        p->at = start;
        p->bytes = rest;
        return true;
    }
    uint64_t at = start.residue + p->done;
    p->at.residue = (uint32_t)(at % stride);
    struct term step = term_bv(m->terms, term_width(m->terms, start.index), at / stride);
    p->at.index = term_2(m->terms, TERM_BV_ADD, start.index, step);
    p->bytes = rest < stride - p->at.residue ? rest : (uint32_t)(stride - p->at.residue);
    return true;
}

/* Bits [from, from+bytes) (in bytes) of a value of `whole` bytes. */
static struct term slice(struct memory *m, struct term bits, uint32_t from, uint32_t bytes)
{
    return term_extract(m->terms, bits, (from + bytes) * 8 - 1, from * 8);
}

static struct sym read_at(struct memory *m, const struct object_state *s, uint32_t object,
                          struct position start, uint32_t bytes, enum sym_kind wish)
{
    const struct object *o = &m->objects.data[object];
    struct term bits = TERM_NONE;
    cell_ranges cells = {0};
    struct sym single = {0};
    for (struct piece p = {0}; next_piece(m, o, start, bytes, &p);) {
        VECTOR_CLEAR(&cells);
        site_cells(m, o->site, p.at.residue, p.bytes, &cells);
        for (size_t i = 0; i < cells.count; i++) {
            struct cell_range r = cells.data[i];
            struct sym v = read_cell(m, s, object, p.at, r, wish);
            if (!p.done && r.at == p.at.residue && r.bytes == bytes) {
                single = v;
                goto done;
            }
            uint32_t from = r.at < p.at.residue ? p.at.residue - r.at : 0;
            uint32_t end = r.at + r.bytes > p.at.residue + p.bytes ? p.at.residue + p.bytes - r.at : r.bytes;
            struct term part = slice(m, sym_to_bits(m, v, r.bytes * 8), from, end - from);
            bits = term_is(bits) ? term_concat(m->terms, part, bits) : part;
        }
    }
    single = sym_bits(bits);
done:
    VECTOR_RELEASE(&cells);
    return single;
}

static void write_at(struct memory *m, struct object_state *s, uint32_t object, struct position start,
                     uint32_t bytes, struct sym v, struct term when)
{
    const struct object *o = &m->objects.data[object];
    cell_ranges cells = {0};
    for (struct piece p = {0}; next_piece(m, o, start, bytes, &p);) {
        VECTOR_CLEAR(&cells);
        site_cells(m, o->site, p.at.residue, p.bytes, &cells);
        for (size_t i = 0; i < cells.count; i++) {
            struct cell_range r = cells.data[i];
            if (!p.done && r.at == p.at.residue && r.bytes == bytes) {
                write_cell(m, s, object, p.at, r, v, when);
                continue;
            }
            struct term whole = sym_to_bits(m, v, bytes * 8);
            uint32_t begin = r.at > p.at.residue ? r.at : p.at.residue;
            uint32_t end = r.at + r.bytes < p.at.residue + p.bytes ? r.at + r.bytes : p.at.residue + p.bytes;
            struct term part = slice(m, whole, p.done + begin - p.at.residue, end - begin);
            if (begin > r.at || end < r.at + r.bytes) { /* keep the rest of the cell */
                struct term old = sym_to_bits(m, read_cell(m, s, object, p.at, r, SYM_BITS), r.bytes * 8);
                if (begin > r.at) part = term_concat(m->terms, part, slice(m, old, 0, begin - r.at));
                if (end < r.at + r.bytes)
                    part = term_concat(m->terms, slice(m, old, end - r.at, r.at + r.bytes - end), part);
            }
            write_cell(m, s, object, p.at, r, sym_bits(part), when);
        }
    }
    VECTOR_RELEASE(&cells);
}

/* --- constant offsets: pins, and what lies between them --- */

static struct position position_of(struct memory *m, const struct object *o, uint64_t at)
{
    uint64_t stride = object_stride(m, o);
    struct position p = {.residue = (uint32_t)(stride ? at % stride : at)};
    if (stride) p.index = to_index(m, o, term_bv(m->terms, m->width, at / stride));
    return p;
}

struct stretch { /* of an access: within one pin, or between pins */
    uint64_t at;
    uint32_t bytes;
    const struct pin *pin; /* null: between */
};

static struct stretch stretch_at(struct memory *m, const struct object *o, uint64_t at, uint64_t end)
{
    const struct pin *p = object_pin(m, o, at);
    bool inside = p && p->at <= at;
    uint64_t until = !p ? end : inside ? (uint64_t)p->at + p->bytes : p->at;
    if (until > end) until = end;
    return (struct stretch){at, (uint32_t)(until - at), inside ? p : NULL};
}

static struct sym read_pin(struct memory *m, const struct object_state *s, uint32_t object, const struct pin *p,
                           enum sym_kind wish)
{
    struct cell_range r = site_use_pin(m, m->objects.data[object].site, p);
    return read_cell(m, s, object, (struct position){0}, r, wish);
}

static struct sym read_fixed(struct memory *m, const struct object_state *s, uint32_t object, uint64_t at,
                             uint32_t bytes, enum sym_kind wish)
{
    const struct object o = m->objects.data[object];
    struct term bits = TERM_NONE;
    if (!object_pin(m, &o, at)) return read_at(m, s, object, position_of(m, &o, at), bytes, wish);
    for (struct stretch t = {at, 0, NULL}; t.at + t.bytes < at + bytes;) {
        t = stretch_at(m, &o, t.at + t.bytes, at + bytes);
        struct sym v = t.pin ? read_pin(m, s, object, t.pin, wish)
                             : read_at(m, s, object, position_of(m, &o, t.at), t.bytes, wish);
        if (t.bytes == bytes && (!t.pin || t.pin->bytes == bytes)) return v;
        struct term part = sym_to_bits(m, v, 8 * (t.pin ? t.pin->bytes : t.bytes));
        if (t.pin) part = slice(m, part, (uint32_t)(t.at - t.pin->at), t.bytes);
        bits = term_is(bits) ? term_concat(m->terms, part, bits) : part;
    }
    return sym_bits(bits);
}

static void write_pin(struct memory *m, struct object_state *s, uint32_t object, const struct stretch *t,
                      struct term part, struct term when)
{
    struct cell_range r = site_use_pin(m, m->objects.data[object].site, t->pin);
    uint32_t before = (uint32_t)(t->at - t->pin->at), after = t->pin->bytes - before - t->bytes;
    if (before || after) { /* keep the rest of it */
        struct term old = sym_to_bits(m, read_pin(m, s, object, t->pin, SYM_BITS), 8 * t->pin->bytes);
        if (before) part = term_concat(m->terms, part, slice(m, old, 0, before));
        if (after) part = term_concat(m->terms, slice(m, old, before + t->bytes, after), part);
    }
    write_cell(m, s, object, (struct position){0}, r, sym_bits(part), when);
}

static void write_fixed(struct memory *m, struct object_state *s, uint32_t object, uint64_t at, uint32_t bytes,
                        struct sym v, struct term when)
{
    const struct object o = m->objects.data[object];
    if (!object_pin(m, &o, at)) {
        write_at(m, s, object, position_of(m, &o, at), bytes, v, when);
        return;
    }
    for (struct stretch t = {at, 0, NULL}; t.at + t.bytes < at + bytes;) {
        t = stretch_at(m, &o, t.at + t.bytes, at + bytes);
        if (t.bytes == bytes && t.pin && t.pin->bytes == bytes) {
            write_cell(m, s, object, (struct position){0}, site_use_pin(m, o.site, t.pin), v, when);
            return;
        }
        if (t.bytes == bytes && !t.pin) {
            write_at(m, s, object, position_of(m, &o, at), bytes, v, when);
            return;
        }
        struct term part = slice(m, sym_to_bits(m, v, bytes * 8), (uint32_t)(t.at - at), t.bytes);
        if (t.pin)
            write_pin(m, s, object, &t, part, when);
        else
            write_at(m, s, object, position_of(m, &o, t.at), t.bytes, sym_bits(part), when);
    }
}

/* --- positions --- */

struct positions { /* the offsets first, first+step, ... (count of them) */
    uint64_t first, step, count;
};

/* The in-bounds offsets a symbolic offset may take in an object of known size. */
static struct positions possible(struct memory *m, const struct object *o, struct term offset, uint32_t bytes)
{
    uint64_t value;
    if (term_const_u64(m->terms, offset, &value)) return (struct positions){value, 1, 1};
    if (!o->size_known || bytes > o->bytes) return (struct positions){0, 1, UINT64_MAX};
    struct congruence c = offset_congruence(m, offset);
    uint64_t modulus = c.modulus & -c.modulus; /* only powers of two survive wrapping */
    if (c.modulus && modulus != c.modulus && o->bytes / c.modulus > 1u << 20) modulus = 0;
    if (!modulus) modulus = 1;
    uint64_t first = c.residue % modulus, last = o->bytes - bytes;
    return (struct positions){first, modulus, first > last ? 0 : (last - first) / modulus + 1};
}

static bool constant_position(struct memory *m, const struct object *o, struct term offset, uint32_t bytes,
                              uint64_t *at)
{
    uint64_t value, stride = object_stride(m, o);
    if (!term_const_u64(m->terms, offset, &value)) return false;
    if (o->size_known && (value > o->bytes || bytes > o->bytes - value)) return false;
    if (!stride && (value > UINT32_MAX || bytes > UINT32_MAX - value)) return false;
    *at = value;
    return true;
}

/* Scalar cells have offsets of 32 bits; beyond, the object is seen as an array of large elements. */
static void want_far_cells(struct memory *m, const struct object *o, struct term offset, uint32_t bytes)
{
    uint64_t value;
    if (!term_const_u64(m->terms, offset, &value) || object_stride(m, o)) return;
    if (o->size_known && (value > o->bytes || bytes > o->bytes - value)) return;
    object_want_stride(m, o, FAR_STRIDE);
}

static struct position symbolic_position(struct memory *m, const struct object *o, struct term offset)
{
    struct position p;
    struct term quotient, exact;
    offset_divide(m, offset, object_stride(m, o), &quotient, &p.residue, &exact);
    if (!term_is_true(m->terms, exact)) VECTOR_PUSH(&m->inexact, term_not(m->terms, exact));
    p.index = to_index(m, o, quotient);
    return p;
}

/* A symbolic offset into an object without stride: worth expanding, or is an array wanted? */
static bool expands(struct memory *m, const struct object *o, struct term offset, uint32_t bytes,
                    struct positions *ps)
{
    *ps = possible(m, o, offset, bytes);
    if (ps->count <= EXPAND_POSITIONS) return true;
    struct congruence c = offset_congruence(m, offset);
    uint64_t stride = c.modulus ? c.modulus : 1;
    if (stride > UINT32_MAX / 2) stride = stride & -stride;
    if (stride > 1u << 16) stride = 1;
    object_want_stride(m, o, stride);
    return false;
}

/* --- accesses at symbolic offsets that may reach pins --- */

struct reach { /* the offsets at which such an access meets a pin, one after the other */
    struct memory *m;
    const struct object *o;
    struct position start;
    uint32_t bytes;
    uint64_t least, most; /* what the offset may be */
    uint64_t at;          /* the offset at hand */
    bool begun;
};

static void reach_begin(struct reach *r, struct memory *m, const struct object *o, struct term offset,
                        struct position start, uint32_t bytes)
{
    struct term_range range = {0, UINT64_MAX};
    if (m->most) range = term_range(m->terms, offset, m->most, m->most_context);
    *r = (struct reach){.m = m, .o = o, .start = start, .bytes = bytes, .least = range.least, .most = range.most};
    if (o->size_known && r->most > o->bytes - bytes) r->most = o->bytes - bytes;
}

static bool reach_next(struct reach *r)
{
    uint64_t stride = object_stride(r->m, r->o), at = r->begun ? r->at + 1 : r->least;
    r->begun = true;
    for (const struct pin *p; at <= r->most && (p = object_pin(r->m, r->o, at)); at++) {
        if (p->at >= at + r->bytes) at = p->at - r->bytes + 1; /* the first that meets it */
        if (at > r->most || at % stride != r->start.residue) continue;
        r->at = at;
        return true;
    }
    return false;
}

static struct term reach_here(const struct reach *r, struct term when)
{
    struct terms *ts = r->m->terms;
    struct term index = term_bv(ts, term_width(ts, r->start.index), r->at / object_stride(r->m, r->o));
    struct term here = term_and(ts, when, term_eq(ts, r->start.index, index));
    map_set(&r->m->reaches, here.id, 1);
    return here;
}

/* Does it meet a pointer and is no access to it, and may it be left out? */
static bool reach_splits_pointer(const struct reach *r)
{
    const struct pin *p = object_pin(r->m, r->o, r->at);
    if (!r->m->whole_pointers) return false;
    if (p->at == r->at && p->bytes == r->bytes) return false;
    for (; p && p->at < r->at + r->bytes; p = object_pin(r->m, r->o, (uint64_t)p->at + p->bytes))
        if (p->pointer) return true;
    return false;
}

static struct sym read_symbolic(struct memory *m, const struct object_state *s, uint32_t object, struct term offset,
                                uint32_t bytes, enum sym_kind wish)
{
    const struct object o = m->objects.data[object];
    struct position start = symbolic_position(m, &o, offset);
    struct sym v = read_at(m, s, object, start, bytes, wish);
    struct reach r;
    if (!object_pin(m, &o, 0)) return v;
    for (reach_begin(&r, m, &o, offset, start, bytes); reach_next(&r);) {
        struct term here = reach_here(&r, term_bool(m->terms, true));
        if (reach_splits_pointer(&r))
            VECTOR_PUSH(&m->inexact, here);
        else
            v = sym_ite(m, here, read_fixed(m, s, object, r.at, bytes, wish), v);
    }
    return v;
}

static void write_symbolic(struct memory *m, struct object_state *s, uint32_t object, struct term offset,
                           uint32_t bytes, struct sym v, struct term when)
{
    const struct object o = m->objects.data[object];
    struct position start = symbolic_position(m, &o, offset);
    struct reach r;
    if (object_pin(m, &o, 0))
        for (reach_begin(&r, m, &o, offset, start, bytes); reach_next(&r);) {
            struct term here = reach_here(&r, when);
            if (term_is_false(m->terms, here)) continue;
            if (reach_splits_pointer(&r))
                VECTOR_PUSH(&m->inexact, here);
            else
                write_fixed(m, s, object, r.at, bytes, v, here);
        }
    write_at(m, s, object, start, bytes, v, when);
}

static bool range_fits(const struct object *o, uint32_t bytes)
{
    return !o->size_known || bytes <= o->bytes;
}

static struct sym any_value(struct memory *m, uint32_t bytes)
{
    return sym_bits(term_fresh(m->terms, sort_bv(m->terms, bytes * 8), "invalid"));
}

/* The encoding is void, a stride was asked for: what is read must not suggest strides by itself. */
static struct sym void_value(struct memory *m, const struct object_state *s, uint32_t bytes,
                             enum sym_kind wish)
{
    struct sym v = any_value(m, bytes);
    if (wish != SYM_POINTER || bytes * 8 != m->width) return v;
    return pointer_outside(m, sym_pointer(term_bv(m->terms, OBJECT_BITS, s->wild ? WILD_OBJECT : 0), v.a));
}

static struct sym load_object(struct memory *m, const struct memory_state *st, uint32_t object,
                              struct term offset, uint32_t bytes, enum sym_kind wish)
{
    struct terms *ts = m->terms;
    const struct object_state *s = state_get(m, st, object);
    struct object o = m->objects.data[object];
    uint64_t at;
    if (!range_fits(&o, bytes) || o.kind == OBJECT_FUNCTION) return any_value(m, bytes);
    if (o.summary) return m->summary_access.load(m->summary_access.context, object, offset, bytes, wish);
    if (constant_position(m, &o, offset, bytes, &at)) return read_fixed(m, s, object, at, bytes, wish);
    want_far_cells(m, &o, offset, bytes);
    if (term_is_const(ts, offset)) return any_value(m, bytes);
    struct positions ps;
    if (!object_stride(m, &o)) {
        if (!expands(m, &o, offset, bytes, &ps)) return void_value(m, s, bytes, wish);
        struct sym v = {0};
        for (uint64_t i = 0; i < ps.count; i++) {
            at = ps.first + i * ps.step;
            struct sym here = read_at(m, s, object, (struct position){.residue = (uint32_t)at}, bytes, wish);
            v = i ? sym_ite(m, term_eq(ts, offset, term_bv(ts, m->width, at)), here, v) : here;
        }
        return v.kind == SYM_NONE ? any_value(m, bytes) : v;
    }
    struct congruence c = offset_congruence(m, offset);
    if (c.modulus % object_stride(m, &o)) {
        object_want_stride(m, &o, c.modulus);
        return void_value(m, s, bytes, wish);
    }
    return read_symbolic(m, s, object, offset, bytes, wish);
}

static void store_object(struct memory *m, struct memory_state *st, uint32_t object, struct term offset,
                         uint32_t bytes, struct sym v, struct term when)
{
    struct terms *ts = m->terms;
    struct object o = m->objects.data[object];
    uint64_t at;
    if (!range_fits(&o, bytes) || o.kind == OBJECT_FUNCTION) return;
    if (o.summary) {
        m->summary_access.store(m->summary_access.context, object, offset, bytes, v);
        return;
    }
    struct object_state *s = state_own(m, st, object);
    if (constant_position(m, &o, offset, bytes, &at)) {
        write_fixed(m, s, object, at, bytes, v, when);
        return;
    }
    want_far_cells(m, &o, offset, bytes);
    if (term_is_const(ts, offset))
        return; /* out of bounds: the check before has ended the path; or encoded again */
    struct positions ps;
    if (!object_stride(m, &o)) {
        if (!expands(m, &o, offset, bytes, &ps)) return;
        for (uint64_t i = 0; i < ps.count; i++) {
            at = ps.first + i * ps.step;
            struct term here = term_and(ts, when, term_eq(ts, offset, term_bv(ts, m->width, at)));
            if (term_is_false(ts, here)) continue;
            write_at(m, s, object, (struct position){.residue = (uint32_t)at}, bytes, v, here);
        }
        return;
    }
    struct congruence c = offset_congruence(m, offset);
    if (c.modulus % object_stride(m, &o)) {
        object_want_stride(m, &o, c.modulus);
        return;
    }
    write_symbolic(m, s, object, offset, bytes, v, when);
}

/* --- through pointers --- */

struct sym memory_load(struct memory *m, const struct memory_state *st, struct sym p, struct type type)
{
    LAW(is_address(m, p));
    uint32_t bytes = type_bytes(type);
    enum sym_kind wish = type.kind == TYPE_POINTER ? SYM_POINTER : SYM_BITS;
    struct candidates c;
    pointer_candidates(m, p, &c);
    struct sym v = {0};
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        if (m->objects.data[o].kind == OBJECT_FUNCTION || !range_fits(&m->objects.data[o], bytes)) continue;
        struct sym here =
            sym_of_type(m, load_object(m, st, o, offset_in(m, p, o, LONGEST_POINTER), bytes, wish), type);
        v = v.kind == SYM_NONE ? here : sym_ite(m, is_object(m, p, o), here, v);
    }
    candidates_release(&c);
    return v.kind == SYM_NONE ? sym_of_type(m, any_value(m, bytes), type) : v;
}

void memory_store(struct memory *m, struct memory_state *st, struct sym p, struct sym value, struct type type,
                  struct term when)
{
    LAW(is_address(m, p));
    LAW(is_condition(m, when));
    struct terms *ts = m->terms;
    uint32_t bytes = type_bytes(type);
    if (type.kind == TYPE_INT && type.width % 8) value = sym_bits(term_zext(ts, value.a, bytes * 8));
    struct candidates c;
    pointer_candidates(m, p, &c);
    bool only = c.objects.count == 1; /* another object, or none, would have failed the check before */
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        struct term here = only ? when : term_and(ts, when, is_object(m, p, o));
        if (!term_is_false(ts, here))
            store_object(m, st, o, offset_in(m, p, o, LONGEST_POINTER), bytes, value, here);
    }
    candidates_release(&c);
}

/* A step of a copy that starts at a global's byte, cut so that pointers in the initialiser stay whole. */
static uint32_t step_between_pointers(struct memory *m, const struct object *o, uint64_t at, uint32_t step)
{
    if (o->kind != OBJECT_GLOBAL) return step;
    const struct global *g = &m->program->globals.data[o->index];
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        uint64_t start = g->relocations[i].offset, end = start + m->width / 8;
        if (start > at && start - at < step) step = (uint32_t)(start - at);
        if (end > at && end - at < step) step = (uint32_t)(end - at);
    }
    return step;
}

/* The places where copying [0, bytes) may be cut so that both sides' cells stay whole. */
static uint32_t copy_step(struct memory *m, struct sym to, struct sym from, uint32_t done, uint32_t bytes)
{
    struct sym sides[2] = {to, from};
    uint32_t step = bytes - done < 8 ? bytes - done : 8;
    uint64_t object, offset;
    for (unsigned k = 0; k < 2; k++) {
        if (!term_const_u64(m->terms, sides[k].a, &object) || !term_const_u64(m->terms, sides[k].b, &offset))
            continue;
        const struct object *o = &m->objects.data[object];
        if (object_stride(m, o) && object_stride(m, o) < step) step = (uint32_t)object_stride(m, o);
        const struct site *s = &m->sites.data[o->site];
        uint64_t stride = object_stride(m, o), at = offset + done;
        step = step_between_pointers(m, o, at, step);
        step = stretch_at(m, o, at, at + step).bytes;
        if (stride) at %= stride;
        for (size_t i = 0; i < s->cells.count && !(s->cells.data[i].at & PINNED); i++) {
            uint64_t end = (uint64_t)s->cells.data[i].at + s->cells.data[i].bytes;
            if (s->cells.data[i].at > at && s->cells.data[i].at - at < step)
                step = (uint32_t)(s->cells.data[i].at - at);
            if (end > at && end - at < step) step = (uint32_t)(end - at);
        }
    }
    return step;
}

bool memory_copy(struct memory *m, struct memory_state *st, struct sym to, struct sym from, struct term size)
{
    LAW(is_address(m, to));
    LAW(is_address(m, from));
    LAW(is_word(m, size));
    struct terms *ts = m->terms;
    uint64_t bytes;
    if (!term_const_u64(ts, size, &bytes) || bytes > LARGEST_COPY) return false;
    struct memory_state before = memory_share(m, st); /* all is read before anything is written */
    for (uint32_t done = 0; done < bytes;) {
        uint32_t step = copy_step(m, to, from, done, (uint32_t)bytes);
        struct term at = term_bv(ts, m->width, done);
        struct type type = {step * 8 == m->width ? TYPE_POINTER : TYPE_INT, step * 8};
        struct sym source = pointer_add(m, from, at);
        struct sym v = {0};
        struct candidates c;
        pointer_candidates(m, source, &c);
        for (size_t i = 0; i < c.objects.count; i++) {
            uint32_t o = c.objects.data[i];
            if (m->objects.data[o].kind == OBJECT_FUNCTION || !range_fits(&m->objects.data[o], step))
                continue;
            struct sym here = load_object(m, &before, o, offset_in(m, source, o, LONGEST_POINTER), step,
                                          type.kind == TYPE_POINTER ? SYM_POINTER : SYM_BITS);
            v = v.kind == SYM_NONE ? here : sym_ite(m, is_object(m, source, o), here, v);
        }
        candidates_release(&c);
        if (v.kind == SYM_NONE) v = any_value(m, step);
        memory_store(m, st, pointer_add(m, to, at), v, (struct type){TYPE_INT, step * 8},
                     term_bool(ts, true));
        done += step;
    }
    return true;
}

/* The object that a valid pointer names, if it can be but one. */
static uint32_t only_object(struct memory *m, struct sym p)
{
    struct candidates c;
    pointer_candidates(m, p, &c);
    uint32_t only = c.objects.count == 1 ? c.objects.data[0] : 0;
    candidates_release(&c);
    return only;
}

bool memory_fill(struct memory *m, struct memory_state *st, struct sym to, struct term byte, struct term size)
{
    LAW(is_address(m, to));
    LAW(term_width(m->terms, byte) == 8);
    LAW(is_word(m, size));
    struct terms *ts = m->terms;
    uint64_t bytes, offset;
    uint32_t object = only_object(m, to);
    if (object && term_const_u64(ts, to.b, &offset) && offset == 0 && !m->objects.data[object].summary &&
        term_same(m->objects.data[object].size, size)) { /* the whole object */
        struct object_state *s = state_own(m, st, object);
        uint64_t value;
        *s = (struct object_state){
            .alive = s->alive, .epoch = s->epoch, .background = BACKGROUND_FILL, .fill = byte};
        if (term_const_u64(ts, byte, &value) && value == 0)
            s->background = BACKGROUND_ZERO, s->fill = TERM_NONE;
        return true;
    }
    if (!term_const_u64(ts, size, &bytes) || bytes > LARGEST_COPY) return false;
    for (uint32_t done = 0; done < bytes;) {
        uint32_t step = copy_step(m, to, to, done, (uint32_t)bytes);
        struct term value = byte;
        for (uint32_t i = 1; i < step; i++)
            value = term_concat(ts, byte, value);
        memory_store(m, st, pointer_add(m, to, term_bv(ts, m->width, done)), sym_bits(value),
                     (struct type){TYPE_INT, step * 8}, term_bool(ts, true));
        done += step;
    }
    return true;
}

uint64_t memory_room(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct candidates c;
    pointer_candidates(m, p, &c);
    uint64_t room = 0;
    for (size_t i = 0; i < c.objects.count; i++) {
        uint64_t bytes = term_most(m->terms, m->objects.data[c.objects.data[i]].size);
        if (bytes > room) room = bytes;
    }
    candidates_release(&c);
    return room;
}

struct term memory_size_of(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct candidates c;
    pointer_candidates(m, p, &c);
    struct term size = term_bv(m->terms, m->width, 0);
    for (size_t i = 0; i < c.objects.count; i++)
        size = term_ite(m->terms, is_object(m, p, c.objects.data[i]), m->objects.data[c.objects.data[i]].size,
                        size);
    candidates_release(&c);
    return size;
}
