/* Random trees of float operations: as terms, and evaluated by base/softfloat under numbered assignments.
 * Header only. */
#ifndef TESTS_FLOAT_TREES_H
#define TESTS_FLOAT_TREES_H
#include "float_cases.h"

enum { TREE_FORMATS = 3, TREE_VARIABLES = 2, TREE_INTEGER_WIDTH = 3 };
static const struct float_format tree_formats[TREE_FORMATS] = {{3, 5}, {4, 6}, {5, 8}};

/* A tree as it was asked for. */
struct tree {
    enum { TREE_CONSTANT, TREE_VARIABLE, TREE_OPERATION } kind;
    struct float_format format; /* of a float result */
    unsigned width;             /* of a leaf or integer result */
    unsigned variable;
    uint32_t limbs[2];
    struct float_operation operation;
    bool any_mode; /* the rounding mode is the variable rm */
    struct tree *arguments[3];
};

static struct tree tree_pool[64];
static unsigned tree_used;

static inline struct tree *tree_float(struct float_format f, unsigned depth);

static inline struct tree *tree_leaf(struct float_format f)
{
    struct tree *t = &tree_pool[tree_used++];
    *t = (struct tree){.format = f, .width = softfloat_width(f)};
    t->kind = case_below(3) ? TREE_VARIABLE : TREE_CONSTANT;
    t->variable = case_below(TREE_VARIABLES);
    uint32_t two[1];
    softfloat_from_integer(f, ROUND_ZERO, FLOAT_UNSIGNED, 2, &(uint32_t){1 + case_below(2)}, two);
    switch (case_below(5)) {
    case 0:
        softfloat_zero(f, case_below(2), t->limbs);
        break;
    case 1:
        softfloat_add(f, ROUND_ZERO, two, (uint32_t[]){0}, t->limbs);
        break; /* 1 or 2 */
    case 2:
        softfloat_negate(f, two, t->limbs);
        break;
    default:
        case_float(f, t->limbs);
        break;
    }
    softfloat_canonical(f, t->limbs, t->limbs);
    return t;
}

static inline struct tree *tree_integer(unsigned width)
{
    struct tree *t = &tree_pool[tree_used++];
    *t = (struct tree){.kind = TREE_VARIABLE, .width = width};
    t->variable = case_below(TREE_VARIABLES);
    return t;
}

static inline struct tree *tree_operation(enum term_op op, struct float_format f, unsigned depth)
{
    struct tree *t = &tree_pool[tree_used++];
    *t = (struct tree){.kind = TREE_OPERATION, .format = f};
    t->operation =
        (struct float_operation){.op = op, .mode = (enum rounding)case_below(5), .format = f, .to = f};
    t->any_mode = case_below(4) == 0;
    if (op == TERM_FP_FROM_FP) t->operation.format = tree_formats[case_below(TREE_FORMATS)];
    if (case_takes_integer(op)) t->operation.width = TREE_INTEGER_WIDTH;
    for (unsigned i = 0; i < float_op_arguments(op); i++)
        t->arguments[i] = case_takes_integer(op) ? tree_integer(TREE_INTEGER_WIDTH)
                                                 : tree_float(t->operation.format, depth - 1);
    if (float_op_arguments(op) > 1 && case_below(6) == 0) t->arguments[1] = t->arguments[0];
    return t;
}

static inline struct tree *tree_float(struct float_format f, unsigned depth)
{
    static const enum term_op choices[] = {
        TERM_FP_ADD, TERM_FP_SUB,     TERM_FP_MUL,     TERM_FP_DIV,   TERM_FP_FMA,     TERM_FP_NEG,
        TERM_FP_ABS, TERM_FP_MIN,     TERM_FP_MAX,     TERM_FP_ROUND, TERM_FP_SQRT,    TERM_FP_REM,
        TERM_FP_NEG, TERM_FP_FROM_FP, TERM_FP_FROM_FP, TERM_FP_MUL,   TERM_FP_FROM_SBV};
    if (!depth || tree_used > 40 || case_below(6) == 0) return tree_leaf(f);
    return tree_operation(choices[case_below(sizeof choices / sizeof *choices)], f, depth);
}

static inline struct tree *tree_root(void)
{
    static const enum term_op choices[] = {
        TERM_FP_EQ,     TERM_FP_LT,          TERM_FP_LE,          TERM_FP_LT,        TERM_FP_LE,
        TERM_FP_IS_NAN, TERM_FP_IS_INF,      TERM_FP_IS_ZERO,     TERM_FP_IS_NORMAL, TERM_FP_IS_SUBNORMAL,
        TERM_FP_TO_SBV, TERM_FP_IS_NEGATIVE, TERM_FP_IS_POSITIVE, TERM_FP_TO_UBV};
    struct float_format f = tree_formats[case_below(TREE_FORMATS)];
    tree_used = 0;
    if (case_below(2)) return tree_float(f, 3);
    struct tree *t = tree_operation(choices[case_below(sizeof choices / sizeof *choices)], f, 3);
    t->operation.width = 3 + case_below(3);
    return t;
}

/* the bits of a variable under tree_assignment `number`, the same for term and tree */
static inline void tree_assigned(const char *name, unsigned width, struct float_format f, unsigned number,
                                 uint32_t *limbs)
{
    uint64_t keep = case_seed;
    case_seed = 0x9e3779b97f4a7c15ull * (number + 1) ^ (uint64_t)name[1] << 20 ^ (uint64_t)width << 8;
    case_random();
    limbs[0] = limbs[1] = 0;
    if (f.exponent) {
        case_float(f, limbs);
        softfloat_canonical(f, limbs, limbs);
    } else {
        case_integer(width, limbs);
    }
    case_seed = keep;
}

static inline enum rounding tree_mode(unsigned number)
{
    return (enum rounding)(number % 5);
}

static const char *const tree_names[TREE_VARIABLES] = {"v0", "v1"};

static inline const char *tree_variable_name(const struct tree *t)
{
    static char name[20];
    snprintf(name, sizeof name, "%s_%u_%u", tree_names[t->variable], t->format.exponent, t->width);
    return name;
}

static inline struct term tree_term(struct terms *terms, const struct tree *t)
{
    bool is_float = t->format.exponent != 0;
    struct sort sort = is_float ? sort_float(terms, t->format.exponent, t->format.significand)
                                : sort_bv(terms, t->width ? t->width : 1);
    if (t->kind == TREE_CONSTANT) return term_float_bits(terms, sort, t->limbs);
    if (t->kind == TREE_VARIABLE) return term_var(terms, sort, tree_variable_name(t));
    const struct float_operation *o = &t->operation;
    bool rounds = float_op_rounds(o->op), converts = o->op == TERM_FP_FROM_FP || case_takes_integer(o->op);
    struct term arguments[4];
    arguments[0] = t->any_mode ? term_var(terms, sort_rounding(terms), "rm") : term_rounding(terms, o->mode);
    for (unsigned i = 0; i < float_op_arguments(o->op); i++)
        arguments[rounds + i] = tree_term(terms, t->arguments[i]);
    unsigned parameters[2] = {converts ? o->to.exponent : o->width, o->to.significand};
    return term_make(terms, o->op, arguments, rounds + float_op_arguments(o->op), parameters);
}

static inline void tree_evaluate(const struct tree *t, unsigned number, uint32_t *out)
{
    out[0] = out[1] = 0;
    if (t->kind == TREE_CONSTANT) {
        memcpy(out, t->limbs, sizeof t->limbs);
    } else if (t->kind == TREE_VARIABLE) {
        tree_assigned(tree_variable_name(t), t->width, t->format, number, out);
    } else {
        uint32_t values[3][2];
        const uint32_t *arguments[3] = {values[0], values[1], values[2]};
        for (unsigned i = 0; i < float_op_arguments(t->operation.op); i++)
            tree_evaluate(t->arguments[i], number, values[i]);
        struct float_operation operation = t->operation;
        if (t->any_mode) operation.mode = tree_mode(number);
        float_apply(&operation, arguments, out);
    }
}

struct tree_assignment {
    struct terms *terms;
    unsigned number;
};

static inline struct term tree_value(void *context, struct term variable)
{
    const struct tree_assignment *a = context;
    struct sort sort = term_sort(a->terms, variable);
    if (sort_kind(a->terms, sort) == SORT_ROUNDING) return term_rounding(a->terms, tree_mode(a->number));
    bool is_float = sort_kind(a->terms, sort) == SORT_FLOAT;
    struct float_format f = {0, 0};
    if (is_float) f = (struct float_format){sort_exponent(a->terms, sort), sort_significand(a->terms, sort)};
    uint32_t limbs[2];
    tree_assigned(term_name(a->terms, variable), sort_width(a->terms, sort), f, a->number, limbs);
    return is_float ? term_float_bits(a->terms, sort, limbs)
                    : term_bv_limbs(a->terms, TREE_INTEGER_WIDTH, limbs);
}

#endif
