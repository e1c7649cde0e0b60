#include "report/report.h"

#include "base/failure.h"
#include "base/text.h"

#include <string.h>

void report_release(struct report *r)
{
    VECTOR_RELEASE(&r->findings);
    VECTOR_RELEASE(&r->externals);
    VECTOR_RELEASE(&r->notes);
}

bool report_holds(const struct report *r)
{
    bool violated = r->verdict != VERDICT_FALSE;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct report_finding *f = &r->findings.data[i];
        if (f->verdict == VERDICT_FALSE && !f->replay)
            return false;
        if (f->verdict != VERDICT_TRUE && r->verdict == VERDICT_TRUE)
            return false;
        violated = violated || (f->verdict == VERDICT_FALSE && f->kind == r->violated);
    }
    return violated && (r->verdict != VERDICT_UNKNOWN || r->reason);
}

static const char *place_of(const struct report *r, uint32_t function, uint32_t instruction,
                            char *out, size_t room)
{
    LAW(function < r->program->functions.count);
    const struct function *f = &r->program->functions.data[function];
    const struct place *place =
        instruction_place(r->program, &f->instructions.data[instruction]);
    return place_text(r->program, place->line ? place : &f->place, out, room);
}

/* In one line, as `sooth run --inputs` takes them; of very many only the first ones. */
static void print_inputs(const struct report *r, const struct replay *replay, FILE *out)
{
    enum { MOST_INPUTS = 4096, FIRST_INPUTS = 32 };
    const char *before = "inputs: ";
    size_t left = 0, most = replay->choices.count > MOST_INPUTS ? FIRST_INPUTS : SIZE_MAX;
    for (size_t i = 0; i < replay->choices.count; i++) {
        char text[64];
        if (replay->choices.data[i].kind != INTERP_CHOICE_INPUT)
            continue;
        if (!most) {
            left++;
            continue;
        }
        trace_value_text(r->program, &replay->choices.data[i].choice, text, sizeof text);
        fprintf(out, "%s%s", before, text);
        before = ",";
        most--;
    }
    if (left)
        fprintf(out, " and %zu more (--json lists them)", left);
    if (before[0] == ',')
        fprintf(out, "\n");
}

static void print_step(const struct report *r, const struct step *s, enum steps_detail detail,
                       FILE *out)
{
    char place[256];
    fprintf(out, "  %*s%s: ",
            detail == STEPS_FULL ? (int)(s->depth < 40 ? s->depth - (s->depth > 0) : 40) : 0,
            "", place_of(r, s->function, s->instruction, place, sizeof place));
    switch (s->kind) {
    case STEP_INPUT:
        fprintf(out, "input %s = %s\n", s->what, s->value);
        break;
    case STEP_MEMORY:
        fprintf(out, "finds %s = %s\n", s->what, s->value);
        break;
    case STEP_ASSIGN:
        fprintf(out, "%s = %s\n", s->what, s->value);
        break;
    case STEP_CALL:
        fprintf(out, "call of %s\n", s->what);
        break;
    case STEP_BRANCH:
        fprintf(out, "`%s` is %s", s->what, s->value);
        if (s->times > 1)
            fprintf(out, " (%u times)", s->times);
        fprintf(out, "\n");
        break;
    }
}

static void print_steps(const struct report *r, const struct steps *s,
                        enum steps_detail detail, FILE *out)
{
    for (size_t i = 0; i < s->list.count; i++)
        print_step(r, &s->list.data[i], detail, out);
    if (s->truncated)
        fprintf(out, "  ... more steps are left out\n");
    if (s->line[0])
        fprintf(out, "  at `%s`", s->line);
    const char *first = s->line[0] ? " with " : "  with ";
    for (size_t i = 0; i < s->last.count; i++)
        fprintf(out, "%s%s = %s", i ? ", " : first, s->last.data[i].what,
                s->last.data[i].value);
    if (s->line[0] || s->last.count)
        fprintf(out, "\n");
}

/* What the replay did not run one by one. */
static void print_skipped(const struct report *r, const struct replay *replay, FILE *out)
{
    for (size_t i = 0; i < replay->skipped.count; i++) {
        const struct trace_skip *s = &replay->skipped.data[i];
        const struct function *f = &r->program->functions.data[s->function];
        const struct instruction *last = block_terminator(f, &f->blocks.data[s->block]);
        char place[256];
        fprintf(out,
                "  %llu rounds of the loop at %s are not run one by one: what they do is "
                "shown by induction\n",
                (unsigned long long)s->rounds,
                place_of(r, s->function, (uint32_t)(last - f->instructions.data), place,
                         sizeof place));
    }
}

static void print_violation(const struct report *r, const struct report_finding *f,
                            enum steps_detail detail, FILE *out)
{
    fprintf(out, "%s: violated: %s\n", violation_name(f->kind), f->replay->message);
    for (size_t i = 1; i < f->replay->stack.count; i++) {
        const struct interp_frame *frame = &f->replay->stack.data[i];
        char place[256];
        fprintf(out, "  called from %s at %s\n",
                r->program->functions.data[frame->function].name,
                place_of(r, frame->function, frame->instruction, place, sizeof place));
    }
    for (size_t i = 0; i < f->replay->assumed.count; i++)
        if (f->replay->assumed.data[i].name[0])
            fprintf(out, "  assumed: %s, %llu byte%s\n", f->replay->assumed.data[i].name,
                    (unsigned long long)f->replay->assumed.data[i].size,
                    f->replay->assumed.data[i].size == 1 ? "" : "s");
    if (f->steps)
        print_steps(r, f->steps, detail, out);
    if (!r->function)
        print_inputs(r, f->replay, out);
    print_skipped(r, f->replay, out);
    if (f->native)
        fprintf(out, "replay: %s\n", f->native->text);
}

static void print_finding(const struct report *r, const struct report_finding *f,
                          enum steps_detail detail, FILE *out)
{
    switch (f->verdict) {
    case VERDICT_TRUE:
        fprintf(out, "%s: holds (%s: %s)\n", violation_name(f->kind), f->engine, f->argument);
        break;
    case VERDICT_UNKNOWN:
        fprintf(out, "%s: unknown\n", violation_name(f->kind));
        break;
    case VERDICT_FALSE:
        print_violation(r, f, detail, out);
        break;
    }
}

static void print_lines(const char *what, const char *lines, FILE *out)
{
    for (const char *end; lines && *lines; lines = end + 1) {
        end = strchrnul(lines, '\n');
        fprintf(out, "%s: %.*s\n", what, (int)(end - lines), lines);
        if (!*end)
            return;
    }
}

/* What --extern says of them. */
static const char *done_without_body(const char *policy)
{
    if (!strcmp(policy, "pure"))
        return "and change nothing";
    if (!strcmp(policy, "havoc"))
        return "and change anything whose address may be known to them";
    return "and change at most what their arguments lead to";
}

void report_text(const struct report *r, enum steps_detail detail, FILE *out)
{
    LAW(report_holds(r));
    for (size_t i = 0; i < r->findings.count; i++)
        print_finding(r, &r->findings.data[i], detail, out);
    if (r->externals.count) {
        fprintf(out, "assumed of functions without body (they return anything, %s):",
                done_without_body(r->external_policy));
        for (size_t i = 0; i < r->externals.count; i++)
            fprintf(out, " %s", r->program->functions.data[r->externals.data[i]].name);
        fprintf(out, "\n");
    }
    print_lines("condition for callers", r->conditions, out);
    print_lines("assuming", r->assumptions, out);
    for (size_t i = 0; i < r->notes.count; i++)
        fprintf(out, "note: %s\n", r->notes.data[i]);
    if (r->invariants)
        fputs(r->invariants, out);
    for (size_t i = 0; r->explained && i < r->explained->lines.count; i++)
        fprintf(out, "explain: %s\n", r->explained->lines.data[i].text);
    print_lines("statistics", r->statistics, out);
    if (r->certified)
        fprintf(out, "certified: %s\n", r->certified);
    if (r->verdict == VERDICT_FALSE)
        fprintf(out, "verdict: false(%s)\n", violation_name(r->violated));
    if (r->verdict == VERDICT_TRUE)
        fprintf(out, "verdict: true\n");
    if (r->verdict == VERDICT_UNKNOWN)
        fprintf(out, "verdict: unknown (%s)\n", r->reason);
    fflush(out);
}
