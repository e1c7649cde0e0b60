/* The program with far memory: accesses that may be through far pointers go to windows, calls
 * through them give anything, and what a loop carries on is far whatever the loop does. */
#include "caller/far/far.h"
#include "caller/once/once.h"

#include "base/text.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

struct marking {
    struct caller *plan;
    struct program *program;
    const struct flow *flow;
    uint32_t function, block;
    size_t at; /* in the block: what is put there comes before it */
    uint32_t place;
    uint32_t known; /* so many instructions were there before; others are put in here */
};

static struct function *function_of(const struct marking *m)
{
    return &m->program->functions.data[m->function];
}

static struct value put(struct marking *m, struct instruction i, const uint32_t *operands,
                        uint32_t count)
{
    i.place = m->place;
    return (struct value){
        function_insert(function_of(m), m->block, m->at++, i, operands, count)};
}

static struct value put_call(struct marking *m, const char *name, struct value a,
                             struct value b)
{
    struct instruction call = instruction_make(OP_CALL, type_pointer(m->program));
    uint32_t operands[3] = {
        constant_function(m->program, far_function(m->program, name), 0).id, a.id, b.id};
    call.extra = 1;
    return put(m, call, operands, 1 + !value_is_none(a) + !value_is_none(b));
}

/* --- windows --- */

/* What stands behind the names of the window for a type; null: there is none. */
static const char *window_of(struct type t)
{
    if (t.kind == TYPE_POINTER)
        return "pointer";
    if (t.kind == TYPE_FLOAT)
        return t.width == 32 ? "float" : t.width == 64 ? "double" : NULL;
    switch (t.width) {
    case 8:
        return "8";
    case 16:
        return "16";
    case 32:
        return "32";
    case 64:
        return "64";
    default:
        return NULL;
    }
}

static uint32_t find_global(const struct program *p, const char *name)
{
    for (uint32_t i = 0; i < p->globals.count; i++)
        if (!strcmp(p->globals.data[i].name, name))
            return i;
    return UINT32_MAX;
}

/* So far the range of numbers in far memory was narrowed. */
static void assume_range(struct marking *m, struct type t, struct value v)
{
    if (!m->plan->far_rung || t.kind != TYPE_INT || t.width < 32)
        return;
    uint32_t shift = m->plan->far_rung == 3 ? t.width / 2 - 1 : t.width - 2;
    uint64_t half = (uint64_t)1 << shift, low = m->plan->far_rung == 1 ? half : 0;
    uint32_t add[2] = {v.id, constant_int(m->program, t, low).id};
    struct value moved = put(m, instruction_make(OP_ADD, t), add, 2);
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_ULE;
    uint32_t compared[2] = {moved.id, constant_int(m->program, t, half + low).id};
    uint32_t small = put(m, compare, compared, 2).id;
    put(m, instruction_make(OP_ASSUME, type_void()), &small, 1);
}

/* The window holds anything. */
static void fill_window(struct marking *m, struct type t, uint32_t global, bool tested)
{
    struct value none = VALUE_NONE, any;
    if (t.kind == TYPE_POINTER && m->flow->keeps) {
        any = put_call(m, tested ? "sooth_far_or_kept_or_null" : "sooth_far_or_kept", none,
                       none);
    } else if (t.kind == TYPE_POINTER) {
        any = put_call(m, tested ? "sooth_far_or_null" : "sooth_far", none, none);
    } else {
        struct instruction input = instruction_make(OP_INPUT, t);
        input.text = "memory that is far";
        any = put(m, input, NULL, 0);
        assume_range(m, t, any);
    }
    uint32_t operands[2] = {constant_global(m->program, global, 0).id, any.id};
    put(m, instruction_make(OP_STORE, type_void()), operands, 2);
}

static void mark_access(struct marking *m, uint32_t id)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value pointer = instruction_operand(function_of(m), &i, 0);
    struct type t = i.op == OP_LOAD ? i.type
                                    : value_type(m->program, function_of(m),
                                                 instruction_operand(function_of(m), &i, 1));
    const char *window = window_of(t);
    if (!window)
        return;
    char name[48];
    snprintf(name, sizeof name, "sooth_window_%s", window);
    uint32_t global = find_global(m->program, name);
    LAW(global != UINT32_MAX);
    if (i.op == OP_LOAD)
        fill_window(m, t, global, far_is_tested(function_of(m), id));
    if (i.op == OP_STORE && id < m->known && m->flow->keeps &&
        flow_keeps(m->flow, m->function, &i))
        put_call(m, "sooth_far_keep", pointer, instruction_operand(function_of(m), &i, 1));
    snprintf(name, sizeof name, "sooth_far_at_%s", window);
    struct value at = put_call(m, name, pointer, VALUE_NONE);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand] = at.id;
}

/* A copy from, or to, far memory goes to new memory of its size. */
static void mark_copy(struct marking *m, uint32_t id, uint32_t which)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value pointer = instruction_operand(function_of(m), &i, which);
    struct value size = instruction_operand(function_of(m), &i, 2);
    struct value at = put_call(m, "sooth_far_room", pointer, size);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + which] = at.id;
}

/* --- calls --- */

static bool frees(const struct program *p, const struct function *f,
                  const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    return c && c->kind == CONSTANT_FUNCTION && i->count > 1 &&
           p->functions.data[c->index].builtin == BUILTIN_FREE;
}

static void mark_free(struct marking *m, uint32_t id)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value at =
        put_call(m, "sooth_far_kept", instruction_operand(function_of(m), &i, 1), VALUE_NONE);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + 1] = at.id;
}

static bool has_results(const struct function *f, uint32_t call)
{
    for (uint32_t k = 0; k < f->instructions.count; k++)
        if (f->instructions.data[k].op == OP_RESULT &&
            f->instructions.data[k].block != UINT32_MAX &&
            instruction_operand(f, &f->instructions.data[k], 0).id == call)
            return true;
    return false;
}

static bool takes_address(const struct program *p, const struct function *f, uint32_t of)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        for (uint32_t n = i->op == OP_CALL; i->block != UINT32_MAX && n < i->count; n++) {
            if (instruction_operand_is_block(i, n))
                continue;
            struct value v = instruction_operand(f, i, n);
            const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
            if (c && c->kind == CONSTANT_FUNCTION && c->index == of)
                return true;
        }
    }
    return false;
}

/* Something that is run takes the function's address. One that only other functions of the
 * file hand on, or a table, may be meant as well: that the pointer is far is checked. */
static bool is_taken(const struct marking *m, uint32_t function)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++)
        if (m->flow->reached[n] &&
            takes_address(m->program, &m->program->functions.data[n], function))
            return true;
    return false;
}

/* Some function of the program may be meant. */
static bool has_target(const struct marking *m, const struct instruction *i)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++) {
        const struct function *to = &m->program->functions.data[n];
        if (to->address_taken && to->has_body && to->param_count == i->count - 1 &&
            call_matches(m->program, function_of(m), i, to) && is_taken(m, n))
            return true;
    }
    return false;
}

static bool may_be_called(const struct marking *m, const struct instruction *call,
                          uint32_t function)
{
    const struct function *to = &m->program->functions.data[function];
    return to->has_body && to->param_count == call->count - 1 &&
           call_matches(m->program, function_of(m), call, to);
}

/* The constant is a function that may be meant, or a table of such. */
static bool leads_to_target(const struct marking *m, const struct instruction *call,
                            const struct constant *c)
{
    if (c->kind == CONSTANT_FUNCTION)
        return may_be_called(m, call, c->index);
    if (c->kind != CONSTANT_GLOBAL)
        return false;
    const struct global *g = &m->program->globals.data[c->index];
    for (uint32_t k = 0; k < g->relocation_count; k++) {
        const struct constant *to =
            value_is_constant(g->relocations[k].value)
                ? program_constant(m->program, g->relocations[k].value)
                : NULL;
        if (to && to->kind == CONSTANT_FUNCTION && may_be_called(m, call, to->index))
            return true;
    }
    return false;
}

/* The store puts a function that may be meant, or a table of such, into far memory. */
static bool keeps_function(const struct marking *m, const struct instruction *call,
                           uint32_t function, const struct instruction *store)
{
    const struct function *f = &m->program->functions.data[function];
    if (store->block == UINT32_MAX || store->op != OP_STORE)
        return false;
    struct value to = instruction_operand(f, store, 0), v = instruction_operand(f, store, 1);
    if (value_type(m->program, f, v).kind != TYPE_POINTER || value_is_constant(to))
        return false;
    /* addresses that were put in are those of windows */
    uint32_t known = m->flow->counts[function];
    if (to.id < known && !(flow_of(m->flow, function, to) & FLOW_FAR))
        return false;
    if (value_is_constant(v))
        return leads_to_target(m, call, program_constant(m->program, v));
    enum op from = f->instructions.data[v.id].op;
    return (from == OP_PARAM || from == OP_PHI || from == OP_SELECT) && v.id < known &&
           flow_of(m->flow, function, v) & FLOW_OTHER && has_target(m, call);
}

/* What is called may be what the program itself has put into far memory. */
static bool calls_kept(const struct marking *m, const struct instruction *call)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++) {
        const struct function *f = &m->program->functions.data[n];
        if (!m->flow->reached[n] || text_starts(f->name, "sooth_"))
            continue;
        for (uint32_t k = 0; k < f->instructions.count; k++)
            if (keeps_function(m, call, n, &f->instructions.data[k]))
                return true;
    }
    return false;
}

static bool may_be_far(const struct marking *m, struct value v)
{
    return !value_is_constant(v) && v.id < m->known &&
           flow_of(m->flow, m->function, v) & FLOW_FAR;
}

/* What effects write to far memory goes to windows, too. `end`: of what was put in after the
 * call. */
static void mark_effects(struct marking *m, size_t end)
{
    size_t call = m->at, left = end - m->at;
    for (m->at++; left; left--, m->at++) {
        struct function *f = function_of(m);
        uint32_t id = f->blocks.data[m->block].instructions.data[m->at];
        const struct instruction *i = &f->instructions.data[id];
        LAW(id >= m->known);
        if (i->op == OP_STORE && may_be_far(m, instruction_operand(f, i, 0)))
            mark_access(m, id);
    }
    m->at = call;
}

/* A call of a far function gives anything and changes what far_put_effects says. Where it may
 * be another one, but there is none, that it is far is checked. */
static void mark_call(struct marking *m, uint32_t id)
{
    struct function *f = function_of(m);
    struct instruction *i = &f->instructions.data[id];
    struct value callee = instruction_operand(f, i, 0);
    uint8_t flow = flow_of(m->flow, m->function, callee);
    bool may_be_other = flow & FLOW_OTHER;
    if (!(flow & FLOW_FAR) || has_results(f, id) || (may_be_other && has_target(m, i)) ||
        calls_kept(m, i) || caller_hands_function(m->program, m->function, i))
        return;
    if (may_be_other)
        put_call(m, "sooth_far_function", callee, VALUE_NONE);
    f = function_of(m);
    i = &f->instructions.data[id];
    const struct place *at = instruction_place(m->program, i);
    far_note(m->plan, arena_format(&m->plan->arena, "a function that is called (%s:%u)",
                                   m->program->files.data[at->file], at->line));
    size_t end = m->at;
    far_put_effects(m->program, m->function, m->block, &end, id);
    mark_effects(m, end);
    bool tested = far_is_tested(function_of(m), id);
    far_put_result(m->program, m->function, id, tested ? "sooth_far_or_null" : "sooth_far",
                   "what a far function returns");
}

/* --- the whole --- */

static bool is_only_far(const struct marking *m, struct value v)
{
    return may_be_far(m, v) && flow_of(m->flow, m->function, v) == FLOW_FAR;
}

/* Far memory holds anything: how many bytes are copied within it makes no difference, but
 * that there are some. */
static void mark_size(struct marking *m, uint32_t id, struct value size)
{
    struct type t = value_type(m->program, function_of(m), size);
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_NE;
    uint32_t operands[2] = {size.id, constant_int(m->program, t, 0).id};
    uint32_t some = put(m, compare, operands, 2).id;
    uint32_t one = put(m, instruction_make(OP_ZEXT, t), &some, 1).id;
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + 2] = one;
}

/* Far memory keeps the addresses in a local that is copied there. */
static void mark_kept_record(struct marking *m, struct instruction copy)
{
    struct value to = instruction_operand(function_of(m), &copy, 0);
    struct pointer_offsets found;
    uint64_t ignored;
    uint32_t local = once_local(m->program, function_of(m),
                                instruction_operand(function_of(m), &copy, 1), &ignored);
    const struct instruction made = function_of(m)->instructions.data[local];
    struct type word = type_int(m->program->pointer_width),
                pointer = type_pointer(m->program);
    once_local_pointers(m->program, &made, &found);
    for (uint32_t n = 0; n < found.count; n++) {
        uint32_t by[2] = {local, constant_int(m->program, word, found.data[n]).id};
        uint32_t at = put(m, instruction_make(OP_PTRADD, pointer), by, 2).id;
        struct value p = put(m, instruction_make(OP_LOAD, pointer), &at, 1);
        put_call(m, "sooth_far_keep", to, p);
    }
}

/* A copy, or what fills: each of its ends. */
static void mark_copies(struct marking *m, uint32_t id, struct instruction i)
{
    bool fills = i.op == OP_MEMSET;
    if (!fills && m->flow->keeps && flow_keeps(m->flow, m->function, &i))
        mark_kept_record(m, i);
    struct value size = instruction_operand(function_of(m), &i, 2);
    if (!value_is_constant(size) &&
        is_only_far(m, instruction_operand(function_of(m), &i, 0)) &&
        (fills || is_only_far(m, instruction_operand(function_of(m), &i, 1))))
        mark_size(m, id, size);
    bool filled = !fills && flow_of(m->flow, m->function,
                                    instruction_operand(function_of(m), &i, 1)) == FLOW_FAR;
    for (uint32_t k = 0; k < (fills ? 1u : 2u); k++)
        if (may_be_far(m, instruction_operand(function_of(m), &i, k)))
            mark_copy(m, id, k);
    if (filled)
        far_put_pointers(m->program, m->function, m->block, &m->at, id);
}

/* A number that is read from far memory, perhaps converted. */
static bool is_far_number(const struct marking *m, struct value v)
{
    const struct function *f = function_of(m);
    for (int steps = 0; steps < 4 && !value_is_constant(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op == OP_LOAD)
            return flow_of(m->flow, m->function, instruction_operand(f, i, 0)) == FLOW_FAR;
        if (i->op != OP_ZEXT && i->op != OP_SEXT && i->op != OP_TRUNC)
            return false;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

static void mark_divisor(struct marking *m, struct instruction check)
{
    const struct function *f = function_of(m);
    struct value good = instruction_operand(f, &check, 0);
    if (!m->plan->far_divides || value_is_constant(good))
        return;
    const struct instruction *i = &f->instructions.data[good.id];
    if (i->op == OP_ICMP && i->sub == COMPARE_NE &&
        is_far_number(m, instruction_operand(f, i, 0)))
        put(m, instruction_make(OP_ASSUME, type_void()), &good.id, 1);
}

static void mark_instruction(struct marking *m, uint32_t id)
{
    struct function *f = function_of(m);
    struct instruction i = f->instructions.data[id];
    m->place = i.place;
    if (i.op == OP_LOAD || i.op == OP_STORE) {
        if (may_be_far(m, instruction_operand(f, &i, 0)))
            mark_access(m, id);
    } else if (i.op == OP_MEMCPY || i.op == OP_MEMMOVE || i.op == OP_MEMSET) {
        mark_copies(m, id, i);
    } else if (i.op == OP_CHECK && i.sub == CHECK_DIVISION) {
        mark_divisor(m, i);
    } else if (i.op == OP_CALL && frees(m->program, f, &i)) {
        if (may_be_far(m, instruction_operand(f, &i, 1)))
            mark_free(m, id);
    } else if (i.op == OP_CALL && !value_is_constant(instruction_operand(f, &i, 0))) {
        mark_call(m, id);
    }
}

/* Pointers that are chosen among far ones: whatever a loop forgets, they stay far. */
static void mark_choices(struct marking *m)
{
    struct function *f = function_of(m);
    size_t first = 0, count = f->blocks.data[m->block].instructions.count;
    while (first < count &&
           f->instructions.data[f->blocks.data[m->block].instructions.data[first]].op ==
               OP_PHI)
        first++;
    m->at = first;
    for (size_t k = 0; k < first; k++) {
        uint32_t id = function_of(m)->blocks.data[m->block].instructions.data[k];
        if (flow_of(m->flow, m->function, (struct value){id}) != FLOW_FAR)
            continue;
        m->place = function_of(m)->instructions.data[id].place;
        uint32_t same = put_call(m, "sooth_far_same", (struct value){id}, VALUE_NONE).id;
        far_replace(function_of(m), id, same);
    }
}

static void mark_function(struct marking *m)
{
    m->known = (uint32_t)function_of(m)->instructions.count;
    for (m->block = 0; m->block < function_of(m)->blocks.count; m->block++) {
        for (m->at = 0; m->at < function_of(m)->blocks.data[m->block].instructions.count;
             m->at++) {
            uint32_t id = function_of(m)->blocks.data[m->block].instructions.data[m->at];
            if (id < m->known)
                mark_instruction(m, id);
        }
    }
    for (m->block = 0; m->block < function_of(m)->blocks.count; m->block++)
        mark_choices(m);
}

/* What the harness leads to, but for its own functions. */
static bool *reached_by(const struct program *p, uint32_t harness, struct arena *arena)
{
    struct call_graph calls;
    call_graph_find(p, arena, &calls);
    bool *seen = ARENA_ARRAY(arena, bool, p->functions.count);
    VECTOR(uint32_t) todo = {0};
    VECTOR_PUSH(&todo, harness);
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

static bool is_marked(const struct program *p, const bool *reached, uint32_t f)
{
    return reached[f] && p->functions.data[f].has_body &&
           !text_starts(p->functions.data[f].name, "sooth_");
}

void caller_mark_far(struct caller *c, struct program *p, const struct usage *usage,
                     uint32_t harness)
{
    LAW(harness < p->functions.count);
    if (!c->far)
        return;
    struct arena arena;
    arena_init(&arena);
    const bool *reached = reached_by(p, harness, &arena);
    struct far_marking sources = {c, p, usage, reached, 0};
    VECTOR_CLEAR(&c->far_names);
    for (uint32_t f = 0; f < p->functions.count; f++) {
        sources.function = f;
        if (!is_marked(p, reached, f))
            continue;
        far_mark_printers(c, p, f);
        far_mark_sources(&sources);
    }
    if (c->once) {
        once_apply(c, p, usage, reached, &arena);
        reached = reached_by(p, harness, &arena);
    }
    struct flow flow = {.plan = c, .usage = usage, .program = p, .reached = reached};
    flow_init(&flow, &arena);
    flow_find(&flow);
    struct marking m = {.plan = c, .program = p, .flow = &flow};
    for (m.function = 0; m.function < p->functions.count; m.function++)
        if (is_marked(p, reached, m.function))
            mark_function(&m);
    program_link(p);
    arena_release(&arena);
}
