/* What facts mean in a state. */
#include "lists/prove.h"

#include "base/failure.h"

void facts_release(struct facts *f)
{
    VECTOR_RELEASE(&f->list);
    VECTOR_RELEASE(&f->alive);
}

void facts_drop_dead(struct facts *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->list.count; i++)
        if (f->alive.data[i])
            f->list.data[kept++] = f->list.data[i];
    f->list.count = kept;
    for (size_t i = 0; i < kept; i++)
        f->alive.data[i] = true;
    f->alive.count = kept;
}

struct reading {
    struct run *r;
    const struct state *s;
    bool fails;
};

static struct slh_pointer pointer(struct reading *w, uint32_t id)
{
    if (id == FACT_NULL_POINTER)
        return slh_null(w->r->slh);
    struct lists_value v = w->s->values[id];
    if (v.kind != VALUE_POINTER || v.offset)
        w->fails = true;
    return v.pointer;
}

static struct term number(struct reading *w, uint32_t id)
{
    struct lists_value v = w->s->values[id];
    if (v.kind == VALUE_NUMBER)
        return term_as_64(w->r, v.number, value_source_signed(w->r->l, id));
    w->fails = true;
    return term_bv(w->r->l->terms, 64, 0);
}

static struct term length(struct reading *w, uint32_t a, uint32_t b)
{
    struct slh_pointer p = pointer(w, a);
    return slh_length(w->r->slh, w->s->heap, p, pointer(w, b));
}

static struct term path(struct reading *w, uint32_t a, uint32_t b)
{
    struct slh_pointer p = pointer(w, a);
    return slh_is_path(w->r->slh, w->s->heap, p, pointer(w, b));
}

static struct term left(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct term n = number(w, f->c);
    struct term infinite = term_bv(t, 64, SLH_INFINITE);
    struct term rest = term_2(t, TERM_BV_SUB, n, number(w, f->d));
    return term_eq(t, length(w, f->a, f->b),
                   term_ite(t, term_eq(t, n, infinite), infinite, rest));
}

/* Both are finite: their sum does not wrap. */
static struct term length_sum(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct term finite =
        term_and(t, path(w, f->a, FACT_NULL_POINTER), path(w, f->b, FACT_NULL_POINTER));
    struct term sum = term_2(t, TERM_BV_ADD, length(w, f->a, FACT_NULL_POINTER),
                             length(w, f->b, FACT_NULL_POINTER));
    return term_and(t, finite, term_eq(t, sum, number(w, f->c)));
}

static struct term bounded(struct reading *w, const struct fact *f)
{
    struct run *r = w->r;
    const struct layout_member *m = &r->l->layout.members[f->c];
    struct term least =
        term_bv(r->l->terms, m->width, m->is_signed ? UINT64_C(1) << (m->width - 1) : 0);
    struct slh_pointer d = pointer(w, f->d);
    struct term most = slh_value(r->slh, w->s->heap, d, r->fields[f->c]);
    struct slh_pointer a = pointer(w, f->a);
    return term_or(
        r->l->terms, slh_is_null(r->slh, d),
        slh_within(r->slh, w->s->heap, a, pointer(w, f->b), r->fields[f->c], least, most));
}

/* Unless one of them is null. */
static struct term value_at_most(struct reading *w, const struct fact *f)
{
    struct run *r = w->r;
    struct terms *t = r->l->terms;
    const struct layout_member *m = &r->l->layout.members[f->c];
    struct slh_pointer a = pointer(w, f->a), b = pointer(w, f->b);
    struct term left = slh_value(r->slh, w->s->heap, a, r->fields[f->c]);
    struct term right = slh_value(r->slh, w->s->heap, b, r->fields[f->c]);
    struct term fine = term_2(t, m->is_signed ? TERM_BV_SLE : TERM_BV_ULE, left, right);
    struct term null = term_or(t, slh_is_null(r->slh, a), slh_is_null(r->slh, b));
    return term_or(t, null, fine);
}

static struct term on_one_side(struct reading *w, const struct fact *f)
{
    struct run *r = w->r;
    struct terms *t = r->l->terms;
    const struct layout_member *m = &r->l->layout.members[f->c];
    uint64_t sign = UINT64_C(1) << (m->width - 1);
    struct term constant = term_bv(t, m->width, (uint64_t)f->constant);
    struct term smallest = term_bv(t, m->width, m->is_signed ? sign : 0);
    struct term greatest = term_bv(t, m->width, m->is_signed ? sign - 1 : UINT64_MAX);
    bool least = f->kind == FACT_LEAST;
    return slh_within(r->slh, w->s->heap, pointer(w, f->a), slh_null(r->slh), r->fields[f->c],
                      least ? constant : smallest, least ? greatest : constant);
}

static struct term node_alive(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct slh_pointer a = pointer(w, f->a);
    struct term freed = slh_value(w->r->slh, w->s->heap, a, w->r->freed);
    return term_or(t, slh_is_null(w->r->slh, a), term_eq(t, freed, term_bv(t, 1, 0)));
}

/* The length tells, so that no node has to be followed. */
static struct term step(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct term one = term_eq(t, length(w, f->a, f->b), term_bv(t, 64, 1));
    return term_or(t, slh_is_null(w->r->slh, pointer(w, f->a)), one);
}

static struct term rank_fact(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    const struct term *ghosts = w->s->ghosts[f->c];
    if (!ghosts || !term_is(ghosts[f->d])) {
        w->fails = true;
        return term_bool(t, true);
    }
    enum term_op op = f->kind == FACT_RANK_LESS ? TERM_BV_SLT : TERM_BV_SLE;
    return term_2(t, op, length(w, f->a, f->b), ghosts[f->d]);
}

static struct term equation(struct reading *w, const struct fact_equation *e)
{
    struct term value[EQUATION_PARTS] = {{0}};
    for (unsigned i = 0; i < e->count; i++)
        value[i] = e->part[i].is_length ? length(w, e->part[i].a, e->part[i].b)
                                        : number(w, e->part[i].a);
    return equation_meaning(w->r->l->terms, e, value);
}

static struct term meaning(struct reading *w, const struct fact *f)
{
    struct slh *s = w->r->slh;
    struct terms *t = w->r->l->terms;
    struct slh_heap h = w->s->heap;
    switch (f->kind) {
    case FACT_PATH:
        return path(w, f->a, f->b);
    case FACT_NOT_NULL:
        return term_not(t, slh_is_null(s, pointer(w, f->a)));
    case FACT_ALIAS:
    case FACT_NOT_ALIAS: {
        struct slh_pointer a = pointer(w, f->a);
        struct term same = slh_alias(s, a, pointer(w, f->b));
        return f->kind == FACT_ALIAS ? same : term_not(t, same);
    }
    case FACT_DISJOINT: {
        struct slh_pointer a = pointer(w, f->a);
        return slh_disjoint(s, h, a, pointer(w, f->b));
    }
    case FACT_INITIALISED:
        return term_not(t, slh_is_path(s, h, pointer(w, f->a), slh_junk(s)));
    case FACT_ALIVE:
        return run_alive(w->r, w->s, pointer(w, f->a), slh_null(s));
    case FACT_NODE_ALIVE:
        return node_alive(w, f);
    case FACT_CIRCULAR:
        return slh_circular(s, h, pointer(w, f->a));
    case FACT_NOT_CIRCULAR:
        return term_not(t, slh_circular(s, h, pointer(w, f->a)));
    case FACT_NO_PATH:
        return term_not(t, path(w, f->a, f->b));
    case FACT_STEP:
        return step(w, f);
    case FACT_ALIAS_IF: {
        struct slh_pointer b = pointer(w, f->b);
        struct term same = slh_alias(s, b, pointer(w, f->c));
        return term_implies(t, slh_is_null(s, pointer(w, f->a)), same);
    }
    case FACT_PATH_IF:
        return term_implies(t, path(w, f->a, FACT_NULL_POINTER),
                            path(w, f->b, FACT_NULL_POINTER));
    case FACT_NULL_IF: {
        struct slh_pointer a = pointer(w, f->a);
        return term_implies(t, slh_is_null(s, a), slh_is_null(s, pointer(w, f->b)));
    }
    case FACT_SAME_LENGTH: {
        struct term one = length(w, f->a, f->b);
        return term_eq(t, one, length(w, f->c, f->d));
    }
    case FACT_LENGTH: {
        struct term one = length(w, f->a, f->b);
        return term_eq(t, one, number(w, f->c));
    }
    case FACT_LENGTH_LEFT:
        return left(w, f);
    case FACT_LENGTH_SUM:
        return length_sum(w, f);
    case FACT_NOT_NEGATIVE:
        return term_2(t, TERM_BV_SLE, term_bv(t, 64, 0), number(w, f->a));
    case FACT_POSITIVE:
        return term_2(t, TERM_BV_SLT, term_bv(t, 64, 0), number(w, f->a));
    case FACT_AT_MOST: {
        struct term a = number(w, f->a);
        return term_2(t, TERM_BV_SLE, a, number(w, f->b));
    }
    case FACT_SORTED: {
        struct slh_pointer a = pointer(w, f->a);
        return slh_sorted(s, h, a, pointer(w, f->b), w->r->fields[f->c]);
    }
    case FACT_BOUNDED:
        return bounded(w, f);
    case FACT_VALUE_AT_MOST:
        return value_at_most(w, f);
    case FACT_LEAST:
    case FACT_MOST:
        return on_one_side(w, f);
    case FACT_RANK_AT_MOST:
    case FACT_RANK_LESS:
        return rank_fact(w, f);
    case FACT_EQUATION:
        return equation(w, f->equation);
    }
    BUG("kind of fact");
}

struct term fact_term(struct run *r, const struct state *s, const struct fact *f)
{
    struct reading w = {r, s, false};
    struct term t = meaning(&w, f);
    return w.fails ? TERM_NONE : t;
}

struct term quantity_term(struct run *r, const struct state *s, const struct quantity *q)
{
    struct reading w = {r, s, false};
    struct term t = q->is_length ? length(&w, q->a, q->b) : number(&w, q->a);
    return w.fails ? TERM_NONE : t;
}
