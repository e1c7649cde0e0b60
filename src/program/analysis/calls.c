/* The call graph: targets of each call (passes.h says when a function fits a call through a
 * pointer), and Tarjan's strongly connected components over it, without recursion, for the
 * bottom-up order and the mark of recursion. */
#include "program/passes.h"

#include "base/failure.h"

static bool types_fit(struct type given, struct type wanted)
{
    if (type_same(given, wanted))
        return true;
    if (given.kind == TYPE_INT && wanted.kind == TYPE_INT)
        return given.width <= 32 && wanted.width <= 32;
    bool pointer = given.kind == TYPE_POINTER || wanted.kind == TYPE_POINTER;
    bool integer = given.kind == TYPE_INT || wanted.kind == TYPE_INT;
    return pointer && integer && given.width == wanted.width;
}

static bool call_fits(const struct program *p, const struct function *f,
                      const struct instruction *call, const struct function *target)
{
    if (call->count - 1 < target->param_count || call->extra > target->result_count)
        return false;
    for (uint32_t k = 0; k < target->param_count; k++)
        if (!types_fit(value_type(p, f, instruction_operand(f, call, k + 1)),
                       target->params[k]))
            return false;
    return !call->extra || types_fit(target->results[0], call->type);
}

bool call_matches(const struct program *p, const struct function *f,
                  const struct instruction *call, const struct function *target)
{
    LAW(target);
    if (call->count - 1 < target->param_count || call->extra > target->result_count)
        return false;
    for (uint32_t k = 0; k < target->param_count; k++)
        if (!type_same(value_type(p, f, instruction_operand(f, call, k + 1)),
                       target->params[k]))
            return false;
    return !call->extra || type_same(target->results[0], call->type);
}

uint32_t call_targets(const struct program *p, const struct function *f,
                      const struct instruction *call, uint32_t *out, uint32_t room)
{
    struct value callee = instruction_operand(f, call, 0);
    uint32_t count = 0;
    if (value_is_constant(callee)) {
        const struct constant *c = program_constant(p, callee);
        if (c->kind == CONSTANT_FUNCTION && !c->offset) {
            if (room)
                out[0] = c->index;
            return 1;
        }
        if (c->kind != CONSTANT_UNDEF)
            return 0;
    }
    for (uint32_t k = 0; k < p->functions.count; k++) {
        const struct function *target = &p->functions.data[k];
        if (!target->address_taken || !call_fits(p, f, call, target))
            continue;
        if (count < room)
            out[count] = k;
        count++;
    }
    return count;
}

struct builder {
    const struct program *program;
    struct arena *arena;
    uint32_t *room; /* for the targets of one call */
    uint32_t *seen; /* of each function: 1 + the last caller that listed it */
    VECTOR(uint32_t) found;
};

static void find_callees(struct builder *b, struct call_graph *graph, uint32_t index)
{
    const struct function *f = &b->program->functions.data[index];
    VECTOR_CLEAR(&b->found);
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        if (i->op != OP_CALL || i->block == UINT32_MAX)
            continue;
        uint32_t count =
            call_targets(b->program, f, i, b->room, (uint32_t)b->program->functions.count);
        for (uint32_t k = 0; k < count; k++) {
            if (b->seen[b->room[k]] == index + 1)
                continue;
            b->seen[b->room[k]] = index + 1;
            VECTOR_PUSH(&b->found, b->room[k]);
        }
    }
    graph->callee_count[index] = (uint32_t)b->found.count;
    graph->callees[index] = ARENA_ARRAY(b->arena, uint32_t, b->found.count + 1);
    for (size_t k = 0; k < b->found.count; k++)
        graph->callees[index][k] = b->found.data[k];
}

struct components {
    struct call_graph *graph;
    uint32_t *number, *low,
        *next;              /* number 0: not visited; UINT32_MAX: its component is finished */
    uint32_t *path, *stack; /* the walk, and those whose component is open */
    uint32_t path_count, stack_count, visited;
};

static void enter(struct components *c, uint32_t f)
{
    c->number[f] = c->low[f] = ++c->visited;
    c->path[c->path_count++] = f;
    c->stack[c->stack_count++] = f;
}

static void finish(struct components *c, uint32_t f)
{
    bool alone = c->stack[c->stack_count - 1] == f;
    for (uint32_t member = UINT32_MAX; member != f;) {
        member = c->stack[--c->stack_count];
        c->number[member] = UINT32_MAX;
        if (!alone)
            c->graph->recursive[member] = true;
        c->graph->order[c->graph->order_count++] = member;
    }
}

static void walk(struct components *c, uint32_t root)
{
    enter(c, root);
    while (c->path_count) {
        uint32_t f = c->path[c->path_count - 1];
        if (c->next[f] < c->graph->callee_count[f]) {
            uint32_t callee = c->graph->callees[f][c->next[f]++];
            if (callee == f)
                c->graph->recursive[f] = true;
            if (!c->number[callee])
                enter(c, callee);
            else if (c->number[callee] < c->low[f])
                c->low[f] = c->number[callee];
            continue;
        }
        c->path_count--;
        if (c->low[f] == c->number[f])
            finish(c, f);
        if (c->path_count) {
            uint32_t caller = c->path[c->path_count - 1];
            if (c->number[f] != UINT32_MAX && c->low[f] < c->low[caller])
                c->low[caller] = c->low[f];
        }
    }
}

void call_graph_find(const struct program *p, struct arena *arena, struct call_graph *graph)
{
    uint32_t n = (uint32_t)p->functions.count;
    struct arena scratch;
    struct builder b = {.program = p, .arena = arena};
    struct components c = {.graph = graph};
    arena_init(&scratch);
    uint32_t **arrays[] = {&b.room, &b.seen, &c.number, &c.low, &c.next, &c.path, &c.stack};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = ARENA_ARRAY(&scratch, uint32_t, n + 1);
    graph->callees = ARENA_ARRAY(arena, uint32_t *, n + 1);
    graph->callee_count = ARENA_ARRAY(arena, uint32_t, n + 1);
    graph->recursive = ARENA_ARRAY(arena, bool, n + 1);
    graph->order = ARENA_ARRAY(arena, uint32_t, n + 1);
    graph->order_count = 0;
    for (uint32_t f = 0; f < n; f++)
        find_callees(&b, graph, f);
    for (uint32_t f = 0; f < n; f++)
        if (!c.number[f])
            walk(&c, f);
    VECTOR_RELEASE(&b.found);
    arena_release(&scratch);
}

bool program_recurs(const struct program *p)
{
    struct call_graph calls;
    struct arena arena;
    bool found = false;
    arena_init(&arena);
    call_graph_find(p, &arena, &calls);
    for (size_t f = 0; f < p->functions.count; f++)
        found |= calls.recursive[f];
    arena_release(&arena);
    return found;
}
