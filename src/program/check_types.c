/* What each operation asks of its operands: how many, of which types; and what type it gives.
 */
#include "program/check_internal.h"

bool type_is_legal(const struct program *p, struct type t)
{
    switch ((enum type_kind)t.kind) {
    case TYPE_VOID:
        return false;
    case TYPE_INT:
        return t.width >= 1 && t.width <= 1u << 23;
    case TYPE_FLOAT:
        return t.width == 16 || t.width == 32 || t.width == 64 || t.width == 80 ||
               t.width == 128;
    case TYPE_POINTER:
        return t.width == p->pointer_width;
    }
    return false;
}

static struct type operand_type(const struct program *p, const struct function *f,
                                const struct instruction *i, uint32_t k)
{
    return value_type(p, f, instruction_operand(f, i, k));
}

static bool is_int(struct type t)
{
    return t.kind == TYPE_INT;
}

static bool is_bool(struct type t)
{
    return t.kind == TYPE_INT && t.width == 1;
}

static bool is_float(struct type t)
{
    return t.kind == TYPE_FLOAT;
}

static bool is_pointer(struct type t)
{
    return t.kind == TYPE_POINTER;
}

static bool is_size(const struct program *p, struct type t)
{
    return t.kind == TYPE_INT && t.width == p->pointer_width;
}

#define NEED(condition, sentence)                                                            \
    do {                                                                                     \
        if (!(condition))                                                                    \
            return sentence;                                                                 \
    } while (0)

/* `count` operands of one type, which is a float or an integer; the result has it too, or is
 * an i1. */
static const char *uniform(const struct program *p, const struct function *f,
                           const struct instruction *i, uint32_t count, enum type_kind kind,
                           bool gives_bool)
{
    NEED(i->count == count, "wrong number of operands");
    struct type t = operand_type(p, f, i, 0);
    NEED(t.kind == kind,
         kind == TYPE_INT ? "operands must be integers" : "operands must be floats");
    for (uint32_t k = 1; k < count; k++)
        NEED(type_same(operand_type(p, f, i, k), t), "operand types differ");
    NEED(gives_bool ? is_bool(i->type) : type_same(i->type, t),
         "result type does not fit the operands");
    return NULL;
}

static const char *bits_error(const struct program *p, const struct function *f,
                              const struct instruction *i)
{
    uint32_t count = i->sub <= BITS_ABS ? 1 : 2;
    if (i->sub == BITS_FSHL || i->sub == BITS_FSHR)
        count = 3;
    NEED(i->sub != BITS_BSWAP || i->type.width % 16 == 0,
         "byte swap needs a multiple of 16 bits");
    return uniform(p, f, i, count, TYPE_INT,
                   i->sub >= BITS_SADD_OVERFLOW && i->sub <= BITS_UMUL_OVERFLOW);
}

static const char *fmath_error(const struct program *p, const struct function *f,
                               const struct instruction *i)
{
    uint32_t count = i->sub == FMATH_FMA ? 3 : 1;
    if (i->sub == FMATH_MIN || i->sub == FMATH_MAX || i->sub == FMATH_COPYSIGN ||
        i->sub == FMATH_REMAINDER)
        count = 2;
    return uniform(p, f, i, count, TYPE_FLOAT, i->sub >= FMATH_IS_NAN);
}

/* Kinds of types that conversions go between, and how the widths must be. */
enum widths { WIDTHS_ANY, WIDTHS_GROW, WIDTHS_SHRINK };
static const struct conversion {
    enum type_kind from, to;
    enum widths widths;
} conversions[OP_COUNT] = {
    [OP_ZEXT] = {TYPE_INT, TYPE_INT, WIDTHS_GROW},
    [OP_SEXT] = {TYPE_INT, TYPE_INT, WIDTHS_GROW},
    [OP_TRUNC] = {TYPE_INT, TYPE_INT, WIDTHS_SHRINK},
    [OP_FEXT] = {TYPE_FLOAT, TYPE_FLOAT, WIDTHS_GROW},
    [OP_FTRUNC] = {TYPE_FLOAT, TYPE_FLOAT, WIDTHS_SHRINK},
    [OP_FTOSI] = {TYPE_FLOAT, TYPE_INT, WIDTHS_ANY},
    [OP_FTOUI] = {TYPE_FLOAT, TYPE_INT, WIDTHS_ANY},
    [OP_SITOF] = {TYPE_INT, TYPE_FLOAT, WIDTHS_ANY},
    [OP_UITOF] = {TYPE_INT, TYPE_FLOAT, WIDTHS_ANY},
    [OP_PTRTOINT] = {TYPE_POINTER, TYPE_INT, WIDTHS_ANY},
    [OP_INTTOPTR] = {TYPE_INT, TYPE_POINTER, WIDTHS_ANY},
};

static bool conversion_fits(const struct conversion *c, struct type from, struct type to)
{
    if (from.kind != c->from || to.kind != c->to)
        return false;
    if (c->widths == WIDTHS_GROW)
        return to.width > from.width;
    return c->widths == WIDTHS_ANY || to.width < from.width;
}

static bool bitcast_fits(struct type from, struct type to)
{
    bool crosses = (is_int(from) && is_float(to)) || (is_float(from) && is_int(to));
    return from.width == to.width && crosses;
}

static const char *conversion_error(const struct program *p, const struct function *f,
                                    const struct instruction *i)
{
    NEED(i->count == 1, "wrong number of operands");
    struct type from = operand_type(p, f, i, 0);
    bool fits = i->op == OP_BITCAST ? bitcast_fits(from, i->type)
                                    : conversion_fits(&conversions[i->op], from, i->type);
    return fits ? NULL : "types do not fit the conversion";
}

static const char *compare_error(const struct program *p, const struct function *f,
                                 const struct instruction *i)
{
    NEED(i->count == 2, "wrong number of operands");
    struct type t = operand_type(p, f, i, 0);
    NEED(is_int(t) || is_pointer(t), "operands must be integers or pointers");
    NEED(type_same(t, operand_type(p, f, i, 1)), "operand types differ");
    NEED(is_bool(i->type), "a comparison gives an i1");
    return NULL;
}

static const char *select_error(const struct program *p, const struct function *f,
                                const struct instruction *i)
{
    NEED(i->count == 3 && is_bool(operand_type(p, f, i, 0)), "needs an i1 and two values");
    NEED(type_same(operand_type(p, f, i, 1), i->type),
         "result type does not fit the operands");
    NEED(type_same(operand_type(p, f, i, 2), i->type),
         "result type does not fit the operands");
    return NULL;
}

/* Three operands: pointer; pointer or byte; size. */
static const char *transfer_error(const struct program *p, const struct function *f,
                                  const struct instruction *i)
{
    NEED(i->count == 3, "wrong number of operands");
    NEED(is_pointer(operand_type(p, f, i, 0)), "the destination must be a pointer");
    struct type from = operand_type(p, f, i, 1);
    NEED(i->op == OP_MEMSET ? is_int(from) && from.width == 8 : is_pointer(from),
         "wrong type of source");
    NEED(is_size(p, operand_type(p, f, i, 2)), "the size must have pointer width");
    return NULL;
}

static const char *memory_error(const struct program *p, const struct function *f,
                                const struct instruction *i)
{
    if (i->op == OP_ALLOCA) {
        NEED(i->count == 1 && is_size(p, operand_type(p, f, i, 0)),
             "needs a size of pointer width");
        NEED(is_pointer(i->type), "gives a pointer");
        return NULL;
    }
    NEED(i->count == (i->op == OP_STORE || i->op == OP_PTRADD ? 2 : 1),
         "wrong number of operands");
    NEED(is_pointer(operand_type(p, f, i, 0)), "the first operand must be a pointer");
    if (i->op == OP_PTRADD) {
        NEED(is_size(p, operand_type(p, f, i, 1)), "the offset must have pointer width");
        NEED(is_pointer(i->type), "gives a pointer");
    }
    return NULL;
}

static const char *call_error(const struct program *p, const struct function *f,
                              const struct instruction *i)
{
    NEED(i->count >= 1 && is_pointer(operand_type(p, f, i, 0)),
         "the callee must be a pointer");
    NEED((i->extra == 0) == (i->type.kind == TYPE_VOID), "result count and type disagree");
    return NULL;
}

static const char *result_error(const struct function *f, const struct instruction *i)
{
    NEED(i->count == 1, "wrong number of operands");
    struct value v = instruction_operand(f, i, 0);
    NEED(!value_is_constant(v), "needs a call");
    const struct instruction *call = &f->instructions.data[v.id];
    NEED(call->op == OP_CALL, "needs a call");
    NEED(i->extra >= 1 && i->extra < call->extra, "the call has no such result");
    return NULL;
}

static const char *phi_error(const struct program *p, const struct function *f,
                             const struct instruction *i)
{
    NEED(i->count % 2 == 0, "operands must come in pairs");
    for (uint32_t k = 0; k < i->count; k += 2)
        NEED(type_same(operand_type(p, f, i, k), i->type),
             "result type does not fit the operands");
    return NULL;
}

static const char *switch_error(const struct program *p, const struct function *f,
                                const struct instruction *i)
{
    NEED(i->count % 2 == 1, "needs a value, then pairs");
    struct type t = operand_type(p, f, i, 0);
    NEED(is_int(t) || is_pointer(t), "the value must be an integer or a pointer");
    for (uint32_t k = 1; k < i->count; k += 2) {
        NEED(value_is_constant(instruction_operand(f, i, k)), "cases must be constants");
        NEED(type_same(operand_type(p, f, i, k), t), "case type differs");
    }
    return NULL;
}

static const char *return_error(const struct program *p, const struct function *f,
                                const struct instruction *i)
{
    NEED(i->count == f->result_count, "number of results differs from the function's");
    for (uint32_t k = 0; k < i->count; k++)
        NEED(type_same(operand_type(p, f, i, k), f->results[k]),
             "type of a result differs from the function's");
    return NULL;
}

static const char *operand_error(const struct program *p, const struct function *f,
                                 const struct instruction *i)
{
    switch ((enum op)i->op) {
    case OP_PARAM:
        NEED(i->count == 0 && i->extra < f->param_count, "no such parameter");
        NEED(type_same(i->type, f->params[i->extra]), "type differs from the parameter's");
        return NULL;
    case OP_PHI:
        return phi_error(p, f, i);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return uniform(p, f, i, 2, TYPE_INT, false);
    case OP_ICMP:
        return compare_error(p, f, i);
    case OP_BITS:
        return bits_error(p, f, i);
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
        return uniform(p, f, i, 2, TYPE_FLOAT, false);
    case OP_FNEG:
        return uniform(p, f, i, 1, TYPE_FLOAT, false);
    case OP_FCMP:
        return uniform(p, f, i, 2, TYPE_FLOAT, true);
    case OP_FMATH:
        return fmath_error(p, f, i);
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
    case OP_FEXT:
    case OP_FTRUNC:
    case OP_FTOSI:
    case OP_FTOUI:
    case OP_SITOF:
    case OP_UITOF:
    case OP_BITCAST:
    case OP_PTRTOINT:
    case OP_INTTOPTR:
        return conversion_error(p, f, i);
    case OP_SELECT:
        return select_error(p, f, i);
    case OP_PTRADD:
    case OP_ALLOCA:
    case OP_LIFESTART:
    case OP_LIFEEND:
    case OP_STACKRESTORE:
    case OP_LOAD:
    case OP_STORE:
        return memory_error(p, f, i);
    case OP_MEMCPY:
    case OP_MEMMOVE:
    case OP_MEMSET:
        return transfer_error(p, f, i);
    case OP_CALL:
        return call_error(p, f, i);
    case OP_RESULT:
        return result_error(f, i);
    case OP_CHECK:
    case OP_ASSUME:
    case OP_BRANCH:
        NEED(i->count == 1 && is_bool(operand_type(p, f, i, 0)), "needs an i1");
        return NULL;
    case OP_STACKSAVE:
        NEED(is_pointer(i->type), "gives a pointer");
        return NULL;
    case OP_NOTE:
        NEED(i->count == 1, "needs one value");
        return NULL;
    case OP_INPUT:
    case OP_JUMP:
        NEED(i->count == 0, "has no operands");
        return NULL;
    case OP_SWITCH:
        return switch_error(p, f, i);
    case OP_RETURN:
        return return_error(p, f, i);
    case OP_STOP:
        NEED(i->count == (i->sub == STOP_EXIT || i->sub == STOP_QUIT),
             "wrong number of operands");
        return NULL;
    case OP_UNSUPPORTED:
        return NULL;
    case OP_COUNT:
        break;
    }
    return "no such operation";
}

const char *instruction_type_error(const struct program *p, const struct function *f,
                                   const struct instruction *i)
{
    NEED(i->op < OP_COUNT, "no such operation");
    enum op_result result = op_result((enum op)i->op);
    NEED(result != OP_RESULT_VALUE || type_is_legal(p, i->type), "needs a legal result type");
    NEED(result != OP_RESULT_NONE || i->type.kind == TYPE_VOID, "must not have a result");
    NEED(i->type.kind == TYPE_VOID || type_is_legal(p, i->type), "illegal result type");
    uint32_t subs = op_sub_count((enum op)i->op);
    NEED(subs ? i->sub < subs : i->sub == 0, "no such variant of the operation");
    return operand_error(p, f, i);
}
