/* LLVM's intrinsics: one table row each, found by name. Unknown ones are unsupported where
 * they are reached.
 */
#include "load/translate/translate.h"

#include <ctype.h>
#include <string.h>

typedef void intrinsic_function(struct translator *, const struct ir_instruction *call,
                                int argument);

static struct value argument(struct translator *t, const struct ir_instruction *call,
                             unsigned k)
{
    return value_of(t, call->operands[k]);
}

/* --- memory --- */

static bool is_constant_global(const struct ir_value *v)
{
    return v->kind == IR_GLOBAL && ((const struct ir_global *)v)->constant;
}

/* The last argument says that one side is volatile, not which: a struct that is copied from
 * or to it. */
static bool copies_volatile(const struct ir_instruction *call, int op)
{
    const struct ir_value *flag = call->operands[call->count - 1];
    return op != OP_MEMSET && ir_is_small_number(flag) && ir_unsigned(flag) &&
           !is_constant_global(call->operands[1]);
}

/* What is volatile is read, so that it may be anything, and written piece by piece. */
static void copy_volatile(struct translator *t, const struct ir_instruction *call)
{
    enum { MOST_PIECES = 1024 };
    const struct ir_attributes *a = call->attributes;
    uint64_t aligned = a->count ? a->parameters[0].alignment : 1, step = 1;
    while (step < 8 && step * 2 <= aligned)
        step *= 2;
    bool fixed = ir_is_small_number(call->operands[2]);
    uint64_t size = fixed ? ir_unsigned(call->operands[2]) : 0;
    if (!fixed || size / step > MOST_PIECES) {
        emit_unsupported(t, type_void(), "copy of a large volatile object");
        return;
    }
    struct value to = argument(t, call, 0), from = argument(t, call, 1);
    for (uint64_t at = 0; at < size; at += step) {
        while (step > size - at)
            step /= 2;
        struct value piece = emit_load(t, type_int((uint32_t)step * 8),
                                       emit_offset(t, from, at), step, FLAG_VOLATILE);
        emit_store(t, emit_offset(t, to, at), piece, step, FLAG_VOLATILE);
    }
}

static void copy_memory(struct translator *t, const struct ir_instruction *call, int op)
{
    if (copies_volatile(call, op)) {
        copy_volatile(t, call);
        return;
    }
    struct value size = emit_resize(t, argument(t, call, 2), word_type(t), OP_ZEXT);
    uint32_t operands[] = {argument(t, call, 0).id, argument(t, call, 1).id, size.id};
    emit(t, instruction_make((enum op)op, type_void()), operands, 3);
}

static void change_life(struct translator *t, const struct ir_instruction *call, int op)
{
    struct value pointer = argument(t, call, 1);
    emit(t, instruction_make((enum op)op, type_void()), &pointer.id, 1);
}

static void save_stack(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    bind(t, &call->value,
         (struct value){
             emit(t, instruction_make(OP_STACKSAVE, type_pointer(t->program)), NULL, 0)});
}

static void restore_stack(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    struct value token = argument(t, call, 0);
    emit(t, instruction_make(OP_STACKRESTORE, type_void()), &token.id, 1);
}

static void start_variadic(struct translator *t, const struct ir_instruction *call,
                           int unused)
{
    (void)unused;
    unpack_variadic_start(t, argument(t, call, 0));
}

static void copy_variadic(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    copy_variadic_list(t, argument(t, call, 0), argument(t, call, 1));
}

/* pointer & mask = pointer - (address & ~mask), which keeps the object */
static void mask_pointer(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    struct type type = word_type(t);
    if (variadic_register_over_aligned(t, call))
        emit_unsupported(t, type_void(), "va_arg of an over-aligned struct");
    struct value pointer = argument(t, call, 0),
                 mask = emit_resize(t, argument(t, call, 1), type, OP_SEXT);
    struct value low = emit_binary(t, OP_XOR, type, mask, word(t, UINT64_MAX));
    struct value excess =
        emit_binary(t, OP_AND, type, emit_unary(t, OP_PTRTOINT, type, pointer), low);
    struct value offset = emit_binary(t, OP_SUB, type, word(t, 0), excess);
    bind(t, &call->value,
         emit_binary(t, OP_PTRADD, type_pointer(t->program), pointer, offset));
}

/* --- values, leaf by leaf --- */

/* The first `operands` arguments are values; the rest are flags. */
static void elementwise(struct translator *t, const struct ir_instruction *call, enum op op,
                        int sub, unsigned operands, struct type *type)
{
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t from[3];
        for (unsigned k = 0; k < operands; k++)
            from[k] = part(parts_of(t, call->operands[k]), i).id;
        struct instruction made = instruction_make(op, type ? *type : shape->leaves[i].type);
        made.sub = (uint8_t)sub;
        ids[i] = emit(t, made, from, operands);
    }
    bind_parts(t, &call->value, ids, shape->count);
}

static void bits_unary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 1, NULL);
}

/* Zeros at one end; of zero itself the result is any number where the flag says so. */
static void count_zeros(struct translator *t, const struct ir_instruction *call, int sub)
{
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    bool open = ir_is_small_number(call->operands[1]) && ir_unsigned(call->operands[1]);
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value of = part(parts_of(t, call->operands[0]), i);
        struct type type = shape->leaves[i].type;
        struct instruction made = instruction_make(OP_BITS, type);
        made.sub = (uint8_t)sub;
        struct value count = {emit(t, made, &of.id, 1)};
        if (open) {
            struct value some =
                emit_compare(t, COMPARE_NE, of, constant_int(t->program, type, 0));
            count = emit_select(t, some, count, emit_input(t, type, "uninitialised value"));
        }
        ids[i] = count.id;
    }
    bind_parts(t, &call->value, ids, shape->count);
}

static void bits_binary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 2, NULL);
}

static void bits_ternary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_BITS, sub, 3, NULL);
}

static void math_unary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 1, NULL);
}

static void math_binary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 2, NULL);
}

static void math_ternary(struct translator *t, const struct ir_instruction *call, int sub)
{
    elementwise(t, call, OP_FMATH, sub, 3, NULL);
}

/* llvm.fmuladd leaves open whether the product is rounded; two instructions round as the
 * unfused code does.
 */
static void multiply_add(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    struct parts a = parts_of(t, call->operands[0]), b = parts_of(t, call->operands[1]),
                 c = parts_of(t, call->operands[2]);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++) {
        struct type type = type_of(t, part(a, i));
        struct value product = emit_binary(t, OP_FMUL, type, part(a, i), part(b, i));
        ids[i] = emit_binary(t, OP_FADD, type, product, part(c, i)).id;
    }
    bind_parts(t, &call->value, ids, a.count);
}

/* lrint, lround: round, then convert */
static void round_to_integer(struct translator *t, const struct ir_instruction *call, int sub)
{
    struct value v = argument(t, call, 0);
    struct instruction made = instruction_make(OP_FMATH, type_of(t, v));
    made.sub = (uint8_t)sub;
    struct value rounded = {emit(t, made, &v.id, 1)};
    bind(t, &call->value, emit_unary(t, OP_FTOSI, scalar_type(t, call->value.type), rounded));
}

static void with_overflow(struct translator *t, const struct ir_instruction *call, int sub)
{
    enum op op = OP_MUL;
    if (sub == BITS_SADD_OVERFLOW || sub == BITS_UADD_OVERFLOW)
        op = OP_ADD;
    if (sub == BITS_SSUB_OVERFLOW || sub == BITS_USUB_OVERFLOW)
        op = OP_SUB;
    struct value a = argument(t, call, 0), b = argument(t, call, 1);
    struct value result = emit_binary(t, op, type_of(t, a), a, b);
    struct value overflow = emit_bits(t, (enum bits_function)sub, type_int(1), a, b);
    bind_parts(t, &call->value, (uint32_t[]){result.id, overflow.id}, 2);
}

static void negate(struct translator *t, const struct ir_instruction *call)
{
    struct parts p = parts_of(t, &call->value);
    uint32_t few[FEW], *ids = room_for(t, few, p.count);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = emit_not(t, part(p, i)).id;
    bind_parts(t, &call->value, ids, p.count);
}

/* Class bits: 0-1 nan, 2 and 9 infinite, 3 and 8 normal, 4 and 7 subnormal, 5 and 6 zero (the
 * lower ones negative). */
static void float_class(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    static const struct {
        uint16_t mask;
        uint8_t function;
    } classes[] = {{0x003, FMATH_IS_NAN},
                   {0x204, FMATH_IS_INF},
                   {0x1f8, FMATH_IS_FINITE},
                   {0x108, FMATH_IS_NORMAL}};
    uint64_t mask = ir_unsigned(call->operands[1]);
    struct type truth_type = type_int(1);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (mask != classes[i].mask && (mask ^ 0x3ff) != classes[i].mask)
            continue;
        elementwise(t, call, OP_FMATH, classes[i].function, 1, &truth_type);
        if (mask != classes[i].mask)
            negate(t, call);
        return;
    }
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, truth_type, "floating-point class test").id;
    bind_parts(t, &call->value, ids, shape->count);
}

static void reduce(struct translator *t, const struct ir_instruction *call, int op)
{
    struct parts p = parts_of(t, call->operands[0]);
    struct value sum = part(p, 0);
    for (uint32_t i = 1; i < p.count; i++) {
        if (op < OP_COUNT)
            sum = emit_binary(t, (enum op)op, type_of(t, sum), sum, part(p, i));
        else
            sum = emit_bits(t, (enum bits_function)(op - OP_COUNT), type_of(t, sum), sum,
                            part(p, i));
    }
    bind(t, &call->value, sum);
}

/* --- hints --- */

static void ignore(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)t;
    (void)call;
    (void)unused;
}

static void pass_on(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    struct parts p = parts_of(t, call->operands[0]);
    uint32_t few[FEW], *ids = room_for(t, few, p.count);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    bind_parts(t, &call->value, ids, p.count);
}

static void give_constant(struct translator *t, const struct ir_instruction *call, int n)
{
    bind(t, &call->value,
         constant_int(t->program, scalar_type(t, call->value.type), (uint64_t)(int64_t)n));
}

/* Unknown: the largest size, or 0 where the least was asked for. */
static void object_size(struct translator *t, const struct ir_instruction *call, int unused)
{
    (void)unused;
    give_constant(t, call, ir_unsigned(call->operands[1]) ? 0 : -1);
}

static void trap(struct translator *t, const struct ir_instruction *call, int unused)
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
    {"llvm.dbg.declare", ignore, 0},
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
    {"llvm.ctlz", count_zeros, BITS_CLZ},
    {"llvm.cttz", count_zeros, BITS_CTZ},
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

enum { UNKNOWN_ROW = UINT16_MAX };

/* What follows a name says for which types it is meant, as in llvm.memcpy.p0.p0.i64; other
 * words belong to the name of another intrinsic, as in llvm.memcpy.element.unordered.atomic.
 */
static bool is_type_list(const char *rest)
{
    if (!*rest)
        return true;
    const char *word = rest + 1;
    return *rest == '.' && ((strchr("pifva", *word) && isdigit((unsigned char)word[1])) ||
                            !strncmp(word, "nxv", 3) || !strncmp(word, "bf16", 4) ||
                            !strncmp(word, "s_", 2) || !strncmp(word, "sl_", 3));
}

uint32_t intrinsic_number(const char *name)
{
    uint32_t best = UNKNOWN_ROW;
    size_t longest = 0;
    for (uint32_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t length = strlen(table[i].name);
        if (length <= longest || strncmp(name, table[i].name, length) ||
            !is_type_list(name + length))
            continue;
        best = i;
        longest = length;
    }
    return best;
}

void translate_intrinsic(struct translator *t, const struct ir_instruction *call,
                         const struct ir_value *callee)
{
    if (callee->number != UNKNOWN_ROW) {
        table[callee->number].translate(t, call, table[callee->number].argument);
        return;
    }
    const char *name = ((const struct ir_symbol *)callee)->name;
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    if (!shape->count)
        emit_unsupported(t, type_void(), "intrinsic %s", name);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "intrinsic %s", name).id;
    bind_parts(t, &call->value, ids, shape->count);
}
