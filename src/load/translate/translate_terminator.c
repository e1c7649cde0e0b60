/* Ends of blocks. A branch into a block that only traps becomes a CHECK and a jump. */
#include "load/translate/translate.h"

static void translate_return(struct translator *t, const struct ir_instruction *v)
{
    struct parts p = v->count ? parts_of(t, v->operands[0]) : (struct parts){0};
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, p.count + 1);
    for (uint32_t i = 0; i < p.count; i++)
        ids[i] = part(p, i).id;
    emit(t, instruction_make(OP_RETURN, type_void()), ids, p.count);
    t->ended = true;
}

static void translate_branch(struct translator *t, const struct ir_instruction *v)
{
    LAW(v->target_count == 1 || v->target_count == 2);
    const struct block_state *then = &t->states[v->targets[0]];
    if (v->target_count == 1) {
        emit_jump(t, then->entry);
        return;
    }
    const struct block_state *otherwise = &t->states[v->targets[1]];
    const struct ir_value *condition = v->operands[0];
    if (then->trap && otherwise->trap) {
        emit_stop(t, STOP_TRAP);
    } else if (then->trap || otherwise->trap) {
        int kind = (then->trap ? then->trap : otherwise->trap) - 1;
        check_trap(t, condition, then->trap, kind);
        if (kind == TRAP_FLOAT_CAST && condition->kind == IR_NUMBER)
            check_field_of_constant(t, &t->body.blocks[v->targets[then->trap ? 1 : 0]]);
        emit_jump(t, then->trap ? otherwise->entry : then->entry);
    } else if (then == otherwise) {
        emit_jump(t, then->entry);
    } else {
        emit_branch(t, value_of(t, condition), then->entry, otherwise->entry);
    }
}

static void translate_switch(struct translator *t, const struct ir_instruction *v)
{
    LAW(v->target_count && v->count == v->target_count);
    uint32_t *operands = ARENA_ARRAY(&t->body_arena, uint32_t, 2 * (size_t)v->target_count),
             n = 0;
    operands[n++] = value_of(t, v->operands[0]).id;
    for (uint32_t i = 1; i < v->target_count; i++) {
        operands[n++] = value_of(t, v->operands[i]).id;
        operands[n++] = t->states[v->targets[i]].entry;
    }
    struct instruction made = instruction_make(OP_SWITCH, type_void());
    made.target[0] = t->states[v->targets[0]].entry;
    emit(t, made, operands, n);
    t->ended = true;
}

/* Computed goto: compares the address with that of each listed block; any other address is
 * undefined behaviour. The blocks' PHIs would need an entry per comparison, so that each edge
 * comes from one dispatch block: a SWITCH over the position. */
static void translate_indirect(struct translator *t, const struct ir_instruction *v)
{
    uint32_t count = v->target_count;
    struct value address = value_of(t, v->operands[0]), position = word(t, 0);
    uint32_t *operands = ARENA_ARRAY(&t->body_arena, uint32_t, 2 * (size_t)count + 1), n = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t block = t->states[v->targets[i]].entry;
        struct value label = constant_block(t->program, t->function_index, block);
        struct value here = emit_compare(t, COMPARE_EQ, address, label);
        position = emit_select(t, here, word(t, i + 1), position);
        operands[n++] = word(t, i + 1).id;
        operands[n++] = block;
    }
    operands[0] = position.id;
    emit_check(t, CHECK_UNREACHABLE, emit_compare(t, COMPARE_NE, position, word(t, 0)),
               "computed goto to no label");
    struct instruction made = instruction_make(OP_SWITCH, type_void());
    made.target[0] = function_add_block(t->program, t->function, "nolabel");
    LAW(n == 1 + 2 * count);
    emit(t, made, operands, n);
    uint32_t block = t->block;
    t->block = made.target[0];
    emit_stop(t, STOP_UNREACHABLE);
    t->block = block;
}

/* After a call of a function without body that never returns, the end is not an error of the
 * program. */
static bool follows_external_noreturn(struct translator *t)
{
    const struct ir_instruction *previous = t->at ? t->body.instructions[t->at - 1] : NULL;
    if (!previous || previous->value.op != IR_CALL)
        return false;
    const struct ir_value *callee = resolve_alias(previous->callee);
    if (callee->kind != IR_FUNCTION || ((const struct ir_symbol *)callee)->defined)
        return false;
    return previous->attributes->no_return ||
           ((const struct ir_function *)callee)->attributes->no_return;
}

/* clang's own unreachable code, where the ways out of a block are told apart by a number, has
 * no place in the source. */
static void translate_unreachable(struct translator *t)
{
    if (t->place && !follows_external_noreturn(t))
        emit_check(t, CHECK_UNREACHABLE, truth(t, false), "unreachable code reached");
    emit_stop(t, STOP_UNREACHABLE);
}

void translate_terminator(struct translator *t, const struct ir_instruction *v)
{
    enum ir_op op = v->value.op;
    LAW(ir_is_terminator(op));
    if (op == IR_RET)
        translate_return(t, v);
    if (op == IR_BR)
        translate_branch(t, v);
    if (op == IR_SWITCH)
        translate_switch(t, v);
    if (op == IR_INDIRECTBR)
        translate_indirect(t, v);
    if (op == IR_UNREACHABLE)
        translate_unreachable(t);
}
