/* Members of records that are kept apart from the elements around them: as bytes, under
 * places of their own. An access at a place that is not constant is done to the elements, and
 * again to the members at each place where it meets one. */
#include "check/view/view_internal.h"

#include "program/analysis/record.h"

static struct plan *plan_of(const struct view *v, uint32_t object)
{
    return &v->plans->all.data[v->objects.data[object].plan];
}

static bool fits(const struct plan *p, uint32_t at, uint32_t bytes)
{
    for (size_t i = 0; i < p->apart.count; i++)
        if (at < p->apart.data[i].at + p->apart.data[i].bytes &&
            p->apart.data[i].at < at + bytes)
            return false;
    return true;
}

void view_keep_members(struct view *v, uint32_t object, uint32_t ctype)
{
    struct record_parts parts;
    struct plan *p = plan_of(v, object);
    if (!record_parts(v->program, ctype, &parts))
        return;
    for (uint32_t k = 0; k < parts.count; k++) {
        struct apart_range r = {parts.part[k].at, parts.part[k].bytes, parts.part[k].pointer};
        size_t i = p->apart.count;
        if (!fits(p, r.at, r.bytes))
            continue; /* as it was already, or otherwise */
        VECTOR_PUSH(&p->apart, r);
        for (; i && p->apart.data[i - 1].at > r.at; i--)
            p->apart.data[i] = p->apart.data[i - 1];
        p->apart.data[i] = r;
    }
}

bool apart_any(const struct view *v, uint32_t object)
{
    return plan_of(v, object)->apart.count;
}

/* The member that has the byte, or the next one; null: there is none. */
static const struct apart_range *member_from(const struct view *v, uint32_t object,
                                             uint64_t at)
{
    const struct plan *p = plan_of(v, object);
    for (size_t i = 0; i < p->apart.count; i++)
        if ((uint64_t)p->apart.data[i].at + p->apart.data[i].bytes > at)
            return &p->apart.data[i];
    return NULL;
}

bool apart_meets(const struct view *v, uint32_t object, uint64_t at)
{
    return member_from(v, object, at);
}

/* From `at` on: so many bytes that all lie in one member, or all between two. */
struct stretch {
    uint64_t at;
    uint32_t n;
    const struct apart_range *member; /* null: between */
};

static struct stretch stretch_from(const struct view *v, uint32_t object, uint64_t at,
                                   uint64_t end)
{
    const struct apart_range *r = member_from(v, object, at);
    bool inside = r && r->at <= at;
    uint64_t until = end;
    if (r)
        until = inside ? (uint64_t)r->at + r->bytes : r->at;
    if (until > end)
        until = end;
    return (struct stretch){at, (uint32_t)(until - at), inside ? r : NULL};
}

static struct term number_of(struct view *v, uint32_t object, uint64_t at)
{
    return term_bv(v->terms, view_index_width(v, object), at / view_stride(v, object));
}

/* Bytes of which nothing is known are parts of the whole member, whoever looks first. */
static void see_whole(struct view *v, const struct view_content *c, uint32_t object,
                      const struct stretch *s)
{
    uint32_t start = s->member->at | APART;
    bytes_get(v, c, object, start, start, s->member->bytes,
              s->member->pointer ? DATUM_POINTER : DATUM_BITS);
}

struct datum apart_read(struct view *v, const struct view_content *c, uint32_t object,
                        uint64_t at, uint32_t n, enum datum_kind wish)
{
    struct term bits = TERM_NONE;
    for (struct stretch s = {at, 0, NULL}; s.at + s.n < at + n;) {
        s = stretch_from(v, object, s.at + s.n, at + n);
        uint32_t residue = (uint32_t)(s.at % view_stride(v, object));
        if (s.member && s.n < s.member->bytes)
            see_whole(v, c, object, &s);
        struct datum d =
            s.member
                ? bytes_read(v, c, object, (uint32_t)s.at | APART, s.n, wish)
                : array_read(v, c, object, number_of(v, object, s.at), residue, s.n, wish);
        if (s.n == n)
            return d;
        struct term part = datum_to_bits(v, d, 8 * s.n);
        bits = term_is(bits) ? term_concat(v->terms, part, bits) : part;
    }
    return datum_bits(bits);
}

void apart_write(struct view *v, struct view_content *c, uint32_t object, uint64_t at,
                 uint32_t n, struct datum d, struct term when)
{
    for (struct stretch s = {at, 0, NULL}; s.at + s.n < at + n;) {
        s = stretch_from(v, object, s.at + s.n, at + n);
        uint32_t residue = (uint32_t)(s.at % view_stride(v, object)),
                 from = (uint32_t)(s.at - at);
        struct datum part = d;
        if (s.n != n)
            part = datum_bits(term_extract(v->terms, datum_to_bits(v, d, 8 * n),
                                           8 * (from + s.n) - 1, 8 * from));
        if (s.member && s.n < s.member->bytes)
            see_whole(v, c, object, &s);
        if (s.member)
            bytes_write(v, c, object, (uint32_t)s.at | APART, s.n, part, when);
        else
            array_write(v, c, object, number_of(v, object, s.at), residue, s.n, part, when);
    }
}

bool apart_next(struct view *v, struct apart_walk *w, uint64_t *at)
{
    uint64_t stride = view_stride(v, w->object);
    for (const struct apart_range *r;
         w->next <= w->last && (r = member_from(v, w->object, w->next)); w->next++) {
        if (r->at >= w->next + w->n)
            w->next = r->at - w->n + 1;
        if (w->next > w->last || w->next % stride != w->residue)
            continue;
        *at = w->next++;
        return true;
    }
    return false;
}

bool apart_splits(struct view *v, uint32_t object, uint64_t at, uint32_t n)
{
    if (!v->whole_pointers)
        return false;
    for (struct stretch s = {at, 0, NULL}; s.at + s.n < at + n;) {
        s = stretch_from(v, object, s.at + s.n, at + n);
        if (s.member && s.member->pointer && (s.n != n || s.member->bytes != n))
            return true;
    }
    return false;
}
