/* Accesses: validity, loads, stores, copies. Where a pointer may name several objects, each
 * gets its share under a condition; where an offset is symbolic, small objects are expanded
 * and large ones become arrays. */
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

/* By what was assumed of the place where the access begins, or of one a constant before it.
 */
static bool has_room(struct memory *m, uint32_t object, struct term offset, struct term bytes)
{
    struct terms *ts = m->terms;
    uint64_t size, room, before = 0;
    if (!m->rooms.count || !term_const_u64(ts, bytes, &size))
        return false;
    if (map_get(&m->rooms, (uint64_t)object << 32 | offset.id, &room))
        return size <= room;
    if (term_op(ts, offset) != TERM_BV_ADD)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (term_const_u64(ts, term_arg(ts, offset, k), &before) &&
            map_get(&m->rooms, (uint64_t)object << 32 | term_arg(ts, offset, 1 - k).id,
                    &room))
            return before <= room && size <= room - before;
    return false;
}

/* Offsets that share what they choose from have more branches than terms: `fuel` is how many
 * are looked at. */
static struct term in_bounds(struct memory *m, uint32_t object, struct term offset,
                             struct term bytes, unsigned fuel)
{
    struct terms *ts = m->terms;
    const struct object *o = &m->objects.data[object];
    if (has_room(m, object, offset, bytes))
        return term_bool(ts, true);
    if (m->rooms.count && fuel > 1 && term_op(ts, offset) == TERM_ITE) {
        struct term yes = in_bounds(m, object, term_arg(ts, offset, 1), bytes, fuel / 2);
        struct term no = in_bounds(m, object, term_arg(ts, offset, 2), bytes, fuel / 2);
        return term_ite(ts, term_arg(ts, offset, 0), yes, no);
    }
    struct term room = term_2(ts, TERM_BV_SUB, o->size, bytes);
    return term_and(ts, term_2(ts, TERM_BV_ULE, bytes, o->size),
                    term_2(ts, TERM_BV_ULE, offset, room));
}

/* The two sides of an offset that is chosen by the condition, or a sum with one that is;
 * false if it is not.
 */
static bool split_offset(struct memory *m, struct term offset, struct term condition,
                         unsigned fuel, struct term sides[2])
{
    struct terms *ts = m->terms;
    if (term_op(ts, offset) == TERM_ITE && term_same(term_arg(ts, offset, 0), condition)) {
        for (unsigned k = 0; k < 2; k++)
            sides[k] = term_arg(ts, offset, k + 1);
        return true;
    }
    sides[0] = sides[1] = offset;
    if (term_op(ts, offset) != TERM_BV_ADD || !fuel)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        struct term chosen[2];
        if (!split_offset(m, term_arg(ts, offset, k), condition, fuel - 1, chosen))
            continue;
        for (unsigned i = 0; i < 2; i++)
            sides[i] = term_2(ts, TERM_BV_ADD, chosen[i], term_arg(ts, offset, 1 - k));
        return true;
    }
    return false;
}

/* The pointer's offset where it names the object: branches of it that name another one do not
 * count. */
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
            if (!split)
                return p.b;
            struct term yes =
                offset_in(m, sym_pointer(term_arg(ts, p.a, 1), b[0]), object, fuel / 2);
            return term_ite(
                ts, c, yes,
                offset_in(m, sym_pointer(term_arg(ts, p.a, 2), b[1]), object, fuel / 2));
        }
        unsigned kept = named[0] == object ? 0 : 1;
        p = sym_pointer(term_arg(ts, p.a, kept + 1), b[kept]);
    }
    return p.b;
}

struct term memory_valid(struct memory *m, const struct memory_state *st, struct sym p,
                         struct term bytes, bool write)
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
        if (o->kind == OBJECT_FUNCTION)
            continue;
        if (write && o->kind == OBJECT_GLOBAL && m->program->globals.data[o->index].read_only)
            continue;
        struct term offset = offset_in(m, p, c.objects.data[i], LONGEST_POINTER);
        if (!term_is_const(ts, offset) && !m->rooms.count)
            offset = p.b; /* one comparison for all objects of a size */
        struct term good =
            term_and(ts, memory_lives(m, st, c.objects.data[i]),
                     in_bounds(m, c.objects.data[i], offset, bytes, LONGEST_POINTER));
        if (!only)
            good = term_and(ts, is_object(m, p, c.objects.data[i]), good);
        valid = term_or(ts, valid, good);
    }
    candidates_release(&c);
    return valid;
}

/* --- positions --- */

struct positions { /* the offsets first, first+step, ... (count of them) */
    uint64_t first, step, count;
};

/* The in-bounds offsets a symbolic offset may take in an object of known size. */
static struct positions possible(struct memory *m, const struct object *o, struct term offset,
                                 uint32_t bytes)
{
    uint64_t value;
    if (term_const_u64(m->terms, offset, &value))
        return (struct positions){value, 1, 1};
    if (!o->size_known || bytes > o->bytes)
        return (struct positions){0, 1, UINT64_MAX};
    struct congruence c = offset_congruence(m, offset);
    uint64_t modulus = c.modulus & -c.modulus; /* only powers of two survive wrapping */
    if (c.modulus && modulus != c.modulus && o->bytes / c.modulus > 1u << 20)
        modulus = 0;
    if (!modulus)
        modulus = 1;
    uint64_t first = c.residue % modulus, last = o->bytes - bytes;
    return (struct positions){first, modulus,
                              first > last ? 0 : (last - first) / modulus + 1};
}

static bool constant_position(struct memory *m, const struct object *o, struct term offset,
                              uint32_t bytes, uint64_t *at)
{
    uint64_t value, stride = object_stride(m, o);
    if (!term_const_u64(m->terms, offset, &value))
        return false;
    if (o->size_known && (value > o->bytes || bytes > o->bytes - value))
        return false;
    if (!stride && (value > UINT32_MAX || bytes > UINT32_MAX - value))
        return false;
    *at = value;
    return true;
}

/* Scalar cells have offsets of 32 bits; beyond, the object is seen as an array of large
 * elements. */
static void want_far_cells(struct memory *m, const struct object *o, struct term offset,
                           uint32_t bytes)
{
    uint64_t value;
    if (!term_const_u64(m->terms, offset, &value) || object_stride(m, o))
        return;
    if (o->size_known && (value > o->bytes || bytes > o->bytes - value))
        return;
    object_want_stride(m, o, FAR_STRIDE);
}

/* A symbolic offset into an object without stride: worth expanding, or is an array wanted? */
static bool expands(struct memory *m, const struct object *o, struct term offset,
                    uint32_t bytes, struct positions *ps)
{
    *ps = possible(m, o, offset, bytes);
    if (ps->count <= EXPAND_POSITIONS)
        return true;
    struct congruence c = offset_congruence(m, offset);
    uint64_t stride = c.modulus ? c.modulus : 1;
    if (stride > UINT32_MAX / 2)
        stride = stride & -stride;
    if (stride > 1u << 16)
        stride = 1;
    object_want_stride(m, o, stride);
    return false;
}

static bool range_fits(const struct object *o, uint32_t bytes)
{
    return !o->size_known || bytes <= o->bytes;
}

static struct sym any_value(struct memory *m, uint32_t bytes)
{
    return sym_bits(term_fresh(m->terms, sort_bv(m->terms, bytes * 8), "invalid"));
}

/* The encoding is void, a stride was asked for: what is read must not suggest strides by
 * itself. */
static struct sym void_value(struct memory *m, const struct object_state *s, uint32_t bytes,
                             enum sym_kind wish)
{
    struct sym v = any_value(m, bytes);
    if (wish != SYM_POINTER || bytes * 8 != m->width)
        return v;
    return pointer_outside(
        m, sym_pointer(term_bv(m->terms, OBJECT_BITS, s->wild ? WILD_OBJECT : 0), v.a));
}

static struct sym load_object(struct memory *m, const struct memory_state *st,
                              uint32_t object, struct term offset, uint32_t bytes,
                              enum sym_kind wish)
{
    struct terms *ts = m->terms;
    const struct object_state *s = state_get(m, st, object);
    struct object o = m->objects.data[object];
    uint64_t at;
    if (!range_fits(&o, bytes) || o.kind == OBJECT_FUNCTION)
        return any_value(m, bytes);
    if (o.summary)
        return m->summary_access.load(m->summary_access.context, object, offset, bytes, wish);
    if (constant_position(m, &o, offset, bytes, &at))
        return pins_read(m, s, object, at, bytes, wish);
    want_far_cells(m, &o, offset, bytes);
    if (term_is_const(ts, offset))
        return any_value(m, bytes);
    struct positions ps;
    if (!object_stride(m, &o)) {
        if (!expands(m, &o, offset, bytes, &ps))
            return void_value(m, s, bytes, wish);
        struct sym v = {0};
        for (uint64_t i = 0; i < ps.count; i++) {
            at = ps.first + i * ps.step;
            struct sym here = cells_read(
                m, s, object, (struct position){.residue = (uint32_t)at}, bytes, wish);
            v = i ? sym_ite(m, term_eq(ts, offset, term_bv(ts, m->width, at)), here, v)
                  : here;
        }
        return v.kind == SYM_NONE ? any_value(m, bytes) : v;
    }
    struct congruence c = offset_congruence(m, offset);
    if (c.modulus % object_stride(m, &o)) {
        object_want_stride(m, &o, c.modulus);
        return void_value(m, s, bytes, wish);
    }
    return pins_read_anywhere(m, s, object, offset, bytes, wish);
}

static void store_object(struct memory *m, struct memory_state *st, uint32_t object,
                         struct term offset, uint32_t bytes, struct sym v, struct term when)
{
    struct terms *ts = m->terms;
    struct object o = m->objects.data[object];
    uint64_t at;
    if (!range_fits(&o, bytes) || o.kind == OBJECT_FUNCTION)
        return;
    if (o.summary) {
        m->summary_access.store(m->summary_access.context, object, offset, bytes, v);
        return;
    }
    struct object_state *s = state_own(m, st, object);
    if (constant_position(m, &o, offset, bytes, &at)) {
        pins_write(m, s, object, at, bytes, v, when);
        return;
    }
    want_far_cells(m, &o, offset, bytes);
    if (term_is_const(ts, offset))
        return; /* out of bounds: the check before has ended the path; or encoded again */
    struct positions ps;
    if (!object_stride(m, &o)) {
        if (!expands(m, &o, offset, bytes, &ps))
            return;
        for (uint64_t i = 0; i < ps.count; i++) {
            at = ps.first + i * ps.step;
            struct term here =
                term_and(ts, when, term_eq(ts, offset, term_bv(ts, m->width, at)));
            if (term_is_false(ts, here))
                continue;
            cells_write(m, s, object, (struct position){.residue = (uint32_t)at}, bytes, v,
                        here);
        }
        return;
    }
    struct congruence c = offset_congruence(m, offset);
    if (c.modulus % object_stride(m, &o)) {
        object_want_stride(m, &o, c.modulus);
        return;
    }
    pins_write_anywhere(m, s, object, offset, bytes, v, when);
}

/* --- through pointers --- */

struct sym memory_load(struct memory *m, const struct memory_state *st, struct sym p,
                       struct type type)
{
    LAW(is_address(m, p));
    uint32_t bytes = type_bytes(type);
    enum sym_kind wish = type.kind == TYPE_POINTER ? SYM_POINTER : SYM_BITS;
    struct candidates c;
    pointer_candidates(m, p, &c);
    struct sym v = {0};
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        if (m->objects.data[o].kind == OBJECT_FUNCTION ||
            !range_fits(&m->objects.data[o], bytes))
            continue;
        struct sym here = sym_of_type(
            m, load_object(m, st, o, offset_in(m, p, o, LONGEST_POINTER), bytes, wish), type);
        v = v.kind == SYM_NONE ? here : sym_ite(m, is_object(m, p, o), here, v);
    }
    candidates_release(&c);
    return v.kind == SYM_NONE ? sym_of_type(m, any_value(m, bytes), type) : v;
}

void memory_store(struct memory *m, struct memory_state *st, struct sym p, struct sym value,
                  struct type type, struct term when)
{
    LAW(is_address(m, p));
    LAW(is_condition(m, when));
    struct terms *ts = m->terms;
    uint32_t bytes = type_bytes(type);
    if (type.kind == TYPE_INT && type.width % 8)
        value = sym_bits(term_zext(ts, value.a, bytes * 8));
    struct candidates c;
    pointer_candidates(m, p, &c);
    bool only = c.objects.count ==
                1; /* another object, or none, would have failed the check before */
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        struct term here = only ? when : term_and(ts, when, is_object(m, p, o));
        if (!term_is_false(ts, here))
            store_object(m, st, o, offset_in(m, p, o, LONGEST_POINTER), bytes, value, here);
    }
    candidates_release(&c);
}

/* A step of a copy that starts at a global's byte, cut so that pointers in the initialiser
 * stay whole. */
static uint32_t step_between_pointers(struct memory *m, const struct object *o, uint64_t at,
                                      uint32_t step)
{
    if (o->kind != OBJECT_GLOBAL)
        return step;
    const struct global *g = &m->program->globals.data[o->index];
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        uint64_t start = g->relocations[i].offset, end = start + m->width / 8;
        if (start > at && start - at < step)
            step = (uint32_t)(start - at);
        if (end > at && end - at < step)
            step = (uint32_t)(end - at);
    }
    return step;
}

/* The places where copying [0, bytes) may be cut so that both sides' cells stay whole. */
static uint32_t copy_step(struct memory *m, struct sym to, struct sym from, uint32_t done,
                          uint32_t bytes)
{
    struct sym sides[2] = {to, from};
    uint32_t step = bytes - done < 8 ? bytes - done : 8;
    uint64_t object, offset;
    for (unsigned k = 0; k < 2; k++) {
        if (!term_const_u64(m->terms, sides[k].a, &object) ||
            !term_const_u64(m->terms, sides[k].b, &offset))
            continue;
        const struct object *o = &m->objects.data[object];
        if (object_stride(m, o) && object_stride(m, o) < step)
            step = (uint32_t)object_stride(m, o);
        const struct site *s = &m->sites.data[o->site];
        uint64_t stride = object_stride(m, o), at = offset + done;
        step = step_between_pointers(m, o, at, step);
        step = pins_stretch(m, o, at, at + step).bytes;
        if (stride)
            at %= stride;
        for (size_t i = 0; i < s->cells.count && !(s->cells.data[i].at & PINNED); i++) {
            uint64_t end = (uint64_t)s->cells.data[i].at + s->cells.data[i].bytes;
            if (s->cells.data[i].at > at && s->cells.data[i].at - at < step)
                step = (uint32_t)(s->cells.data[i].at - at);
            if (end > at && end - at < step)
                step = (uint32_t)(end - at);
        }
    }
    return step;
}

bool memory_copy(struct memory *m, struct memory_state *st, struct sym to, struct sym from,
                 struct term size)
{
    struct memory_state before =
        memory_share(m, st); /* all is read before anything is written */
    return memory_copy_from(m, st, &before, to, from, size);
}

bool memory_copy_from(struct memory *m, struct memory_state *st,
                      const struct memory_state *before, struct sym to, struct sym from,
                      struct term size)
{
    LAW(is_address(m, to));
    LAW(is_address(m, from));
    LAW(is_word(m, size));
    struct terms *ts = m->terms;
    uint64_t bytes;
    if (!term_const_u64(ts, size, &bytes) || bytes > LARGEST_COPY)
        return false;
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
            if (m->objects.data[o].kind == OBJECT_FUNCTION ||
                !range_fits(&m->objects.data[o], step))
                continue;
            struct sym here =
                load_object(m, before, o, offset_in(m, source, o, LONGEST_POINTER), step,
                            type.kind == TYPE_POINTER ? SYM_POINTER : SYM_BITS);
            v = v.kind == SYM_NONE ? here : sym_ite(m, is_object(m, source, o), here, v);
        }
        candidates_release(&c);
        if (v.kind == SYM_NONE)
            v = any_value(m, step);
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

bool memory_fill(struct memory *m, struct memory_state *st, struct sym to, struct term byte,
                 struct term size)
{
    LAW(is_address(m, to));
    LAW(term_width(m->terms, byte) == 8);
    LAW(is_word(m, size));
    struct terms *ts = m->terms;
    uint64_t bytes, offset;
    uint32_t object = only_object(m, to);
    if (object && term_const_u64(ts, to.b, &offset) && offset == 0 &&
        !m->objects.data[object].summary &&
        term_same(m->objects.data[object].size, size)) { /* the whole object */
        struct object_state *s = state_own(m, st, object);
        uint64_t value;
        *s = (struct object_state){.alive = s->alive,
                                   .epoch = s->epoch,
                                   .background = BACKGROUND_FILL,
                                   .fill = byte};
        if (term_const_u64(ts, byte, &value) && value == 0)
            s->background = BACKGROUND_ZERO, s->fill = TERM_NONE;
        return true;
    }
    if (!term_const_u64(ts, size, &bytes) || bytes > LARGEST_COPY)
        return false;
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
        if (bytes > room)
            room = bytes;
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
        size = term_ite(m->terms, is_object(m, p, c.objects.data[i]),
                        m->objects.data[c.objects.data[i]].size, size);
    candidates_release(&c);
    return size;
}
