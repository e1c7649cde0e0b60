/* Floats taken apart: fields, classes, leading zeros of subnormal numbers, the rounding mode.
 */
#include "blast/float/float_internal.h"

unsigned float_level(unsigned amount)
{
    return 31 - (unsigned)__builtin_clz(amount);
}

int64_t float_bias(struct float_format f)
{
    return ((int64_t)1 << (f.exponent - 1)) - 1;
}

struct bits float_number(struct circuit *c, unsigned width, int64_t value)
{
    struct bits number = bits_new(c, width);
    for (unsigned i = 0; i < width; i++)
        number.at[i] = literal_of_bool(value >> (i < 63 ? i : 63) & 1);
    return number;
}

struct bits float_top(struct circuit *c, struct bits a, unsigned width)
{
    return bits_extract(c, a, a.width - 1, a.width - width);
}

struct float_view float_look(struct circuit *c, struct float_format f, struct bits a)
{
    unsigned fraction_width = f.significand - 1;
    struct bits field = bits_extract(c, a, a.width - 2, fraction_width);
    struct bits fraction = bits_extract(c, a, fraction_width - 1, 0);
    literal top = bits_all(c, field), normal = bits_any(c, field),
            rest = bits_any(c, fraction);
    struct float_view view = {.nan = aig_and(c->aig, top, rest),
                              .infinite = aig_and(c->aig, top, literal_not(rest)),
                              .zero = aig_and(c->aig, literal_not(normal), literal_not(rest)),
                              .sign = bits_sign(a),
                              .magnitude = bits_extract(c, a, a.width - 2, 0),
                              .exponent = bits_new(c, f.exponent),
                              .significand = bits_concat(c, bits_of(c, normal), fraction)};
    for (unsigned i = 0; i < f.exponent; i++)
        view.exponent.at[i] = field.at[i];
    view.exponent.at[0] = aig_or(c->aig, field.at[0], literal_not(normal));
    return view;
}

struct bits float_shift_zeros(struct circuit *c, struct bits word, unsigned level,
                              struct bits *count)
{
    *count = bits_new(c, level + 1);
    for (unsigned k = level + 1; k-- > 0;) {
        unsigned shift = 1u << k;
        if (shift >= word.width)
            continue;
        literal zeros = bits_is_zero(c, float_top(c, word, shift));
        word = bits_ite(c, zeros, bits_shl_by(c, word, shift), word);
        count->at[k] = zeros;
    }
    return word;
}

struct float_normal float_normalise(struct circuit *c, struct float_view view,
                                    unsigned exponent_width)
{
    struct bits count, exponent = bits_zext(c, view.exponent, exponent_width);
    struct float_normal normal;
    normal.significand = float_shift_zeros(c, view.significand,
                                           float_level(view.significand.width - 1), &count);
    normal.exponent = bits_sub(c, exponent, bits_zext(c, count, exponent_width));
    return normal;
}

struct float_mode float_mode(struct circuit *c, struct bits mode)
{
    literal b0 = mode.at[0], b1 = mode.at[1], b2 = mode.at[2];
    literal low = aig_and(c->aig, literal_not(b0), literal_not(b1));
    return (struct float_mode){.even = aig_and(c->aig, low, literal_not(b2)),
                               .away = aig_and(c->aig, b0, literal_not(b1)),
                               .up = aig_and(c->aig, b1, literal_not(b0)),
                               .down = aig_and(c->aig, b1, b0)};
}
