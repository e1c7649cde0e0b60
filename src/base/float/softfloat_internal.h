/* Floats taken apart, for the files softfloat_*.c only: a class, a sign, and (-1)^negative *
 * magnitude * 2^exponent. */
#ifndef BASE_FLOAT_SOFTFLOAT_INTERNAL_H
#define BASE_FLOAT_SOFTFLOAT_INTERNAL_H
#include "base/float/bignum.h"
#include "base/float/softfloat.h"

enum float_class {
    FLOAT_CLASS_ZERO,
    FLOAT_CLASS_FINITE,
    FLOAT_CLASS_INFINITE,
    FLOAT_CLASS_NAN
};

/* magnitude and exponent mean something for FLOAT_CLASS_FINITE only; then magnitude is not
 * zero. */
struct float_parts {
    enum float_class class;
    bool negative;
    int64_t exponent;
    struct bignum magnitude;
};

static inline bool float_parts_hold(const struct float_parts *p)
{
    return p->class != FLOAT_CLASS_FINITE || p->magnitude.count;
}

void softfloat_unpack(struct float_format, const uint32_t *bits, struct float_parts *);
/* The bits of the value, rounded to the format; a finite magnitude may have any length that
 * fits. */
void softfloat_pack(struct float_format, enum rounding, const struct float_parts *,
                    uint32_t *out);

/* magnitude / 2^drop rounded to an integer, in place; the number's sign matters for the
 * directed modes. */
void softfloat_round_magnitude(enum rounding, bool negative, struct bignum *magnitude,
                               unsigned drop);
/* Shifts a finite value right until at most `keep` bits remain, an inexact tail being kept as
 * one lowest bit set: with two bits more than the precision, rounding is not changed. */
void softfloat_compress(struct float_parts *, unsigned keep);

/* of the leading bit of the smallest normal number */
int64_t softfloat_exponent_minimum(struct float_format);

#endif
