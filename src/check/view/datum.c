/* Values: bits, floats and pointers, and the ways between them. */
#include "check/view/view_internal.h"

struct datum datum_bits(struct term t)
{
    LAW(term_is(t));
    return (struct datum){.kind = DATUM_BITS, .a = t};
}

struct datum datum_pointer(struct term object, struct term offset)
{
    LAW(term_is(object) && term_is(offset));
    return (struct datum){DATUM_POINTER, object, offset};
}

static struct datum of_float(struct term t)
{
    return (struct datum){.kind = DATUM_FLOAT, .a = t};
}

struct sort view_float_sort(struct view *v, uint32_t width)
{
    static const struct {
        uint32_t width, exponent, significand;
    } formats[] = {{16, 5, 11}, {32, 8, 24}, {64, 11, 53}, {80, 15, 64}, {128, 15, 113}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].width == width)
            return sort_float(v->terms, formats[i].exponent, formats[i].significand);
    BUG("a float of %u bits", width);
}

/* An address from outside; 0 is null. */
static struct datum any_pointer(struct view *v, const char *hint)
{
    struct terms *ts = v->terms;
    struct term address = term_fresh(ts, sort_bv(ts, v->width), hint);
    struct term null = term_eq(ts, address, view_word(v, 0));
    struct term none = term_bv(ts, VIEW_OBJECT_BITS, 0),
                wild = term_bv(ts, VIEW_OBJECT_BITS, VIEW_WILD_OBJECT);
    return datum_pointer(term_ite(ts, null, none, wild), address);
}

struct datum datum_fresh(struct view *v, struct type type, const char *hint)
{
    switch ((enum type_kind)type.kind) {
    case TYPE_INT:
        return datum_bits(term_fresh(v->terms, sort_bv(v->terms, type.width), hint));
    case TYPE_FLOAT:
        return of_float(term_fresh(v->terms, view_float_sort(v, type.width), hint));
    case TYPE_POINTER:
        return any_pointer(v, hint);
    case TYPE_VOID:
        break;
    }
    BUG("a value of type void");
}

/* --- floats in memory --- */

/* A NaN has some sign and some payload; it is quiet. */
static struct term bits_of_nan(struct terms *ts, unsigned exponent, unsigned fraction)
{
    struct term sign = term_fresh(ts, sort_bv(ts, 1), "sign");
    struct term payload = term_fresh(ts, sort_bv(ts, fraction - 1), "payload");
    struct term ones =
        term_bv_signed(ts, exponent + 1, -1); /* and the first bit of the fraction */
    return term_concat(ts, sign, term_concat(ts, ones, payload));
}

static struct term bits_of_float(struct view *v, struct term f)
{
    struct terms *ts = v->terms;
    struct sort s = term_sort(ts, f);
    unsigned exponent = sort_exponent(ts, s), fraction = sort_significand(ts, s) - 1;
    struct term bits = term_1(ts, TERM_FP_TO_BITS, f), nan = term_1(ts, TERM_FP_IS_NAN, f);
    if (!term_is_false(ts, nan))
        bits = term_ite(ts, nan, bits_of_nan(ts, exponent, fraction), bits);
    if (exponent != 15 || fraction != 63)
        return bits;
    /* 80 bits: the leading bit of the significand is stored, 0 only of what has exponent 0 */
    struct term high = term_extract(ts, bits, 78, 63), low = term_extract(ts, bits, 62, 0);
    struct term small = term_eq(ts, term_extract(ts, bits, 77, 63), term_bv(ts, 15, 0));
    struct term leading = term_ite(ts, small, term_bv(ts, 1, 0), term_bv(ts, 1, 1));
    return term_concat(ts, high, term_concat(ts, leading, low));
}

static struct term float_of_bits(struct view *v, struct term bits, uint32_t width)
{
    struct terms *ts = v->terms;
    struct sort s = view_float_sort(v, width);
    unsigned format[2] = {sort_exponent(ts, s), sort_significand(ts, s)};
    if (width == 80)
        bits = term_concat(ts, term_extract(ts, bits, 79, 64), term_extract(ts, bits, 62, 0));
    return term_make(ts, TERM_FP_FROM_BITS, &bits, 1, format);
}

/* --- conversions --- */

struct term datum_to_bits(struct view *v, struct datum d, uint32_t width)
{
    switch (d.kind) {
    case DATUM_BITS:
        return d.a;
    case DATUM_FLOAT:
        return term_is(d.b) ? d.b : bits_of_float(v, d.a);
    case DATUM_POINTER:
        return term_resize(v->terms, view_address(v, d), width);
    case DATUM_NONE:
        break;
    }
    BUG("bits of no value");
}

struct datum datum_from_bits(struct view *v, struct term bits, struct type type)
{
    bits = term_resize(v->terms, bits, type.width); /* of whole bytes, perhaps */
    switch ((enum type_kind)type.kind) {
    case TYPE_INT:
        return datum_bits(bits);
    case TYPE_FLOAT:
        return of_float(float_of_bits(v, bits, type.width));
    case TYPE_POINTER:
        return view_pointer(v, bits);
    case TYPE_VOID:
        break;
    }
    BUG("a value of type void");
}

struct datum datum_of_type(struct view *v, struct datum d, struct type type)
{
    bool fits = false;
    if (d.kind == DATUM_POINTER)
        fits = type.kind == TYPE_POINTER;
    if (d.kind == DATUM_BITS)
        fits = type.kind == TYPE_INT && term_width(v->terms, d.a) == type.width;
    if (d.kind == DATUM_FLOAT && type.kind == TYPE_FLOAT)
        fits = term_sort(v->terms, d.a).id == view_float_sort(v, type.width).id;
    if (fits && d.kind == DATUM_FLOAT)
        return of_float(d.a); /* its bits are those of the memory */
    if (fits)
        return d;
    return datum_from_bits(v, datum_to_bits(v, d, v->width), type);
}

/* Two kinds in the same bytes: what is no pointer is seen as one if it is as wide, so that
 * the objects of the other stay known. */
static void same_kind(struct view *v, struct datum *x, struct datum *y)
{
    bool words = (x->kind != DATUM_BITS || term_width(v->terms, x->a) == v->width) &&
                 (y->kind != DATUM_BITS || term_width(v->terms, y->a) == v->width);
    if (x->kind == DATUM_POINTER && y->kind == DATUM_BITS && words) {
        *y = view_pointer(v, y->a);
    } else if (y->kind == DATUM_POINTER && x->kind == DATUM_BITS && words) {
        *x = view_pointer(v, x->a);
    } else {
        *x = datum_bits(datum_to_bits(v, *x, v->width));
        *y = datum_bits(datum_to_bits(v, *y, v->width));
    }
}

struct datum datum_ite(struct view *v, struct term c, struct datum x, struct datum y)
{
    if (x.kind == DATUM_NONE)
        return y;
    if (y.kind == DATUM_NONE || datum_same(x, y))
        return x;
    if (x.kind != y.kind)
        same_kind(v, &x, &y);
    struct datum z = {.kind = x.kind, .a = term_ite(v->terms, c, x.a, y.a)};
    if (z.kind == DATUM_POINTER || (term_is(x.b) && term_is(y.b)))
        z.b = term_ite(v->terms, c, x.b, y.b);
    return z;
}
