/* The index of a snapshot: reads and writes index.json, and the two plain lists that loading
 * a project starts from. */
#include "diff/snapshot/snapshot.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/project/project.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

enum { INDEX_VERSION = 1 };

bool snapshot_is(const char *path)
{
    struct arena a;
    arena_init(&a);
    bool is = !access(arena_format(&a, "%s/index.json", path), R_OK);
    arena_release(&a);
    return is;
}

void snapshot_release(struct snapshot *s)
{
    for (size_t i = 0; i < s->units.count; i++) {
        VECTOR_RELEASE(&s->units.data[i].flags);
        VECTOR_RELEASE(&s->units.data[i].functions);
    }
    VECTOR_RELEASE(&s->units);
    VECTOR_RELEASE(&s->failures);
    VECTOR_RELEASE(&s->selected);
    VECTOR_RELEASE(&s->missing);
    VECTOR_RELEASE(&s->kernel_exports);
}

/* Bitcode is stored relative to the snapshot, so that a snapshot may be moved. */
static const char *inside(const struct snapshot *s, const char *path)
{
    size_t n = strlen(s->path);
    return !strncmp(path, s->path, n) && path[n] == '/' ? path + n + 1 : path;
}

static json_t *words_out(size_t count, const char *const *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    return list;
}

static json_t *unit_out(const struct snapshot *s, const struct snapshot_unit *u)
{
    json_t *functions = json_array();
    for (size_t i = 0; i < u->functions.count; i++) {
        const struct snapshot_function *f = &u->functions.data[i];
        json_array_append_new(functions,
                              json_pack("{s:s,s:i,s:b}", "name", f->name, "line", f->line,
                                        "exported", f->linkage == SNAPSHOT_EXPORTED));
    }
    return json_pack("{s:s,s:s,s:s,s:o,s:o}", "source", u->source, "bitcode",
                     inside(s, u->bitcode), "directory", u->directory, "flags",
                     words_out(u->flags.count, u->flags.data), "functions", functions);
}

static json_t *selected_out(const struct snapshot_selected *f)
{
    return json_pack("{s:s,s:s,s:s*}", "name", f->name, "unit", f->unit, "variable",
                     f->variable);
}

/* Loading needs no more than these lists (project.h). */
static bool write_lists(const struct snapshot *s, struct failure *f)
{
    struct text units = {0}, functions = {0}, failures = {0}, path = {0};
    for (size_t i = 0; i < s->units.count; i++)
        text_add(&units, "%s\t%s\n", s->units.data[i].source,
                 inside(s, s->units.data[i].bitcode));
    for (size_t i = 0; i < s->selected.count; i++)
        text_add(&functions, "%s\t%s\n", s->selected.data[i].name, s->selected.data[i].unit);
    for (size_t i = 0; i < s->failures.count; i++)
        text_add(&failures, "%s\t%.*s\n", s->failures.data[i].source,
                 (int)strcspn(s->failures.data[i].message, "\t\n"),
                 s->failures.data[i].message);
    text_add(&path, "%s/" SNAPSHOT_UNITS, s->path);
    bool good = text_write_file(text_of(&path), text_of(&units), units.count, f);
    text_clear(&path);
    text_add(&path, "%s/" SNAPSHOT_FUNCTIONS, s->path);
    good = good && text_write_file(text_of(&path), text_of(&functions), functions.count, f);
    text_clear(&path);
    text_add(&path, "%s/" SNAPSHOT_FAILURES, s->path);
    good = good && text_write_file(text_of(&path), text_of(&failures), failures.count, f);
    text_release(&units);
    text_release(&functions);
    text_release(&failures);
    text_release(&path);
    return good;
}

/* Every unit has a name of its own. */
static bool units_have_names(const struct snapshot *s)
{
    for (size_t i = 0; i < s->units.count; i++)
        for (size_t k = 0; k < i; k++)
            if (text_same(s->units.data[i].source, s->units.data[k].source))
                return false;
    return true;
}

/* What is selected is a function of a unit. */
static bool selected_are_there(const struct snapshot *s)
{
    for (size_t i = 0; i < s->selected.count; i++) {
        size_t unit = 0;
        while (unit < s->units.count &&
               !text_same(s->units.data[unit].source, s->selected.data[i].unit))
            unit++;
        if (unit == s->units.count)
            return false;
    }
    return true;
}

bool snapshot_write(const struct snapshot *s, struct failure *f)
{
    LAW(units_have_names(s) && selected_are_there(s));
    json_t *units = json_array(), *failures = json_array(), *selected = json_array();
    for (size_t i = 0; i < s->units.count; i++)
        json_array_append_new(units, unit_out(s, &s->units.data[i]));
    for (size_t i = 0; i < s->failures.count; i++)
        json_array_append_new(failures,
                              json_pack("{s:s,s:s}", "source", s->failures.data[i].source,
                                        "message", s->failures.data[i].message));
    for (size_t i = 0; i < s->selected.count; i++)
        json_array_append_new(selected, selected_out(&s->selected.data[i]));
    json_t *index =
        json_pack("{s:i,s:s,s:o,s:o,s:o,s:o,s:o}", "version", INDEX_VERSION, "root", s->root,
                  "units", units, "failures", failures, "selected", selected, "missing",
                  words_out(s->missing.count, s->missing.data), "kernel_exports",
                  words_out(s->kernel_exports.count, s->kernel_exports.data));
    struct text path = {0};
    text_add(&path, "%s/index.json", s->path);
    bool good = index && !json_dump_file(index, text_of(&path), JSON_INDENT(1));
    if (!good)
        failure_set(f, FAILURE_INPUT, "%s: cannot be written", text_of(&path));
    json_decref(index);
    text_release(&path);
    return good && write_lists(s, f);
}

static const char *text_in(struct arena *a, json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? arena_text(a, text) : NULL;
}

static void unit_in(struct snapshot *s, struct arena *a, json_t *from)
{
    const char *bitcode = text_in(a, from, "bitcode");
    struct snapshot_unit u = {.source = text_in(a, from, "source"),
                              .directory = text_in(a, from, "directory")};
    if (!u.source || !bitcode)
        return;
    u.bitcode = bitcode[0] == '/' ? bitcode : arena_format(a, "%s/%s", s->path, bitcode);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(from, "flags"), i, item) if (json_is_string(item))
        VECTOR_PUSH(&u.flags, arena_text(a, json_string_value(item)));
    json_array_foreach(json_object_get(from, "functions"), i, item)
    {
        struct snapshot_function f = {
            .name = text_in(a, item, "name"),
            .line = (int)json_integer_value(json_object_get(item, "line")),
            .linkage = json_is_true(json_object_get(item, "exported")) ? SNAPSHOT_EXPORTED
                                                                       : SNAPSHOT_LOCAL};
        if (f.name)
            VECTOR_PUSH(&u.functions, f);
    }
    VECTOR_PUSH(&s->units, u);
}

static void lists_in(struct snapshot *s, struct arena *a, json_t *index)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(index, "units"), i, item) unit_in(s, a, item);
    json_array_foreach(json_object_get(index, "failures"), i, item)
        VECTOR_PUSH(&s->failures, (struct snapshot_failure){text_in(a, item, "source"),
                                                            text_in(a, item, "message")});
    json_array_foreach(json_object_get(index, "selected"), i, item)
        VECTOR_PUSH(&s->selected, (struct snapshot_selected){text_in(a, item, "name"),
                                                             text_in(a, item, "unit"),
                                                             text_in(a, item, "variable")});
    json_array_foreach(json_object_get(index, "missing"), i, item) if (json_is_string(item))
        VECTOR_PUSH(&s->missing, arena_text(a, json_string_value(item)));
    json_array_foreach(json_object_get(index, "kernel_exports"), i,
                       item) if (json_is_string(item))
        VECTOR_PUSH(&s->kernel_exports, arena_text(a, json_string_value(item)));
}

bool snapshot_read(struct snapshot *s, struct arena *a, const char *path, struct failure *f)
{
    *s = (struct snapshot){.path = arena_text(a, path)};
    const char *file = arena_format(a, "%s/index.json", path);
    json_error_t error;
    json_t *index = json_load_file(file, 0, &error);
    if (!index)
        return failure_set(f, FAILURE_INPUT, "%s:%d: %s", file, error.line, error.text);
    bool good = json_integer_value(json_object_get(index, "version")) == INDEX_VERSION;
    s->root = text_in(a, index, "root");
    if (!s->root)
        s->root = "";
    if (good)
        lists_in(s, a, index);
    else
        failure_set(f, FAILURE_INPUT,
                    "%s: not an index of version %d; build the snapshot again", file,
                    INDEX_VERSION);
    json_decref(index);
    return good;
}

const char *snapshot_variable(struct arena *a, const char *path)
{
    struct snapshot s = {0};
    const char *variable = NULL;
    if (snapshot_is(path) && snapshot_read(&s, a, path, NULL))
        for (size_t i = 0; i < s.selected.count; i++) {
            const char *one = s.selected.data[i].variable;
            if (!one || (variable && !text_same(one, variable))) {
                variable = NULL;
                break;
            }
            variable = one;
        }
    snapshot_release(&s);
    return variable;
}
