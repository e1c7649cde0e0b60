/* printf of floats, exactly: the number is written out as a decimal of base-10^9 limbs around
 * the decimal point, rounded there to nearest even at the asked position, and printed digit
 * by digit. long double is x87's 80 bits in both data models. */
#include "stdio_internal.h"

#define LIMB 1000000000u
#define POINT 560 /* limbs before it hold the integer part: 2^16384 has 4933 digits */
#define LIMBS 2400

struct decimal {
    /* limbs [first, last) are set, the most significant first; the others are zero */
    int first, last;
    uint32_t limb[LIMBS];
};

void __sooth_unsupported_printf_of_hexadecimal_floats(void);

static void multiply(struct decimal *d, int bits) /* by 2^bits, bits <= 29 */
{
    uint64_t carry = 0;
    for (int i = d->last - 1; i >= d->first; i--) {
        uint64_t t = ((uint64_t)d->limb[i] << bits) + carry;
        d->limb[i] = (uint32_t)(t % LIMB);
        carry = t / LIMB;
    }
    if (carry)
        d->limb[--d->first] = (uint32_t)carry;
}

static void divide(struct decimal *d, int bits) /* by 2^bits, bits <= 9: 10^9 is a multiple */
{
    uint32_t carry = 0;
    for (int i = d->first; i < d->last; i++) {
        uint32_t rest = d->limb[i] & ((1u << bits) - 1);
        d->limb[i] = (d->limb[i] >> bits) + carry;
        carry = (LIMB >> bits) * rest;
    }
    if (carry)
        d->limb[d->last++] = carry;
    while (d->first < d->last && d->first < POINT && !d->limb[d->first])
        d->first++;
}

static void decimal_set(struct decimal *d, uint64_t mantissa, int exponent)
{
    d->first = d->last = POINT;
    for (; mantissa; mantissa /= LIMB)
        d->limb[--d->first] = (uint32_t)(mantissa % LIMB);
    for (int left = exponent; left > 0; left -= 29)
        multiply(d, left < 29 ? left : 29);
    for (int left = -exponent; left > 0; left -= 9)
        divide(d, left < 9 ? left : 9);
}

static const uint32_t powers[] = {1,      10,      100,      1000,     10000,
                                  100000, 1000000, 10000000, 100000000};

/* Decimal position p (the digit that counts 10^p): its limb, and where in the limb. */
static int limb_of(int p)
{
    return p >= 0 ? POINT - 1 - p / 9 : POINT + (-p - 1) / 9;
}
static int place_of(int p)
{
    return p >= 0 ? p % 9 : 8 - (-p - 1) % 9;
}

static int digit_at(const struct decimal *d, int p)
{
    int i = limb_of(p);
    if (i < d->first || i >= d->last)
        return 0;
    return (int)(d->limb[i] / powers[place_of(p)] % 10);
}

/* of the first digit that is not zero; 0 for zero */
static int top_position(const struct decimal *d)
{
    for (int i = d->first; i < d->last; i++) {
        if (!d->limb[i])
            continue;
        int p = (POINT - 1 - i) * 9 + 8;
        while (!digit_at(d, p))
            p--;
        return p;
    }
    return 0;
}

static int rest_is_zero(const struct decimal *d, int p) /* all digits below position p */
{
    int i = limb_of(p);
    if (i >= d->last)
        return 1;
    if (i >= d->first && d->limb[i] % powers[place_of(p)])
        return 0;
    for (int k = i + 1 > d->first ? i + 1 : d->first; k < d->last; k++)
        if (d->limb[k])
            return 0;
    return 1;
}

/* Rounds at position p to nearest even; digits below p are not to be looked at any more. */
static void round_at(struct decimal *d, int p)
{
    int next = digit_at(d, p - 1);
    if (next < 5 || (next == 5 && rest_is_zero(d, p - 1) && digit_at(d, p) % 2 == 0))
        return;
    int i = limb_of(p);
    if (i >= d->last)
        return;
    while (d->first > i)
        d->limb[--d->first] = 0;
    uint32_t add = powers[place_of(p)];
    for (;; i--, add = 1) {
        if (i < d->first)
            d->limb[--d->first] = 0;
        d->limb[i] += add;
        if (d->limb[i] < LIMB)
            return;
        d->limb[i] -= LIMB;
    }
}

static void pad(struct sink *s, char c, long n)
{
    for (; n > 0; n--)
        __sooth_sink_put(s, c);
}

struct shape {
    int top, bottom; /* positions of the first and the last digit */
    int point;       /* position before which the point stands */
    int has_point;
    int exponent, has_exponent;
};

static void put_digits(struct sink *s, const struct conversion *c, const struct decimal *d,
                       const struct shape *f, char sign)
{
    char tail[8];
    int tail_length = 0;
    if (f->has_exponent) {
        int e = f->exponent < 0 ? -f->exponent : f->exponent;
        char digits[6];
        int n = 0;
        for (; e || n < 2; e /= 10)
            digits[n++] = (char)('0' + e % 10);
        tail[tail_length++] = c->upper ? 'E' : 'e';
        tail[tail_length++] = f->exponent < 0 ? '-' : '+';
        while (n)
            tail[tail_length++] = digits[--n];
    }
    long missing =
        (long)c->width - (f->top - f->bottom + 1) - f->has_point - tail_length - (sign != 0);
    if (!c->left && !c->zero)
        pad(s, ' ', missing);
    if (sign)
        __sooth_sink_put(s, sign);
    if (!c->left && c->zero)
        pad(s, '0', missing);
    for (int p = f->top; p >= f->bottom; p--) {
        __sooth_sink_put(s, (char)('0' + digit_at(d, p)));
        if (p == f->point && f->has_point)
            __sooth_sink_put(s, '.');
    }
    for (int i = 0; i < tail_length; i++)
        __sooth_sink_put(s, tail[i]);
    if (c->left)
        pad(s, ' ', missing);
}

static void shape_fixed(struct decimal *d, struct shape *f, int precision)
{
    round_at(d, -precision);
    f->top = top_position(d);
    if (f->top < 0)
        f->top = 0;
    f->bottom = -precision;
    f->point = 0;
}

static void shape_exponent(struct decimal *d, struct shape *f, int precision)
{
    int before = top_position(d);
    round_at(d, before - precision);
    f->top = f->point = f->exponent = top_position(d);
    f->bottom = f->top - precision;
    f->has_exponent = 1;
}

static void shape_general(struct decimal *d, struct shape *f, int precision, int alternate)
{
    struct shape e = {0};
    if (precision == 0)
        precision = 1;
    shape_exponent(d, &e,
                   precision - 1); /* rounding again at the same place changes nothing */
    if (e.exponent < precision && e.exponent >= -4) {
        f->top = e.top < 0 ? 0 : e.top;
        f->bottom = e.exponent - precision + 1;
        f->point = 0;
    } else {
        *f = e;
    }
    while (!alternate && f->bottom < f->point && !digit_at(d, f->bottom))
        f->bottom++;
}

void __sooth_put_float(struct sink *s, const struct conversion *given, long double x,
                       char kind)
{
    struct conversion c = *given;
    uint64_t mantissa;
    uint16_t head;
    __builtin_memcpy(&mantissa, &x, 8);
    __builtin_memcpy(&head, (const char *)&x + 8, 2);
    char sign = head >> 15 ? '-' : c.plus ? '+' : c.space ? ' ' : 0;
    int exponent = head & 0x7fff;
    if (exponent == 0x7fff) {
        int infinite = mantissa << 1 == 0;
        const char *text = infinite ? (c.upper ? "INF" : "inf") : c.upper ? "NAN" : "nan";
        c.zero = 0;
        __sooth_put_padded(s, &c, &sign, sign != 0, text, 3, 0);
        return;
    }
    if (kind == 'a')
        __sooth_unsupported_printf_of_hexadecimal_floats();
    struct decimal d;
    struct shape f = {0};
    int precision = c.precision < 0 ? 6 : c.precision;
    decimal_set(&d, mantissa, (exponent ? exponent : 1) - 16383 - 63);
    if (kind == 'f')
        shape_fixed(&d, &f, precision);
    else if (kind == 'e')
        shape_exponent(&d, &f, precision);
    else
        shape_general(&d, &f, precision, c.alternate);
    f.has_point = f.bottom < f.point || c.alternate;
    put_digits(s, &c, &d, &f, sign);
}
