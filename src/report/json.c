/* The result as JSON: the only file of this room that includes jansson. */
#include "report/report.h"

#include "base/failure.h"

#include <jansson.h>
#include <string.h>

static const char *const verdicts[] = {
    [VERDICT_UNKNOWN] = "unknown", [VERDICT_TRUE] = "true", [VERDICT_FALSE] = "false"};
static const char *const step_kinds[] = {[STEP_INPUT] = "input",
                                         [STEP_ASSIGN] = "assignment",
                                         [STEP_BRANCH] = "branch",
                                         [STEP_CALL] = "call",
                                         [STEP_MEMORY] = "memory"};

static json_t *string_of(const char *text) /* null where the text is not UTF-8 */
{
    json_t *s = json_string(text ? text : "");
    return s ? s : json_null();
}

static void put_place(json_t *o, const struct program *p, const struct place *place)
{
    json_object_set_new(
        o, "file", string_of(place->file < p->files.count ? p->files.data[place->file] : ""));
    json_object_set_new(o, "line", json_integer(place->line));
}

static const struct place *place_in(const struct program *p, uint32_t function,
                                    uint32_t instruction)
{
    return instruction_place(p, &p->functions.data[function].instructions.data[instruction]);
}

static json_t *stack_of(const struct program *p, const struct replay *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->stack.count; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "function",
                            string_of(p->functions.data[r->stack.data[i].function].name));
        put_place(o, p, place_in(p, r->stack.data[i].function, r->stack.data[i].instruction));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *step_of(const struct program *p, const struct step *s)
{
    LAW(s->function < p->functions.count);
    json_t *o = json_object();
    json_object_set_new(o, "kind", string_of(step_kinds[s->kind]));
    json_object_set_new(o, "function", string_of(p->functions.data[s->function].name));
    put_place(o, p, place_in(p, s->function, s->instruction));
    const char *what = s->kind == STEP_CALL ? "callee" : "variable";
    json_object_set_new(o, s->kind == STEP_BRANCH ? "source" : what, string_of(s->what));
    if (s->kind != STEP_CALL)
        json_object_set_new(o, "value", string_of(s->value));
    if (s->times > 1)
        json_object_set_new(o, "times", json_integer(s->times));
    return o;
}

static void put_steps(json_t *o, const struct program *p, const struct steps *s)
{
    json_t *list = json_array(), *values = json_object();
    for (size_t i = 0; i < s->list.count; i++)
        json_array_append_new(list, step_of(p, &s->list.data[i]));
    for (size_t i = 0; i < s->last.count; i++)
        json_object_set_new(values, s->last.data[i].what, string_of(s->last.data[i].value));
    json_object_set_new(o, "steps", list);
    json_object_set_new(o, "source", string_of(s->line));
    json_object_set_new(o, "values", values);
}

static json_t *inputs_of(const struct program *p, const struct replay *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->choices.count; i++) {
        char text[64];
        if (r->choices.data[i].kind != INTERP_CHOICE_INPUT)
            continue;
        trace_value_text(p, &r->choices.data[i].choice, text, sizeof text);
        json_array_append_new(list, string_of(text));
    }
    return list;
}

static json_t *assumed_of(const struct replay *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->assumed.count; i++) {
        if (!r->assumed.data[i].name[0])
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "memory", string_of(r->assumed.data[i].name));
        json_object_set_new(o, "bytes", json_integer((json_int_t)r->assumed.data[i].size));
        json_array_append_new(list, o);
    }
    return list;
}

static int uninitialised_reads(const struct replay *r)
{
    int n = 0;
    for (size_t i = 0; i < r->choices.count; i++)
        n += r->choices.data[i].kind == INTERP_CHOICE_UNINITIALISED;
    return n;
}

static void put_violation(json_t *o, const struct program *p, const struct report_finding *f)
{
    json_object_set_new(o, "message", string_of(f->replay->message));
    put_place(o, p, &f->replay->place);
    json_object_set_new(o, "stack", stack_of(p, f->replay));
    json_object_set_new(o, "inputs", inputs_of(p, f->replay));
    if (f->replay->assumed.count)
        json_object_set_new(o, "assumed_memory", assumed_of(f->replay));
    json_object_set_new(o, "uninitialised_reads",
                        json_integer(uninitialised_reads(f->replay)));
    if (f->steps)
        put_steps(o, p, f->steps);
    if (!f->native)
        return;
    json_t *native = json_object();
    json_object_set_new(native, "confirmed", json_boolean(f->native->confirmed));
    json_object_set_new(native, "text", string_of(f->native->text));
    json_object_set_new(o, "replay", native);
}

static json_t *finding_of(const struct program *p, const struct report_finding *f)
{
    json_t *o = json_object();
    json_object_set_new(o, "property", string_of(violation_name(f->kind)));
    json_object_set_new(o, "verdict", string_of(verdicts[f->verdict]));
    if (f->verdict != VERDICT_UNKNOWN)
        json_object_set_new(o, "engine", string_of(f->engine));
    if (f->verdict == VERDICT_TRUE)
        json_object_set_new(o, "argument", string_of(f->argument));
    if (f->verdict == VERDICT_FALSE)
        put_violation(o, p, f);
    return o;
}

static json_t *lines_of(const char *lines)
{
    json_t *list = json_array();
    for (const char *end; lines && *lines; lines = end + 1) {
        end = strchrnul(lines, '\n');
        json_t *line = json_stringn(lines, (size_t)(end - lines));
        json_array_append_new(list, line ? line : json_null()); /* null: it is not UTF-8 */
        if (!*end)
            break;
    }
    return list;
}

static json_t *explanation_of(const struct report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->explained->lines.count; i++) {
        const struct explain_line *line = &r->explained->lines.data[i];
        json_t *o = json_object();
        json_object_set_new(o, "kind", string_of(line->kind));
        if (line->name)
            json_object_set_new(o, "name", string_of(line->name));
        if (line->place.line && r->program)
            put_place(o, r->program, &line->place);
        json_object_set_new(o, "text", string_of(line->text));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *document_of(const struct report *r)
{
    json_t *o = json_object(), *files = json_array(), *findings = json_array(),
           *externals = json_array(), *notes = json_array(), *seconds = json_object();
    for (size_t i = 0; i < r->file_count; i++)
        json_array_append_new(files, string_of(r->files[i]));
    for (size_t i = 0; i < r->findings.count; i++)
        json_array_append_new(findings, finding_of(r->program, &r->findings.data[i]));
    for (size_t i = 0; i < r->externals.count; i++)
        json_array_append_new(
            externals, string_of(r->program->functions.data[r->externals.data[i]].name));
    for (size_t i = 0; i < r->notes.count; i++)
        json_array_append_new(notes, string_of(r->notes.data[i]));
    json_object_set_new(seconds, "load", json_real(r->load_seconds));
    json_object_set_new(seconds, "engines", json_real(r->engine_seconds));
    json_object_set_new(seconds, "certification", json_real(r->certify_seconds));
    json_object_set_new(seconds, "replay", json_real(r->replay_seconds));
    json_object_set_new(o, "tool", json_string("sooth verify"));
    if (r->certified)
        json_object_set_new(o, "certified", string_of(r->certified));
    if (r->invariants)
        json_object_set_new(o, "invariants", string_of(r->invariants));
    json_object_set_new(o, "verdict", string_of(verdicts[r->verdict]));
    if (r->verdict == VERDICT_FALSE)
        json_object_set_new(o, "violated", string_of(violation_name(r->violated)));
    if (r->verdict == VERDICT_UNKNOWN)
        json_object_set_new(o, "reason", string_of(r->reason));
    if (r->explained)
        json_object_set_new(o, "explanation", explanation_of(r));
    json_object_set_new(o, "files", files);
    if (r->function)
        json_object_set_new(o, "function", string_of(r->function));
    if (r->assumptions)
        json_object_set_new(o, "assuming", lines_of(r->assumptions));
    if (r->assumptions)
        json_object_set_new(o, "conditions", lines_of(r->conditions));
    json_object_set_new(
        o, "data_model",
        json_string(r->program && r->program->pointer_width == 32 ? "ILP32" : "LP64"));
    json_object_set_new(o, "findings", findings);
    json_object_set_new(o, "externals", externals);
    json_object_set_new(o, "external_policy", string_of(r->external_policy));
    json_object_set_new(o, "notes", notes);
    if (r->statistics)
        json_object_set_new(o, "statistics", lines_of(r->statistics));
    json_object_set_new(o, "seconds", seconds);
    return o;
}

bool report_json(const struct report *r, FILE *out)
{
    LAW(report_holds(r));
    json_t *document = document_of(r);
    bool good =
        !json_dumpf(document, out, JSON_INDENT(2)) && fputc('\n', out) != EOF && !fflush(out);
    json_decref(document);
    return good;
}
