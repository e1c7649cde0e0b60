#include "trace/trace.h"

#include "base/failure.h"
#include "base/clock.h"
#include "base/map.h"
#include "program/analysis/addresses.h"
#include "program/library.h"
#include "trace/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void trace_release(struct trace *t)
{
    VECTOR_RELEASE(&t->choices);
    VECTOR_RELEASE(&t->objects);
    VECTOR_RELEASE(&t->skips);
}

void replay_release(struct replay *r)
{
    VECTOR_RELEASE(&r->assumed);
    VECTOR_RELEASE(&r->stack);
    VECTOR_RELEASE(&r->choices);
    VECTOR_RELEASE(&r->skipped);
}

uint32_t violation_errors(enum violation v)
{
    LAW(v < VIOLATION_COUNT);
    uint32_t frees = INTERP_BIT(INTERP_DOUBLE_FREE) | INTERP_BIT(INTERP_INVALID_FREE);
    switch (v) {
    case VIOLATION_REACH:
        return INTERP_BIT(INTERP_ASSERTION);
    case VIOLATION_UNREACHABLE:
        return INTERP_BIT(INTERP_UNREACHABLE);
    case VIOLATION_DEREF:
        return INTERP_MEMORY_ERRORS & ~frees & ~INTERP_BIT(INTERP_OVERLAP);
    case VIOLATION_FREE:
        return frees;
    case VIOLATION_MEMTRACK:
        return INTERP_BIT(INTERP_LOST);
    case VIOLATION_MEMCLEANUP:
        return INTERP_BIT(INTERP_LEAK);
    case VIOLATION_OVERFLOW:
        return INTERP_BIT(INTERP_OVERFLOW);
    case VIOLATION_SHIFT:
        return INTERP_BIT(INTERP_SHIFT);
    case VIOLATION_DIVISION:
        return INTERP_BIT(INTERP_DIVISION);
    case VIOLATION_FLOAT_CAST:
        return INTERP_BIT(INTERP_FLOAT_CAST);
    case VIOLATION_TERMINATION:
    case VIOLATION_COUNT:
        break;
    }
    return 0;
}

/* Choices by asking instruction: each has a queue in order; loads are counted as they run. */
struct queue {
    VECTOR(uint32_t) items; /* indices into the trace's choices */
    size_t next, ran;
};
struct replayer {
    const struct program *program;
    const struct trace *trace;
    struct map index; /* (function, instruction) to queue */
    VECTOR(struct queue) queues;
    struct replay *out;
    const struct replay_watch *watch; /* may be null */
    struct endless endless;           /* of a run that never ends */
    struct interp *interp;
    bool alone; /* a function is verified alone: */
    uint32_t entry;
    struct interp_value *arguments;
    VECTOR(struct interp_value) starts; /* of the trace's objects */
    size_t next_skip;
    VECTOR(struct trace_arrival) arrivals; /* at heads of loops of which rounds are skipped */
};

static struct interp_value real_pointer(const struct replayer *, const struct trace_choice *);

static uint64_t key_of(uint32_t function, uint32_t instruction)
{
    return (uint64_t)function << 32 | instruction;
}

static struct queue *queue_of(struct replayer *r, uint32_t function, uint32_t instruction)
{
    uint64_t at;
    return map_get(&r->index, key_of(function, instruction), &at) ? &r->queues.data[at]
                                                                  : NULL;
}

static void fill_queues(struct replayer *r)
{
    for (uint32_t i = 0; i < r->trace->choices.count; i++) {
        const struct trace_choice *c = &r->trace->choices.data[i];
        LAW(c->function < r->program->functions.count);
        if (!queue_of(r, c->function, c->instruction)) {
            map_set(&r->index, key_of(c->function, c->instruction), r->queues.count);
            VECTOR_PUSH(&r->queues, (struct queue){0});
        }
        VECTOR_PUSH(&queue_of(r, c->function, c->instruction)->items, i);
    }
}

static bool any_load(const struct replayer *r)
{
    for (size_t i = 0; i < r->trace->choices.count; i++) {
        const struct trace_choice *c = &r->trace->choices.data[i];
        if (r->program->functions.data[c->function].instructions.data[c->instruction].op ==
            OP_LOAD)
            return true;
    }
    return false;
}

static enum interp_answer choose(void *context, const struct interp_choice *c,
                                 struct interp_value *out)
{
    struct replayer *r = context;
    struct queue *q = queue_of(r, c->function, c->instruction);
    const struct instruction *in =
        &r->program->functions.data[c->function].instructions.data[c->instruction];
    if (q) {
        bool by_execution = in->op == OP_LOAD && !r->trace->asked;
        size_t at = by_execution ? (q->ran ? q->ran - 1 : 0) : q->next++;
        if (r->trace->kind == VIOLATION_TERMINATION && at >= q->items.count && q->items.count)
            at = q->items.count - 1;
        if (at < q->items.count) {
            LAW(q->items.data[at] < r->trace->choices.count);
            const struct trace_choice *v = &r->trace->choices.data[q->items.data[at]];
            *out = r->alone && c->type.kind == TYPE_POINTER
                       ? real_pointer(r, v)
                       : (struct interp_value){v->low, v->high};
        }
    }
    struct trace_choice made = {c->function, c->instruction, out->low, out->high};
    VECTOR_PUSH(&r->out->choices, (struct replay_choice){made, c->kind, c->type, c->name});
    if (r->watch)
        r->watch->chose(r->watch->context, r->interp, c, out);
    return INTERP_ANSWERED;
}

/* --- rounds that are skipped --- */

static struct trace_arrival *arrivals_at(struct replayer *r, const struct trace_skip *s)
{
    for (size_t i = 0; i < r->arrivals.count; i++)
        if (r->arrivals.data[i].function == s->function &&
            r->arrivals.data[i].block == s->block)
            return &r->arrivals.data[i];
    VECTOR_PUSH(&r->arrivals, (struct trace_arrival){s->function, s->block, 0});
    return &VECTOR_LAST(&r->arrivals);
}

static bool is_at(const struct replayer *r, const struct trace_skip *s, uint32_t function,
                  uint32_t instruction)
{
    LAW(s->block < r->program->functions.data[s->function].blocks.count);
    return s->function == function &&
           r->program->functions.data[function].blocks.data[s->block].instructions.data[0] ==
               instruction;
}

/* Skips what is to be skipped here; where that cannot be done all is run from here on. */
static void skip_here(struct replayer *r, uint32_t function, uint32_t instruction)
{
    LAW(r->next_skip <= r->trace->skips.count);
    const struct trace *t = r->trace;
    struct trace_arrival *here = NULL;
    for (size_t i = 0; i < t->skips.count && !here; i++)
        if (is_at(r, &t->skips.data[i], function, instruction))
            here = arrivals_at(r, &t->skips.data[i]);
    if (!here)
        return;
    while (r->next_skip < t->skips.count) {
        const struct trace_skip *s = &t->skips.data[r->next_skip];
        if (!is_at(r, s, function, instruction) || s->arrival != here->count)
            break;
        r->next_skip++;
        if (t->skipper->skip(r->program, r->interp, s))
            VECTOR_PUSH(&r->out->skipped, *s);
        else
            r->next_skip = t->skips.count;
    }
    here->count++;
}

static bool skips(const struct trace *t)
{
    return t->skipper && t->skips.count;
}

static void observe(void *context, const struct interp *t, uint32_t function,
                    uint32_t instruction)
{
    struct replayer *r = context;
    if (skips(r->trace))
        skip_here(r, function, instruction);
    if (r->watch)
        r->watch->saw(r->watch->context, t, function, instruction);
    if (r->trace->kind == VIOLATION_TERMINATION)
        endless_saw(&r->endless, t, function, instruction);
    if (r->program->functions.data[function].instructions.data[instruction].op != OP_LOAD)
        return;
    struct queue *q = queue_of(r, function, instruction);
    if (q)
        q->ran++;
}

static void release(struct replayer *r)
{
    for (size_t i = 0; i < r->queues.count; i++)
        VECTOR_RELEASE(&r->queues.data[i].items);
    VECTOR_RELEASE(&r->queues);
    VECTOR_RELEASE(&r->starts);
    VECTOR_RELEASE(&r->arrivals);
    endless_release(&r->endless);
    free(r->arguments);
    map_release(&r->index);
}

/* --- functions verified alone --- */

static void name_memory(const struct program *p, const struct trace_object *o,
                        struct assumed *out)
{
    LAW(o->kind == TRACE_MEMORY);
    LAW(o->function < p->functions.count);
    struct arena arena;
    char place[200];
    arena_init(&arena);
    uint32_t ctype;
    const char *name =
        expression_text(&arena, p, o->function, (struct value){o->instruction}, &ctype);
    const struct place *at = instruction_place(
        p, &p->functions.data[o->function].instructions.data[o->instruction]);
    if (name[0])
        snprintf(out->name, sizeof out->name, "memory behind %.80s", name);
    else
        snprintf(out->name, sizeof out->name, "memory behind the pointer read at %.70s",
                 place_text(p, at, place, sizeof place));
    arena_release(&arena);
}

/* A pointer among the choices as the interpreter's memory has it. */
static struct interp_value real_pointer(const struct replayer *r,
                                        const struct trace_choice *c)
{
    for (size_t i = 0; c->high && i < r->trace->objects.count; i++)
        if (r->trace->objects.data[i].number == c->high) {
            struct interp_value v = r->starts.data[i];
            v.low += c->low;
            return v;
        }
    return (struct interp_value){c->low, 0};
}

static void bind_arguments(struct replayer *r)
{
    const struct function *f = &r->program->functions.data[r->entry];
    for (size_t i = 0; i < r->trace->choices.count; i++) {
        const struct trace_choice *c = &r->trace->choices.data[i];
        const struct instruction *in = &f->instructions.data[c->instruction];
        if (c->function != r->entry || in->op != OP_PARAM)
            continue;
        struct interp_value v = {c->low, c->high};
        if (in->type.kind == TYPE_POINTER)
            v = real_pointer(r, c);
        LAW(in->extra < f->param_count);
        r->arguments[in->extra] = v;
        struct interp_choice asked = {INTERP_CHOICE_INPUT, r->entry, c->instruction, in->type,
                                      ""};
        VECTOR_PUSH(&r->out->choices,
                    (struct replay_choice){*c, INTERP_CHOICE_INPUT, in->type, ""});
        if (r->watch)
            r->watch->chose(r->watch->context, r->interp, &asked, &v);
    }
}

/* What there is before the call: globals of any content, memory of any content. */
static void make_memory(void *context, struct interp *t)
{
    struct replayer *r = context;
    struct arena arena;
    arena_init(&arena);
    const struct address_facts *facts = addresses_find(r->program, &arena);
    for (uint32_t g = 0; g < r->program->globals.count; g++)
        if (!facts->globals[g].fixed)
            interp_forget_global(t, g);
    arena_release(&arena);
    for (size_t i = 0; i < r->trace->objects.count; i++) {
        const struct trace_object *o = &r->trace->objects.data[i];
        struct assumed *a = &r->out->assumed.data[i];
        struct interp_value start = {0};
        if (o->kind == TRACE_MEMORY)
            start = interp_add_object(t, o->size, a->name);
        else
            start = o->kind == TRACE_GLOBAL ? interp_global_address(t, o->index)
                                            : interp_function_address(t, o->index);
        VECTOR_PUSH(&r->starts, start);
    }
    bind_arguments(r);
}

static void name_objects(struct replayer *r)
{
    for (size_t i = 0; i < r->trace->objects.count; i++) {
        const struct trace_object *o = &r->trace->objects.data[i];
        struct assumed a = {.size = o->size};
        if (o->kind == TRACE_MEMORY)
            name_memory(r->program, o, &a);
        VECTOR_PUSH(&r->out->assumed, a);
    }
}

/* --- the replay --- */

static void replay(const struct program *p, const struct trace *t, uint32_t entry,
                   double seconds, struct replay *out, const struct replay_watch *watch,
                   enum interp_external external)
{
    LAW(seconds >= 0);
    LAW(!t->skips.count || t->kind != VIOLATION_COUNT);
    *out = (struct replay){0};
    bool alone = entry != p->entry;
    struct replayer r = {
        .program = p, .trace = t, .out = out, .watch = watch, .entry = entry, .alone = alone};
    fill_queues(&r);
    bool whole = t->kind == VIOLATION_TERMINATION,
         watched = watch || any_load(&r); /* else it runs at full speed */
    if (whole)
        endless_init(&r.endless, p, t->endless, t->function, t->instruction);
    struct interp_options options = {
        .choose = choose,
        .observe = watched || whole || skips(t) ? observe : NULL,
        .observe_heads = !watched,
        .reuse_addresses = whole || t->reuses,
        .stop = whole ? &r.endless.found : NULL,
        .prepare = alone ? make_memory : NULL,
        .context = &r,
        .errors = whole ? ENDLESS_ERRORS : violation_errors(t->kind),
        .external = external,
        .malloc_may_fail = true,
        .step_limit = (uint64_t)(seconds * (watched ? 2e7 : 2e8)) + 1000000,
        .until = wall_now() + seconds,
    };
    r.arguments = calloc(p->functions.data[entry].param_count + 1, sizeof *r.arguments);
    name_objects(&r);
    struct interp *interp = r.interp = interp_new(p);
    struct interp_result result;
    if (alone)
        interp_call(interp, &options, entry, r.arguments, NULL, &result);
    else
        interp_run(interp, &options, &result);
    if (watch)
        watch->ended(watch->context, interp);
    out->end = result.end;
    out->external = result.external;
    out->made_up = result.made_up;
    out->confirmed = !whole && result.end == INTERP_ERROR &&
                     (violation_errors(t->kind) & INTERP_BIT(result.error));
    out->place = result.place;
    memcpy(out->message, result.message, sizeof out->message);
    out->error = result.error;
    out->object = result.object;
    bool stayed =
        t->endless == ENDLESS_STAYS && result.end == INTERP_LIMIT && r.endless.rounds;
    if (whole && (r.endless.found || stayed)) {
        out->confirmed = true;
        endless_tell(&r.endless, t->invariant, &out->place, out->message,
                     sizeof out->message);
    }
    for (uint32_t i = 0; i < result.stack_count; i++)
        VECTOR_PUSH(&out->stack, result.stack[i]);
    out->same_place = result.stack_count && result.stack[0].function == t->function &&
                      result.stack[0].instruction == t->instruction;
    interp_free(interp);
    release(&r);
    out->lacks_memory = alone && !out->confirmed;
}

/* Whether an address may be given a second time. */
static bool frees(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].builtin == BUILTIN_FREE)
            return true;
    return false;
}

void trace_replay(const struct program *p, const struct trace *t, uint32_t entry,
                  double seconds, struct replay *out)
{
    LAW(t->kind < VIOLATION_COUNT);
    LAW(entry < p->functions.count);
    replay(p, t, entry, seconds, out, NULL, INTERP_EXTERNAL_CHOOSE);
    if (t->reuses || t->kind == VIOLATION_TERMINATION || out->end != INTERP_FINISHED ||
        !frees(p))
        return;
    struct trace again = *t;
    again.reuses = true;
    struct replay other;
    replay(p, &again, entry, seconds, &other, NULL, INTERP_EXTERNAL_CHOOSE);
    struct replay *worse = other.confirmed ? out : &other;
    replay_release(worse);
    if (other.confirmed)
        *out = other;
    out->reuses = out->confirmed;
}

void trace_replay_watched(const struct program *p, const struct trace *t, uint32_t entry,
                          double seconds, struct replay *out,
                          const struct replay_watch *watch)
{
    LAW(t->kind < VIOLATION_COUNT);
    LAW(entry < p->functions.count);
    replay(p, t, entry, seconds, out, watch, INTERP_EXTERNAL_CHOOSE);
}

bool trace_needs_external(const struct program *p, const struct trace *t, uint32_t entry,
                          double seconds)
{
    LAW(t->kind < VIOLATION_COUNT);
    LAW(entry < p->functions.count);
    struct replay r;
    replay(p, t, entry, seconds, &r, NULL, INTERP_EXTERNAL_FOLLOW);
    bool shown = r.confirmed;
    replay_release(&r);
    return !shown;
}

static bool is_failure(const struct program *p, const struct trace_choice *c)
{
    const struct instruction *in =
        &p->functions.data[c->function].instructions.data[c->instruction];
    return in->op == OP_INPUT && c->low && library_failure(in->text);
}

bool trace_needs_failure(const struct program *p, const struct trace *t, uint32_t entry,
                         double seconds)
{
    LAW(t->kind < VIOLATION_COUNT);
    LAW(entry < p->functions.count);
    struct trace written = *t;
    bool failed = false;
    memset(&written.choices, 0, sizeof written.choices);
    for (size_t i = 0; i < t->choices.count; i++) {
        struct trace_choice c = t->choices.data[i];
        failed |= is_failure(p, &c);
        if (is_failure(p, &c))
            c.low = c.high = 0;
        VECTOR_PUSH(&written.choices, c);
    }
    struct replay r = {0};
    if (failed)
        replay(p, &written, entry, seconds, &r, NULL, INTERP_EXTERNAL_CHOOSE);
    bool needed = failed && !r.confirmed;
    if (failed)
        replay_release(&r);
    VECTOR_RELEASE(&written.choices);
    return needed;
}

static bool says_unsigned(const char *name)
{
    static const char *const words[] = {"uint", "ulong", "ushort", "uchar",  "unsigned", "u8",
                                        "u16",  "u32",   "u64",    "size_t", "bool"};
    for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

void trace_value_text(const struct program *p, const struct trace_choice *c, char *out,
                      size_t room)
{
    const struct instruction *in =
        &p->functions.data[c->function].instructions.data[c->instruction];
    struct type type = in->type;
    if (type.kind == TYPE_FLOAT && type.width == 64) {
        double d;
        memcpy(&d, &c->low, sizeof d);
        snprintf(out, room, "%.17g", d);
    } else if (type.kind == TYPE_FLOAT && type.width == 32) {
        float f;
        uint32_t bits = (uint32_t)c->low;
        memcpy(&f, &bits, sizeof f);
        snprintf(out, room, "%.9g", (double)f);
    } else if (type.kind == TYPE_POINTER || type.width > 64 || type.kind == TYPE_FLOAT) {
        snprintf(out, room, "0x%lx", (unsigned long)c->low);
    } else if (says_unsigned(in->text) || type.width == 1) {
        snprintf(out, room, "%lu", (unsigned long)c->low);
    } else {
        unsigned shift = 64 - type.width;
        snprintf(out, room, "%ld", (long)((int64_t)(c->low << shift) >> shift));
    }
}
