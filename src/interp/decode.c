/* Decoding: a function of the program becomes a flat list of struct code over numbered slots.
 *
 * Slots: parameters first, then one per value (a call's results lie side by side), then
 * copies for parallel PHI moves, then the constants the function uses, filled in once per
 * frame. PHIs become moves at the end of the predecessor: before a JUMP, or in a stub after
 * the code for each edge of a BRANCH. Code indexes of blocks are filled in at the end. */
#include "interp/decode_internal.h"

#include "base/failure.h"
#include "program/passes.h"

#include <stdlib.h>

uint32_t decode_slot(struct decoder *d, struct value v)
{
    LAW(value_is_constant(v) || d->out->slot_of[v.id] != UINT32_MAX); /* it has a value */
    if (!value_is_constant(v))
        return d->out->slot_of[v.id];
    uint64_t at;
    if (map_get(&d->constant_slots, v.id, &at))
        return (uint32_t)at;
    at = CONSTANT_BASE + d->constants.count;
    uint32_t width = program_constant(d->interp->program, v)->type.width;
    for (uint32_t part = 0; part < slots_for(width); part++)
        VECTOR_PUSH(&d->constants, v.id & ~VALUE_CONSTANT_BIT);
    map_set(&d->constant_slots, v.id, at);
    return (uint32_t)at;
}

uint32_t decode_operand(struct decoder *d, const struct instruction *i, uint32_t k)
{
    return k < i->count ? decode_slot(d, instruction_operand(d->function, i, k)) : 0;
}

static struct type operand_type(const struct decoder *d, const struct instruction *i,
                                uint32_t k)
{
    if (k >= i->count)
        return type_void();
    return value_type(d->interp->program, d->function,
                      instruction_operand(d->function, i, k));
}

static void number_slots(struct decoder *d)
{
    const struct function *f = d->function;
    uint32_t next = f->param_count;
    for (size_t b = 0; b < f->blocks.count; b++) {
        const struct block *block = &f->blocks.data[b];
        for (size_t k = 0; k < block->instructions.count; k++) {
            uint32_t id = block->instructions.data[k];
            const struct instruction *i = &f->instructions.data[id];
            LAW(i->op != OP_PARAM || i->extra < f->param_count);
            if (i->op == OP_PARAM) {
                d->out->slot_of[id] = (uint32_t)i->extra;
            } else if (i->op == OP_CALL) {
                d->out->slot_of[id] = next;
                next += i->extra ? (uint32_t)i->extra : i->type.kind != TYPE_VOID;
            } else if (i->type.kind != TYPE_VOID && i->op != OP_RESULT) {
                d->out->slot_of[id] = next;
                next += slots_for(i->type.width);
            }
        }
    }
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *i = &f->instructions.data[id];
        if (i->op == OP_RESULT && i->block != UINT32_MAX)
            d->out->slot_of[id] =
                d->out->slot_of[instruction_operand(f, i, 0).id] + (uint32_t)i->extra;
    }
    d->slot_count = d->copy_start = next;
}

struct code *decode_emit(struct decoder *d, enum code_op op, uint32_t source)
{
    LAW(op < CODE_COUNT);
    VECTOR_PUSH(&d->code, (struct code){.op = (uint16_t)op, .source = source});
    return &VECTOR_LAST(&d->code);
}

static void emit_unsupported(struct decoder *d, uint32_t source)
{
    decode_emit(d, CODE_UNSUPPORTED, source);
}

static void emit_operation(struct decoder *d, const struct instruction *i, uint32_t id,
                           enum code_op op)
{
    struct operation o = {i->op, i->sub, (uint8_t)i->count, i->type, operand_type(d, i, 0)};
    struct code *c = decode_emit(d, op, id);
    c->dst = i->type.kind == TYPE_VOID ? 0 : d->out->slot_of[id];
    c->c = (uint32_t)d->operations.count;
    VECTOR_PUSH(&d->operations, o);
    /* a third operand lies in the list, one after the operation's index */
    uint32_t a = decode_operand(d, i, 0), b = decode_operand(d, i, 1);
    d->code.data[d->code.count - 1].a = a;
    d->code.data[d->code.count - 1].b = b;
    if (i->count > 2) {
        uint32_t third = decode_operand(d, i, 2);
        c = &VECTOR_LAST(&d->code);
        c->sub = 1;
        decode_emit(d, CODE_MOVE, id)->a = third; /* not run: holds the third operand */
    }
}

static enum code_op integer_code(const struct instruction *i)
{
    static const uint8_t compare[] = {CODE_EQ,  CODE_NE,  CODE_ULT, CODE_ULE, CODE_UGT,
                                      CODE_UGE, CODE_SLT, CODE_SLE, CODE_SGT, CODE_SGE};
    switch ((enum integer_op)i->op) {
    case INTEGER_ADD:
        return CODE_ADD;
    case INTEGER_SUB:
        return CODE_SUB;
    case INTEGER_MUL:
        return CODE_MUL;
    case INTEGER_UDIV:
        return CODE_UDIV;
    case INTEGER_SDIV:
        return CODE_SDIV;
    case INTEGER_UREM:
        return CODE_UREM;
    case INTEGER_SREM:
        return CODE_SREM;
    case INTEGER_AND:
        return CODE_AND;
    case INTEGER_OR:
        return CODE_OR;
    case INTEGER_XOR:
        return CODE_XOR;
    case INTEGER_SHL:
        return CODE_SHL;
    case INTEGER_LSHR:
        return CODE_LSHR;
    case INTEGER_ASHR:
        return CODE_ASHR;
    case INTEGER_ICMP:
        LAW(i->sub < sizeof compare);
        return (enum code_op)compare[i->sub];
    case INTEGER_ZEXT:
        return CODE_ZEXT;
    case INTEGER_SEXT:
        return CODE_SEXT;
    case INTEGER_TRUNC:
        return CODE_TRUNC;
    case INTEGER_BITS:
        return CODE_BITS;
    }
    BUG("instruction %u is not on integers", i->op);
}

static enum code_op address_code(const struct instruction *i)
{
    switch ((enum address_op)i->op) {
    case ADDRESS_PTRADD:
        return CODE_PTRADD;
    case ADDRESS_PTRTOINT:
        return CODE_PTRTOINT;
    case ADDRESS_INTTOPTR:
        return CODE_INTTOPTR;
    }
    BUG("instruction %u is not on addresses", i->op);
}

static uint8_t shift_of(uint32_t width)
{
    return width >= 64 ? 0 : (uint8_t)(64 - width);
}

static void decode_access(struct decoder *d, const struct instruction *i, uint32_t id)
{
    bool load = i->op == OP_LOAD;
    struct type t = load ? i->type : operand_type(d, i, 1);
    enum code_op op = load ? CODE_LOAD_OTHER : CODE_STORE_OTHER;
    if (t.kind == TYPE_POINTER)
        op = load ? CODE_LOAD_POINTER : CODE_STORE_POINTER;
    else if (t.width == 8)
        op = load ? CODE_LOAD8 : CODE_STORE8;
    else if (t.width == 16)
        op = load ? CODE_LOAD16 : CODE_STORE16;
    else if (t.width == 32)
        op = load ? CODE_LOAD32 : CODE_STORE32;
    else if (t.width == 64)
        op = load ? CODE_LOAD64 : CODE_STORE64;
    uint32_t a = decode_operand(d, i, 0), b = decode_operand(d, i, 1);
    struct code *c = decode_emit(d, op, id);
    c->a = a;
    c->b = b;
    c->sub = t.kind;
    c->c = t.width;
    if (load)
        c->dst = d->out->slot_of[id];
}

static void decode_call(struct decoder *d, const struct instruction *i, uint32_t id)
{
    const struct program *p = d->interp->program;
    struct value callee = instruction_operand(d->function, i, 0);
    uint32_t first = (uint32_t)d->list.count;
    for (uint32_t k = 1; k < i->count; k++) {
        uint32_t s = decode_operand(d, i, k);
        VECTOR_PUSH(&d->list, s);
    }
    enum code_op op = CODE_CALL_POINTER;
    uint32_t which = 0;
    const struct constant *constant =
        value_is_constant(callee) ? program_constant(p, callee) : NULL;
    if (constant && constant->kind == CONSTANT_FUNCTION && constant->offset == 0) {
        const struct function *f = &p->functions.data[constant->index];
        which = constant->index;
        if (!f->has_body || f->builtin != BUILTIN_NONE)
            op = CODE_CALL_BUILTIN;
        else if (f->param_count == i->count - 1 && call_matches(p, d->function, i, f))
            op = CODE_CALL;
    }
    if (op == CODE_CALL_POINTER)
        which = decode_slot(d, callee);
    struct code *c = decode_emit(d, op, id);
    c->dst = d->out->slot_of[id];
    c->a = first;
    c->b = i->count - 1;
    c->c = which;
}

static enum code_op float_code(const struct instruction *i, struct type from)
{
    bool narrow = from.width == 32;
    if (from.kind != TYPE_FLOAT || (!narrow && from.width != 64))
        return CODE_FLOAT;
    if (i->op == OP_FADD)
        return narrow ? CODE_FADD32 : CODE_FADD64;
    if (i->op == OP_FSUB)
        return narrow ? CODE_FSUB32 : CODE_FSUB64;
    if (i->op == OP_FMUL)
        return narrow ? CODE_FMUL32 : CODE_FMUL64;
    if (i->op == OP_FDIV)
        return narrow ? CODE_FDIV32 : CODE_FDIV64;
    if (i->op == OP_FCMP)
        return narrow ? CODE_FCMP32 : CODE_FCMP64;
    return CODE_FLOAT;
}

static void emit_plain(struct decoder *d, const struct instruction *i, uint32_t id,
                       enum code_op op)
{
    uint32_t a = decode_operand(d, i, 0), b = decode_operand(d, i, 1),
             third = decode_operand(d, i, 2);
    struct type from = operand_type(d, i, 0);
    struct code *c = decode_emit(d, op, id);
    c->a = a;
    c->b = b;
    c->c = third;
    c->sub = i->sub;
    c->dst = i->type.kind == TYPE_VOID ? 0 : d->out->slot_of[id];
    c->shift = shift_of(i->op == OP_ICMP || i->op == OP_SEXT ? from.width : i->type.width);
    if (op == CODE_SEXT)
        c->c = shift_of(i->type.width);
    if (op == CODE_ALLOCA)
        c->c = i->extra ? (uint32_t)i->extra : 1, c->sub = i->block != 0;
}

static bool touches_big(const struct decoder *d, const struct instruction *i)
{
    bool big = i->type.width > 128;
    if (i->op == OP_PHI)
        return big && i->type.width > BIG_WIDTH;
    for (uint32_t k = 0; k < i->count && i->op != OP_NOTE && !big; k++)
        big = (i->op != OP_SWITCH || k == 0) && operand_type(d, i, k).width > 128;
    return big;
}

/* Integers of several slots: operations, loads, stores and selections; they are not passed to
 * functions. */
static void decode_big(struct decoder *d, const struct instruction *i, uint32_t id)
{
    bool store = i->op == OP_STORE, compare = i->op == OP_ICMP;
    bool known = (i->op >= OP_ADD && i->op <= OP_TRUNC) || i->op == OP_LOAD || store ||
                 i->op == OP_SELECT;
    struct type t = store || compare ? operand_type(d, i, 1) : i->type,
                from = operand_type(d, i, 0);
    if (!known || t.width > BIG_WIDTH || from.width > BIG_WIDTH) {
        emit_unsupported(d, id);
    } else if (i->op == OP_SELECT) {
        for (uint32_t part = 0; part < slots_for(i->type.width); part++) {
            emit_plain(d, i, id, CODE_SELECT);
            struct code *c = &VECTOR_LAST(&d->code);
            c->dst += part;
            c->b += part;
            c->c += part;
        }
    } else {
        emit_operation(d, i, id, CODE_BIG);
        if (store)
            VECTOR_LAST(&d->operations).type = t;
    }
}

enum observed observed_how(const struct interp_options *o)
{
    if (!o->observe)
        return OBSERVED_NOT;
    return o->observe_heads ? OBSERVED_HEADS : OBSERVED_ALL;
}

static bool is_observed(const struct decoder *d, uint32_t id, uint32_t block)
{
    if (d->out->observed != OBSERVED_HEADS)
        return d->out->observed == OBSERVED_ALL;
    return d->function->blocks.data[block].instructions.data[0] == id &&
           block_is_head(d->function, block);
}

static bool is_wide(const struct instruction *i, struct type from)
{
    return (i->type.kind == TYPE_INT && i->type.width > 64) ||
           (from.kind == TYPE_INT && from.width > 64);
}

static void decode_integer(struct decoder *d, const struct instruction *i, uint32_t id,
                           struct type from)
{
    enum code_op op = integer_code(i);
    if (op >= CODE_EQ && op <= CODE_SGE && from.kind == TYPE_POINTER)
        emit_plain(d, i, id, CODE_POINTER_COMPARE);
    else if (op == CODE_BITS)
        emit_operation(d, i, id, CODE_BITS);
    else if (is_wide(i, from))
        emit_operation(d, i, id, CODE_WIDE);
    else
        emit_plain(d, i, id, op);
}

static void decode_address(struct decoder *d, const struct instruction *i, uint32_t id,
                           struct type from)
{
    enum code_op op = address_code(i);
    if (is_wide(i, from) && op != CODE_PTRADD)
        emit_operation(d, i, id, CODE_WIDE);
    else
        emit_plain(d, i, id, op);
}

static void decode_float(struct decoder *d, const struct instruction *i, uint32_t id,
                         struct type from)
{
    bool plain = i->op == OP_FADD || i->op == OP_FSUB || i->op == OP_FMUL ||
                 i->op == OP_FDIV || i->op == OP_FCMP;
    enum code_op op = plain ? float_code(i, from) : CODE_FLOAT;
    if (op == CODE_FLOAT)
        emit_operation(d, i, id, op);
    else
        emit_plain(d, i, id, op);
}

static void decode_any(struct decoder *d, const struct instruction *i, uint32_t id)
{
    if (i->op == OP_SELECT) {
        emit_plain(d, i, id, CODE_SELECT);
        return;
    }
    LAW(i->op == OP_BITCAST);
    uint32_t a = decode_operand(d, i, 0);
    struct code *c = decode_emit(d, CODE_MOVE, id);
    c->a = a;
    c->dst = d->out->slot_of[id];
}

static void decode_memory(struct decoder *d, const struct instruction *i, uint32_t id)
{
    switch ((enum memory_op)i->op) {
    case MEMORY_LOAD:
    case MEMORY_STORE:
        decode_access(d, i, id);
        return;
    case MEMORY_ALLOCA:
        emit_plain(d, i, id, CODE_ALLOCA);
        return;
    case MEMORY_LIFESTART:
        emit_plain(d, i, id, CODE_LIFESTART);
        return;
    case MEMORY_LIFEEND:
        emit_plain(d, i, id, CODE_LIFEEND);
        return;
    case MEMORY_STACKSAVE:
        emit_plain(d, i, id, CODE_STACKSAVE);
        return;
    case MEMORY_STACKRESTORE:
        emit_plain(d, i, id, CODE_STACKRESTORE);
        return;
    case MEMORY_MEMCPY:
        emit_plain(d, i, id, CODE_MEMCPY);
        return;
    case MEMORY_MEMMOVE:
        emit_plain(d, i, id, CODE_MEMMOVE);
        return;
    case MEMORY_MEMSET:
        emit_plain(d, i, id, CODE_MEMSET);
        return;
    }
    BUG("instruction %u is not on memory", i->op);
}

static void decode_meaning(struct decoder *d, const struct instruction *i, uint32_t id)
{
    switch ((enum meaning_op)i->op) {
    case MEANING_CHECK:
        emit_plain(d, i, id, CODE_CHECK);
        return;
    case MEANING_ASSUME:
        emit_plain(d, i, id, CODE_ASSUME);
        return;
    case MEANING_INPUT:
        emit_plain(d, i, id, CODE_INPUT);
        return;
    case MEANING_UNSUPPORTED:
        emit_unsupported(d, id);
        return;
    case MEANING_NOTE:
        return;
    }
    BUG("instruction %u has no meaning for verification", i->op);
}

static void decode_instruction(struct decoder *d, const struct instruction *i, uint32_t id,
                               uint32_t block, uint32_t first)
{
    struct type from = operand_type(d, i, 0);
    if (is_observed(d, id, block))
        decode_emit(d, CODE_OBSERVE, id);
    if (touches_big(d, i)) {
        decode_big(d, i, id);
        return;
    }
    switch (op_class((enum op)i->op)) {
    case CLASS_START:
        return;
    case CLASS_INTEGER:
        decode_integer(d, i, id, from);
        return;
    case CLASS_FLOAT:
        decode_float(d, i, id, from);
        return;
    case CLASS_ANY:
        decode_any(d, i, id);
        return;
    case CLASS_ADDRESS:
        decode_address(d, i, id, from);
        return;
    case CLASS_MEMORY:
        decode_memory(d, i, id);
        return;
    case CLASS_CALL:
        if (i->op == OP_CALL)
            decode_call(d, i, id); /* further results are where the call put them */
        return;
    case CLASS_MEANING:
        decode_meaning(d, i, id);
        return;
    case CLASS_FLOW:
        decode_flow(d, i, id, block, first);
        return;
    }
}

static uint32_t settled(uint32_t s, uint32_t constant_start)
{
    return s >= CONSTANT_BASE ? s - CONSTANT_BASE + constant_start : s;
}

/* Constant slots get their final numbers. Fields that hold code indexes or counts are below
 * CONSTANT_BASE. */
static void renumber(struct decoder *d, uint32_t start)
{
    for (size_t k = 0; k < d->code.count; k++) {
        struct code *c = &d->code.data[k];
        c->a = settled(c->a, start);
        c->b = settled(c->b, start);
        if (c->op == CODE_SELECT || c->op == CODE_MEMCPY || c->op == CODE_MEMMOVE ||
            c->op == CODE_MEMSET || c->op == CODE_CALL_POINTER)
            c->c = settled(c->c, start);
    }
    for (size_t k = 0; k < d->list.count; k++)
        d->list.data[k] = settled(d->list.data[k], start);
}

static void mark_pointers(struct decoder *d)
{
    d->out->is_pointer = calloc(d->out->constant_start + 1, 1);
    for (size_t k = 0; k < d->function->instructions.count; k++) {
        const struct instruction *i = &d->function->instructions.data[k];
        uint32_t at = d->out->slot_of[k];
        if (i->type.kind == TYPE_POINTER && at < d->out->constant_start)
            d->out->is_pointer[at] = 1;
    }
}

struct decoded *interp_decode(struct interp *interp, uint32_t function)
{
    const struct function *f = &interp->program->functions.data[function];
    struct decoded *out = calloc(1, sizeof *out);
    struct decoder d = {.interp = interp, .function = f, .out = out};
    out->function = function;
    out->observed = observed_how(interp->options);
    out->is_pointer = NULL;
    out->in_model = function_in_model(interp, function);
    out->slot_of = malloc((f->instructions.count + 1) * sizeof *out->slot_of);
    memset(out->slot_of, 0xff, (f->instructions.count + 1) * sizeof *out->slot_of);
    d.block_start = calloc(f->blocks.count + 1, sizeof *d.block_start);
    number_slots(&d);
    d.moved = calloc(d.slot_count + 1, sizeof *d.moved);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct block *block = &f->blocks.data[b];
        uint32_t first = d.block_start[b] = (uint32_t)d.code.count;
        for (size_t k = 0; k < block->instructions.count; k++) {
            uint32_t id = block->instructions.data[k];
            decode_instruction(&d, &f->instructions.data[id], id, b, first);
        }
    }
    decode_edges(&d);
    out->constant_start = d.copy_start + d.copy_count;
    renumber(&d, out->constant_start);
    mark_pointers(&d);
    out->slot_count = out->constant_start + (uint32_t)d.constants.count;
    out->constants = d.constants.data;
    out->constant_count = (uint32_t)d.constants.count;
    out->code = d.code.data;
    out->operations = d.operations.data;
    out->list = d.list.data;
    VECTOR_RELEASE(&d.fixups);
    map_release(&d.constant_slots);
    free(d.block_start);
    free(d.moved);
    return out;
}

void decoded_free(struct decoded *f)
{
    if (!f)
        return;
    while (f->pool) {
        struct frame *next = f->pool->caller;
        free(f->pool);
        f->pool = next;
    }
    free(f->code);
    free(f->operations);
    free(f->list);
    free(f->slot_of);
    free(f->is_pointer);
    free(f->constants);
    free(f);
}
