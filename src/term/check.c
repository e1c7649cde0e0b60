/* Sorts of applications: what every operator asks of its arguments and what it gives. A broken sort is a bug
 * of the caller and stops the program; text from outside is checked by the reader before it gets here. */
#include "term/term_internal.h"

static const struct {
    const char *name;
    int arity;
} operators[] = {
#define OP(name, smt, arity, parameters) {smt, arity},
#include "term/op.def"
#undef OP
};

struct application {
    struct terms *terms;
    enum term_op op;
    const struct term *args;
};

static struct sort sort_at(const struct application *a, size_t i)
{
    return term_sort(a->terms, a->args[i]);
}

static void want(const struct application *a, bool holds)
{
    if (!holds) BUG("wrong argument sort for %s", operators[a->op].name);
}

static void want_kind(const struct application *a, size_t i, enum sort_kind kind)
{
    want(a, sort_kind(a->terms, sort_at(a, i)) == kind);
}

static void want_same(const struct application *a, size_t i, size_t j)
{
    want(a, sort_at(a, i).id == sort_at(a, j).id);
}

static struct sort bv_pair(const struct application *a)
{
    want_kind(a, 0, SORT_BV);
    want_same(a, 0, 1);
    return sort_at(a, 0);
}

/* A rounding mode, then `floats` arguments of one float sort. */
static struct sort rounded(const struct application *a, size_t floats)
{
    want_kind(a, 0, SORT_ROUNDING);
    want_kind(a, 1, SORT_FLOAT);
    for (size_t i = 2; i <= floats; i++)
        want_same(a, 1, i);
    return sort_at(a, 1);
}

static struct sort float_pair(const struct application *a)
{
    want_kind(a, 0, SORT_FLOAT);
    want_same(a, 0, 1);
    return sort_at(a, 0);
}

static struct sort structural(const struct application *a, const unsigned *p)
{
    want_kind(a, 0, SORT_BV);
    unsigned width = sort_width(a->terms, sort_at(a, 0));
    switch ((int)a->op) {
    case TERM_BV_CONCAT:
        want_kind(a, 1, SORT_BV);
        return sort_bv(a->terms, width + sort_width(a->terms, sort_at(a, 1)));
    case TERM_BV_EXTRACT:
        want(a, p[1] <= p[0] && p[0] < width);
        return sort_bv(a->terms, p[0] - p[1] + 1);
    case TERM_BV_REPEAT:
        want(a, p[0] >= 1);
        return sort_bv(a->terms, width * p[0]);
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
        return sort_bv(a->terms, width + p[0]);
    default:
        return sort_at(a, 0); /* rotations */
    }
}

static struct sort array_sort(const struct application *a)
{
    want_kind(a, 0, SORT_ARRAY);
    want(a, sort_index(a->terms, sort_at(a, 0)).id == sort_at(a, 1).id);
    struct sort element = sort_element(a->terms, sort_at(a, 0));
    if (a->op == TERM_SELECT) return element;
    want(a, element.id == sort_at(a, 2).id);
    return sort_at(a, 0);
}

struct sort terms_result_sort(struct terms *terms, enum term_op op, const struct term *args, size_t count,
                              const unsigned *p)
{
    struct application application = {terms, op, args}, *a = &application;
    int arity = operators[op].arity;
    if (arity < 0 ? count < 2 : count != (size_t)arity)
        BUG("%s with %zu arguments", operators[op].name, count);
    switch (op) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_IMPLIES:
        for (size_t i = 0; i < count; i++)
            want_kind(a, i, SORT_BOOL);
        return sort_at(a, 0);
    case TERM_ITE:
        want_kind(a, 0, SORT_BOOL);
        want_same(a, 1, 2);
        return sort_at(a, 1);
    case TERM_EQ:
        want_same(a, 0, 1);
        return sort_bool(terms);
    case TERM_BV_NEG:
    case TERM_BV_NOT:
        want_kind(a, 0, SORT_BV);
        return sort_at(a, 0);
    case TERM_BV_NEGO:
        want_kind(a, 0, SORT_BV);
        return sort_bool(terms);
    case TERM_BV_ADD:
    case TERM_BV_SUB:
    case TERM_BV_MUL:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_NAND:
    case TERM_BV_NOR:
    case TERM_BV_XNOR:
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR:
        return bv_pair(a);
    case TERM_BV_COMP:
        bv_pair(a);
        return sort_bv(terms, 1);
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_UGT:
    case TERM_BV_UGE:
    case TERM_BV_SLT:
    case TERM_BV_SLE:
    case TERM_BV_SGT:
    case TERM_BV_SGE:
    case TERM_BV_UADDO:
    case TERM_BV_SADDO:
    case TERM_BV_USUBO:
    case TERM_BV_SSUBO:
    case TERM_BV_UMULO:
    case TERM_BV_SMULO:
    case TERM_BV_SDIVO:
        bv_pair(a);
        return sort_bool(terms);
    case TERM_BV_CONCAT:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return structural(a, p);
    case TERM_SELECT:
    case TERM_STORE:
        return array_sort(a);
    case TERM_FP_ADD:
    case TERM_FP_SUB:
    case TERM_FP_MUL:
    case TERM_FP_DIV:
        return rounded(a, 2);
    case TERM_FP_FMA:
        return rounded(a, 3);
    case TERM_FP_SQRT:
    case TERM_FP_ROUND:
        return rounded(a, 1);
    case TERM_FP_REM:
    case TERM_FP_MIN:
    case TERM_FP_MAX:
        return float_pair(a);
    case TERM_FP_ABS:
    case TERM_FP_NEG:
        want_kind(a, 0, SORT_FLOAT);
        return sort_at(a, 0);
    case TERM_FP_EQ:
    case TERM_FP_LT:
    case TERM_FP_LE:
        float_pair(a);
        return sort_bool(terms);
    case TERM_FP_IS_NAN:
    case TERM_FP_IS_INF:
    case TERM_FP_IS_ZERO:
    case TERM_FP_IS_NORMAL:
    case TERM_FP_IS_SUBNORMAL:
    case TERM_FP_IS_NEGATIVE:
    case TERM_FP_IS_POSITIVE:
        want_kind(a, 0, SORT_FLOAT);
        return sort_bool(terms);
    case TERM_FP_FROM_BITS:
        want_kind(a, 0, SORT_BV);
        want(a, sort_width(terms, sort_at(a, 0)) == p[0] + p[1]);
        return sort_float(terms, p[0], p[1]);
    case TERM_FP_TO_BITS:
        want_kind(a, 0, SORT_FLOAT);
        return sort_bv(terms, sort_width(terms, sort_at(a, 0)));
    case TERM_FP_FROM_FP:
        rounded(a, 1);
        return sort_float(terms, p[0], p[1]);
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
        want_kind(a, 0, SORT_ROUNDING);
        want_kind(a, 1, SORT_BV);
        return sort_float(terms, p[0], p[1]);
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        rounded(a, 1);
        return sort_bv(terms, p[0]);
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_CONST:
    case TERM_FLOAT:
    case TERM_ROUNDING:
    case TERM_VAR:
    case TERM_ARRAY_CONST:
    case TERM_CALL:
    case TERM_OP_COUNT:
        break;
    }
    BUG("%s is not made by term_make", operators[op].name);
}
