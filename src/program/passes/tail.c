/* Functions that call themselves, or each other in turns, only at their ends become loops:
 * invariants, unwinding and measures of loops know memory, which summaries of recursive
 * functions do not, and need no stack. The function is written anew: the bodies of all that
 * call each other in this way, each with a PHI for each of its parameters at its front, to
 * which the calls jump.
 *
 * Each activation would have locals of its own, so that a function with any left in memory
 * stays as it is. So does one with a contract, as each call of it is checked. */
#include "program/passes_internal.h"

#include "base/failure.h"
#include "program/tail.h"

enum { MOST_MEMBERS = 8, MOST_INSTRUCTIONS = 4000 };

struct member {
    uint32_t function;
    VECTOR(struct tail_call) calls; /* of members */
    VECTOR(uint32_t) targets;       /* of these: the member */
    uint32_t base;                  /* number of its first block in the new function */
    uint32_t *id;                   /* of each of its instructions there */
    uint32_t *front;                /* by parameter: its PHI there */
};
struct merging {
    struct program *program;
    const struct call_graph *graph;
    struct pass_memory *memory;
    struct member members[MOST_MEMBERS];
    uint32_t count;
    struct function made;
};

/* --- who calls whom --- */

static bool reaches(const struct call_graph *g, bool *seen, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < g->callee_count[from]; k++) {
        uint32_t callee = g->callees[from][k];
        if (callee == to)
            return true;
        if (seen[callee] || !g->recursive[callee])
            continue;
        seen[callee] = true;
        if (reaches(g, seen, callee, to))
            return true;
    }
    return false;
}

static uint32_t member_of(const struct merging *m, uint32_t function)
{
    for (uint32_t k = 0; k < m->count; k++)
        if (m->members[k].function == function)
            return k;
    return UINT32_MAX;
}

static bool is_in_cycle(struct merging *m, uint32_t function)
{
    if (!m->graph->recursive[function])
        return false;
    bool *seen = ARENA_ARRAY(&m->memory->scratch, bool, m->program->functions.count + 1);
    return reaches(m->graph, seen, function, m->members[0].function);
}

static bool has_contract(const struct program *p, uint32_t function)
{
    for (size_t i = 0; i < p->annotations.count; i++)
        if (p->annotations.data[i].function == function)
            return true;
    return false;
}

static bool has_labels(const struct program *p, uint32_t function)
{
    for (size_t i = 0; i < p->constants.count; i++)
        if (p->constants.data[i].kind == CONSTANT_BLOCK &&
            p->constants.data[i].index == function)
            return true;
    return false;
}

static bool has_locals(const struct function *f)
{
    for (size_t i = 0; i < f->instructions.count; i++)
        if (f->instructions.data[i].block != UINT32_MAX &&
            f->instructions.data[i].op == OP_ALLOCA)
            return true;
    return false;
}

static bool returns_same(const struct function *a, const struct function *b)
{
    if (a->result_count != b->result_count)
        return false;
    for (uint32_t k = 0; k < a->result_count; k++)
        if (!type_same(a->results[k], b->results[k]))
            return false;
    return true;
}

static bool may_merge(const struct merging *m, uint32_t function)
{
    const struct program *p = m->program;
    const struct function *f = &p->functions.data[function],
                          *first = &p->functions.data[m->members[0].function];
    return f->has_body && !f->variadic && !f->replaceable && returns_same(f, first) &&
           f->instructions.count <= MOST_INSTRUCTIONS && !has_locals(f) &&
           !has_contract(p, function) && !has_labels(p, function);
}

/* UINT32_MAX: through a pointer. */
static uint32_t callee_of(const struct program *p, const struct function *f,
                          const struct instruction *call)
{
    struct value v = instruction_operand(f, call, 0);
    if (!value_is_constant(v))
        return UINT32_MAX;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_FUNCTION && !c->offset ? c->index : UINT32_MAX;
}

/* Does a call that goes by a pointer lead back? */
static bool may_lead_back(struct merging *m, const struct function *f,
                          const struct instruction *call)
{
    uint32_t targets[64];
    uint32_t count = call_targets(m->program, f, call, targets, 64);
    if (count > 64)
        return true;
    for (uint32_t k = 0; k < count; k++)
        if (is_in_cycle(m, targets[k]))
            return true;
    return false;
}

/* The member that the call goes to, which is added if it is new; false: the cycle must stay.
 */
static bool add_call(struct merging *m, uint32_t member, uint32_t id)
{
    const struct function *f = &m->program->functions.data[m->members[member].function];
    const struct instruction *call = &f->instructions.data[id];
    uint32_t callee = callee_of(m->program, f, call);
    if (callee == UINT32_MAX)
        return !may_lead_back(m, f, call);
    if (!is_in_cycle(m, callee))
        return true;
    struct tail_call found;
    if (!tail_call_find(f, id, &found) ||
        !call_matches(m->program, f, call, &m->program->functions.data[callee]))
        return false;
    uint32_t target = member_of(m, callee);
    if (target == UINT32_MAX) {
        if (m->count == MOST_MEMBERS || !may_merge(m, callee))
            return false;
        target = m->count;
        m->members[m->count++] = (struct member){.function = callee};
    }
    VECTOR_PUSH(&m->members[member].calls, found);
    VECTOR_PUSH(&m->members[member].targets, target);
    return true;
}

static bool find_members(struct merging *m, uint32_t function)
{
    m->members[0] = (struct member){.function = function};
    m->count = 1;
    if (!may_merge(m, function))
        return false;
    for (uint32_t k = 0; k < m->count; k++) {
        const struct function *f = &m->program->functions.data[m->members[k].function];
        for (uint32_t id = 0; id < f->instructions.count; id++)
            if (f->instructions.data[id].block != UINT32_MAX &&
                f->instructions.data[id].op == OP_CALL && !add_call(m, k, id))
                return false;
    }
    return true;
}

/* --- the new function --- */

static const struct tail_call *call_in(const struct member *b, uint32_t block,
                                       uint32_t *target)
{
    for (size_t k = 0; k < b->calls.count; k++)
        if (b->calls.data[k].block == block) {
            *target = b->targets.data[k];
            return &b->calls.data[k];
        }
    return NULL;
}

static void add_blocks(struct merging *m)
{
    struct program *p = m->program;
    function_add_block(p, &m->made, NULL);
    for (uint32_t k = 0; k < m->count; k++) {
        struct member *b = &m->members[k];
        const struct function *f = &p->functions.data[b->function];
        b->base = (uint32_t)m->made.blocks.count;
        b->id = ARENA_ARRAY(&m->memory->scratch, uint32_t, f->instructions.count + 1);
        b->front = ARENA_ARRAY(&m->memory->scratch, uint32_t, f->param_count + 1);
        for (size_t n = 0; n < f->blocks.count; n++)
            function_add_block(p, &m->made, f->blocks.data[n].name);
    }
}

/* The PARAM of a function that has this number; null: it is not looked at. */
static const struct instruction *param_of(const struct function *f, uint32_t number)
{
    for (size_t i = 0; i < f->instructions.count; i++)
        if (f->instructions.data[i].block != UINT32_MAX &&
            f->instructions.data[i].op == OP_PARAM && f->instructions.data[i].extra == number)
            return &f->instructions.data[i];
    return NULL;
}

static void add_fronts(struct merging *m)
{
    for (uint32_t k = 0; k < m->count; k++) {
        struct member *b = &m->members[k];
        const struct function *f = &m->program->functions.data[b->function];
        for (uint32_t n = 0; n < f->param_count; n++) {
            const struct instruction *param = param_of(f, n);
            struct instruction phi = instruction_make(OP_PHI, f->params[n]);
            if (param) {
                phi.variable = param->variable;
                phi.place = param->place;
            }
            b->front[n] = function_add(&m->made, b->base, phi, NULL, 0);
        }
    }
}

static void copy_block(struct merging *m, struct member *b, uint32_t block)
{
    const struct function *f = &m->program->functions.data[b->function];
    uint32_t target = 0;
    const struct tail_call *call = call_in(b, block, &target);
    for (size_t k = 0; k < f->blocks.data[block].instructions.count; k++) {
        uint32_t id = f->blocks.data[block].instructions.data[k];
        const struct instruction *i = &f->instructions.data[id];
        if (call && id == call->call)
            break;
        if (i->op == OP_PARAM)
            b->id[id] = b->front[i->extra];
        else
            b->id[id] = function_add(&m->made, b->base + block, *i,
                                     f->operands.data + i->operand, i->count);
    }
    if (!call)
        return;
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.place = f->instructions.data[call->call].place;
    jump.target[0] = m->members[target].base;
    function_add(&m->made, b->base + block, jump, NULL, 0);
}

static uint32_t renamed(const struct member *b, struct value v)
{
    return value_is_constant(v) || value_is_none(v) ? v.id : b->id[v.id];
}

/* Does this predecessor of a PHI's block jump elsewhere now? */
static bool is_cut(const struct member *b, uint32_t block, uint32_t predecessor)
{
    uint32_t target = 0;
    const struct tail_call *call = call_in(b, predecessor, &target);
    return call && call->after == block;
}

static void rename_phi(struct merging *m, const struct member *b, const struct instruction *i,
                       struct instruction *copy)
{
    const struct function *f = &m->program->functions.data[b->function];
    copy->count = 0;
    for (uint32_t k = 0; k + 1 < i->count; k += 2) {
        uint32_t from = instruction_operand(f, i, k + 1).id;
        if (is_cut(b, i->block, from))
            continue;
        uint32_t *to = &m->made.operands.data[copy->operand + copy->count];
        to[0] = renamed(b, instruction_operand(f, i, k));
        to[1] = b->base + from;
        copy->count += 2;
    }
}

static void rename_operands(struct merging *m, const struct member *b, uint32_t id)
{
    const struct function *f = &m->program->functions.data[b->function];
    const struct instruction *i = &f->instructions.data[id];
    struct instruction *copy = &m->made.instructions.data[b->id[id]];
    if (i->op == OP_PHI) {
        rename_phi(m, b, i, copy);
        return;
    }
    for (uint32_t k = 0; k < i->count; k++) {
        uint32_t *to = &m->made.operands.data[copy->operand + k];
        *to = instruction_operand_is_block(i, k) ? b->base + *to
                                                 : renamed(b, (struct value){*to});
    }
    for (int k = 0; k < 2; k++)
        if (i->target[k] != UINT32_MAX)
            copy->target[k] += b->base;
}

static void rename_body(struct merging *m, const struct member *b)
{
    const struct function *f = &m->program->functions.data[b->function];
    for (uint32_t block = 0; block < f->blocks.count; block++) {
        uint32_t target = 0;
        const struct tail_call *call = call_in(b, block, &target);
        for (size_t k = 0; k < f->blocks.data[block].instructions.count; k++) {
            uint32_t id = f->blocks.data[block].instructions.data[k];
            if (call && id == call->call)
                break;
            if (f->instructions.data[id].op != OP_PARAM)
                rename_operands(m, b, id);
        }
    }
}

/* The PHIs of the fronts: one pair for each call, and those of the first for the start. */
static void fill_front(struct merging *m, uint32_t target, uint32_t parameter)
{
    VECTOR(uint32_t) pairs = {0};
    if (!target) {
        VECTOR_PUSH(&pairs, m->made.blocks.data[0].instructions.data[parameter]);
        VECTOR_PUSH(&pairs, 0);
    }
    for (uint32_t k = 0; k < m->count; k++) {
        const struct member *b = &m->members[k];
        const struct function *f = &m->program->functions.data[b->function];
        for (size_t n = 0; n < b->calls.count; n++) {
            const struct instruction *call = &f->instructions.data[b->calls.data[n].call];
            if (b->targets.data[n] != target)
                continue;
            VECTOR_PUSH(&pairs, renamed(b, instruction_operand(f, call, parameter + 1)));
            VECTOR_PUSH(&pairs, b->base + b->calls.data[n].block);
        }
    }
    struct instruction *phi = &m->made.instructions.data[m->members[target].front[parameter]];
    phi->operand = (uint32_t)m->made.operands.count;
    phi->count = (uint32_t)pairs.count;
    for (size_t k = 0; k < pairs.count; k++)
        VECTOR_PUSH(&m->made.operands, pairs.data[k]);
    VECTOR_RELEASE(&pairs);
}

static void add_start(struct merging *m)
{
    const struct function *f = &m->program->functions.data[m->members[0].function];
    for (uint32_t n = 0; n < f->param_count; n++) {
        const struct instruction *param = param_of(f, n);
        struct instruction i = param ? *param : instruction_make(OP_PARAM, f->params[n]);
        i.extra = n;
        function_add(&m->made, 0, i, NULL, 0);
    }
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.target[0] = m->members[0].base;
    function_add(&m->made, 0, jump, NULL, 0);
}

static void merge(struct merging *m)
{
    add_blocks(m);
    add_start(m);
    add_fronts(m);
    for (uint32_t k = 0; k < m->count; k++)
        for (uint32_t block = 0;
             block < m->program->functions.data[m->members[k].function].blocks.count; block++)
            copy_block(m, &m->members[k], block);
    for (uint32_t k = 0; k < m->count; k++)
        rename_body(m, &m->members[k]);
    for (uint32_t k = 0; k < m->count; k++)
        for (uint32_t n = 0;
             n < m->program->functions.data[m->members[k].function].param_count; n++)
            fill_front(m, k, n);
}

static void release_members(struct merging *m)
{
    for (uint32_t k = 0; k < m->count; k++) {
        VECTOR_RELEASE(&m->members[k].calls);
        VECTOR_RELEASE(&m->members[k].targets);
    }
}

/* The function in its new form; false: it stays as it is. */
static bool write_anew(struct merging *m, uint32_t function)
{
    arena_clear(&m->memory->scratch);
    bool good = find_members(m, function);
    if (good) {
        const struct function *f = &m->program->functions.data[function];
        m->made = *f;
        m->made.instructions.data = NULL;
        m->made.instructions.count = m->made.instructions.capacity = 0;
        m->made.operands.data = NULL;
        m->made.operands.count = m->made.operands.capacity = 0;
        m->made.blocks.data = NULL;
        m->made.blocks.count = m->made.blocks.capacity = 0;
        merge(m);
    }
    release_members(m);
    return good;
}

static void finish(struct merging *m, struct function *f)
{
    function_link(f);
    function_compact(f, m->memory);
    function_clean(m->program, f, m->memory);
    function_hoist(m->program, f, m->memory);
}

void program_loop_tail_calls(struct program *p)
{
    struct arena arena;
    struct call_graph graph;
    arena_init(&arena);
    call_graph_find(p, &arena, &graph);
    struct merging m = {.program = p, .graph = &graph, .memory = pass_memory_new()};
    struct function *made = ARENA_ARRAY(&arena, struct function, p->functions.count + 1);
    for (uint32_t i = 0; i < p->functions.count; i++) {
        if (!p->functions.data[i].has_body || !graph.recursive[i] || !write_anew(&m, i))
            continue;
        made[i] = m.made;
    }
    for (uint32_t i = 0; i < p->functions.count; i++) {
        if (!made[i].blocks.count)
            continue;
        function_release(&p->functions.data[i]);
        p->functions.data[i] = made[i];
        finish(&m, &p->functions.data[i]);
    }
    pass_memory_free(m.memory);
    arena_release(&arena);
}
