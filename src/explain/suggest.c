/* Suggestions: what decides the program was tried. Inputs, and what loops leave unbounded,
 * are assumed to be small, from wide ranges to narrow ones; then values that need no
 * assumption lose theirs. Beside that, options. */
#include "explain/probe.h"

#include "base/clock.h"
#include "base/failure.h"
#include "engine/certify.h"

#include <stdio.h>

enum { MOST_VALUES = 12, MOST_WORDS = 400 };
static const double LEAST_TRY = 1, LEAST_END = 0.5;

struct candidate {
    struct probe_range range;
    char name[60];
    const struct place *place; /* of the input, or of the loop */
    bool of_callers;           /* a parameter of the function that is verified alone */
    bool used;
};
struct trying {
    struct explained *out;
    const struct explain_task *task;
    struct candidate list[MOST_VALUES];
    size_t count;
    bool never_ends; /* with it no run reaches the end */
};

static double left(const struct trying *t)
{
    return wall_left(t->task->until);
}

/* As long as the question took, or a part of what is left. */
static double one_try(const struct trying *t)
{
    double seconds = t->task->judgement->result.seconds;
    if (seconds < LEAST_TRY)
        seconds = LEAST_TRY;
    return seconds > left(t) / 2 ? left(t) / 2 : seconds;
}

/* --- tries --- */

static enum verdict judge_with(const struct trying *t, const struct judge_options *with)
{
    struct judge_options o = *with;
    struct judgement j;
    o.driver.until = wall_now() + one_try(t);
    o.driver.task.program = t->task->program;
    o.driver.task.explain = false;
    judge_program(&o, &j);
    enum verdict v = j.verdict;
    if (v == VERDICT_TRUE && j.result.never_finishes)
        v = VERDICT_UNKNOWN;
    if (v == VERDICT_FALSE && t->task->only_proofs)
        v = VERDICT_UNKNOWN;
    judgement_release(&j);
    return v;
}

static enum verdict judge_assuming(struct trying *t)
{
    struct probe p;
    probe_init(&p, t->task->program);
    for (size_t i = 0; i < t->count; i++)
        if (t->list[i].used)
            probe_assume(&p, &t->list[i].range);
    enum verdict v = judge_with(t, t->task->options);
    if (v == VERDICT_TRUE) {
        struct probe end = {.program = t->task->program};
        probe_return(&end, t->task->options->driver.task.entry);
        t->never_ends = probe_ask(t->task, &end, LEAST_END) != VERDICT_FALSE;
        probe_release(&end);
    }
    probe_release(&p);
    return v;
}

/* --- words --- */

static void put_number(struct text *out, __int128 v)
{
    text_add(out, "%lld", (long long)v);
}

static void put_range(struct text *out, const struct candidate *c)
{
    put_number(out, c->range.least);
    text_add(out, " <= %s && %s <= ", c->name, c->name);
    put_number(out, c->range.most);
}

static void suggest(const struct trying *t, const struct candidate *c, enum verdict v,
                    bool first)
{
    LAW(v != VERDICT_UNKNOWN && c->used);
    struct text range = {0};
    char where[256];
    const char *decided = v == VERDICT_TRUE ? "holds" : "is violated";
    const char *end = t->never_ends && v == VERDICT_TRUE
                          ? ", but no run was found that meets it and reaches the end"
                          : "";
    put_range(&range, c);
    place_text(t->task->program, c->place, where, sizeof where);
    const char *with = first ? "with" : "and with";
    if (c->of_callers)
        explained_add(t->out, "assumption", c->place, text_of(&range),
                      "%s --assume '%s' it %s (tried)%s", with, text_of(&range), decided,
                      end);
    else
        explained_add(t->out, "assumption", c->place, text_of(&range),
                      "%s __VERIFIER_assume(%s) %s %s it %s (tried)%s", with, text_of(&range),
                      c->range.at_end ? "at the end of the body of the loop at" : "after",
                      where, decided, end);
    text_release(&range);
}

static void suggest_all(const struct trying *t, enum verdict v)
{
    bool first = true;
    for (size_t i = 0; i < t->count; i++) {
        if (!t->list[i].used)
            continue;
        suggest(t, &t->list[i], v, first);
        first = false;
    }
}

/* --- ranges --- */

enum { STEPS = 5 };
/* The range of that number; false: it says nothing of values of that width, or there are no
 * more. */
static bool set_range(struct probe_range *r, unsigned width, unsigned step)
{
    LAW(step < STEPS && width >= 2 && width <= 64);
    static const __int128 most[STEPS] = {1000000, 1000, 1000, 10, 3};
    __int128 whole = (__int128)1 << (r->is_signed ? width - 1 : width);
    r->most = most[step];
    r->least = r->is_signed && step < 2 ? -most[step] : 0;
    return r->most < whole - 1;
}

static unsigned width_of(const struct trying *t, const struct probe_range *r)
{
    const struct program *p = t->task->program;
    return value_type(p, &p->functions.data[r->function], (struct value){r->value}).width;
}

static bool narrow(struct trying *t, unsigned step)
{
    bool any = false;
    for (size_t i = 0; i < t->count; i++) {
        struct candidate *c = &t->list[i];
        c->used = set_range(&c->range, width_of(t, &c->range), step);
        any |= c->used;
    }
    return any;
}

/* Assumptions that are not needed are dropped, while there is time. */
static void reduce(struct trying *t, enum verdict wanted)
{
    LAW(wanted != VERDICT_UNKNOWN);
    size_t used = 0;
    for (size_t i = 0; i < t->count; i++)
        used += t->list[i].used;
    for (size_t i = 0; i < t->count && used > 1 && left(t) > 2 * LEAST_TRY; i++) {
        if (!t->list[i].used)
            continue;
        bool ended = t->never_ends;
        t->list[i].used = false;
        if (judge_assuming(t) == wanted) {
            used--;
            continue;
        }
        t->list[i].used = true;
        t->never_ends = ended;
    }
}

static bool try_ranges(struct trying *t)
{
    for (unsigned step = 0; t->count && step < STEPS && left(t) > LEAST_TRY; step++) {
        if (!narrow(t, step))
            continue;
        enum verdict v = judge_assuming(t);
        if (v == VERDICT_UNKNOWN)
            continue;
        reduce(t, v);
        suggest_all(t, v);
        return true;
    }
    return false;
}

/* --- what may be assumed --- */

static bool is_signed(const struct program *p, uint32_t variable)
{
    return p->ctypes.data[p->variables.data[variable].ctype].kind == CTYPE_SIGNED;
}

/* Where the source keeps only a part of an input: the value that is that part. */
static uint32_t kept_part(const struct function *f, uint32_t value)
{
    if (certify_variable(f, value) != UINT32_MAX)
        return value;
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_TRUNC || in->block == UINT32_MAX ||
            instruction_operand(f, in, 0).id != value)
            continue;
        if (certify_variable(f, i) != UINT32_MAX)
            return i;
    }
    return value;
}

static struct candidate *add(struct trying *t, uint32_t function, uint32_t value,
                             const char *name, bool at_end)
{
    const struct program *p = t->task->program;
    const struct function *f = &p->functions.data[function];
    struct type type = f->instructions.data[value].type;
    uint32_t variable = certify_variable(f, value);
    if (t->count == MOST_VALUES || type.kind != TYPE_INT || type.width < 8 || type.width > 64)
        return NULL;
    if (variable == UINT32_MAX)
        return NULL;
    struct candidate *c = &t->list[t->count++];
    *c = (struct candidate){.range = {function, value, at_end, is_signed(p, variable), 0, 0}};
    snprintf(c->name, sizeof c->name, "%.*s", (int)sizeof c->name - 1,
             name ? name : p->variables.data[variable].name);
    c->place = instruction_place(p, &f->instructions.data[value]);
    return c;
}

/* Inputs that the source keeps in a variable. */
static void find_inputs(struct trying *t)
{
    const struct program *p = t->task->program;
    t->count = 0;
    for (uint32_t f = 0; f < p->functions.count; f++)
        for (uint32_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->op != OP_INPUT || in->block == UINT32_MAX || !in->text)
                continue;
            if (builtin_find(in->text) != BUILTIN_INPUT)
                continue;
            struct candidate *c = add(t, f, kept_part(&p->functions.data[f], i), NULL, false);
            if (c)
                c->of_callers = text_same(p->functions.data[f].name, "sooth_harness");
        }
}

static const struct place *head_place(const struct program *p,
                                      const struct explain_item *item)
{
    const struct function *f = &p->functions.data[item->function];
    const struct block *b = &f->blocks.data[f->instructions.data[item->value].block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct place *at =
            instruction_place(p, &f->instructions.data[b->instructions.data[i]]);
        if (at->line)
            return at;
    }
    return &f->place;
}

static void find_unbounded(struct trying *t)
{
    const struct driver_result *r = &t->task->judgement->result;
    t->count = 0;
    for (size_t i = 0; i < r->explained.count; i++) {
        const struct explain_item *item = &r->explained.data[i];
        if (item->kind != EXPLAIN_VARIABLE || item->value == EXPLAIN_NOWHERE)
            continue;
        if (t->task->program->functions.data[item->function]
                .instructions.data[item->value]
                .op != OP_PHI)
            continue;
        struct candidate *c = add(t, item->function, item->value, item->name, true);
        if (c)
            c->place = head_place(t->task->program, item);
    }
}

/* --- options --- */

static bool try_option(struct trying *t, const char *option, const struct judge_options *o)
{
    if (left(t) < LEAST_TRY)
        return false;
    enum verdict v = judge_with(t, o);
    if (v == VERDICT_UNKNOWN)
        return false;
    explained_add(t->out, "option", NULL, option, "with %s it %s (tried)", option,
                  v == VERDICT_TRUE ? "holds" : "is violated");
    return true;
}

static bool try_externals(struct trying *t)
{
    const struct judgement *j = t->task->judgement;
    struct judge_options o = *t->task->options;
    if (!j->result.externals.count || o.driver.task.external_given)
        return false;
    o.driver.task.external = EXTERN_PURE;
    o.driver.task.external_given = true;
    return try_option(t, "--extern pure", &o);
}

static bool try_engines(struct trying *t)
{
    static const char *const engines[] = {"bmc", "ai", "kinduction"};
    struct judge_options o = *t->task->options;
    bool found = false;
    if (o.driver.only && o.driver.task.domain) {
        o.driver.task.domain = NULL;
        if (try_option(t, "all domains", &o))
            return true;
    }
    if (t->task->options->driver.only) {
        o.driver.only = NULL;
        return try_option(t, "all engines", &o);
    }
    for (size_t i = 0; i < sizeof engines / sizeof *engines && !found; i++) {
        char option[40];
        snprintf(option, sizeof option, "--engine %s", engines[i]);
        o.driver.only = engine_find(engines[i]);
        found = try_option(t, option, &o);
    }
    return found;
}

bool explain_suggest(struct explained *e, const struct explain_task *task)
{
    struct trying t = {.out = e, .task = task};
    bool found = task->options->driver.only && try_engines(&t);
    found = found || try_externals(&t);
    if (!found) {
        find_inputs(&t);
        found = try_ranges(&t);
    }
    if (!found) {
        find_unbounded(&t);
        found = try_ranges(&t);
    }
    return found || (!task->options->driver.only && try_engines(&t));
}
