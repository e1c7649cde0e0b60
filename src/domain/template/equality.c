/* Equalities and disequalities between variables, and with zero, as facts that hold until a
 * state breaks them. */
#include "domain/domain.h"

#include "base/map.h"

#include <stdio.h>

enum { MOST_VARIABLES = 24 };

static void fact(struct terms *ts, const struct domain *d, uint32_t loop,
                 const struct variable_view *x, const struct variable_view *y, size_t i,
                 size_t j, bool equal, rows *out)
{
    LAW(!y || (x->width == y->width && x->name != y->name));
    struct term zero = term_bv(ts, x->width, 0);
    struct row r = {.kind = ROW_FACT, .loop = loop, .domain = d};
    r.expression = (struct row_expression){.form = equal ? FORM_EQUAL : FORM_DIFFERENT,
                                           .x = row_operand(x),
                                           .y = row_operand(y)};
    r.pre = term_eq(ts, x->pre, y ? y->pre : zero);
    r.entry = term_eq(ts, x->entry, y ? y->entry : zero);
    r.post = term_eq(ts, x->post, y ? y->post : zero);
    if (!equal) {
        r.pre = term_not(ts, r.pre);
        r.entry = term_not(ts, r.entry);
        r.post = term_not(ts, r.post);
    }
    r.shape = hash_pair(hash_pair(equal ? 7 : 8, x->name), y ? y->name : 0);
    snprintf(r.text, sizeof r.text, y ? "v%zu %s v%zu" : "v%zu %s 0", i,
             equal ? "==" : "!=", j);
    VECTOR_PUSH(out, r);
}

static void equality_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                          const struct cut_loop *cut, const struct variable_view *v,
                          size_t count, rows *out)
{
    (void)cut;
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t i = 0; i < count; i++) {
        if (v[i].slot != UINT32_MAX)
            fact(ts, d, loop, &v[i], NULL, i, 0, false, out);
        for (size_t j = i + 1; j < count; j++) {
            if (v[i].width != v[j].width ||
                (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX))
                continue;
            fact(ts, d, loop, &v[i], &v[j], i, j, true, out);
            fact(ts, d, loop, &v[i], &v[j], i, j, false, out);
        }
    }
}

const struct domain domain_equality = {
    .name = "equalities", .summary = "equal and different variables", .rows = equality_rows};
