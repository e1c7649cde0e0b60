/* Checks every law of program.h: ids in range, one terminator per block at its end, PHIs and
 * PARAMs at the front, PHI pairs that match the predecessors, definitions that dominate uses,
 * types. Names function and instruction. */
#include "program/check_internal.h"

#include "base/failure.h"
#include "base/text.h"

struct checker {
    const struct program *program;
    const struct function *function;
    struct failure *failure;
    struct arena scratch;
    struct dominators dominators;
    uint32_t *position; /* of each instruction in its block */
    uint32_t *seen;     /* of each block: 1 + number of the PHI that named it last */
};

static bool fail_at(struct checker *c, uint32_t id, const char *what)
{
    struct text line = {0};
    instruction_print(c->program, c->function, id, &line);
    failure_set(c->failure, FAILURE_INPUT, "function %s, block b%u, '%.200s': %s",
                c->function->name, c->function->instructions.data[id].block, text_of(&line),
                what);
    text_release(&line);
    return false;
}

static bool fail_block(struct checker *c, size_t block, const char *what)
{
    return failure_set(c->failure, FAILURE_INPUT, "function %s, block b%zu: %s",
                       c->function->name, block, what);
}

/* --- constants and globals --- */

static const char *constant_error(const struct program *p, const struct constant *c)
{
    if (!type_is_legal(p, c->type))
        return "illegal type";
    bool pointer = c->type.kind == TYPE_POINTER;
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        return pointer || !c->limbs ? "bits need an integer or float type" : NULL;
    case CONSTANT_NULL:
        return pointer ? NULL : "needs pointer type";
    case CONSTANT_GLOBAL:
        return pointer && c->index < p->globals.count ? NULL : "no such global";
    case CONSTANT_FUNCTION:
    case CONSTANT_BLOCK:
        return pointer && c->index < p->functions.count ? NULL : "no such function";
    case CONSTANT_UNDEF:
        return NULL;
    }
    return "no such kind";
}

static bool check_data(const struct program *p, struct failure *failure)
{
    for (size_t k = 0; k < p->constants.count; k++) {
        const char *what = constant_error(p, &p->constants.data[k]);
        if (what)
            return failure_set(failure, FAILURE_INPUT, "constant %zu: %s", k, what);
    }
    for (size_t k = 0; k < p->globals.count; k++) {
        const struct global *g = &p->globals.data[k];
        for (uint32_t r = 0; r < g->relocation_count; r++) {
            struct value v = g->relocations[r].value;
            uint64_t bytes = p->pointer_width / 8;
            if (!value_is_constant(v) || (v.id & ~VALUE_CONSTANT_BIT) >= p->constants.count ||
                program_constant(p, v)->type.kind != TYPE_POINTER)
                return failure_set(failure, FAILURE_INPUT,
                                   "global %s: relocation %u is no pointer constant", g->name,
                                   r);
            if (g->size < bytes || g->relocations[r].offset > g->size - bytes)
                return failure_set(failure, FAILURE_INPUT,
                                   "global %s: relocation %u is outside", g->name, r);
        }
    }
    if (p->entry != UINT32_MAX && p->entry >= p->functions.count)
        return failure_set(failure, FAILURE_INPUT, "the entry function does not exist");
    return true;
}

/* --- shape: before anything may follow edges or operands --- */

static const char *operand_id_error(const struct checker *c, const struct instruction *i,
                                    uint32_t k)
{
    struct value v = instruction_operand(c->function, i, k);
    if (instruction_operand_is_block(i, k))
        return v.id < c->function->blocks.count ? NULL : "names a block that does not exist";
    if (value_is_none(v))
        return "has an operand without value";
    if (value_is_constant(v))
        return (v.id & ~VALUE_CONSTANT_BIT) < c->program->constants.count
                   ? NULL
                   : "names a constant that does not exist";
    if (v.id >= c->function->instructions.count)
        return "names an instruction that does not exist";
    const struct instruction *from = &c->function->instructions.data[v.id];
    if (from->block == UINT32_MAX)
        return "uses an instruction that was removed";
    return from->type.kind == TYPE_VOID ? "uses an instruction without result" : NULL;
}

static const char *shape_error(const struct checker *c, const struct instruction *i)
{
    size_t blocks = c->function->blocks.count;
    if (i->op >= OP_COUNT)
        return "no such operation";
    for (uint32_t k = 0; k < i->count; k++) {
        const char *what = operand_id_error(c, i, k);
        if (what)
            return what;
    }
    bool jumps = i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH;
    if (jumps && i->target[0] >= blocks)
        return "jumps to a block that does not exist";
    if (i->op == OP_BRANCH && i->target[1] >= blocks)
        return "jumps to a block that does not exist";
    if (i->place >= c->program->places.count)
        return "has a place that does not exist";
    if (i->variable != UINT32_MAX && i->variable >= c->program->variables.count)
        return "names a variable that does not exist";
    return NULL;
}

static bool check_block_list(struct checker *c, size_t b)
{
    const struct function *f = c->function;
    const struct block *block = &f->blocks.data[b];
    if (!block->instructions.count)
        return fail_block(c, b, "is empty");
    for (size_t k = 0; k < block->instructions.count; k++) {
        uint32_t id = block->instructions.data[k];
        if (id >= f->instructions.count)
            return fail_block(c, b, "lists an instruction that does not exist");
        if (f->instructions.data[id].block != b)
            return fail_block(c, b, "lists an instruction that says it is elsewhere");
        if (c->position[id])
            return fail_block(c, b, "lists an instruction twice");
        c->position[id] = (uint32_t)k + 1;
    }
    return true;
}

static bool check_block_shape(struct checker *c, size_t b)
{
    const struct function *f = c->function;
    const struct block *block = &f->blocks.data[b];
    enum op before = OP_PHI;
    for (size_t k = 0; k < block->instructions.count; k++) {
        uint32_t id = block->instructions.data[k];
        const struct instruction *i = &f->instructions.data[id];
        if ((uint64_t)i->operand + i->count > f->operands.count)
            return fail_block(c, b, "an instruction's operands are outside the pool");
        const char *what = shape_error(c, i);
        if (what)
            return fail_at(c, id, what);
        bool last = k + 1 == block->instructions.count;
        if (op_is_terminator((enum op)i->op) != last)
            return fail_at(c, id,
                           last ? "a block must end in a terminator"
                                : "a terminator inside a block");
        if (i->op == OP_PHI && (before != OP_PHI || b == 0))
            return fail_at(c, id, "phis stand at the front of a block, not of the entry");
        if (i->op == OP_PARAM && (b != 0 || (k && before != OP_PARAM)))
            return fail_at(c, id, "parameters stand at the front of the entry block");
        before = (enum op)i->op;
    }
    return true;
}

/* --- edges, dominance, types --- */

static bool check_phi(struct checker *c, uint32_t id)
{
    const struct instruction *i = &c->function->instructions.data[id];
    const struct block *b = &c->function->blocks.data[i->block];
    if (i->count != 2 * b->predecessors.count)
        return fail_at(c, id, "needs one pair for each predecessor");
    for (size_t k = 0; k < b->predecessors.count; k++)
        c->seen[b->predecessors.data[k]] = 2 * id + 1;
    for (uint32_t k = 0; k < i->count; k += 2) {
        struct value v = instruction_operand(c->function, i, k);
        uint32_t from = instruction_operand(c->function, i, k + 1).id;
        if (c->seen[from] != 2 * id + 1)
            return fail_at(c, id, "names a block twice or one that is no predecessor");
        c->seen[from] = 0;
        if (value_is_constant(v) || c->dominators.number[from] == UINT32_MAX)
            continue;
        if (!dominates(&c->dominators, c->function->instructions.data[v.id].block, from))
            return fail_at(c, id, "a value does not dominate its edge");
    }
    return true;
}

static bool check_uses(struct checker *c, uint32_t id)
{
    const struct instruction *i = &c->function->instructions.data[id];
    if (i->op == OP_PHI)
        return check_phi(c, id);
    if (c->dominators.number[i->block] == UINT32_MAX)
        return true;
    for (uint32_t k = 0; k < i->count; k++) {
        struct value v = instruction_operand(c->function, i, k);
        if (instruction_operand_is_block(i, k) || value_is_constant(v))
            continue;
        uint32_t home = c->function->instructions.data[v.id].block;
        bool good = home == i->block ? c->position[v.id] < c->position[id]
                                     : dominates(&c->dominators, home, i->block);
        if (!good)
            return fail_at(c, id, "uses a value that does not dominate it");
    }
    return true;
}

/* The lists must be what function_link makes of the edges. */
static bool check_predecessors(struct checker *c)
{
    const struct function *f = c->function;
    uint32_t *found = ARENA_ARRAY(&c->scratch, uint32_t, f->blocks.count + 1);
    uint32_t *last = ARENA_ARRAY(&c->scratch, uint32_t, f->blocks.count + 1);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct instruction *end = block_terminator(f, &f->blocks.data[b]);
        uint32_t cases = end->op == OP_SWITCH ? end->count / 2 : 0;
        uint32_t edges = block_successors(f, &f->blocks.data[b], NULL, 0);
        for (uint32_t k = 0; k < edges; k++) {
            uint32_t to =
                k < edges - cases
                    ? end->target[k]
                    : f->operands.data[end->operand + 2 * (k - (edges - cases)) + 2];
            if (last[to] == b + 1)
                continue;
            last[to] = b + 1;
            const struct block *at = &f->blocks.data[to];
            if (found[to] >= at->predecessors.count ||
                at->predecessors.data[found[to]++] != b)
                return fail_block(c, to, "predecessors are not up to date");
        }
    }
    for (uint32_t b = 0; b < f->blocks.count; b++)
        if (found[b] != f->blocks.data[b].predecessors.count)
            return fail_block(c, b, "predecessors are not up to date");
    return true;
}

static bool check_body(struct checker *c)
{
    const struct function *f = c->function;
    c->position = ARENA_ARRAY(&c->scratch, uint32_t, f->instructions.count + 1);
    c->seen = ARENA_ARRAY(&c->scratch, uint32_t, f->blocks.count + 1);
    for (size_t b = 0; b < f->blocks.count; b++)
        if (!check_block_list(c, b))
            return false;
    for (size_t b = 0; b < f->blocks.count; b++)
        if (!check_block_shape(c, b))
            return false;
    if (!check_predecessors(c))
        return false;
    if (f->blocks.data[0].predecessors.count)
        return fail_block(c, 0, "the entry has predecessors");
    dominators_find(f, &c->scratch, &c->dominators);
    for (size_t b = 0; b < f->blocks.count; b++)
        for (size_t k = 0; k < f->blocks.data[b].instructions.count; k++) {
            uint32_t id = f->blocks.data[b].instructions.data[k];
            const char *what =
                instruction_type_error(c->program, f, &f->instructions.data[id]);
            if (what)
                return fail_at(c, id, what);
            if (!check_uses(c, id))
                return false;
        }
    return true;
}

static bool check_function(const struct program *p, const struct function *f,
                           struct failure *failure)
{
    struct checker c = {.program = p, .function = f, .failure = failure};
    for (uint32_t k = 0; k < f->param_count; k++)
        if (!type_is_legal(p, f->params[k]))
            return failure_set(failure, FAILURE_INPUT,
                               "function %s: illegal type of parameter %u", f->name, k);
    for (uint32_t k = 0; k < f->result_count; k++)
        if (!type_is_legal(p, f->results[k]))
            return failure_set(failure, FAILURE_INPUT,
                               "function %s: illegal type of result %u", f->name, k);
    if (f->has_body != (f->blocks.count > 0))
        return failure_set(failure, FAILURE_INPUT, "function %s: a body needs a block",
                           f->name);
    if (!f->has_body)
        return true;
    arena_init(&c.scratch);
    bool good = check_body(&c);
    arena_release(&c.scratch);
    return good;
}

bool program_check(const struct program *p, struct failure *failure)
{
    if (p->pointer_width != 32 && p->pointer_width != 64)
        return failure_set(failure, FAILURE_INPUT, "pointers must have 32 or 64 bits");
    if (!check_data(p, failure))
        return false;
    for (size_t k = 0; k < p->functions.count; k++)
        if (!check_function(p, &p->functions.data[k], failure))
            return false;
    return true;
}
