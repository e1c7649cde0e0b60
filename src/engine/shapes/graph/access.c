/* Bytes of regions: fields are found, cut and put together; addresses as numbers and back. */
#include "engine/shapes/shapes.h"

#include <stdio.h>
#include <string.h>

enum { MOST_COPIED = 4096, PIECE = 8 };

/* --- addresses --- */

static struct term base_of(struct shapes *s, struct graph *g, uint32_t id)
{
    struct terms *ts = s->terms;
    if (term_is(g->objects[id]->base))
        return g->objects[id]->base;
    struct graph_object *o = graph_edit(&s->arena, g, id);
    o->base = shapes_fresh(s, s->width);
    g->exposed = true;
    struct term end = term_2(ts, TERM_BV_ADD, o->base, o->size);
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_UGE, o->base, term_bv(ts, s->width, 4096)));
    graph_assume(&s->arena, g, term_2(ts, TERM_BV_UGE, end, o->base));
    return o->base;
}

bool shapes_address(struct shapes *s, struct graph *g, struct graph_value v, struct term *out)
{
    struct terms *ts = s->terms;
    char name[40];
    switch ((enum graph_value_kind)v.kind) {
    case GRAPH_POINTER:
        *out = v.object ? term_2(ts, TERM_BV_ADD, base_of(s, g, v.object), v.term) : v.term;
        return true;
    case GRAPH_FUNCTION:
        snprintf(name, sizeof name, "function!%u", v.object);
        g->exposed = true;
        *out = term_2(ts, TERM_BV_ADD, term_var(ts, sort_bv(ts, s->width), name), v.term);
        return true;
    case GRAPH_DANGLING:
        *out = shapes_fresh(s, s->width);
        return true;
    case GRAPH_NUMBER:
        *out = shapes_bits_of(s, v, s->width);
        return true;
    case GRAPH_NONE:
    case GRAPH_WILD:
    case GRAPH_STATIC:
        break;
    }
    shapes_give_up(s, g, "address of unknown origin");
    return false;
}

static bool offset_from(struct shapes *s, struct term t, struct term base,
                        struct term *offset)
{
    struct terms *ts = s->terms;
    *offset = term_2(ts, TERM_BV_SUB, t, base);
    if (term_is_const(ts, *offset))
        return true;
    if (term_op(ts, t) != TERM_BV_ADD)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (term_same(term_arg(ts, t, k), base)) {
            *offset = term_arg(ts, t, 1 - k);
            return true;
        }
    return false;
}

bool shapes_from_address(struct shapes *s, struct graph *g, struct term t,
                         struct graph_value *out)
{
    LAW(term_width(s->terms, t) == s->width);
    struct term offset;
    *out = graph_pointer(0, 0, t);
    if (term_is_const(s->terms, t) || !g->exposed)
        return true;
    for (uint32_t id = 1; id < g->count; id++) {
        if (!g->objects[id] || !term_is(g->objects[id]->base))
            continue;
        if (!offset_from(s, t, g->objects[id]->base, &offset))
            continue;
        if (!shapes_prove(s, g, term_2(s->terms, TERM_BV_ULE, offset, g->objects[id]->size)))
            continue;
        *out = graph_pointer(id, 0, offset);
        return true;
    }
    *out = (struct graph_value){.kind = GRAPH_WILD};
    return true;
}

/* --- reading --- */

static struct term initial_byte(struct shapes *s, const struct graph_object *o, uint32_t at)
{
    const struct global *x = &s->program->globals.data[o->index];
    return term_bv(s->terms, 8, x->bytes && at < x->size ? x->bytes[at] : 0);
}

/* The background's bits, low byte first; unknown ones are new. */
static struct term background_bits(struct shapes *s, const struct graph_object *o,
                                   uint32_t at, uint32_t bytes)
{
    struct terms *ts = s->terms;
    if (o->background == GRAPH_ZERO)
        return term_bv(ts, 8 * bytes, 0);
    if (o->background == GRAPH_UNKNOWN)
        return shapes_fresh(s, 8 * bytes);
    struct term t = initial_byte(s, o, at);
    for (uint32_t i = 1; i < bytes; i++)
        t = term_concat(ts, initial_byte(s, o, at + i), t);
    return t;
}

static bool overlaps(const struct graph_field *f, uint32_t at, uint32_t bytes)
{
    return f->at < (uint64_t)at + bytes && at < (uint64_t)f->at + f->bytes;
}

/* Puts unknown bytes of a range into fields, so that two reads agree. */
static void settle(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                   uint32_t bytes)
{
    if (g->objects[id]->background != GRAPH_UNKNOWN)
        return;
    uint32_t from = at;
    while (from < at + bytes) {
        const struct graph_object *o = g->objects[id];
        uint32_t until = at + bytes;
        bool covered = false;
        for (uint32_t i = 0; i < o->field_count && !covered; i++) {
            const struct graph_field *f = &o->fields[i];
            if (f->at <= from && from < f->at + f->bytes) {
                from = f->at + f->bytes;
                covered = true;
            } else if (f->at > from && f->at < until) {
                until = f->at;
            }
        }
        if (covered)
            continue;
        struct graph_object *e = graph_edit(&s->arena, g, id);
        object_set_field(&s->arena, e, from, until - from,
                         graph_number(shapes_fresh(s, 8 * (until - from))));
        from = until;
    }
}

static bool field_bits(struct shapes *s, struct graph *g, const struct graph_field *f,
                       struct term *out)
{
    struct graph_field copy = *f;
    if (copy.value.kind == GRAPH_NUMBER) {
        *out = shapes_bits_of(s, copy.value, 8 * copy.bytes);
        return true;
    }
    if (!g || !shapes_address(s, g, copy.value, out))
        return false;
    *out = term_resize(s->terms, *out, 8 * copy.bytes);
    return true;
}

/* Bits of a range without unknown bytes; g may be null: then there must be no pointers in it.
 */
static bool gather(struct shapes *s, struct graph *g, const struct graph_object *o,
                   uint32_t at, uint32_t bytes, struct term *out)
{
    *out = TERM_NONE;
    for (uint32_t from = at; from < at + bytes;) {
        uint32_t until = at + bytes;
        struct term piece = TERM_NONE;
        for (uint32_t i = 0; i < o->field_count; i++) {
            struct graph_field f = o->fields[i];
            if (f.at > from && f.at < until && !term_is(piece))
                until = f.at;
            if (f.at > from || from >= f.at + f.bytes)
                continue;
            if (f.at + f.bytes < until)
                until = f.at + f.bytes;
            if (!field_bits(s, g, &f, &piece))
                return false;
            piece = term_extract(s->terms, piece, 8 * (until - f.at) - 1, 8 * (from - f.at));
            break;
        }
        if (!term_is(piece))
            piece = background_bits(s, o, from, until - from);
        *out = term_is(*out) ? term_concat(s->terms, piece, *out) : piece;
        from = until;
    }
    return true;
}

static bool as_type(struct shapes *s, struct graph *g, struct graph_value v, struct type type,
                    struct graph_value *out)
{
    if (type.kind == TYPE_POINTER) {
        *out = v;
        if (v.kind != GRAPH_NUMBER)
            return true;
        return shapes_from_address(s, g, shapes_bits_of(s, v, s->width), out);
    }
    struct term bits;
    if (v.kind != GRAPH_NUMBER) {
        if (!shapes_address(s, g, v, &bits))
            return false;
        *out = shapes_of_bits(s, term_resize(s->terms, bits, type.width), type);
        return true;
    }
    bool is_float = sort_kind(s->terms, term_sort(s->terms, v.term)) == SORT_FLOAT;
    uint32_t stored = type.width == 80 ? 79 : type.width;
    *out = v;
    if (is_float && type.kind == TYPE_FLOAT && term_width(s->terms, v.term) == stored)
        return true;
    *out = shapes_of_bits(s, shapes_bits_of(s, v, 8 * type_bytes(type)), type);
    return true;
}

bool shapes_read(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                 struct type type, struct graph_value *out)
{
    LAW(id && id < g->count && g->objects[id]);
    LAW(!graph_is_segment(g->objects[id]));
    uint32_t bytes = type_bytes(type);
    const struct graph_object *o = g->objects[id];
    bool outside = o->storage == GRAPH_GLOBAL && s->program->globals.data[o->index].external;
    const struct graph_field *f = object_field(o, at, bytes);
    if (!f && outside && type.kind == TYPE_POINTER) {
        *out = (struct graph_value){.kind = GRAPH_WILD};
        return true;
    }
    if (!f)
        settle(s, g, id, at, bytes);
    f = object_field(g->objects[id], at, bytes);
    if (f)
        return as_type(s, g, f->value, type, out);
    struct term bits;
    if (!gather(s, g, g->objects[id], at, bytes, &bits))
        return false;
    return as_type(s, g, graph_number(bits), type, out);
}

bool shapes_peek(struct shapes *s, const struct graph_object *o, uint32_t at, uint32_t bytes,
                 struct graph_value *out)
{
    LAW(bytes);
    const struct graph_field *f = object_field(o, at, bytes);
    if (f) {
        *out = f->value;
        return true;
    }
    struct term bits;
    if (!gather(s, NULL, o, at, bytes, &bits))
        return false;
    *out = graph_number(bits);
    return true;
}

/* --- writing --- */

/* Makes room: what fields have outside the range stays as parts of their bits. */
static bool cut(struct shapes *s, struct graph *g, uint32_t id, uint32_t at, uint32_t bytes)
{
    const struct graph_object *o = g->objects[id];
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_field f = o->fields[i];
        uint32_t end = at + bytes, field_end = f.at + f.bytes;
        if (!overlaps(&f, at, bytes) || (f.at >= at && field_end <= end))
            continue;
        struct term bits;
        if (!field_bits(s, g, &f, &bits))
            return false;
        struct graph_object *e = graph_edit(&s->arena, g, id);
        object_drop_fields(e, f.at, f.bytes);
        if (f.at < at)
            object_set_field(
                &s->arena, e, f.at, at - f.at,
                graph_number(term_extract(s->terms, bits, 8 * (at - f.at) - 1, 0)));
        if (field_end > end)
            object_set_field(&s->arena, e, end, field_end - end,
                             graph_number(term_extract(s->terms, bits, 8 * f.bytes - 1,
                                                       8 * (end - f.at))));
        o = g->objects[id];
        i = UINT32_MAX; /* from the start again */
    }
    return true;
}

static bool put(struct shapes *s, struct graph *g, uint32_t id, uint32_t at, uint32_t bytes,
                struct graph_value v)
{
    if (!cut(s, g, id, at, bytes))
        return false;
    object_set_field(&s->arena, graph_edit(&s->arena, g, id), at, bytes, v);
    return true;
}

/* A word that was put together from smaller ones (a struct that is passed by value) is stored
 * as these, so that what is known of each of them is not lost where the whole becomes a
 * variable. */
static bool put_parts(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                      uint32_t bytes, struct term t)
{
    while (term_op(s->terms, t) == TERM_BV_CONCAT) {
        struct term high = term_arg(s->terms, t, 0), low = term_arg(s->terms, t, 1);
        if (term_width(s->terms, low) % 8)
            break;
        uint32_t below = term_width(s->terms, low) / 8;
        if (!put_parts(s, g, id, at, below, low))
            return false;
        at += below;
        bytes -= below;
        t = high;
    }
    return put(s, g, id, at, bytes, graph_number(t));
}

bool shapes_write(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                  struct type type, struct graph_value v)
{
    LAW(id && id < g->count && g->objects[id]);
    LAW(!graph_is_segment(g->objects[id]));
    uint32_t bytes = type_bytes(type);
    bool is_float = v.kind == GRAPH_NUMBER &&
                    sort_kind(s->terms, term_sort(s->terms, v.term)) == SORT_FLOAT;
    if (v.kind == GRAPH_NUMBER && !is_float)
        v.term = term_resize(s->terms, v.term, 8 * bytes);
    if (v.kind == GRAPH_NUMBER && !is_float)
        return put_parts(s, g, id, at, bytes, v.term);
    return put(s, g, id, at, bytes, v);
}

/* --- ranges --- */

struct pieces {
    VECTOR(struct graph_field) all; /* at: from the start of the range */
};

static bool take_pieces(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                        uint32_t bytes, struct pieces *out)
{
    for (uint32_t from = at; from < at + bytes;) {
        const struct graph_field *whole = NULL;
        uint32_t until = from + PIECE < at + bytes ? from + PIECE : at + bytes;
        for (uint32_t i = 0; i < g->objects[id]->field_count; i++) {
            const struct graph_field *f = &g->objects[id]->fields[i];
            if (f->at == from && f->at + f->bytes <= at + bytes)
                whole = f;
            if (f->at > from && f->at < until)
                until = f->at;
        }
        if (whole) {
            VECTOR_PUSH(&out->all,
                        (struct graph_field){from - at, whole->bytes, whole->value});
            from += whole->bytes;
            continue;
        }
        struct term bits;
        settle(s, g, id, from, until - from);
        if (!gather(s, g, g->objects[id], from, until - from, &bits))
            return false;
        VECTOR_PUSH(&out->all,
                    (struct graph_field){from - at, until - from, graph_number(bits)});
        from = until;
    }
    return true;
}

bool shapes_copy_bytes(struct shapes *s, struct graph *g, uint32_t to, uint32_t to_at,
                       uint32_t from, uint32_t from_at, uint64_t bytes)
{
    LAW(to < g->count && g->objects[to]);
    LAW(from < g->count && g->objects[from]);
    if (bytes > MOST_COPIED) {
        shapes_give_up(s, g, "large copy");
        return false;
    }
    struct pieces p = {0};
    bool done = take_pieces(s, g, from, from_at, (uint32_t)bytes, &p);
    for (size_t i = 0; done && i < p.all.count; i++)
        done =
            put(s, g, to, to_at + p.all.data[i].at, p.all.data[i].bytes, p.all.data[i].value);
    VECTOR_RELEASE(&p.all);
    return done;
}

bool shapes_fill_bytes(struct shapes *s, struct graph *g, uint32_t id, uint32_t at,
                       struct term byte, uint64_t bytes)
{
    LAW(id < g->count && g->objects[id]);
    LAW(term_width(s->terms, byte) == 8);
    uint64_t value;
    struct graph_object *o = graph_edit(&s->arena, g, id);
    bool zero = term_const_u64(s->terms, byte, &value) && value == 0;
    if (zero && at == 0 && bytes == o->bytes) {
        o->field_count = 0;
        o->background = GRAPH_ZERO;
        return true;
    }
    if (bytes > MOST_COPIED) {
        shapes_give_up(s, g, "large fill");
        return false;
    }
    for (uint32_t from = 0; from < bytes;) {
        uint32_t n = bytes - from < PIECE ? (uint32_t)bytes - from : PIECE;
        struct term t = byte;
        for (uint32_t i = 1; i < n; i++)
            t = term_concat(s->terms, t, byte);
        if (!put(s, g, id, at + from, n, graph_number(t)))
            return false;
        from += n;
    }
    return true;
}

/* --- globals --- */

static struct graph_value constant_value(struct shapes *s, struct graph *g, struct value v)
{
    const struct constant *c = program_constant(s->program, v);
    struct term offset = shapes_offset(s, c->offset);
    if (c->kind == CONSTANT_GLOBAL)
        return graph_pointer(shapes_global(s, g, c->index), 0, offset);
    if (c->kind == CONSTANT_FUNCTION)
        return (struct graph_value){
            .kind = GRAPH_FUNCTION, .object = c->index, .term = offset};
    if (c->kind == CONSTANT_BLOCK)
        return (struct graph_value){.kind = GRAPH_FUNCTION,
                                    .object = c->index,
                                    .term = shapes_offset(s, constant_label_offset(c))};
    if (c->kind == CONSTANT_NULL)
        return graph_pointer(0, 0, shapes_offset(s, 0));
    if (c->kind == CONSTANT_BITS)
        return graph_pointer(0, 0,
                             term_resize(s->terms,
                                         term_bv_limbs(s->terms, c->type.width, c->limbs),
                                         s->width));
    return (struct graph_value){.kind = GRAPH_WILD};
}

uint32_t shapes_global(struct shapes *s, struct graph *g, uint32_t index)
{
    LAW(index < s->program->globals.count);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->storage == GRAPH_GLOBAL &&
            g->objects[id]->index == index)
            return id;
    const struct global *x = &s->program->globals.data[index];
    struct graph_object o = {.storage = GRAPH_GLOBAL,
                             .index = index,
                             .alive = true,
                             .least = 1,
                             .site = hash_pair(1, index),
                             .bytes = x->size,
                             .size = term_bv(s->terms, s->width, x->size)};
    o.background = x->external ? GRAPH_UNKNOWN : x->bytes ? GRAPH_INITIAL : GRAPH_ZERO;
    uint32_t id = graph_add(&s->arena, g, &o);
    for (uint32_t i = 0; i < x->relocation_count; i++) {
        struct graph_value v = constant_value(s, g, x->relocations[i].value);
        struct graph_object *e = graph_edit(&s->arena, g, id);
        object_set_field(&s->arena, e, (uint32_t)x->relocations[i].offset, s->width / 8, v);
    }
    if (!x->read_only)
        shapes_begin_parts(s, g, id);
    return id;
}

void shapes_begin_globals(struct shapes *s, struct graph *g)
{
    for (size_t i = 0; i < s->globals.count; i++)
        shapes_global(s, g, s->globals.data[i]);
}
