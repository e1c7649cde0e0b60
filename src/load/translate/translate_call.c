/* Calls: arguments flattened, byval arguments copied to temporaries, variadic ones packed,
 * several results.
 *
 * A call whose type differs from the callee's definition (functions without prototype) is
 * adapted where the pieces have equal widths; otherwise reaching it is unsupported. */
#include "load/translate/translate.h"

const struct ir_type *byval_type(const struct ir_instruction *call, unsigned argument)
{
    const struct ir_attributes *a = call->attributes;
    return argument < a->count ? a->parameters[argument].byval : NULL;
}

uint64_t byval_alignment(struct translator *t, const struct ir_instruction *call,
                         unsigned argument)
{
    LAW(byval_type(call, argument));
    const struct ir_parameter *p = &call->attributes->parameters[argument];
    return p->alignment ? p->alignment : type_alignment(t, p->byval);
}

static void emit_life(struct translator *t, enum op op, struct value pointer)
{
    LAW(type_of(t, pointer).kind == TYPE_POINTER);
    emit(t, instruction_make(op, type_void()), &pointer.id, 1);
}

static void add_byval(struct translator *t, const struct ir_instruction *call, unsigned k)
{
    const struct ir_type *type = byval_type(call, k);
    uint64_t size = type_size(t, type);
    struct value copy = emit_temporary(t, size, byval_alignment(t, call, k));
    emit_life(t, OP_LIFESTART, copy);
    uint32_t operands[] = {copy.id, value_of(t, call->operands[k]).id, word(t, size).id};
    emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
    VECTOR_PUSH(&t->dying, copy.id);
    VECTOR_PUSH(&t->arguments, copy.id);
}

static void add_argument(struct translator *t, const struct ir_instruction *call, unsigned k)
{
    if (byval_type(call, k)) {
        add_byval(t, call, k);
        return;
    }
    struct parts p = parts_of(t, call->operands[k]);
    for (uint32_t i = 0; i < p.count; i++)
        VECTOR_PUSH(&t->arguments, part(p, i).id);
}

static void add_area(struct translator *t, const struct ir_instruction *call, unsigned first)
{
    struct value area = pack_variadic(t, call, first);
    VECTOR_PUSH(&t->arguments, area.id);
    if (!value_is_constant(area))
        VECTOR_PUSH(&t->dying, area.id);
}

/* --- adaptation --- */

/* The value as type `to`; false if it has another width or format. */
static bool adapt(struct translator *t, struct value *v, struct type to)
{
    struct type from = type_of(t, *v);
    if (type_same(from, to))
        return true;
    if (from.width != to.width)
        return false;
    if (from.kind == TYPE_POINTER)
        *v = emit_unary(t, OP_PTRTOINT, type_int(from.width), *v);
    else if (from.kind == TYPE_FLOAT)
        return false; /* passed in other registers */
    if (to.kind == TYPE_POINTER)
        *v = emit_unary(t, OP_INTTOPTR, to, *v);
    return type_same(type_of(t, *v), to);
}

/* What is wrong with the arguments, or null. */
static const char *adapt_arguments(struct translator *t, const struct function *callee)
{
    LAW(t->arguments.count && callee->param_count >= callee->variadic);
    uint32_t fixed = callee->param_count - callee->variadic;
    if (t->arguments.count - 1 < fixed)
        return "too few arguments";
    const char *mismatch = NULL;
    for (uint32_t i = 0; i < fixed; i++) {
        struct value v = {t->arguments.data[i + 1]};
        if (!adapt(t, &v, callee->params[i]))
            mismatch = "an argument of another type";
        t->arguments.data[i + 1] = v.id;
    }
    t->arguments.count = fixed + 1; /* what the callee does not take */
    return mismatch;
}

/* The address-taken variadic functions decide what an indirect call without variadic
 * arguments means: its type in LLVM is the same for a variadic function and for one without
 * prototype. */
static bool variadic_target_exists(struct translator *t, const struct ir_type *type)
{
    return map_has(&t->variadic_types, (uint64_t)(uintptr_t)type);
}

/* --- calls --- */

/* What is wrong with the arguments, or null. */
static const char *add_arguments(struct translator *t, const struct ir_instruction *v,
                                 const struct ir_value *target)
{
    const struct ir_type *type = v->subject;
    const struct ir_type *definition =
        target ? ((const struct ir_symbol *)target)->content : type;
    uint64_t fixed = definition->count;
    bool variadic = definition->variadic;
    if (!target && variadic && v->count == fixed)
        variadic = variadic_target_exists(t, type);
    for (uint32_t i = 0; i < v->count && i < fixed; i++)
        add_argument(t, v, i);
    const char *mismatch = NULL;
    if (definition != type)
        mismatch = adapt_arguments(t, &t->program->functions.data[function_index_of(target)]);
    if (variadic)
        add_area(t, v, (unsigned)fixed);
    return mismatch;
}

static void bind_results(struct translator *t, const struct ir_instruction *v, uint32_t call,
                         const struct type *results, uint32_t count)
{
    LAW(call < t->function->instructions.count);
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    for (uint32_t i = 0; i < shape->count; i++) {
        struct value result = {call};
        if (i >= count) {
            ids[i] = constant_undef(t->program, shape->leaves[i].type).id;
            continue;
        }
        if (i) {
            struct instruction made = instruction_make(OP_RESULT, results[i]);
            made.extra = i;
            result.id = emit(t, made, &call, 1);
        }
        if (!adapt(t, &result, shape->leaves[i].type))
            result = emit_unsupported(t, shape->leaves[i].type,
                                      "call with a result of another type");
        ids[i] = result.id;
    }
    bind_parts(t, &v->value, ids, shape->count);
}

static void give_up(struct translator *t, const struct ir_instruction *v,
                    const struct function *callee, const char *mismatch)
{
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    const char *name = callee ? callee->name : "a function pointer";
    if (!shape->count)
        emit_unsupported(t, type_void(), "call of %s with %s", name, mismatch);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] =
            emit_unsupported(t, shape->leaves[i].type, "call of %s with %s", name, mismatch)
                .id;
    bind_parts(t, &v->value, ids, shape->count);
}

static void emit_call(struct translator *t, const struct ir_instruction *v,
                      const struct function *callee)
{
    LAW(t->arguments.count); /* the callee first */
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t count = callee ? callee->result_count : shape->count;
    struct type *results =
        callee ? callee->results : ARENA_ARRAY(&t->body_arena, struct type, count);
    for (uint32_t i = 0; !callee && i < count; i++)
        results[i] = shape->leaves[i].type;
    struct instruction made = instruction_make(OP_CALL, count ? results[0] : type_void());
    made.extra = count;
    uint32_t call = emit(t, made, t->arguments.data, (uint32_t)t->arguments.count);
    bind_results(t, v, call, results, count);
    for (size_t i = 0; i < t->dying.count; i++)
        emit_life(t, OP_LIFEEND, (struct value){t->dying.data[i]});
}

static void ordinary_call(struct translator *t, const struct ir_instruction *v,
                          const struct ir_value *target)
{
    const struct function *callee =
        target ? &t->program->functions.data[function_index_of(target)] : NULL;
    VECTOR_CLEAR(&t->arguments);
    VECTOR_CLEAR(&t->dying);
    VECTOR_PUSH(&t->arguments, value_of(t, v->callee).id);
    const char *mismatch = add_arguments(t, v, target);
    if (mismatch)
        give_up(t, v, callee, mismatch);
    else
        emit_call(t, v, callee);
}

void translate_call(struct translator *t, const struct ir_instruction *v)
{
    const struct ir_value *callee = resolve_alias(v->callee);
    uint32_t index = function_index_of(callee);
    if (callee->kind == IR_ASSEMBLY)
        translate_assembly(t, v);
    else if (callee->kind != IR_FUNCTION)
        ordinary_call(t, v, NULL);
    else if (index == UINT32_MAX)
        translate_intrinsic(t, v, callee);
    else if (!translate_builtin(t, v, &t->program->functions.data[index]))
        ordinary_call(t, v, callee);
}
