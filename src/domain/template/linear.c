#include "domain/template/linear.h"

#include "base/failure.h"
#include "base/map.h"

#include <stdio.h>

static struct term widened(struct terms *ts, struct term t, enum sign sign,
                           enum reading reading, unsigned width)
{
    LAW(term_width(ts, t) < width); /* so that the negative fits as well */
    struct term wide =
        reading == AS_SIGNED ? term_sext(ts, t, width) : term_zext(ts, t, width);
    return sign == PLUS ? wide : term_1(ts, TERM_BV_NEG, wide);
}

static struct term expression(struct terms *ts, struct operand x, struct operand y,
                              enum reading reading, enum row_moment which)
{
    const struct variable_view *v[2] = {x.variable, y.variable};
    enum sign signs[2] = {x.sign, y.sign};
    struct term sum = TERM_NONE;
    unsigned width = x.variable->width;
    if (y.variable && y.variable->width > width)
        width = y.variable->width;
    for (int k = 0; k < 2 && v[k]; k++) {
        struct term t = term_at_moment(which, v[k]->pre, v[k]->entry, v[k]->post);
        struct term part = widened(ts, t, signs[k], reading, width + 2);
        sum = term_is(sum) ? term_2(ts, TERM_BV_ADD, sum, part) : part;
    }
    return sum;
}

static __int128 largest(struct operand x, enum reading reading)
{
    LAW(x.variable->width >= 1 && x.variable->width <= 64);
    unsigned width = reading == AS_UNSIGNED ? x.variable->width : x.variable->width - 1;
    __int128 top = ((__int128)1 << width) - 1;
    if (x.sign == PLUS)
        return top;
    return reading == AS_UNSIGNED ? 0 : top + 1;
}

void linear_row(struct terms *ts, const struct domain *domain, uint32_t loop,
                struct operand x, struct operand y, enum reading reading, rows *out)
{
    LAW(!y.variable || y.variable != x.variable);
    struct row r = {.kind = ROW_BOUND, .loop = loop, .domain = domain};
    r.expression = (struct row_expression){.form = FORM_LINEAR,
                                           .is_unsigned = reading == AS_UNSIGNED,
                                           .x = row_operand(x.variable)};
    r.expression.y = row_operand(y.variable);
    r.expression.x.minus = x.sign == MINUS;
    r.expression.y.minus = y.variable && y.sign == MINUS;
    r.most = largest(x, reading);
    if (y.variable)
        r.most += largest(y, reading);
    r.pre = expression(ts, x, y, reading, ROW_AT_HEAD);
    r.entry = expression(ts, x, y, reading, ROW_AT_ENTRY);
    r.post = expression(ts, x, y, reading, ROW_AFTER);
    r.shape = hash_pair(hash_pair(x.variable->name, x.sign), reading);
    const char *u = reading == AS_UNSIGNED ? "u" : "";
    snprintf(r.text, sizeof r.text, "%s%sv%zu", x.sign == MINUS ? "-" : "", u, x.number);
    if (y.variable) {
        r.shape = hash_pair(r.shape, hash_pair(y.variable->name, 3u + y.sign));
        snprintf(r.text, sizeof r.text, "%s%sv%zu %s %sv%zu", x.sign == MINUS ? "-" : "", u,
                 x.number, y.sign == MINUS ? "-" : "+", u, y.number);
    }
    LAW(term_width(ts, r.pre) == term_width(ts, r.post) && r.most >= 0);
    VECTOR_PUSH(out, r);
}
