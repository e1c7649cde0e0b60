/* One function without calls of functions that have a body: each call becomes the callee's
 * blocks. What lies in memory only because callees got its address, and globals that nothing
 * but this function uses, become values then.
 *
 * A local of a callee ends where the callee returns: its life is ended there. Promotion
 * forgets accesses after the end of a life, so that a function which may have one is not
 * flattened (`lives_are_kept`). */
#include "program/passes_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <string.h>

enum { MOST_DEPTH = 24, MOST_INSTRUCTIONS = 6000 };

struct pasted;
struct flattening {
    struct program *program;
    struct arena *arena;
    struct function made;
    uint32_t open[MOST_DEPTH]; /* functions whose calls are being written */
    uint32_t depth;
    VECTOR(struct pasted *) copies;
    struct failure *failure;
};
/* One copy of a function's body. */
struct pasted {
    const struct function *f;
    uint32_t *id;          /* of its instructions in the new function */
    uint32_t *front, *end; /* by block: its first and its last piece there */
    struct pasted *caller; /* null: it is the entry itself */
    uint32_t call, from;   /* in the caller; the piece that goes on here */
    uint32_t after;        /* where its returns lead */
    uint32_t *results;     /* PHIs there */
};

static bool refuse(struct flattening *w, const char *what)
{
    return failure_set(w->failure, FAILURE_UNSUPPORTED, "%s", what);
}

/* --- which calls --- */

/* UINT32_MAX: the call stays, since the function has no body. */
static bool find_callee(struct flattening *w, const struct function *f,
                        const struct instruction *call, uint32_t *callee)
{
    const struct program *p = w->program;
    struct value v = instruction_operand(f, call, 0);
    *callee = UINT32_MAX;
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_FUNCTION ||
        program_constant(p, v)->offset)
        return refuse(w, "a call through a pointer");
    uint32_t index = program_constant(p, v)->index;
    const struct function *target = &p->functions.data[index];
    if (target->builtin != BUILTIN_NONE || !target->has_body)
        return true;
    for (uint32_t k = 0; k < w->depth; k++)
        if (w->open[k] == index)
            return refuse(w, "recursion");
    if (w->depth == MOST_DEPTH)
        return refuse(w, "deep calls");
    if (target->variadic || target->replaceable || !call_matches(p, f, call, target))
        return refuse(w, "a call of another type");
    *callee = index;
    return true;
}

static bool is_plain(struct flattening *w, uint32_t function)
{
    const struct program *p = w->program;
    for (size_t i = 0; i < p->annotations.count; i++)
        if (p->annotations.data[i].function == function)
            return refuse(w, "a function with a contract");
    for (size_t i = 0; i < p->constants.count; i++)
        if (p->constants.data[i].kind == CONSTANT_BLOCK &&
            p->constants.data[i].index == function)
            return refuse(w, "labels whose address is taken");
    return true;
}

/* --- writing --- */

static bool paste(struct flattening *, struct pasted *, uint32_t function);

/* A PHI whose pairs are filled in later. */
static uint32_t add_phi(struct flattening *w, uint32_t block, struct type type)
{
    return function_add(&w->made, block, instruction_make(OP_PHI, type), NULL, 0);
}

static void jump_to(struct flattening *w, uint32_t from, uint32_t to, uint32_t place)
{
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.place = place;
    jump.target[0] = to;
    function_add(&w->made, from, jump, NULL, 0);
}

static bool bind_results(struct flattening *w, struct pasted *b, const struct pasted *inner,
                         const struct function *target)
{
    b->id[inner->call] = target->result_count ? inner->results[0] : VALUE_NONE.id;
    for (uint32_t i = 0; i < b->f->instructions.count; i++) {
        const struct instruction *in = &b->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_RESULT ||
            instruction_operand(b->f, in, 0).id != inner->call)
            continue;
        if (in->extra >= target->result_count)
            return refuse(w, "a call of another type");
        b->id[i] = inner->results[in->extra];
    }
    return true;
}

static bool paste_call(struct flattening *w, struct pasted *b, uint32_t block, uint32_t id,
                       uint32_t callee)
{
    const struct function *target = &w->program->functions.data[callee];
    struct pasted *inner = ARENA_NEW(w->arena, struct pasted);
    *inner = (struct pasted){.caller = b, .call = id, .from = b->end[block]};
    inner->after = function_add_block(w->program, &w->made, NULL);
    inner->results = ARENA_ARRAY(w->arena, uint32_t, target->result_count + 1);
    for (uint32_t k = 0; k < target->result_count; k++)
        inner->results[k] = add_phi(w, inner->after, target->results[k]);
    b->end[block] = inner->after;
    if (!bind_results(w, b, inner, target) || !paste(w, inner, callee))
        return false;
    jump_to(w, inner->from, inner->front[0], b->f->instructions.data[id].place);
    return true;
}

static void add_end_of_life(struct flattening *w, const struct pasted *b, uint32_t block)
{
    for (uint32_t i = 0; i < b->f->instructions.count; i++) {
        const struct instruction *in = &b->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_ALLOCA)
            continue;
        struct instruction end = instruction_make(OP_LIFEEND, type_void());
        end.sub = LIFE_ENDS;
        function_add(&w->made, block, end, &b->id[i], 1);
    }
}

/* The lives of locals end in a block of their own, which is written when all instructions
 * have their numbers. */
static void paste_return(struct flattening *w, struct pasted *b, uint32_t block, uint32_t id)
{
    const struct instruction *in = &b->f->instructions.data[id];
    uint32_t ends = function_add_block(w->program, &w->made, NULL);
    jump_to(w, b->end[block], ends, in->place);
    b->id[id] = ends;
}

static bool paste_instruction(struct flattening *w, struct pasted *b, uint32_t block,
                              uint32_t id)
{
    const struct instruction *in = &b->f->instructions.data[id];
    uint32_t callee = UINT32_MAX;
    if (w->made.instructions.count > MOST_INSTRUCTIONS)
        return refuse(w, "a large program");
    if (in->op == OP_CALL && !find_callee(w, b->f, in, &callee))
        return false;
    if (callee != UINT32_MAX)
        return paste_call(w, b, block, id, callee);
    if (in->op == OP_PARAM && b->caller)
        return true; /* a PHI at the front */
    if (in->op == OP_RESULT && b->id[id] != UINT32_MAX)
        return true;
    if (in->op == OP_RETURN && b->caller) {
        paste_return(w, b, block, id);
        return true;
    }
    b->id[id] = function_add(&w->made, b->end[block], *in, b->f->operands.data + in->operand,
                             in->count);
    return true;
}

static void add_parameters(struct flattening *w, struct pasted *b)
{
    for (uint32_t i = 0; i < b->f->instructions.count; i++) {
        const struct instruction *in = &b->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_PARAM || !b->caller)
            continue;
        b->id[i] = add_phi(w, b->front[0], in->type);
        w->made.instructions.data[b->id[i]].variable = in->variable;
        w->made.instructions.data[b->id[i]].place = in->place;
    }
}

/* --- names of values --- */

static uint32_t renamed(const struct pasted *b, uint32_t v)
{
    struct value value = {v};
    return value_is_constant(value) || value_is_none(value) ? v : b->id[v];
}

static void rename_operands(struct flattening *w, const struct pasted *b, uint32_t id)
{
    const struct instruction *in = &b->f->instructions.data[id];
    struct instruction *copy = &w->made.instructions.data[b->id[id]];
    uint32_t *operand = &w->made.operands.data[copy->operand];
    for (uint32_t k = 0; k < in->count; k++)
        operand[k] =
            instruction_operand_is_block(in, k) ? b->end[operand[k]] : renamed(b, operand[k]);
    for (int k = 0; k < 2; k++)
        if (in->target[k] != UINT32_MAX)
            copy->target[k] = b->front[in->target[k]];
}

/* Not: calls that became blocks, what they gave, parameters and returns of callees. */
static bool is_copied(const struct flattening *w, const struct pasted *b, uint32_t id)
{
    const struct instruction *in = &b->f->instructions.data[id];
    if (b->caller && (in->op == OP_PARAM || in->op == OP_RETURN))
        return false;
    if (in->op != OP_CALL && in->op != OP_RESULT)
        return true;
    uint32_t copy = b->id[id];
    return copy != VALUE_NONE.id && w->made.instructions.data[copy].op == in->op;
}

static void set_pairs(struct flattening *w, uint32_t phi, const uint32_t *pairs,
                      uint32_t count)
{
    struct instruction *in = &w->made.instructions.data[phi];
    LAW(in->op == OP_PHI && !in->count);
    in->operand = (uint32_t)w->made.operands.count;
    in->count = count;
    for (uint32_t k = 0; k < count; k++)
        VECTOR_PUSH(&w->made.operands, pairs[k]);
}

static void fill_results(struct flattening *w, const struct pasted *b)
{
    VECTOR(uint32_t) pairs = {0};
    for (uint32_t k = 0; k < b->f->result_count; k++) {
        VECTOR_CLEAR(&pairs);
        for (uint32_t i = 0; i < b->f->instructions.count; i++) {
            const struct instruction *in = &b->f->instructions.data[i];
            if (in->block == UINT32_MAX || in->op != OP_RETURN)
                continue;
            VECTOR_PUSH(&pairs, renamed(b, instruction_operand(b->f, in, k).id));
            VECTOR_PUSH(&pairs, b->id[i]);
        }
        set_pairs(w, b->results[k], pairs.data, (uint32_t)pairs.count);
    }
    VECTOR_RELEASE(&pairs);
}

static void end_returns(struct flattening *w, const struct pasted *b)
{
    for (uint32_t i = 0; i < b->f->instructions.count && b->caller; i++) {
        const struct instruction *in = &b->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_RETURN)
            continue;
        add_end_of_life(w, b, b->id[i]);
        jump_to(w, b->id[i], b->after, in->place);
    }
}

static void fill_parameters(struct flattening *w, const struct pasted *b)
{
    for (uint32_t i = 0; i < b->f->instructions.count && b->caller; i++) {
        const struct instruction *in = &b->f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_PARAM)
            continue;
        const struct instruction *call = &b->caller->f->instructions.data[b->call];
        struct value v = instruction_operand(b->caller->f, call, (uint32_t)in->extra + 1);
        uint32_t pair[2] = {renamed(b->caller, v.id), b->from};
        set_pairs(w, b->id[i], pair, 2);
    }
}

static void rename_all(struct flattening *w)
{
    for (size_t c = 0; c < w->copies.count; c++) {
        const struct pasted *b = w->copies.data[c];
        for (uint32_t i = 0; i < b->f->instructions.count; i++) {
            const struct instruction *in = &b->f->instructions.data[i];
            if (in->block != UINT32_MAX && is_copied(w, b, i))
                rename_operands(w, b, i);
        }
    }
    for (size_t c = 0; c < w->copies.count; c++) {
        const struct pasted *b = w->copies.data[c];
        fill_parameters(w, b);
        if (b->caller)
            fill_results(w, b);
        end_returns(w, b);
    }
}

static bool paste(struct flattening *w, struct pasted *b, uint32_t function)
{
    const struct function *f = &w->program->functions.data[function];
    size_t n = f->instructions.count;
    b->f = f;
    b->id = ARENA_ARRAY(w->arena, uint32_t, n + 1);
    b->front = ARENA_ARRAY(w->arena, uint32_t, f->blocks.count);
    b->end = ARENA_ARRAY(w->arena, uint32_t, f->blocks.count);
    memset(b->id, 0xff, n * sizeof *b->id);
    for (size_t k = 0; k < f->blocks.count; k++)
        b->front[k] = b->end[k] =
            function_add_block(w->program, &w->made, f->blocks.data[k].name);
    w->open[w->depth++] = function;
    VECTOR_PUSH(&w->copies, b);
    bool good = is_plain(w, function);
    if (b->caller)
        add_parameters(w, b);
    for (uint32_t k = 0; k < f->blocks.count && good; k++)
        for (size_t i = 0; i < f->blocks.data[k].instructions.count && good; i++)
            good = paste_instruction(w, b, k, f->blocks.data[k].instructions.data[i]);
    w->depth--;
    return good;
}

/* Variables of callees are the function's own. */
static void take_variables(struct flattening *w, uint32_t function)
{
    const struct program *p = w->program;
    for (size_t v = 0; v < p->variables.count; v++)
        for (size_t c = 0; c < w->copies.count; c++)
            if (p->variables.data[v].function == w->copies.data[c]->f - p->functions.data)
                w->program->variables.data[v].function = function;
}

/* --- globals that are this function's own --- */

static bool is_own_global(const struct flattening *w, uint32_t index, struct type *type)
{
    const struct program *p = w->program;
    const struct function *f = &w->made;
    *type = type_void();
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        for (uint32_t k = 0; k < in->count; k++) {
            struct value v = instruction_operand(f, in, k);
            if (instruction_operand_is_block(in, k) || !value_is_constant(v))
                continue;
            const struct constant *c = program_constant(p, v);
            if (c->kind != CONSTANT_GLOBAL || c->index != index || in->op == OP_NOTE)
                continue;
            if ((in->op != OP_LOAD && in->op != OP_STORE) || k || c->offset ||
                (in->flags & (FLAG_VOLATILE | FLAG_ATOMIC)))
                return false;
            struct type t = in->op == OP_LOAD
                                ? in->type
                                : value_type(p, f, instruction_operand(f, in, 1));
            if (type->kind != TYPE_VOID && !type_same(t, *type))
                return false;
            *type = t;
        }
    }
    return type->kind == TYPE_POINTER || (type->kind == TYPE_INT && type->width <= 64);
}

static bool is_known_elsewhere(const struct program *p, uint32_t index)
{
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t r = 0; r < p->globals.data[g].relocation_count; r++) {
            const struct constant *c =
                program_constant(p, p->globals.data[g].relocations[r].value);
            if (c->kind == CONSTANT_GLOBAL && c->index == index)
                return true;
        }
    return false;
}

/* What it holds at first; false: something else than a number or null. */
static bool first_value(struct program *p, const struct global *g, struct type t,
                        struct value *out)
{
    uint64_t bits = 0;
    for (uint32_t k = 0; g->bytes && k < type_bytes(t); k++)
        bits |= (uint64_t)g->bytes[k] << (8 * k);
    if (t.kind == TYPE_POINTER && (bits || g->relocation_count))
        return false;
    *out = t.kind == TYPE_POINTER ? constant_null(p) : constant_int(p, t, bits);
    return !g->relocation_count;
}

static void replace_global(struct flattening *w, uint32_t index, uint32_t local)
{
    struct function *f = &w->made;
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_LOAD && in->op != OP_STORE)
            continue;
        struct value v = instruction_operand(f, in, 0);
        if (!value_is_constant(v))
            continue;
        const struct constant *c = program_constant(w->program, v);
        if (c->kind == CONSTANT_GLOBAL && c->index == index)
            f->operands.data[in->operand] = local;
    }
}

/* Locals come after the parameters. */
static size_t after_parameters(const struct function *f)
{
    size_t at = 0;
    while (f->instructions.data[f->blocks.data[0].instructions.data[at]].op == OP_PARAM)
        at++;
    return at;
}

static void localise(struct flattening *w, uint32_t index)
{
    struct program *p = w->program;
    const struct global *g = &p->globals.data[index];
    struct type t;
    struct value first;
    if (g->read_only || g->external || g->thread_local_storage ||
        !is_own_global(w, index, &t) || g->size != type_bytes(t) ||
        is_known_elsewhere(p, index) || !first_value(p, g, t, &first))
        return;
    struct instruction local = instruction_make(OP_ALLOCA, type_pointer(p));
    local.variable = g->variable;
    local.extra = g->alignment;
    uint32_t size = constant_int(p, type_int(p->pointer_width), g->size).id;
    size_t at = after_parameters(&w->made);
    uint32_t id = function_insert(&w->made, 0, at, local, &size, 1);
    replace_global(w, index, id);
    uint32_t operands[2] = {id, first.id};
    function_insert(&w->made, 0, at + 1, instruction_make(OP_STORE, type_void()), operands,
                    2);
}

/* --- lives --- */

/* The address of the local, or of a place in it. */
static bool leads_to(const struct function *f, struct value v, uint32_t local)
{
    while (!value_is_constant(v) && !value_is_none(v) && v.id != local &&
           f->instructions.data[v.id].op == OP_PTRADD)
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    return v.id == local;
}

static bool is_access(const struct function *f, const struct instruction *in, uint32_t local)
{
    if (in->op == OP_LIFESTART || in->op == OP_LIFEEND || in->op == OP_NOTE)
        return false;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k) &&
            leads_to(f, instruction_operand(f, in, k), local))
            return true;
    return false;
}

/* Goes over a block in order; false: the address is used when the life may be over. */
static bool pass_block(const struct function *f, uint32_t block, uint32_t local, bool *over)
{
    for (size_t k = 0; k < f->blocks.data[block].instructions.count; k++) {
        uint32_t id = f->blocks.data[block].instructions.data[k];
        const struct instruction *in = &f->instructions.data[id];
        if (id == local || (in->op == OP_LIFESTART && instruction_uses(f, in, local)))
            *over = false;
        else if (in->op == OP_LIFEEND && instruction_uses(f, in, local))
            *over = true;
        else if (*over && is_access(f, in, local))
            return false;
    }
    return true;
}

static bool life_is_kept(const struct function *f, uint32_t local, bool *over, uint32_t *work)
{
    uint32_t count = 0;
    memset(over, 0, f->blocks.count * sizeof *over);
    for (uint32_t b = 0; b < f->blocks.count; b++)
        work[count++] = b;
    while (count) {
        uint32_t block = work[--count], next[2];
        bool after = over[block];
        if (!pass_block(f, block, local, &after))
            return false;
        uint32_t n = block_successors(f, &f->blocks.data[block], next, 2);
        for (uint32_t k = 0; k < n && k < 2; k++)
            if (after && !over[next[k]]) {
                over[next[k]] = true;
                work[count++] = next[k];
            }
    }
    return true;
}

/* No access through the very address of a local can come after the end of its life. */
static bool lives_are_kept(struct flattening *w)
{
    const struct function *f = &w->made;
    bool *over = ARENA_ARRAY(w->arena, bool, f->blocks.count);
    uint32_t *work = ARENA_ARRAY(w->arena, uint32_t, 2 * f->blocks.count + 1);
    for (uint32_t i = 0; i < f->instructions.count; i++)
        if (f->instructions.data[i].op == OP_ALLOCA &&
            f->instructions.data[i].block != UINT32_MAX && !life_is_kept(f, i, over, work))
            return refuse(w, "a local that is used when its life may be over");
    return true;
}

/* --- the pass --- */

static void empty_body(struct function *f)
{
    f->instructions.data = NULL;
    f->instructions.count = f->instructions.capacity = 0;
    f->operands.data = NULL;
    f->operands.count = f->operands.capacity = 0;
    f->blocks.data = NULL;
    f->blocks.count = f->blocks.capacity = 0;
}

static bool finish(struct flattening *w, bool whole)
{
    struct pass_memory *m = pass_memory_new();
    function_link(&w->made);
    function_compact(&w->made, m);
    function_clean(w->program, &w->made, m);
    for (uint32_t g = 0; g < w->program->globals.count && whole; g++)
        localise(w, g);
    function_compact(&w->made, m);
    bool good = lives_are_kept(w);
    if (good) {
        function_split(w->program, &w->made, m);
        function_promote(w->program, &w->made, m);
        function_clean(w->program, &w->made, m);
    }
    pass_memory_free(m);
    return good;
}

struct program *program_flatten(const struct program *p, uint32_t function, bool whole,
                                struct failure *failure)
{
    struct arena arena;
    arena_init(&arena);
    struct flattening w = {.program = program_copy(p), .arena = &arena, .failure = failure};
    struct pasted entry = {0};
    w.made = w.program->functions.data[function];
    empty_body(&w.made);
    bool good = paste(&w, &entry, function);
    if (good) {
        rename_all(&w);
        take_variables(&w, function);
        good = finish(&w, whole);
    }
    struct function old = w.program->functions.data[function];
    w.program->functions.data[function] = w.made;
    function_release(&old);
    VECTOR_RELEASE(&w.copies);
    arena_release(&arena);
    if (good)
        return w.program;
    program_free(w.program);
    return NULL;
}
