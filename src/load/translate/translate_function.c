/* Functions: signatures, the order of blocks, PHIs.
 *
 * Block 0 of our function holds the parameters and the temporaries that calls need; block k
 * of the body becomes block k + 1. Edges into blocks that only trap are not followed
 * (translate_check.c turns them into CHECKs), nor what follows a call that stops. */
#include "load/translate/translate.h"

#include "base/failure.h"

#include <string.h>

/* --- signatures --- */

static void add_types(struct translator *t, const struct ir_type *type, struct type *out,
                      uint32_t *count)
{
    const struct shape *shape = shape_of(t, type);
    for (uint32_t i = 0; i < shape->count; i++)
        out[(*count)++] = shape->leaves[i].type;
}

static void declare_signature(struct translator *t, const struct ir_type *type,
                              struct function *f)
{
    uint32_t room = 1;
    for (uint64_t i = 0; i < type->count; i++)
        room += shape_of(t, type->parts[i])->count;
    f->params = ARENA_ARRAY(&t->program->arena, struct type, room);
    for (uint64_t i = 0; i < type->count; i++)
        add_types(t, type->parts[i], f->params, &f->param_count);
    f->variadic = type->variadic;
    if (f->variadic)
        f->params[f->param_count++] = type_pointer(t->program);
    f->results =
        ARENA_ARRAY(&t->program->arena, struct type, shape_of(t, type->result)->count + 1);
    add_types(t, type->result, f->results, &f->result_count);
}

static struct parameter_promise promise_of(struct translator *t, const struct ir_parameter *p)
{
    const struct ir_type *own = p->byval ? p->byval : p->sret;
    if (!own)
        return (struct parameter_promise){.non_null = p->non_null,
                                          .bytes = p->dereferenceable};
    return (struct parameter_promise){.non_null = true,
                                      .own = true,
                                      .bytes = type_size(t, own),
                                      .alignment = type_alignment(t, own)};
}

/* A parameter may be several PARAMs, of which nothing is said then. */
static void read_promises(struct translator *t, const struct ir_attributes *a,
                          const struct ir_type *type, struct function *f)
{
    uint32_t at = 0;
    if (!a || a->count > type->count)
        return;
    f->promises =
        ARENA_ARRAY(&t->program->arena, struct parameter_promise, f->param_count + 1);
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t count = shape_of(t, type->parts[i])->count;
        if (count == 1)
            f->promises[at] = promise_of(t, &a->parameters[i]);
        at += count;
    }
}

static void read_result(const struct ir_attributes *a, struct function *f)
{
    if (!a || a->size_parameter > f->param_count || a->count_parameter > f->param_count)
        return;
    f->returns_non_null = a->result_non_null;
    f->size_parameter = a->size_parameter;
    f->count_parameter = a->count_parameter;
}

/* What only debug information knows of a definition is added with its body. */
static void declare_function(struct translator *t, struct ir_function *v)
{
    const struct ir_type *type = v->symbol.content;
    uint32_t index = program_add_function(t->program, v->symbol.name);
    struct function *f = &t->program->functions.data[index];
    f->internal = v->symbol.linkage == IR_INTERNAL;
    f->replaceable = v->symbol.linkage == IR_WEAK;
    f->no_return = v->attributes && v->attributes->no_return;
    f->has_body = v->symbol.defined;
    if (f->has_body && f->builtin != BUILTIN_ERROR)
        f->builtin = BUILTIN_NONE;
    declare_signature(t, type, f);
    read_promises(t, v->attributes, type, f);
    if (f->param_count == type->count)
        read_result(v->attributes, f);
    if (v->subprogram)
        debug_function(t, v->subprogram, f);
    if (!strcmp(f->name, "main") && f->has_body)
        t->program->entry = index;
    if (type->variadic)
        map_set(&t->variadic_types, (uint64_t)(uintptr_t)type, 1);
    v->symbol.value.number = index;
}

static void declare_intrinsic(struct translator *t, struct ir_function *v)
{
    v->symbol.value.number = intrinsic_number(v->symbol.name);
    if (!strcmp(v->symbol.name, "llvm.ubsantrap"))
        t->sanitizer_trap = &v->symbol.value;
}

void declare_functions(struct translator *t)
{
    VECTOR_RESERVE(&t->program->functions, t->store->functions.count);
    for (size_t i = 0; i < t->store->functions.count; i++) {
        struct ir_function *v = t->store->functions.data[i];
        if (v->intrinsic)
            declare_intrinsic(t, v);
        else
            declare_function(t, v);
    }
}

/* --- order of blocks --- */

static const struct ir_instruction *terminator_of(struct translator *t, uint32_t block)
{
    LAW(block < t->body.block_count);
    const struct ir_block *b = &t->body.blocks[block];
    return t->body.instructions[b->first + b->count - 1];
}

static bool block_stops(struct translator *t, const struct ir_block *block)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const struct ir_instruction *v = t->body.instructions[block->first + i];
        if (v->value.op == IR_CALL && call_stops(t, v))
            return true;
    }
    return false;
}

struct visit {
    const struct ir_instruction *terminator;
    uint32_t block;
    uint32_t next, count;
};

static struct visit visit_block(struct translator *t, uint32_t block)
{
    t->states[block].visited = true;
    const struct ir_instruction *terminator = terminator_of(t, block);
    enum ir_op op = terminator->value.op;
    bool followed = op == IR_BR || op == IR_SWITCH || op == IR_INDIRECTBR;
    uint32_t count =
        followed && !block_stops(t, &t->body.blocks[block]) ? terminator->target_count : 0;
    return (struct visit){terminator, block, 0, count};
}

/* Reachable blocks in reverse postorder. */
static const uint32_t *order_blocks(struct translator *t, uint32_t *count)
{
    uint32_t total = t->body.block_count, at = total, depth = 0;
    uint32_t *order = ARENA_ARRAY(&t->body_arena, uint32_t, total);
    struct visit *stack = ARENA_ARRAY(&t->body_arena, struct visit, total);
    stack[depth++] = visit_block(t, 0);
    while (depth) {
        struct visit *top = &stack[depth - 1];
        if (top->next == top->count) {
            order[--at] = top->block;
            depth--;
            continue;
        }
        uint32_t next = top->terminator->targets[top->next++];
        const struct block_state *state = &t->states[next];
        if (state->visited ||
            (state->trap && top->count == 2 && top->terminator->value.op == IR_BR))
            continue;
        stack[depth++] = visit_block(t, next);
    }
    *count = total - at;
    return order + at;
}

/* --- bodies --- */

static void add_blocks(struct translator *t)
{
    t->states = ARENA_ARRAY(&t->body_arena, struct block_state, t->body.block_count);
    VECTOR_RESERVE(&t->function->blocks, t->body.block_count + 1);
    function_add_block(t->program, t->function, "entry");
    for (uint32_t b = 0; b < t->body.block_count; b++) {
        uint32_t id = function_add_block(t->program, t->function, NULL);
        t->states[b] = (struct block_state){
            .entry = id, .exit = id, .trap = (uint8_t)(trap_kind(t, &t->body.blocks[b]) + 1)};
    }
}

static void add_params(struct translator *t)
{
    uint32_t index = 0;
    t->block = 0;
    for (uint32_t k = 0; k < t->body.argument_count; k++) {
        const struct ir_value *p = t->body.arguments[k];
        const struct shape *shape = shape_of(t, p->type);
        uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
        for (uint32_t i = 0; i < shape->count; i++) {
            struct instruction param = instruction_make(OP_PARAM, shape->leaves[i].type);
            param.extra = index++;
            ids[i] = emit(t, param, NULL, 0);
        }
        bind_parts(t, p, ids, shape->count);
    }
    if (!t->function->variadic)
        return;
    struct instruction param = instruction_make(OP_PARAM, type_pointer(t->program));
    param.extra = index;
    t->variadic_area = (struct value){emit(t, param, NULL, 0)};
}

static bool signature_supported(struct translator *t, const struct ir_type *type)
{
    for (uint64_t i = 0; i < type->count; i++)
        if (!shape_of(t, type->parts[i])->supported)
            return false;
    return shape_of(t, type->result)->supported;
}

static void add_phi(struct translator *t, const struct ir_instruction *v)
{
    LAW(v->value.op == IR_PHI);
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t *ids = ARENA_ARRAY(&t->body_arena, uint32_t, shape->count + 1);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit(t, instruction_make(OP_PHI, shape->leaves[i].type), NULL, 0);
    bind_parts(t, &v->value, ids, shape->count);
    if (shape->count)
        VECTOR_PUSH(&t->phis, (struct pending_phi){v, ids[0], t->block});
}

static void translate_block(struct translator *t, uint32_t block)
{
    LAW(block < t->body.block_count);
    const struct ir_block *b = &t->body.blocks[block];
    t->block = t->states[block].entry;
    t->ended = false;
    for (t->at = b->first; t->at < b->first + b->count && !t->ended; t->at++) {
        const struct ir_instruction *v = t->body.instructions[t->at];
        debug_place(t, v);
        if (v->value.op == IR_PHI)
            add_phi(t, v);
        else
            translate_instruction(t, v);
        scope_note(t, v);
    }
    if (!t->ended)
        emit_stop(t, STOP_UNREACHABLE); /* we do not know its terminator */
    t->states[block].exit = t->block;
}

static bool jumps_to(struct translator *t, uint32_t from, uint32_t to)
{
    const struct block *block = &t->function->blocks.data[from];
    if (!block->instructions.count)
        return false;
    const struct instruction *i =
        &t->function->instructions.data[VECTOR_LAST(&block->instructions)];
    if (i->target[0] == to || i->target[1] == to)
        return true;
    for (uint32_t k = 2; i->op == OP_SWITCH && k < i->count; k += 2)
        if (t->function->operands.data[i->operand + k] == to)
            return true;
    return false;
}

static void set_operands(struct function *f, uint32_t id, const uint32_t *operands,
                         uint32_t count)
{
    LAW(id < f->instructions.count);
    f->instructions.data[id].operand = (uint32_t)f->operands.count;
    f->instructions.data[id].count = count;
    for (uint32_t i = 0; i < count; i++)
        VECTOR_PUSH(&f->operands, operands[i]);
}

/* One pair per predecessor block; several edges from one block carry one value in verified
 * modules. */
static void fill_phi(struct translator *t, const struct pending_phi *p)
{
    LAW(p->block < t->function->blocks.count);
    const struct ir_instruction *phi = p->phi;
    uint32_t incoming = phi->count, pairs = 0, mark = phi->value.number + 1;
    uint32_t parts = shape_of(t, phi->value.type)->count;
    uint32_t *operands = ARENA_ARRAY(&t->body_arena, uint32_t, (size_t)parts *incoming * 2);
    t->before_terminator = true;
    for (uint32_t k = 0; k < incoming; k++) {
        struct block_state *from = &t->states[phi->targets[k]];
        if (!from->visited || from->listed == mark || !jumps_to(t, from->exit, p->block))
            continue;
        from->listed = mark;
        t->block = from->exit;
        struct parts values = parts_of(t, phi->operands[k]);
        for (uint32_t i = 0; i < parts; i++) {
            uint32_t *pair = operands + ((size_t)i * incoming + pairs) * 2;
            pair[0] = part(values, i).id;
            pair[1] = from->exit;
        }
        pairs++;
    }
    t->before_terminator = false;
    for (uint32_t i = 0; i < parts; i++)
        set_operands(t->function, p->first + i, operands + (size_t)i * incoming * 2,
                     pairs * 2);
}

static void stop_unvisited(struct translator *t)
{
    for (uint32_t i = 0; i < t->body.block_count; i++) {
        if (t->states[i].visited)
            continue;
        t->block = t->states[i].entry;
        emit_stop(t, STOP_UNREACHABLE);
    }
}

/* Empties a map that holds only what belongs to one function; small maps stay in the cache.
 */
static void forget(struct map *map)
{
    if (!map->count)
        return;
    if (map->capacity > 1024)
        map_release(map);
    else
        map_clear(map);
}

static bool start_function(struct translator *t, const struct ir_function *v)
{
    arena_clear(&t->body_arena);
    forget(&t->parameter_of);
    forget(&t->areas);
    VECTOR_CLEAR(&t->phis);
    t->function_index = function_index_of(&v->symbol.value);
    t->function = &t->program->functions.data[t->function_index];
    function_borrow(t->function, t->memory);
    t->place = 0;
    t->before_terminator = false;
    t->over_aligned = NULL;
    t->kept = NULL;
    forget(&t->scope_numbers);
    VECTOR_CLEAR(&t->scope_of);
    VECTOR_CLEAR(&t->scope_parents);
    VECTOR_CLEAR(&t->steps);
    if (!ir_body_read(t->store, v, &t->body_arena, &t->body, t->failure)) {
        t->failed = true;
        return false;
    }
    t->values = ARENA_ARRAY(&t->body_arena, struct parts, t->body.value_count);
    if (t->body.subprogram)
        debug_function(t, t->body.subprogram, t->function);
    return true;
}

static void translate_body(struct translator *t, const struct ir_function *v)
{
    add_blocks(t);
    add_params(t);
    if (!signature_supported(t, v->symbol.content)) {
        emit_unsupported(t, type_void(), "parameter or result type of function '%s'",
                         t->function->name);
        emit_stop(t, STOP_UNREACHABLE);
        stop_unvisited(t);
        return;
    }
    if (t->function_index == t->program->entry)
        emit_start(t);
    scope_find_unmarked(t);
    uint32_t count;
    const uint32_t *order = order_blocks(t, &count);
    for (uint32_t i = 0; i < count; i++)
        translate_block(t, order[i]);
    for (size_t i = 0; i < t->phis.count; i++)
        fill_phi(t, &t->phis.data[i]);
    stop_unvisited(t);
    t->place = 0;
    t->block = 0;
    emit_jump(t, t->states[0].entry);
    scope_end_lifetimes(t);
}

void translate_function(struct translator *t, const struct ir_function *v)
{
    if (v->intrinsic)
        return;
    if (start_function(t, v)) {
        translate_body(t, v);
        if (t->passes == PASSES_RUN)
            function_prepare(t->program, t->function, t->memory);
        else
            function_link(t->function);
        function_note_addresses(t->program, t->function);
    }
    function_settle(t->function, t->memory);
}
