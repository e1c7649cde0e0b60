/* Functions: signatures, the order of blocks, PHIs.
 *
 * Block 0 of our function holds the parameters and the temporaries that calls need; LLVM block k becomes
 * block k + 1. Edges into blocks that only trap are not followed (translate_check.c turns them into CHECKs),
 * nor what follows a call that stops. */
#include "frontend/translate.h"

#include <stdlib.h>
#include <string.h>

/* --- signatures --- */

static void add_types(struct translator *t, LLVMTypeRef type, struct type *out, uint32_t *count)
{
    const struct shape *shape = shape_of(t, type);
    for (uint32_t i = 0; i < shape->count; i++)
        out[(*count)++] = shape->leaves[i].type;
}

static void declare_signature(struct translator *t, LLVMTypeRef type, struct function *f)
{
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *params = ARENA_ARRAY(&t->arena, LLVMTypeRef, count + 1);
    LLVMGetParamTypes(type, params);
    uint32_t room = 1;
    for (unsigned i = 0; i < count; i++)
        room += shape_of(t, params[i])->count;
    f->params = ARENA_ARRAY(&t->program->arena, struct type, room);
    for (unsigned i = 0; i < count; i++)
        add_types(t, params[i], f->params, &f->param_count);
    f->variadic = LLVMIsFunctionVarArg(type);
    if (f->variadic) f->params[f->param_count++] = type_pointer(t->program);
    LLVMTypeRef result = LLVMGetReturnType(type);
    f->results = ARENA_ARRAY(&t->program->arena, struct type, shape_of(t, result)->count + 1);
    add_types(t, result, f->results, &f->result_count);
}

static void declare_function(struct translator *t, LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    if (length && name[0] == 1) name++;
    uint32_t index = program_add_function(t->program, name);
    struct function *f = &t->program->functions.data[index];
    LLVMLinkage linkage = LLVMGetLinkage(v);
    f->internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    f->no_return = LLVMGetEnumAttributeAtIndex(v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                               t->attribute[ATTRIBUTE_NORETURN]);
    f->has_body = !LLVMIsDeclaration(v);
    if (f->has_body && f->builtin != BUILTIN_ERROR) f->builtin = BUILTIN_NONE;
    declare_signature(t, LLVMGlobalGetValueType(v), f);
    debug_function(t, v, f);
    if (!strcmp(f->name, "main") && f->has_body) t->program->entry = index;
    map_set(&t->functions, (uint64_t)(uintptr_t)v, index);
}

void declare_functions(struct translator *t)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(t->module); v; v = LLVMGetNextFunction(v))
        if (!LLVMGetIntrinsicID(v)) declare_function(t, v);
}

/* --- order of blocks --- */

struct block_state *state_of(struct translator *t, LLVMBasicBlockRef block)
{
    return &t->states.data[map_or(&t->blocks, (uint64_t)(uintptr_t)block, 0)];
}

static bool block_stops(struct translator *t, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMGetInstructionOpcode(i) == LLVMCall && call_stops(t, i)) return true;
    return false;
}

struct visit {
    LLVMValueRef terminator;
    LLVMBasicBlockRef block;
    unsigned next, count;
};

static struct visit visit_block(struct translator *t, LLVMBasicBlockRef block)
{
    state_of(t, block)->visited = true;
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    LLVMOpcode op = LLVMGetInstructionOpcode(terminator);
    bool followed = op == LLVMBr || op == LLVMSwitch || op == LLVMIndirectBr;
    unsigned count = followed && !block_stops(t, block) ? LLVMGetNumSuccessors(terminator) : 0;
    return (struct visit){terminator, block, 0, count};
}

/* Reachable blocks, callee-allocated, in reverse postorder. */
static LLVMBasicBlockRef *order_blocks(struct translator *t, LLVMValueRef function, size_t *count)
{
    size_t total = t->states.count;
    LLVMBasicBlockRef *order = calloc(total + 1, sizeof *order);
    VECTOR(struct visit) stack = {0};
    size_t at = total;
    VECTOR_PUSH(&stack, visit_block(t, LLVMGetEntryBasicBlock(function)));
    while (stack.count) {
        struct visit *top = &VECTOR_LAST(&stack);
        if (top->next == top->count) {
            order[--at] = top->block;
            (void)VECTOR_POP(&stack);
            continue;
        }
        LLVMBasicBlockRef next = LLVMGetSuccessor(top->terminator, top->next++);
        struct block_state *state = state_of(t, next);
        if (state->visited ||
            (state->trap && top->count == 2 && LLVMGetInstructionOpcode(top->terminator) == LLVMBr))
            continue;
        VECTOR_PUSH(&stack, visit_block(t, next));
    }
    VECTOR_RELEASE(&stack);
    *count = total - at;
    memmove(order, order + at, *count * sizeof *order);
    return order;
}

/* --- bodies --- */

static uint32_t count_instructions(LLVMBasicBlockRef block)
{
    uint32_t count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        count += !is_debug_call(i);
    return count;
}

static void add_blocks(struct translator *t, LLVMValueRef v)
{
    uint32_t position = 0, positions = 0;
    t->positions = positions_of(t->known_positions, v, &positions);
    VECTOR_CLEAR(&t->states);
    function_add_block(t->program, t->function, "entry");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b; b = LLVMGetNextBasicBlock(b)) {
        uint32_t id = function_add_block(t->program, t->function, LLVMGetBasicBlockName(b));
        map_set(&t->blocks, (uint64_t)(uintptr_t)b, t->states.count);
        VECTOR_PUSH(&t->states,
                    (struct block_state){
                        .entry = id, .exit = id, .position = position, .trap = (uint8_t)(trap_kind(b) + 1)});
        if (t->positions) position += count_instructions(b);
    }
    if (position != positions) BUG("positions of '%s' do not fit its instructions", t->function->name);
}

static void add_params(struct translator *t, LLVMValueRef v)
{
    uint32_t index = 0;
    t->block = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(v); p; p = LLVMGetNextParam(p)) {
        const struct shape *shape = shape_of(t, LLVMTypeOf(p));
        uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
        for (uint32_t i = 0; i < shape->count; i++) {
            struct instruction param = instruction_make(OP_PARAM, shape->leaves[i].type);
            param.extra = index++;
            ids[i] = emit(t, param, NULL, 0);
        }
        bind_parts(t, p, ids, shape->count);
    }
    if (!t->function->variadic) return;
    struct instruction param = instruction_make(OP_PARAM, type_pointer(t->program));
    param.extra = index;
    t->variadic_area = (struct value){emit(t, param, NULL, 0)};
}

static bool signature_supported(struct translator *t, LLVMValueRef v)
{
    for (LLVMValueRef p = LLVMGetFirstParam(v); p; p = LLVMGetNextParam(p))
        if (!shape_of(t, LLVMTypeOf(p))->supported) return false;
    return shape_of(t, LLVMGetReturnType(LLVMGlobalGetValueType(v)))->supported;
}

static void add_phi(struct translator *t, LLVMValueRef v)
{
    const struct shape *shape = shape_of(t, LLVMTypeOf(v));
    uint32_t *ids = ARENA_ARRAY(&t->arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit(t, instruction_make(OP_PHI, shape->leaves[i].type), NULL, 0);
    bind_parts(t, v, ids, shape->count);
    if (shape->count) VECTOR_PUSH(&t->phis, (struct pending_phi){v, ids[0], t->block});
}

static void translate_block(struct translator *t, LLVMBasicBlockRef block)
{
    struct block_state *state = state_of(t, block);
    t->block = state->entry;
    t->ended = false;
    t->position = state->position;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !t->ended; i = LLVMGetNextInstruction(i)) {
        debug_place(t, i);
        if (LLVMGetInstructionOpcode(i) == LLVMPHI)
            add_phi(t, i);
        else
            translate_instruction(t, i);
    }
    state->exit = t->block;
}

static bool jumps_to(struct translator *t, uint32_t from, uint32_t to)
{
    const struct block *block = &t->function->blocks.data[from];
    if (!block->instructions.count) return false;
    const struct instruction *i = &t->function->instructions.data[VECTOR_LAST(&block->instructions)];
    if (i->target[0] == to || i->target[1] == to) return true;
    for (uint32_t k = 2; i->op == OP_SWITCH && k < i->count; k += 2)
        if (t->function->operands.data[i->operand + k] == to) return true;
    return false;
}

static bool listed(const uint32_t *pairs, uint32_t count, uint32_t block)
{
    for (uint32_t i = 1; i < count; i += 2)
        if (pairs[i] == block) return true;
    return false;
}

static void set_operands(struct function *f, uint32_t id, const uint32_t *operands, uint32_t count)
{
    f->instructions.data[id].operand = (uint32_t)f->operands.count;
    f->instructions.data[id].count = count;
    for (uint32_t i = 0; i < count; i++)
        VECTOR_PUSH(&f->operands, operands[i]);
}

/* One pair per predecessor block; several edges from one block carry one value in verified modules. */
static void fill_phi(struct translator *t, const struct pending_phi *p)
{
    unsigned incoming = LLVMCountIncoming(p->phi);
    uint32_t parts = shape_of(t, LLVMTypeOf(p->phi))->count, pairs = 0;
    uint32_t *operands = calloc((size_t)parts * incoming * 2 + 1, sizeof *operands);
    t->before_terminator = true;
    for (unsigned k = 0; k < incoming; k++) {
        const struct block_state *from = state_of(t, LLVMGetIncomingBlock(p->phi, k));
        if (!from->visited || !jumps_to(t, from->exit, p->block) || listed(operands, pairs * 2, from->exit))
            continue;
        t->block = from->exit;
        struct parts values = parts_of(t, LLVMGetIncomingValue(p->phi, k));
        for (uint32_t i = 0; i < parts; i++) {
            uint32_t *pair = operands + ((size_t)i * incoming + pairs) * 2;
            pair[0] = part(values, i).id;
            pair[1] = from->exit;
        }
        pairs++;
    }
    t->before_terminator = false;
    for (uint32_t i = 0; i < parts; i++)
        set_operands(t->function, p->first + i, operands + (size_t)i * incoming * 2, pairs * 2);
    free(operands);
}

static void stop_unvisited(struct translator *t)
{
    for (size_t i = 0; i < t->states.count; i++) {
        if (t->states.data[i].visited) continue;
        t->block = t->states.data[i].entry;
        emit_stop(t, STOP_UNREACHABLE);
    }
}

/* Empties a map that holds only what belongs to one function; small maps stay in the cache. */
static void forget(struct map *map)
{
    if (map->capacity > 1024)
        map_release(map);
    else
        map_clear(map);
}

void translate_function(struct translator *t, LLVMValueRef v)
{
    forget(&t->values);
    forget(&t->places);
    forget(&t->blocks);
    t->function_index = function_index_of(t, v);
    t->function = &t->program->functions.data[t->function_index];
    t->llvm_function = v;
    t->place = 0;
    t->before_terminator = false;
    VECTOR_CLEAR(&t->phis);
    add_blocks(t, v);
    add_params(t, v);
    if (!signature_supported(t, v)) {
        emit_unsupported(t, type_void(), "parameter or result type of function '%s'", t->function->name);
        emit_stop(t, STOP_UNREACHABLE);
        stop_unvisited(t);
        return;
    }
    if (t->function_index == t->program->entry) emit_start(t);
    size_t count;
    LLVMBasicBlockRef *order = order_blocks(t, v, &count);
    for (size_t i = 0; i < count; i++)
        translate_block(t, order[i]);
    free(order);
    for (size_t i = 0; i < t->phis.count; i++)
        fill_phi(t, &t->phis.data[i]);
    stop_unvisited(t);
    t->place = 0;
    t->block = 0;
    emit_jump(t, state_of(t, LLVMGetEntryBasicBlock(v))->entry);
}
