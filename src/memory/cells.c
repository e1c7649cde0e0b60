/* One object, element by element: an access is divided into pieces of cells. */
#include "memory/memory_internal.h"

struct term cells_index(struct memory *m, const struct object *o, struct term quotient)
{
    return term_resize(m->terms, quotient, object_index_width(m, o));
}

struct sym cells_read_one(struct memory *m, const struct object_state *s, uint32_t object,
                          struct position at, struct cell_range r, enum sym_kind wish)
{
    const struct cell *c = state_cell(m, s, object, r, wish);
    if (!c->array)
        return c->value;
    struct sym v = {.kind = c->value.kind, .a = term_select(m->terms, c->value.a, at.index)};
    if (v.kind != SYM_POINTER)
        return v;
    v.b = term_select(m->terms, c->value.b, at.index);
    return m->outside_arrays ? pointer_outside(m, v) : v;
}

void cells_write_one(struct memory *m, struct object_state *s, uint32_t object,
                     struct position at, struct cell_range r, struct sym v, struct term when)
{
    struct terms *ts = m->terms;
    const struct cell *old = state_cell(m, s, object, r, v.kind);
    struct cell next = {.array = old->array};
    if (!old->array) {
        next.value = sym_ite(m, when, v, old->value);
    } else {
        struct type type = {old->value.kind == SYM_POINTER ? TYPE_POINTER : TYPE_INT,
                            r.bytes * 8};
        v = sym_of_type(m, v, type);
        next.value = old->value;
        next.value.a =
            term_ite(ts, when, term_store(ts, old->value.a, at.index, v.a), old->value.a);
        if (v.kind == SYM_POINTER)
            next.value.b =
                term_ite(ts, when, term_store(ts, old->value.b, at.index, v.b), old->value.b);
    }
    state_set_cell(m, s, r.at, next);
}

/* An access of `bytes` at a position is done element by element: [residue, stride) first,
 * then [0, ...) of the next. */
struct piece {
    struct position at;
    uint32_t bytes, done;
};

static bool next_piece(struct memory *m, const struct object *o, struct position start,
                       uint32_t bytes, struct piece *p)
{
    uint64_t stride = object_stride(m, o);
    p->done += p->bytes;
    if (p->done >= bytes)
        return false;
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
struct term cells_slice(struct memory *m, struct term bits, uint32_t from, uint32_t bytes)
{
    return term_extract(m->terms, bits, (from + bytes) * 8 - 1, from * 8);
}

struct sym cells_read(struct memory *m, const struct object_state *s, uint32_t object,
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
            struct sym v = cells_read_one(m, s, object, p.at, r, wish);
            if (!p.done && r.at == p.at.residue && r.bytes == bytes) {
                single = v;
                goto done;
            }
            uint32_t from = r.at < p.at.residue ? p.at.residue - r.at : 0;
            uint32_t end = r.at + r.bytes > p.at.residue + p.bytes
                               ? p.at.residue + p.bytes - r.at
                               : r.bytes;
            struct term part =
                cells_slice(m, sym_to_bits(m, v, r.bytes * 8), from, end - from);
            bits = term_is(bits) ? term_concat(m->terms, part, bits) : part;
        }
    }
    single = sym_bits(bits);
done:
    VECTOR_RELEASE(&cells);
    return single;
}

void cells_write(struct memory *m, struct object_state *s, uint32_t object,
                 struct position start, uint32_t bytes, struct sym v, struct term when)
{
    const struct object *o = &m->objects.data[object];
    cell_ranges cells = {0};
    for (struct piece p = {0}; next_piece(m, o, start, bytes, &p);) {
        VECTOR_CLEAR(&cells);
        site_cells(m, o->site, p.at.residue, p.bytes, &cells);
        for (size_t i = 0; i < cells.count; i++) {
            struct cell_range r = cells.data[i];
            if (!p.done && r.at == p.at.residue && r.bytes == bytes) {
                cells_write_one(m, s, object, p.at, r, v, when);
                continue;
            }
            struct term whole = sym_to_bits(m, v, bytes * 8);
            uint32_t begin = r.at > p.at.residue ? r.at : p.at.residue;
            uint32_t end = r.at + r.bytes < p.at.residue + p.bytes ? r.at + r.bytes
                                                                   : p.at.residue + p.bytes;
            struct term part =
                cells_slice(m, whole, p.done + begin - p.at.residue, end - begin);
            if (begin > r.at || end < r.at + r.bytes) { /* keep the rest of the cell */
                struct term old = sym_to_bits(
                    m, cells_read_one(m, s, object, p.at, r, SYM_BITS), r.bytes * 8);
                if (begin > r.at)
                    part = term_concat(m->terms, part, cells_slice(m, old, 0, begin - r.at));
                if (end < r.at + r.bytes)
                    part = term_concat(m->terms,
                                       cells_slice(m, old, end - r.at, r.at + r.bytes - end),
                                       part);
            }
            cells_write_one(m, s, object, p.at, r, sym_bits(part), when);
        }
    }
    VECTOR_RELEASE(&cells);
}
