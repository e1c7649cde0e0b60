/* Sorts of applications: what every operator asks of its arguments and what it gives. A
 * broken sort is a bug of the caller and stops the program; text from outside is checked by
 * the reader before it gets here. */
#include "term/term_internal.h"

static const struct {
    const char *name;
    int arity;
    enum term_class class;
} operators[] = {
#define TERM_LEAF_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_LEAF},
#define TERM_LOGIC_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_LOGIC},
#define TERM_WORD_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_WORD},
#define TERM_ORDER_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_ORDER},
#define TERM_OVERFLOW_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_OVERFLOW},
#define TERM_ARRAY_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_ARRAY},
#define TERM_FLOAT_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_FLOAT},
#define TERM_FLOAT_TEST_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_FLOAT_TEST},
#define TERM_APPLY_OP(name, smt, arity, parameters) {smt, arity, TERM_CLASS_APPLY},
#include "term/op.def"
};

struct application {
    struct terms *terms;
    enum term_op op;
    const struct term *args;
};

static const struct sort none;

static struct sort sort_at(const struct application *a, size_t i)
{
    return term_sort(a->terms, a->args[i]);
}

static bool is_kind(const struct application *a, size_t i, enum sort_kind kind)
{
    return sort_kind(a->terms, sort_at(a, i)) == kind;
}

static bool is_same(const struct application *a, size_t i, size_t j)
{
    return sort_at(a, i).id == sort_at(a, j).id;
}

/* One argument, or two of one sort, of the kind; the result has that sort, or is Boolean. */
static struct sort unary(const struct application *a, enum sort_kind kind)
{
    return is_kind(a, 0, kind) ? sort_at(a, 0) : none;
}

static struct sort pair(const struct application *a, enum sort_kind kind)
{
    return is_kind(a, 0, kind) && is_same(a, 0, 1) ? sort_at(a, 0) : none;
}

static struct sort predicate(const struct application *a, struct sort arguments)
{
    return arguments.id ? sort_bool(a->terms) : none;
}

static struct sort booleans(const struct application *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_kind(a, i, SORT_BOOL))
            return none;
    return sort_bool(a->terms);
}

/* A rounding mode, then `floats` arguments of one float sort. */
static struct sort rounded(const struct application *a, size_t floats)
{
    if (!is_kind(a, 0, SORT_ROUNDING) || !is_kind(a, 1, SORT_FLOAT))
        return none;
    for (size_t i = 2; i <= floats; i++)
        if (!is_same(a, 1, i))
            return none;
    return sort_at(a, 1);
}

static struct sort concat_sort(const struct application *a)
{
    if (!is_kind(a, 0, SORT_BV) || !is_kind(a, 1, SORT_BV))
        return none;
    return sort_bv(a->terms,
                   sort_width(a->terms, sort_at(a, 0)) + sort_width(a->terms, sort_at(a, 1)));
}

static struct sort extract_sort(const struct application *a, const unsigned *p)
{
    if (!is_kind(a, 0, SORT_BV) || p[1] > p[0] || p[0] >= sort_width(a->terms, sort_at(a, 0)))
        return none;
    return sort_bv(a->terms, p[0] - p[1] + 1);
}

static struct sort repeat_sort(const struct application *a, const unsigned *p)
{
    if (!is_kind(a, 0, SORT_BV) || p[0] < 1)
        return none;
    return sort_bv(a->terms, sort_width(a->terms, sort_at(a, 0)) * p[0]);
}

static struct sort extension_sort(const struct application *a, const unsigned *p)
{
    if (!is_kind(a, 0, SORT_BV))
        return none;
    return sort_bv(a->terms, sort_width(a->terms, sort_at(a, 0)) + p[0]);
}

static struct sort array_sort(const struct application *a)
{
    if (!is_kind(a, 0, SORT_ARRAY) ||
        sort_index(a->terms, sort_at(a, 0)).id != sort_at(a, 1).id)
        return none;
    struct sort element = sort_element(a->terms, sort_at(a, 0));
    if (a->op == TERM_SELECT)
        return element;
    return element.id == sort_at(a, 2).id ? sort_at(a, 0) : none;
}

static struct sort float_format(const struct application *a, const unsigned *p)
{
    return p[0] >= 2 && p[1] >= 2 ? sort_float(a->terms, p[0], p[1]) : none;
}

struct sort terms_result_sort(struct terms *terms, enum term_op op, const struct term *args,
                              size_t count, const unsigned *p)
{
    struct application application = {terms, op, args}, *a = &application;
    int arity = operators[op].arity;
    if (arity < 0 ? count < 2 : count != (size_t)arity)
        return none;
    switch (op) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_IMPLIES:
        return booleans(a, count);
    case TERM_ITE:
        return is_kind(a, 0, SORT_BOOL) && is_same(a, 1, 2) ? sort_at(a, 1) : none;
    case TERM_EQ:
        return is_same(a, 0, 1) ? sort_bool(terms) : none;
    case TERM_BV_NEG:
    case TERM_BV_NOT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
        return unary(a, SORT_BV);
    case TERM_BV_NEGO:
        return predicate(a, unary(a, SORT_BV));
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
        return pair(a, SORT_BV);
    case TERM_BV_COMP:
        return pair(a, SORT_BV).id ? sort_bv(terms, 1) : none;
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
        return predicate(a, pair(a, SORT_BV));
    case TERM_BV_CONCAT:
        return concat_sort(a);
    case TERM_BV_EXTRACT:
        return extract_sort(a, p);
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT:
        return extension_sort(a, p);
    case TERM_BV_REPEAT:
        return repeat_sort(a, p);
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
        return pair(a, SORT_FLOAT);
    case TERM_FP_ABS:
    case TERM_FP_NEG:
        return unary(a, SORT_FLOAT);
    case TERM_FP_EQ:
    case TERM_FP_LT:
    case TERM_FP_LE:
        return predicate(a, pair(a, SORT_FLOAT));
    case TERM_FP_IS_NAN:
    case TERM_FP_IS_INF:
    case TERM_FP_IS_ZERO:
    case TERM_FP_IS_NORMAL:
    case TERM_FP_IS_SUBNORMAL:
    case TERM_FP_IS_NEGATIVE:
    case TERM_FP_IS_POSITIVE:
        return predicate(a, unary(a, SORT_FLOAT));
    case TERM_FP_FROM_BITS:
        return is_kind(a, 0, SORT_BV) && sort_width(terms, sort_at(a, 0)) == p[0] + p[1]
                   ? float_format(a, p)
                   : none;
    case TERM_FP_TO_BITS:
        return is_kind(a, 0, SORT_FLOAT) ? sort_bv(terms, sort_width(terms, sort_at(a, 0)))
                                         : none;
    case TERM_FP_FROM_FP:
        return rounded(a, 1).id ? float_format(a, p) : none;
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
        return is_kind(a, 0, SORT_ROUNDING) && is_kind(a, 1, SORT_BV) ? float_format(a, p)
                                                                      : none;
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        return rounded(a, 1).id && p[0] >= 1 ? sort_bv(terms, p[0]) : none;
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
    return none; /* not made by term_make */
}

enum term_class term_class(enum term_op op)
{
    LAW(op < TERM_OP_COUNT);
    return operators[op].class;
}

const char *terms_operator_name(enum term_op op)
{
    return operators[op].name;
}
