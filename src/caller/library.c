/* What a function can tell of what its callers did with the C library before: variables of
 * the models keep what they begin with, besides those named environment_...
 * (models/models.h), which do so only where globals hold their initial values. */
#include "caller/caller_internal.h"

#include "base/text.h"
#include "program/library.h"

/* In the order in which they are told. */
enum past {
    PAST_OPTIONS,
    PAST_SIGNALS,
    PAST_EXIT,
    PAST_STREAMS,
    PAST_INDICATORS,
    PAST_PUSHED,
    PAST_ERRNO,
    PAST_TOKENS,
    PAST_LOCALE,
    PAST_OTHER,
    PASTS
};
static const char *const words[PASTS] = {
    "no option was read",
    "no handler of a signal is set",
    "no handler of exit is set",
    "stdin, stdout and stderr are open",
    "their indicators are clear",
    "no character was put back to a stream",
    "errno is 0",
    "strtok has no text",
    "the locale is C",
    "nothing was set that it keeps",
};

/* The models that keep something. Any other one is taken to keep what can be told. */
static const struct keeper {
    const char *unit;
    enum past past; /* PASTS: all results are possible whatever was before */
    bool hidden;    /* nobody gets the address of its static variables */
} keepers[] = {
    {"<models>/getopt.c", PAST_OPTIONS, true},
    {"<models>/getopt_long.c", PAST_OPTIONS, true},
    {"<models>/signal.c", PAST_SIGNALS, true},
    {"<models>/exit.c", PAST_EXIT, true},
    {"<models>/stdio.c", PAST_STREAMS, true},
    {"<models>/stdio_file.c", PASTS, true},
    {"<models>/stdio_stream.c", PASTS, true},
    {"<models>/stdlib_random.c", PASTS, true},
    {"<models>/string_search.c", PAST_TOKENS, true},
    {"<models>/environment.c", PASTS, false},
    {"<models>/stdio_error.c", PASTS, false},
    {"<models>/string.c", PASTS, false}, /* errno: see look_at_constant */
    {"<models>/time.c", PASTS, false},
};

struct looking {
    const struct caller *plan;
    bool past[PASTS];
    bool exposed; /* a variable of the library that a pointer could lead to is used */
    bool *met;    /* by global */
};

static const struct keeper *keeper_of(const struct global *g)
{
    for (size_t i = 0; i < sizeof keepers / sizeof *keepers; i++)
        if (text_same(keepers[i].unit, g->unit))
            return &keepers[i];
    return NULL;
}

static void look_at_variable(struct looking *l, const struct global *g)
{
    if (g->read_only || !library_unit(g->unit))
        return;
    const struct keeper *k = keeper_of(g);
    bool before = text_starts(g->name, "environment_");
    enum past past = k ? k->past : PAST_OTHER;
    if (before && past == PAST_STREAMS)
        past = PAST_INDICATORS;
    if (past != PASTS && (!before || l->plan->initial_globals))
        l->past[past] = true;
    if (!k || !k->hidden || !g->internal)
        l->exposed = true;
}

static void look_at_constant(struct looking *l, struct value v, bool library);

/* What it points to from the start is used with it. */
static void look_at_global(struct looking *l, uint32_t index)
{
    const struct global *g = &l->plan->program->globals.data[index];
    if (l->met[index])
        return;
    l->met[index] = true;
    look_at_variable(l, g);
    for (uint32_t i = 0; i < g->relocation_count; i++)
        look_at_constant(l, g->relocations[i].value, library_unit(g->unit));
}

static void look_at_constant(struct looking *l, struct value v, bool library)
{
    const struct program *p = l->plan->program;
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    if (!c)
        return;
    if (c->kind == CONSTANT_GLOBAL)
        look_at_global(l, c->index);
    if (c->kind != CONSTANT_FUNCTION)
        return;
    const struct function *f = &p->functions.data[c->index];
    if (f->builtin == BUILTIN_MALLOC)
        l->exposed = true; /* it may set errno, also where the model does not */
    if (f->builtin == BUILTIN_EXIT)
        l->past[PAST_EXIT] = true;
    if (f->builtin == BUILTIN_ABORT)
        l->past[PAST_SIGNALS] = true;
    if (!library && l->plan->initial_globals && text_same(f->name, "__errno_location"))
        l->past[PAST_ERRNO] = true;
}

static void look_at_end(struct looking *l, const struct instruction *stop,
                        const struct instruction *before)
{
    bool asserted = before && before->block == stop->block && before->op == OP_CHECK &&
                    before->sub == CHECK_ASSERTION;
    if (stop->sub == STOP_EXIT)
        l->past[PAST_EXIT] = true;
    if (stop->sub == STOP_ABORT && !asserted)
        l->past[PAST_SIGNALS] = true;
}

static bool is_of_locale(const struct function *f)
{
    return text_same(f->unit, "<models>/ctype.c") ||
           text_same(f->unit, "<models>/stdlib_float.c") || text_same(f->name, "strcoll") ||
           text_same(f->name, "strxfrm");
}

static void look_at_function(struct looking *l, const struct function *f)
{
    const struct instruction *before = NULL;
    bool library = library_unit(f->unit);
    if (library && is_of_locale(f))
        l->past[PAST_LOCALE] = true;
    if (library && text_same(f->name, "ungetc"))
        l->past[PAST_PUSHED] = true;
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        if (in->op == OP_STOP)
            look_at_end(l, in, before);
        before = in;
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                look_at_constant(l, instruction_operand(f, in, k), library);
    }
}

/* A handler that something else in the program sets could run at any moment. */
static bool sets_handlers(const struct program *p)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count && !any; i++) {
        const struct function *f = &p->functions.data[i];
        any = library_unit(f->unit) &&
              (text_same(f->name, "signal") || text_same(f->name, "sigaction"));
    }
    return any;
}

static void look(struct looking *l)
{
    const struct program *p = l->plan->program;
    struct arena arena;
    arena_init(&arena);
    const bool *seen = caller_reached(l->plan, &arena);
    l->met = ARENA_ARRAY(&arena, bool, p->globals.count + 1);
    for (uint32_t f = 0; f < p->functions.count; f++)
        if (seen[f] && p->functions.data[f].has_body)
            look_at_function(l, &p->functions.data[f]);
    arena_release(&arena);
    l->past[PAST_SIGNALS] |= sets_handlers(p);
    l->past[PAST_INDICATORS] &= l->past[PAST_STREAMS]; /* others may have theirs set */
}

void caller_tell_library(const struct caller *plan, bool memory, struct text *out)
{
    struct looking l = {.plan = plan};
    const char *before = "the C library is in its initial state: ";
    look(&l);
    if (memory && l.exposed)
        text_put(out, "no pointer leads to errno or another variable of the C library\n");
    for (int i = 0; i < PASTS; i++) {
        if (!l.past[i])
            continue;
        text_add(out, "%s%s", before, words[i]);
        before = "; ";
    }
    if (*before == ';')
        text_put(out, "\n");
}

void caller_tell_streams(const struct caller *p, struct text *out)
{
    uint32_t streams = 0;
    for (size_t i = 0; i < p->spots.count; i++)
        streams += p->spots.data[i].shape == SPOT_STREAM;
    if (streams == 1)
        text_put(out, "the stream is none of stdin, stdout and stderr\n");
    if (streams > 1)
        text_put(out,
                 "the streams are different ones, and none of stdin, stdout and stderr\n");
}
