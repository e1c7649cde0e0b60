/* Bytes of objects in the checker of shapes: cells are disjoint, bytes without cell are the
 * background's. A store cuts the cells that it overlaps; of numbers the rest stays, other
 * rests become unknown bytes. */
#include "check/shape/shape_internal.h"

#include <string.h>

enum { LARGEST_COPY = 4096 };

static bool overlaps(const struct heap_cell *k, uint64_t at, uint64_t bytes)
{
    return k->at < at + bytes && at < k->at + k->bytes;
}

struct heap_cell *heap_cell_at(struct heap_object *o, uint64_t at, uint32_t bytes)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i].at == at && o->cells.data[i].bytes == bytes)
            return &o->cells.data[i];
    return NULL;
}

static bool is_word(struct heap_checker *c, struct heap_value v, uint32_t bytes)
{
    struct terms *ts = c->base.terms;
    if (v.kind != HEAP_NUMBER || sort_kind(ts, term_sort(ts, v.term)) != SORT_BV)
        return false;
    return term_width(ts, v.term) == 8 * bytes;
}

static struct heap_value zeros(struct heap_checker *c, uint32_t bytes)
{
    return heap_number(term_bv(c->base.terms, 8 * bytes, 0));
}

/* Bytes of which no cell says anything. */
static struct heap_value background(struct heap_checker *c, struct heap_state *s,
                                    uint32_t object, uint64_t at, uint32_t bytes)
{
    switch (heap_at(s, object)->background) {
    case SHAPE_ANY:
        break;
    case SHAPE_ZERO:
        return zeros(c, bytes);
    case SHAPE_INITIAL:
        return heap_initial(c, s, heap_at(s, object)->index, at, bytes);
    }
    return (struct heap_value){.kind = HEAP_UNKNOWN};
}

static struct heap_value part(struct heap_checker *c, const struct heap_cell *k, uint64_t at,
                              uint32_t bytes)
{
    LAW(k->at <= at && at + bytes <= k->at + k->bytes);
    unsigned low = (unsigned)(8 * (at - k->at));
    if (at == k->at && bytes == k->bytes)
        return k->value;
    if (!is_word(c, k->value, k->bytes))
        return (struct heap_value){.kind = HEAP_UNKNOWN};
    return heap_number(term_extract(c->base.terms, k->value.term, low + 8 * bytes - 1, low));
}

/* One byte, from its cell or the background. */
static struct heap_value peek_byte(struct heap_checker *c, struct heap_state *s,
                                   uint32_t object, uint64_t at)
{
    struct heap_object *o = heap_at(s, object);
    for (size_t i = 0; i < o->cells.count; i++)
        if (overlaps(&o->cells.data[i], at, 1))
            return part(c, &o->cells.data[i], at, 1);
    return background(c, s, object, at, 1);
}

static bool touched(const struct heap_object *o, uint64_t at, uint64_t bytes)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (overlaps(&o->cells.data[i], at, bytes))
            return true;
    return false;
}

struct heap_value heap_peek(struct heap_checker *c, struct heap_state *s, uint32_t object,
                            uint64_t at, uint32_t bytes)
{
    LAW(bytes);
    struct heap_cell *k = heap_cell_at(heap_at(s, object), at, bytes);
    struct heap_value unknown = {.kind = HEAP_UNKNOWN};
    if (heap_at(s, object)->parted)
        return unknown;
    if (k)
        return k->value;
    if (!touched(heap_at(s, object), at, bytes))
        return background(c, s, object, at, bytes);
    if (bytes > 64)
        return unknown;
    struct term all = TERM_NONE;
    for (uint32_t i = 0; i < bytes; i++) {
        struct heap_value v = peek_byte(c, s, object, at + i);
        if (!is_word(c, v, 1))
            return unknown;
        all = i ? term_concat(c->base.terms, v.term, all) : v.term;
    }
    return heap_number(all);
}

/* --- typed --- */

static struct heap_value as_type(struct heap_checker *c, struct heap_value v,
                                 struct type type)
{
    struct terms *ts = c->base.terms;
    if (v.kind != HEAP_NUMBER)
        return type.kind == TYPE_POINTER ? v : heap_any(c, type);
    bool bits = sort_kind(ts, term_sort(ts, v.term)) == SORT_BV;
    unsigned width = term_width(ts, v.term);
    if (type.kind == TYPE_FLOAT) {
        if (!bits)
            return width == type.width ? v : heap_any(c, type);
        if (width != type.width)
            return heap_any(c, type);
        return heap_number(datum_from_bits(&c->base.view, v.term, type).a);
    }
    if (!bits || width < type.width)
        return heap_any(c, type);
    return heap_number(term_extract(ts, v.term, type.width - 1, 0));
}

/* Unknown bytes become a number that stays there, so that two loads agree. */
struct heap_value heap_load(struct heap_checker *c, struct heap_state *s, uint32_t object,
                            uint64_t at, struct type type)
{
    uint32_t bytes = type_bytes(type);
    struct heap_value v = heap_peek(c, s, object, at, bytes);
    if (v.kind != HEAP_UNKNOWN)
        return as_type(c, v, type);
    struct type word = {TYPE_INT, 8 * bytes};
    v = heap_any(c, type.kind == TYPE_FLOAT ? type : word);
    bool exact = heap_cell_at(heap_at(s, object), at, bytes) != NULL;
    if (exact || !touched(heap_at(s, object), at, bytes))
        heap_store(c, s, object, at, bytes, v);
    return as_type(c, v, type);
}

/* --- changes --- */

static void put(struct heap_object *o, uint64_t at, uint32_t bytes, struct heap_value v)
{
    VECTOR_PUSH(&o->cells, ((struct heap_cell){at, bytes, v}));
}

/* Takes the bytes out of the cells. */
static void cut(struct heap_checker *c, struct heap_object *o, uint64_t at, uint64_t bytes)
{
    for (size_t i = 0; i < o->cells.count;) {
        struct heap_cell k = o->cells.data[i];
        if (!overlaps(&k, at, bytes)) {
            i++;
            continue;
        }
        o->cells.data[i] = VECTOR_LAST(&o->cells);
        o->cells.count--;
        if (k.at < at)
            put(o, k.at, (uint32_t)(at - k.at), part(c, &k, k.at, (uint32_t)(at - k.at)));
        uint64_t end = k.at + k.bytes, behind = at + bytes;
        if (behind < end)
            put(o, behind, (uint32_t)(end - behind),
                part(c, &k, behind, (uint32_t)(end - behind)));
    }
}

void heap_store(struct heap_checker *c, struct heap_state *s, uint32_t object, uint64_t at,
                uint32_t bytes, struct heap_value v)
{
    LAW(bytes);
    LAW(!heap_at(s, object)->parted);
    LAW(v.kind != HEAP_NUMBER || term_is(v.term));
    struct terms *ts = c->base.terms;
    struct heap_object *o = heap_at(s, object);
    if (v.kind == HEAP_NONE)
        v.kind = HEAP_UNKNOWN;
    if (v.kind == HEAP_NUMBER && sort_kind(ts, term_sort(ts, v.term)) == SORT_BV)
        v.term = term_resize(ts, v.term, 8 * bytes);
    else if (v.kind == HEAP_NUMBER && term_width(ts, v.term) != 8 * bytes)
        v = (struct heap_value){.kind = HEAP_UNKNOWN};
    cut(c, o, at, bytes);
    put(o, at, bytes, v);
}

void heap_forget(struct heap_object *o)
{
    VECTOR_CLEAR(&o->cells);
    o->parted = false;
    o->background = SHAPE_ANY;
}

static bool is_whole(struct heap_checker *c, const struct heap_object *o, uint64_t at,
                     uint64_t count)
{
    uint64_t size;
    return at == 0 && term_const_u64(c->base.terms, o->size, &size) && size == count;
}

/* In words, the rest in bytes. */
static uint32_t chunk(uint64_t at, uint64_t left)
{
    return at % 8 == 0 && left >= 8 ? 8 : 1;
}

void heap_fill(struct heap_checker *c, struct heap_state *s, uint32_t object, uint64_t at,
               struct term byte, uint64_t count)
{
    LAW(term_width(c->base.terms, byte) == 8);
    struct heap_object *o = heap_at(s, object);
    struct terms *ts = c->base.terms;
    uint64_t value;
    bool zero = term_const_u64(ts, byte, &value) && value == 0;
    if (zero && is_whole(c, o, at, count)) {
        VECTOR_CLEAR(&o->cells);
        o->background = SHAPE_ZERO;
        return;
    }
    cut(c, o, at, count);
    if (count > LARGEST_COPY) {
        heap_forget(o);
        return;
    }
    for (uint64_t i = 0; i < count;) {
        uint32_t bytes = chunk(at + i, count - i);
        struct term all = byte;
        for (uint32_t k = 1; k < bytes; k++)
            all = term_concat(ts, byte, all);
        put(o, at + i, bytes, heap_number(all));
        i += bytes;
    }
}

/* Cells that lie wholly in the range keep their value, everything else goes by bytes. */
static uint32_t piece(struct heap_object *o, uint64_t at, uint64_t left)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i].at == at && o->cells.data[i].bytes <= left)
            return o->cells.data[i].bytes;
    uint32_t words = chunk(at, left);
    return words == 8 && !touched(o, at, 8) ? 8 : 1;
}

bool heap_copy_bytes(struct heap_checker *c, struct heap_state *s, uint32_t to,
                     uint64_t to_at, uint32_t from, uint64_t from_at, uint64_t count)
{
    LAW(heap_at(s, to)->present && heap_at(s, from)->present);
    VECTOR(struct heap_cell) taken = {0};
    if (count > LARGEST_COPY)
        return false;
    for (uint64_t i = 0; i < count;) {
        uint32_t bytes = piece(heap_at(s, from), from_at + i, count - i);
        struct heap_value v = heap_peek(c, s, from, from_at + i, bytes);
        VECTOR_PUSH(&taken, ((struct heap_cell){to_at + i, bytes, v}));
        i += bytes;
    }
    cut(c, heap_at(s, to), to_at, count);
    for (size_t i = 0; i < taken.count; i++)
        put(heap_at(s, to), taken.data[i].at, taken.data[i].bytes, taken.data[i].value);
    VECTOR_RELEASE(&taken);
    return true;
}
