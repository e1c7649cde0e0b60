/* Accesses: which are valid, what a load reads and a store changes, copies and fills.
 *
 * A pointer that may name several objects reads or writes each of them under the condition
 * that it names it. At an offset that is not constant a small object is read and written at
 * every place where the access fits; a large one is an array. */
#include "check/view/view_internal.h"

enum { MOST_PLACES = 40, LARGEST_COPY = 1 << 16, LARGEST_STRIDE = 1 << 16 };

/* --- valid --- */

/* From the offset on there are so many bytes: nothing here wraps around, as each step is
 * known to be smaller.
 */
static struct term has_bytes(struct view *v, const struct view_object *o, struct term offset,
                             struct term bytes)
{
    struct terms *ts = v->terms;
    struct term inside = term_2(ts, TERM_BV_ULE, offset, o->size);
    struct term left = term_2(ts, TERM_BV_SUB, o->size, offset);
    return term_and(ts, inside, term_2(ts, TERM_BV_ULE, bytes, left));
}

static bool is_accessible(struct view *v, const struct view_object *o,
                          enum view_access access)
{
    switch (o->kind) {
    case VIEW_NONE:
    case VIEW_WILD:
    case VIEW_FUNCTION:
        return false;
    case VIEW_GLOBAL:
        return access == VIEW_READS || !v->program->globals.data[o->index].read_only;
    case VIEW_STACK:
    case VIEW_HEAP:
    case VIEW_ENVIRONMENT:
        return true;
    }
    return false;
}

struct term view_valid(struct view *v, const struct view_state *st, struct datum p,
                       struct term bytes, enum view_access access)
{
    struct terms *ts = v->terms;
    struct candidates c;
    struct term valid = term_bool(ts, false);
    view_candidates(v, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t object = c.objects.data[i];
        const struct view_object *o = &v->objects.data[object];
        if (!is_accessible(v, o, access))
            continue;
        struct term offset = view_offset_in(v, p, object);
        if (!term_is_const(ts, offset))
            offset = p.b; /* the same comparison for all objects of a size */
        struct term good =
            term_and(ts, view_alive(v, st, object), has_bytes(v, o, offset, bytes));
        valid = term_or(ts, valid, term_and(ts, view_names(v, p, object), good));
    }
    view_candidates_release(&c);
    return valid;
}

/* --- where an access may be --- */

/* An access to n bytes of an object at an offset. */
struct reach {
    uint32_t object, n;
    struct term offset;
};
/* What becomes of it. */
enum reach_kind {
    REACH_NOWHERE, /* it cannot be valid, or what is run is void */
    REACH_PLACES,  /* at each of these offsets: first, first + step, ... */
    REACH_ELEMENT  /* at this element of an array */
};
struct reached {
    enum reach_kind kind;
    uint64_t first, step, count;
    struct term index;
    uint32_t residue;
};

static struct reached at_constant(struct view *v, const struct reach *r, uint64_t at)
{
    const struct view_object *o = &v->objects.data[r->object];
    uint64_t stride = view_stride(v, r->object);
    struct reached found = {.kind = REACH_PLACES, .first = at, .step = 1, .count = 1};
    if (o->size_known && (at > o->bytes || r->n > o->bytes - at))
        return (struct reached){0};
    if (!stride && at > UINT32_MAX - r->n) {
        view_want_stride(v, r->object, LARGEST_STRIDE);
        return (struct reached){0};
    }
    if (!stride)
        return found;
    found.kind = REACH_ELEMENT;
    found.index = term_bv(v->terms, view_index_width(v, r->object), at / stride);
    found.residue = (uint32_t)(at % stride);
    return found;
}

/* The object becomes an array. */
static struct reached in_vain(struct view *v, const struct reach *r, struct grain g)
{
    uint64_t stride = g.modulus ? g.modulus : 1;
    if (stride > LARGEST_STRIDE)
        stride &= -stride;
    if (stride > LARGEST_STRIDE)
        stride = 1;
    view_want_stride(v, r->object, stride);
    return (struct reached){0};
}

static struct reached at_places(struct view *v, const struct reach *r)
{
    const struct view_object *o = &v->objects.data[r->object];
    struct grain g = offset_grain(v, r->offset);
    struct reached found = {.kind = REACH_PLACES};
    if (!o->size_known)
        return in_vain(v, r, g);
    found.step = g.modulus ? g.modulus & -g.modulus
                           : 1; /* only powers of two survive that offsets wrap around */
    found.first = g.residue % found.step;
    if (found.first <= o->bytes - r->n)
        found.count = (o->bytes - r->n - found.first) / found.step + 1;
    return found.count <= MOST_PLACES ? found : in_vain(v, r, g);
}

static struct reached at_element(struct view *v, const struct reach *r)
{
    struct terms *ts = v->terms;
    uint64_t stride = view_stride(v, r->object), residue;
    struct term number;
    if (!offset_split(v, r->offset, stride, &number, &residue)) {
        struct grain g = offset_grain(v, r->offset);
        view_want_stride(v, r->object, g.modulus % stride ? g.modulus : 1);
        return (struct reached){0};
    }
    unsigned zeros = (unsigned)__builtin_ctzll(stride);
    number = term_extract(ts, number, v->width - zeros - 1, 0);
    if (stride >> zeros != 1) {
        uint64_t all = v->width == 64 ? UINT64_MAX : ((uint64_t)1 << v->width) - 1,
                 last = (all - residue) / stride;
        struct term wraps =
            term_2(ts, TERM_BV_UGT, number, term_bv(ts, v->width - zeros, last));
        if (term_most(ts, number) > last) {
            VECTOR_PUSH(&v->inexact, wraps);
            v->plans->all.data[v->objects.data[r->object].plan].wraps = true;
        }
    }
    struct reached found = {.kind = REACH_ELEMENT, .residue = (uint32_t)residue};
    found.index = term_resize(ts, number, view_index_width(v, r->object));
    return found;
}

static struct reached reach(struct view *v, const struct reach *r)
{
    const struct view_object *o = &v->objects.data[r->object];
    uint64_t at;
    if (!is_accessible(v, o, VIEW_READS) || (o->size_known && r->n > o->bytes))
        return (struct reached){0};
    if (term_const_u64(v->terms, r->offset, &at))
        return at_constant(v, r, at);
    return view_stride(v, r->object) ? at_element(v, r) : at_places(v, r);
}

/* --- one object --- */

static struct datum anything(struct view *v, uint32_t n)
{
    return datum_bits(term_fresh(v->terms, sort_bv(v->terms, 8 * n), "invalid"));
}

/* --- arrays with members apart --- */

static struct apart_walk walk_apart(struct view *v, const struct reach *r,
                                    const struct reached *at)
{
    const struct view_object *o = &v->objects.data[r->object];
    struct term_range range = {0, UINT64_MAX};
    if (v->most)
        range = term_range(v->terms, r->offset, v->most, v->most_context);
    if (o->size_known && range.most > o->bytes - r->n)
        range.most = o->bytes - r->n;
    return (struct apart_walk){r->object, r->n, at->residue, range.least, range.most};
}

static struct term at_place(struct view *v, const struct reach *r, const struct reached *at,
                            uint64_t place)
{
    uint64_t number = place / view_stride(v, r->object);
    return term_eq(v->terms, at->index,
                   term_bv(v->terms, term_width(v->terms, at->index), number));
}

static struct datum load_beside(struct view *v, const struct view_content *c,
                                const struct reach *r, const struct reached *at,
                                enum datum_kind wish)
{
    uint64_t place;
    bool constant = term_const_u64(v->terms, r->offset, &place);
    if (constant && apart_meets(v, r->object, place))
        return apart_read(v, c, r->object, place, r->n, wish);
    struct datum d = array_read(v, c, r->object, at->index, at->residue, r->n, wish);
    if (constant)
        return d;
    for (struct apart_walk w = walk_apart(v, r, at); apart_next(v, &w, &place);) {
        struct term here = at_place(v, r, at, place);
        if (apart_splits(v, r->object, place, r->n))
            VECTOR_PUSH(&v->inexact, here);
        else
            d = datum_ite(v, here, apart_read(v, c, r->object, place, r->n, wish), d);
    }
    return d;
}

static void store_beside(struct view *v, struct view_content *c, const struct reach *r,
                         const struct reached *at, struct datum d, struct term when)
{
    uint64_t place;
    bool constant = term_const_u64(v->terms, r->offset, &place);
    if (constant && apart_meets(v, r->object, place)) {
        apart_write(v, c, r->object, place, r->n, d, when);
        return;
    }
    for (struct apart_walk w = walk_apart(v, r, at);
         !constant && apart_next(v, &w, &place);) {
        struct term here = term_and(v->terms, when, at_place(v, r, at, place));
        if (term_is_false(v->terms, here))
            continue;
        if (apart_splits(v, r->object, place, r->n))
            VECTOR_PUSH(&v->inexact, here);
        else
            apart_write(v, c, r->object, place, r->n, d, here);
    }
    array_write(v, c, r->object, at->index, at->residue, r->n, d, when);
}

static struct datum load_from(struct view *v, const struct view_state *st,
                              const struct reach *r, enum datum_kind wish)
{
    const struct view_content *c = view_get(v, st, r->object);
    struct reached at = reach(v, r);
    struct datum d = {0};
    switch (at.kind) {
    case REACH_NOWHERE:
        break;
    case REACH_PLACES:
        for (uint64_t i = 0; i < at.count; i++) {
            uint64_t place = at.first + i * at.step;
            struct datum here = bytes_read(v, c, r->object, (uint32_t)place, r->n, wish);
            d = datum_ite(v, term_eq(v->terms, r->offset, view_word(v, place)), here, d);
        }
        break;
    case REACH_ELEMENT:
        return apart_any(v, r->object)
                   ? load_beside(v, c, r, &at, wish)
                   : array_read(v, c, r->object, at.index, at.residue, r->n, wish);
    }
    if (d.kind != DATUM_NONE)
        return d;
    bool pointer = wish == DATUM_POINTER && 8 * r->n == v->width;
    return pointer
               ? datum_pointer(term_bv(v->terms, VIEW_OBJECT_BITS, 0), anything(v, r->n).a)
               : anything(v, r->n);
}

static void store_to(struct view *v, struct view_state *st, const struct reach *r,
                     struct datum d, struct term when)
{
    struct terms *ts = v->terms;
    struct reached at = reach(v, r);
    if (at.kind == REACH_NOWHERE)
        return;
    struct view_content *c = view_own(v, st, r->object);
    if (at.kind == REACH_ELEMENT) {
        if (apart_any(v, r->object))
            store_beside(v, c, r, &at, d, when);
        else
            array_write(v, c, r->object, at.index, at.residue, r->n, d, when);
        return;
    }
    for (uint64_t i = 0; i < at.count; i++) {
        uint64_t place = at.first + i * at.step;
        struct term here = term_and(ts, when, term_eq(ts, r->offset, view_word(v, place)));
        if (!term_is_false(ts, here))
            bytes_write(v, c, r->object, (uint32_t)place, r->n, d, here);
    }
}

/* --- through pointers --- */

static struct datum load_bytes(struct view *v, const struct view_state *st, struct datum p,
                               uint32_t n, struct type type, enum datum_kind wish)
{
    struct candidates c;
    struct datum d = {0};
    view_candidates(v, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        struct reach r = {c.objects.data[i], n, view_offset_in(v, p, c.objects.data[i])};
        if (!is_accessible(v, &v->objects.data[r.object], VIEW_READS))
            continue;
        struct datum here = load_from(v, st, &r, wish);
        if (type.kind != TYPE_VOID)
            here = datum_of_type(v, here, type);
        d = datum_ite(v, view_names(v, p, r.object), here, d);
    }
    view_candidates_release(&c);
    return d.kind == DATUM_NONE ? anything(v, n) : d;
}

struct datum view_load(struct view *v, const struct view_state *st, struct datum p,
                       struct type type)
{
    enum datum_kind wish = type.kind == TYPE_POINTER ? DATUM_POINTER : DATUM_BITS;
    return datum_of_type(v, load_bytes(v, st, p, type_bytes(type), type, wish), type);
}

static void store_bytes(struct view *v, struct view_state *st, struct datum p, struct datum d,
                        uint32_t n, struct term when)
{
    struct candidates c;
    view_candidates(v, p, &c);
    bool only = c.objects.count == 1; /* it is valid, so it names this one */
    for (size_t i = 0; i < c.objects.count; i++) {
        struct reach r = {c.objects.data[i], n, view_offset_in(v, p, c.objects.data[i])};
        struct term here = only ? when : term_and(v->terms, when, view_names(v, p, r.object));
        if (!term_is_false(v->terms, here))
            store_to(v, st, &r, d, here);
    }
    view_candidates_release(&c);
}

void view_store(struct view *v, struct view_state *st, struct datum p, struct datum d,
                struct type type, struct term when)
{
    uint32_t n = type_bytes(type);
    if (d.kind == DATUM_BITS)
        d.a = term_zext(v->terms, d.a, 8 * n);
    /* which of all NaNs it is, is settled here and not at each load */
    if (d.kind == DATUM_FLOAT &&
        !term_is_false(v->terms, term_1(v->terms, TERM_FP_IS_NAN, d.a)))
        d.b = datum_to_bits(v, d, 8 * n);
    store_bytes(v, st, p, d, n, when);
}

/* --- many bytes --- */

/* One constant place in an object that is no array. */
static bool is_plain(struct view *v, struct datum p, uint64_t bytes, uint32_t *object,
                     uint32_t *at)
{
    uint64_t names, offset;
    if (!term_const_u64(v->terms, p.a, &names) || !term_const_u64(v->terms, p.b, &offset))
        return false;
    const struct view_object *o = &v->objects.data[names];
    if (!is_accessible(v, o, VIEW_READS) || !o->size_known || view_stride(v, (uint32_t)names))
        return false;
    if (offset > o->bytes || bytes > o->bytes - offset || o->bytes > UINT32_MAX)
        return false;
    *object = (uint32_t)names;
    *at = (uint32_t)offset;
    return true;
}

/* Words, and what is left over in halves. */
static uint32_t next_step(struct view *v, uint64_t left)
{
    uint32_t step = v->width / 8;
    while (step > left)
        step /= 2;
    return step;
}

static void copy_words(struct view *v, struct view_state *st, struct datum to,
                       struct datum from, uint64_t bytes)
{
    struct view_state before = view_share(v, st); /* all is read before anything is written */
    struct type as_found = {TYPE_VOID, 0};
    for (uint64_t done = 0; done < bytes;) {
        uint32_t step = next_step(v, bytes - done);
        enum datum_kind wish = 8 * step == v->width ? DATUM_POINTER : DATUM_BITS;
        struct term by = view_word(v, done);
        struct datum d =
            load_bytes(v, &before, view_moved(v, from, by), step, as_found, wish);
        store_bytes(v, st, view_moved(v, to, by), d, step, term_bool(v->terms, true));
        done += step;
    }
}

bool view_copy(struct view *v, struct view_state *st, struct datum to, struct datum from,
               struct term size)
{
    uint64_t bytes;
    uint32_t source, target, source_at, target_at;
    if (!term_const_u64(v->terms, size, &bytes) || bytes > LARGEST_COPY)
        return false;
    if (!is_plain(v, from, bytes, &source, &source_at) ||
        !is_plain(v, to, bytes, &target, &target_at)) {
        copy_words(v, st, to, from, bytes);
        return true;
    }
    struct view_state before = view_share(v, st);
    const struct view_content *read = view_get(v, &before, source);
    struct view_content *written = view_own(v, st, target);
    for (uint32_t i = 0; i < bytes; i++) {
        uint32_t at = source_at + i, start = at - at % 4;
        bool whole =
            start + 4 <= v->objects.data[source].bytes; /* probably a number of four bytes */
        bytes_put(
            v, written, target_at + i,
            bytes_get(v, read, source, at, whole ? start : at, whole ? 4 : 1, DATUM_BITS));
    }
    return true;
}

/* The object that the pointer names the start of, if it can be only one. */
static uint32_t whole_object(struct view *v, struct datum p, struct term size)
{
    uint64_t offset;
    struct candidates c;
    view_candidates(v, p, &c);
    uint32_t object = c.objects.count == 1 ? c.objects.data[0] : 0;
    view_candidates_release(&c);
    if (!object || !is_accessible(v, &v->objects.data[object], VIEW_READS))
        return 0;
    if (!term_const_u64(v->terms, view_offset_in(v, p, object), &offset) || offset)
        return 0;
    return term_same(v->objects.data[object].size, size) ? object : 0;
}

bool view_fill(struct view *v, struct view_state *st, struct datum to, struct term byte,
               struct term size)
{
    uint64_t bytes;
    uint32_t object = whole_object(v, to, size);
    if (object) {
        struct view_content *c = view_own(v, st, object);
        c->written = (struct trie){0};
        c->ground = ground_filled(v, byte);
        return true;
    }
    if (!term_const_u64(v->terms, size, &bytes) || bytes > LARGEST_COPY)
        return false;
    for (uint64_t done = 0; done < bytes;) {
        uint32_t step = next_step(v, bytes - done);
        struct term bits = byte;
        for (uint32_t i = 1; i < step; i++)
            bits = term_concat(v->terms, byte, bits);
        store_bytes(v, st, view_moved(v, to, view_word(v, done)), datum_bits(bits), step,
                    term_bool(v->terms, true));
        done += step;
    }
    return true;
}
