/* What a function can tell of memory besides its size and content: that it may be freed, and
 * how it is aligned. */
#include "caller/caller_internal.h"

#include "base/text.h"
#include "program/passes.h"

static bool is_free(const struct program *p, const struct function *f,
                    const struct instruction *in)
{
    struct value callee = instruction_operand(f, in, 0);
    const struct constant *c = value_is_constant(callee) ? program_constant(p, callee) : NULL;
    return c && c->kind == CONSTANT_FUNCTION &&
           p->functions.data[c->index].builtin == BUILTIN_FREE;
}

/* An address as a number that more is done with than taking a difference. */
static bool looks_at_address(const struct function *f, uint32_t id)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_SUB)
            continue;
        for (uint32_t k = 0; k < in->count; k++) {
            struct value v = instruction_operand(f, in, k);
            if (!value_is_constant(v) && v.id == id)
                return true;
        }
    }
    return false;
}

static void look_at(const struct program *p, const struct function *f,
                    struct caller_looks *out)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        if (in->op == OP_CALL && is_free(p, f, in))
            out->frees = true;
        if (in->op == OP_PTRTOINT && !out->addresses)
            out->addresses = looks_at_address(f, i);
    }
}

bool *caller_reached(const struct caller *plan, struct arena *arena)
{
    const struct program *p = plan->program;
    struct call_graph calls;
    call_graph_find(p, arena, &calls);
    bool *seen = ARENA_ARRAY(arena, bool, p->functions.count);
    VECTOR(uint32_t) todo = {0};
    VECTOR_PUSH(&todo, plan->function);
    while (todo.count) {
        uint32_t f = VECTOR_POP(&todo);
        if (seen[f])
            continue;
        seen[f] = true;
        for (uint32_t i = 0; i < calls.callee_count[f]; i++)
            VECTOR_PUSH(&todo, calls.callees[f][i]);
    }
    VECTOR_RELEASE(&todo);
    return seen;
}

struct caller_looks caller_looks(const struct caller *plan)
{
    struct caller_looks out = {0};
    struct arena arena;
    arena_init(&arena);
    const bool *seen = caller_reached(plan, &arena);
    for (uint32_t f = 0; f < plan->program->functions.count; f++)
        if (seen[f] && plan->program->functions.data[f].has_body)
            look_at(plan->program, &plan->program->functions.data[f], &out);
    arena_release(&arena);
    return out;
}

/* More is done with the global than reading it. */
static bool handles(const struct program *p, const struct function *f, const char *global)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_LOAD)
            continue;
        for (uint32_t k = 0; k < in->count; k++) {
            if (instruction_operand_is_block(in, k))
                continue;
            struct value v = instruction_operand(f, in, k);
            const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
            if (c && c->kind == CONSTANT_GLOBAL &&
                text_same(p->globals.data[c->index].name, global))
                return true;
        }
    }
    return false;
}

bool caller_owns(const struct caller *plan, const struct spot *s)
{
    const struct program *p = plan->program;
    bool own = false;
    for (size_t i = 0; i < p->globals.count; i++)
        own |= p->globals.data[i].internal && text_same(p->globals.data[i].name, s->name);
    struct arena arena;
    arena_init(&arena);
    const bool *seen = caller_reached(plan, &arena);
    for (uint32_t f = 0; f < p->functions.count && own; f++)
        own = seen[f] || !handles(p, &p->functions.data[f], s->name);
    arena_release(&arena);
    return own;
}
