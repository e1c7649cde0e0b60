/* Single instructions of a path. */
#include "accelerate/path_internal.h"

#include "base/failure.h"

static struct walked operand(struct path *p, struct activation *a,
                             const struct instruction *in, uint32_t k)
{
    struct walked room;
    return *activation_value(
        p, a, instruction_operand(&p->program->functions.data[a->function], in, k), &room);
}

/* An operation that is no polynomial. */
static struct walked cloned(struct path *p, struct activation *a, uint32_t id)
{
    const struct instruction *in =
        &p->program->functions.data[a->function].instructions.data[id];
    struct symbol s = {.kind = SYMBOL_CLONE,
                       .type = in->type,
                       .function = a->function,
                       .instruction = id,
                       .operand_count = in->count};
    if (in->count < 1 || in->count > 2)
        return walked_not();
    for (uint32_t k = 0; k < in->count; k++) {
        s.operands[k] = operand(p, a, in, k);
        if (s.operands[k].kind != WALKED_NUMBER)
            return walked_not();
    }
    if (in->type.kind != TYPE_INT || in->type.width > 64)
        return walked_not();
    uint32_t symbol = path_symbol(p, &s);
    return symbol == NO_SYMBOL ? walked_not()
                               : walked_number(polynomial_symbol(symbol), in->type.width);
}

static struct walked logic(struct path *p, enum op op, struct walked a, struct walked b)
{
    uint64_t value;
    if (b.kind == WALKED_NUMBER && polynomial_is_number(&b.number, &value)) {
        struct walked other = a;
        a = b;
        b = other;
    }
    if (op == OP_XOR && b.kind == WALKED_CONDITION && a.kind == WALKED_NUMBER &&
        polynomial_is_number(&a.number, &value)) {
        b.negated ^= value != 0;
        return b;
    }
    if (!path_decide(p, &a) || !polynomial_is_number(&a.number, &value))
        return walked_not();
    if (op == OP_AND)
        return value ? b : a;
    if (op == OP_OR)
        return value ? a : b;
    if (!path_decide(p, &b))
        return walked_not();
    return walked_number(polynomial_plus(&a.number, &b.number, 1), 1);
}

static struct walked shift_left(const struct walked *a, const struct walked *b)
{
    LAW(a->kind == WALKED_NUMBER && b->kind == WALKED_NUMBER);
    uint64_t amount;
    if (!polynomial_is_number(&b->number, &amount) || amount >= a->width)
        return walked_not();
    return walked_number(polynomial_scale(&a->number, (uint64_t)1 << amount, a->width),
                         a->width);
}

static struct walked arithmetic(struct path *p, struct activation *act, uint32_t id,
                                const struct instruction *in)
{
    struct walked a = operand(p, act, in, 0), b = operand(p, act, in, 1);
    uint64_t value;
    bool bits = in->op == OP_AND || in->op == OP_OR || in->op == OP_XOR;
    if (in->type.width == 1 && bits)
        return logic(p, (enum op)in->op, a, b);
    if (a.kind != WALKED_NUMBER || b.kind != WALKED_NUMBER)
        return walked_not();
    if (in->op == OP_ADD)
        return walked_number(polynomial_plus(&a.number, &b.number, a.width), a.width);
    if (in->op == OP_SUB)
        return walked_number(polynomial_minus(&a.number, &b.number, a.width), a.width);
    if (in->op == OP_MUL)
        return walked_number(polynomial_times(&a.number, &b.number, a.width), a.width);
    struct walked shifted = in->op == OP_SHL ? shift_left(&a, &b) : walked_not();
    if (shifted.kind == WALKED_NUMBER)
        return shifted;
    if (in->op == OP_XOR && polynomial_is_number(&b.number, &value) &&
        value == mask_of(a.width)) {
        struct polynomial ones = polynomial_number(value, a.width);
        return walked_number(polynomial_minus(&ones, &a.number, a.width), a.width);
    }
    return cloned(p, act, id);
}

static struct walked test(struct path *p, enum test_kind kind, uint8_t compare,
                          struct walked a, struct walked b)
{
    uint64_t x, y;
    bool numbers = a.kind == WALKED_NUMBER && b.kind == WALKED_NUMBER;
    LAW(!numbers || a.width == b.width);
    if (!numbers && (a.kind != WALKED_POINTER || b.kind != WALKED_POINTER))
        return walked_not();
    if (kind == TEST_COMPARE && numbers && polynomial_is_number(&a.number, &x) &&
        polynomial_is_number(&b.number, &y)) {
        bool holds = compare_holds((enum compare)compare, x, y, a.width);
        return walked_number(polynomial_number(holds, 1), 1);
    }
    VECTOR_PUSH(&p->tests, (struct test){kind, compare, a, b});
    return (struct walked){.kind = WALKED_CONDITION,
                           .symbol = (uint32_t)p->tests.count - 1,
                           .negated = kind == TEST_NO_OVERFLOW};
}

static struct walked compared(struct path *p, struct activation *act,
                              const struct instruction *in)
{
    struct walked a = operand(p, act, in, 0), b = operand(p, act, in, 1);
    if (!path_decide(p, &a) && a.kind != WALKED_POINTER)
        return walked_not();
    if (!path_decide(p, &b) && b.kind != WALKED_POINTER)
        return walked_not();
    return test(p, TEST_COMPARE, in->sub, a, b);
}

static struct walked bits(struct path *p, struct activation *act, uint32_t id,
                          const struct instruction *in)
{
    bool sum = in->sub == BITS_SADD_OVERFLOW || in->sub == BITS_SSUB_OVERFLOW;
    if (sum || in->sub == BITS_SMUL_OVERFLOW) {
        struct walked a = operand(p, act, in, 0), b = operand(p, act, in, 1);
        if (a.kind != WALKED_NUMBER || b.kind != WALKED_NUMBER)
            return walked_not();
        return test(p, TEST_NO_OVERFLOW, in->sub, a, b);
    }
    return cloned(p, act, id);
}

static struct walked resized(struct path *p, struct activation *act,
                             const struct instruction *in)
{
    struct walked a = operand(p, act, in, 0);
    if (!path_decide(p, &a) || in->type.width > 64)
        return walked_not();
    if (in->op == OP_TRUNC)
        return walked_number(path_truncated(p, &a.number, in->type.width), in->type.width);
    return walked_number(
        path_extended(p, &a.number, a.width, in->type.width, in->op == OP_SEXT),
        in->type.width);
}

static struct walked pointer_sum(struct path *p, struct activation *act,
                                 const struct instruction *in)
{
    struct walked a = operand(p, act, in, 0), b = operand(p, act, in, 1);
    if (a.kind != WALKED_POINTER || b.kind != WALKED_NUMBER)
        return walked_not();
    a.number = polynomial_plus(&a.number, &b.number, a.width);
    return a.number.fails ? walked_not() : a;
}

static struct walked address(struct path *p, struct activation *act,
                             const struct instruction *in)
{
    struct walked a = operand(p, act, in, 0);
    if (a.kind != WALKED_POINTER || in->type.width > a.width)
        return walked_not();
    struct polynomial number = path_address(p, &a);
    return walked_number(path_truncated(p, &number, in->type.width), in->type.width);
}

static struct walked selected(struct path *p, struct activation *act,
                              const struct instruction *in)
{
    struct walked c = operand(p, act, in, 0);
    uint64_t value;
    if (!path_decide(p, &c) || !polynomial_is_number(&c.number, &value))
        return walked_not();
    return operand(p, act, in, value ? 1 : 2);
}

static struct walked input(struct path *p, struct activation *act, uint32_t id,
                           const struct instruction *in)
{
    struct symbol s = {
        .kind = SYMBOL_INPUT, .type = in->type, .function = act->function, .instruction = id};
    uint32_t symbol =
        in->type.kind == TYPE_INT && in->type.width <= 64 ? path_symbol(p, &s) : NO_SYMBOL;
    if (symbol == NO_SYMBOL)
        return walked_not();
    VECTOR_PUSH(&p->inputs, (struct asking){act->function, id, symbol});
    return walked_number(polynomial_symbol(symbol), in->type.width);
}

static bool checked(struct path *p, struct activation *act, const struct instruction *in)
{
    bool matters = in->op == OP_ASSUME || !(p->ignored & 1u << in->sub);
    return !matters || path_require(p, operand(p, act, in, 0), true);
}

static struct walked integer(struct path *p, struct activation *a, uint32_t id,
                             const struct instruction *in)
{
    switch ((enum integer_op)in->op) {
    case INTEGER_ICMP:
        return compared(p, a, in);
    case INTEGER_ZEXT:
    case INTEGER_SEXT:
    case INTEGER_TRUNC:
        return resized(p, a, in);
    case INTEGER_BITS:
        return bits(p, a, id, in);
    case INTEGER_ADD:
    case INTEGER_SUB:
    case INTEGER_MUL:
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
    case INTEGER_AND:
    case INTEGER_OR:
    case INTEGER_XOR:
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        break;
    }
    return arithmetic(p, a, id, in);
}

static struct walked pointer(struct path *p, struct activation *a,
                             const struct instruction *in)
{
    switch ((enum address_op)in->op) {
    case ADDRESS_PTRADD:
        return pointer_sum(p, a, in);
    case ADDRESS_PTRTOINT:
        return address(p, a, in);
    case ADDRESS_INTTOPTR:
        break;
    }
    return walked_not();
}

static bool step_value(struct path *p, struct activation *a, uint32_t id,
                       const struct instruction *in, struct walked *out)
{
    *out = walked_not();
    switch (op_class((enum op)in->op)) {
    case CLASS_INTEGER:
        *out = integer(p, a, id, in);
        return true;
    case CLASS_ADDRESS:
        *out = pointer(p, a, in);
        return true;
    case CLASS_ANY:
        if (in->op == OP_SELECT)
            *out = selected(p, a, in);
        return true;
    case CLASS_FLOAT:
        return true;
    case CLASS_MEMORY:
        return in->op == OP_LOAD && path_load(p, a, id, out);
    case CLASS_MEANING:
        *out = in->op == OP_INPUT ? input(p, a, id, in) : walked_not();
        return in->op == OP_INPUT && out->kind == WALKED_NUMBER;
    case CLASS_START:
    case CLASS_CALL:
    case CLASS_FLOW:
        break;
    }
    return false;
}

bool path_step(struct path *p, struct activation *a, uint32_t id)
{
    const struct instruction *in =
        &p->program->functions.data[a->function].instructions.data[id];
    LAW(!op_is_terminator((enum op)in->op) && in->op != OP_PHI && in->op != OP_CALL);
    struct walked out;
    if (in->op == OP_CHECK || in->op == OP_ASSUME)
        return checked(p, a, in);
    if (in->op == OP_STORE)
        return path_store(p, a, id);
    if (!step_value(p, a, id, in, &out))
        return false;
    activation_set(a, id, out);
    return true;
}
