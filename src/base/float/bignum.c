/* Natural numbers on the stack: schoolbook arithmetic on 32-bit limbs.
 *
 * Division and square root produce one bit per step, except when everything fits 128 bits,
 * which is the case for all arithmetic on half, float and double. */
#include "base/float/bignum.h"
#include "base/failure.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* The invariant of bignum.h. */
static bool holds(const struct bignum *n)
{
    return n->count <= BIGNUM_LIMBS && (!n->count || n->limb[n->count - 1]);
}

static void trim(struct bignum *n)
{
    while (n->count && !n->limb[n->count - 1])
        n->count--;
}

static void set_wide(struct bignum *n, wide value)
{
    n->count = 4;
    for (unsigned i = 0; i < 4; i++)
        n->limb[i] = (uint32_t)(value >> (32 * i));
    trim(n);
}

static wide get_wide(const struct bignum *n)
{
    wide value = 0;
    for (unsigned i = n->count; i-- > 0;)
        value = value << 32 | n->limb[i];
    return value;
}

void bignum_set(struct bignum *n, uint64_t value)
{
    set_wide(n, value);
}

void bignum_set_limbs(struct bignum *n, const uint32_t *limbs, unsigned width)
{
    unsigned count = (width + 31) / 32;
    CHECK_LAW(count <= BIGNUM_LIMBS);
    memcpy(n->limb, limbs, count * sizeof *limbs);
    if (width % 32)
        n->limb[count - 1] &= (1u << width % 32) - 1;
    n->count = count;
    trim(n);
    LAW(bignum_length(n) <= width);
}

void bignum_copy(struct bignum *n, const struct bignum *from)
{
    if (n == from)
        return;
    n->count = from->count;
    memcpy(n->limb, from->limb, from->count * sizeof *from->limb);
    LAW(holds(n));
}

unsigned bignum_length(const struct bignum *n)
{
    return n->count ? 32 * n->count - (unsigned)__builtin_clz(n->limb[n->count - 1]) : 0;
}

bool bignum_bit(const struct bignum *n, unsigned index)
{
    return index / 32 < n->count && (n->limb[index / 32] >> index % 32 & 1);
}

bool bignum_any_below(const struct bignum *n, unsigned index)
{
    for (unsigned i = 0; i < n->count && i < index / 32; i++)
        if (n->limb[i])
            return true;
    return index / 32 < n->count && (n->limb[index / 32] & ((1u << index % 32) - 1));
}

int bignum_compare(const struct bignum *a, const struct bignum *b)
{
    LAW(holds(a) && holds(b));
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (unsigned i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

void bignum_add(struct bignum *sum, const struct bignum *a, const struct bignum *b)
{
    if (a->count < b->count) {
        const struct bignum *swap = a;
        a = b;
        b = swap;
    }
    uint64_t carry = 0;
    unsigned count = a->count, common = b->count;
    for (unsigned i = 0; i < count; i++) {
        carry += (uint64_t)a->limb[i] + (i < common ? b->limb[i] : 0);
        sum->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum->count = count;
    if (carry) {
        CHECK_LAW(count < BIGNUM_LIMBS);
        sum->limb[sum->count++] = (uint32_t)carry;
        LAW(holds(sum));
    }
}

void bignum_subtract(struct bignum *difference, const struct bignum *a,
                     const struct bignum *b)
{
    uint64_t borrow = 0;
    unsigned count = a->count, common = b->count;
    CHECK_LAW(common <= count);
    for (unsigned i = 0; i < count; i++) {
        uint64_t step = (uint64_t)a->limb[i] - (i < common ? b->limb[i] : 0) - borrow;
        difference->limb[i] = (uint32_t)step;
        borrow = step >> 63;
    }
    CHECK_LAW(!borrow);
    difference->count = count;
    trim(difference);
    LAW(holds(difference));
}

void bignum_multiply(struct bignum *product, const struct bignum *a, const struct bignum *b)
{
    struct bignum result;
    CHECK_LAW(a->count + b->count <= BIGNUM_LIMBS);
    result.count = a->count + b->count;
    memset(result.limb, 0, result.count * sizeof *result.limb);
    for (unsigned i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < b->count; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + result.limb[i + j];
            result.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        result.limb[i + b->count] = (uint32_t)carry;
    }
    trim(&result);
    bignum_copy(product, &result);
    LAW(holds(product));
}

void bignum_shift_left(struct bignum *result, const struct bignum *n, unsigned amount)
{
    unsigned limbs = amount / 32, bits = amount % 32, count = n->count;
    if (!count) {
        result->count = 0;
        return;
    }
    CHECK_LAW(bignum_length(n) + amount <= 32 * BIGNUM_LIMBS);
    uint32_t top = bits ? n->limb[count - 1] >> (32 - bits) : 0;
    for (unsigned i = count; i-- > 0;) {
        uint32_t below = bits && i ? n->limb[i - 1] >> (32 - bits) : 0;
        result->limb[i + limbs] = n->limb[i] << bits | below;
    }
    memset(result->limb, 0, limbs * sizeof *result->limb);
    result->count = count + limbs;
    if (top)
        result->limb[result->count++] = top;
    LAW(holds(result));
}

void bignum_shift_right(struct bignum *result, const struct bignum *n, unsigned amount)
{
    unsigned limbs = amount / 32, bits = amount % 32, count = n->count;
    if (limbs >= count) {
        result->count = 0;
        return;
    }
    for (unsigned i = limbs; i < count; i++) {
        uint32_t above = bits && i + 1 < count ? n->limb[i + 1] << (32 - bits) : 0;
        result->limb[i - limbs] = n->limb[i] >> bits | above;
    }
    result->count = count - limbs;
    trim(result);
    LAW(holds(result));
}

void bignum_increment(struct bignum *n)
{
    struct bignum one;
    bignum_set(&one, 1);
    bignum_add(n, n, &one);
}

void bignum_set_bit(struct bignum *n, unsigned index)
{
    CHECK_LAW(index / 32 < BIGNUM_LIMBS);
    while (n->count <= index / 32)
        n->limb[n->count++] = 0;
    n->limb[index / 32] |= 1u << index % 32;
    trim(n);
    LAW(holds(n));
}

void bignum_clear_bit(struct bignum *n, unsigned index)
{
    LAW(holds(n));
    if (index / 32 >= n->count)
        return;
    n->limb[index / 32] &= ~(1u << index % 32);
    trim(n);
}

static void divide_bitwise(struct bignum *quotient, struct bignum *rest,
                           const struct bignum *dividend, const struct bignum *divisor)
{
    bignum_set(quotient, 0);
    bignum_set(rest, 0);
    for (unsigned i = bignum_length(dividend); i-- > 0;) {
        bignum_shift_left(rest, rest, 1);
        if (bignum_bit(dividend, i))
            bignum_set_bit(rest, 0);
        if (bignum_compare(rest, divisor) < 0)
            continue;
        bignum_subtract(rest, rest, divisor);
        bignum_set_bit(quotient, i);
    }
}

void bignum_divide(struct bignum *quotient, struct bignum *rest,
                   const struct bignum *dividend, const struct bignum *divisor)
{
    struct bignum q, r;
    CHECK_LAW(divisor->count);
    if (dividend->count <= 4 && divisor->count <= 4) {
        wide a = get_wide(dividend), b = get_wide(divisor);
        set_wide(&q, a / b);
        set_wide(&r, a % b);
    } else {
        divide_bitwise(&q, &r, dividend, divisor);
    }
    if (quotient)
        bignum_copy(quotient, &q);
    bignum_copy(rest, &r);
    LAW(bignum_compare(&r, divisor) < 0);
}

static wide root_wide(wide square, wide *rest)
{
    wide root = 0;
    for (int i = 126; i >= 0; i -= 2) {
        wide trial = root | (wide)1 << i;
        root >>= 1;
        if (square < trial)
            continue;
        square -= trial;
        root |= (wide)1 << i;
    }
    *rest = square;
    return root;
}

bool bignum_root(struct bignum *root, const struct bignum *square)
{
    if (square->count <= 4) {
        wide rest;
        set_wide(root, root_wide(get_wide(square), &rest));
        return rest == 0;
    }
    struct bignum found, trial, product;
    bignum_set(&found, 0);
    int order = 1;
    for (unsigned i = (bignum_length(square) + 1) / 2; i-- > 0;) {
        bignum_copy(&trial, &found);
        bignum_set_bit(&trial, i);
        bignum_multiply(&product, &trial, &trial);
        int compared = bignum_compare(&product, square);
        if (compared > 0)
            continue;
        bignum_copy(&found, &trial);
        order = compared;
    }
    bignum_copy(root, &found);
    LAW(holds(root));
    return order == 0;
}
