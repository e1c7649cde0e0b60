/* Random float operations and arguments, shared by the tests of evaluation, folding and circuits. Header
 * only: each test is one program. */
#ifndef TESTS_FLOAT_CASES_H
#define TESTS_FLOAT_CASES_H
#include "term/float_apply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_LIMBS = 12 };

struct float_case {
    struct float_operation operation;
    uint32_t values[3][CASE_LIMBS];
};

static uint64_t case_seed = 88172645463325252ull;

static inline uint64_t case_random(void)
{
    case_seed ^= case_seed << 13;
    case_seed ^= case_seed >> 7;
    case_seed ^= case_seed << 17;
    return case_seed * 0x2545f4914f6cdd1dull;
}

static inline unsigned case_below(unsigned n)
{
    return (unsigned)((case_random() >> 32) % n);
}

static inline void case_put(uint32_t *bits, unsigned at, bool value)
{
    bits[at / 32] = (bits[at / 32] & ~(1u << at % 32)) | (uint32_t)value << at % 32;
}

/* A float of the format: any class, exponents often near each other or near the ends, fractions often near a
 * power. */
static inline void case_float(struct float_format f, uint32_t *bits)
{
    unsigned width = softfloat_width(f), fraction = f.significand - 1, kind = case_below(8);
    memset(bits, 0, softfloat_limbs(f) * sizeof *bits);
    for (unsigned i = 0; i < fraction; i++) {
        bool ends = kind == 4 ? i + 3 > fraction : kind == 5 && i < 2;
        case_put(bits, i, kind < 3 ? case_below(2) : kind == 3 || ends);
    }
    if (kind > 5) case_put(bits, case_below(fraction), true);
    unsigned mask = (1u << f.exponent) - 1, middle = mask / 2, exponent;
    switch (case_below(8)) {
    case 0:
        exponent = (unsigned)case_random() & mask;
        break;
    case 1:
        exponent = 0;
        break;
    case 2:
        exponent = mask - case_below(3);
        break;
    case 3:
        exponent = 1 + case_below(2);
        break;
    case 4:
        exponent = (middle + case_below(2 * f.significand)) & mask;
        break;
    default:
        exponent = (middle - 4 + case_below(9)) & mask;
        break;
    }
    for (unsigned i = 0; i < f.exponent; i++)
        case_put(bits, fraction + i, exponent >> i & 1);
    case_put(bits, width - 1, case_below(2));
}

static inline void case_integer(unsigned width, uint32_t *bits)
{
    unsigned kind = case_below(5), from = case_below(width + 1), to = case_below(width + 1);
    memset(bits, 0, (width + 31) / 32 * sizeof *bits);
    for (unsigned i = 0; i < width; i++) {
        bool inside = i >= from && i < to;
        case_put(bits, i,
                 kind == 0   ? inside
                 : kind == 1 ? !inside
                 : kind == 2 ? i >= from && case_below(2)
                             : case_below(2));
    }
}

static inline bool case_takes_integer(enum term_op op)
{
    return op == TERM_FP_FROM_SBV || op == TERM_FP_FROM_UBV;
}

/* Arguments for the operation that c names. */
static inline void case_arguments(struct float_case *c)
{
    const struct float_operation *o = &c->operation;
    for (unsigned i = 0; i < 3; i++) {
        if (case_takes_integer(o->op))
            case_integer(o->width, c->values[i]);
        else
            case_float(o->format, c->values[i]);
    }
    /* equal or opposite arguments are the corner of subtraction and comparison */
    if (case_below(16) == 0) {
        memcpy(c->values[1], c->values[0], sizeof c->values[0]);
        case_put(c->values[1], softfloat_width(o->format) - 1, case_below(2));
        if (!case_takes_integer(o->op) && case_below(2)) case_put(c->values[1], 0, case_below(2));
    }
}

static inline void case_apply(const struct float_case *c, uint32_t *out)
{
    const uint32_t *arguments[3] = {c->values[0], c->values[1], c->values[2]};
    memset(out, 0, CASE_LIMBS * sizeof *out);
    float_apply(&c->operation, arguments, out);
}

static inline void case_print_limbs(const uint32_t *bits, unsigned width)
{
    for (unsigned i = (width + 31) / 32; i-- > 0;)
        fprintf(stderr, "%08x", bits[i]);
}

static inline void case_print(const struct float_case *c)
{
    static const char *names[] = {
#define OP(name, smt, arity, parameters) #name,
#include "term/op.def"
#undef OP
    };
    const struct float_operation *o = &c->operation;
    fprintf(stderr, "%s mode %d format %u/%u to %u/%u width %u:", names[o->op], (int)o->mode,
            o->format.exponent, o->format.significand, o->to.exponent, o->to.significand, o->width);
    for (unsigned i = 0; i < float_op_arguments(o->op); i++) {
        fprintf(stderr, " ");
        case_print_limbs(c->values[i], case_takes_integer(o->op) ? o->width : softfloat_width(o->format));
    }
}

#endif
