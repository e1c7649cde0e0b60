#include "witness/trace.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void trace_release(struct trace *t)
{
    VECTOR_RELEASE(&t->choices);
}

void replay_release(struct replay *r)
{
    VECTOR_RELEASE(&r->stack);
    VECTOR_RELEASE(&r->choices);
}

uint32_t violation_errors(enum violation v)
{
    uint32_t frees = INTERP_BIT(INTERP_DOUBLE_FREE) | INTERP_BIT(INTERP_INVALID_FREE);
    switch (v) {
    case VIOLATION_REACH: return INTERP_BIT(INTERP_ASSERTION);
    case VIOLATION_DEREF: return INTERP_MEMORY_ERRORS & ~frees & ~INTERP_BIT(INTERP_OVERLAP);
    case VIOLATION_FREE: return frees;
    case VIOLATION_MEMTRACK: return INTERP_BIT(INTERP_LOST);
    case VIOLATION_MEMCLEANUP: return INTERP_BIT(INTERP_LEAK);
    case VIOLATION_OVERFLOW: return INTERP_BIT(INTERP_OVERFLOW);
    case VIOLATION_SHIFT: return INTERP_BIT(INTERP_SHIFT);
    case VIOLATION_DIVISION: return INTERP_BIT(INTERP_DIVISION);
    case VIOLATION_COUNT: break;
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
};

static uint64_t key_of(uint32_t function, uint32_t instruction)
{
    return (uint64_t)function << 32 | instruction;
}

static struct queue *queue_of(struct replayer *r, uint32_t function, uint32_t instruction)
{
    uint64_t at;
    return map_get(&r->index, key_of(function, instruction), &at) ? &r->queues.data[at] : NULL;
}

static void fill_queues(struct replayer *r)
{
    for (uint32_t i = 0; i < r->trace->choices.count; i++) {
        const struct trace_choice *c = &r->trace->choices.data[i];
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
        if (r->program->functions.data[c->function].instructions.data[c->instruction].op == OP_LOAD) return true;
    }
    return false;
}

static enum interp_answer choose(void *context, const struct interp_choice *c, struct interp_value *out)
{
    struct replayer *r = context;
    struct queue *q = queue_of(r, c->function, c->instruction);
    const struct instruction *in = &r->program->functions.data[c->function].instructions.data[c->instruction];
    if (q) {
        size_t at = in->op == OP_LOAD ? (q->ran ? q->ran - 1 : 0) : q->next++;
        if (at < q->items.count) {
            const struct trace_choice *v = &r->trace->choices.data[q->items.data[at]];
            out->low = v->low;
            out->high = v->high;
        }
    }
    struct trace_choice made = {c->function, c->instruction, out->low, out->high};
    VECTOR_PUSH(&r->out->choices, (struct replay_choice){made, c->kind, c->type, c->name});
    if (r->watch) r->watch->chose(r->watch->context, c, out);
    return INTERP_ANSWERED;
}

static void observe(void *context, const struct interp *t, uint32_t function, uint32_t instruction)
{
    struct replayer *r = context;
    if (r->watch) r->watch->saw(r->watch->context, t, function, instruction);
    if (r->program->functions.data[function].instructions.data[instruction].op != OP_LOAD) return;
    struct queue *q = queue_of(r, function, instruction);
    if (q) q->ran++;
}

static void release(struct replayer *r)
{
    for (size_t i = 0; i < r->queues.count; i++) VECTOR_RELEASE(&r->queues.data[i].items);
    VECTOR_RELEASE(&r->queues);
    map_release(&r->index);
}

/* The arguments of a function that runs alone: numbers and null; memory behind a pointer cannot be made. */
static bool bind_arguments(struct replayer *r, uint32_t entry, struct interp_value *arguments)
{
    const struct function *f = &r->program->functions.data[entry];
    for (size_t i = 0; i < r->trace->choices.count; i++) {
        const struct trace_choice *c = &r->trace->choices.data[i];
        const struct instruction *in = &f->instructions.data[c->instruction];
        if (c->function != entry || in->op != OP_PARAM) continue;
        if (in->type.kind == TYPE_POINTER && c->high) {
            snprintf(r->out->message, sizeof r->out->message,
                     "replay: %s may be violated, but the memory behind a parameter of %s cannot be made for a replay",
                     violation_name(r->trace->kind), f->name);
            r->out->end = INTERP_UNSUPPORTED;
            return false;
        }
        arguments[in->extra] = (struct interp_value){c->low, c->high};
        struct interp_choice asked = {INTERP_CHOICE_INPUT, entry, c->instruction, in->type, ""};
        VECTOR_PUSH(&r->out->choices, (struct replay_choice){*c, INTERP_CHOICE_INPUT, in->type, ""});
        if (r->watch) r->watch->chose(r->watch->context, &asked, &arguments[in->extra]);
    }
    return true;
}

void trace_replay(const struct program *p, const struct trace *t, uint32_t entry, double seconds, struct replay *out)
{
    trace_replay_watched(p, t, entry, seconds, out, NULL);
}

void trace_replay_watched(const struct program *p, const struct trace *t, uint32_t entry, double seconds, struct replay *out,
                          const struct replay_watch *watch)
{
    *out = (struct replay){0};
    struct replayer r = {.program = p, .trace = t, .out = out, .watch = watch};
    fill_queues(&r);
    bool watched = watch || any_load(&r); /* else it runs at full speed */
    struct interp_options options = {
        .choose = choose,
        .observe = watched ? observe : NULL,
        .context = &r,
        .errors = violation_errors(t->kind),
        .external = INTERP_EXTERNAL_CHOOSE,
        .malloc_may_fail = true,
        .step_limit = (uint64_t)(seconds * (watched ? 2e7 : 2e8)) + 1000000,
    };
    struct interp_value *arguments = calloc(p->functions.data[entry].param_count + 1, sizeof *arguments);
    bool alone = entry != p->entry;
    if (alone && !bind_arguments(&r, entry, arguments)) {
        free(arguments);
        release(&r);
        return;
    }
    struct interp *interp = interp_new(p);
    struct interp_result result;
    if (alone)
        interp_call(interp, &options, entry, arguments, NULL, &result);
    else
        interp_run(interp, &options, &result);
    free(arguments);
    out->end = result.end;
    out->confirmed = result.end == INTERP_ERROR && (violation_errors(t->kind) & INTERP_BIT(result.error));
    out->place = result.place;
    memcpy(out->message, result.message, sizeof out->message);
    for (uint32_t i = 0; i < result.stack_count; i++) VECTOR_PUSH(&out->stack, result.stack[i]);
    out->same_place = result.stack_count && result.stack[0].function == t->function && result.stack[0].instruction == t->instruction;
    interp_free(interp);
    release(&r);
    if (alone && !out->confirmed)
        snprintf(out->message, sizeof out->message,
                 "replay: %s may be violated, but not where globals have their initial values", violation_name(t->kind));
}

static bool says_unsigned(const char *name)
{
    static const char *const words[] = {"uint", "ulong", "ushort", "uchar", "unsigned", "u8", "u16", "u32", "u64", "size_t", "bool"};
    for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i])) return true;
    return false;
}

void trace_value_text(const struct program *p, const struct trace_choice *c, char *out, size_t room)
{
    const struct instruction *in = &p->functions.data[c->function].instructions.data[c->instruction];
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
