/* Calls: arguments flattened, byval arguments copied to temporaries, variadic ones packed, several results.
 *
 * A call whose type differs from the callee's definition (functions without prototype) is adapted where the
 * pieces have equal widths; otherwise reaching it is unsupported. */
#include "frontend/translate.h"

#include <stdlib.h>

struct argument_list {
    VECTOR(uint32_t) ids;   /* callee first */
    VECTOR(uint32_t) dying; /* temporaries that die after the call */
    const char *mismatch;
};

LLVMTypeRef byval_type(struct translator *t, LLVMValueRef call, unsigned argument)
{
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, t->attribute[ATTRIBUTE_BYVAL]);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

uint64_t byval_alignment(struct translator *t, LLVMValueRef call, unsigned argument)
{
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, t->attribute[ATTRIBUTE_ALIGN]);
    if (a) return LLVMGetEnumAttributeValue(a);
    return LLVMABIAlignmentOfType(t->layout, byval_type(t, call, argument));
}

static void emit_life(struct translator *t, enum op op, struct value pointer)
{
    emit(t, instruction_make(op, type_void()), &pointer.id, 1);
}

static void add_byval(struct translator *t, LLVMValueRef call, unsigned k, struct argument_list *list)
{
    LLVMTypeRef type = byval_type(t, call, k);
    uint64_t size = type_size(t, type);
    struct value copy = emit_temporary(t, size, byval_alignment(t, call, k));
    emit_life(t, OP_LIFESTART, copy);
    uint32_t operands[] = {copy.id, value_of(t, LLVMGetOperand(call, k)).id, word(t, size).id};
    emit(t, instruction_make(OP_MEMCPY, type_void()), operands, 3);
    VECTOR_PUSH(&list->dying, copy.id);
    VECTOR_PUSH(&list->ids, copy.id);
}

static void add_argument(struct translator *t, LLVMValueRef call, unsigned k, struct argument_list *list)
{
    if (byval_type(t, call, k)) {
        add_byval(t, call, k, list);
        return;
    }
    struct parts p = parts_of(t, LLVMGetOperand(call, k));
    for (uint32_t i = 0; i < p.count; i++)
        VECTOR_PUSH(&list->ids, part(p, i).id);
}

static void add_area(struct translator *t, LLVMValueRef call, unsigned first, struct argument_list *list)
{
    struct value area = pack_variadic(t, call, first);
    VECTOR_PUSH(&list->ids, area.id);
    if (!value_is_constant(area)) VECTOR_PUSH(&list->dying, area.id);
}

/* --- adaptation --- */

/* The value as type `to`; false if it has another width or format. */
static bool adapt(struct translator *t, struct value *v, struct type to)
{
    struct type from = type_of(t, *v);
    if (type_same(from, to)) return true;
    if (from.width != to.width) return false;
    if (from.kind == TYPE_POINTER)
        *v = emit_unary(t, OP_PTRTOINT, type_int(from.width), *v);
    else if (from.kind == TYPE_FLOAT)
        return false; /* passed in other registers */
    if (to.kind == TYPE_POINTER) *v = emit_unary(t, OP_INTTOPTR, to, *v);
    return type_same(type_of(t, *v), to);
}

static void adapt_arguments(struct translator *t, const struct function *callee, struct argument_list *list)
{
    uint32_t fixed = callee->param_count - callee->variadic;
    if (list->ids.count - 1 < fixed) {
        list->mismatch = "too few arguments";
        return;
    }
    for (uint32_t i = 0; i < fixed; i++) {
        struct value v = {list->ids.data[i + 1]};
        if (!adapt(t, &v, callee->params[i])) list->mismatch = "an argument of another type";
        list->ids.data[i + 1] = v.id;
    }
    list->ids.count = fixed + 1; /* what the callee does not take */
}

/* The address-taken variadic functions decide what an indirect call without variadic arguments means: its
 * type in LLVM is the same for a variadic function and for one without prototype. */
static bool variadic_target_exists(struct translator *t, LLVMTypeRef type)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMGetIntrinsicID(f) && LLVMGlobalGetValueType(f) == type) return true;
    return false;
}

/* --- calls --- */

static void add_arguments(struct translator *t, LLVMValueRef v, LLVMValueRef target,
                          struct argument_list *list)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(v);
    unsigned given = LLVMGetNumArgOperands(v), fixed = LLVMCountParamTypes(type);
    bool variadic = LLVMIsFunctionVarArg(type);
    LLVMTypeRef definition = target ? LLVMGlobalGetValueType(target) : NULL;
    if (target && definition != type) {
        fixed = LLVMCountParamTypes(definition);
        variadic = LLVMIsFunctionVarArg(definition);
    } else if (!target && variadic && given == fixed) {
        variadic = variadic_target_exists(t, type);
    }
    for (unsigned i = 0; i < given && i < fixed; i++)
        add_argument(t, v, i, list);
    if (target && definition != type)
        adapt_arguments(t, &t->program->functions.data[function_index_of(t, target)], list);
    if (variadic) add_area(t, v, fixed, list);
}

static void bind_results(struct translator *t, LLVMValueRef v, uint32_t call, const struct type *results,
                         uint32_t count)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
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
            result = emit_unsupported(t, shape->leaves[i].type, "call with a result of another type");
        ids[i] = result.id;
    }
    bind_parts(t, v, ids, shape->count);
}

static void give_up(struct translator *t, LLVMValueRef v, const struct function *callee, const char *mismatch)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    const char *name = callee ? callee->name : "a function pointer";
    if (!shape->count) emit_unsupported(t, type_void(), "call of %s with %s", name, mismatch);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "call of %s with %s", name, mismatch).id;
    bind_parts(t, v, ids, shape->count);
}

static void emit_call(struct translator *t, LLVMValueRef v, struct argument_list *list,
                      const struct function *callee)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t count = callee ? callee->result_count : shape->count;
    struct type *results = ARENA_ARRAY(&t->arena, struct type, count + 1);
    for (uint32_t i = 0; i < count; i++)
        results[i] = callee ? callee->results[i] : shape->leaves[i].type;
    struct instruction made = instruction_make(OP_CALL, count ? results[0] : type_void());
    made.extra = count;
    uint32_t call = emit(t, made, list->ids.data, (uint32_t)list->ids.count);
    bind_results(t, v, call, results, count);
    for (size_t i = 0; i < list->dying.count; i++)
        emit_life(t, OP_LIFEEND, (struct value){list->dying.data[i]});
}

static void ordinary_call(struct translator *t, LLVMValueRef v, LLVMValueRef target)
{
    struct argument_list list = {0};
    const struct function *callee = target ? &t->program->functions.data[function_index_of(t, target)] : NULL;
    VECTOR_PUSH(&list.ids, value_of(t, LLVMGetCalledValue(v)).id);
    add_arguments(t, v, target, &list);
    if (list.mismatch)
        give_up(t, v, callee, list.mismatch);
    else
        emit_call(t, v, &list, callee);
    VECTOR_RELEASE(&list.ids);
    VECTOR_RELEASE(&list.dying);
}

void translate_call(struct translator *t, LLVMValueRef v)
{
    LLVMValueRef callee = resolve_alias(LLVMGetCalledValue(v));
    if (LLVMIsAInlineAsm(callee)) {
        translate_assembly(t, v);
    } else if (!LLVMIsAFunction(callee) || function_index_of(t, callee) == UINT32_MAX) {
        if (LLVMIsAFunction(callee))
            translate_intrinsic(t, v, callee);
        else
            ordinary_call(t, v, NULL);
    } else if (!translate_builtin(t, v, &t->program->functions.data[function_index_of(t, callee)])) {
        ordinary_call(t, v, callee);
    }
}
