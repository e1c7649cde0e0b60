/* Which locals have no lifetime markers, and in which lexical block each instruction stands:
 * what function_end_lifetimes needs. clang leaves markers out for variables whose declaration
 * a jump may pass, for compound literals and for temporaries. */
#include "load/translate/translate.h"

#include <string.h>

/* A block's number, in the order of first use; 0: none, 1: the function itself and what is
 * not known. */
static uint32_t scope_number(struct translator *t, const struct ir_node *node)
{
    uint64_t found;
    if (!node || node->kind != IR_NODE_SCOPE)
        return 0;
    if (map_get(&t->scope_numbers, (uint64_t)(uintptr_t)node, &found))
        return (uint32_t)found;
    uint32_t parent = scope_number(t, ir_child(node, node->parent));
    if (!t->scope_parents.count)
        VECTOR_PUSH(&t->scope_parents, 0);
    VECTOR_PUSH(&t->scope_parents, parent);
    found = t->scope_parents.count - 1;
    map_set(&t->scope_numbers, (uint64_t)(uintptr_t)node, found);
    return (uint32_t)found;
}

bool scope_is_entered(const struct ir_instruction *v)
{
    if (v->value.op != IR_CALL || v->callee->kind != IR_ASSEMBLY)
        return false;
    return !strcmp(((const struct ir_assembly *)v->callee)->text, BLOCK_MARK);
}

void scope_note(struct translator *t, const struct ir_instruction *v)
{
    if (!t->has_unmarked)
        return;
    uint32_t scope =
        v->value.op == IR_INDIRECTBR ? 0 : scope_number(t, v->within); /* shared by all */
    if (scope && scope_is_entered(v))
        scope = t->scope_parents.data[scope] | SCOPE_ENTERS;
    LAW(!(scope & ~SCOPE_ENTERS) || (scope & ~SCOPE_ENTERS) < t->scope_parents.count);
    while (t->scope_of.count < t->function->instructions.count)
        VECTOR_PUSH(&t->scope_of, scope);
}

/* --- locals without markers --- */

static bool is_call_of(const struct ir_instruction *v, const char *intrinsic)
{
    if (v->value.op != IR_CALL || v->callee->kind != IR_FUNCTION)
        return false;
    const char *name = ((const struct ir_symbol *)v->callee)->name;
    return !strncmp(name, intrinsic, strlen(intrinsic));
}

static bool is_local(const struct ir_value *v)
{
    return v->kind == IR_INSTRUCTION && v->op == IR_ALLOCA;
}

/* A local that is only read and written whole has no address that could be kept. */
static bool names_local(const struct ir_instruction *user, uint32_t k)
{
    if (user->value.op == IR_DECLARE || user->value.op == IR_LOAD)
        return false;
    return user->value.op != IR_STORE || k == 0;
}

enum { LOCAL_MARKED = 1, LOCAL_NAMED = 2, LOCAL_DECLARED = 4, LOCAL_READ = 8 };

/* Parameters have a number and are there from the start. */
static bool declares_variable(const struct ir_instruction *v)
{
    return v->value.op == IR_DECLARE && v->variable && v->variable->value < 1;
}

static bool is_unmarked(const uint8_t *flags, const struct ir_value *v)
{
    uint8_t f = flags[v->number];
    return is_local(v) && (f & (LOCAL_NAMED | LOCAL_DECLARED | LOCAL_READ)) &&
           !(f & LOCAL_MARKED);
}

/* In a block of the function: what clang makes for itself (the result, where a cleanup goes
 * on) it reads outside of them. */
static bool is_in_block(const struct ir_instruction *v)
{
    const struct ir_node *outer = v->within ? ir_child(v->within, v->within->parent) : NULL;
    return outer && outer->kind == IR_NODE_SCOPE;
}

static uint8_t flags_of_use(const struct ir_instruction *v, uint32_t k)
{
    if (v->value.op == IR_DECLARE)
        return declares_variable(v) ? LOCAL_DECLARED : LOCAL_MARKED;
    if (v->value.op == IR_LOAD)
        return is_in_block(v) ? LOCAL_READ : 0;
    if (is_call_of(v, "llvm.lifetime.start"))
        return LOCAL_MARKED;
    return names_local(v, k) ? LOCAL_NAMED : 0;
}

void scope_find_unmarked(struct translator *t)
{
    uint8_t *seen = ARENA_ARRAY(&t->body_arena, uint8_t, t->body.value_count);
    t->has_unmarked = false;
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        for (uint32_t k = 0; k < v->count; k++)
            if (v->operands[k] && is_local(v->operands[k]))
                seen[v->operands[k]->number] |= flags_of_use(v, k);
    }
    for (uint32_t i = 0; i < t->body.instruction_count && !t->has_unmarked; i++)
        t->has_unmarked = is_unmarked(seen, &t->body.instructions[i]->value);
    t->local_flags = seen;
}

/* The first instruction that writes into the local or hands it on; `made` are addresses made
 * from it. */
static const struct ir_instruction *first_user(struct translator *t,
                                               const struct ir_value *local)
{
    bool *made = ARENA_ARRAY(&t->body_arena, bool, t->body.value_count);
    made[local->number] = true;
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        for (uint32_t k = 0; k < v->count && v->value.op != IR_DECLARE; k++) {
            const struct ir_value *o = v->operands[k];
            bool of_local = o && (o->kind == IR_INSTRUCTION) && made[o->number];
            if (!of_local)
                continue;
            if (v->value.op != IR_GEP)
                return v;
            made[v->value.number] = true;
        }
    }
    return NULL;
}

static uint32_t common_scope(struct translator *t, uint32_t a, uint32_t b)
{
    const uint32_t *parent = t->scope_parents.data;
    for (uint32_t x = a; x; x = parent[x])
        for (uint32_t y = b; y; y = parent[y])
            if (x == y)
                return x;
    return 0;
}

/* The smallest scope that all reads and writes of the local stand in. */
static uint32_t scope_around(struct translator *t, const struct ir_value *local)
{
    bool *made = ARENA_ARRAY(&t->body_arena, bool, t->body.value_count), any = false;
    uint32_t around = 0;
    made[local->number] = true;
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        for (uint32_t k = 0; k < v->count && v->value.op != IR_DECLARE; k++) {
            const struct ir_value *o = v->operands[k];
            if (!o || o->kind != IR_INSTRUCTION || !made[o->number])
                continue;
            made[v->value.number] |= v->value.op == IR_GEP;
            uint32_t scope = scope_number(t, v->within);
            around = any ? common_scope(t, around, scope) : scope;
            any = true;
        }
    }
    return around;
}

static bool from_call(const struct ir_value *v)
{
    while (v->kind == IR_INSTRUCTION && v->op == IR_EXTRACTVALUE)
        v = ((const struct ir_instruction *)v)->operands[0];
    return v->kind == IR_INSTRUCTION && v->op == IR_CALL;
}

/* A struct that a call returned, or a copy of another: only literals are made member by
 * member or from a constant. */
static bool is_temporary(const struct ir_instruction *local,
                         const struct ir_instruction *first)
{
    if (local->subject->kind != IR_STRUCT)
        return false;
    if (first->value.op == IR_STORE)
        return from_call(first->operands[0]);
    if (first->value.op != IR_CALL)
        return false;
    if (is_call_of(first, "llvm.memset"))
        return false;
    if (!is_call_of(first, "llvm.memcpy"))
        return true;
    const struct ir_value *from = first->operands[1];
    return from->kind != IR_GLOBAL || !((const struct ir_global *)from)->constant;
}

/* alloca(), or an array whose length is computed */
static bool is_called(const struct ir_instruction *v)
{
    return v->within || !ir_is_small_number(v->operands[0]);
}

void scope_declare(struct translator *t, const struct ir_instruction *v)
{
    if (!t->has_unmarked || !v->count || !v->operands[0] || !declares_variable(v) ||
        !is_unmarked(t->local_flags, v->operands[0]) ||
        is_called((const struct ir_instruction *)v->operands[0]))
        return;
    struct value local = value_of(t, v->operands[0]);
    emit(t, instruction_make(OP_LIFESTART, type_void()), &local.id, 1);
}

static bool scoped_variable(struct translator *t, const struct ir_value *local,
                            struct scoped_local *out)
{
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        if (v->value.op != IR_DECLARE || !v->count || v->operands[0] != local || !v->variable)
            continue;
        const struct ir_node *block = ir_child(v->variable, v->variable->parent);
        out->scope = scope_number(t, block);
        if (!out->scope || !t->scope_parents.data[out->scope])
            out->kind = SCOPED_IN_FUNCTION;
        return true;
    }
    return false;
}

static bool describe(struct translator *t, const struct ir_instruction *v,
                     struct scoped_local *out)
{
    uint8_t flags = t->local_flags[v->value.number];
    if (is_called(v) || !is_unmarked(t->local_flags, &v->value))
        return false;
    out->local = value_of(t, &v->value).id;
    out->kind = t->lives == LIVES_IN_DOUBT ? SCOPED_UNCLEAR : SCOPED_IN_BLOCK;
    out->declared = flags & LOCAL_DECLARED;
    if (out->declared)
        return scoped_variable(t, &v->value, out);
    const struct ir_instruction *first = first_user(t, &v->value);
    if (!first)
        return false;
    out->around = scope_around(t, &v->value);
    if (out->kind == SCOPED_UNCLEAR || is_temporary(v, first))
        out->kind = SCOPED_TEMPORARY;
    out->scope = scope_number(t, first->within);
    return out->scope != 0;
}

void scope_end_lifetimes(struct translator *t)
{
    VECTOR(struct scoped_local) locals = {0};
    for (uint32_t i = 0; t->has_unmarked && i < t->body.instruction_count; i++) {
        struct scoped_local l = {0};
        const struct ir_instruction *v = t->body.instructions[i];
        if (v->value.op == IR_ALLOCA && describe(t, v, &l))
            VECTOR_PUSH(&locals, l);
    }
    struct block_scopes scopes = {t->scope_of.data, (uint32_t)t->scope_of.count,
                                  t->scope_parents.data};
    if (function_end_lifetimes(t->program, t->function, &scopes, locals.data, locals.count))
        t->keeps_unmarked = true;
    VECTOR_RELEASE(&locals);
}
