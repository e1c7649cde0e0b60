/* The ends of a run: fills the result with place, sentence and call stack, and leaves the
 * run. */
#include "interp/interp_internal.h"

#include "base/text.h"
#include "program/library.h"

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

static const struct place *place_of(const struct interp *t, uint32_t function,
                                    uint32_t instruction)
{
    static const struct place unknown;
    const struct function *f = &t->program->functions.data[function];
    if (instruction >= f->instructions.count)
        return &unknown;
    return instruction_place(t->program, &f->instructions.data[instruction]);
}

bool function_in_model(const struct interp *t, uint32_t function)
{
    return library_unit(t->program->functions.data[function].unit);
}

static void fill_stack(struct interp *t)
{
    VECTOR_CLEAR(&t->trace);
    for (const struct frame *f = t->frame; f; f = f->caller)
        VECTOR_PUSH(&t->trace, (struct interp_frame){f->function->function,
                                                     f->pc ? f->pc->source : UINT32_MAX});
    t->result->stack = t->trace.data;
    t->result->stack_count = (uint32_t)t->trace.count;
    for (size_t k = 0; k < t->trace.count; k++) {
        const struct interp_frame *f = &t->trace.data[k];
        const struct place *p = place_of(t, f->function, f->instruction);
        if (!p->line || (function_in_model(t, f->function) && k + 1 < t->trace.count))
            continue;
        t->result->place = *p;
        return;
    }
}

static _Noreturn void leave(struct interp *t, enum interp_end end, const char *format,
                            va_list arguments)
{
    struct interp_result *r = t->result;
    r->end = end;
    r->steps = t->steps;
    fill_stack(t);
    char place[200] = "";
    if (r->place.line)
        place_text(t->program, &r->place, place, sizeof place);
    int n = snprintf(r->message, sizeof r->message, "%s%s", place, place[0] ? ": " : "");
    if (n < 0 || (size_t)n >= sizeof r->message)
        n = 0;
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
    if (t->options->external == INTERP_EXTERNAL_FOLLOW)
        stop_end(t, INTERP_UNSUPPORTED,
                 "what a function without body returns or writes is used as %s", what);
    if (error_wanted(t, INTERP_UNINITIALISED))
        stop_error(t, INTERP_UNINITIALISED, "an uninitialised value is used as %s", what);
}

/* The source variable that holds the value of an instruction right after it, or null. */
static const char *variable_of(const struct interp *t, uint32_t function,
                               uint32_t instruction)
{
    const struct function *f = &t->program->functions.data[function];
    const struct instruction *made = &f->instructions.data[instruction];
    uint32_t variable = made->op == OP_ALLOCA ? made->variable : UINT32_MAX;
    for (uint32_t k = 0;
         made->op == OP_CALL && k < f->instructions.count && variable == UINT32_MAX; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op == OP_NOTE && i->block != UINT32_MAX &&
            instruction_operand(f, i, 0).id == instruction)
            variable = i->variable;
    }
    return variable == UINT32_MAX ? NULL : t->program->variables.data[variable].name;
}

/* "`buf` (40 bytes, heap, allocated at a.c:9)" or "a heap object (40 bytes, allocated at
 * a.c:9)" */
void describe_object(const struct interp *t, const struct object *o, char *buffer,
                     size_t room)
{
    static const char *const kinds[] = {"", "function", "global", "local", "heap", ""};
    const struct program *p = t->program;
    const char *name = NULL, *kind = o->read_only ? "constant" : kinds[o->kind];
    char born[160] = "", where[120];
    if (o->kind == OBJECT_FUNCTION) {
        snprintf(buffer, room, "function `%s`", p->functions.data[o->index].name);
        return;
    }
    if (o->kind == OBJECT_GIVEN) {
        snprintf(buffer, room, "the %s (%llu byte%s)", t->memory.given_names.data[o->index],
                 (unsigned long long)o->full_size, o->full_size == 1 ? "" : "s");
        return;
    }
    if (o->kind == OBJECT_GLOBAL) {
        name = p->globals.data[o->index].name;
    } else if (o->made_function != UINT32_MAX) {
        name = variable_of(t, o->made_function, o->made_at);
        const struct place *at = place_of(t, o->made_function, o->made_at);
        if (at->line && o->kind == OBJECT_HEAP)
            snprintf(born, sizeof born, ", allocated at %s",
                     place_text(p, at, where, sizeof where));
    }
    char numbered[40];
    if (o->kind == OBJECT_HEAP) {
        snprintf(numbered, sizeof numbered, "heap object %u", o->index);
        kind = numbered;
    }
    unsigned long long size = o->full_size;
    const char *plural = size == 1 ? "" : "s";
    if (name && *name)
        snprintf(buffer, room, "`%s` (%llu byte%s, %s%s)", name, size, plural, kind, born);
    else
        snprintf(buffer, room,
                 o->kind == OBJECT_HEAP ? "%s (%llu byte%s%s)"
                                        : "a %s object (%llu byte%s%s)",
                 kind, size, plural, born);
}

static _Noreturn void stop_dead(struct interp *t, const struct object *o, const char *doing)
{
    char what[200], where[120], ended[160] = "";
    describe_object(t, o, what, sizeof what);
    if (o->state == OBJECT_DOUBTED)
        stop_end(t, INTERP_UNSUPPORTED, "%s of %s, whose lifetime may have ended", doing,
                 what);
    if (o->state != OBJECT_FREED)
        stop_error(t, INTERP_SCOPE, "%s of %s, whose lifetime has ended", doing, what);
    const struct place *at = place_of(t, o->ended_function, o->ended_at);
    if (at->line)
        snprintf(ended, sizeof ended, " at %s",
                 place_text(t->program, at, where, sizeof where));
    stop_error(t, INTERP_FREED, "%s of %s, which was freed%s", doing, what, ended);
}

/* `extern const char table[];`, which is defined elsewhere. */
static bool is_of_unknown_size(const struct interp *t, const struct object *o)
{
    if (o->kind != OBJECT_GLOBAL)
        return false;
    const struct global *g = &t->program->globals.data[o->index];
    return g->external && !g->size;
}

void stop_access(struct interp *t, slot p, uint64_t size, enum access access)
{
    const struct object *o = &t->memory.objects[pointer_object(p)];
    unsigned long long address = p.low;
    char doing[60], what[200];
    snprintf(doing, sizeof doing, "%s %llu byte%s", access == ACCESS_READ ? "read" : "write",
             (unsigned long long)size, size == 1 ? "" : "s");
    if (o->kind == OBJECT_NONE && address < 65536)
        stop_error(t, INTERP_NULL, "%s through a null pointer%s", doing,
                   address ? " plus an offset" : "");
    if (o->kind == OBJECT_NONE)
        stop_error(t, INTERP_INVALID, "%s at address 0x%llx, which is in no object", doing,
                   address);
    if (o->generation != pointer_generation(p) && o->kind == OBJECT_HEAP)
        stop_error(t, INTERP_FREED, "%s of a heap object freed long ago", doing);
    if (o->generation != pointer_generation(p))
        stop_error(t, INTERP_SCOPE, "%s of a local whose lifetime has ended", doing);
    if (o->state != OBJECT_ALIVE)
        stop_dead(t, o, doing);
    describe_object(t, o, what, sizeof what);
    if (o->kind == OBJECT_FUNCTION)
        stop_error(t, INTERP_INVALID, "%s of %s", doing, what);
    if (is_of_unknown_size(t, o))
        stop_end(t, INTERP_UNSUPPORTED, "%s of %s, whose size is not known", doing, what);
    long long offset = sign_shift(p.low - o->base, 64 - t->program->pointer_width);
    t->result->object = (struct interp_object){.known = true,
                                               .given = o->kind == OBJECT_GIVEN,
                                               .size = o->full_size,
                                               .offset = offset,
                                               .bytes = size};
    if (o->made_function != UINT32_MAX)
        t->result->object.made = *place_of(t, o->made_function, o->made_at);
    stop_error(t, INTERP_BOUNDS, "%s at offset %lld of %s", doing, offset, what);
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
        stop_error(t, INTERP_INVALID_FREE, "free at offset %lld of %s",
                   (long long)(p.low - o->base), what);
    stop_error(t, INTERP_INVALID_FREE, "free of %s", what);
}
