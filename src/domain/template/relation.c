/* From a relation to a row: its steps are run over the terms of the state before, at entry
 * and after the body. */
#include "domain/template/relation.h"

#include "base/map.h"

#include <stdio.h>
#include <string.h>

/* Registers are there, and a step reads those before its own. */
static bool is_lawful(const struct relation *r)
{
    unsigned before = r->variables + r->constants;
    if (r->variables > RELATION_VARIABLES || r->constants > RELATION_CONSTANTS ||
        r->steps > RELATION_STEPS || !r->width || r->width > 64)
        return false;
    for (unsigned i = 0; i < r->steps; i++)
        if (r->step[i].a >= before + i || r->step[i].b >= before + i)
            return false;
    return r->left < before + r->steps && r->right < before + r->steps;
}

static struct term condition(struct terms *ts, const struct relation *r,
                             const struct term *variable)
{
    LAW(is_lawful(r));
    struct term at[RELATION_VARIABLES + RELATION_CONSTANTS + RELATION_STEPS];
    unsigned n = 0;
    for (unsigned i = 0; i < r->variables; i++)
        at[n++] = term_sext(ts, variable[i], r->width);
    for (unsigned i = 0; i < r->constants; i++)
        at[n++] = term_bv(ts, r->width, r->constant[i]);
    for (unsigned i = 0; i < r->steps; i++, n++)
        at[n] = term_2(ts, r->step[i].op, at[r->step[i].a], at[r->step[i].b]);
    return term_eq(ts, at[r->left], at[r->right]);
}

static const struct variable_view *find(uint64_t name, const struct variable_view *v,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (v[i].name == name)
            return &v[i];
    return NULL;
}

static uint64_t shape_of(const struct relation *r)
{
    uint64_t h = hash_pair(40, hash_pair(r->left, r->right));
    for (unsigned i = 0; i < r->variables; i++)
        h = hash_pair(h, r->variable[i]);
    for (unsigned i = 0; i < r->constants; i++)
        h = hash_pair(h, r->constant[i]);
    for (unsigned i = 0; i < r->steps; i++)
        h = hash_pair(h, hash_pair(r->step[i].op, r->step[i].a * 256u + r->step[i].b));
    return h;
}

bool relation_row(struct terms *ts, const struct relation *r, uint32_t loop,
                  const struct variable_view *v, size_t count, struct row *out)
{
    LAW(is_lawful(r));
    struct term pre[RELATION_VARIABLES], entry[RELATION_VARIABLES], post[RELATION_VARIABLES];
    *out = (struct row){
        .kind = ROW_FACT, .loop = loop, .domain = &domain_relation, .shape = shape_of(r)};
    out->expression.form = FORM_RELATION;
    out->expression.relation = r;
    for (unsigned i = 0; i < r->variables; i++) {
        const struct variable_view *one = find(r->variable[i], v, count);
        if (!one || one->width > r->width)
            return false;
        pre[i] = one->pre;
        entry[i] = one->entry;
        post[i] = one->post;
        out->expression.operand[i] = row_operand(one);
    }
    out->pre = condition(ts, r, pre);
    out->entry = condition(ts, r, entry);
    out->post = condition(ts, r, post);
    snprintf(out->text, sizeof out->text, "a relation of %u variables", r->variables);
    return true;
}

static void relations_of(const struct domain_context *c, const struct domain *d,
                         uint32_t loop, rows *out)
{
    LAW(c->relations && loop < c->model->loops.count);
    variables views = {0};
    uint64_t name = c->model->loops.data[loop].name;
    domain_variables(c->terms, &c->model->loops.data[loop], &views);
    for (size_t i = 0; i < c->relations->list.count; i++) {
        const struct loop_relation *r = &c->relations->list.data[i];
        struct row row;
        if (r->loop != name ||
            !relation_row(c->terms, &r->relation, loop, views.data, views.count, &row))
            continue;
        row.domain = d;
        VECTOR_PUSH(out, row);
    }
    VECTOR_RELEASE(&views);
}

void relation_rows(const struct domain_context *c, const struct domain *d, rows *out)
{
    for (uint32_t l = 0; c->relations && l < c->model->loops.count; l++)
        relations_of(c, d, l, out);
}

const struct domain domain_relation = {
    .name = "synthesised",
    .summary = "equations between values computed from the variables, found by synthesis",
    .needs = DOMAIN_NEEDS_RELATIONS,
    .model_rows = relation_rows};

const struct domain domain_affine = {
    .name = "affine",
    .summary = "all equations of sums of multiples of variables, modulo their width",
    .needs = DOMAIN_NEEDS_EQUATIONS,
    .model_rows = relation_rows};

const struct domain domain_polynomial = {
    .name = "polynomials",
    .summary = "equations of sums of products of variables, modulo their width",
    .needs = DOMAIN_NEEDS_POLYNOMIALS,
    .model_rows = relation_rows};
