/* All ways of one side from a place to the next ones: through branches and the functions it
 * calls, whose bodies are known. A loop that has no cut is followed as far as it goes; if
 * that is too far, nothing is told. */
#include "check/pair/pair_internal.h"

#include "base/clock.h"
#include "base/failure.h"
#include "program/passes.h"

#include <string.h>

bool pair_is_over(struct pair_side *s)
{
    if (!s->failed && s->until > 0 && cpu_now() > s->until)
        s->failed = "out of time";
    return s->failed != NULL;
}

void pair_way_release(struct pair_way *w)
{
    map_release(&w->values);
    VECTOR_RELEASE(&w->conditions);
    VECTOR_RELEASE(&w->duties);
    VECTOR_RELEASE(&w->events);
    VECTOR_RELEASE(&w->accesses);
}

void pair_ways_release(pair_ways *ways)
{
    for (size_t i = 0; i < ways->count; i++)
        pair_way_release(&ways->data[i]);
    VECTOR_RELEASE(ways);
}

static void copy_map(struct map *to, const struct map *from)
{
    *to = (struct map){0};
    for (size_t i = 0; i < from->capacity; i++)
        if (from->slots[i].used)
            map_set(to, from->slots[i].key, from->slots[i].value);
}

#define COPY_VECTOR(to, from)                                                                \
    do {                                                                                     \
        memset(&(to), 0, sizeof(to));                                                        \
        for (size_t copied = 0; copied < (from).count; copied++)                             \
            VECTOR_PUSH(&(to), (from).data[copied]);                                         \
    } while (0)

static void copy_way(struct pair_way *to, const struct pair_way *from)
{
    *to = *from;
    copy_map(&to->values, &from->values);
    COPY_VECTOR(to->conditions, from->conditions);
    COPY_VECTOR(to->duties, from->duties);
    COPY_VECTOR(to->events, from->events);
    COPY_VECTOR(to->accesses, from->accesses);
}

/* The laws of struct pair_way. */
static bool way_holds(const struct pair_side *s, const struct pair_way *w)
{
    uint32_t duty = 0, access = 0, events = (uint32_t)w->events.count;
    for (size_t i = 0; i < w->duties.count; duty = w->duties.data[i++].epoch)
        if (w->duties.data[i].epoch < duty || w->duties.data[i].epoch > events)
            return false;
    for (size_t i = 0; i < w->accesses.count; access = w->accesses.data[i++].epoch)
        if (w->accesses.data[i].epoch < access || w->accesses.data[i].epoch > events)
            return false;
    if (w->depth > PAIR_DEPTH || w->result_count > PAIR_MOST_RESULTS)
        return false;
    if (w->end == PAIR_END_PLACE && (w->place == PAIR_DONE) != (w->depth == 0))
        return false;
    return w->place == PAIR_DONE || w->place <= s->cut_count;
}

/* --- places --- */

static const struct function *function_of(const struct pair_side *s, const struct pair_way *w)
{
    return &s->program->functions.data[w->frames[w->depth - 1].function];
}

static size_t after_phis(const struct function *f, uint32_t block)
{
    const struct block *b = &f->blocks.data[block];
    size_t i = 0;
    while (i < b->instructions.count &&
           f->instructions.data[b->instructions.data[i]].op == OP_PHI)
        i++;
    return i;
}

uint32_t pair_callee(const struct pair_side *s, const struct function *f,
                     const struct instruction *in)
{
    struct value target = instruction_operand(f, in, 0);
    if (!value_is_constant(target))
        return UINT32_MAX;
    const struct constant *c = program_constant(s->program, target);
    if (c->kind != CONSTANT_FUNCTION || c->offset)
        return UINT32_MAX;
    const struct function *callee = &s->program->functions.data[c->index];
    bool fits = callee->has_body && c->index != s->function && !callee->variadic &&
                !callee->replaceable;
    return fits && call_matches(s->program, f, in, callee) ? c->index : UINT32_MAX;
}

static bool follow_cut(struct pair_side *s, const struct pair_cut *cut, struct pair_way *w)
{
    w->frames[0] = (struct pair_frame){.function = s->function, .path = pair_path(0, 0, 0)};
    w->depth = 1;
    if (cut->depth >= PAIR_DEPTH)
        return false;
    for (uint32_t i = 0; i < cut->depth; i++) {
        const struct function *f = function_of(s, w);
        uint32_t call = cut->calls[i];
        if (call >= f->instructions.count || f->instructions.data[call].op != OP_CALL)
            return false;
        const struct instruction *in = &f->instructions.data[call];
        uint32_t callee = in->block < f->blocks.count ? pair_callee(s, f, in) : UINT32_MAX;
        if (callee == UINT32_MAX)
            return false;
        struct pair_frame *frame = &w->frames[w->depth - 1];
        const struct block *b = &f->blocks.data[in->block];
        frame->block = in->block;
        while (frame->next < b->instructions.count &&
               b->instructions.data[frame->next] != call)
            frame->next++;
        frame->next++;
        uint64_t path = pair_path(frame->path, call, callee);
        w->frames[w->depth++] =
            (struct pair_frame){.function = callee, .call = call, .path = path};
    }
    const struct function *f = function_of(s, w);
    if (cut->block >= f->blocks.count)
        return false;
    w->frames[w->depth - 1].block = cut->block;
    w->frames[w->depth - 1].next = after_phis(f, cut->block);
    return true;
}

static void bind_parameters(struct pair_side *s, struct pair_way *w)
{
    const struct function *f = &s->program->functions.data[s->function];
    const struct block *entry = &f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *in = &f->instructions.data[id];
        if (in->op != OP_PARAM)
            break;
        struct term t = pair_variable(s, in->type.width, "parameter.%u", (unsigned)in->extra);
        map_set(&w->values, pair_key(pair_path(0, 0, 0), id, 0), t.id);
    }
}

bool pair_way_start(struct pair_side *s, uint32_t place, struct pair_way *w)
{
    const struct function *f = &s->program->functions.data[s->function];
    *w = (struct pair_way){.place = place, .memory = pair_memory(s->terms)};
    bind_parameters(s, w);
    if (place == PAIR_DONE) {
        if (f->result_count > PAIR_MOST_RESULTS)
            return false;
        w->result_count = f->result_count;
        for (uint32_t i = 0; i < f->result_count && i < PAIR_MOST_RESULTS; i++)
            w->results[i] = pair_result(s, i, f->results[i].width);
        return true;
    }
    struct pair_cut start = {.block = 0};
    if (place > s->cut_count)
        return false;
    return follow_cut(s, place == PAIR_START ? &start : &s->cuts[place - 1], w);
}

/* The place of the block that was just entered; PAIR_DONE: the block is no cut. */
static uint32_t place_of(const struct pair_side *s, const struct pair_way *w)
{
    for (size_t k = 0; k < s->cut_count; k++) {
        const struct pair_cut *cut = &s->cuts[k];
        bool here = cut->depth + 1 == w->depth && cut->block == w->frames[w->depth - 1].block;
        for (uint32_t i = 0; i < cut->depth && here; i++)
            here = cut->calls[i] == w->frames[i + 1].call;
        if (here)
            return (uint32_t)k + 1;
    }
    return PAIR_DONE;
}

/* --- instructions --- */

static void add_duty(struct pair_way *w, enum pair_check_kind kind, struct term good)
{
    VECTOR_PUSH(&w->duties, (struct pair_duty){kind, good, (uint32_t)w->events.count});
}

static void check(struct pair_side *s, struct pair_way *w, const struct instruction *in)
{
    struct term good =
        pair_holds(s->terms, pair_value(s, w, instruction_operand(function_of(s, w), in, 0)));
    if (term_is_true(s->terms, good))
        return;
    switch ((enum check_kind)in->sub) {
    case CHECK_OVERFLOW:
    case CHECK_SHIFT_VALUE:
        add_duty(w, PAIR_CHECK_OVERFLOW, good);
        return;
    case CHECK_SHIFT_AMOUNT:
    case CHECK_DIVISION:
    case CHECK_FLOAT_CAST:
    case CHECK_INDEX:
    case CHECK_UNREACHABLE:
        add_duty(w, PAIR_CHECK_HARD, good);
        return;
    case CHECK_ASSERTION:
    case CHECK_KIND_COUNT:
        break;
    }
    s->failed = "an assertion";
}

static void access_memory(struct pair_side *s, struct pair_way *w, uint32_t id,
                          const struct instruction *in)
{
    const struct function *f = function_of(s, w);
    struct value v = in->op == OP_STORE ? instruction_operand(f, in, 1) : (struct value){id};
    struct type type = value_type(s->program, f, v);
    struct term address = pair_value(s, w, instruction_operand(f, in, 0));
    if (in->flags & (FLAG_VOLATILE | FLAG_ATOMIC))
        s->failed = "a volatile or atomic access";
    if (type.width % 8 || s->program->pointer_width != 64)
        s->failed = "an access of an unusual width";
    if (s->failed)
        return;
    if (in->op == OP_STORE)
        pair_store(s, w, address, pair_value(s, w, v), type_bytes(type));
    else
        map_set(&w->values, pair_key(w->frames[w->depth - 1].path, id, 0),
                pair_load(s, w, address, type_bytes(type)).id);
}

/* A call of a function that is not known: it may change all memory, and gives anything. */
static void make_event(struct pair_side *s, struct pair_way *w, uint32_t id,
                       const struct instruction *in)
{
    const struct function *f = function_of(s, w);
    struct value target = instruction_operand(f, in, 0);
    struct pair_event e = {.callee = "", .memory = w->memory, .results = (uint32_t)in->extra};
    const struct constant *c =
        value_is_constant(target) ? program_constant(s->program, target) : NULL;
    uint32_t first = 0, number = (uint32_t)w->events.count;
    if (c && c->kind == CONSTANT_FUNCTION && !c->offset) {
        const struct function *callee = &s->program->functions.data[c->index];
        e.callee = callee->name;
        first = 1;
        bool own = callee->has_body && c->index != s->function && !callee->replaceable;
        if (own || callee->variadic)
            s->failed = "a call that is not followed";
        if (callee->internal && c->index != s->function)
            s->failed = "a call that is not followed";
        bool plain = callee->builtin == BUILTIN_NONE || callee->builtin == BUILTIN_MALLOC ||
                     callee->builtin == BUILTIN_FREE;
        if (!plain)
            s->failed = "a function with a meaning of its own";
    }
    if (in->count - first > PAIR_MOST_ARGUMENTS || in->extra > 1)
        s->failed = "a call with many arguments";
    if (s->failed)
        return;
    for (uint32_t k = first; k < in->count; k++) {
        struct value v = instruction_operand(f, in, k);
        if (value_type(s->program, f, v).width < 32)
            s->failed = "a narrow argument of a call"; /* how is it extended? */
        e.arguments[e.count++] = pair_value(s, w, v);
    }
    VECTOR_PUSH(&w->events, e);
    uint64_t path = w->frames[w->depth - 1].path;
    if (in->type.width)
        map_set(&w->values, pair_key(path, id, 0),
                pair_variable(s, in->type.width, "answer.%u.0", number).id);
    struct sort array = term_sort(s->terms, pair_memory(s->terms));
    char name[40];
    snprintf(name, sizeof name, "memory.%u", number);
    if (!s->variable)
        w->memory = term_var(s->terms, array, name);
}

static void enter_call(struct pair_side *s, struct pair_way *w, uint32_t id,
                       const struct instruction *in, uint32_t callee)
{
    const struct function *f = function_of(s, w), *g = &s->program->functions.data[callee];
    struct pair_frame *frame = &w->frames[w->depth - 1];
    uint64_t path = pair_path(frame->path, id, callee);
    const struct block *entry = &g->blocks.data[0];
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->frames[i].function == callee)
            s->failed = "a callee that calls itself";
    if (w->depth == PAIR_DEPTH)
        s->failed = "calls that are too deep";
    if (s->failed)
        return;
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *param = &g->instructions.data[entry->instructions.data[i]];
        if (param->op != OP_PARAM)
            break;
        struct term t =
            pair_value(s, w, instruction_operand(f, in, 1 + (uint32_t)param->extra));
        map_set(&w->values, pair_key(path, entry->instructions.data[i], 0), t.id);
    }
    w->frames[w->depth++] = (struct pair_frame){.function = callee, .call = id, .path = path};
}

static void call(struct pair_side *s, struct pair_way *w, uint32_t id,
                 const struct instruction *in)
{
    uint32_t callee = pair_callee(s, function_of(s, w), in);
    if (callee == UINT32_MAX)
        make_event(s, w, id, in);
    else
        enter_call(s, w, id, in, callee);
}

static void take_result(struct pair_side *s, struct pair_way *w, uint32_t id,
                        const struct instruction *in)
{
    uint64_t path = w->frames[w->depth - 1].path;
    uint32_t made = instruction_operand(function_of(s, w), in, 0).id;
    LAW(function_of(s, w)->instructions.data[made].op == OP_CALL);
    struct term t = pair_value_of(s, w, path, made, (uint32_t)in->extra, in->type.width);
    map_set(&w->values, pair_key(path, id, 0), t.id);
}

static void one_instruction(struct pair_side *s, struct pair_way *w, uint32_t id,
                            const struct instruction *in)
{
    if (in->op == OP_NOTE || in->op == OP_PARAM)
        return;
    if (in->op == OP_CHECK)
        return check(s, w, in);
    if (in->op == OP_LOAD || in->op == OP_STORE)
        return access_memory(s, w, id, in);
    if (in->op == OP_CALL)
        return call(s, w, id, in);
    if (in->op == OP_RESULT)
        return take_result(s, w, id, in);
    bool followed = in->op != OP_ALLOCA && pair_operation(s, w, id, in);
    if (!followed && !s->failed)
        s->failed =
            in->op == OP_ALLOCA ? "a local in memory" : "an instruction that is not followed";
}

/* --- control --- */

/* Over an edge: the phis of the block, all at once. */
static void enter_block(struct pair_side *s, struct pair_way *w, uint32_t block)
{
    struct pair_frame *frame = &w->frames[w->depth - 1];
    const struct function *f = function_of(s, w);
    const struct block *b = &f->blocks.data[block];
    LAW(block < f->blocks.count);
    size_t phis = after_phis(f, block);
    struct term values[64];
    if (phis > 64)
        s->failed = "too many variables";
    for (size_t i = 0; i < phis && !s->failed; i++) {
        const struct instruction *in = &f->instructions.data[b->instructions.data[i]];
        values[i] = TERM_NONE;
        for (uint32_t k = 0; k < in->count; k += 2)
            if (instruction_operand(f, in, k + 1).id == frame->block)
                values[i] = pair_value(s, w, instruction_operand(f, in, k));
        if (!term_is(values[i]))
            s->failed = "a way that is not there";
    }
    for (size_t i = 0; i < phis && !s->failed; i++)
        map_set(&w->values, pair_key(frame->path, b->instructions.data[i], 0), values[i].id);
    frame->block = block;
    frame->next = phis;
}

struct pair_walk {
    uint32_t from, steps;
    pair_ways open, *out;
};

/* At a cut a way ends, unless it stays at its place and has steps left. */
static void arrive(struct pair_side *s, struct pair_walk *walk, struct pair_way *w,
                   uint32_t block)
{
    enter_block(s, w, block);
    LAW(s->failed || w->frames[w->depth - 1].block == block);
    uint32_t place = place_of(s, w);
    if (place == PAIR_DONE)
        return;
    w->steps++;
    w->place = place;
    if (place != walk->from || w->steps == walk->steps)
        w->end = PAIR_END_PLACE;
}

static bool is_possible(struct pair_side *s, const struct pair_way *w)
{
    if (!s->solver)
        return true;
    pair_terms all = {0};
    for (size_t i = 0; i < s->known->count; i++)
        VECTOR_PUSH(&all, s->known->data[i]);
    for (size_t i = 0; i < w->conditions.count; i++)
        VECTOR_PUSH(&all, w->conditions.data[i]);
    struct solver_limits limits = {.seconds = 1};
    enum answer answer = solver_solve_under(s->solver, all.data, all.count, &limits);
    VECTOR_RELEASE(&all);
    return answer != ANSWER_UNSAT;
}

static void branch(struct pair_side *s, struct pair_walk *walk, struct pair_way *w,
                   const struct instruction *last)
{
    struct terms *ts = s->terms;
    struct term condition =
        pair_holds(ts, pair_value(s, w, instruction_operand(function_of(s, w), last, 0)));
    uint32_t targets[2] = {last->target[0], last->target[1]};
    if (term_is_true(ts, condition) || targets[0] == targets[1])
        return arrive(s, walk, w, targets[0]);
    if (term_is_false(ts, condition))
        return arrive(s, walk, w, targets[1]);
    if (s->variable) {
        s->failed = "an example that does not decide a branch";
        return;
    }
    struct pair_way other;
    copy_way(&other, w);
    VECTOR_PUSH(&other.conditions, term_not(ts, condition));
    VECTOR_PUSH(&w->conditions, condition);
    bool first = is_possible(s, w), second = is_possible(s, &other);
    if (second) {
        arrive(s, walk, &other, targets[1]);
        VECTOR_PUSH(&walk->open, other);
    } else {
        pair_way_release(&other);
    }
    if (first)
        arrive(s, walk, w, targets[0]);
    else
        w->depth = 0, w->end = PAIR_END_OPEN;
}

static void leave_function(struct pair_side *s, struct pair_way *w,
                           const struct instruction *last)
{
    struct term results[PAIR_MOST_RESULTS];
    LAW(last->count == function_of(s, w)->result_count);
    if (last->count > PAIR_MOST_RESULTS)
        s->failed = "many results";
    if (s->failed)
        return;
    for (uint32_t i = 0; i < last->count; i++)
        results[i] = pair_value(s, w, instruction_operand(function_of(s, w), last, i));
    uint32_t call = w->frames[w->depth - 1].call;
    if (--w->depth) {
        for (uint32_t i = 0; i < last->count; i++)
            map_set(&w->values, pair_key(w->frames[w->depth - 1].path, call, i),
                    results[i].id);
        return;
    }
    w->end = PAIR_END_PLACE;
    w->place = PAIR_DONE;
    w->steps++;
    w->result_count = last->count;
    memcpy(w->results, results, last->count * sizeof *results);
}

static void stop(struct pair_side *s, struct pair_way *w, const struct instruction *last)
{
    const struct function *f = function_of(s, w);
    w->end = PAIR_END_STOP;
    w->stop = last->sub;
    if (last->sub == STOP_UNREACHABLE)
        add_duty(w, PAIR_CHECK_HARD, term_bool(s->terms, false));
    if (last->sub == STOP_ERROR)
        s->failed = "an assertion";
    if (last->count)
        w->status = pair_value(s, w, instruction_operand(f, last, 0));
}

/* To the end of the block, or into a call. */
static void one_block(struct pair_side *s, struct pair_walk *walk, struct pair_way *w)
{
    const struct pair_frame *frame = &w->frames[w->depth - 1];
    const struct function *f = function_of(s, w);
    uint32_t id =
        f->blocks.data[frame->block].instructions.data[w->frames[w->depth - 1].next++];
    const struct instruction *in = &f->instructions.data[id];
    if (++w->length > s->most_length)
        s->failed = "a way that is too long";
    if (in->op == OP_JUMP)
        arrive(s, walk, w, in->target[0]);
    else if (in->op == OP_BRANCH)
        branch(s, walk, w, in);
    else if (in->op == OP_RETURN)
        leave_function(s, w, in);
    else if (in->op == OP_STOP)
        stop(s, w, in);
    else if (in->op == OP_SWITCH)
        s->failed = "an instruction that is not followed";
    else
        one_instruction(s, w, id, in);
}

bool pair_walk(struct pair_side *s, const struct pair_way *from, uint32_t steps,
               pair_ways *out)
{
    LAW(steps <= PAIR_MOST_STEPS && way_holds(s, from));
    struct pair_walk walk = {.from = from->place, .steps = steps, .out = out};
    struct pair_way first;
    copy_way(&first, from);
    if (!steps) {
        first.end = PAIR_END_PLACE;
        VECTOR_PUSH(out, first);
        return true;
    }
    VECTOR_PUSH(&walk.open, first);
    while (walk.open.count && !pair_is_over(s)) {
        struct pair_way w = VECTOR_POP(&walk.open);
        while (w.end == PAIR_END_OPEN && w.depth && !s->failed)
            one_block(s, &walk, &w);
        if (w.end != PAIR_END_OPEN && !s->failed) {
            LAW(way_holds(s, &w));
            VECTOR_PUSH(out, w);
        } else {
            pair_way_release(&w);
        }
        if (out->count + walk.open.count > s->most_ways)
            s->failed = "too many ways";
    }
    pair_ways_release(&walk.open);
    return !s->failed;
}
