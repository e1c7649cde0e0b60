#include "check/partial_op.h"

#include "base/failure.h"

enum term_op check_partial_op(enum integer_op op)
{
    switch (op) {
    case INTEGER_SHL:
        return TERM_BV_SHL;
    case INTEGER_LSHR:
        return TERM_BV_LSHR;
    case INTEGER_ASHR:
        return TERM_BV_ASHR;
    case INTEGER_UDIV:
        return TERM_BV_UDIV;
    case INTEGER_SDIV:
        return TERM_BV_SDIV;
    case INTEGER_UREM:
        return TERM_BV_UREM;
    case INTEGER_SREM:
        return TERM_BV_SREM;
    case INTEGER_ADD:
    case INTEGER_SUB:
    case INTEGER_MUL:
    case INTEGER_AND:
    case INTEGER_OR:
    case INTEGER_XOR:
    case INTEGER_ICMP:
    case INTEGER_ZEXT:
    case INTEGER_SEXT:
    case INTEGER_TRUNC:
    case INTEGER_BITS:
        break;
    }
    BUG("operation %d is always defined", (int)op);
}
