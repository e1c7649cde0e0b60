/* Folding: the bytes that two elements have in common. */
#include "engine/shapes/fold/fold.h"

/* Zeros that nobody wrote are null where the other has a pointer. */
static void as_pointer(const struct folding *f, uint32_t bytes, struct graph_value other,
                       struct graph_value *v)
{
    uint64_t x;
    if (v->kind != GRAPH_NUMBER || other.kind != GRAPH_POINTER || 8 * bytes != f->s->width)
        return;
    if (sort_kind(f->s->terms, term_sort(f->s->terms, v->term)) != SORT_BV)
        return;
    if (term_const_u64(f->s->terms, v->term, &x) && !x)
        *v = graph_pointer(0, 0, v->term);
}

/* Bytes that one element holds as a part of something larger, such as a pointer, are joined
 * as a whole. */
static void widen_range(const struct graph_object *o, uint32_t *at, uint32_t *bytes)
{
    LAW(*bytes);
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        if (f->bytes <= *bytes || f->at > *at || *at + *bytes > f->at + f->bytes)
            continue;
        *at = f->at;
        *bytes = f->bytes;
    }
}

/* Bytes that one of them, which is smaller, does not have. */
static bool ends_before(const struct graph_object *o, uint32_t at, uint32_t bytes)
{
    return o->bytes < (uint64_t)at + bytes;
}

static bool fold_exact_range(struct folding *f, uint32_t list, const struct graph_object *x,
                             const struct graph_object *y, uint32_t at, uint32_t bytes,
                             uint32_t to)
{
    LAW(bytes && f->after != f->before);
    struct graph_value vx, vy, v;
    if (object_field(f->after->objects[to], at, bytes) || ends_before(x, at, bytes) ||
        ends_before(y, at, bytes))
        return true;
    if (!shapes_peek(f->s, x, at, bytes, &vx) || !shapes_peek(f->s, y, at, bytes, &vy))
        return false;
    as_pointer(f, bytes, vy, &vx);
    as_pointer(f, bytes, vx, &vy);
    if (!fold_value(f, list, vx, vy, &v))
        return false;
    struct graph_object *o = graph_edit(&f->s->arena, f->after, to);
    LAW(!object_field(o, at, bytes));
    uint32_t before = o->field_count;
    object_set_field(&f->s->arena, o, at, bytes, v);
    return o->field_count == before + 1; /* ranges that overlap otherwise are not joined */
}

/* Is the byte a part of a number? */
static bool is_numeric(const struct folding *f, const struct graph_object *o, uint32_t at)
{
    uint32_t bytes = 1;
    widen_range(o, &at, &bytes);
    LAW(bytes);
    const struct graph_field *field = object_field(o, at, bytes);
    return field && field->value.kind == GRAPH_NUMBER &&
           sort_kind(f->s->terms, term_sort(f->s->terms, field->value.term)) == SORT_BV;
}

/* Does it hold these bytes, but cut in another way? */
static bool cuts(const struct graph_object *o, uint32_t at, uint32_t bytes)
{
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *f = &o->fields[i];
        bool same = f->at == at && f->bytes == bytes;
        if (f->at < at + bytes && at < f->at + f->bytes && !same)
            return true;
    }
    return false;
}

/* Texts of different length have their bytes in common, up to where the shorter one ends. */
static bool fold_text(struct folding *f, uint32_t list, const struct graph_object *x,
                      const struct graph_object *y, uint32_t at, uint32_t bytes, uint32_t to)
{
    LAW(x->bytes != y->bytes);
    enum { MOST_BYTES = 16 };
    for (uint32_t i = at; i < at + bytes && i < at + MOST_BYTES; i++)
        if (is_numeric(f, x, i) && is_numeric(f, y, i) &&
            !fold_exact_range(f, list, x, y, i, 1, to))
            return false;
    return true;
}

static bool fold_range(struct folding *f, uint32_t list, const struct graph_object *x,
                       const struct graph_object *y, uint32_t at, uint32_t bytes, uint32_t to)
{
    uint32_t from = at, part = bytes;
    widen_range(x, &at, &bytes);
    widen_range(y, &at, &bytes);
    if (bytes > part)
        shapes_note_slice(f->s, from - at, part, bytes);
    bool other = cuts(x, at, bytes) || cuts(y, at, bytes);
    bool text = x->bytes != y->bytes && other && is_numeric(f, x, at) && is_numeric(f, y, at);
    return text ? fold_text(f, list, x, y, at, bytes, to)
                : fold_exact_range(f, list, x, y, at, bytes, to);
}

/* One of them leads to the end of a list there. */
static bool is_tail_at(const struct folding *f, const struct graph_object *x,
                       const struct graph_object *y, const struct graph_field *field)
{
    const struct graph_object *both[2] = {x, y};
    for (int k = 0; k < 2; k++) {
        const struct graph_field *g = object_field(both[k], field->at, f->s->width / 8);
        if (g && graph_is_pointer(g->value) && g->value.end == GRAPH_LAST)
            return true;
    }
    return false;
}

/* Pointers to the ends of lists, or all others. */
static bool fold_those(struct folding *f, uint32_t list, const struct graph_object *x,
                       const struct graph_object *y, const struct graph_link *link,
                       uint32_t to, bool tails)
{
    const struct graph_object *both[2] = {x, y};
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < both[k]->field_count; i++) {
            const struct graph_field *field = &both[k]->fields[i];
            if ((link && graph_is_link(link, field->at)) ||
                is_tail_at(f, x, y, field) != tails)
                continue;
            if (!fold_range(f, list, x, y, field->at, field->bytes, to))
                return false;
        }
    return true;
}

bool fold_fields(struct folding *f, uint32_t list, const struct graph_object *x,
                 const struct graph_object *y, const struct graph_link *link, uint32_t to)
{
    LAW(f->single || f->a != f->b);
    LAW(!link || (link->head >= 0 && link->next >= 0));
    LAW(to < f->after->count && f->after->objects[to]);
    return fold_those(f, list, x, y, link, to, false) &&
           fold_those(f, list, x, y, link, to, true);
}
