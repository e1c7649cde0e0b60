/* Integers of more than 64 bits, up to 128. They count as defined. */
#include "interp/interp_internal.h"

static __int128 wide_signed(wide v, uint32_t width)
{
    uint32_t shift = 128 - width;
    return (__int128)(v << shift) >> shift;
}

static wide wide_divide(struct interp *t, enum op op, wide a, wide b, uint32_t width)
{
    if (!b)
        stop_error(t, INTERP_DIVISION, "division by zero");
    __int128 x = wide_signed(a, width), y = wide_signed(b, width);
    if (op == OP_UDIV)
        return a / b;
    if (op == OP_UREM)
        return a % b;
    if (y == -1)
        return op == OP_SDIV ? -a : 0; /* wraps */
    return (wide)(op == OP_SDIV ? x / y : x % y);
}

slot wide_operation(struct interp *t, const struct operation *o, slot p, slot q)
{
    uint32_t width = o->type.width, from = o->from.width;
    wide a = slot_wide(p, from), b = slot_wide(q, from), r = 0;
    bool shifted = b < from;
    if (o->op == OP_PTRTOINT)
        return wide_slot(p.low, width);
    if (o->op == OP_INTTOPTR)
        return pointer_from_address(t, (uint64_t)a & t->memory.pointer_mask);
    if (op_class((enum op)o->op) != CLASS_INTEGER)
        stop_end(t, INTERP_UNSUPPORTED, "an operation on integers of %u bits", from);
    switch ((enum integer_op)o->op) {
    case OP_ADD:
        r = a + b;
        break;
    case OP_SUB:
        r = a - b;
        break;
    case OP_MUL:
        r = a * b;
        break;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        r = wide_divide(t, o->op, a, b, from);
        break;
    case OP_AND:
        r = a & b;
        break;
    case OP_OR:
        r = a | b;
        break;
    case OP_XOR:
        r = a ^ b;
        break;
    case OP_SHL:
        r = shifted ? a << (uint32_t)b : 0;
        break;
    case OP_LSHR:
        r = shifted ? a >> (uint32_t)b : 0;
        break;
    case OP_ASHR:
        r = shifted ? (wide)(wide_signed(a, from) >> (uint32_t)b) : 0;
        break;
    case OP_ICMP:
        r = compare_holds(o->sub, a, b, from);
        break;
    case OP_ZEXT:
    case OP_TRUNC:
        r = a;
        break;
    case OP_SEXT:
        r = (wide)wide_signed(a, from);
        break;
    case OP_BITS:
        stop_end(t, INTERP_UNSUPPORTED, "an operation on integers of %u bits", from);
    }
    return wide_slot(r, width);
}
