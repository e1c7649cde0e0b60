/* Pointers and lifetimes: a pointer is never null, or null only as the number 0; an object is
 * alive, or is not. */
#include "domain/domain.h"

#include "base/map.h"

#include <stdio.h>

struct states {
    struct term pre, entry, post;
};

static void fact(const struct domain *d, uint32_t loop, enum row_form form, uint64_t shape,
                 struct states s, const char *format, uint32_t slot, rows *out)
{
    struct row r = {.kind = ROW_FACT,
                    .loop = loop,
                    .domain = d,
                    .shape = shape,
                    .pre = s.pre,
                    .entry = s.entry,
                    .post = s.post};
    r.expression = (struct row_expression){
        .form = form, .x = {.there = true, .offset = true, .slot = slot}};
    snprintf(r.text, sizeof r.text, "slot %u %s", slot, format);
    VECTOR_PUSH(out, r);
}

static struct term no_object(struct terms *ts, struct sym p)
{
    return term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, 0));
}

static struct term plain(struct terms *ts,
                         struct sym p) /* without an object it is null, not another number */
{
    return term_implies(ts, no_object(ts, p),
                        term_eq(ts, p.b, term_bv(ts, term_width(ts, p.b), 0)));
}

static struct states negated(struct terms *ts, struct states s)
{
    return (struct states){term_not(ts, s.pre), term_not(ts, s.entry), term_not(ts, s.post)};
}

static void pointer_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                         const struct cut_loop *cut, const struct variable_view *v,
                         size_t count, rows *out)
{
    (void)v;
    (void)count;
    for (uint32_t i = 0; i < cut->slots.count; i++) {
        const struct slot *s = &cut->slots.data[i];
        if (s->idle || s->array || !term_is(s->pre.a) || !term_is(s->post.a))
            continue;
        if (s->kind == SLOT_ALIVE) {
            struct states alive = {s->pre.a, s->entry.a, s->post.a};
            fact(d, loop, FORM_ALIVE, hash_pair(20, i), alive, "is alive", i, out);
            fact(d, loop, FORM_DEAD, hash_pair(21, i), negated(ts, alive), "is not alive", i,
                 out);
        } else if (s->pre.kind == SYM_POINTER) {
            struct states none = {no_object(ts, s->pre), no_object(ts, s->entry),
                                  no_object(ts, s->post)};
            struct states good = {plain(ts, s->pre), plain(ts, s->entry), plain(ts, s->post)};
            fact(d, loop, FORM_NOT_NULL, hash_pair(22, i), negated(ts, none), "is not null",
                 i, out);
            fact(d, loop, FORM_PLAIN, hash_pair(23, i), good, "is an object or null", i, out);
        }
    }
}

const struct domain domain_pointer = {
    .name = "pointers", .summary = "null and lifetimes", .rows = pointer_rows};
