/* Ranges of values, whatever they are of. */
#include "solver/box/value.h"

#include "base/failure.h"
#include "term/float_number.h"

int64_t box_infinity(struct float_format f)
{
    return (int64_t)float_number_infinity(f.exponent, f.significand);
}

struct box_form box_form(const struct terms *terms, struct sort sort)
{
    struct box_form out = {.kind = BOX_OTHER};
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        out.kind = BOX_TRUTH;
        break;
    case SORT_BV:
        out.width = sort_width(terms, sort);
        out.kind = out.width <= BOX_WIDEST ? BOX_WORD : BOX_OTHER;
        break;
    case SORT_FLOAT:
        out.width = sort_width(terms, sort);
        out.format =
            (struct float_format){sort_exponent(terms, sort), sort_significand(terms, sort)};
        out.kind = out.width <= 64 ? BOX_FLOAT : BOX_OTHER;
        break;
    case SORT_ARRAY:
    case SORT_ROUNDING:
        break;
    }
    return out;
}

struct box_value box_words(unsigned width, box_integer from, box_integer to)
{
    LAW(0 <= from && from <= to && to < box_power(width));
    box_integer half = box_power(width - 1), all = box_power(width);
    struct box_value out = {.from = from, .to = to, .least = -half, .most = half - 1};
    if (to < half || from >= half) {
        out.least = to < half ? from : from - all;
        out.most = to < half ? to : to - all;
    }
    return out;
}

struct box_value box_signed_words(unsigned width, box_integer least, box_integer most)
{
    box_integer half = box_power(width - 1), all = box_power(width);
    LAW(-half <= least && least <= most && most < half);
    struct box_value out = {.least = least, .most = most, .from = 0, .to = all - 1};
    if (least >= 0 || most < 0) {
        out.from = least >= 0 ? least : least + all;
        out.to = least >= 0 ? most : most + all;
    }
    return out;
}

struct box_value box_anything(struct box_form form)
{
    switch (form.kind) {
    case BOX_TRUTH:
        return (struct box_value){.truth = BOX_EITHER};
    case BOX_FLOAT:
        return (struct box_value){.nan = true,
                                  .least = -box_infinity(form.format),
                                  .most = box_infinity(form.format)};
    case BOX_WORD:
        return box_words(form.width, 0, box_power(form.width) - 1);
    case BOX_OTHER:
        break;
    }
    return (struct box_value){0};
}

static struct box_value float_constant(struct box_form form, uint64_t bits)
{
    int64_t number = (int64_t)float_number(form.width, bits), end = box_infinity(form.format);
    if (number > end || number < -end)
        return (struct box_value){.nan = true, .least = 1};
    return (struct box_value){.least = number, .most = number};
}

/* Of a constant leaf of a kind that is known. */
struct box_value box_constant(const struct terms *terms, struct term t)
{
    struct box_form form = box_form(terms, term_sort(terms, t));
    unsigned __int128 bits = 0;
    if (form.kind == BOX_TRUTH)
        return (struct box_value){.truth = term_is_true(terms, t) ? BOX_TRUE : BOX_FALSE};
    if (form.kind == BOX_OTHER)
        return box_anything(form);
    const uint32_t *limbs = term_limbs(terms, t);
    for (unsigned i = 0; i * 32 < form.width; i++)
        bits |= (unsigned __int128)limbs[i] << i * 32;
    if (form.kind == BOX_FLOAT)
        return float_constant(form, (uint64_t)bits);
    return box_words(form.width, (box_integer)bits, (box_integer)bits);
}

static struct box_value join_floats(struct box_value a, struct box_value b)
{
    bool nan = a.nan || b.nan;
    if (a.least > a.most)
        a = b;
    if (b.least > b.most)
        b = a;
    return (struct box_value){.nan = nan,
                              .least = a.least < b.least ? a.least : b.least,
                              .most = a.most > b.most ? a.most : b.most};
}

struct box_value box_join(struct box_form form, struct box_value a, struct box_value b)
{
    switch (form.kind) {
    case BOX_TRUTH:
        return (struct box_value){.truth = a.truth | b.truth};
    case BOX_FLOAT:
        return join_floats(a, b);
    case BOX_WORD:
        return (struct box_value){.least = a.least < b.least ? a.least : b.least,
                                  .most = a.most > b.most ? a.most : b.most,
                                  .from = a.from < b.from ? a.from : b.from,
                                  .to = a.to > b.to ? a.to : b.to};
    case BOX_OTHER:
        break;
    }
    return (struct box_value){0};
}

bool box_is_point(struct box_form form, struct box_value v)
{
    switch (form.kind) {
    case BOX_TRUTH:
        return v.truth != BOX_EITHER;
    case BOX_FLOAT:
        return v.nan ? v.least > v.most : v.least >= v.most;
    case BOX_WORD:
        return v.from == v.to;
    case BOX_OTHER:
        break;
    }
    return true;
}

static bool holds_float(struct float_format f, struct box_value v)
{
    return v.least > v.most ? v.nan
                            : v.least >= -box_infinity(f) && v.most <= box_infinity(f);
}

static bool holds_word(unsigned width, struct box_value v)
{
    box_integer half = box_power(width - 1);
    return 0 <= v.from && v.from <= v.to && v.to < box_power(width) && -half <= v.least &&
           v.least <= v.most && v.most < half;
}

bool box_value_holds(struct box_form form, struct box_value v)
{
    switch (form.kind) {
    case BOX_TRUTH:
        return v.truth && v.truth <= BOX_EITHER;
    case BOX_FLOAT:
        return holds_float(form.format, v);
    case BOX_WORD:
        return holds_word(form.width, v);
    case BOX_OTHER:
        break;
    }
    return true;
}
