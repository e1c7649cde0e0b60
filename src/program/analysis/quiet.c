#include "program/analysis/quiet.h"

#include "base/failure.h"
#include "program/passes.h"

/* Does the pointer lead into a local of this function, by steps that can be seen? */
static bool is_local(const struct function *f, struct value pointer)
{
    while (!value_is_none(pointer) && !value_is_constant(pointer)) {
        const struct instruction *in = &f->instructions.data[pointer.id];
        if (in->op == OP_ALLOCA)
            return true;
        if (in->op != OP_PTRADD)
            return false;
        pointer = instruction_operand(f, in, 0);
    }
    return false;
}

/* Does the instruction change something itself? Of its callees another one tells. */
static bool changes(const struct function *f, const struct instruction *in)
{
    static const bool writes[OP_COUNT] = {
        [OP_STORE] = true,
        [OP_MEMCPY] = true,
        [OP_MEMMOVE] = true,
        [OP_MEMSET] = true,
    };
    if (writes[in->op])
        return (in->flags & FLAG_VOLATILE) || !is_local(f, instruction_operand(f, in, 0));
    if (in->op == OP_LOAD)
        return in->flags & FLAG_VOLATILE;
    if (in->op == OP_STOP)
        return in->sub != STOP_ERROR;
    return in->op == OP_UNSUPPORTED;
}

static bool is_alone_quiet(const struct function *f)
{
    if (!f->blocks.count)
        return false;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block != UINT32_MAX && changes(f, in))
            return false;
    }
    return true;
}

bool quiet_call(const struct program *p, const struct function *f,
                const struct instruction *call, const bool *quiet, struct arena *scratch)
{
    LAW(call->op == OP_CALL);
    uint32_t *targets = ARENA_ARRAY(scratch, uint32_t, p->functions.count + 1);
    uint32_t count = call_targets(p, f, call, targets, (uint32_t)p->functions.count);
    for (uint32_t i = 0; i < count; i++)
        if (!quiet[targets[i]])
            return false;
    return count > 0;
}

static bool calls_are_quiet(const struct program *p, const struct function *f,
                            const bool *quiet, struct arena *scratch)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_CALL)
            continue;
        if (!quiet_call(p, f, in, quiet, scratch))
            return false;
    }
    return true;
}

bool *quiet_functions(const struct program *p, struct arena *arena)
{
    bool *quiet = ARENA_ARRAY(arena, bool, p->functions.count + 1), changed = true;
    struct arena scratch;
    arena_init(&scratch);
    for (size_t i = 0; i < p->functions.count; i++)
        quiet[i] = is_alone_quiet(&p->functions.data[i]);
    while (changed) {
        changed = false;
        arena_clear(&scratch);
        for (size_t i = 0; i < p->functions.count; i++) {
            if (!quiet[i] || calls_are_quiet(p, &p->functions.data[i], quiet, &scratch))
                continue;
            quiet[i] = false;
            changed = true;
        }
    }
    arena_release(&scratch);
    return quiet;
}
