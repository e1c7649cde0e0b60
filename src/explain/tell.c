/* What engines told, in the words of the source. */
#include "explain/explain.h"

#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_TEXT = 800 };

void explained_init(struct explained *e)
{
    *e = (struct explained){0};
    arena_init(&e->arena);
}

void explained_release(struct explained *e)
{
    VECTOR_RELEASE(&e->lines);
    arena_release(&e->arena);
}

void explained_add(struct explained *e, const char *kind, const struct place *place,
                   const char *name, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct explain_line line = {.kind = kind, .text = arena_text(&e->arena, text)};
    if (name)
        line.name = arena_text(&e->arena, name);
    if (place)
        line.place = *place;
    VECTOR_PUSH(&e->lines, line);
}

/* Of a loop: the first line of its head; else the instruction's own, or its function's. */
static const struct place *place_of(const struct program *p, uint32_t function,
                                    uint32_t instruction)
{
    static const struct place nowhere;
    if (function == EXPLAIN_NOWHERE || instruction == EXPLAIN_NOWHERE)
        return &nowhere;
    const struct function *f = &p->functions.data[function];
    LAW(instruction < f->instructions.count);
    const struct instruction *in = &f->instructions.data[instruction];
    const struct place *own = instruction_place(p, in);
    if (own->line || in->block >= f->blocks.count)
        return own->line ? own : &f->place;
    const struct block *b = &f->blocks.data[in->block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct place *at =
            instruction_place(p, &f->instructions.data[b->instructions.data[i]]);
        if (at->line)
            return at;
    }
    return &f->place;
}

static const char *missing_text(enum explain_missing m)
{
    switch (m) {
    case MISSING_ALL:
        return "may hold any value";
    case MISSING_UPPER:
        return "has no upper bound";
    case MISSING_LOWER:
        return "has no lower bound";
    }
    return "";
}

static void tell_member(struct explained *e, const struct program *p,
                        const struct explain_item *item, const char *loop)
{
    char made[256] = "a place that is not known",
         when[300] = "once the iteration that made them is over";
    const struct place *at = place_of(p, item->made_function, item->made);
    if (at->line)
        place_text(p, at, made, sizeof made);
    if (item->function != EXPLAIN_NOWHERE)
        snprintf(when, sizeof when, "at the head of the loop at %s", loop);
    explained_add(e, "member", at, item->name, "%s of objects allocated at %s %s %s",
                  item->name, made, missing_text(item->missing), when);
}

static void tell_item(struct explained *e, const struct program *p,
                      const struct explain_item *item)
{
    char text[256];
    const struct place *at = place_of(p, item->function, item->instruction);
    const char *where = place_text(p, at, text, sizeof text);
    switch ((enum explain_kind)item->kind) {
    case EXPLAIN_UNWOUND:
        explained_add(e, "unwound", NULL, NULL,
                      "no run with at most %u unwinding%s of each loop goes wrong",
                      item->number, item->number == 1 ? "" : "s");
        return;
    case EXPLAIN_GOES_ON:
        explained_add(e, "goes-on", at, NULL,
                      "the loop or recursion at %s goes on beyond that", where);
        return;
    case EXPLAIN_OPEN:
        explained_add(e, "open", at, violation_name((enum violation)item->number),
                      "%s is not excluded at %s",
                      violation_name((enum violation)item->number), where);
        return;
    case EXPLAIN_CUT:
        explained_add(e, "cut", at, NULL, "that a run comes to %s is not excluded: %s", where,
                      item->name);
        return;
    case EXPLAIN_VARIABLE:
        explained_add(e, "variable", at, item->name, "%s %s at the head of the loop at %s",
                      item->name, missing_text(item->missing), where);
        return;
    case EXPLAIN_MEMBER:
        tell_member(e, p, item, where);
        return;
    case EXPLAIN_OBJECT:
        explained_add(e, "content", at, item->name,
                      "nothing is known of what is in %s at the head of the loop at %s",
                      item->name, where);
        return;
    case EXPLAIN_OBSTACLE:
        explained_add(e, "obstacle", NULL, NULL,
                      "no invariants of loops could be looked for: %s", item->name);
        return;
    case EXPLAIN_KINDS:
        return;
    }
}

static bool is_about(const struct explain_item *item, uint32_t violations)
{
    return item->kind != EXPLAIN_OPEN ||
           (item->number < VIOLATION_COUNT && (violations & VIOLATION_BIT(item->number)));
}

static void tell_time(struct explained *e, const struct explain_task *t)
{
    if (t->judgement->reason.kind != REASON_TIME || t->limit <= 0)
        return;
    const struct driver_result *r = &t->judgement->result;
    explained_add(e, "time", NULL, NULL,
                  "the limit of %g s was reached: engines had %.1f s of it", t->limit,
                  r->seconds);
}

static void tell_attempts(struct explained *e, const char *lines)
{
    for (const char *end; *lines; lines = end + 1) {
        end = lines;
        while (*end && *end != '\n')
            end++;
        explained_add(e, "engine", NULL, NULL, "%.*s", (int)(end - lines), lines);
        if (!*end)
            return;
    }
}

void explain_open(struct explained *e, const struct explain_task *t)
{
    const struct driver_result *r = &t->judgement->result;
    uint32_t open = 0;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (r->findings[v].verdict == VERDICT_UNKNOWN)
            open |= VIOLATION_BIT(v);
    tell_time(e, t);
    tell_attempts(e, text_of(&r->attempts));
    for (size_t i = 0; i < r->explained.count; i++)
        if (is_about(&r->explained.data[i], open))
            tell_item(e, t->program, &r->explained.data[i]);
    for (size_t i = 0; i < r->externals.count; i++) {
        const struct function *f = &t->program->functions.data[r->externals.data[i]];
        explained_add(e, "call", &f->place, f->name,
                      "%s has no body: what it returns and changes is any value", f->name);
    }
}
