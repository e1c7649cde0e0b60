/* Operators beyond SMT-LIB 2.6, printed as functions whose names carry the widths and whose
 * definitions a script brings along: bvsaddo.W and the like, to_bits.E.S, fp.min.E.S,
 * fp.max.E.S, fp.to_sbv.E.S.W, fp.to_ubv.E.S.W. */
#include "term/text/print_internal.h"

#include "base/failure.h"

bool print_is_extra(enum term_op op)
{
    static const bool floats[TERM_OP_COUNT] = {
        [TERM_FP_TO_BITS] = true, [TERM_FP_MIN] = true,    [TERM_FP_MAX] = true,
        [TERM_FP_TO_SBV] = true,  [TERM_FP_TO_UBV] = true,
    };
    return term_class(op) == TERM_CLASS_OVERFLOW || floats[op];
}

void print_extra_name(const struct terms *terms, struct term t, struct text *out)
{
    enum term_op op = op_of(terms, t);
    LAW(print_is_extra(op));
    struct sort sort = term_sort(terms, arg_of(terms, t, term_count(terms, t) - 1));
    text_put(out, terms_operator_name(op));
    if (sort_kind(terms, sort) == SORT_BV) {
        text_add(out, ".%u", sort_width(terms, sort));
        return;
    }
    text_add(out, ".%u.%u", sort_exponent(terms, sort), sort_significand(terms, sort));
    if (op == TERM_FP_TO_SBV || op == TERM_FP_TO_UBV)
        text_add(out, ".%u", term_width(terms, t));
}

/* The operation on words extended by `more` bits is not the extension of its low part. */
static void define_overflow(struct text *out, const char *operation, const char *extend,
                            unsigned width, unsigned more)
{
    LAW(width >= 1 && more >= 1);
    text_add(out,
             "(let ((w (%s ((_ %s %u) a) ((_ %s %u) b)))) (not (= w ((_ %s %u) ((_ extract "
             "%u 0) w)))))",
             operation, extend, more, extend, more, extend, more, width - 1);
}

static void print_minimum(struct text *out, unsigned width)
{
    text_put(out, "#b1");
    for (unsigned i = 1; i < width; i++)
        text_put(out, "0");
}

/* -2^(w-1) has no negation; divided by -1 it is what that would be. */
static void define_negation(struct text *out, unsigned width)
{
    text_put(out, "(= a ");
    print_minimum(out, width);
    text_put(out, ")");
}

static void define_division(struct text *out, unsigned width)
{
    text_put(out, "(and ");
    define_negation(out, width);
    text_add(out, " (= (bvnot b) (_ bv0 %u)))", width);
}

static void define_word_operator(enum term_op op, unsigned width, struct text *out)
{
    text_add(out,
             op == TERM_BV_NEGO ? " ((a (_ BitVec %u))) Bool "
                                : " ((a (_ BitVec %u)) (b (_ BitVec %u))) Bool ",
             width, width);
    switch ((enum term_overflow_op)op) {
    case TERM_BV_NEGO:
        define_negation(out, width);
        return;
    case TERM_BV_UADDO:
        define_overflow(out, "bvadd", "zero_extend", width, 1);
        return;
    case TERM_BV_SADDO:
        define_overflow(out, "bvadd", "sign_extend", width, 1);
        return;
    case TERM_BV_USUBO:
        define_overflow(out, "bvsub", "zero_extend", width, 1);
        return;
    case TERM_BV_SSUBO:
        define_overflow(out, "bvsub", "sign_extend", width, 1);
        return;
    case TERM_BV_UMULO:
        define_overflow(out, "bvmul", "zero_extend", width, width);
        return;
    case TERM_BV_SMULO:
        define_overflow(out, "bvmul", "sign_extend", width, width);
        return;
    case TERM_BV_SDIVO:
        define_division(out, width);
        return;
    }
    BUG("no such operator");
}

/* 2^power as a float, or infinity if the format ends before. */
static void print_power(struct text *out, unsigned eb, unsigned sb, unsigned power)
{
    LAW(eb >= 2 && eb <= 64 && sb >= 2);
    uint64_t bias = (UINT64_C(1) << (eb - 1)) - 1;
    if (power > bias) {
        text_add(out, "(_ +oo %u %u)", eb, sb);
        return;
    }
    text_put(out, "(fp #b0 #b");
    for (unsigned i = eb; i-- > 0;)
        text_put(out, (power + bias) >> i & 1 ? "1" : "0");
    text_put(out, " #b");
    for (unsigned i = 0; i + 1 < sb; i++)
        text_put(out, "0");
    text_put(out, ")");
}

static void define_float_operator(const struct terms *terms, struct term t, struct text *out)
{
    enum term_op op = op_of(terms, t);
    struct sort sort = term_sort(terms, arg_of(terms, t, term_count(terms, t) - 1));
    unsigned eb = sort_exponent(terms, sort), sb = sort_significand(terms, sort),
             width = term_width(terms, t);
    if (op == TERM_FP_TO_BITS) {
        text_add(out, " ((a (_ FloatingPoint %u %u))) (_ BitVec %u) (ite (fp.isNaN a) #b0",
                 eb, sb, width);
        for (unsigned i = width - 1; i-- > 0;)
            text_put(out, i + 2 >= sb ? "1" : "0");
        text_put(out, " (fp.to_ieee_bv a))");
        return;
    }
    if (op == TERM_FP_MIN || op == TERM_FP_MAX) { /* of two zeros the second */
        text_add(out,
                 " ((a (_ FloatingPoint %u %u)) (b (_ FloatingPoint %u %u))) (_ "
                 "FloatingPoint %u %u) ",
                 eb, sb, eb, sb, eb, sb);
        text_add(out, "(ite (and (fp.isZero a) (fp.isZero b)) b (%s a b))",
                 terms_operator_name(op));
        return;
    }
    bool is_signed = op == TERM_FP_TO_SBV;
    text_add(out, " ((r RoundingMode) (a (_ FloatingPoint %u %u))) (_ BitVec %u) ", eb, sb,
             width);
    text_put(
        out,
        "(let ((i (fp.roundToIntegral r a))) (ite (and (not (fp.isInfinite a)) (fp.lt i ");
    print_power(out, eb, sb, is_signed ? width - 1 : width);
    text_put(out, ") (fp.geq i ");
    if (is_signed) {
        text_put(out, "(fp.neg ");
        print_power(out, eb, sb, width - 1);
        text_put(out, ")");
    } else {
        text_add(out, "(_ +zero %u %u)", eb, sb);
    }
    text_add(out, ")) ((_ %s %u) r a) (_ bv0 %u)))", is_signed ? "fp.to_sbv" : "fp.to_ubv",
             width, width);
}

void print_extra_definition(struct script *script, const struct terms *terms, struct term t,
                            struct text *out)
{
    struct text name = {0};
    uint64_t known;
    print_extra_name(terms, t, &name);
    if (!text_map_get(&script->extras, text_of(&name), &known)) {
        text_map_set(&script->extras, arena_text(&script->arena, text_of(&name)), 1);
        text_add(out, "(define-fun %s", text_of(&name));
        if (term_class(op_of(terms, t)) == TERM_CLASS_OVERFLOW)
            define_word_operator(op_of(terms, t), term_width(terms, arg_of(terms, t, 0)),
                                 out);
        else
            define_float_operator(terms, t, out);
        text_put(out, ")\n");
    }
    text_release(&name);
}
