/* Memory of the encoder: each object is a vector of equal cells. The first access decides the size of the
 * cells; an access of another size turns them into bytes. A symbolic offset reads by a chain of selections
 * and writes every cell conditionally. */
#include "synth/spec/encode.h"

#include <string.h>

enum { MOST_CELLS = 4096 };

uint32_t cells_add(struct encoder *e, struct cells *m, uint64_t size)
{
    uint32_t id = ++e->objects;
    struct object *grown = ARENA_ARRAY(e->arena, struct object, id + 1);
    if (m->count) memcpy(grown, m->objects, m->count * sizeof *grown);
    grown[id] = (struct object){.there = true, .size = size};
    m->objects = grown;
    m->count = id + 1;
    return id;
}

void cells_copy(struct encoder *e, const struct cells *from, struct cells *to)
{
    to->count = from->count;
    to->objects = ARENA_ARRAY(e->arena, struct object, from->count + 1);
    for (uint32_t i = 0; i < from->count; i++) {
        const struct object *o = &from->objects[i];
        to->objects[i] = *o;
        if (!o->cell) continue;
        to->objects[i].cells = ARENA_ARRAY(e->arena, struct slot, o->size / o->cell + 1);
        memcpy(to->objects[i].cells, o->cells, o->size / o->cell * sizeof *o->cells);
    }
}

const struct pointer *target_to(struct encoder *e, uint32_t object, struct term offset)
{
    struct pointer *p = arena_alloc(e->arena, sizeof *p + sizeof p->target[0]);
    p->count = 1;
    p->target[0] = (struct target){term_bool(e->spec->terms, true), object, offset};
    return p;
}

const struct pointer *target_add(struct encoder *e, const struct pointer *p, struct term offset)
{
    struct pointer *q = arena_alloc(e->arena, sizeof *q + p->count * sizeof q->target[0]);
    memcpy(q, p, sizeof *q + p->count * sizeof q->target[0]);
    for (unsigned i = 0; i < q->count; i++)
        q->target[i].offset = term_2(e->spec->terms, TERM_BV_ADD, q->target[i].offset, offset);
    return q;
}

static const struct pointer *target_choose(struct encoder *e, struct term c, const struct pointer *a,
                                           const struct pointer *b)
{
    struct terms *ts = e->spec->terms;
    struct pointer *q = arena_alloc(e->arena, sizeof *q + (a->count + b->count) * sizeof q->target[0]);
    for (unsigned i = 0; i < a->count + b->count; i++) {
        bool first = i < a->count;
        struct target t = first ? a->target[i] : b->target[i - a->count];
        t.guard = term_and(ts, t.guard, first ? c : term_not(ts, c));
        if (term_is_false(ts, t.guard)) continue;
        unsigned k = 0;
        while (k < q->count && q->target[k].object != t.object)
            k++;
        if (k == q->count) {
            q->target[q->count++] = t;
        } else { /* guards of one pointer exclude each other */
            q->target[k].offset = term_ite(ts, t.guard, t.offset, q->target[k].offset);
            q->target[k].guard = term_or(ts, q->target[k].guard, t.guard);
        }
    }
    return q;
}

struct slot slot_choose(struct encoder *e, struct term c, struct slot a, struct slot b)
{
    if (a.kind == SLOT_NONE) return b;
    if (b.kind == SLOT_NONE) return a;
    if (a.kind != b.kind) {
        e->failed = !failure_set(e->failure, FAILURE_UNSUPPORTED,
                                 "a pointer and a number share memory in the specification");
        return a;
    }
    if (a.kind == SLOT_POINTER)
        return a.pointer == b.pointer
                   ? a
                   : (struct slot){SLOT_POINTER, TERM_NONE, target_choose(e, c, a.pointer, b.pointer)};
    struct terms *ts = e->spec->terms;
    if (term_same(a.term, b.term)) return a;
    return (struct slot){SLOT_TERM, term_ite(ts, c, a.term, b.term), NULL};
}

static struct slot fresh_cell(struct encoder *e, uint32_t bytes)
{
    return (struct slot){
        SLOT_TERM, term_fresh(e->spec->terms, sort_bv(e->spec->terms, bytes * 8), "uninitialised"), NULL};
}

/* Gives the object cells of `bytes`, or of one byte when it had other ones. False if that is not possible. */
static bool shape(struct encoder *e, struct object *o, uint32_t bytes)
{
    struct terms *ts = e->spec->terms;
    if (o->cell == bytes || o->cell == 1) return true;
    if (!o->cell) {
        o->cell = o->size % bytes ? 1 : bytes;
        if (o->size / o->cell > MOST_CELLS)
            return failure_set(e->failure, FAILURE_UNSUPPORTED, "an array of more than %d cells", MOST_CELLS);
        o->cells = ARENA_ARRAY(e->arena, struct slot, o->size / o->cell + 1);
        return true;
    }
    struct slot *cells = ARENA_ARRAY(e->arena, struct slot, o->size + 1);
    for (uint64_t i = 0; i < o->size / o->cell; i++) {
        struct slot *old = &o->cells[i];
        if (old->kind == SLOT_POINTER)
            return failure_set(e->failure, FAILURE_UNSUPPORTED, "bytes of a pointer in the specification");
        if (old->kind == SLOT_NONE) continue;
        for (uint32_t k = 0; k < o->cell; k++)
            cells[i * o->cell + k] =
                (struct slot){SLOT_TERM, term_extract(ts, old->term, 8 * k + 7, 8 * k), NULL};
    }
    o->cell = 1;
    o->cells = cells;
    return true;
}

static struct slot read_cells(struct encoder *e, struct object *o, uint64_t offset, uint32_t bytes)
{
    struct slot *first = &o->cells[offset / o->cell];
    if (o->cell == bytes) {
        if (first->kind == SLOT_NONE) *first = fresh_cell(e, bytes);
        return *first;
    }
    struct term whole = TERM_NONE;
    for (uint32_t k = 0; k < bytes; k++) {
        if (first[k].kind == SLOT_NONE) first[k] = fresh_cell(e, 1);
        whole = term_is(whole) ? term_concat(e->spec->terms, first[k].term, whole) : first[k].term;
    }
    return (struct slot){SLOT_TERM, whole, NULL};
}

static void write_cells(struct encoder *e, struct object *o, uint64_t offset, uint32_t bytes,
                        struct slot value)
{
    struct slot *first = &o->cells[offset / o->cell];
    if (o->cell == bytes) {
        *first = value;
        return;
    }
    for (uint32_t k = 0; k < bytes; k++)
        first[k] = (struct slot){SLOT_TERM, term_extract(e->spec->terms, value.term, 8 * k + 7, 8 * k), NULL};
}

/* The places in the object that an access may touch; `see` gets each with the condition for it. */
struct access {
    struct encoder *e;
    struct object *o;
    uint32_t bytes;
    struct slot value;
    struct slot result;
    bool writes;
};

static void touch(struct access *a, struct term condition, uint64_t offset)
{
    struct slot there = read_cells(a->e, a->o, offset, a->bytes);
    if (a->writes)
        write_cells(a->e, a->o, offset, a->bytes, slot_choose(a->e, condition, a->value, there));
    else
        a->result = a->result.kind == SLOT_NONE ? there : slot_choose(a->e, condition, there, a->result);
}

static bool access_target(struct encoder *e, struct cells *m, struct term guard, const struct target *t,
                          struct access *a)
{
    struct terms *ts = e->spec->terms;
    struct term when = term_and(ts, guard, t->guard);
    uint64_t offset;
    if (term_is_false(ts, when)) return true;
    if (!t->object) {
        e->bad = term_or(ts, e->bad, when);
        return true;
    }
    a->o = &m->objects[t->object];
    if (!shape(e, a->o, a->bytes)) return false;
    if (a->o->cell == 1 && a->writes && a->value.kind == SLOT_POINTER && a->bytes > 1)
        return failure_set(e->failure, FAILURE_UNSUPPORTED,
                           "a pointer stored over other data in the specification");
    uint32_t stride = a->o->cell; /* the path's own guard need not be mixed in: merging does that */
    struct term inside = term_bool(ts, false);
    if (term_const_u64(ts, t->offset, &offset)) {
        if (offset % stride == 0 && offset + a->bytes <= a->o->size && offset + a->bytes > offset) {
            if (a->writes && term_is_true(ts, t->guard))
                write_cells(e, a->o, offset, a->bytes, a->value);
            else
                touch(a, t->guard, offset);
            inside = term_bool(ts, true);
        }
    } else {
        for (uint64_t at = 0; at + a->bytes <= a->o->size; at += stride) {
            struct term here = term_eq(ts, t->offset, term_bv(ts, term_width(ts, t->offset), at));
            if (term_is_false(ts, here)) continue;
            touch(a, term_and(ts, t->guard, here), at);
            inside = term_or(ts, inside, here);
        }
    }
    e->bad = term_or(ts, e->bad, term_and(ts, when, term_not(ts, inside)));
    return true;
}

static struct slot as_bits(struct encoder *e, struct type type, struct slot v)
{
    if (v.kind != SLOT_TERM) return v;
    struct terms *ts = e->spec->terms;
    struct term t = v.term;
    if (type.kind == TYPE_FLOAT) t = term_1(ts, TERM_FP_TO_BITS, t);
    if (term_width(ts, t) != type_bytes(type) * 8) t = term_zext(ts, t, type_bytes(type) * 8);
    return (struct slot){SLOT_TERM, t, NULL};
}

static struct slot from_bits(struct encoder *e, struct type type, struct slot v)
{
    if (v.kind != SLOT_TERM) return v;
    struct terms *ts = e->spec->terms;
    struct term t = v.term;
    if (type.kind == TYPE_FLOAT) {
        unsigned format[2] = {type.width == 32 ? 8 : 11, type.width == 32 ? 24 : 53};
        t = term_make(ts, TERM_FP_FROM_BITS, &t, 1, format);
    } else if (term_width(ts, t) != type.width) {
        t = term_extract(ts, t, type.width - 1, 0);
    }
    return (struct slot){SLOT_TERM, t, NULL};
}

bool cells_load(struct encoder *e, struct cells *m, struct term guard, const struct pointer *p,
                struct type type, struct slot *out)
{
    struct access a = {.e = e, .bytes = type_bytes(type)};
    if (type.kind == TYPE_FLOAT && type.width != 32 && type.width != 64)
        return failure_set(e->failure, FAILURE_UNSUPPORTED, "a float of %u bits in the specification",
                           type.width);
    for (unsigned i = 0; i < p->count; i++)
        if (!access_target(e, m, guard, &p->target[i], &a)) return false;
    if (a.result.kind == SLOT_NONE) a.result = fresh_cell(e, a.bytes);
    if ((type.kind == TYPE_POINTER) != (a.result.kind == SLOT_POINTER))
        return failure_set(e->failure, FAILURE_UNSUPPORTED,
                           "a pointer read as a number, or the reverse, in the specification");
    *out = from_bits(e, type, a.result);
    return true;
}

bool cells_store(struct encoder *e, struct cells *m, struct term guard, const struct pointer *p,
                 struct type type, struct slot v)
{
    struct access a = {.e = e, .bytes = type_bytes(type), .writes = true, .value = as_bits(e, type, v)};
    for (unsigned i = 0; i < p->count; i++)
        if (!access_target(e, m, guard, &p->target[i], &a)) return false;
    return true;
}

static uint32_t common_cell(const struct cells *m, const struct pointer *p, uint64_t size)
{
    uint32_t cell = p->count && p->target[0].object ? m->objects[p->target[0].object].cell : 0;
    return cell && size % cell == 0 ? cell : size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1;
}

bool cells_move(struct encoder *e, struct cells *m, struct term guard, const struct pointer *to,
                const struct pointer *from, uint64_t size)
{
    uint32_t cell = common_cell(m, from, size);
    struct type type = {TYPE_INT, cell * 8};
    uint64_t count = size / cell;
    struct slot *copy = ARENA_ARRAY(e->arena, struct slot, count + 1);
    if (count > MOST_CELLS)
        return failure_set(e->failure, FAILURE_UNSUPPORTED, "a copy of %llu bytes", (unsigned long long)size);
    for (uint64_t i = 0; i < count; i++)
        if (!cells_load(e, m, guard,
                        target_add(e, from, term_bv(e->spec->terms, e->program->pointer_width, i * cell)),
                        type, &copy[i]))
            return false;
    for (uint64_t i = 0; i < count; i++)
        if (!cells_store(e, m, guard,
                         target_add(e, to, term_bv(e->spec->terms, e->program->pointer_width, i * cell)),
                         type, copy[i]))
            return false;
    return true;
}

bool cells_fill(struct encoder *e, struct cells *m, struct term guard, const struct pointer *to,
                struct term byte, uint64_t size)
{
    uint32_t cell = common_cell(m, to, size);
    struct type type = {TYPE_INT, cell * 8};
    struct term whole = byte;
    if (size / cell > MOST_CELLS)
        return failure_set(e->failure, FAILURE_UNSUPPORTED, "a fill of %llu bytes", (unsigned long long)size);
    for (uint32_t k = 1; k < cell; k++)
        whole = term_concat(e->spec->terms, whole, byte);
    for (uint64_t i = 0; i < size / cell; i++)
        if (!cells_store(e, m, guard,
                         target_add(e, to, term_bv(e->spec->terms, e->program->pointer_width, i * cell)),
                         type, (struct slot){SLOT_TERM, whole, NULL}))
            return false;
    return true;
}

/* A cell that only one side has written holds an unknown value on the other. */
static struct slot cell_choose(struct encoder *e, struct term c, struct slot a, struct slot b, uint32_t bytes)
{
    if (a.kind == SLOT_NONE && b.kind == SLOT_NONE) return a;
    if (a.kind == SLOT_NONE && b.kind == SLOT_TERM) a = fresh_cell(e, bytes);
    if (b.kind == SLOT_NONE && a.kind == SLOT_TERM) b = fresh_cell(e, bytes);
    return slot_choose(e, c, a, b);
}

static void adopt(struct encoder *e, const struct cells *a, uint32_t i, struct cells *b)
{
    const struct object *x = &a->objects[i];
    if (i >= b->count) {
        struct object *grown = ARENA_ARRAY(e->arena, struct object, i + 2);
        if (b->count) memcpy(grown, b->objects, b->count * sizeof *grown);
        b->objects = grown;
        b->count = i + 1;
    }
    b->objects[i] = *x;
    if (!x->cell) return;
    b->objects[i].cells = ARENA_ARRAY(e->arena, struct slot, x->size / x->cell + 1);
    memcpy(b->objects[i].cells, x->cells, x->size / x->cell * sizeof *x->cells);
}

void cells_choose(struct encoder *e, struct term c, const struct cells *a, struct cells *b)
{
    for (uint32_t i = 1; i < a->count; i++) {
        struct object *x = &a->objects[i];
        if (!x->there) continue;
        if (i >= b->count || !b->objects[i].there) {
            adopt(e, a, i, b);
            continue;
        }
        struct object *y = &b->objects[i];
        if (!x->cell && !y->cell) continue;
        if (!x->cell) shape(e, x, y->cell);
        if (!y->cell) shape(e, y, x->cell);
        if (x->cell != y->cell && (!shape(e, x, 1) || !shape(e, y, 1))) {
            e->failed = true;
            return;
        }
        for (uint64_t k = 0; k < x->size / x->cell; k++)
            y->cells[k] = cell_choose(e, c, x->cells[k], y->cells[k], x->cell);
    }
}
