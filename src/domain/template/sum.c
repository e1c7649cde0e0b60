/* Sums: x + y, x - y, and x + y - z are one constant, modulo 2^width: wrapping around does
 * not disturb them.
 */
#include "domain/domain.h"

#include "base/map.h"

#include <stdio.h>

enum { MOST_VARIABLES = 24, MOST_OF_THREE = 8 };

struct part {
    const struct variable_view *variable; /* null: absent */
    size_t number;
    bool minus;
};

static struct term at(const struct variable_view *v, enum row_moment moment)
{
    return term_at_moment(moment, v->pre, v->entry, v->post);
}

static void sum_row(struct terms *ts, const struct domain *d, uint32_t loop,
                    const struct part parts[3], rows *out)
{
    LAW(parts[0].variable);
    struct row r = {.kind = ROW_CONST, .loop = loop, .domain = d, .shape = 9};
    struct term sum[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    struct row_operand *operands[3] = {&r.expression.x, &r.expression.y, &r.expression.z};
    int length = 0;
    r.expression.form = FORM_SUM;
    for (int i = 0; i < 3 && parts[i].variable; i++) {
        *operands[i] = row_operand(parts[i].variable);
        operands[i]->minus = parts[i].minus;
        LAW(parts[i].variable->width == parts[0].variable->width);
        r.shape = hash_pair(r.shape, hash_pair(parts[i].variable->name, parts[i].minus));
        length += snprintf(r.text + length, sizeof r.text - (size_t)length, " %cv%zu",
                           parts[i].minus ? '-' : '+', parts[i].number);
        for (int m = 0; m < 3; m++) {
            struct term t = at(parts[i].variable, m);
            if (parts[i].minus)
                t = term_1(ts, TERM_BV_NEG, t);
            sum[m] = term_is(sum[m]) ? term_2(ts, TERM_BV_ADD, sum[m], t) : t;
        }
    }
    LAW(length < (int)sizeof r.text);
    r.pre = sum[ROW_AT_HEAD];
    r.entry = sum[ROW_AT_ENTRY];
    r.post = sum[ROW_AFTER];
    VECTOR_PUSH(out, r);
}

static bool fits(const struct variable_view *x, const struct variable_view *y)
{
    return x->width == y->width && x->width > 1;
}

static void sum_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                     const struct cut_loop *cut, const struct variable_view *v, size_t count,
                     rows *out)
{
    (void)cut;
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            if (!fits(&v[i], &v[j]) || (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX))
                continue;
            for (int minus = 0; minus < 2; minus++)
                sum_row(ts, d, loop,
                        (struct part[3]){{&v[i], i, false}, {&v[j], j, minus}, {0}}, out);
        }
    if (count > MOST_OF_THREE)
        count = MOST_OF_THREE;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            for (size_t k = 0; k < count; k++) {
                if (k == i || k == j || !fits(&v[i], &v[j]) || !fits(&v[i], &v[k]))
                    continue;
                if (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX &&
                    v[k].slot == UINT32_MAX)
                    continue;
                sum_row(
                    ts, d, loop,
                    (struct part[3]){{&v[i], i, false}, {&v[j], j, false}, {&v[k], k, true}},
                    out);
            }
}

const struct domain domain_sum = {
    .name = "sums",
    .summary = "constant sums and differences of two or three variables",
    .rows = sum_rows};
