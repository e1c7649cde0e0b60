/* Symbolic values: bits, floats and pointers, and the ways between them. */
#include "memory/memory_internal.h"

#include "base/failure.h"

#include <stdio.h>

struct sym sym_bits(struct term t)
{
    LAW(term_is(t));
    return (struct sym){.kind = SYM_BITS, .a = t};
}

struct sym sym_pointer(struct term object, struct term offset)
{
    LAW(term_is(object));
    LAW(term_is(offset));
    return (struct sym){SYM_POINTER, object, offset};
}

struct sym sym_object(struct memory *m, uint32_t object, int64_t offset)
{
    LAW(object == 0 || has_object(m, object));
    return sym_pointer(term_bv(m->terms, OBJECT_BITS, object),
                       term_bv_signed(m->terms, m->width, offset));
}

struct sym sym_null(struct memory *m)
{
    return sym_object(m, 0, 0);
}

struct sort memory_float_sort(struct memory *m, uint32_t width)
{
    switch (width) {
    case 16:
        return sort_float(m->terms, 5, 11);
    case 32:
        return sort_float(m->terms, 8, 24);
    case 64:
        return sort_float(m->terms, 11, 53);
    case 80:
        return sort_float(m->terms, 15, 64);
    case 128:
        return sort_float(m->terms, 15, 113);
    default:
        BUG("float of %u bits", width);
    }
}

/* x87 floats store the integer bit that IEEE formats hide. */
static struct term x87_to_bits(struct terms *ts, struct term ieee)
{
    struct term exponent = term_extract(ts, ieee, 77, 63);
    struct term one = term_2(ts, TERM_BV_COMP, exponent, term_bv(ts, 15, 0));
    struct term integer_bit = term_1(ts, TERM_BV_NOT, one);
    return term_concat(ts, term_extract(ts, ieee, 78, 63),
                       term_concat(ts, integer_bit, term_extract(ts, ieee, 62, 0)));
}

/* Terms have one NaN; machines have many: which bits a NaN has is any choice of sign and
 * payload, quiet. */
static struct term nan_bits(struct terms *ts, struct sort s)
{
    unsigned exponent = sort_exponent(ts, s), fraction = sort_significand(ts, s) - 1;
    struct term quiet = term_concat(ts, term_bv_signed(ts, exponent + 1, -1),
                                    term_fresh(ts, sort_bv(ts, fraction - 1), "payload"));
    return term_concat(ts, term_fresh(ts, sort_bv(ts, 1), "sign"), quiet);
}

static struct term float_to_bits(struct memory *m, struct term f)
{
    struct terms *ts = m->terms;
    struct term bits = term_1(ts, TERM_FP_TO_BITS, f), nan = term_1(ts, TERM_FP_IS_NAN, f);
    if (!term_is_false(ts, nan))
        bits = term_ite(ts, nan, nan_bits(ts, term_sort(ts, f)), bits);
    return sort_significand(ts, term_sort(ts, f)) == 64 ? x87_to_bits(ts, bits) : bits;
}

static struct term bits_to_float(struct memory *m, struct term bits, uint32_t width)
{
    struct terms *ts = m->terms;
    struct sort s = memory_float_sort(m, width);
    unsigned format[2] = {sort_exponent(ts, s), sort_significand(ts, s)};
    if (width == 80)
        bits = term_concat(ts, term_extract(ts, bits, 79, 64), term_extract(ts, bits, 62, 0));
    return term_make(ts, TERM_FP_FROM_BITS, &bits, 1, format);
}

struct term sym_to_bits(struct memory *m, struct sym s, uint32_t width)
{
    switch (s.kind) {
    case SYM_BITS:
        return s.a;
    case SYM_FLOAT:
        return float_to_bits(m, s.a);
    case SYM_POINTER:
        return term_resize(m->terms, pointer_integer(m, s), width);
    case SYM_NONE:
        break;
    }
    BUG("bits of no value");
}

struct sym sym_from_bits(struct memory *m, struct term bits, struct type type)
{
    LAW(term_width(m->terms, bits) == type.width);
    switch ((enum type_kind)type.kind) {
    case TYPE_INT:
        return sym_bits(term_resize(m->terms, bits, type.width));
    case TYPE_FLOAT:
        return (struct sym){
            .kind = SYM_FLOAT,
            .a = bits_to_float(m, term_resize(m->terms, bits, type.width), type.width)};
    case TYPE_POINTER:
        return pointer_from_integer(m, term_resize(m->terms, bits, m->width));
    case TYPE_VOID:
        break;
    }
    BUG("value of type void");
}

struct sym sym_of_type(struct memory *m, struct sym s, struct type type)
{
    if (type.kind == TYPE_POINTER && s.kind == SYM_POINTER)
        return s;
    if (type.kind == TYPE_FLOAT && s.kind == SYM_FLOAT &&
        term_width(m->terms, s.a) == (type.width == 80 ? 79 : type.width))
        return s;
    if (type.kind == TYPE_INT && s.kind == SYM_BITS &&
        term_width(m->terms, s.a) == type.width)
        return s;
    uint32_t width = s.kind == SYM_POINTER ? m->width : term_width(m->terms, s.a);
    return sym_from_bits(m, sym_to_bits(m, s, width), type);
}

struct sym sym_ite(struct memory *m, struct term c, struct sym x, struct sym y)
{
    LAW(is_condition(m, c));
    struct terms *ts = m->terms;
    if (x.kind == SYM_NONE)
        return y;
    if (y.kind == SYM_NONE)
        return x;
    if (x.kind == y.kind && term_same(x.a, y.a) && term_same(x.b, y.b))
        return x;
    if (x.kind != y.kind) {
        /* An integer against a pointer or a float in the same bytes: the pointer side decides
         * when the other is constant (null, zero fill) or unknown bits, so that its objects
         * stay known. */
        uint32_t width = y.kind == SYM_BITS ? term_width(ts, y.a) : m->width;
        if (x.kind == SYM_BITS)
            width = term_width(ts, x.a);
        if (x.kind == SYM_POINTER && y.kind == SYM_BITS && width == m->width)
            y = pointer_from_integer(m, y.a);
        else if (y.kind == SYM_POINTER && x.kind == SYM_BITS && width == m->width)
            x = pointer_from_integer(m, x.a);
        else
            x = sym_bits(sym_to_bits(m, x, width)), y = sym_bits(sym_to_bits(m, y, width));
    }
    struct sym z = {.kind = x.kind, .a = term_ite(ts, c, x.a, y.a)};
    if (x.kind == SYM_POINTER)
        z.b = term_ite(ts, c, x.b, y.b);
    return z;
}

struct sym sym_fresh(struct memory *m, struct type type, const char *name)
{
    struct terms *ts = m->terms;
    char typed[128];
    if (type.kind == TYPE_POINTER)
        return sym_wild(m, name);
    /* one call may lead to functions with different results, one place hold other globals in
     * another encoding */
    snprintf(typed, sizeof typed, "%s!%c%u", name, type.kind == TYPE_FLOAT ? 'f' : 'i',
             (unsigned)type.width);
    if (type.kind != TYPE_FLOAT)
        return sym_bits(term_var(ts, sort_bv(ts, type.width), typed));
    return (struct sym){.kind = SYM_FLOAT,
                        .a = term_var(ts, memory_float_sort(m, type.width), typed)};
}
