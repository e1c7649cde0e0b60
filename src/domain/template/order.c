/* Orders: of two numbers that the loop compares one is never larger, or larger by one at
 * most. Facts that hold until a state breaks them: far cheaper than zones, which look for the
 * least difference of any two. */
#include "domain/domain.h"

#include "base/failure.h"
#include "base/map.h"

#include <stdio.h>

enum { MOST_PAIRS = 12, MOST_TERMS = 3000 };

struct compared { /* x < y, or so */
    size_t x, y;
    bool is_unsigned;
};
struct comparisons {
    const struct terms *terms;
    const struct variable_view *v;
    size_t count; /* of variables */
    unsigned pairs;
    struct compared pair[MOST_PAIRS];
    struct map seen;
};

/* --- what the loop compares --- */

static bool find_variable(const struct comparisons *c, struct term t, size_t *out)
{
    for (size_t i = 0; i < c->count; i++)
        if (!c->v[i].offset && (term_same(c->v[i].pre, t) || term_same(c->v[i].post, t)))
            return *out = i, true;
    return false;
}

static bool is_known(const struct comparisons *c, const struct compared *one)
{
    for (unsigned i = 0; i < c->pairs; i++) {
        const struct compared *p = &c->pair[i];
        bool same = (p->x == one->x && p->y == one->y) || (p->x == one->y && p->y == one->x);
        if (same && p->is_unsigned == one->is_unsigned)
            return true;
    }
    return false;
}

static void look_at_order(struct comparisons *c, struct term t)
{
    enum term_op op = term_op(c->terms, t);
    struct compared one = {.is_unsigned = op == TERM_BV_ULT || op == TERM_BV_ULE ||
                                          op == TERM_BV_UGT || op == TERM_BV_UGE};
    if (!find_variable(c, term_arg(c->terms, t, 0), &one.x) ||
        !find_variable(c, term_arg(c->terms, t, 1), &one.y) || one.x == one.y)
        return;
    bool changes = c->v[one.x].slot != UINT32_MAX || c->v[one.y].slot != UINT32_MAX;
    if (changes && c->pairs < MOST_PAIRS && !is_known(c, &one))
        c->pair[c->pairs++] = one;
}

static bool is_seen(void *context, struct term t)
{
    struct comparisons *c = context;
    return c->seen.count > MOST_TERMS || map_has(&c->seen, t.id);
}

static void look(void *context, struct term t)
{
    struct comparisons *c = context;
    map_set(&c->seen, t.id, 1);
    if (term_class(term_op(c->terms, t)) == TERM_CLASS_ORDER)
        look_at_order(c, t);
}

/* --- rows --- */

/* x <= y + more, where more is 0 or 1 and nothing wraps around. */
static struct term holds(struct terms *ts, const struct compared *p, struct term x,
                         struct term y, bool more)
{
    struct term at_most = term_2(ts, p->is_unsigned ? TERM_BV_ULE : TERM_BV_SLE, x, y);
    struct term one = term_bv(ts, term_width(ts, x), 1);
    struct term by_one = term_eq(ts, x, term_2(ts, TERM_BV_ADD, y, one));
    return more ? term_or(ts, at_most, by_one) : at_most;
}

static void add_row(struct terms *ts, const struct domain *d, uint32_t loop,
                    const struct compared *p, const struct variable_view *x,
                    const struct variable_view *y, bool more, rows *out)
{
    LAW(x->width == y->width);
    struct row r = {.kind = ROW_FACT, .loop = loop, .domain = d};
    r.expression.form = FORM_CONDITION;
    r.expression.operand[0] = row_operand(x);
    r.expression.operand[1] = row_operand(y);
    r.pre = holds(ts, p, x->pre, y->pre, more);
    r.entry = holds(ts, p, x->entry, y->entry, more);
    r.post = holds(ts, p, x->post, y->post, more);
    r.shape = hash_pair(hash_pair(60 + 2 * more + p->is_unsigned, x->name), y->name);
    snprintf(r.text, sizeof r.text, more ? "x <= y + 1" : "x <= y");
    VECTOR_PUSH(out, r);
}

/* One more than y has words in certificates only if y is no sum itself: y + 1 is made
 * simpler, and y is not to be seen in it any more. */
static bool has_words(const struct terms *ts, const struct variable_view *y, bool more)
{
    return !more || term_op(ts, y->pre) == TERM_VAR;
}

static void order_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                       const struct cut_loop *cut, const struct variable_view *v,
                       size_t count, rows *out)
{
    struct comparisons c = {.terms = ts, .v = v, .count = count};
    if (cut->kind != CUT_AT_HEAD)
        return;
    term_walk(ts, cut->back, is_seen, look, &c);
    for (unsigned i = 0; i < c.pairs; i++)
        for (int more = 0; more < 2; more++) {
            const struct compared *p = &c.pair[i];
            if (has_words(ts, &v[p->y], more))
                add_row(ts, d, loop, p, &v[p->x], &v[p->y], more, out);
            if (has_words(ts, &v[p->x], more))
                add_row(ts, d, loop, p, &v[p->y], &v[p->x], more, out);
        }
    map_release(&c.seen);
}

const struct domain domain_order = {.name = "orders",
                                    .summary = "which of two compared variables is larger",
                                    .rows = order_rows};
