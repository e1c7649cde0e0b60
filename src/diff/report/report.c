/* Builds the document of a comparison, and writes it as JSON. */
#include "diff/report/report.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "diff/report/macro.h"
#include "diff/report/result_text.h"
#include "diff/snapshot/snapshot.h"
#include "diff/report/snippet.h"

#include <jansson.h>
#include <string.h>

struct side {
    bool is_snapshot;
    struct snapshot snapshot;
    snapshot_words refused; /* flags that clang does not take */
};

struct building {
    struct arena arena;
    struct plan *plan;
    struct side side[2];
    struct macro_tables *macros;
    struct text_map known; /* key of a difference -> its index + 1 */
    json_t *differences;
};

static void read_side(struct building *b, int k, const char *path)
{
    struct side *s = &b->side[k];
    s->is_snapshot = snapshot_is(path) && snapshot_read(&s->snapshot, &b->arena, path, NULL);
    struct text refused = {0};
    if (s->is_snapshot &&
        text_read_file(&refused, arena_format(&b->arena, "%s/refused-flags", path), NULL)) {
        char *rest = arena_text(&b->arena, text_of(&refused));
        for (char *line; (line = strsep(&rest, "\n"));)
            if (*line)
                VECTOR_PUSH(&s->refused, line);
    }
    text_release(&refused);
}

/* ---- the macro behind a difference ---- */

static bool is_refused(const struct side *s, const char *flag)
{
    for (size_t i = 0; i < s->refused.count; i++)
        if (text_same(s->refused.data[i], flag))
            return true;
    return false;
}

static struct macro_unit unit_of(struct building *b, int k, const char *source)
{
    const struct project *project = b->plan->project[k];
    const struct side *s = &b->side[k];
    uint64_t index;
    struct macro_unit u = {0};
    if (!source)
        return u;
    if (!text_map_get(&project->by_source, source, &index)) {
        if (project->units.count != 1)
            return u;
        index = 0;
    }
    u.file = project->units.data[index].path;
    for (size_t i = 0; s->is_snapshot && i < s->snapshot.units.count; i++) {
        const struct snapshot_unit *from = &s->snapshot.units.data[i];
        if (!text_same(from->source, source))
            continue;
        const char **flags = ARENA_ARRAY(&b->arena, const char *, from->flags.count + 1);
        for (size_t f = 0; f < from->flags.count; f++)
            if (!is_refused(s, from->flags.data[f]))
                flags[u.flag_count++] = from->flags.data[f];
        u.file = arena_format(&b->arena, "%s/%.*s", s->snapshot.root,
                              (int)strcspn(source, "@"), source);
        u.directory = from->directory;
        u.flags = flags;
    }
    return u;
}

static bool same_lines(const struct snippet *a, const struct snippet *b)
{
    if (a->count != b->count || !a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!text_same(a->lines[i], b->lines[i]))
            return false;
    return true;
}

/* Where the text is the same the macros are not: in the whole function if all of it is, else
 * in the line that differs. */
static struct macro_difference find_macro(struct building *b, const struct compare_result *r,
                                          const struct snippet *old,
                                          const struct snippet *new)
{
    struct macro_difference found = {0};
    const char *lines[2] = {snippet_line(&b->arena, r->old_place.file, r->old_place.line),
                            snippet_line(&b->arena, r->new_place.file, r->new_place.line)};
    bool whole = same_lines(old, new),
         line = lines[0] && lines[1] && text_same(lines[0], lines[1]);
    if (!whole && !line)
        return found;
    struct macro_unit units[2] = {unit_of(b, 0, r->source), unit_of(b, 1, r->source)};
    if (!units[0].file || !units[1].file || !text_ends(units[0].file, ".c") ||
        !text_ends(units[1].file, ".c"))
        return found;
    if (line)
        found = macro_find(b->macros, &b->arena, lines[0], &units[0], &units[1]);
    for (size_t i = 0; whole && !found.name && i < old->count; i++)
        found = macro_find(b->macros, &b->arena, old->lines[i], &units[0], &units[1]);
    return found;
}

/* ---- differences ---- */

static json_t *snippet_out(const struct snippet *s)
{
    json_t *lines = json_array();
    for (size_t i = 0; i < s->count; i++)
        json_array_append_new(lines, json_string(s->lines[i]));
    return json_pack("{s:s*,s:i,s:i,s:o}", "file", s->file, "first", (int)s->first, "marked",
                     (int)s->marked, "lines", lines);
}

static json_t *definition_out(struct building *b, const char *definition)
{
    const char *line =
        definition ? arena_format(&b->arena, "#define %s", definition) : "(not defined)";
    return json_pack("{s:i,s:i,s:[s]}", "first", 1, "marked", 0, "lines", line);
}

static const char *kind_of(const struct compare_result *r)
{
    switch (r->cause) {
    case CAUSE_CODE:
    case CAUSE_MISSING:
    case CAUSE_LIMIT:
    case CAUSE_SIGNATURE:
        return "function";
    case CAUSE_VARIABLE:
        return "variable";
    case CAUSE_TYPE:
        return "type";
    }
    return "function";
}

static json_t *difference_out(struct building *b, const struct compare_result *r)
{
    struct snippet old =
        snippet_take(&b->arena, b->plan->project[0], &r->old_place, r->source);
    struct snippet new =
        snippet_take(&b->arena, b->plan->project[1], &r->new_place, r->source);
    struct macro_difference m = {0};
    if (r->verdict == COMPARE_DIFFERENT && r->cause == CAUSE_CODE)
        m = find_macro(b, r, &old, &new);
    json_t *d = json_object();
    const char *subject = r->subject ? r->subject : r->old_place.function;
    if (!subject)
        subject = r->name;
    json_object_set_new(d, "kind", json_string(m.name ? "macro" : kind_of(r)));
    json_object_set_new(d, "subject", json_string(m.name ? m.name : subject));
    json_object_set_new(d, "in",
                        json_string(r->old_place.function ? r->old_place.function : r->name));
    json_object_set_new(d, "reason", json_string(r->reason ? r->reason : ""));
    json_object_set_new(d, "old", snippet_out(&old));
    json_object_set_new(d, "new", snippet_out(&new));
    if (m.name) {
        json_object_set_new(d, "old_macro", definition_out(b, m.old_definition));
        json_object_set_new(d, "new_macro", definition_out(b, m.new_definition));
    }
    json_object_set_new(d, "functions", json_array());
    return d;
}

/* The index of the difference that the result rests on; results with one innermost place
 * share it. */
static size_t difference_of(struct building *b, const struct compare_result *r)
{
    const char *key = arena_format(
        &b->arena, "%d/%s/%s/%s:%u/%s:%u", (int)r->cause, r->subject ? r->subject : "",
        r->old_place.function ? r->old_place.function : r->name,
        r->old_place.file ? r->old_place.file : "", r->old_place.line,
        r->new_place.file ? r->new_place.file : "", r->new_place.line);
    uint64_t known;
    if (text_map_get(&b->known, key, &known))
        return (size_t)known;
    json_array_append_new(b->differences, difference_out(b, r));
    size_t index = json_array_size(b->differences) - 1;
    LAW(index < json_array_size(b->differences));
    text_map_set(&b->known, key, index);
    return index;
}

struct tally {
    size_t same, assuming, different, unknown;
    double seconds;
    long memory;
};

static json_t *functions_out(struct building *b, struct tally *t)
{
    json_t *functions = json_array();
    for (size_t i = 0; i < b->plan->entries.count; i++) {
        const struct plan_entry *e = &b->plan->entries.data[i];
        json_t *object = result_object(e);
        bool same = e->result.verdict == COMPARE_SAME;
        LAW(e->decided);
        if (!same) {
            size_t d = difference_of(b, &e->result);
            json_object_set_new(object, "difference", json_integer((json_int_t)d));
            json_t *users = json_object_get(json_array_get(b->differences, d), "functions");
            json_array_append_new(users, json_string(e->result.name));
        }
        t->same += same && !e->result.assumptions;
        t->assuming += same && e->result.assumptions;
        t->different += e->result.verdict == COMPARE_DIFFERENT;
        t->unknown += e->result.verdict == COMPARE_UNKNOWN;
        t->seconds += e->seconds;
        if (e->memory > t->memory)
            t->memory = e->memory;
        json_array_append_new(functions, object);
    }
    return functions;
}

static json_t *summary_out(const struct tally *t, size_t count,
                           const struct report_facts *facts)
{
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:f,s:f,s:f,s:I,s:i}", "functions",
                     (json_int_t)count, "same", (json_int_t)t->same, "same_assuming",
                     (json_int_t)t->assuming, "different", (json_int_t)t->different,
                     "unknown", (json_int_t)t->unknown, "cpu_seconds", t->seconds,
                     "wall_seconds", facts->seconds, "cpu_seconds_per_function",
                     count ? t->seconds / (double)count : 0.0, "memory_kb",
                     (json_int_t)t->memory, "jobs", (int)facts->jobs);
}

struct json_t *report_document(struct plan *plan, const struct report_facts *facts)
{
    struct building b = {
        .plan = plan, .macros = macro_tables_new(), .differences = json_array()};
    struct tally t = {0};
    arena_init(&b.arena);
    for (int k = 0; k < 2; k++)
        read_side(&b, k, facts->path[k]);
    json_t *functions = functions_out(&b, &t), *notes = json_array();
    for (size_t i = 0; i < plan->notes.count; i++)
        json_array_append_new(notes, json_string(plan->notes.data[i]));
    json_t *document =
        json_pack("{s:s,s:s,s:s,s:s*,s:o,s:o,s:o,s:o}", "tool", "sooth", "old",
                  facts->path[0], "new", facts->path[1], "variable", plan->variable,
                  "summary", summary_out(&t, plan->entries.count, facts), "functions",
                  functions, "differences", b.differences, "notes", notes);
    for (int k = 0; k < 2; k++) {
        snapshot_release(&b.side[k].snapshot);
        VECTOR_RELEASE(&b.side[k].refused);
    }
    text_map_release(&b.known);
    macro_tables_free(b.macros);
    arena_release(&b.arena);
    return document;
}

void report_free(struct json_t *document)
{
    json_decref(document);
}

bool report_write_json(struct json_t *document, const char *path, struct failure *f)
{
    if (!json_dump_file(document, path, JSON_INDENT(1)))
        return true;
    return failure_set(f, FAILURE_INPUT, "%s: cannot be written", path);
}
