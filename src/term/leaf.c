/* Leaves: constants of every sort and variables. */
#include "term/float_fold.h"
#include "base/failure.h"
#include "term/limbs.h"
#include "term/term_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct term term_bool(struct terms *terms, bool value)
{
    return terms_intern(terms, value ? TERM_TRUE : TERM_FALSE, sort_bool(terms), NULL, 0, 0,
                        0, 0);
}

/* The low limbs are given, all above are `fill`. */
static struct term bv_filled(struct terms *terms, unsigned width, uint64_t value,
                             uint32_t fill)
{
    LAW(width >= 1);
    uint32_t small[8],
        *limbs = LIMBS(width) <= 8 ? small : calloc(LIMBS(width), sizeof *limbs);
    if (!limbs)
        BUG("out of memory");
    for (size_t i = 0; i < LIMBS(width); i++)
        limbs[i] = i < 2 ? (uint32_t)(value >> 32 * i) : fill;
    limbs_trim(limbs, width);
    struct term t =
        terms_intern(terms, TERM_CONST, sort_bv(terms, width), limbs, LIMBS(width), 0, 0, 0);
    if (limbs != small)
        free(limbs);
    return t;
}

struct term term_bv(struct terms *terms, unsigned width, uint64_t value)
{
    return bv_filled(terms, width, value, 0);
}

struct term term_bv_signed(struct terms *terms, unsigned width, int64_t value)
{
    return bv_filled(terms, width, (uint64_t)value, value < 0 ? UINT32_MAX : 0);
}

struct term term_bv_limbs(struct terms *terms, unsigned width, const uint32_t *limbs)
{
    LAW(width >= 1);
    size_t n = LIMBS(width);
    uint32_t mask = width % 32 ? (UINT32_C(1) << (width % 32)) - 1 : UINT32_MAX;
    if ((limbs[n - 1] & ~mask) == 0)
        return terms_intern(terms, TERM_CONST, sort_bv(terms, width), limbs, n, 0, 0, 0);
    uint32_t *copy = malloc(n * sizeof *copy);
    if (!copy)
        BUG("out of memory");
    memcpy(copy, limbs, n * sizeof *copy);
    limbs_trim(copy, width);
    struct term t = terms_intern(terms, TERM_CONST, sort_bv(terms, width), copy, n, 0, 0, 0);
    free(copy);
    return t;
}

struct term term_float_bits(struct terms *terms, struct sort sort, const uint32_t *limbs)
{
    LAW(sort_kind(terms, sort) == SORT_FLOAT);
    unsigned eb = sort_exponent(terms, sort), sb = sort_significand(terms, sort),
             width = eb + sb;
    uint32_t *copy = malloc(LIMBS(width) * sizeof *copy);
    if (!copy)
        BUG("out of memory");
    limbs_copy(copy, limbs, width);
    limbs_trim(copy, width);
    if (float_is_nan(eb, sb, copy))
        float_set_nan(eb, sb, copy);
    struct term t = terms_intern(terms, TERM_FLOAT, sort, copy, LIMBS(width), 0, 0, 0);
    LAW(term_is_value(terms, t));
    free(copy);
    return t;
}

struct term term_float(struct terms *terms, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return term_float_bits(terms, sort_float(terms, 8, 24), &bits);
}

struct term term_double(struct terms *terms, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return term_float_bits(terms, sort_float(terms, 11, 53),
                           (uint32_t[]){(uint32_t)bits, (uint32_t)(bits >> 32)});
}

struct term term_rounding(struct terms *terms, enum rounding mode)
{
    LAW(mode <= ROUND_ZERO);
    return terms_intern(terms, TERM_ROUNDING, sort_rounding(terms), NULL, 0, 0, mode, 0);
}

struct term term_var(struct terms *terms, struct sort sort, const char *name)
{
    LAW(name && *name);
    uint64_t known;
    if (text_map_get(&terms->variables, name, &known)) {
        struct term t = {(uint32_t)known};
        if (term_sort(terms, t).id != sort.id)
            BUG("variable %s used with two sorts", name);
        return t;
    }
    uint32_t number = terms_name(terms, name);
    struct term t = terms_intern(terms, TERM_VAR, sort, NULL, 0, 0, number, 0);
    text_map_set(&terms->variables, terms->names.data[number], t.id);
    LAW(terms->nodes.count == t.id + 1); /* nobody had it */
    return t;
}

struct term term_fresh(struct terms *terms, struct sort sort, const char *hint)
{
    LAW(hint && *hint);
    char name[256];
    uint64_t known;
    do {
        snprintf(name, sizeof name, "%.200s!%u", hint, terms->fresh++);
    } while (text_map_get(&terms->variables, name, &known));
    return term_var(terms, sort, name);
}

struct term term_default(struct terms *terms, struct sort sort)
{
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        return term_bool(terms, false);
    case SORT_BV:
        return bv_filled(terms, sort_width(terms, sort), 0, 0);
    case SORT_ROUNDING:
        return term_rounding(terms, ROUND_NEAREST_EVEN);
    case SORT_ARRAY:
        return term_array_const(terms, sort, term_default(terms, sort_element(terms, sort)));
    case SORT_FLOAT: {
        uint32_t *zero = calloc(LIMBS(sort_width(terms, sort)), sizeof *zero);
        if (!zero)
            BUG("out of memory");
        struct term t = term_float_bits(terms, sort, zero);
        free(zero);
        return t;
    }
    }
    BUG("no such sort");
}
