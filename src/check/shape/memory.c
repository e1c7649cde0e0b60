/* Instructions on memory in the checker of shapes. */
#include "check/shape/shape_internal.h"

#include "base/failure.h"

enum { NULL_PAGE = 4096, LARGEST_CHOICE = 64 };

static struct term bytes_term(struct heap_checker *c, uint32_t bytes)
{
    return heap_word(c, bytes);
}

/* offset <= size and bytes <= size - offset, as unsigned numbers: a negative offset is too
 * large. */
static struct term in_bounds(struct heap_checker *c, const struct heap_object *o,
                             struct term offset, struct term bytes)
{
    LAW(term_width(c->base.terms, offset) == c->base.view.width &&
        term_width(c->base.terms, bytes) == c->base.view.width);
    struct terms *ts = c->base.terms;
    struct term room = term_2(ts, TERM_BV_SUB, o->size, offset);
    return term_and(ts, term_2(ts, TERM_BV_ULE, offset, o->size),
                    term_2(ts, TERM_BV_ULE, bytes, room));
}

/* No execution goes on after it. */
static uint32_t wrong(struct heap_checker *c, struct heap_state *s, enum violation kind)
{
    heap_claim(c, s, kind, term_bool(c->base.terms, false));
    heap_free(s);
    return 0;
}

static uint32_t give_up(struct heap_checker *c, struct heap_state *s, const char *what)
{
    heap_uncovered(c, s, what);
    heap_free(s);
    return 0;
}

/* An address near 0 is that of no object. */
static uint32_t resolve_number(struct heap_checker *c, struct heap_state *s,
                               struct heap_value p, enum violation kind)
{
    LAW(p.kind == HEAP_NUMBER);
    uint64_t address;
    if (term_const_u64(c->base.terms, p.term, &address) && address < NULL_PAGE)
        return wrong(c, s, kind);
    struct term low = term_2(c->base.terms, TERM_BV_ULT, p.term, heap_word(c, NULL_PAGE));
    if (heap_shown(c, s, low))
        return wrong(c, s, kind);
    return give_up(c, s, "the use of an address that is only known as a number");
}

static bool is_read_only(struct heap_checker *c, const struct heap_object *o)
{
    return o->storage == SHAPE_GLOBAL && c->base.program->globals.data[o->index].read_only;
}

static bool is_unsized(struct heap_checker *c, const struct heap_object *o)
{
    return o->storage == SHAPE_GLOBAL && c->base.program->globals.data[o->index].external;
}

uint32_t heap_resolve(struct heap_checker *c, struct heap_state *s, struct heap_value p,
                      struct term bytes, bool write)
{
    switch (p.kind) {
    case HEAP_NONE:
    case HEAP_UNKNOWN:
    case HEAP_STATIC:
        return give_up(c, s, "the use of an unknown pointer");
    case HEAP_NUMBER:
        return resolve_number(c, s, p, VIOLATION_DEREF);
    case HEAP_DANGLING:
        return wrong(c, s, VIOLATION_DEREF);
    case HEAP_FUNCTION:
        return give_up(c, s, "an access of a function's code");
    case HEAP_POINTER:
        break;
    }
    if (heap_focus(c, s, p))
        return 0;
    const struct heap_object *o = heap_at(s, p.object);
    if (is_unsized(c, o))
        return give_up(c, s, "an access of a global that is declared only");
    if (!o->alive || (write && is_read_only(c, o)))
        return wrong(c, s, VIOLATION_DEREF);
    struct term good = in_bounds(c, o, p.term, bytes);
    heap_claim(c, s, VIOLATION_DEREF, good);
    if (c->why[0] || term_is_false(c->base.terms, good))
        return heap_free(s), 0;
    heap_assume(c, s, good);
    return p.object;
}

/* --- loads --- */

static struct term is_at(struct heap_checker *c, struct term offset, uint64_t at)
{
    return term_eq(c->base.terms, offset, heap_word(c, at));
}

/* A number at an offset that is not constant: one of those at all offsets. */
static struct heap_value load_somewhere(struct heap_checker *c, struct heap_state *s,
                                        uint32_t object, struct term offset, struct type type)
{
    LAW(type.kind != TYPE_POINTER);
    uint64_t size;
    struct heap_value v = heap_any(c, type);
    bool small = term_const_u64(c->base.terms, heap_at(s, object)->size, &size) &&
                 size <= LARGEST_CHOICE;
    for (uint64_t at = 0; small && at + type_bytes(type) <= size; at++) {
        struct heap_value there = heap_load(c, s, object, at, type);
        v.term = term_ite(c->base.terms, is_at(c, offset, at), there.term, v.term);
    }
    return v;
}

static bool is_large(struct heap_checker *c, const struct heap_state *s, uint32_t object)
{
    uint64_t size;
    return !term_const_u64(c->base.terms, heap_at(s, object)->size, &size) ||
           size > LARGEST_CHOICE;
}

/* What is small is split on, offset by offset. */
static bool becomes_row(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    return is_large(c, s, object) &&
           heap_part(c, s, object, heap_stride(c, heap_at(s, object)->site));
}

/* A pointer: a state for each offset, all multiples of a word. False if they are too many. */
static bool load_pointers(struct heap_checker *c, struct heap_state *s, uint32_t id,
                          uint32_t object, struct term offset, struct type type)
{
    LAW(type.kind == TYPE_POINTER && !term_is_const(c->base.terms, offset));
    struct terms *ts = c->base.terms;
    uint64_t size, word = c->base.view.width / 8;
    struct term rest = term_2(ts, TERM_BV_AND, offset, heap_word(c, word - 1));
    if (!term_const_u64(ts, heap_at(s, object)->size, &size) || size > LARGEST_CHOICE)
        return false;
    if (!heap_shown(c, s, term_eq(ts, rest, heap_word(c, 0))))
        return false;
    for (uint64_t at = 0; at + word <= size; at += word) {
        if (!heap_possible(c, s, is_at(c, offset, at)))
            continue;
        struct heap_state *other = heap_copy(s);
        heap_assume(c, other, is_at(c, offset, at));
        heap_set(other, id, heap_load(c, other, object, at, type));
        heap_top(other)->at++;
        VECTOR_PUSH(&c->waiting, other);
    }
    heap_free(s);
    return true;
}

static enum heap_step load(struct heap_checker *c, struct heap_state *s, uint32_t id,
                           const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), v;
    uint64_t at;
    uint32_t object = heap_resolve(c, s, p, bytes_term(c, type_bytes(in->type)), false);
    if (!object)
        return HEAP_DONE;
    bool constant = term_const_u64(c->base.terms, p.term, &at),
         any = (in->flags & FLAG_VOLATILE) != 0;
    bool parted = heap_at(s, object)->parted;
    if (!constant && !any && in->type.kind == TYPE_POINTER)
        parted = parted || becomes_row(c, s, object);
    if (parted && !any) {
        object = heap_find_cell(c, s, object, p.term, type_bytes(in->type), &at);
        if (!object)
            return HEAP_DONE;
        constant = true;
    }
    uint64_t whole = UINT64_MAX / 2;
    if (heap_focus_cells(c, s, object, constant ? at : 0,
                         constant ? type_bytes(in->type) : whole))
        return HEAP_DONE;
    if (any)
        v = heap_any(c, in->type);
    else if (constant)
        v = heap_load(c, s, object, at, in->type);
    else if (in->type.kind != TYPE_POINTER)
        v = load_somewhere(c, s, object, p.term, in->type);
    else if (load_pointers(c, s, id, object, p.term, in->type))
        return HEAP_DONE;
    else
        v = heap_any(c, in->type); /* an address that is only known as a number */
    heap_set(s, id, v);
    return HEAP_NEXT;
}

/* --- stores --- */

/* At an offset that is not constant: a state for each multiple of the size that it may be.
 * False if they are too many. */
static bool store_each(struct heap_checker *c, struct heap_state *s, uint32_t object,
                       struct term offset, uint32_t bytes, struct heap_value v)
{
    LAW(bytes && !term_is_const(c->base.terms, offset));
    struct terms *ts = c->base.terms;
    uint64_t size;
    struct term rest = term_2(ts, TERM_BV_AND, offset, heap_word(c, bytes - 1));
    if (bytes & (bytes - 1) || !term_const_u64(ts, heap_at(s, object)->size, &size) ||
        size > LARGEST_CHOICE)
        return false;
    if (!heap_shown(c, s, term_eq(ts, rest, heap_word(c, 0))))
        return false;
    for (uint64_t at = 0; at + bytes <= size; at += bytes) {
        if (!heap_possible(c, s, is_at(c, offset, at)))
            continue;
        struct heap_state *other = heap_copy(s);
        heap_assume(c, other, is_at(c, offset, at));
        heap_store(c, other, object, at, bytes, v);
        heap_top(other)->at++;
        VECTOR_PUSH(&c->waiting, other);
    }
    heap_free(s);
    return true;
}

/* Cells that the store cannot touch stay; bytes without cell are not known any more. */
static void forget_touched(struct heap_checker *c, struct heap_state *s, uint32_t object,
                           struct term offset, struct term bytes)
{
    LAW(!heap_at(s, object)->parted);
    struct terms *ts = c->base.terms;
    struct heap_object *o = heap_at(s, object);
    size_t kept = 0;
    for (size_t i = 0; i < o->cells.count; i++) {
        struct heap_cell *k = &o->cells.data[i];
        struct term end = term_2(ts, TERM_BV_ADD, offset, bytes);
        struct term before = term_and(ts, term_2(ts, TERM_BV_ULE, offset, end),
                                      term_2(ts, TERM_BV_ULE, end, heap_word(c, k->at)));
        struct term after = term_2(ts, TERM_BV_UGE, offset, heap_word(c, k->at + k->bytes));
        if (heap_shown(c, s, term_or(ts, before, after)))
            o->cells.data[kept++] = *k;
    }
    o->cells.count = kept;
    o->background = SHAPE_ANY;
}

static enum heap_step store(struct heap_checker *c, struct heap_state *s,
                            const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), v = heap_operand(c, s, in, 1);
    struct type type = value_type(c->base.program, heap_top(s)->f,
                                  instruction_operand(heap_top(s)->f, in, 1));
    uint64_t at;
    uint32_t object = heap_resolve(c, s, p, bytes_term(c, type_bytes(type)), true);
    if (!object)
        return HEAP_DONE;
    bool constant = term_const_u64(c->base.terms, p.term, &at),
         parted = heap_at(s, object)->parted;
    if (!constant && v.kind == HEAP_POINTER)
        parted = parted || becomes_row(c, s, object);
    if (parted) {
        object = heap_find_cell(c, s, object, p.term, type_bytes(type), &at);
        if (!object)
            return HEAP_DONE;
        constant = true;
    }
    uint64_t whole = UINT64_MAX / 2;
    if (heap_focus_cells(c, s, object, constant ? at : 0,
                         constant ? type_bytes(type) : whole))
        return HEAP_DONE;
    if (constant)
        heap_store(c, s, object, at, type_bytes(type), v);
    else if (store_each(c, s, object, p.term, type_bytes(type), v))
        return HEAP_DONE;
    else
        forget_touched(c, s, object, p.term, heap_word(c, type_bytes(type)));
    return HEAP_NEXT;
}

/* Of a size that is not constant: nothing is accessed if it is 0, which is a state of its
 * own; otherwise the whole object is not known any more. */
static void skip_nothing(struct heap_checker *c, struct heap_state *s, struct term size)
{
    struct term none = term_eq(c->base.terms, size,
                               term_bv(c->base.terms, term_width(c->base.terms, size), 0));
    if (term_is_const(c->base.terms, size) || !heap_possible(c, s, none))
        return;
    struct heap_state *other = heap_copy(s);
    heap_assume(c, other, none);
    heap_top(other)->at++;
    VECTOR_PUSH(&c->waiting, other);
    heap_assume(c, s, term_not(c->base.terms, none));
}

/* Zeros over all of the object, however large it is. */
static bool zeroes_all(struct heap_checker *c, const struct heap_state *s, uint32_t object,
                       struct heap_value p, struct heap_value byte, struct heap_value size)
{
    struct terms *ts = c->base.terms;
    uint64_t at;
    if (!heap_is_zero(c, byte) || !term_const_u64(ts, p.term, &at) || at)
        return false;
    return heap_shown(c, s,
                      term_eq(ts, term_resize(ts, size.term, c->base.view.width),
                              heap_at(s, object)->size));
}

/* A constant number of bytes that a record of the row has. */
static bool in_record(struct heap_checker *c, const struct heap_state *s, uint32_t object,
                      struct heap_value size, uint64_t *count)
{
    const struct heap_object *o = heap_at(s, object);
    LAW(!o->parted || o->stride);
    return o->parted && term_const_u64(c->base.terms, size.term, count) &&
           *count <= o->stride;
}

/* A range of a row, which becomes any bytes or all this one. */
static enum heap_step change_row(struct heap_checker *c, struct heap_state *s,
                                 uint32_t object, struct heap_value p, struct heap_value size,
                                 struct term byte)
{
    struct term bytes = term_resize(c->base.terms, size.term, c->base.view.width);
    enum heap_ranged r = heap_overwrite_words(c, s, object, p.term, bytes, byte);
    if (r == HEAP_NO_RANGE)
        heap_forget(heap_at(s, object));
    return r == HEAP_RANGE_SPLIT ? HEAP_DONE : HEAP_NEXT;
}

static enum heap_step fill(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), byte = heap_operand(c, s, in, 1);
    struct heap_value size = heap_operand(c, s, in, 2);
    uint64_t at, count;
    if (heap_is_zero(c, size))
        return HEAP_NEXT;
    skip_nothing(c, s, size.term);
    uint32_t object = heap_resolve(c, s, p, size.term, true);
    if (!object)
        return HEAP_DONE;
    bool parted = heap_at(s, object)->parted;
    if (heap_focus_cells(c, s, object, 0, UINT64_MAX / 2))
        return HEAP_DONE;
    if (zeroes_all(c, s, object, p, byte, size)) {
        heap_forget(heap_at(s, object));
        heap_at(s, object)->background = SHAPE_ZERO;
        heap_begin_parts(c, s, object);
        return HEAP_NEXT;
    }
    if (in_record(c, s, object, size, &count)) {
        object = heap_find_cell(c, s, object, p.term, (uint32_t)count, &at);
        if (!object)
            return HEAP_DONE;
        if (heap_focus_cells(c, s, object, 0, UINT64_MAX / 2))
            return HEAP_DONE;
        heap_fill(c, s, object, at, byte.term, count);
        return HEAP_NEXT;
    }
    bool known = term_const_u64(c->base.terms, p.term, &at) &&
                 term_const_u64(c->base.terms, size.term, &count);
    if (known && !parted)
        heap_fill(c, s, object, at, byte.term, count);
    else if (parted)
        return change_row(c, s, object, p, size, byte.term);
    else
        forget_touched(c, s, object, p.term,
                       term_resize(c->base.terms, size.term, c->base.view.width));
    return HEAP_NEXT;
}

/* From the start of one region, all of it, to the start of the other. */
static bool copies_all(struct heap_checker *c, const struct heap_state *s,
                       struct heap_value to, struct heap_value from, struct heap_value size)
{
    struct terms *ts = c->base.terms;
    if (!term_same(to.term, heap_word(c, 0)) || !term_same(from.term, heap_word(c, 0)))
        return false;
    struct term bytes = term_resize(ts, size.term, c->base.view.width);
    return heap_shown(c, s, term_eq(ts, bytes, heap_at(s, from.object)->size));
}

/* To or from a record of a row. What is no row has a constant offset. */
static uint32_t find_bytes(struct heap_checker *c, struct heap_state *s, uint32_t object,
                           struct term offset, uint64_t count, uint64_t *at)
{
    if (heap_at(s, object)->parted)
        return heap_find_cell(c, s, object, offset, (uint32_t)count, at);
    if (term_const_u64(c->base.terms, offset, at))
        return object;
    heap_uncovered(c, s, "a copy of a record to or from an open place");
    heap_free(s);
    return 0;
}

static enum heap_step copy_record(struct heap_checker *c, struct heap_state *s, uint32_t to,
                                  struct heap_value p, uint32_t from, struct heap_value q,
                                  uint64_t count)
{
    uint64_t at, source_at;
    uint32_t object = find_bytes(c, s, to, p.term, count, &at);
    if (!object)
        return HEAP_DONE;
    uint32_t source = find_bytes(c, s, from, q.term, count, &source_at);
    if (!source)
        return HEAP_DONE;
    if (heap_focus_cells(c, s, source, 0, UINT64_MAX / 2))
        return HEAP_DONE;
    if (heap_focus_cells(c, s, object, 0, UINT64_MAX / 2))
        return HEAP_DONE;
    if (object == source && at == source_at)
        return HEAP_NEXT;
    if (object == source || !heap_copy_bytes(c, s, object, at, source, source_at, count)) {
        heap_uncovered(c, s, "a copy of a range that may overlap");
        return heap_stop(s);
    }
    return HEAP_NEXT;
}

static enum heap_step copy(struct heap_checker *c, struct heap_state *s,
                           const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0), q = heap_operand(c, s, in, 1);
    struct heap_value size = heap_operand(c, s, in, 2);
    uint64_t at, from, count;
    if (heap_is_zero(c, size))
        return HEAP_NEXT;
    skip_nothing(c, s, size.term);
    uint32_t source = heap_resolve(c, s, q, size.term, false);
    if (!source)
        return HEAP_DONE;
    uint32_t object = heap_resolve(c, s, p, size.term, true);
    if (!object)
        return HEAP_DONE;
    if (source != object && copies_all(c, s, p, q, size) &&
        heap_move_words(c, s, object, source))
        return HEAP_NEXT;
    if (in_record(c, s, object, size, &count) || in_record(c, s, source, size, &count))
        return copy_record(c, s, object, p, source, q, count);
    if (heap_focus_cells(c, s, source, 0, UINT64_MAX / 2))
        return HEAP_DONE;
    if (heap_focus_cells(c, s, object, 0, UINT64_MAX / 2))
        return HEAP_DONE;
    struct terms *ts = c->base.terms;
    bool known = term_const_u64(ts, p.term, &at) && term_const_u64(ts, q.term, &from);
    known &= term_const_u64(ts, size.term, &count);
    known = known && !heap_at(s, source)->parted && !heap_at(s, object)->parted;
    if (source == object &&
        in->op == OP_MEMCPY) { /* onto itself it changes nothing, else it may overlap */
        if (heap_shown(c, s, term_eq(ts, p.term, q.term)))
            return HEAP_NEXT;
        heap_uncovered(c, s, "a copy of a range that may overlap");
        return heap_stop(s);
    }
    if (heap_at(s, object)->parted)
        return change_row(c, s, object, p, size, TERM_NONE);
    if (!known || !heap_copy_bytes(c, s, object, at, source, from, count))
        heap_forget(heap_at(s, object));
    return HEAP_NEXT;
}

/* --- locals --- */

static enum heap_step make_local(struct heap_checker *c, struct heap_state *s, uint32_t id,
                                 const struct instruction *in)
{
    struct heap_value size = heap_operand(c, s, in, 0);
    struct heap_object o = {
        .present = true, .kind = SHAPE_REGION, .storage = SHAPE_STACK, .alive = true};
    o.site = hash_pair(heap_top(s)->path, id);
    o.size = term_resize(c->base.terms, size.term, c->base.view.width);
    uint32_t made = heap_new(s, o);
    heap_begin_parts(c, s, made);
    heap_set(s, id, heap_pointer(c, made, SHAPE_AT_NODE, 0));
    return HEAP_NEXT;
}

static enum heap_step lifetime(struct heap_checker *c, struct heap_state *s,
                               const struct instruction *in)
{
    struct heap_value p = heap_operand(c, s, in, 0);
    bool open = in->op == OP_LIFEEND && in->sub == LIFE_MAY_END;
    if (open || p.kind != HEAP_POINTER || heap_at(s, p.object)->storage != SHAPE_STACK ||
        heap_at(s, p.object)->ended) {
        heap_uncovered(c, s, "the lifetime of an unknown object");
        return heap_stop(s);
    }
    heap_drop_empty_parts(c, s, p.object);
    struct heap_object *o = heap_at(s, p.object);
    o->alive = in->op == OP_LIFESTART;
    heap_forget(o);
    if (o->alive)
        heap_begin_parts(c, s, p.object);
    return HEAP_NEXT;
}

enum heap_step heap_memory(struct heap_checker *c, struct heap_state *s, uint32_t id,
                           const struct instruction *in)
{
    switch ((enum memory_op)in->op) {
    case MEMORY_ALLOCA:
        return make_local(c, s, id, in);
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        return lifetime(c, s, in);
    case MEMORY_STACKSAVE:
    case MEMORY_STACKRESTORE:
        heap_uncovered(c, s, "locals of variable size");
        return heap_stop(s);
    case MEMORY_LOAD:
        return load(c, s, id, in);
    case MEMORY_STORE:
        return store(c, s, in);
    case MEMORY_MEMSET:
        return fill(c, s, in);
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
        return copy(c, s, in);
    }
    BUG("not an instruction on memory: %u", in->op);
}
