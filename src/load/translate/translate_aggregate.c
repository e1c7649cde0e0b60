/* Tuples: taking parts of aggregates and vectors, and putting parts in. An index that is no
 * constant selects among all. */
#include "load/translate/translate.h"

static uint32_t *copy_parts(struct translator *t, struct parts p)
{
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, p.count + 1);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    return ids;
}

/* First leaf of the member that the instruction's indices name. */
static uint32_t indexed_leaf(struct translator *t, const struct ir_instruction *v)
{
    const struct ir_type *type = v->operands[0]->type;
    uint32_t first = 0;
    for (uint32_t i = 0; i < v->target_count; i++) {
        first += leaf_index(t, type, v->indices[i]);
        type = element_type(type, v->indices[i]);
    }
    return first;
}

static void extract_value(struct translator *t, const struct ir_instruction *v)
{
    struct parts whole = parts_of(t, v->operands[0]);
    uint32_t first = indexed_leaf(t, v), count = shape_of(t, v->value.type)->count;
    LAW(first + count <= whole.count);
    bind_parts(t, &v->value, copy_parts(t, whole) + first, count);
}

static void insert_value(struct translator *t, const struct ir_instruction *v)
{
    struct parts whole = parts_of(t, v->operands[0]), member = parts_of(t, v->operands[1]);
    uint32_t *ids = copy_parts(t, whole), first = indexed_leaf(t, v);
    LAW(first + member.count <= whole.count);
    for (uint32_t i = 0; i < member.count; i++)
        ids[first + i] = part(member, i).id;
    bind_parts(t, &v->value, ids, whole.count);
}

/* An element that a vector does not have: an access outside of it. */
static void check_element(struct translator *t, const struct ir_value *index, uint32_t count)
{
    struct value at = value_of(t, index);
    struct value has =
        emit_compare(t, COMPARE_ULT, at, constant_int(t->program, type_of(t, at), count));
    emit_check(t, CHECK_INDEX, has, "no element of the vector");
}

static void extract_element(struct translator *t, const struct ir_instruction *v)
{
    LAW(v->operands[0]->type->kind == IR_VECTOR);
    struct parts whole = parts_of(t, v->operands[0]);
    const struct ir_value *index = v->operands[1];
    struct type type = shape_of(t, v->value.type)->leaves[0].type;
    struct value result = constant_undef(t->program, type);
    if (ir_is_small_number(index)) {
        uint64_t n = ir_unsigned(index);
        if (n >= whole.count)
            check_element(t, index, whole.count);
        bind(t, &v->value, n < whole.count ? part(whole, (uint32_t)n) : result);
        return;
    }
    check_element(t, index, whole.count);
    struct value at = value_of(t, index);
    for (uint32_t i = 0; i < whole.count; i++) {
        struct value here =
            emit_compare(t, COMPARE_EQ, at, constant_int(t->program, type_of(t, at), i));
        result = emit_select(t, here, part(whole, i), result);
    }
    bind(t, &v->value, result);
}

static void insert_element(struct translator *t, const struct ir_instruction *v)
{
    struct parts whole = parts_of(t, v->operands[0]);
    struct value element = value_of(t, v->operands[1]), at = value_of(t, v->operands[2]);
    const struct ir_value *index = v->operands[2];
    LAW(type_same(type_of(t, element), shape_of(t, v->value.type)->leaves[0].type));
    uint32_t *ids = copy_parts(t, whole);
    if (!ir_is_small_number(index) || ir_unsigned(index) >= whole.count)
        check_element(t, index, whole.count);
    for (uint32_t i = 0; i < whole.count; i++) {
        if (ir_is_small_number(index)) {
            if (ir_unsigned(index) == i)
                ids[i] = element.id;
            continue;
        }
        struct value here =
            emit_compare(t, COMPARE_EQ, at, constant_int(t->program, type_of(t, at), i));
        ids[i] = emit_select(t, here, element, part(whole, i)).id;
    }
    bind_parts(t, &v->value, ids, whole.count);
}

static void shuffle(struct translator *t, const struct ir_instruction *v)
{
    struct parts a = parts_of(t, v->operands[0]), b = parts_of(t, v->operands[1]);
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t from = v->indices[i];
        LAW(from == IR_NO_INDEX || from < a.count + b.count);
        if (from == IR_NO_INDEX)
            ids[i] = constant_undef(t->program, shape->leaves[i].type).id;
        else
            ids[i] = (from < a.count ? part(a, from) : part(b, from - a.count)).id;
    }
    bind_parts(t, &v->value, ids, shape->count);
}

void translate_aggregate(struct translator *t, const struct ir_instruction *v)
{
    enum ir_op op = v->value.op;
    LAW(op >= IR_EXTRACTVALUE && op <= IR_SHUFFLEVECTOR);
    if (op == IR_EXTRACTVALUE)
        extract_value(t, v);
    if (op == IR_INSERTVALUE)
        insert_value(t, v);
    if (op == IR_EXTRACTELEMENT)
        extract_element(t, v);
    if (op == IR_INSERTELEMENT)
        insert_element(t, v);
    if (op == IR_SHUFFLEVECTOR)
        shuffle(t, v);
}
