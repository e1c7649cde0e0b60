/* Congruences: x mod 2^j is one constant (j up to 4), flags of width 1, and (x - y) mod 2^j
 * (j up to 2, and as many as the narrower of two variables has: a char that counts in step
 * with an int). */
#include "domain/domain.h"

#include "base/map.h"

#include <stdio.h>

enum { MOST_IN_PAIRS = 8, MOST_BITS = 4, MOST_BITS_OF_PAIR = 2 };

static struct term low(struct terms *ts, struct term x, struct term y, unsigned bits)
{
    LAW(bits && bits <= term_width(ts, x));
    LAW(!term_is(y) || bits <= term_width(ts, y));
    struct term t = term_extract(ts, x, bits - 1, 0);
    return term_is(y) ? term_2(ts, TERM_BV_SUB, t, term_extract(ts, y, bits - 1, 0)) : t;
}

/* y may be null. */
static void row(struct terms *ts, const struct domain *d, uint32_t loop,
                const struct variable_view *x, const struct variable_view *y, unsigned bits,
                rows *out)
{
    struct row r = {.kind = ROW_CONST, .loop = loop, .domain = d};
    r.expression = (struct row_expression){
        .form = FORM_LOW_BITS, .bits = bits, .x = row_operand(x), .y = row_operand(y)};
    r.expression.y.minus = y != NULL;
    r.pre = low(ts, x->pre, y ? y->pre : TERM_NONE, bits);
    r.entry = low(ts, x->entry, y ? y->entry : TERM_NONE, bits);
    r.post = low(ts, x->post, y ? y->post : TERM_NONE, bits);
    r.shape = hash_pair(hash_pair(5, x->name), bits);
    if (y)
        r.shape = hash_pair(r.shape, y->name);
    snprintf(r.text, sizeof r.text, "%s mod 2^%u", y ? "difference" : "value", bits);
    VECTOR_PUSH(out, r);
}

static void pair_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                      const struct variable_view *x, const struct variable_view *y, rows *out)
{
    unsigned narrower = x->width < y->width ? x->width : y->width;
    for (unsigned bits = 1; bits <= MOST_BITS_OF_PAIR && bits < narrower; bits++)
        row(ts, d, loop, x, y, bits, out);
    if (x->width != y->width && narrower > MOST_BITS_OF_PAIR)
        row(ts, d, loop, x, y, narrower, out);
}

static void congruence_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                            const struct cut_loop *cut, const struct variable_view *v,
                            size_t count, rows *out)
{
    (void)cut;
    for (size_t i = 0; i < count; i++) {
        unsigned most = v[i].width < MOST_BITS ? v[i].width : MOST_BITS;
        for (unsigned j = 1; j <= most && v[i].slot != UINT32_MAX; j++)
            row(ts, d, loop, &v[i], NULL, j, out);
    }
    for (size_t i = 0; i < count && i < MOST_IN_PAIRS; i++)
        for (size_t k = i + 1; k < count && k < MOST_IN_PAIRS; k++)
            if (v[i].slot != UINT32_MAX || v[k].slot != UINT32_MAX)
                pair_rows(ts, d, loop, &v[i], &v[k], out);
}

const struct domain domain_congruence = {.name = "congruences",
                                         .summary = "remainders modulo powers of two",
                                         .rows = congruence_rows};
