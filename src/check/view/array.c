/* Objects as arrays of elements: plans say how large an element is and of which columns it
 * consists; a column is an SMT array over the numbers of elements (two of them for pointers).
 *
 * A column is made by the first access that needs it. An access that is no whole column is
 * put together from bytes of the columns that it touches. */
#include "check/view/view_internal.h"

#include "base/failure.h"

#include <string.h>

enum { LARGEST_COLUMN = 8 };

/* --- plans --- */

void plans_release(struct plans *p)
{
    for (size_t i = 0; i < p->all.count; i++) {
        VECTOR_RELEASE(&p->all.data[i].columns);
        VECTOR_RELEASE(&p->all.data[i].apart);
    }
    VECTOR_RELEASE(&p->all);
    map_release(&p->index);
}

bool plans_refine(struct plans *p)
{
    bool any = false;
    for (size_t i = 0; i < p->all.count; i++) {
        struct plan *plan = &p->all.data[i];
        if (plan->wraps)
            plan->next_stride &= -plan->next_stride;
        any |= plan->wraps;
        plan->wraps = false;
    }
    return any;
}

static struct plan *plan_of(const struct view *v, uint32_t object)
{
    return &v->plans->all.data[v->objects.data[object].plan];
}

uint64_t view_stride(const struct view *v, uint32_t object)
{
    return plan_of(v, object)->stride;
}

/* From the next run on: what divides all that was wished for. */
void view_want_stride(struct view *v, uint32_t object, uint64_t stride)
{
    LAW(stride > 0);
    struct plan *p = plan_of(v, object);
    uint64_t a = p->next_stride, b = stride;
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    p->next_stride = a;
    v->restart |= p->next_stride != p->stride;
}

/* Wide enough for the number of every element of the object, and of the one after it. */
unsigned view_index_width(const struct view *v, uint32_t object)
{
    LAW(view_stride(v, object) > 0);
    const struct view_object *o = &v->objects.data[object];
    uint64_t stride = view_stride(v, object);
    if (!o->size_known)
        return v->width - (unsigned)__builtin_ctzll(stride);
    unsigned w = 1;
    while (w < v->width && (o->bytes / stride + 1) >> w)
        w++;
    return w;
}

/* --- columns --- */

/* The first column that ends after that byte of an element. */
static size_t find(const struct plan *p, uint32_t at)
{
    size_t low = 0, high = p->columns.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct view_column *c = &p->columns.data[middle];
        if (c->at + c->bytes <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct view_column *column_at(const struct view *v, uint32_t object, uint32_t at)
{
    const struct plan *p = plan_of(v, object);
    size_t i = find(p, at);
    CHECK_LAW(i < p->columns.count && p->columns.data[i].at <= at);
    return &p->columns.data[i];
}

static void insert(struct plan *p, size_t i, struct view_column c)
{
    VECTOR_PUSH(&p->columns, c);
    struct view_column *d = p->columns.data;
    memmove(d + i + 1, d + i, (p->columns.count - 1 - i) * sizeof *d);
    d[i] = c;
    LAW(i + 1 == p->columns.count || c.at + c.bytes <= d[i + 1].at);
    LAW(!i || d[i - 1].at + d[i - 1].bytes <= c.at); /* sorted, and they do not overlap */
}

/* The column that has the byte `at`; if there is none, one from there on that does not reach
 * beyond `end`. */
static struct view_column column_over(struct view *v, uint32_t object, uint32_t at,
                                      uint32_t end, enum datum_kind wish)
{
    LAW(at < end);
    LAW(end <= view_stride(v, object));
    struct plan *p = plan_of(v, object);
    size_t i = find(p, at);
    if (i < p->columns.count && p->columns.data[i].at <= at) {
        struct view_column *c = &p->columns.data[i];
        bool pointer = wish == DATUM_POINTER && c->at == at && c->bytes * 8 == v->width &&
                       end - at == c->bytes;
        if (pointer && c->next_kind != DATUM_POINTER) {
            c->next_kind = DATUM_POINTER;
            v->restart = true;
        }
        return *c;
    }
    if (i < p->columns.count && p->columns.data[i].at < end)
        end = p->columns.data[i].at;
    uint32_t bytes = end - at;
    if (bytes > LARGEST_COLUMN && bytes != 16 && bytes != 10)
        bytes = LARGEST_COLUMN;
    bool pointer = wish == DATUM_POINTER && bytes * 8 == v->width;
    enum datum_kind kind = pointer ? DATUM_POINTER : DATUM_BITS;
    LAW(bytes > 0);
    insert(p, i, (struct view_column){at, bytes, kind, kind});
    return p->columns.data[i];
}

struct datum column_get(struct view *v, const struct view_content *c, uint32_t object,
                        const struct view_column *column)
{
    const struct datum *d = trie_get(&c->written, column->at);
    return d ? *d : ground_column(v, object, c->ground, column);
}

void column_put(struct view *v, struct view_content *c, uint32_t at, struct datum d)
{
    struct datum *copy = ARENA_NEW(&v->arena, struct datum);
    *copy = d;
    trie_set(&v->arena, &c->written, at, copy, c->epoch);
}

/* --- one element of a column --- */

static struct datum select_element(struct view *v, struct datum column, struct term index)
{
    LAW(column.kind != DATUM_NONE);
    struct terms *ts = v->terms;
    struct datum e = {.kind = column.kind, .a = term_select(ts, column.a, index)};
    if (e.kind != DATUM_POINTER)
        return e;
    e.b = term_select(ts, column.b, index);
    struct term null = term_and(ts, view_is_wild(v, e), term_eq(ts, e.b, view_word(v, 0)));
    e.a = term_ite(ts, null, term_bv(ts, VIEW_OBJECT_BITS, 0),
                   e.a); /* address 0 from outside */
    return e;
}

static void store_element(struct view *v, struct view_content *c, uint32_t object,
                          const struct view_column *column, struct term index, struct datum e,
                          struct term when)
{
    LAW(e.kind != DATUM_NONE);
    struct terms *ts = v->terms;
    struct type type = {column->kind == DATUM_POINTER ? TYPE_POINTER : TYPE_INT,
                        8 * column->bytes};
    struct datum before = column_get(v, c, object, column), after = before;
    e = datum_of_type(v, e, type);
    after.a = term_store(ts, before.a, index, e.a);
    if (after.kind == DATUM_POINTER)
        after.b = term_store(ts, before.b, index, e.b);
    column_put(v, c, column->at, datum_ite(v, when, after, before));
}

/* --- accesses --- */

/* Byte `done` of an access lies in this element, at this place of it. */
struct place_in {
    struct term index;
    uint32_t at;
};

static struct place_in place_of(struct view *v, uint64_t stride, struct term index,
                                uint32_t residue, uint32_t done)
{
    LAW(stride > 0);
    uint64_t byte = (uint64_t)residue + done;
    struct term step = term_bv(v->terms, term_width(v->terms, index), byte / stride);
    return (struct place_in){term_2(v->terms, TERM_BV_ADD, index, step),
                             (uint32_t)(byte % stride)};
}

/* The access may reach so far in this element. */
static uint32_t end_in(uint64_t stride, uint32_t at, uint32_t rest)
{
    LAW(at < stride && rest > 0);
    return rest < stride - at ? at + rest : (uint32_t)stride;
}

struct datum array_read(struct view *v, const struct view_content *c, uint32_t object,
                        struct term index, uint32_t residue, uint32_t n, enum datum_kind wish)
{
    LAW(n > 0);
    uint64_t stride = view_stride(v, object);
    struct term bits = TERM_NONE;
    for (uint32_t done = 0; done < n;) {
        struct place_in p = place_of(v, stride, index, residue, done);
        uint32_t end = end_in(stride, p.at, n - done);
        struct view_column column = column_over(v, object, p.at, end, wish);
        struct datum e = select_element(v, column_get(v, c, object, &column), p.index);
        if (!done && column.at == p.at && column.bytes == n)
            return e;
        uint32_t first = p.at - column.at, last = column.bytes;
        if (column.at + last > end)
            last = end - column.at;
        LAW(first < last);
        struct term part = datum_to_bits(v, e, 8 * column.bytes);
        part = term_extract(v->terms, part, 8 * last - 1, 8 * first);
        bits = term_is(bits) ? term_concat(v->terms, part, bits) : part;
        done += last - first;
    }
    return datum_bits(bits);
}

/* The column's element with the bytes from `first` to `last` taken from the value, whose byte
 * `done` is the first. */
static struct term mix(struct view *v, struct term old, uint32_t bytes, uint32_t first,
                       uint32_t last, struct term value, uint32_t done)
{
    LAW(first < last && last <= bytes);
    struct term bits = TERM_NONE;
    for (uint32_t i = 0; i < bytes; i++) {
        bool new = i >= first &&i < last;
        uint32_t from = new ? done + i - first : i;
        struct term byte = term_extract(v->terms, new ? value : old, 8 * from + 7, 8 * from);
        bits = term_is(bits) ? term_concat(v->terms, byte, bits) : byte;
    }
    return bits;
}

void array_write(struct view *v, struct view_content *c, uint32_t object, struct term index,
                 uint32_t residue, uint32_t n, struct datum value, struct term when)
{
    uint64_t stride = view_stride(v, object);
    for (uint32_t done = 0; done < n;) {
        struct place_in p = place_of(v, stride, index, residue, done);
        uint32_t end = end_in(stride, p.at, n - done);
        struct view_column column = column_over(v, object, p.at, end, value.kind);
        if (!done && column.at == p.at && column.bytes == n) {
            store_element(v, c, object, &column, p.index, value, when);
            return;
        }
        uint32_t first = p.at - column.at, last = column.bytes;
        if (column.at + last > end)
            last = end - column.at;
        struct term old = TERM_NONE;
        if (last - first < column.bytes)
            old = datum_to_bits(v,
                                select_element(v, column_get(v, c, object, &column), p.index),
                                8 * column.bytes);
        struct term bits =
            mix(v, old, column.bytes, first, last, datum_to_bits(v, value, 8 * n), done);
        store_element(v, c, object, &column, p.index, datum_bits(bits), when);
        done += last - first;
    }
}
