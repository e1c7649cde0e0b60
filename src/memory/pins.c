/* Members of records beside arrays: an access is one to the array, and where it meets a
 * member, one to that. (docs/decisions/347-members-beside-arrays.md) */
#include "memory/memory_internal.h"

/* --- constant offsets --- */

static struct position position_of(struct memory *m, const struct object *o, uint64_t at)
{
    uint64_t stride = object_stride(m, o);
    struct position p = {.residue = (uint32_t)(stride ? at % stride : at)};
    if (stride)
        p.index = cells_index(m, o, term_bv(m->terms, m->width, at / stride));
    return p;
}

struct stretch pins_stretch(struct memory *m, const struct object *o, uint64_t at,
                            uint64_t end)
{
    const struct pin *p = object_pin(m, o, at);
    bool inside = p && p->at <= at;
    uint64_t until = end;
    if (p)
        until = inside ? (uint64_t)p->at + p->bytes : p->at;
    if (until > end)
        until = end;
    return (struct stretch){at, (uint32_t)(until - at), inside ? p : NULL};
}

static struct sym read_pin(struct memory *m, const struct object_state *s, uint32_t object,
                           const struct pin *p, enum sym_kind wish)
{
    struct cell_range r = site_use_pin(m, m->objects.data[object].site, p);
    return cells_read_one(m, s, object, (struct position){0}, r, wish);
}

struct sym pins_read(struct memory *m, const struct object_state *s, uint32_t object,
                     uint64_t at, uint32_t bytes, enum sym_kind wish)
{
    const struct object o = m->objects.data[object];
    struct term bits = TERM_NONE;
    if (!object_pin(m, &o, at))
        return cells_read(m, s, object, position_of(m, &o, at), bytes, wish);
    for (struct stretch t = {at, 0, NULL}; t.at + t.bytes < at + bytes;) {
        t = pins_stretch(m, &o, t.at + t.bytes, at + bytes);
        struct sym v =
            t.pin ? read_pin(m, s, object, t.pin, wish)
                  : cells_read(m, s, object, position_of(m, &o, t.at), t.bytes, wish);
        if (t.bytes == bytes && (!t.pin || t.pin->bytes == bytes))
            return v;
        struct term part = sym_to_bits(m, v, 8 * (t.pin ? t.pin->bytes : t.bytes));
        if (t.pin)
            part = cells_slice(m, part, (uint32_t)(t.at - t.pin->at), t.bytes);
        bits = term_is(bits) ? term_concat(m->terms, part, bits) : part;
    }
    return sym_bits(bits);
}

static void write_pin(struct memory *m, struct object_state *s, uint32_t object,
                      const struct stretch *t, struct term part, struct term when)
{
    struct cell_range r = site_use_pin(m, m->objects.data[object].site, t->pin);
    uint32_t before = (uint32_t)(t->at - t->pin->at),
             after = t->pin->bytes - before - t->bytes;
    if (before || after) { /* keep the rest of it */
        struct term old =
            sym_to_bits(m, read_pin(m, s, object, t->pin, SYM_BITS), 8 * t->pin->bytes);
        if (before)
            part = term_concat(m->terms, part, cells_slice(m, old, 0, before));
        if (after)
            part = term_concat(m->terms, cells_slice(m, old, before + t->bytes, after), part);
    }
    cells_write_one(m, s, object, (struct position){0}, r, sym_bits(part), when);
}

void pins_write(struct memory *m, struct object_state *s, uint32_t object, uint64_t at,
                uint32_t bytes, struct sym v, struct term when)
{
    const struct object o = m->objects.data[object];
    if (!object_pin(m, &o, at)) {
        cells_write(m, s, object, position_of(m, &o, at), bytes, v, when);
        return;
    }
    for (struct stretch t = {at, 0, NULL}; t.at + t.bytes < at + bytes;) {
        t = pins_stretch(m, &o, t.at + t.bytes, at + bytes);
        if (t.bytes == bytes && t.pin && t.pin->bytes == bytes) {
            cells_write_one(m, s, object, (struct position){0},
                            site_use_pin(m, o.site, t.pin), v, when);
            return;
        }
        if (t.bytes == bytes && !t.pin) {
            cells_write(m, s, object, position_of(m, &o, at), bytes, v, when);
            return;
        }
        struct term part =
            cells_slice(m, sym_to_bits(m, v, bytes * 8), (uint32_t)(t.at - at), t.bytes);
        if (t.pin)
            write_pin(m, s, object, &t, part, when);
        else
            cells_write(m, s, object, position_of(m, &o, t.at), t.bytes, sym_bits(part),
                        when);
    }
}

/* --- symbolic offsets --- */

static struct position symbolic_position(struct memory *m, const struct object *o,
                                         struct term offset)
{
    struct position p;
    struct term quotient, exact;
    offset_divide(m, offset, object_stride(m, o), &quotient, &p.residue, &exact);
    if (!term_is_true(m->terms, exact))
        VECTOR_PUSH(&m->inexact, term_not(m->terms, exact));
    p.index = cells_index(m, o, quotient);
    return p;
}

struct reach { /* the offsets at which such an access meets a pin, one after the other */
    struct memory *m;
    const struct object *o;
    struct position start;
    uint32_t bytes;
    uint64_t least, most; /* what the offset may be */
    uint64_t at;          /* the offset at hand */
    bool begun;
};

static void reach_begin(struct reach *r, struct memory *m, const struct object *o,
                        struct term offset, struct position start, uint32_t bytes)
{
    struct term_range range = {0, UINT64_MAX};
    if (m->most)
        range = term_range(m->terms, offset, m->most, m->most_context);
    *r = (struct reach){.m = m,
                        .o = o,
                        .start = start,
                        .bytes = bytes,
                        .least = range.least,
                        .most = range.most};
    if (o->size_known && r->most > o->bytes - bytes)
        r->most = o->bytes - bytes;
}

static bool reach_next(struct reach *r)
{
    uint64_t stride = object_stride(r->m, r->o), at = r->begun ? r->at + 1 : r->least;
    r->begun = true;
    for (const struct pin *p; at <= r->most && (p = object_pin(r->m, r->o, at)); at++) {
        if (p->at >= at + r->bytes)
            at = p->at - r->bytes + 1; /* the first that meets it */
        if (at > r->most || at % stride != r->start.residue)
            continue;
        r->at = at;
        return true;
    }
    return false;
}

static struct term reach_here(const struct reach *r, struct term when)
{
    struct terms *ts = r->m->terms;
    struct term index =
        term_bv(ts, term_width(ts, r->start.index), r->at / object_stride(r->m, r->o));
    struct term here = term_and(ts, when, term_eq(ts, r->start.index, index));
    map_set(&r->m->reaches, here.id, 1);
    return here;
}

/* Does it meet a pointer and is no access to it, and may it be left out? */
static bool reach_splits_pointer(const struct reach *r)
{
    const struct pin *p = object_pin(r->m, r->o, r->at);
    if (!r->m->whole_pointers)
        return false;
    if (p->at == r->at && p->bytes == r->bytes)
        return false;
    for (; p && p->at < r->at + r->bytes;
         p = object_pin(r->m, r->o, (uint64_t)p->at + p->bytes))
        if (p->pointer)
            return true;
    return false;
}

struct sym pins_read_anywhere(struct memory *m, const struct object_state *s, uint32_t object,
                              struct term offset, uint32_t bytes, enum sym_kind wish)
{
    const struct object o = m->objects.data[object];
    struct position start = symbolic_position(m, &o, offset);
    struct sym v = cells_read(m, s, object, start, bytes, wish);
    struct reach r;
    if (!object_pin(m, &o, 0))
        return v;
    for (reach_begin(&r, m, &o, offset, start, bytes); reach_next(&r);) {
        struct term here = reach_here(&r, term_bool(m->terms, true));
        if (reach_splits_pointer(&r))
            VECTOR_PUSH(&m->inexact, here);
        else
            v = sym_ite(m, here, pins_read(m, s, object, r.at, bytes, wish), v);
    }
    return v;
}

void pins_write_anywhere(struct memory *m, struct object_state *s, uint32_t object,
                         struct term offset, uint32_t bytes, struct sym v, struct term when)
{
    const struct object o = m->objects.data[object];
    struct position start = symbolic_position(m, &o, offset);
    struct reach r;
    if (object_pin(m, &o, 0))
        for (reach_begin(&r, m, &o, offset, start, bytes); reach_next(&r);) {
            struct term here = reach_here(&r, when);
            if (term_is_false(m->terms, here))
                continue;
            if (reach_splits_pointer(&r))
                VECTOR_PUSH(&m->inexact, here);
            else
                pins_write(m, s, object, r.at, bytes, v, here);
        }
    cells_write(m, s, object, start, bytes, v, when);
}
