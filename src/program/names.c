/* Names of operations and of their variants (predicates, kinds), as the text form writes
 * them. The tables follow the order of the enums in program.h. */
#include "program/program.h"

#include "base/failure.h"

static const struct {
    const char *text;
    enum op_result result;
    enum op_class class;
} operations[OP_COUNT] = {
#define START_OP(name, text, result) {text, OP_RESULT_##result, CLASS_START},
#define INTEGER_OP(name, text, result) {text, OP_RESULT_##result, CLASS_INTEGER},
#define FLOAT_OP(name, text, result) {text, OP_RESULT_##result, CLASS_FLOAT},
#define ANY_OP(name, text, result) {text, OP_RESULT_##result, CLASS_ANY},
#define ADDRESS_OP(name, text, result) {text, OP_RESULT_##result, CLASS_ADDRESS},
#define MEMORY_OP(name, text, result) {text, OP_RESULT_##result, CLASS_MEMORY},
#define CALL_OP(name, text, result) {text, OP_RESULT_##result, CLASS_CALL},
#define MEANING_OP(name, text, result) {text, OP_RESULT_##result, CLASS_MEANING},
#define FLOW_OP(name, text, result) {text, OP_RESULT_##result, CLASS_FLOW},
#include "program/op.def"
};

static const char *const compares[] = {"eq",  "ne",  "ult", "ule", "ugt",
                                       "uge", "slt", "sle", "sgt", "sge"};
static const char *const float_compares[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                             "one",   "ord", "uno", "ueq", "ugt", "uge",
                                             "ult",   "ule", "une", "true"};
static const char *const bits_functions[] = {
    "bswap",         "popcount",      "clz",           "ctz",           "reverse",
    "fshl",          "fshr",          "abs",           "smin",          "smax",
    "umin",          "umax",          "sadd_overflow", "uadd_overflow", "ssub_overflow",
    "usub_overflow", "smul_overflow", "umul_overflow", "sadd_sat",      "uadd_sat",
    "ssub_sat",      "usub_sat"};
static const char *const float_functions[] = {
    "sqrt",      "fabs",   "fma",       "floor",     "ceil",      "trunc",
    "rint",      "round",  "roundeven", "min",       "max",       "copysign",
    "remainder", "is_nan", "is_inf",    "is_finite", "is_normal", "signbit"};
static const char *const check_kinds[] = {"assertion",    "overflow",   "shift_value",
                                          "shift_amount", "division",   "float_cast",
                                          "index",        "unreachable"};
static const char *const life_ends[] = {"now", "maybe"};
static const char *const stop_kinds[] = {"unreachable", "abort", "exit",
                                         "error",       "trap",  "quit"};
_Static_assert(sizeof compares / sizeof *compares == COMPARE_SGE + 1,
               "names follow the enum");
_Static_assert(sizeof float_compares / sizeof *float_compares == FCOMPARE_TRUE + 1,
               "names follow the enum");
_Static_assert(sizeof bits_functions / sizeof *bits_functions == BITS_USUB_SAT + 1,
               "names follow the enum");
_Static_assert(sizeof float_functions / sizeof *float_functions == FMATH_SIGNBIT + 1,
               "names follow the enum");
_Static_assert(sizeof check_kinds / sizeof *check_kinds == CHECK_KIND_COUNT,
               "names follow the enum");
_Static_assert(sizeof stop_kinds / sizeof *stop_kinds == STOP_QUIT + 1,
               "names follow the enum");

const char *op_text(enum op op)
{
    LAW(op < OP_COUNT);
    return op < OP_COUNT ? operations[op].text : "?";
}

enum op_class op_class(enum op op)
{
    LAW(op < OP_COUNT);
    return operations[op].class;
}

enum op_result op_result(enum op op)
{
    LAW(op < OP_COUNT);
    return op < OP_COUNT ? operations[op].result : OP_RESULT_NONE;
}

_Static_assert(OP_STOP + 1 == OP_COUNT && OP_STOP - OP_JUMP == 4, "terminators come last");

static const char *const *sub_table(enum op op, uint32_t *count)
{
#define TABLE(table) (*count = sizeof(table) / sizeof *(table), (table))
    *count = 0;
    if (op == OP_ICMP)
        return TABLE(compares);
    if (op == OP_FCMP)
        return TABLE(float_compares);
    if (op == OP_BITS)
        return TABLE(bits_functions);
    if (op == OP_FMATH)
        return TABLE(float_functions);
    if (op == OP_CHECK)
        return TABLE(check_kinds);
    if (op == OP_LIFEEND)
        return TABLE(life_ends);
    if (op == OP_STOP)
        return TABLE(stop_kinds);
    return NULL;
#undef TABLE
}

uint32_t op_sub_count(enum op op)
{
    uint32_t count;
    sub_table(op, &count);
    return count;
}

const char *op_sub_text(enum op op, uint32_t sub)
{
    uint32_t count;
    const char *const *table = sub_table(op, &count);
    return sub < count ? table[sub] : NULL;
}
