/* The engine `shapes`: what the program mentions, and the state of one attempt. */
#include "engine/shapes/tell/dump.h"
#include "engine/shapes/fold/tree.h"
#include "engine/shapes/shapes.h"
#include "engine/shapes/suits.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static const double DUMP_SECONDS = 10; /* if there is no other limit */

/* --- what the program mentions --- */

static void note_constant(struct shapes *s, int64_t x)
{
    for (size_t i = 0; i < s->thresholds.count; i++)
        if (s->thresholds.data[i] == x)
            return;
    if (s->thresholds.count < 24)
        VECTOR_PUSH(&s->thresholds, x);
}

static void note_distinct(struct shapes *s, int64_t x)
{
    for (size_t i = 0; i < s->distinct.count; i++)
        if (s->distinct.data[i] == x)
            return;
    if (s->distinct.count < 10)
        VECTOR_PUSH(&s->distinct, x);
}

static void note_distance(struct shapes *s, int64_t x)
{
    if (x >= -1 && x <= 1)
        return; /* the usual forms have these */
    for (size_t i = 0; i < s->distances.count; i++)
        if (s->distances.data[i] == x)
            return;
    if (s->distances.count < 4)
        VECTOR_PUSH(&s->distances, x);
}

static void note_scale(struct shapes *s, enum op op, int64_t x)
{
    if (op == OP_SHL && x >= 0 && x < 16)
        x = 1ll << x;
    if (x <= 1)
        return;
    for (size_t i = 0; i < s->scales.count; i++)
        if (s->scales.data[i] == x)
            return;
    if (s->scales.count < 4)
        VECTOR_PUSH(&s->scales, x);
}

/* An array has it: it is among the scales, however many there are. */
static void note_stride(struct shapes *s, int64_t x)
{
    LAW(x > 0);
    for (size_t i = 0; i < s->scales.count; i++)
        if (s->scales.data[i] == x)
            return;
    VECTOR_PUSH(&s->scales, x);
}

/* ... and what it leads to; read-only ones are looked through. */
static void note_global(struct shapes *s, uint32_t index)
{
    LAW(index < s->program->globals.count);
    const struct global *g = &s->program->globals.data[index];
    if (s->seen_globals[index])
        return;
    s->seen_globals[index] = true;
    if (!g->read_only)
        VECTOR_PUSH(&s->globals, index);
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        const struct constant *c = program_constant(s->program, g->relocations[i].value);
        if (c->kind == CONSTANT_GLOBAL)
            note_global(s, c->index);
    }
}

/* `left`: of 3 < x the constant. */
static void note_comparison(struct shapes *s, enum compare c, int64_t value, bool left)
{
    static const enum compare turned[] = {
        [COMPARE_EQ] = COMPARE_EQ,   [COMPARE_NE] = COMPARE_NE,   [COMPARE_ULT] = COMPARE_UGT,
        [COMPARE_ULE] = COMPARE_UGE, [COMPARE_UGT] = COMPARE_ULT, [COMPARE_UGE] = COMPARE_ULE,
        [COMPARE_SLT] = COMPARE_SGT, [COMPARE_SLE] = COMPARE_SGE, [COMPARE_SGT] = COMPARE_SLT,
        [COMPARE_SGE] = COMPARE_SLE,
    };
    LAW((size_t)c < sizeof turned / sizeof *turned);
    shapes_note_atom(s, left ? turned[c] : c, value);
    if (c == COMPARE_EQ || c == COMPARE_NE)
        note_distinct(s, value);
    note_constant(s, value - 1);
    note_constant(s, value + 1);
}

static void note_operand(struct shapes *s, const struct instruction *in, struct value v,
                         bool left)
{
    if (!value_is_constant(v))
        return;
    const struct constant *c = program_constant(s->program, v);
    if (c->kind == CONSTANT_GLOBAL)
        note_global(s, c->index);
    if (!s->settings.bare)
        shapes_note_float(s, c);
    bool added = in->op == OP_ADD || in->op == OP_SUB;
    bool scaled = in->op == OP_MUL || in->op == OP_SHL;
    bool divided = in->op == OP_UREM || in->op == OP_SREM;
    bool passed = in->op == OP_SELECT || in->op == OP_PTRADD || in->op == OP_CALL ||
                  in->op == OP_RETURN;
    bool number = added || scaled || divided || passed || in->op == OP_ICMP ||
                  in->op == OP_STORE || in->op == OP_PHI || in->op == OP_BITS;
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64 || !number)
        return;
    uint64_t x = constant_low_bits(c);
    unsigned unused = 64 - c->type.width;
    int64_t value = (int64_t)(x << unused) >> unused;
    if (added)
        note_distance(s, value);
    if (scaled)
        note_scale(s, in->op, value);
    if (divided)
        note_constant(s, value - 1);
    if (in->op == OP_SREM)
        note_constant(s, 1 - value);
    if (in->op == OP_PTRADD)
        VECTOR_PUSH(&s->members, value);
    else if (passed)
        VECTOR_PUSH(&s->passed, value);
    if (added || scaled || divided || passed)
        return;
    note_constant(s, value);
    if (in->op == OP_ICMP)
        note_comparison(s, in->sub, value, left);
}

/* A pointer is loaded from an offset of something that was computed. */
static void note_walk(struct shapes *s, const struct function *f, struct value loaded,
                      uint64_t weight)
{
    if (value_is_constant(loaded) || value_is_none(loaded))
        return;
    const struct instruction *in = &f->instructions.data[loaded.id];
    if (in->op != OP_LOAD || in->type.kind != TYPE_POINTER)
        return;
    struct value from = instruction_operand(f, in, 0);
    if (value_is_constant(from))
        return;
    uint64_t at = 0;
    const struct instruction *base = &f->instructions.data[from.id];
    if (base->op == OP_ALLOCA)
        return;
    if (base->op == OP_PTRADD) {
        struct value offset = instruction_operand(f, base, 1);
        if (!value_is_constant(offset))
            return;
        at = constant_low_bits(program_constant(s->program, offset));
    }
    map_set(&s->walks, at, map_or(&s->walks, at, 0) + weight);
}

/* Loads that a phi takes are steps of a walk. */
static void scan_walks(struct shapes *s, const struct function *f, uint32_t id)
{
    enum { STEP = 4 };
    const struct instruction *in = &f->instructions.data[id];
    note_walk(s, f, (struct value){id}, 1);
    for (uint32_t k = 0; in->op == OP_PHI && k + 1 < in->count; k += 2)
        note_walk(s, f, instruction_operand(f, in, k), STEP);
}

/* x == y of two numbers that are no constants. */
static void note_equality(struct shapes *s, const struct function *f,
                          const struct instruction *in)
{
    if (in->op != OP_ICMP || (in->sub != COMPARE_EQ && in->sub != COMPARE_NE))
        return;
    struct value x = instruction_operand(f, in, 0), y = instruction_operand(f, in, 1);
    if (value_is_constant(x) || value_is_constant(y))
        return;
    s->compares |= f->instructions.data[x.id].type.kind == TYPE_INT;
}

static bool is_loaded(const struct function *f, struct value v)
{
    return !value_is_constant(v) && f->instructions.data[v.id].op == OP_LOAD;
}

static void note_plain(struct shapes *s, struct type type)
{
    if (type.kind == TYPE_INT && type.width <= 64)
        s->ordered_plain |= 1ull << (type.width - 1);
}

/* A narrow number without sign that was widened. */
static bool is_widened(const struct function *f, struct value v, struct value *from)
{
    if (value_is_constant(v) || f->instructions.data[v.id].op != OP_ZEXT)
        return false;
    *from = instruction_operand(f, &f->instructions.data[v.id], 0);
    return is_loaded(f, *from);
}

/* x < y of numbers without sign, one of which is in memory. */
static void note_order(struct shapes *s, const struct function *f,
                       const struct instruction *in)
{
    enum compare c = (enum compare)in->sub;
    bool plain = c == COMPARE_ULT || c == COMPARE_ULE || c == COMPARE_UGT || c == COMPARE_UGE;
    if (in->op != OP_ICMP || c == COMPARE_EQ || c == COMPARE_NE)
        return;
    struct value x = instruction_operand(f, in, 0), y = instruction_operand(f, in, 1), from;
    if (value_is_constant(x) || value_is_constant(y))
        return;
    if (is_widened(f, x, &from) || is_widened(f, y, &from))
        note_plain(s, f->instructions.data[from.id].type);
    else if (plain && (is_loaded(f, x) || is_loaded(f, y)))
        note_plain(s, f->instructions.data[x.id].type);
}

static void scan_function(struct shapes *s, const struct function *f)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        scan_walks(s, f, (uint32_t)i);
        note_equality(s, f, in);
        note_order(s, f, in);
        if (!s->settings.bare)
            shapes_note_computed(s, f, (uint32_t)i);
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                note_operand(s, in, instruction_operand(f, in, k), k == 0);
    }
}

/* Functions that may run: the entry, what is called, and what has its address taken. */
static void scan_program(struct shapes *s)
{
    const struct program *p = s->program;
    struct call_graph calls;
    struct arena arena;
    arena_init(&arena);
    call_graph_find(p, &arena, &calls);
    bool *seen = calloc(p->functions.count + 1, sizeof *seen);
    s->seen_globals = ARENA_ARRAY(&s->arena, bool, p->globals.count + 1);
    VECTOR(uint32_t) todo = {0};
    VECTOR_PUSH(&todo, s->task->entry);
    uint32_t handlers = program_find_function(p, "__sooth_exit_handlers");
    if (handlers != UINT32_MAX)
        VECTOR_PUSH(&todo, handlers);
    while (todo.count) {
        uint32_t f = VECTOR_POP(&todo);
        if (seen[f])
            continue;
        seen[f] = true;
        if (p->functions.data[f].has_body)
            scan_function(s, &p->functions.data[f]);
        for (uint32_t i = 0; i < calls.callee_count[f]; i++)
            VECTOR_PUSH(&todo, calls.callees[f][i]);
    }
    for (size_t i = 0; i < s->passed.count; i++)
        note_constant(s, s->passed.data[i]);
    for (size_t i = 0;
         i < s->members.count && !s->settings.wide && !s->tree_layouts->arrays.count; i++)
        note_distance(s, s->members.data[i]);
    s->recursive = ARENA_ARRAY(&s->arena, bool, p->functions.count + 1);
    for (size_t f = 0; f < p->functions.count; f++)
        s->recursive[f] = calls.recursive[f];
    VECTOR_RELEASE(&todo);
    free(seen);
    arena_release(&arena);
}

/* --- one attempt --- */

static int compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* A law of thresholds, once all that the program mentions are known. */
static bool is_sorted(const struct shapes *s)
{
    for (size_t i = 1; i < s->thresholds.count; i++)
        if (s->thresholds.data[i - 1] >= s->thresholds.data[i])
            return false;
    return true;
}

void shapes_add_threshold(struct shapes *s, int64_t x)
{
    for (size_t i = 0; i < s->thresholds.count; i++)
        if (s->thresholds.data[i] == x)
            return;
    VECTOR_PUSH(&s->thresholds, x);
    qsort(s->thresholds.data, s->thresholds.count, sizeof *s->thresholds.data,
          compare_numbers);
    LAW(is_sorted(s));
}

void shapes_begin(struct shapes *s, const struct engine_task *task,
                  const struct engine_host *host, struct graph_settings settings,
                  struct graph_layouts *layouts, struct graph_questions *questions)
{
    LAW(settings.separate && settings.nodes >= 2);
    LAW(task->program->pointer_width % 8 == 0);
    *s = (struct shapes){
        .task = task, .host = host, .program = task->program, .settings = settings};
    s->tree_layouts = layouts;
    arena_init(&s->arena);
    s->width = task->program->pointer_width;
    s->questions = questions;
    s->terms = questions->terms;
    s->facts = program_facts_new(task->program);
    s->functions =
        ARENA_ARRAY(&s->arena, struct graph_function, task->program->functions.count + 1);
    s->formula = (struct formula){.terms = s->terms, .program = task->program};
    memory_model_init(&s->formula.memory, s->terms, task->program, &s->layouts);
    s->exec = (struct exec){.out = &s->formula,
                            .options = &s->options,
                            .facts = s->facts,
                            .program = task->program,
                            .terms = s->terms,
                            .memory = &s->formula.memory};
    arena_init(&s->exec.arena);
    s->exec.root = s->exec.guard = guard_root(&s->exec.arena, s->terms);
    s->open = task->violations;
    shapes_init_nobody(s);
    for (int64_t x = -1; x <= 1; x++)
        note_constant(s, x);
    scan_program(s);
    s->arrays = settings.undivided ? 0 : layouts->arrays.count;
    s->grown = layouts->grown.count;
    s->constants = s->arrays || layouts->constants;
    s->sized = s->arrays > 0; /* boundaries in arrays are a word times an index */
    for (size_t i = 0; i < s->arrays; i++)
        note_stride(s, layouts->arrays.data[i].stride);
    qsort(s->thresholds.data, s->thresholds.count, sizeof *s->thresholds.data,
          compare_numbers);
    if (s->grown)
        shapes_bound_growth(s);
    if (settings.mixed)
        shapes_begin_mixed(s);
    if (settings.sums)
        shapes_add_threshold(s, 2); /* a list that two were put together to */
}

void shapes_end(struct shapes *s)
{
    for (size_t i = 0; i < s->heads.count; i++) {
        VECTOR_RELEASE(&s->heads.data[i]->graphs);
        VECTOR_RELEASE(&s->heads.data[i]->pending);
    }
    VECTOR_RELEASE(&s->heads);
    for (size_t i = 0; i < s->memos.count; i++) {
        VECTOR_RELEASE(&s->memos.data[i]->exits);
        VECTOR_RELEASE(&s->memos.data[i]->waiters);
    }
    VECTOR_RELEASE(&s->memos);
    VECTOR_RELEASE(&s->stack);
    map_release(&s->walks);
    VECTOR_RELEASE(&s->thresholds);
    VECTOR_RELEASE(&s->passed);
    VECTOR_RELEASE(&s->members);
    VECTOR_RELEASE(&s->statics);
    VECTOR_RELEASE(&s->distinct);
    VECTOR_RELEASE(&s->distances);
    VECTOR_RELEASE(&s->scales);
    VECTOR_RELEASE(&s->atoms);
    VECTOR_RELEASE(&s->tests);
    VECTOR_RELEASE(&s->pair_tests);
    VECTOR_RELEASE(&s->maps);
    VECTOR_RELEASE(&s->globals);
    VECTOR_RELEASE(&s->externals);
    VECTOR_RELEASE(&s->sizes);
    VECTOR_RELEASE(&s->suspects);
    formula_release(&s->formula);
    layouts_release(&s->layouts);
    arena_release(&s->exec.arena);
    program_facts_free(s->facts);
    arena_release(&s->arena);
}

void shapes_dump(const struct engine_task *task, struct text *out)
{
    struct shapes s;
    struct graph_layouts layouts = {0};
    struct graph_questions questions;
    struct graph_settings settings = {"picture",  .least = 1,    .separate = 1,
                                      .nodes = 3, .roots = true, .trees = true};
    shapes_begin_questions(&questions);
    shapes_begin(&s, task, NULL, settings, &layouts, &questions);
    s.until = cpu_now() + (task->seconds > 0 ? task->seconds : DUMP_SECONDS);
    shapes_explore(&s);
    shapes_print_dot(&s, out);
    shapes_end(&s);
    shapes_end_questions(&questions);
    shapes_release_layouts(&layouts);
}

const struct engine engine_shapes = {
    .name = "shapes",
    .summary = "symbolic execution on memory graphs with list segments",
    .violations = ENGINE_SAFETY | VIOLATION_BIT(VIOLATION_TERMINATION),
    .by_default = true,
    .suits = shapes_suits,
    .joins = shapes_joins,
    .weight = 1.5,
    .later = 2,
    .only_certified = true,
    .run = shapes_run,
};
