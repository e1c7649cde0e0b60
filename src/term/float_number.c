#include "term/float_number.h"

struct term float_number_term(struct terms *ts, struct term x, bool minus)
{
    unsigned w = term_width(ts, x), wide = w + 2;
    struct term bits = term_1(ts, TERM_FP_TO_BITS, x);
    struct term size = term_zext(ts, term_extract(ts, bits, w - 2, 0), wide);
    struct term negative =
        term_eq(ts, term_extract(ts, bits, w - 1, w - 1), term_bv(ts, 1, minus ? 0 : 1));
    struct term value = term_ite(ts, negative, term_1(ts, TERM_BV_NEG, size), size);
    struct term least =
        term_2(ts, TERM_BV_SHL, term_bv_signed(ts, wide, -1), term_bv(ts, wide, w));
    return term_ite(ts, term_1(ts, TERM_FP_IS_NAN, x), least, value);
}
