/* The ends of a run: fills the result with place, sentence and call stack, and leaves the run. */
#include "interp/interp_internal.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const names[INTERP_ERROR_COUNT] = {
    [INTERP_NO_ERROR] = "none",
    [INTERP_ASSERTION] = "assertion",
    [INTERP_NULL] = "null-dereference",
    [INTERP_BOUNDS] = "out-of-bounds",
    [INTERP_FREED] = "use-after-free",
    [INTERP_SCOPE] = "out-of-scope",
    [INTERP_INVALID] = "invalid-pointer",
    [INTERP_READ_ONLY] = "read-only",
    [INTERP_UNINITIALISED] = "uninitialised",
    [INTERP_DOUBLE_FREE] = "double-free",
    [INTERP_INVALID_FREE] = "invalid-free",
    [INTERP_OVERLAP] = "overlap",
    [INTERP_LEAK] = "leak",
    [INTERP_LOST] = "lost-memory",
    [INTERP_OVERFLOW] = "overflow",
    [INTERP_SHIFT] = "shift",
    [INTERP_DIVISION] = "division-by-zero",
    [INTERP_FLOAT_CAST] = "float-cast",
    [INTERP_UNREACHABLE] = "unreachable",
};

const char *interp_error_name(enum interp_error error)
{
    return names[error];
}

bool error_wanted(const struct interp *t, enum interp_error error)
{
    return t->options->errors & INTERP_BIT(error);
}

static const struct place *place_of(const struct interp *t, uint32_t function, uint32_t instruction)
{
    static const struct place unknown;
    const struct function *f = &t->program->functions.data[function];
    if (instruction >= f->instructions.count) return &unknown;
    return instruction_place(t->program, &f->instructions.data[instruction]);
}

static bool in_model(const struct interp *t, uint32_t function)
{
    const struct function *f = &t->program->functions.data[function];
    const char *unit = f->unit ? f->unit : "";
    return text_starts(unit, "models/") || text_starts(unit, "<models>");
}

static void fill_stack(struct interp *t)
{
    VECTOR_CLEAR(&t->trace);
    for (const struct frame *f = t->frame; f; f = f->caller)
        VECTOR_PUSH(&t->trace,
                    (struct interp_frame){f->function->function, f->pc ? f->pc->source : UINT32_MAX});
    t->result->stack = t->trace.data;
    t->result->stack_count = (uint32_t)t->trace.count;
    for (size_t k = 0; k < t->trace.count; k++) {
        const struct interp_frame *f = &t->trace.data[k];
        const struct place *p = place_of(t, f->function, f->instruction);
        if (!p->line || (in_model(t, f->function) && k + 1 < t->trace.count)) continue;
        t->result->place = *p;
        return;
    }
}

static _Noreturn void leave(struct interp *t, enum interp_end end, const char *format, va_list arguments)
{
    struct interp_result *r = t->result;
    r->end = end;
    r->steps = t->steps;
    fill_stack(t);
    char place[200] = "";
    if (r->place.line) place_text(t->program, &r->place, place, sizeof place);
    int n = snprintf(r->message, sizeof r->message, "%s%s", place, place[0] ? ": " : "");
    if (n < 0 || (size_t)n >= sizeof r->message) n = 0;
    vsnprintf(r->message + n, sizeof r->message - (size_t)n, format, arguments);
    longjmp(t->stop, 1);
}

void stop_error(struct interp *t, enum interp_error error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    t->result->error = error;
    leave(t, error_wanted(t, error) ? INTERP_ERROR : INTERP_UNDEFINED, format, arguments);
}

void stop_end(struct interp *t, enum interp_end end, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    leave(t, end, format, arguments);
}

void use_undefined(struct interp *t, const char *what)
{
    if (error_wanted(t, INTERP_UNINITIALISED))
        stop_error(t, INTERP_UNINITIALISED, "an uninitialised value is used as %s", what);
}

/* "`buf` (40 bytes, heap, allocated at a.c:9)" */
void describe_object(const struct interp *t, const struct object *o, char *buffer, size_t room)
{
    const struct program *p = t->program;
    const char *name = NULL;
    char born[160] = "";
    const char *kind = "heap";
    if (o->kind == OBJECT_FUNCTION) {
        snprintf(buffer, room, "function `%s`", p->functions.data[o->index].name);
        return;
    }
    if (o->kind == OBJECT_GLOBAL) {
        name = p->globals.data[o->index].name;
        kind = o->read_only ? "constant" : "global";
    } else if (o->made_function != UINT32_MAX) {
        const struct instruction *i = &p->functions.data[o->made_function].instructions.data[o->made_at];
        if (o->kind == OBJECT_STACK) {
            kind = "local";
            if (i->op == OP_ALLOCA && i->variable != UINT32_MAX) name = p->variables.data[i->variable].name;
        }
        const struct place *at = place_of(t, o->made_function, o->made_at);
        char where[120];
        if (at->line && o->kind == OBJECT_HEAP)
            snprintf(born, sizeof born, ", allocated at %s", place_text(p, at, where, sizeof where));
    }
    unsigned long long size = o->full_size;
    if (name && *name)
        snprintf(buffer, room, "`%s` (%llu bytes, %s%s)", name, size, kind, born);
    else
        snprintf(buffer, room, "an object (%llu bytes, %s%s)", size, kind, born);
}

static _Noreturn void stop_dead(struct interp *t, const struct object *o, uint64_t size, const char *doing)
{
    char what[200], where[120], ended[160] = "";
    describe_object(t, o, what, sizeof what);
    if (o->state == OBJECT_FREED) {
        const struct place *at = place_of(t, o->ended_function, o->ended_at);
        if (at->line)
            snprintf(ended, sizeof ended, ", freed at %s", place_text(t->program, at, where, sizeof where));
        stop_error(t, INTERP_FREED, "%s %llu bytes of freed %s%s", doing, (unsigned long long)size, what,
                   ended);
    }
    stop_error(t, INTERP_SCOPE, "%s %llu bytes of %s, whose lifetime has ended", doing,
               (unsigned long long)size, what);
}

void stop_access(struct interp *t, slot p, uint64_t size, const char *doing)
{
    const struct object *o = &t->memory.objects[pointer_object(p)];
    unsigned long long n = size, address = p.low;
    if (o->kind == OBJECT_NONE && address < 65536)
        stop_error(t, INTERP_NULL, "%s %llu bytes through a null pointer%s", doing, n,
                   address ? " plus an offset" : "");
    if (o->kind == OBJECT_NONE)
        stop_error(t, INTERP_INVALID, "%s %llu bytes at address 0x%llx, which is in no object", doing, n,
                   address);
    if (o->generation != pointer_generation(p) && o->kind == OBJECT_HEAP)
        stop_error(t, INTERP_FREED, "%s %llu bytes of a heap object freed long ago", doing, n);
    if (o->generation != pointer_generation(p))
        stop_error(t, INTERP_SCOPE, "%s %llu bytes of a local whose lifetime has ended", doing, n);
    if (o->state != OBJECT_ALIVE) stop_dead(t, o, size, doing);
    char what[200];
    describe_object(t, o, what, sizeof what);
    if (o->kind == OBJECT_FUNCTION) stop_error(t, INTERP_INVALID, "%s %llu bytes of %s", doing, n, what);
    long long offset = sign_shift(p.low - o->base, 64 - t->program->pointer_width);
    stop_error(t, INTERP_BOUNDS, "%s %llu bytes at offset %lld of %s", doing, n, offset, what);
}

void stop_free(struct interp *t, slot p)
{
    const struct object *o = &t->memory.objects[pointer_object(p)];
    char what[200] = "";
    if (o->kind == OBJECT_NONE)
        stop_error(t, INTERP_INVALID_FREE, "free of address 0x%llx, which is in no object",
                   (unsigned long long)p.low);
    if (o->generation != pointer_generation(p) && o->kind == OBJECT_HEAP)
        stop_error(t, INTERP_DOUBLE_FREE, "free of a heap object freed long ago");
    describe_object(t, o, what, sizeof what);
    if (o->kind == OBJECT_HEAP && o->state == OBJECT_FREED) {
        char where[120];
        const struct place *at = place_of(t, o->ended_function, o->ended_at);
        stop_error(t, INTERP_DOUBLE_FREE, "second free of %s, freed at %s", what,
                   place_text(t->program, at, where, sizeof where));
    }
    if (o->kind == OBJECT_HEAP)
        stop_error(t, INTERP_INVALID_FREE, "free at offset %lld of %s", (long long)(p.low - o->base), what);
    stop_error(t, INTERP_INVALID_FREE, "free of %s", what);
}
