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

enum { LOCAL_MARKED = 1, LOCAL_NAMED = 2, LOCAL_DECLARED = 4 };

void scope_find_unmarked(struct translator *t)
{
    uint8_t *seen = ARENA_ARRAY(&t->body_arena, uint8_t, t->body.value_count);
    t->has_unmarked = false;
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        for (uint32_t k = 0; k < v->count; k++) {
            if (!v->operands[k] || !is_local(v->operands[k]))
                continue;
            uint8_t *flags = &seen[v->operands[k]->number];
            if (v->value.op == IR_DECLARE)
                *flags |= LOCAL_DECLARED;
            if (is_call_of(v, "llvm.lifetime.start"))
                *flags |= LOCAL_MARKED;
            else if (names_local(v, k))
                *flags |= LOCAL_NAMED;
        }
    }
    for (uint32_t i = 0; i < t->body.instruction_count && !t->has_unmarked; i++) {
        const struct ir_value *v = &t->body.instructions[i]->value;
        t->has_unmarked = is_local(v) && (seen[v->number] & LOCAL_NAMED) &&
                          !(seen[v->number] & LOCAL_MARKED);
    }
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

static bool scoped_variable(struct translator *t, const struct ir_value *local,
                            uint32_t *scope)
{
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *v = t->body.instructions[i];
        if (v->value.op != IR_DECLARE || !v->count || v->operands[0] != local || !v->variable)
            continue;
        const struct ir_node *block = ir_child(v->variable, v->variable->parent);
        *scope = scope_number(t, block);
        return *scope && t->scope_parents.data[*scope];
    }
    return false;
}

static bool describe(struct translator *t, const struct ir_instruction *v,
                     struct scoped_local *out)
{
    uint8_t flags = t->local_flags[v->value.number];
    bool called =
        v->within || !ir_is_small_number(v->operands[0]); /* alloca() or an array's length */
    if (called || !(flags & LOCAL_NAMED) || (flags & LOCAL_MARKED))
        return false;
    out->local = value_of(t, &v->value).id;
    bool doubtful = t->lives == LIVES_IN_DOUBT;
    out->kind = doubtful ? SCOPED_TEMPORARY : SCOPED_IN_BLOCK;
    if (flags & LOCAL_DECLARED)
        return scoped_variable(t, &v->value, &out->scope);
    const struct ir_instruction *first = first_user(t, &v->value);
    if (!first)
        return false;
    if (is_temporary(v, first))
        out->kind = SCOPED_TEMPORARY;
    out->scope = scope_number(t, first->within);
    return out->scope != 0;
}

void scope_end_lifetimes(struct translator *t)
{
    VECTOR(struct scoped_local) locals = {0};
    for (uint32_t i = 0; t->has_unmarked && i < t->body.instruction_count; i++) {
        struct scoped_local l;
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
