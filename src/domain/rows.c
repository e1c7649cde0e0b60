/* From cut loops to variables and rows. */
#include "domain/domain.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "domain/array/array.h"

const struct domain *domain_find(const char *name)
{
    LAW(name);
    for (const struct domain *const *d = domain_list; *d; d++)
        if (text_same((*d)->name, name))
            return *d;
    return NULL;
}

void domain_variables(struct terms *ts, const struct cut_loop *l, variables *out)
{
    for (uint32_t i = 0; i < l->slots.count; i++) {
        const struct slot *s = &l->slots.data[i];
        if (s->idle || s->array || (s->kind != SLOT_PHI && s->kind != SLOT_CELL))
            continue;
        if (!term_is(s->pre.a) || !term_is(s->entry.a))
            continue;
        bool offset = s->pre.kind == SYM_POINTER;
        if ((!offset && s->pre.kind != SYM_BITS) || s->is_float || s->is_ghost)
            continue;
        struct variable_view v = {
            .slot = i, .offset = offset, .name = hash_pair(offset ? 3 : 2, i)};
        v.pre = offset ? s->pre.b : s->pre.a;
        v.entry = offset ? s->entry.b : s->entry.a;
        v.post = offset ? s->post.b : s->post.a;
        if (!term_is(v.post))
            v.post = v.pre;
        v.width = term_width(ts, v.pre);
        if (v.width <= 64)
            VECTOR_PUSH(out, v);
    }
    for (uint32_t i = 0; i < l->constants.count; i++) {
        const struct loop_constant *c = &l->constants.data[i];
        unsigned w = term_width(ts, c->value);
        if (c->idle)
            continue;
        uint64_t name = c->instruction != UINT32_MAX
                            ? hash_pair(1, hash_pair(c->above, c->instruction))
                            : hash_pair(4, hash_pair(c->object, c->at));
        if (w <= 64)
            VECTOR_PUSH(out, (struct variable_view){UINT32_MAX, i, w, false, c->value,
                                                    c->value, c->value, name});
    }
}

struct row_operand row_operand(const struct variable_view *v)
{
    if (!v)
        return (struct row_operand){0};
    return (struct row_operand){
        .there = true, .offset = v->offset, .slot = v->slot, .constant = v->constant};
}

void domain_inner_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                       const struct cut_loop *cut, const struct variable_view *v,
                       size_t count, rows *out)
{
    for (const struct domain *const *i = d->inner; i && *i; i++)
        if ((*i)->rows)
            (*i)->rows(ts, *i, loop, cut, v, count, out);
}

unsigned domain_needs(const struct domain *d)
{
    unsigned needs = d->needs;
    for (const struct domain *const *i = d->inner; i && *i; i++)
        needs |= domain_needs(*i);
    return needs;
}

bool domain_holds(const struct domain *d, const struct domain *inner)
{
    LAW(d && inner);
    for (const struct domain *const *i = d->inner; i && *i; i++)
        if (*i == inner || domain_holds(*i, inner))
            return true;
    return false;
}

/* Two factors may hold the same inner domain: the rows from `first` on are made unique. */
static void drop_twins(rows *all, size_t first)
{
    LAW(first <= all->count);
    struct map seen = {0};
    size_t kept = first;
    for (size_t i = first; i < all->count; i++) {
        const struct row *r = &all->data[i];
        uint64_t key = hash_pair(r->shape, r->kind);
        if (map_has(&seen, key))
            continue;
        map_set(&seen, key, 1);
        all->data[kept++] = *r;
    }
    all->count = kept;
    LAW(kept >= first);
    map_release(&seen);
}

/* The rows from `first` on again, for the other uses of the loop. */
static void add_echoes(struct terms *ts, const struct domain *d, uint32_t l,
                       const struct cut_loop *loop, rows *all, size_t first)
{
    LAW(first <= all->count);
    size_t end = all->count;
    struct map masters = {0};
    for (size_t i = first; i < end && loop->uses.count; i++)
        map_set(&masters, hash_pair(all->data[i].shape, all->data[i].kind), i);
    for (uint32_t u = 0; u < loop->uses.count; u++) {
        struct cut_loop view = *loop;
        LAW(loop->uses.data[u].values.count == loop->slots.count);
        variables v = {0};
        rows again = {0};
        view.slots = (__typeof__(view.slots)){0};
        for (size_t s = 0; s < loop->slots.count; s++) {
            VECTOR_PUSH(&view.slots, loop->slots.data[s]);
            view.slots.data[s].pre = loop->uses.data[u].values.data[s];
        }
        domain_variables(ts, &view, &v);
        d->rows(ts, d, l, &view, v.data, v.count, &again);
        drop_twins(&again, 0);
        for (size_t i = 0; i < again.count; i++) {
            struct row r = again.data[i];
            uint64_t master;
            if (!map_get(&masters, hash_pair(r.shape, r.kind), &master))
                continue;
            r.echo = 1 + (uint32_t)master;
            r.use = u;
            r.state = ROW_TOP;
            VECTOR_PUSH(all, r);
        }
        VECTOR_RELEASE(&again);
        VECTOR_RELEASE(&v);
        VECTOR_RELEASE(&view.slots);
    }
    map_release(&masters);
}

struct row row_known(const rows *all, size_t i)
{
    LAW(all->data[i].echo <= all->count);
    LAW(i < all->count);
    struct row r = all->data[i];
    if (r.echo) {
        r.state = all->data[r.echo - 1].state;
        r.value = all->data[r.echo - 1].value;
    }
    return r;
}

static void loop_rows(struct terms *ts, const struct cut_model *m, const struct domain *d,
                      uint32_t l, rows *out)
{
    LAW(l < m->loops.count);
    LAW(d->rows);
    variables v = {0};
    size_t first = out->count;
    domain_variables(ts, &m->loops.data[l], &v);
    d->rows(ts, d, l, &m->loops.data[l], v.data, v.count, out);
    drop_twins(out, first);
    add_echoes(ts, d, l, &m->loops.data[l], out, first);
    VECTOR_RELEASE(&v);
}

/* The domains with rows of whole models, each once. */
typedef VECTOR(const struct domain *) domains;
static void find_model_domains(const struct domain *d, domains *out)
{
    bool known = !d->model_rows;
    for (size_t i = 0; i < out->count; i++)
        known |= out->data[i] == d;
    if (!known)
        VECTOR_PUSH(out, d);
    for (const struct domain *const *i = d->inner; i && *i; i++)
        find_model_domains(*i, out);
}

static bool is_held(const domains *all, const struct domain *d)
{
    for (size_t i = 0; i < all->count; i++)
        if (domain_holds(all->data[i], d))
            return true;
    return false;
}

void domain_rows(const struct domain_context *c, const struct domain *d, rows *out)
{
    for (uint32_t l = 0; l < c->model->loops.count && d->rows; l++)
        loop_rows(c->terms, c->model, d, l, out);
    domains whole = {0};
    find_model_domains(d, &whole);
    for (size_t i = 0; i < whole.count; i++)
        if (!is_held(&whole, whole.data[i]))
            whole.data[i]->model_rows(c, whole.data[i], out);
    VECTOR_RELEASE(&whole);
    LAW(rows_are_lawful(c->terms, c->model, out));
}

struct term row_expression_at(const struct row *r, enum row_moment m)
{
    LAW(!(m == ROW_AT_HEAD && r->forall)); /* it has instances instead */
    return term_at_moment(m, r->pre, r->entry, r->post);
}

static struct term base_condition(struct terms *ts, const struct row *r,
                                  struct term expression)
{
    LAW(r->state != ROW_TOP);
    if (r->state == ROW_BOTTOM && r->kind != ROW_FACT)
        return term_bool(ts, false);
    if (r->kind == ROW_FACT)
        return expression;
    unsigned w = term_width(ts, expression);
    LAW(w <= 128);
    uint32_t limbs[4];
    unsigned __int128 bits = (unsigned __int128)r->value;
    for (int i = 0; i < 4; i++)
        limbs[i] = (uint32_t)(bits >> (32 * i));
    unsigned top = (w - 1) / 32, used = w % 32;
    if (used)
        limbs[top] &= (1u << used) - 1;
    struct term d = term_bv_limbs(ts, w, limbs);
    return r->kind == ROW_BOUND ? term_2(ts, TERM_BV_SLE, expression, d)
                                : term_eq(ts, expression, d);
}

struct term row_condition(struct terms *ts, const struct row *r, enum row_moment m)
{
    LAW(!row_guarded(r) || r->forall || term_is(r->guard[m]));
    if (r->state == ROW_TOP)
        return term_bool(ts, true);
    if (r->forall && m == ROW_AT_HEAD) {
        struct term all = term_bool(ts, true);
        for (uint32_t i = 0; i < r->forall->instances; i++)
            all = term_and(ts, all,
                           term_implies(ts, r->forall->guard[i],
                                        base_condition(ts, r, r->forall->value[i])));
        return all;
    }
    struct term base = base_condition(ts, r, row_expression_at(r, m));
    return row_guarded(r) ? term_implies(ts, r->guard[m], base) : base;
}
