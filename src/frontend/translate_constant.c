/* Constants: their bits, addresses as base plus offset, and constant expressions. What does not fold to one
 * of the program's constants is computed by instructions at its use, which is exact. */
#include "frontend/translate.h"

#include <string.h>

static LLVMValueRef operand(LLVMValueRef v, unsigned k)
{
    return LLVMGetOperand(v, k);
}

LLVMValueRef resolve_alias(LLVMValueRef v)
{
    for (int depth = 0; LLVMIsAGlobalAlias(v) && depth < 1000; depth++)
        v = LLVMAliasGetAliasee(v);
    return v;
}

uint32_t function_index_of(struct translator *t, LLVMValueRef v)
{
    return (uint32_t)map_or(&t->functions, (uint64_t)(uintptr_t)v, UINT32_MAX);
}

/* limbs = limbs * 10 + digit */
static void limbs_push_digit(uint32_t *limbs, uint32_t count, uint32_t digit)
{
    uint64_t carry = digit;
    for (uint32_t i = 0; i < count; i++) {
        carry += (uint64_t)limbs[i] * 10;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void limbs_negate(uint32_t *limbs, uint32_t count)
{
    uint64_t carry = 1;
    for (uint32_t i = 0; i < count; i++) {
        carry += (uint32_t)~limbs[i];
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* The C API gives at most 64 bits of an integer; wider ones are read from their decimal text. */
void constant_limbs(struct translator *t, LLVMValueRef v, uint32_t *limbs, uint32_t count)
{
    (void)t;
    memset(limbs, 0, count * sizeof *limbs);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
        uint64_t n = LLVMConstIntGetZExtValue(v);
        limbs[0] = (uint32_t)n;
        if (count > 1) limbs[1] = (uint32_t)(n >> 32);
        return;
    }
    char *text = LLVMPrintValueToString(v);
    const char *digits = strchr(text, ' ');
    bool negative = digits && digits[1] == '-';
    for (const char *p = digits ? digits + 1 + negative : ""; *p >= '0' && *p <= '9'; p++)
        limbs_push_digit(limbs, count, (uint32_t)(*p - '0'));
    if (negative) limbs_negate(limbs, count);
    LLVMDisposeMessage(text);
}

static struct value bits_of(struct translator *t, struct type type, LLVMValueRef integer)
{
    if (type.width <= 64) return constant_int(t->program, type, LLVMConstIntGetZExtValue(integer));
    uint32_t count = (type.width + 31) / 32;
    uint32_t *limbs = ARENA_ARRAY(&t->arena, uint32_t, count);
    constant_limbs(t, integer, limbs, count);
    return constant_bits(t->program, type, limbs);
}

static struct value zero_of(struct translator *t, struct type type)
{
    return type.kind == TYPE_POINTER ? constant_null(t->program) : constant_int(t->program, type, 0);
}

/* --- addresses --- */

static bool constant_gep_offset(struct translator *t, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t sum = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = operand(gep, i);
        if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64) return false;
        int64_t n = LLVMConstIntGetSExtValue(index);
        if (i == 1) {
            sum += (uint64_t)n * type_size(t, type);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            sum += LLVMOffsetOfElement(t->layout, type, (unsigned)n);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
        } else {
            type = LLVMGetElementType(type);
            sum += (uint64_t)n * type_size(t, type);
        }
    }
    *offset = (int64_t)sum;
    return true;
}

static bool address_plus(struct translator *t, struct value base, int64_t offset, struct value *out)
{
    const struct constant c = *program_constant(t->program, base);
    if (t->program->pointer_width == 32) offset = (int32_t)offset;
    if (c.kind == CONSTANT_GLOBAL)
        *out = constant_global(t->program, c.index, c.offset + offset);
    else if (c.kind == CONSTANT_FUNCTION)
        *out = constant_function(t->program, c.index, c.offset + offset);
    else if (offset)
        return false;
    else
        *out = base;
    return true;
}

static bool expression_address(struct translator *t, LLVMValueRef v, struct value *out)
{
    uint32_t width = t->program->pointer_width;
    switch ((int)LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr: {
        int64_t offset;
        struct value base;
        return constant_gep_offset(t, v, &offset) && constant_address(t, operand(v, 0), &base) &&
               address_plus(t, base, offset, out);
    }
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return constant_address(t, operand(v, 0), out);
    case LLVMPtrToInt:
        return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == width && constant_address(t, operand(v, 0), out);
    case LLVMIntToPtr:
        return LLVMGetIntTypeWidth(LLVMTypeOf(operand(v, 0))) == width &&
               constant_address(t, operand(v, 0), out);
    case LLVMAdd:
    case LLVMSub: {
        struct value base;
        if (!LLVMIsAConstantInt(operand(v, 1)) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != width) return false;
        int64_t n = LLVMConstIntGetSExtValue(operand(v, 1));
        if (LLVMGetConstOpcode(v) == LLVMSub) n = (int64_t)-(uint64_t)n;
        return constant_address(t, operand(v, 0), &base) && address_plus(t, base, n, out);
    }
    default:
        return false;
    }
}

bool constant_address(struct translator *t, LLVMValueRef v, struct value *out)
{
    v = resolve_alias(v);
    uint64_t index;
    if (LLVMIsAGlobalValue(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage) { /* nobody defines it */
        *out = constant_null(t->program);
        return true;
    }
    if (LLVMIsAGlobalVariable(v) && map_get(&t->globals, (uint64_t)(uintptr_t)v, &index)) {
        *out = constant_global(t->program, (uint32_t)index, 0);
        return true;
    }
    if (LLVMIsAFunction(v) && map_get(&t->functions, (uint64_t)(uintptr_t)v, &index)) {
        *out = constant_function(t->program, (uint32_t)index, 0);
        return true;
    }
    if (LLVMIsAConstantPointerNull(v)) {
        *out = constant_null(t->program);
        return true;
    }
    if (LLVMIsABlockAddress(v)) {
        LLVMValueRef function = LLVMGetBlockAddressFunction(v);
        LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(v);
        uint32_t number = 1;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && b != block;
             b = LLVMGetNextBasicBlock(b))
            number++;
        *out = constant_block(t->program, function_index_of(t, function), number);
        return true;
    }
    return LLVMIsAConstantExpr(v) && expression_address(t, v, out);
}

/* --- values --- */

static struct value expression(struct translator *t, LLVMValueRef v, struct type type)
{
    LLVMOpcode op = LLVMGetConstOpcode(v);
    switch ((int)op) {
    case LLVMGetElementPtr:
        return translate_address(t, v);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return cast_value(t, op, value_of(t, operand(v, 0)), type);
    case LLVMAdd:
        return emit_binary(t, OP_ADD, type, value_of(t, operand(v, 0)), value_of(t, operand(v, 1)));
    case LLVMSub:
        return emit_binary(t, OP_SUB, type, value_of(t, operand(v, 0)), value_of(t, operand(v, 1)));
    case LLVMMul:
        return emit_binary(t, OP_MUL, type, value_of(t, operand(v, 0)), value_of(t, operand(v, 1)));
    case LLVMXor:
        return emit_binary(t, OP_XOR, type, value_of(t, operand(v, 0)), value_of(t, operand(v, 1)));
    default:
        return emit_unsupported(t, type, "constant expression");
    }
}

static struct value constant_scalar(struct translator *t, LLVMValueRef v, struct type type)
{
    struct value address;
    if (LLVMIsAConstantInt(v)) return bits_of(t, type, v);
    if (LLVMIsUndef(v)) return constant_undef(t->program, type); /* poison too */
    if (LLVMIsAConstantFP(v)) {
        LLVMTypeRef integer = LLVMIntTypeInContext(t->context, type.width);
        return bits_of(t, type, LLVMConstBitCast(v, integer));
    }
    if (LLVMIsNull(v)) return zero_of(t, type);
    if (type.kind == TYPE_POINTER && constant_address(t, v, &address)) return address;
    if (LLVMIsAConstantExpr(v)) return expression(t, v, type);
    return emit_unsupported(t, type, "constant of an unsupported kind");
}

void constant_parts(struct translator *t, LLVMValueRef v, uint32_t *out)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    const struct shape *shape = shape_of(t, type);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
    if (!aggregate) {
        if (shape->count) out[0] = constant_scalar(t, v, shape->leaves[0].type).id;
        return;
    }
    if (LLVMIsUndef(v) || LLVMIsNull(v) || LLVMIsAConstantExpr(v)) {
        for (uint32_t i = 0; i < shape->count; i++) {
            struct type leaf = shape->leaves[i].type;
            out[i] = (LLVMIsUndef(v)  ? constant_undef(t->program, leaf)
                      : LLVMIsNull(v) ? zero_of(t, leaf)
                                      : emit_unsupported(t, leaf, "constant expression of vector type"))
                         .id;
        }
        return;
    }
    uint32_t at = 0;
    for (unsigned i = 0; at < shape->count; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(v, i);
        if (!element) break;
        uint32_t count = shape_of(t, LLVMTypeOf(element))->count;
        constant_parts(t, element, out + at);
        at += count;
    }
}
