/* What a function can tell of memory besides its size and content: that it may be freed, and how it is aligned. */
#include "caller/caller_internal.h"

#include "program/passes.h"

static bool is_free(const struct program *p, const struct function *f, const struct instruction *in)
{
    struct value callee = instruction_operand(f, in, 0);
    const struct constant *c = value_is_constant(callee) ? program_constant(p, callee) : NULL;
    return c && c->kind == CONSTANT_FUNCTION && p->functions.data[c->index].builtin == BUILTIN_FREE;
}

/* An address as a number that more is done with than taking a difference. */
static bool looks_at_address(const struct function *f, uint32_t id)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_SUB) continue;
        for (uint32_t k = 0; k < in->count; k++) {
            struct value v = instruction_operand(f, in, k);
            if (!value_is_constant(v) && v.id == id) return true;
        }
    }
    return false;
}

static void look_at(const struct program *p, const struct function *f, struct caller_looks *out)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX) continue;
        if (in->op == OP_CALL && is_free(p, f, in)) out->frees = true;
        if (in->op == OP_PTRTOINT && !out->addresses) out->addresses = looks_at_address(f, i);
    }
}

struct caller_looks caller_looks(const struct caller *plan)
{
    const struct program *p = plan->program;
    struct caller_looks out = {0};
    struct call_graph calls;
    struct arena arena;
    arena_init(&arena);
    call_graph_find(p, &arena, &calls);
    bool *seen = ARENA_ARRAY(&arena, bool, p->functions.count);
    VECTOR(uint32_t) todo = {0};
    VECTOR_PUSH(&todo, plan->function);
    while (todo.count) {
        uint32_t f = VECTOR_POP(&todo);
        if (seen[f]) continue;
        seen[f] = true;
        if (!p->functions.data[f].has_body) continue;
        look_at(p, &p->functions.data[f], &out);
        for (uint32_t i = 0; i < calls.callee_count[f]; i++)
            VECTOR_PUSH(&todo, calls.callees[f][i]);
    }
    VECTOR_RELEASE(&todo);
    arena_release(&arena);
    return out;
}
