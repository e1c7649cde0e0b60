/* Folds integer operations of up to 64 bits on constants, selections, neutral elements and
 * the detours of C's truth values (comparing a widened i1 with zero). Floats are left alone.
 */
#include "program/passes_internal.h"

#include "base/failure.h"

struct folding {
    struct program *program;
    struct function *function;
    struct instruction *i;
};

static uint32_t operand(const struct folding *d, uint32_t k)
{
    LAW(k < d->i->count);
    return d->function->operands.data[d->i->operand + k];
}

static bool is_bits(const struct folding *d, uint32_t value, uint64_t *bits)
{
    if (!(value & VALUE_CONSTANT_BIT))
        return false;
    const struct constant *c = program_constant(d->program, (struct value){value});
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    *bits = constant_low_bits(c);
    return true;
}

static bool is_undef(const struct folding *d, uint32_t value)
{
    return (value & VALUE_CONSTANT_BIT) &&
           program_constant(d->program, (struct value){value})->kind == CONSTANT_UNDEF;
}

static uint64_t mask(uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static int64_t as_signed(uint64_t bits, uint32_t width)
{
    LAW(width >= 1 && width <= 64);
    return (int64_t)(bits << (64 - width)) >> (64 - width);
}

static uint32_t result(const struct folding *d, uint64_t bits)
{
    LAW(d->i->type.kind == TYPE_INT);
    return constant_int(d->program, d->i->type, bits).id;
}

static uint32_t fold_division(const struct folding *d, uint64_t a, uint64_t b)
{
    uint32_t width = d->i->type.width;
    if (!b)
        return VALUE_NONE.id;
    if (d->i->op == OP_UDIV)
        return result(d, a / b);
    if (d->i->op == OP_UREM)
        return result(d, a % b);
    int64_t x = as_signed(a, width), y = as_signed(b, width);
    if (y == -1 && a == (uint64_t)1 << (width - 1))
        return VALUE_NONE.id;
    return result(d, (uint64_t)(d->i->op == OP_SDIV ? x / y : x % y));
}

static uint32_t fold_shift(const struct folding *d, uint64_t a, uint64_t amount)
{
    uint32_t width = d->i->type.width;
    if (amount >= width)
        return VALUE_NONE.id;
    if (d->i->op == OP_SHL)
        return result(d, a << amount);
    return result(d, d->i->op == OP_LSHR ? a >> amount
                                         : (uint64_t)(as_signed(a, width) >> amount));
}

static uint32_t fold_constants(const struct folding *d, uint64_t a, uint64_t b)
{
    switch ((enum integer_op)d->i->op) {
    case OP_ADD:
        return result(d, a + b);
    case OP_SUB:
        return result(d, a - b);
    case OP_MUL:
        return result(d, a * b);
    case OP_AND:
        return result(d, a & b);
    case OP_OR:
        return result(d, a | b);
    case OP_XOR:
        return result(d, a ^ b);
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        return fold_division(d, a, b);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return fold_shift(d, a, b);
    case OP_ICMP:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
    case OP_BITS:
        break;
    }
    return VALUE_NONE.id;
}

/* The b that leaves x as it is in x op b. */
enum neutral { NEUTRAL_NONE, NEUTRAL_ZERO, NEUTRAL_ONE, NEUTRAL_ONES };
static const enum neutral neutral[OP_COUNT] = {
    [OP_ADD] = NEUTRAL_ZERO, [OP_SUB] = NEUTRAL_ZERO,  [OP_OR] = NEUTRAL_ZERO,
    [OP_XOR] = NEUTRAL_ZERO, [OP_SHL] = NEUTRAL_ZERO,  [OP_LSHR] = NEUTRAL_ZERO,
    [OP_MUL] = NEUTRAL_ONE,  [OP_ASHR] = NEUTRAL_ZERO, [OP_AND] = NEUTRAL_ONES,
};

static bool is_neutral(const struct instruction *i, uint64_t b)
{
    switch (neutral[i->op]) {
    case NEUTRAL_NONE:
        return false;
    case NEUTRAL_ZERO:
        return b == 0;
    case NEUTRAL_ONE:
        return b == 1;
    case NEUTRAL_ONES:
        return b == mask(i->type.width);
    }
    BUG("no such number");
}

static uint32_t fold_neutral(const struct folding *d, uint64_t b)
{
    uint32_t x = operand(d, 0);
    return is_neutral(d->i, b) && !is_undef(d, x) ? x : VALUE_NONE.id;
}

static uint32_t fold_binary(const struct folding *d)
{
    uint64_t a, b;
    if (!is_bits(d, operand(d, 1), &b))
        return VALUE_NONE.id;
    return is_bits(d, operand(d, 0), &a) ? fold_constants(d, a, b) : fold_neutral(d, b);
}

/* The operand of a widening of an i1, or VALUE_NONE. */
static uint32_t widened_bool(const struct folding *d, uint32_t value)
{
    if (value & VALUE_CONSTANT_BIT)
        return VALUE_NONE.id;
    const struct instruction *from = &d->function->instructions.data[value];
    if (from->op != OP_ZEXT)
        return VALUE_NONE.id;
    struct value inner = instruction_operand(d->function, from, 0);
    return value_type(d->program, d->function, inner).width == 1 ? inner.id : VALUE_NONE.id;
}

static uint32_t fold_compare(struct folding *d)
{
    uint64_t a, b;
    uint32_t x = operand(d, 0), y = operand(d, 1);
    uint32_t width = value_type(d->program, d->function, (struct value){x}).width;
    enum compare sub = (enum compare)d->i->sub;
    if (is_bits(d, x, &a) && is_bits(d, y, &b))
        return result(d, compare_holds(sub, a, b, width));
    if (x == y && !is_undef(d, x))
        return result(d, compare_holds(sub, 0, 0, 8));
    if (!is_bits(d, y, &b) || b != 0 || (sub != COMPARE_EQ && sub != COMPARE_NE))
        return VALUE_NONE.id;
    uint32_t truth = widened_bool(d, x);
    if (truth == VALUE_NONE.id)
        return VALUE_NONE.id;
    if (sub == COMPARE_NE && !is_undef(d, truth))
        return truth;
    if (sub == COMPARE_EQ) {
        d->i->op = OP_XOR;
        d->i->sub = 0;
        d->function->operands.data[d->i->operand] = truth;
        d->function->operands.data[d->i->operand + 1] =
            constant_int(d->program, type_int(1), 1).id;
    }
    return VALUE_NONE.id;
}

static uint32_t fold_width(const struct folding *d)
{
    uint64_t a;
    uint32_t x = operand(d, 0);
    if (d->i->type.width <= 64 && is_bits(d, x, &a)) {
        uint32_t from = value_type(d->program, d->function, (struct value){x}).width;
        return result(d, d->i->op == OP_SEXT ? (uint64_t)as_signed(a, from) : a);
    }
    if (d->i->op != OP_TRUNC || (x & VALUE_CONSTANT_BIT))
        return VALUE_NONE.id;
    const struct instruction *from = &d->function->instructions.data[x];
    if (from->op != OP_ZEXT && from->op != OP_SEXT)
        return VALUE_NONE.id;
    struct value inner = instruction_operand(d->function, from, 0);
    bool same = type_same(value_type(d->program, d->function, inner), d->i->type);
    return same && !is_undef(d, inner.id) ? inner.id : VALUE_NONE.id;
}

static uint32_t fold_select(const struct folding *d)
{
    uint64_t condition;
    uint32_t chosen = VALUE_NONE.id;
    if (is_bits(d, operand(d, 0), &condition))
        chosen = operand(d, condition ? 1 : 2);
    else if (operand(d, 1) == operand(d, 2))
        chosen = operand(d, 1);
    return chosen != VALUE_NONE.id && is_undef(d, chosen) ? VALUE_NONE.id : chosen;
}

/* Small offsets only, so that no sum wraps in either data model. */
static uint32_t fold_pointer(const struct folding *d)
{
    enum { SMALL = 1 << 30 };
    uint64_t bits;
    uint32_t base = operand(d, 0);
    if (!is_bits(d, operand(d, 1), &bits))
        return VALUE_NONE.id;
    int64_t offset = as_signed(bits, d->program->pointer_width);
    if (!offset)
        return is_undef(d, base) ? VALUE_NONE.id : base;
    if (!(base & VALUE_CONSTANT_BIT))
        return VALUE_NONE.id;
    struct constant c = *program_constant(d->program, (struct value){base});
    if (c.kind != CONSTANT_GLOBAL || offset <= -SMALL || offset >= SMALL)
        return VALUE_NONE.id;
    if (c.offset <= -SMALL || c.offset >= SMALL)
        return VALUE_NONE.id;
    return constant_global(d->program, c.index, c.offset + offset).id;
}

static uint32_t fold_integer(struct folding *d)
{
    switch ((enum integer_op)d->i->op) {
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
        return fold_binary(d);
    case OP_ICMP:
        return fold_compare(d);
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
        return fold_width(d);
    case OP_BITS:
        return VALUE_NONE.id;
    }
    BUG("no such operation");
}

uint32_t instruction_fold(struct program *p, struct function *f, uint32_t id)
{
    LAW(id < f->instructions.count);
    LAW(f->instructions.data[id].op != OP_PHI);
    struct folding d = {p, f, &f->instructions.data[id]};
    if (d.i->op == OP_SELECT)
        return fold_select(&d);
    if (d.i->op == OP_PTRADD)
        return fold_pointer(&d);
    return op_class(d.i->op) == CLASS_INTEGER ? fold_integer(&d) : VALUE_NONE.id;
}
