/* Floats: bounds of single variables, which of them are numbers, and which are in order.
 *
 * A bound is a row over float_number: an order-preserving map of the bits to integers, so
 * that the search for bounds is the one of integers (T23 433-450 has bit-vectors only). A NaN
 * is below every bound; the row "is a number" is a fact of its own. */
#include "domain/domain.h"
#include "term/float_number.h"

#include "base/map.h"

#include <stdio.h>

enum { MOST_ORDERED = 8 };

struct states {
    struct term at[3]; /* pre, entry, post */
};
struct float_view {
    uint32_t slot;
    unsigned width;
    __int128 infinity;
    struct states value;
};

static struct row_operand operand(const struct float_view *v)
{
    return (struct row_operand){.there = true, .slot = v->slot, .is_float = true};
}

static void set(struct row *r, const struct term at[3])
{
    r->pre = at[0];
    r->entry = at[1];
    r->post = at[2];
}

static void bound_row(struct terms *ts, struct row r, const struct float_view *v, bool minus,
                      rows *out)
{
    LAW(v->width <= 64 && v->infinity > 0);
    struct term at[3];
    for (int k = 0; k < 3; k++)
        at[k] = float_number_term(ts, v->value.at[k], minus);
    r.kind = ROW_BOUND;
    r.most = v->infinity;
    r.expression =
        (struct row_expression){.form = FORM_FLOAT_BOUND, .bits = v->width, .x = operand(v)};
    r.expression.x.minus = minus;
    r.shape = hash_pair(hash_pair(30, v->slot), minus);
    snprintf(r.text, sizeof r.text, "%sfloat slot %u", minus ? "-" : "", v->slot);
    set(&r, at);
    VECTOR_PUSH(out, r);
}

static void number_row(struct terms *ts, struct row r, const struct float_view *v, rows *out)
{
    struct term at[3];
    for (int k = 0; k < 3; k++)
        at[k] = term_not(ts, term_1(ts, TERM_FP_IS_NAN, v->value.at[k]));
    r.kind = ROW_FACT;
    r.expression = (struct row_expression){.form = FORM_NUMBER, .x = operand(v)};
    r.shape = hash_pair(31, v->slot);
    snprintf(r.text, sizeof r.text, "slot %u is a number", v->slot);
    set(&r, at);
    VECTOR_PUSH(out, r);
}

static void order_row(struct terms *ts, struct row r, const struct float_view *x,
                      const struct float_view *y, rows *out)
{
    LAW(x->width == y->width && x->slot != y->slot);
    struct term at[3];
    for (int k = 0; k < 3; k++)
        at[k] = term_2(ts, TERM_FP_LE, x->value.at[k], y->value.at[k]);
    r.kind = ROW_FACT;
    r.expression =
        (struct row_expression){.form = FORM_FLOAT_ORDER, .x = operand(x), .y = operand(y)};
    r.shape = hash_pair(hash_pair(32, x->slot), y->slot);
    snprintf(r.text, sizeof r.text, "slot %u <= slot %u", x->slot, y->slot);
    set(&r, at);
    VECTOR_PUSH(out, r);
}

/* The slot as a float; false if it is not one. A cell of memory holds bits at the head of a
 * loop. */
static bool view(struct terms *ts, const struct slot *s, uint32_t number_of_slot,
                 struct float_view *out)
{
    const struct sym *from[3] = {&s->pre, &s->entry, &s->post};
    static const unsigned formats[][2] = {{5, 11}, {8, 24}, {11, 53}};
    if (s->array)
        return false;
    for (int k = 0; k < 3; k++) {
        const struct sym *v = term_is(from[k]->a) ? from[k] : from[0];
        if (v->kind == SYM_FLOAT) {
            out->value.at[k] = v->a;
            continue;
        }
        if (v->kind != SYM_BITS || !s->is_float)
            return false;
        unsigned w = term_width(ts, v->a);
        if (w != 16 && w != 32 && w != 64)
            return false;
        out->value.at[k] =
            term_make(ts, TERM_FP_FROM_BITS, &v->a, 1, formats[w == 64 ? 2 : w == 32]);
    }
    struct sort sort = term_sort(ts, out->value.at[0]);
    out->slot = number_of_slot;
    out->width = sort_width(ts, sort);
    out->infinity =
        float_number_infinity(sort_exponent(ts, sort), sort_significand(ts, sort));
    return out->width <= 64;
}

static void float_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                       const struct cut_loop *cut, const struct variable_view *v,
                       size_t count, rows *out)
{
    (void)v;
    (void)count;
    struct row row = {.loop = loop, .domain = d};
    struct float_view all[MOST_ORDERED], one;
    size_t n = 0;
    for (uint32_t i = 0; i < cut->slots.count; i++) {
        if (cut->slots.data[i].idle || !view(ts, &cut->slots.data[i], i, &one))
            continue;
        bound_row(ts, row, &one, false, out);
        bound_row(ts, row, &one, true, out);
        number_row(ts, row, &one, out);
        if (n < MOST_ORDERED)
            all[n++] = one;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i != j && all[i].width == all[j].width)
                order_row(ts, row, &all[i], &all[j], out);
}

const struct domain domain_float = {.name = "floats",
                                    .summary =
                                        "bounds and order of floats, and which are numbers",
                                    .rows = float_rows};
