/* Loads, stores, copies, fills, and the lives of locals. */
#include "engine/shapes/shapes.h"

#include "base/failure.h"

enum {
    NULL_PAGE = 4096,
    MOST_SPLIT = 64 /* bytes of an object whose offsets are split on */
};

static struct graph_value operand(struct shapes *s, struct graph *g,
                                  const struct instruction *in, uint32_t k)
{
    return shapes_value(s, g, instruction_operand(g->frame->f, in, k));
}

/* In bounds of a region of any size. */
static struct term inside(struct shapes *s, const struct graph_object *o, struct term offset,
                          struct term bytes)
{
    struct terms *ts = s->terms;
    struct term room = term_2(ts, TERM_BV_SUB, o->size, bytes);
    return term_and(ts, term_2(ts, TERM_BV_UGE, o->size, bytes),
                    term_2(ts, TERM_BV_ULE, offset, room));
}

static bool read_only(const struct shapes *s, const struct graph_object *o)
{
    return o->storage == GRAPH_GLOBAL && s->program->globals.data[o->index].read_only;
}

static bool may_access(struct shapes *s, struct graph *g, struct graph_value p, bool write)
{
    if (!graph_is_pointer(p))
        return false;
    const struct graph_object *o = g->objects[p.object];
    return o->alive && !(write && read_only(s, o));
}

/* Where accesses are not asked about, one through null ends the run; one through any other
 * number could be one of anything. */
static bool is_open_address(struct shapes *s, const struct graph *g, struct graph_value p)
{
    if (p.kind != GRAPH_POINTER || p.object ||
        (s->task->violations & VIOLATION_BIT(VIOLATION_DEREF)))
        return false;
    return !shapes_prove(s, g,
                         term_2(s->terms, TERM_BV_ULT, p.term, shapes_offset(s, NULL_PAGE)));
}

/* The access is valid from here on; otherwise the path is over. */
static enum step_result access(struct shapes *s, struct graph *g, struct graph_value p,
                               struct term bytes, bool write)
{
    if (p.kind == GRAPH_WILD || p.kind == GRAPH_NONE || is_open_address(s, g, p)) {
        shapes_give_up(s, g, "access through a pointer of unknown origin");
        return STEP_OVER;
    }
    if (shapes_unfold(s, g, p))
        return STEP_OVER;
    uint64_t size;
    struct term good = term_bool(s->terms, false);
    if (may_access(s, g, p, write))
        good = inside(s, g->objects[p.object], p.term, bytes);
    if (term_is_false(s->terms, good) ||
        !shapes_prove(s, g, good)) { /* no state at all proves anything */
        const struct graph_object *o = graph_is_pointer(p) ? g->objects[p.object] : NULL;
        if (!shapes_possible(s, g, term_bool(s->terms, true)))
            return STEP_OVER;
        if (o && o->storage == GRAPH_GLOBAL && s->program->globals.data[o->index].external)
            shapes_give_up(s, g, "access to a global of unknown size");
        shapes_alarm(s, g, VIOLATION_DEREF);
        if (o && !shapes_suspect_growth(s, g, p)) {
            if (term_const_u64(s->terms, bytes, &size))
                shapes_suspect_array(s, o, p.term, (uint32_t)size);
            shapes_note_suspects(s, g);
        }
        if (!shapes_possible(s, g, good))
            return STEP_OVER;
        shapes_assume(s, g, good);
    }
    return STEP_ON;
}

static bool overlaps_range(struct shapes *s, struct graph *g, const struct graph_field *f,
                           struct term offset, struct term bytes)
{
    struct terms *ts = s->terms;
    struct term before = term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, offset, bytes),
                                shapes_offset(s, f->at));
    struct term after =
        term_2(ts, TERM_BV_UGE, offset, shapes_offset(s, (int64_t)f->at + f->bytes));
    return !shapes_prove(s, g, term_or(ts, before, after));
}

static bool overlap_possible(struct shapes *s, struct graph *g, const struct graph_field *f,
                             struct term offset, uint32_t bytes)
{
    return overlaps_range(s, g, f, offset, shapes_offset(s, bytes));
}

/* Every field that the access may touch is forgotten; pointers must not be. */
static bool forget(struct shapes *s, struct graph *g, uint32_t id, struct term offset,
                   uint32_t bytes)
{
    for (uint32_t i = 0; i < g->objects[id]->field_count;) {
        struct graph_field f = g->objects[id]->fields[i];
        i++;
        if (!overlap_possible(s, g, &f, offset, bytes))
            continue;
        if (f.value.kind != GRAPH_NUMBER) {
            if (!s->settings.bare)
                shapes_note_array(s, g->objects[id], offset,
                                  bytes); /* else numbers are unknown */
            shapes_give_up(s, g, "store at a symbolic offset over pointers");
            return false;
        }
        object_drop_fields(graph_edit(&s->arena, g, id), f.at, f.bytes);
        i = 0;
    }
    return true;
}

static bool has_pointers(const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_NUMBER)
            return true;
    return false;
}

/* May the access touch a pointer? */
static bool reads_pointers(struct shapes *s, struct graph *g, struct graph_value p,
                           uint32_t bytes)
{
    const struct graph_object *o = g->objects[p.object];
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_NUMBER &&
            overlap_possible(s, g, &o->fields[i], p.term, bytes))
            return true;
    return false;
}

/* An offset that is not constant: small objects are split on it. MOVED: do the access at *at;
 * ON: at an open offset. */
static enum step_result place(struct shapes *s, struct graph *g, struct graph_value p,
                              uint32_t *at)
{
    uint64_t value;
    const struct graph_object *o = g->objects[p.object];
    if (o->parted) {
        shapes_refuse_array(s, o);
        shapes_give_up(s, g, "a copy of an array of pointers");
        return STEP_OVER;
    }
    if (shapes_constant(s, g, p.term, &value)) {
        *at = (uint32_t)value;
        return value < UINT32_MAX ? STEP_MOVED : STEP_ON;
    }
    if (o->bytes > MOST_SPLIT)
        return STEP_ON;
    struct solver_limits limits = {.seconds = 0.2};
    if (solver_solve_under(shapes_solver(s), g->facts.data, g->facts.count, &limits) !=
        ANSWER_SAT)
        return STEP_ON;
    struct term is = term_eq(s->terms, p.term, solver_value(s->questions->solver, p.term));
    if (shapes_split(s, g, is) == STEP_MOVED)
        VECTOR_PUSH(&s->stack, g);
    return STEP_OVER;
}

/* A field that is touched leads to what may be missing, and holds something else then, or to
 * one of several functions or globals: that is split on first. */
static bool resolves_fields(struct shapes *s, struct graph *g, uint32_t object, uint32_t at,
                            uint32_t bytes)
{
    const struct graph_object *o = g->objects[object];
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        bool apart = (uint64_t)f->at + f->bytes <= at || (uint64_t)at + bytes <= f->at;
        if (!apart && f->value.kind == GRAPH_STATIC) {
            if (shapes_split_static(s, g, object, i))
                return true;
            o = g->objects[object];
            continue;
        }
        if (apart || !graph_is_pointer(f->value) ||
            !graph_has_other(g->objects[f->value.object]))
            continue;
        return shapes_resolve(s, g, f->value);
    }
    return false;
}

static enum step_result load(struct shapes *s, struct graph *g, const struct instruction *in,
                             uint32_t id)
{
    struct graph_value p = operand(s, g, in, 0), out;
    enum step_result r = access(s, g, p, shapes_offset(s, type_bytes(in->type)), false);
    if (r != STEP_ON)
        return r;
    if (in->flags & FLAG_VOLATILE) {
        shapes_give_up(s, g, "a read of what is volatile");
        return STEP_OVER;
    }
    uint32_t at, object = p.object;
    shapes_suspect_array(s, g->objects[object], p.term, type_bytes(in->type));
    shapes_note_border(s, g->objects[object], p.term, in->type);
    r = g->objects[object]->parted
            ? shapes_find_cell(s, g, p, type_bytes(in->type), &object, &at)
            : place(s, g, p, &at);
    if (r == STEP_OVER)
        return r;
    if (r == STEP_MOVED) {
        if (resolves_fields(s, g, object, at, type_bytes(in->type)))
            return STEP_OVER;
        if (!shapes_read(s, g, object, at, in->type, &out))
            return STEP_OVER;
    } else if (in->type.kind == TYPE_POINTER ||
               reads_pointers(s, g, p, type_bytes(in->type))) {
        shapes_note_array(s, g->objects[object], p.term, type_bytes(in->type));
        shapes_give_up(s, g, "pointers at a symbolic offset");
        return STEP_OVER;
    } else {
        out = shapes_any(s, in->type);
    }
    if (in->flags & FLAG_VOLATILE)
        out = shapes_anything(s, in->type);
    g->frame->values[id] = out;
    return STEP_ON;
}

static enum step_result store(struct shapes *s, struct graph *g, const struct instruction *in)
{
    struct graph_value p = operand(s, g, in, 0), v = operand(s, g, in, 1);
    struct type type =
        value_type(s->program, g->frame->f, instruction_operand(g->frame->f, in, 1));
    uint32_t at, bytes = type_bytes(type);
    enum step_result r = access(s, g, p, shapes_offset(s, bytes), true);
    if (r != STEP_ON)
        return r;
    uint32_t object = p.object;
    shapes_suspect_array(s, g->objects[object], p.term, bytes);
    shapes_note_border(s, g->objects[object], p.term, type);
    r = g->objects[object]->parted ? shapes_find_cell(s, g, p, bytes, &object, &at)
                                   : place(s, g, p, &at);
    if (r == STEP_OVER)
        return r;
    if (r == STEP_MOVED && resolves_fields(s, g, object, at, bytes))
        return STEP_OVER;
    if (r == STEP_MOVED)
        return shapes_write(s, g, object, at, type, v) ? STEP_ON : STEP_OVER;
    if (v.kind != GRAPH_NUMBER) {
        shapes_note_array(s, g->objects[object], p.term, bytes);
        shapes_give_up(s, g, "pointer stored at a symbolic offset");
        return STEP_OVER;
    }
    if (!forget(s, g, p.object, p.term, bytes))
        return STEP_OVER;
    struct graph_object *o = graph_edit(&s->arena, g, p.object);
    if (o->background == GRAPH_UNKNOWN)
        return STEP_ON;
    if (o->bytes > UINT32_MAX && o->background != GRAPH_ZERO) {
        shapes_give_up(s, g, "store at a symbolic offset");
        return STEP_OVER;
    }
    for (uint32_t i = 0; i < o->field_count;
         i++) /* what the background gave is not known any more */
        if (o->fields[i].value.kind != GRAPH_NUMBER && o->background == GRAPH_INITIAL) {
            shapes_give_up(s, g, "store at a symbolic offset");
            return STEP_OVER;
        }
    o->background = GRAPH_UNKNOWN;
    return STEP_ON;
}

/* --- ranges --- */

static bool apart(struct shapes *s, struct graph_value to, struct graph_value from,
                  uint64_t bytes)
{
    uint64_t a, b;
    if (to.object != from.object)
        return true;
    if (!term_const_u64(s->terms, to.term, &a) || !term_const_u64(s->terms, from.term, &b))
        return false;
    return a == b || a + bytes <= b || b + bytes <= a;
}

/* A range that is not constant: nothing is known of what it may touch any more; pointers must
 * not be forgotten. */
static enum step_result forget_range(struct shapes *s, struct graph *g, struct graph_value to,
                                     struct term size)
{
    struct term bytes = term_resize(s->terms, size, s->width);
    for (uint32_t i = 0; i < g->objects[to.object]->field_count;) {
        struct graph_field f = g->objects[to.object]->fields[i];
        i++;
        if (!overlaps_range(s, g, &f, to.term, bytes))
            continue;
        if (f.value.kind != GRAPH_NUMBER) {
            shapes_give_up(s, g, "copy or fill of a symbolic range over pointers");
            return STEP_OVER;
        }
        object_drop_fields(graph_edit(&s->arena, g, to.object), f.at, f.bytes);
        i = 0;
    }
    graph_edit(&s->arena, g, to.object)->background = GRAPH_UNKNOWN;
    return STEP_ON;
}

static bool is_zero(struct shapes *s, struct graph_value byte)
{
    uint64_t value;
    return term_const_u64(s->terms, byte.term, &value) && !value;
}

static bool is_whole(struct shapes *s, struct graph *g, struct graph_value to,
                     struct term size)
{
    uint64_t at;
    if (!term_const_u64(s->terms, to.term, &at) || at)
        return false;
    return shapes_prove(s, g,
                        term_eq(s->terms, term_resize(s->terms, size, s->width),
                                g->objects[to.object]->size));
}

/* A copy of an array of pointers as a whole, such as realloc makes. */
static bool moves_all(struct shapes *s, struct graph *g, struct graph_value to,
                      struct graph_value from, struct term size)
{
    uint64_t at;
    if (!term_const_u64(s->terms, to.term, &at) || at || to.object == from.object)
        return false;
    if (!is_whole(s, g, from, size))
        return false;
    shapes_note_alike(s, g->objects[to.object], g->objects[from.object]);
    return g->objects[from.object]->parted && shapes_move_parts(s, g, to.object, from.object);
}

/* The element of an array, or the whole object, and the offset in it. MOVED: these are set.
 */
static enum step_result find_bytes(struct shapes *s, struct graph *g, struct graph_value p,
                                   uint32_t bytes, uint32_t *object, uint32_t *at)
{
    *object = p.object;
    enum step_result r = g->objects[p.object]->parted
                             ? shapes_find_cell(s, g, p, bytes, object, at)
                             : place(s, g, p, at);
    if (r == STEP_ON)
        shapes_give_up(s, g, "copy of a record to or from an open place");
    return r == STEP_ON ? STEP_OVER : r;
}

static bool fits_record(const struct graph *g, struct graph_value p, uint64_t bytes)
{
    return !g->objects[p.object]->parted || bytes <= g->objects[p.object]->stride;
}

/* A constant number of bytes to or from elements of arrays: a record that is assigned. */
static enum step_result copy_record(struct shapes *s, struct graph *g,
                                    const struct instruction *in, struct graph_value to,
                                    struct graph_value second, uint32_t bytes)
{
    bool fill = in->op == OP_MEMSET;
    uint32_t object, at, source = 0, from = 0;
    if (find_bytes(s, g, to, bytes, &object, &at) == STEP_OVER)
        return STEP_OVER;
    if (!fill && find_bytes(s, g, second, bytes, &source, &from) == STEP_OVER)
        return STEP_OVER;
    if (resolves_fields(s, g, object, at, bytes))
        return STEP_OVER;
    if (!fill && resolves_fields(s, g, source, from, bytes))
        return STEP_OVER;
    if (!fill && object == source) {
        if (at == from)
            return STEP_ON;
        shapes_give_up(s, g, "copy of a range that may overlap");
        return STEP_OVER;
    }
    bool done = fill ? shapes_fill_bytes(s, g, object, at, second.term, bytes)
                     : shapes_copy_bytes(s, g, object, at, source, from, bytes);
    return done ? STEP_ON : STEP_OVER;
}

/* A range of a row, or one copied from a row, whose bytes are numbers. MOVED: it is done. */
static enum step_result overwrite(struct shapes *s, struct graph *g,
                                  const struct instruction *in, struct graph_value to,
                                  struct graph_value second, struct term size)
{
    bool fill = in->op == OP_MEMSET;
    const struct graph_object *from = fill ? NULL : g->objects[second.object];
    if (from &&
        (from->parted ? !shapes_is_row_of_numbers(g, second.object) : has_pointers(from)))
        return STEP_ON;
    if (in->op == OP_MEMCPY && to.object == second.object)
        return STEP_ON;
    struct term bytes = term_resize(s->terms, size, s->width);
    if (g->objects[to.object]->parted)
        return shapes_overwrite_row(s, g, to, bytes, fill ? second.term : TERM_NONE);
    return forget_range(s, g, to, size) == STEP_ON ? STEP_MOVED : STEP_OVER;
}

static enum step_result range(struct shapes *s, struct graph *g, const struct instruction *in)
{
    bool fill = in->op == OP_MEMSET;
    struct graph_value to = operand(s, g, in, 0), second = operand(s, g, in, 1);
    struct term size = operand(s, g, in, 2).term;
    uint64_t bytes;
    bool known = shapes_constant(s, g, size, &bytes);
    if (known && !bytes)
        return STEP_ON;
    struct term none = term_eq(s->terms, size, shapes_offset(s, 0));
    if (!known && shapes_possible(s, g, none)) {
        if (shapes_split(s, g, none) == STEP_MOVED)
            VECTOR_PUSH(&s->stack, g);
        return STEP_OVER;
    }
    enum step_result r = access(s, g, to, size, true);
    if (r == STEP_ON && !fill)
        r = access(s, g, second, size, false);
    if (r != STEP_ON)
        return r;
    uint32_t at, from = 0;
    if (fill && is_whole(s, g, to, size) && is_zero(s, second)) {
        struct graph_object *o = graph_edit(&s->arena, g, to.object);
        o->field_count = 0;
        o->parted = false;
        o->background = GRAPH_ZERO;
        shapes_begin_parts(s, g, to.object);
        return STEP_ON;
    }
    bool parted =
        g->objects[to.object]->parted || (!fill && g->objects[second.object]->parted);
    if (parted && !fill && moves_all(s, g, to, second, size))
        return STEP_ON;
    bool record = parted && known && fits_record(g, to, bytes) &&
                  (fill || fits_record(g, second, bytes));
    if (record)
        return copy_record(s, g, in, to, second, (uint32_t)bytes);
    if (!fill)
        shapes_suspect_alike(s, g->objects[to.object], g->objects[second.object]);
    if (!fill && to.object != second.object &&
        shapes_is_grown(s, g->objects[to.object]->site) && !parted &&
        !has_pointers(g->objects[to.object]) && !has_pointers(g->objects[second.object]))
        return forget_range(s, g, to, size);
    if (parted) {
        r = overwrite(s, g, in, to, second, size);
        if (r != STEP_ON)
            return r == STEP_MOVED ? STEP_ON : STEP_OVER;
    }
    r = place(s, g, to, &at);
    if (r == STEP_OVER)
        return r;
    bool placed = known && r == STEP_MOVED;
    if (placed && !fill) {
        r = place(s, g, second, &from);
        if (r == STEP_OVER)
            return r;
        placed = r == STEP_MOVED;
    }
    if (in->op == OP_MEMCPY &&
        !(placed ? apart(s, to, second, bytes) : to.object != second.object)) {
        shapes_give_up(s, g, "copy of a range that may overlap");
        return STEP_OVER;
    }
    if (!placed && !fill && has_pointers(g->objects[second.object])) {
        shapes_give_up(s, g, "copy or fill of a symbolic range over pointers");
        return STEP_OVER;
    }
    if (!placed)
        return forget_range(s, g, to, size);
    if (resolves_fields(s, g, to.object, at, (uint32_t)bytes))
        return STEP_OVER;
    if (!fill && resolves_fields(s, g, second.object, from, (uint32_t)bytes))
        return STEP_OVER;
    bool done = fill ? shapes_fill_bytes(s, g, to.object, at, second.term, bytes)
                     : shapes_copy_bytes(s, g, to.object, at, second.object, from, bytes);
    return done ? STEP_ON : STEP_OVER;
}

/* --- locals --- */

static enum step_result alloca_object(struct shapes *s, struct graph *g,
                                      const struct instruction *in, uint32_t id)
{
    struct term size = term_resize(s->terms, operand(s, g, in, 0).term, s->width);
    if (!shapes_assume(s, g, shapes_size_fits(s, size)))
        return STEP_OVER; /* no stack holds more */
    struct graph_object o = {.storage = GRAPH_STACK,
                             .alive = true,
                             .least = 1,
                             .frame = g->frame->depth,
                             .era = g->frame->era,
                             .site = hash_pair(g->frame->path, id),
                             .size = size};
    if (!term_const_u64(s->terms, size, &o.bytes))
        o.bytes = UINT64_MAX;
    uint32_t made = graph_add(&s->arena, g, &o);
    shapes_begin_parts(s, g, made);
    g->frame->values[id] = graph_pointer(made, 0, shapes_offset(s, 0));
    return STEP_ON;
}

static enum step_result lifetime(struct shapes *s, struct graph *g,
                                 const struct instruction *in)
{
    struct graph_value p = operand(s, g, in, 0);
    bool open = in->op == OP_LIFEEND && in->sub == LIFE_MAY_END;
    if (open || !graph_is_pointer(p) || g->objects[p.object]->storage != GRAPH_STACK) {
        shapes_give_up(s, g, "life of an unknown object");
        return STEP_OVER;
    }
    shapes_drop_empty_parts(s, g, p.object);
    struct graph_object *o = graph_edit(&s->arena, g, p.object);
    o->alive = in->op == OP_LIFESTART;
    o->field_count = 0;
    o->parted = false;
    o->background = GRAPH_UNKNOWN;
    if (o->alive)
        shapes_begin_parts(s, g, p.object);
    return STEP_ON;
}

static enum step_result restore(struct shapes *s, struct graph *g,
                                const struct instruction *in)
{
    uint64_t first;
    if (!term_const_u64(s->terms, operand(s, g, in, 0).term, &first)) {
        shapes_give_up(s, g, "locals of variable size in a loop");
        return STEP_OVER;
    }
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->storage != GRAPH_STACK || o->frame != g->frame->depth || o->era < first)
            continue;
        struct graph_object *e = graph_edit(&s->arena, g, id);
        e->alive = false;
        e->field_count = 0;
        e->frame = 0; /* it will not be reborn */
    }
    g->frame->era = (uint32_t)first - 1;
    return STEP_ON;
}

enum step_result shapes_step_memory(struct shapes *s, struct graph *g,
                                    const struct instruction *in, uint32_t id)
{
    switch ((enum memory_op)in->op) {
    case MEMORY_ALLOCA:
        return alloca_object(s, g, in, id);
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        return lifetime(s, g, in);
    case MEMORY_STACKSAVE:
        g->frame->values[id] = graph_pointer(0, 0, shapes_offset(s, ++g->frame->era));
        return STEP_ON;
    case MEMORY_STACKRESTORE:
        return restore(s, g, in);
    case MEMORY_LOAD:
        return load(s, g, in, id);
    case MEMORY_STORE:
        return store(s, g, in);
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        return range(s, g, in);
    }
    BUG("not an instruction on memory: %u", in->op);
}
