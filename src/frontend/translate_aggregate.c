/* Tuples: taking parts of aggregates and vectors, and putting parts in. An index that is no constant selects
 * among all. */
#include "frontend/translate.h"

static uint32_t *copy_parts(struct translator *t, struct parts p)
{
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, p.count + 1);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    return ids;
}

/* First leaf of the member that the instruction's indices name. */
static uint32_t indexed_leaf(struct translator *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
    const unsigned *indices = LLVMGetIndices(v);
    uint32_t first = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
        first += leaf_index(t, type, indices[i]);
        type = element_type(type, indices[i]);
    }
    return first;
}

static void extract_value(struct translator *t, LLVMValueRef v)
{
    struct parts whole = parts_of(t, LLVMGetOperand(v, 0));
    uint32_t first = indexed_leaf(t, v), count = shape_of(t, LLVMTypeOf(v))->count;
    bind_parts(t, v, copy_parts(t, whole) + first, count);
}

static void insert_value(struct translator *t, LLVMValueRef v)
{
    struct parts whole = parts_of(t, LLVMGetOperand(v, 0)), member = parts_of(t, LLVMGetOperand(v, 1));
    uint32_t *ids = copy_parts(t, whole), first = indexed_leaf(t, v);
    for (uint32_t i = 0; i < member.count; i++)
        ids[first + i] = part(member, i).id;
    bind_parts(t, v, ids, whole.count);
}

static void extract_element(struct translator *t, LLVMValueRef v)
{
    struct parts whole = parts_of(t, LLVMGetOperand(v, 0));
    LLVMValueRef index = LLVMGetOperand(v, 1);
    struct type type = shape_of(t, LLVMTypeOf(v))->leaves[0].type;
    struct value result = constant_undef(t->program, type);
    if (LLVMIsAConstantInt(index)) {
        uint64_t n = LLVMConstIntGetZExtValue(index);
        bind(t, v, n < whole.count ? part(whole, (uint32_t)n) : result);
        return;
    }
    struct value at = value_of(t, index);
    for (uint32_t i = 0; i < whole.count; i++) {
        struct value here = emit_compare(t, COMPARE_EQ, at, constant_int(t->program, type_of(t, at), i));
        result = i ? emit_select(t, here, part(whole, i), result) : part(whole, 0);
    }
    bind(t, v, result);
}

static void insert_element(struct translator *t, LLVMValueRef v)
{
    struct parts whole = parts_of(t, LLVMGetOperand(v, 0));
    struct value element = value_of(t, LLVMGetOperand(v, 1)), at = value_of(t, LLVMGetOperand(v, 2));
    LLVMValueRef index = LLVMGetOperand(v, 2);
    uint32_t *ids = copy_parts(t, whole);
    for (uint32_t i = 0; i < whole.count; i++) {
        if (LLVMIsAConstantInt(index)) {
            if (LLVMConstIntGetZExtValue(index) == i) ids[i] = element.id;
            continue;
        }
        struct value here = emit_compare(t, COMPARE_EQ, at, constant_int(t->program, type_of(t, at), i));
        ids[i] = emit_select(t, here, element, part(whole, i)).id;
    }
    bind_parts(t, v, ids, whole.count);
}

static void shuffle(struct translator *t, LLVMValueRef v)
{
    struct parts a = parts_of(t, LLVMGetOperand(v, 0)), b = parts_of(t, LLVMGetOperand(v, 1));
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++) {
        int from = LLVMGetMaskValue(v, i);
        if (from == LLVMGetUndefMaskElem() || from < 0)
            ids[i] = constant_undef(t->program, shape->leaves[i].type).id;
        else
            ids[i] =
                ((uint32_t)from < a.count ? part(a, (uint32_t)from) : part(b, (uint32_t)from - a.count)).id;
    }
    bind_parts(t, v, ids, shape->count);
}

void translate_aggregate(struct translator *t, LLVMValueRef v)
{
    switch ((int)LLVMGetInstructionOpcode(v)) {
    case LLVMExtractValue:
        extract_value(t, v);
        return;
    case LLVMInsertValue:
        insert_value(t, v);
        return;
    case LLVMExtractElement:
        extract_element(t, v);
        return;
    case LLVMInsertElement:
        insert_element(t, v);
        return;
    default:
        shuffle(t, v);
        return;
    }
}
