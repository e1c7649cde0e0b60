/* LLVM's intrinsics: one table row each, found by the intrinsic's number. Unknown ones are unsupported where
 * they are reached. */
#include "frontend/translate.h"

#include <string.h>

typedef void intrinsic_function(struct translator *, LLVMValueRef call, int argument);

static LLVMValueRef operand(LLVMValueRef call, unsigned k)
{
    return LLVMGetOperand(call, k);
}

static struct value argument(struct translator *t, LLVMValueRef call, unsigned k)
{
    return value_of(t, operand(call, k));
}

/* --- memory --- */

static void copy_memory(struct translator *t, LLVMValueRef call, int op)
{
    struct value size = emit_resize(t, argument(t, call, 2), word_type(t), OP_ZEXT);
    uint32_t operands[] = {argument(t, call, 0).id, argument(t, call, 1).id, size.id};
    emit(t, instruction_make((enum op)op, type_void()), operands, 3);
}

static void change_life(struct translator *t, LLVMValueRef call, int op)
{
    struct value pointer = argument(t, call, 1);
    emit(t, instruction_make((enum op)op, type_void()), &pointer.id, 1);
}

static void save_stack(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    bind(t, call, (struct value){emit(t, instruction_make(OP_STACKSAVE, type_pointer(t->program)), NULL, 0)});
}

static void restore_stack(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    struct value token = argument(t, call, 0);
    emit(t, instruction_make(OP_STACKRESTORE, type_void()), &token.id, 1);
}

static void start_variadic(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    unpack_variadic_start(t, argument(t, call, 0));
}

static void copy_variadic(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    copy_variadic_list(t, argument(t, call, 0), argument(t, call, 1));
}

/* pointer & mask = pointer - (address & ~mask), which keeps the object */
static void mask_pointer(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    struct type type = word_type(t);
    if (variadic_register_over_aligned(call))
        emit_unsupported(t, type_void(), "va_arg of an over-aligned struct");
    struct value pointer = argument(t, call, 0), mask = emit_resize(t, argument(t, call, 1), type, OP_SEXT);
    struct value low = emit_binary(t, OP_XOR, type, mask, word(t, UINT64_MAX));
    struct value excess = emit_binary(t, OP_AND, type, emit_unary(t, OP_PTRTOINT, type, pointer), low);
    struct value offset = emit_binary(t, OP_SUB, type, word(t, 0), excess);
    bind(t, call, emit_binary(t, OP_PTRADD, type_pointer(t->program), pointer, offset));
}

/* --- values, leaf by leaf --- */

/* The first `operands` arguments are values; the rest are flags. */
static void elementwise(struct translator *t, LLVMValueRef call, enum op op, int sub, unsigned operands,
                        struct type *type)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(call));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t from[3];
        for (unsigned k = 0; k < operands; k++)
            from[k] = part(parts_of(t, operand(call, k)), i).id;
        struct instruction made = instruction_make(op, type ? *type : shape->leaves[i].type);
        made.sub = (uint8_t)sub;
        ids[i] = emit(t, made, from, operands);
    }
    bind_parts(t, call, ids, shape->count);
}

static void bits_unary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 1, NULL);
}

static void bits_binary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 2, NULL);
}

static void bits_ternary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 3, NULL);
}

static void math_unary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 1, NULL);
}

static void math_binary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 2, NULL);
}

static void math_ternary(struct translator *t, LLVMValueRef call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 3, NULL);
}

/* llvm.fmuladd leaves open whether the product is rounded; two instructions round as the unfused code does.
 */
static void multiply_add(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    struct parts a = parts_of(t, operand(call, 0)), b = parts_of(t, operand(call, 1)),
                 c = parts_of(t, operand(call, 2));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, a.count + 1);
    for (uint32_t i = 0; i < a.count; i++) {
        struct type type = type_of(t, part(a, i));
        struct value product = emit_binary(t, OP_FMUL, type, part(a, i), part(b, i));
        ids[i] = emit_binary(t, OP_FADD, type, product, part(c, i)).id;
    }
    bind_parts(t, call, ids, a.count);
}

/* lrint, lround: round, then convert */
static void round_to_integer(struct translator *t, LLVMValueRef call, int sub)
{
    struct value v = argument(t, call, 0);
    struct instruction made = instruction_make(OP_FMATH, type_of(t, v));
    made.sub = (uint8_t)sub;
    struct value rounded = {emit(t, made, &v.id, 1)};
    bind(t, call, emit_unary(t, OP_FTOSI, scalar_type(t, LLVMTypeOf(call)), rounded));
}

static void with_overflow(struct translator *t, LLVMValueRef call, int sub)
{
    enum op op = sub == BITS_SADD_OVERFLOW || sub == BITS_UADD_OVERFLOW   ? OP_ADD
                 : sub == BITS_SSUB_OVERFLOW || sub == BITS_USUB_OVERFLOW ? OP_SUB
                                                                          : OP_MUL;
    struct value a = argument(t, call, 0), b = argument(t, call, 1);
    struct value result = emit_binary(t, op, type_of(t, a), a, b);
    struct value overflow = emit_bits(t, (enum bits_function)sub, type_int(1), a, b);
    bind_parts(t, call, (uint32_t[]){result.id, overflow.id}, 2);
}

/* Class bits: 0-1 nan, 2 and 9 infinite, 3 and 8 normal, 4 and 7 subnormal, 5 and 6 zero (the lower ones
 * negative). */
static void float_class(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    static const struct {
        uint16_t mask;
        uint8_t function;
    } classes[] = {
        {0x003, FMATH_IS_NAN}, {0x204, FMATH_IS_INF}, {0x1f8, FMATH_IS_FINITE}, {0x108, FMATH_IS_NORMAL}};
    uint64_t mask = LLVMConstIntGetZExtValue(operand(call, 1));
    struct type truth_type = type_int(1);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (mask != classes[i].mask && (mask ^ 0x3ff) != classes[i].mask) continue;
        elementwise(t, call, OP_FMATH, classes[i].function, 1, &truth_type);
        if (mask != classes[i].mask && shape_of(t, LLVMTypeOf(call))->count == 1)
            bind(t, call, emit_not(t, value_of(t, call)));
        return;
    }
    bind(t, call, emit_unsupported(t, truth_type, "floating-point class test"));
}

static void reduce(struct translator *t, LLVMValueRef call, int op)
{
    struct parts p = parts_of(t, operand(call, 0));
    struct value sum = part(p, 0);
    for (uint32_t i = 1; i < p.count; i++) {
        if (op < OP_COUNT)
            sum = emit_binary(t, (enum op)op, type_of(t, sum), sum, part(p, i));
        else
            sum = emit_bits(t, (enum bits_function)(op - OP_COUNT), type_of(t, sum), sum, part(p, i));
    }
    bind(t, call, sum);
}

/* --- hints --- */

static void ignore(struct translator *t, LLVMValueRef call, int unused)
{
    (void)t;
    (void)call;
    (void)unused;
}

static void pass_on(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    struct parts p = parts_of(t, operand(call, 0));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, p.count + 1);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    bind_parts(t, call, ids, p.count);
}

static void give_constant(struct translator *t, LLVMValueRef call, int n)
{
    bind(t, call, constant_int(t->program, scalar_type(t, LLVMTypeOf(call)), (uint64_t)(int64_t)n));
}

/* Unknown: the largest size, or 0 where the least was asked for. */
static void object_size(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    give_constant(t, call, LLVMConstIntGetZExtValue(operand(call, 1)) ? 0 : -1);
}

static void declare_variable(struct translator *t, LLVMValueRef call, int unused)
{
    (void)unused;
    debug_declare(t, call);
}

static void trap(struct translator *t, LLVMValueRef call, int unused)
{
    (void)call;
    (void)unused;
    emit_stop(t, STOP_TRAP);
}

static const struct {
    const char *name;
    intrinsic_function *translate;
    int argument;
} table[] = {
    {"llvm.dbg.declare", declare_variable, 0},
    {"llvm.dbg.value", ignore, 0},
    {"llvm.dbg.label", ignore, 0},
    {"llvm.dbg.assign", ignore, 0},
    {"llvm.lifetime.start", change_life, OP_LIFESTART},
    {"llvm.lifetime.end", change_life, OP_LIFEEND},
    {"llvm.memcpy", copy_memory, OP_MEMCPY},
    {"llvm.memcpy.inline", copy_memory, OP_MEMCPY},
    {"llvm.memmove", copy_memory, OP_MEMMOVE},
    {"llvm.memset", copy_memory, OP_MEMSET},
    {"llvm.memset.inline", copy_memory, OP_MEMSET},
    {"llvm.stacksave", save_stack, 0},
    {"llvm.stackrestore", restore_stack, 0},
    {"llvm.va_start", start_variadic, 0},
    {"llvm.va_copy", copy_variadic, 0},
    {"llvm.va_end", ignore, 0},
    {"llvm.ptrmask", mask_pointer, 0},
    {"llvm.sadd.with.overflow", with_overflow, BITS_SADD_OVERFLOW},
    {"llvm.uadd.with.overflow", with_overflow, BITS_UADD_OVERFLOW},
    {"llvm.ssub.with.overflow", with_overflow, BITS_SSUB_OVERFLOW},
    {"llvm.usub.with.overflow", with_overflow, BITS_USUB_OVERFLOW},
    {"llvm.smul.with.overflow", with_overflow, BITS_SMUL_OVERFLOW},
    {"llvm.umul.with.overflow", with_overflow, BITS_UMUL_OVERFLOW},
    {"llvm.sadd.sat", bits_binary, BITS_SADD_SAT},
    {"llvm.uadd.sat", bits_binary, BITS_UADD_SAT},
    {"llvm.ssub.sat", bits_binary, BITS_SSUB_SAT},
    {"llvm.usub.sat", bits_binary, BITS_USUB_SAT},
    {"llvm.bswap", bits_unary, BITS_BSWAP},
    {"llvm.ctpop", bits_unary, BITS_POPCOUNT},
    {"llvm.ctlz", bits_unary, BITS_CLZ},
    {"llvm.cttz", bits_unary, BITS_CTZ},
    {"llvm.bitreverse", bits_unary, BITS_REVERSE},
    {"llvm.abs", bits_unary, BITS_ABS},
    {"llvm.smin", bits_binary, BITS_SMIN},
    {"llvm.smax", bits_binary, BITS_SMAX},
    {"llvm.umin", bits_binary, BITS_UMIN},
    {"llvm.umax", bits_binary, BITS_UMAX},
    {"llvm.fshl", bits_ternary, BITS_FSHL},
    {"llvm.fshr", bits_ternary, BITS_FSHR},
    {"llvm.fabs", math_unary, FMATH_FABS},
    {"llvm.sqrt", math_unary, FMATH_SQRT},
    {"llvm.floor", math_unary, FMATH_FLOOR},
    {"llvm.ceil", math_unary, FMATH_CEIL},
    {"llvm.trunc", math_unary, FMATH_TRUNC},
    {"llvm.rint", math_unary, FMATH_RINT},
    {"llvm.nearbyint", math_unary, FMATH_RINT},
    {"llvm.round", math_unary, FMATH_ROUND},
    {"llvm.roundeven", math_unary, FMATH_ROUNDEVEN},
    {"llvm.minnum", math_binary, FMATH_MIN},
    {"llvm.maxnum", math_binary, FMATH_MAX},
    {"llvm.copysign", math_binary, FMATH_COPYSIGN},
    {"llvm.fma", math_ternary, FMATH_FMA},
    {"llvm.fmuladd", multiply_add, 0},
    {"llvm.lrint", round_to_integer, FMATH_RINT},
    {"llvm.llrint", round_to_integer, FMATH_RINT},
    {"llvm.lround", round_to_integer, FMATH_ROUND},
    {"llvm.llround", round_to_integer, FMATH_ROUND},
    {"llvm.is.fpclass", float_class, 0},
    {"llvm.vector.reduce.add", reduce, OP_ADD},
    {"llvm.vector.reduce.mul", reduce, OP_MUL},
    {"llvm.vector.reduce.and", reduce, OP_AND},
    {"llvm.vector.reduce.or", reduce, OP_OR},
    {"llvm.vector.reduce.xor", reduce, OP_XOR},
    {"llvm.vector.reduce.smax", reduce, OP_COUNT + BITS_SMAX},
    {"llvm.vector.reduce.smin", reduce, OP_COUNT + BITS_SMIN},
    {"llvm.vector.reduce.umax", reduce, OP_COUNT + BITS_UMAX},
    {"llvm.vector.reduce.umin", reduce, OP_COUNT + BITS_UMIN},
    {"llvm.expect", pass_on, 0},
    {"llvm.expect.with.probability", pass_on, 0},
    {"llvm.ssa.copy", pass_on, 0},
    {"llvm.annotation", pass_on, 0},
    {"llvm.ptr.annotation", pass_on, 0},
    {"llvm.launder.invariant.group", pass_on, 0},
    {"llvm.strip.invariant.group", pass_on, 0},
    {"llvm.threadlocal.address", pass_on, 0},
    {"llvm.arithmetic.fence", pass_on, 0},
    {"llvm.objectsize", object_size, 0},
    {"llvm.is.constant", give_constant, 0},
    {"llvm.get.rounding", give_constant, 1},
    {"llvm.assume", ignore, 0},
    {"llvm.prefetch", ignore, 0},
    {"llvm.donothing", ignore, 0},
    {"llvm.sideeffect", ignore, 0},
    {"llvm.var.annotation", ignore, 0},
    {"llvm.experimental.noalias.scope.decl", ignore, 0},
    {"llvm.clear_cache", ignore, 0},
    {"llvm.trap", trap, 0},
    {"llvm.ubsantrap", trap, 0},
    {"llvm.debugtrap", trap, 0},
};

static void fill_table(struct translator *t)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        unsigned id = LLVMLookupIntrinsicID(table[i].name, strlen(table[i].name));
        if (id) map_set(&t->intrinsics, id, i);
    }
}

void translate_intrinsic(struct translator *t, LLVMValueRef call, LLVMValueRef callee)
{
    if (!t->intrinsics.count) fill_table(t);
    uint64_t row;
    if (map_get(&t->intrinsics, LLVMGetIntrinsicID(callee), &row)) {
        table[row].translate(t, call, table[row].argument);
        return;
    }
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    const struct shape *shape = shape_of(t, LLVMTypeOf(call));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    if (!shape->count) emit_unsupported(t, type_void(), "intrinsic %s", name);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "intrinsic %s", name).id;
    bind_parts(t, call, ids, shape->count);
}
