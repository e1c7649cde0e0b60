/* Candidate facts about numbers: bounds by constants of the program, order and equality of two. Those that
 * hold in every context are found by letting models drop the others. */
#include "engine/shapes/shapes.h"

#include <stdlib.h>

enum { MOST_VARIABLES = 14, MOST_BOUNDED = 40 };
enum form { FORM_GIVEN, FORM_LEAST, FORM_MOST, FORM_ORDER };

struct candidate {
    struct term term;
    enum form form;
    uint32_t variable;
    int64_t bound;
};
typedef VECTOR(struct candidate) candidates;

void graph_contexts_release(graph_contexts *c)
{
    for (size_t i = 0; i < c->count; i++)
        map_release(&c->data[i].map);
    VECTOR_RELEASE(c);
}

static bool is_word(struct shapes *s, struct term t)
{
    return sort_kind(s->terms, term_sort(s->terms, t)) == SORT_BV && term_width(s->terms, t) <= 64;
}

static bool fits_width(int64_t x, unsigned width)
{
    if (width == 64) return true;
    return x >= -(1ll << (width - 1)) && x < (1ll << (width - 1));
}

static void add_bounds(struct shapes *s, struct term v, uint32_t index, candidates *out)
{
    struct terms *ts = s->terms;
    unsigned w = term_width(ts, v);
    if (w == 1) {
        for (unsigned x = 0; x < 2; x++)
            VECTOR_PUSH(out, (struct candidate){term_eq(ts, v, term_bv(ts, 1, x)), FORM_ORDER, index, 0});
        return;
    }
    for (size_t i = 0; i < s->thresholds.count; i++) {
        int64_t x = s->thresholds.data[i];
        if (!fits_width(x, w)) continue;
        struct term c = term_bv_signed(ts, w, x);
        VECTOR_PUSH(out, (struct candidate){term_2(ts, TERM_BV_SGE, v, c), FORM_LEAST, index, x});
        VECTOR_PUSH(out, (struct candidate){term_2(ts, TERM_BV_SLE, v, c), FORM_MOST, index, x});
    }
}

static void add_distinct(struct shapes *s, struct term v, uint32_t index, candidates *out)
{
    unsigned w = term_width(s->terms, v);
    for (size_t i = 0; i < s->distinct.count && w > 1; i++) {
        if (!fits_width(s->distinct.data[i], w)) continue;
        struct term c = term_bv_signed(s->terms, w, s->distinct.data[i]);
        VECTOR_PUSH(out, (struct candidate){term_ne(s->terms, v, c), FORM_ORDER, index, 0});
    }
}

static void add_order(struct shapes *s, struct term v, struct term w, candidates *out)
{
    struct terms *ts = s->terms;
    if (term_sort(ts, v).id != term_sort(ts, w).id || term_width(ts, v) == 1) return;
    struct term one = term_bv(ts, term_width(ts, v), 1);
    struct term all[] = {
        term_eq(ts, v, w),
        term_2(ts, TERM_BV_SLE, v, w),
        term_2(ts, TERM_BV_SLE, w, v),
        term_2(ts, TERM_BV_SLT, v, w),
        term_2(ts, TERM_BV_SLT, w, v),
        term_eq(ts, v, term_2(ts, TERM_BV_ADD, w, one)),
        term_eq(ts, w, term_2(ts, TERM_BV_ADD, v, one)),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        VECTOR_PUSH(out, (struct candidate){all[i], FORM_ORDER, 0, 0});
}

static void collect(struct shapes *s, const struct graph_terms *variables, uint32_t own,
                    const struct graph_terms *more, candidates *out)
{
    for (uint32_t i = 0; more && i < more->count; i++)
        VECTOR_PUSH(out, (struct candidate){more->data[i], FORM_GIVEN, 0, 0});
    for (uint32_t i = 0; i < own && i < MOST_BOUNDED; i++) {
        struct term v = variables->data[i];
        if (!is_word(s, v)) continue;
        add_bounds(s, v, i, out);
        add_distinct(s, v, i, out);
        for (uint32_t k = i + 1; k < variables->count && i < MOST_VARIABLES && k < own + MOST_VARIABLES; k++)
            if (is_word(s, variables->data[k])) add_order(s, v, variables->data[k], out);
    }
}

static void keep_those_of(struct shapes *s, const candidates *c, bool *keep, struct graph_context *context)
{
    struct term *terms = calloc(c->count + 1, sizeof *terms);
    for (size_t i = 0; i < c->count; i++)
        terms[i] = context->map.count ? term_substitute(s->terms, c->data[i].term, &context->map) : c->data[i].term;
    shapes_filter(s, context->facts.data, context->facts.count, terms, keep, c->count);
    free(terms);
}

/* Of the bounds of one variable only the strongest says something. */
static bool is_strongest(const candidates *c, const bool *keep, size_t i)
{
    const struct candidate *x = &c->data[i];
    if (x->form != FORM_LEAST && x->form != FORM_MOST) return true;
    for (size_t k = 0; k < c->count; k++) {
        const struct candidate *y = &c->data[k];
        if (!keep[k] || y->form != x->form || y->variable != x->variable) continue;
        if (x->form == FORM_LEAST ? y->bound > x->bound : y->bound < x->bound) return false;
    }
    return true;
}

void shapes_find_facts(struct shapes *s, const struct graph_terms *variables, uint32_t own,
                       const struct graph_terms *more, graph_contexts *contexts, struct graph_terms *out)
{
    candidates c = {0};
    collect(s, variables, own, more, &c);
    bool *keep = calloc(c.count + 1, sizeof *keep);
    for (size_t i = 0; i < c.count; i++)
        keep[i] = true;
    for (size_t i = 0; i < contexts->count; i++)
        keep_those_of(s, &c, keep, &contexts->data[i]);
    for (size_t i = 0; i < c.count; i++) {
        struct term t = c.data[i].term;
        if (!keep[i] || !is_strongest(&c, keep, i) || term_is_true(s->terms, t)) continue;
        if (!graph_terms_have(out, t)) graph_terms_add(&s->arena, out, t);
    }
    free(keep);
    VECTOR_RELEASE(&c);
}
