/* Bodies: blocks and instructions in order, debug declarations before the instruction they
 * precede. First all of them are made, so that every operand is there when they are filled.
 */
#include "load/llvm/internal.h"

#include "base/failure.h"
#include "load/llvm/extra.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* --- blocks --- */

/* All blocks of its function are numbered when one is asked for. */
uint32_t llvm_block_number(struct llvm_module *m, LLVMBasicBlockRef block)
{
    uint64_t known;
    if (map_get(&m->block_number, (uintptr_t)block, &known))
        return (uint32_t)known;
    LLVMValueRef function = LLVMGetBasicBlockParent(block);
    uint32_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        map_set(&m->block_number, (uintptr_t)b, n++);
    return (uint32_t)map_or(&m->block_number, (uintptr_t)block, 0);
}

/* --- values --- */

struct ir_value *llvm_operand(struct llvm_body *b, LLVMValueRef v)
{
    uint64_t known;
    if (map_get(&b->module->locals, (uintptr_t)v, &known))
        return (struct ir_value *)(uintptr_t)known;
    if (LLVMGetValueKind(v) == LLVMMetadataAsValueValueKind)
        return b->store->state->metadata_value;
    return llvm_constant(b->module, v);
}

static void add_arguments(struct llvm_body *b, LLVMValueRef function,
                          const struct ir_type *type, struct ir_body *body)
{
    LAW(type->kind == IR_FUNCTION_TYPE && LLVMCountParams(function) == type->count);
    body->argument_count = (uint32_t)type->count;
    body->arguments = ARENA_ARRAY(b->arena, struct ir_value *, type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        body->arguments[i] = ir_value_new(b->arena, IR_ARGUMENT, type->parts[i]);
        body->arguments[i]->number = i;
        map_set(&b->module->locals, (uintptr_t)LLVMGetParam(function, i),
                (uintptr_t)body->arguments[i]);
    }
}

/* --- instructions --- */

static void append(struct llvm_body *b, struct ir_instruction *i)
{
    struct ir_state *s = b->store->state;
    VECTOR_LAST(&s->blocks).count++;
    VECTOR_PUSH(&s->instructions, i);
}

static void set_position(struct llvm_body *b, struct ir_instruction *i,
                         LLVMMetadataRef location)
{
    if (!location)
        return;
    i->line = LLVMDILocationGetLine(location);
    i->column = LLVMDILocationGetColumn(location);
    i->file = llvm_node(b->module, LLVMDIScopeGetFile(LLVMDILocationGetScope(location)));
}

static void append_declaration(void *context, const struct extra_declaration *d)
{
    struct llvm_body *b = context;
    struct ir_instruction *i =
        ir_instruction_new(b->store, b->arena, IR_DECLARE, d->address != NULL);
    i->variable = llvm_node(b->module, d->variable);
    set_position(b, i, d->location);
    append(b, i);
}

static void append_instruction(struct llvm_body *b, LLVMValueRef v)
{
    extra_declarations(v, append_declaration, b);
    struct ir_instruction *i = llvm_instruction_new(b, v);
    map_set(&b->module->locals, (uintptr_t)v, (uintptr_t)&i->value);
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(v);
    set_position(b, i, location);
    if (location)
        i->within = llvm_node(b->module, LLVMDILocationGetScope(location));
    append(b, i);
}

static void append_block(struct llvm_body *b, LLVMBasicBlockRef block)
{
    struct ir_state *s = b->store->state;
    VECTOR_PUSH(&s->blocks, (struct ir_block){.first = (uint32_t)s->instructions.count});
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
        append_instruction(b, v);
}

/* --- operands, in the same order --- */

static void fill_declaration(void *context, const struct extra_declaration *d)
{
    struct llvm_body *b = context;
    LAW(b->at < b->store->state->instructions.count);
    struct ir_instruction *i = b->store->state->instructions.data[b->at++];
    if (d->address)
        i->operands[0] = llvm_operand(b, d->address);
}

static void fill_block(struct llvm_body *b, LLVMBasicBlockRef block)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
        extra_declarations(v, fill_declaration, b);
        LAW(b->at < b->store->state->instructions.count);
        llvm_instruction_fill(b, v, b->store->state->instructions.data[b->at++]);
    }
}

bool llvm_body_read(struct ir_module *module, const struct ir_function *function,
                    struct arena *arena, struct ir_body *body, struct failure *failure)
{
    struct llvm_body b = {
        .module = llvm_module(module), .store = module->store, .arena = arena};
    LLVMValueRef f = ((const struct llvm_function *)function)->theirs;
    (void)failure;
    map_clear(&b.module->locals);
    add_arguments(&b, f, function->symbol.content, body);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
        append_block(&b, block);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
         block = LLVMGetNextBasicBlock(block))
        fill_block(&b, block);
    LAW(b.at == module->store->state->instructions.count); /* both walks met the same ones */
    ir_body_keep(b.store, arena, body);
    body->subprogram = llvm_node(b.module, LLVMGetSubprogram(f));
    return true;
}
