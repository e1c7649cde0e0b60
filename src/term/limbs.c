/* Arithmetic on bit-vectors of any width, held in 32-bit limbs: the schoolbook methods, with
 * a 64-bit shortcut for division (where the schoolbook costs one subtraction per bit).
 * Everything that folds or evaluates stands on this. */
#include "term/limbs.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

void limbs_trim(uint32_t *r, unsigned width)
{
    if (width % 32)
        r[width / 32] &= (UINT32_C(1) << (width % 32)) - 1;
}

/* The law of limbs.h. */
static bool trimmed(const uint32_t *a, unsigned width)
{
    return width % 32 == 0 || a[width / 32] >> (width % 32) == 0;
}

void limbs_zero(uint32_t *r, unsigned width)
{
    memset(r, 0, LIMBS(width) * sizeof *r);
}

void limbs_ones(uint32_t *r, unsigned width)
{
    memset(r, 0xff, LIMBS(width) * sizeof *r);
    limbs_trim(r, width);
}

void limbs_copy(uint32_t *r, const uint32_t *a, unsigned width)
{
    memmove(r, a, LIMBS(width) * sizeof *r);
}

void limbs_set_u64(uint32_t *r, unsigned width, uint64_t value)
{
    LAW(width > 0);
    limbs_zero(r, width);
    r[0] = (uint32_t)value;
    if (LIMBS(width) > 1)
        r[1] = (uint32_t)(value >> 32);
    limbs_trim(r, width);
    LAW(trimmed(r, width));
}

void limbs_set_bit(uint32_t *r, unsigned at, bool value)
{
    uint32_t mask = UINT32_C(1) << (at % 32);
    r[at / 32] = value ? r[at / 32] | mask : r[at / 32] & ~mask;
}

bool limbs_is_zero(const uint32_t *a, unsigned width)
{
    LAW(trimmed(a, width));
    for (size_t i = 0; i < LIMBS(width); i++)
        if (a[i])
            return false;
    return true;
}

bool limbs_is_ones(const uint32_t *a, unsigned width)
{
    LAW(trimmed(a, width));
    for (size_t i = 0; i < width / 32; i++)
        if (a[i] != UINT32_MAX)
            return false;
    return width % 32 == 0 || a[width / 32] == (UINT32_C(1) << (width % 32)) - 1;
}

bool limbs_same(const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(trimmed(a, width) && trimmed(b, width));
    return memcmp(a, b, LIMBS(width) * sizeof *a) == 0;
}

int limbs_compare(const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(trimmed(a, width) && trimmed(b, width));
    LAW(width > 0);
    for (size_t i = LIMBS(width); i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int limbs_compare_signed(const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(width > 0);
    bool a_negative = limbs_bit(a, width - 1), b_negative = limbs_bit(b, width - 1);
    if (a_negative != b_negative)
        return a_negative ? -1 : 1;
    return limbs_compare(a, b, width);
}

unsigned limbs_length(const uint32_t *a, unsigned width)
{
    for (size_t i = LIMBS(width); i-- > 0;)
        if (a[i])
            return (unsigned)i * 32 + 32 - (unsigned)__builtin_clz(a[i]);
    return 0;
}

bool limbs_power(const uint32_t *a, unsigned width, unsigned *at)
{
    unsigned ones = 0;
    for (size_t i = 0; i < LIMBS(width); i++)
        ones += (unsigned)__builtin_popcount(a[i]);
    if (ones != 1)
        return false;
    *at = limbs_length(a, width) - 1;
    LAW(*at < width);
    return true;
}

bool limbs_u64(const uint32_t *a, unsigned width, uint64_t *value)
{
    LAW(width > 0);
    if (limbs_length(a, width) > 64)
        return false;
    *value = a[0] | (LIMBS(width) > 1 ? (uint64_t)a[1] << 32 : 0);
    return true;
}

void limbs_not(uint32_t *r, const uint32_t *a, unsigned width)
{
    for (size_t i = 0; i < LIMBS(width); i++)
        r[i] = ~a[i];
    limbs_trim(r, width);
}

void limbs_and(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    for (size_t i = 0; i < LIMBS(width); i++)
        r[i] = a[i] & b[i];
}

void limbs_or(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    for (size_t i = 0; i < LIMBS(width); i++)
        r[i] = a[i] | b[i];
}

void limbs_xor(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    for (size_t i = 0; i < LIMBS(width); i++)
        r[i] = a[i] ^ b[i];
}

void limbs_neg(uint32_t *r, const uint32_t *a, unsigned width)
{
    uint64_t carry = 1;
    for (size_t i = 0; i < LIMBS(width); i++) {
        carry += (uint32_t)~a[i];
        r[i] = (uint32_t)carry;
        carry >>= 32;
    }
    limbs_trim(r, width);
}

bool limbs_add(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(trimmed(a, width) && trimmed(b, width));
    uint64_t carry = 0;
    for (size_t i = 0; i < LIMBS(width); i++) {
        carry += (uint64_t)a[i] + b[i];
        r[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (width % 32)
        carry = limbs_bit(r, width);
    limbs_trim(r, width);
    return carry;
}

bool limbs_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(trimmed(a, width) && trimmed(b, width));
    uint64_t borrow = 0;
    for (size_t i = 0; i < LIMBS(width); i++) {
        uint64_t difference = (uint64_t)a[i] - b[i] - borrow;
        r[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    limbs_trim(r, width);
    return borrow;
}

void limbs_mul(uint32_t *r, const uint32_t *a, const uint32_t *b, unsigned width)
{
    LAW(r != a && r != b);
    size_t n = LIMBS(width);
    limbs_zero(r, width);
    for (size_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; i + j < n; j++) {
            carry += (uint64_t)a[i] * b[j] + r[i + j];
            r[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    limbs_trim(r, width);
}

static void divide_by_bits(uint32_t *quotient, uint32_t *remainder, const uint32_t *a,
                           const uint32_t *b, unsigned width)
{
    limbs_zero(quotient, width);
    limbs_zero(remainder, width + 1);
    for (unsigned i = limbs_length(a, width); i-- > 0;) {
        limbs_shl(remainder, remainder, width + 1, 1);
        limbs_set_bit(remainder, 0, limbs_bit(a, i));
        bool carried = limbs_bit(remainder, width);
        if (!carried && limbs_compare(remainder, b, width) < 0)
            continue;
        limbs_set_bit(remainder, width, false);
        limbs_sub(remainder, remainder, b, width);
        limbs_set_bit(quotient, i, true);
    }
}

void limbs_divide(uint32_t *quotient, uint32_t *remainder, const uint32_t *a,
                  const uint32_t *b, unsigned width)
{
    LAW((!quotient || (quotient != a && quotient != b)) &&
        (!remainder || (remainder != a && remainder != b)));
    LAW(!quotient || quotient != remainder);
    uint64_t x, y;
    if (limbs_is_zero(b, width)) {
        if (quotient)
            limbs_ones(quotient, width);
        if (remainder)
            limbs_copy(remainder, a, width);
        return;
    }
    if (limbs_u64(a, width, &x) && limbs_u64(b, width, &y)) {
        if (quotient)
            limbs_set_u64(quotient, width, x / y);
        if (remainder)
            limbs_set_u64(remainder, width, x % y);
        return;
    }
    size_t n = LIMBS(width + 1);
    uint32_t *scratch = malloc(2 * n * sizeof *scratch);
    if (!scratch)
        BUG("out of memory");
    divide_by_bits(scratch, scratch + n, a, b, width);
    if (quotient)
        limbs_copy(quotient, scratch, width);
    if (remainder)
        limbs_copy(remainder, scratch + n, width);
    free(scratch);
}

void limbs_shl(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount)
{
    if (amount >= width) {
        limbs_zero(r, width);
        return;
    }
    size_t skip = amount / 32, bits = amount % 32;
    for (size_t i = LIMBS(width); i-- > 0;) {
        uint32_t high = i >= skip ? a[i - skip] : 0, low = i > skip ? a[i - skip - 1] : 0;
        r[i] = bits ? high << bits | low >> (32 - bits) : high;
    }
    limbs_trim(r, width);
}

void limbs_lshr(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount)
{
    LAW(trimmed(a, width));
    if (amount >= width) {
        limbs_zero(r, width);
        return;
    }
    size_t skip = amount / 32, bits = amount % 32, n = LIMBS(width);
    for (size_t i = 0; i < n; i++) {
        uint32_t low = i + skip < n ? a[i + skip] : 0,
                 high = i + skip + 1 < n ? a[i + skip + 1] : 0;
        r[i] = bits ? low >> bits | high << (32 - bits) : low;
    }
}

void limbs_ashr(uint32_t *r, const uint32_t *a, unsigned width, unsigned amount)
{
    LAW(width > 0);
    LAW(trimmed(a, width));
    bool negative = limbs_bit(a, width - 1);
    if (amount > width)
        amount = width;
    limbs_lshr(r, a, width, amount);
    if (!negative)
        return;
    for (unsigned i = width - amount; i < width; i++)
        limbs_set_bit(r, i, true);
}

unsigned limbs_amount(const uint32_t *a, unsigned width)
{
    LAW(width > 0);
    uint64_t amount;
    return limbs_u64(a, width, &amount) && amount < width ? (unsigned)amount : width;
}

void limbs_extract(uint32_t *r, const uint32_t *a, unsigned high, unsigned low)
{
    LAW(r != a);
    LAW(low <= high);
    unsigned width = high - low + 1;
    size_t skip = low / 32, bits = low % 32, last = high / 32;
    for (size_t i = 0; i < LIMBS(width); i++) {
        uint32_t next = i + skip + 1 <= last ? a[i + skip + 1] : 0;
        r[i] = bits ? a[i + skip] >> bits | next << (32 - bits) : a[i + skip];
    }
    limbs_trim(r, width);
    LAW(trimmed(r, width));
}

void limbs_insert(uint32_t *r, unsigned at, const uint32_t *a, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        limbs_set_bit(r, at + i, limbs_bit(a, i));
}

void limbs_zext(uint32_t *r, unsigned to, const uint32_t *a, unsigned from)
{
    LAW(trimmed(a, from));
    LAW(to >= from);
    limbs_copy(r, a, from);
    for (size_t i = LIMBS(from); i < LIMBS(to); i++)
        r[i] = 0;
}

void limbs_sext(uint32_t *r, unsigned to, const uint32_t *a, unsigned from)
{
    LAW(from > 0);
    LAW(trimmed(a, from));
    LAW(to >= from);
    bool negative = limbs_bit(a, from - 1);
    limbs_zext(r, to, a, from);
    if (!negative)
        return;
    for (size_t i = LIMBS(from); i < LIMBS(to); i++)
        r[i] = UINT32_MAX;
    if (from % 32)
        r[from / 32] |= UINT32_MAX << (from % 32);
    limbs_trim(r, to);
    LAW(trimmed(r, to));
}
