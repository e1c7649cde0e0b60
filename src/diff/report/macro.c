/* Finds the macro that makes two equal lines differ. Definitions come from the preprocessor
 * (-E -dD), the last one of a name counts; a macro differs if its own text does, or if one
 * that its text uses does, which is then the innermost. */
#include "diff/report/macro.h"

#include "base/map.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/vector.h"
#include "diff/project/child.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct table {
    const char *key;
    struct text_map definitions; /* name -> text "NAME(arguments) body" */
};

struct macro_tables {
    struct arena arena;
    VECTOR(struct table) tables;
};

struct macro_tables *macro_tables_new(void)
{
    struct macro_tables *t = calloc(1, sizeof *t);
    arena_init(&t->arena);
    return t;
}

void macro_tables_free(struct macro_tables *t)
{
    for (size_t i = 0; i < t->tables.count; i++)
        text_map_release(&t->tables.data[i].definitions);
    VECTOR_RELEASE(&t->tables);
    arena_release(&t->arena);
    free(t);
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    if (isalpha((unsigned char)*p) || *p == '_')
        while (isalnum((unsigned char)p[n]) || p[n] == '_')
            n++;
    return n;
}

static void read_definitions(struct table *table, struct arena *a, char *text)
{
    for (char *line; (line = strsep(&text, "\n"));) {
        bool defines = text_starts(line, "#define "),
             undefines = text_starts(line, "#undef ");
        if (!defines && !undefines)
            continue;
        const char *name = strchr(line, ' ') + 1;
        const char *key = arena_text_range(a, name, word_length(name));
        text_map_set(&table->definitions, key,
                     defines ? (uint64_t)(uintptr_t)arena_text(a, name) : 0);
    }
}

static void preprocess(struct table *table, struct arena *a, const struct macro_unit *u)
{
    VECTOR(const char *) argv = {0};
    struct temporary output;
    if (!temporary_file(&output, "macro", "", NULL))
        return;
    static const char *const first[] = {"clang-19",           "-E", "-dD", "-w",
                                        "-Qunused-arguments", "-o"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VECTOR_PUSH(&argv, first[i]);
    VECTOR_PUSH(&argv, output.path);
    for (size_t i = 0; i < u->flag_count; i++)
        VECTOR_PUSH(&argv, u->flags[i]);
    VECTOR_PUSH(&argv, u->file);
    VECTOR_PUSH(&argv, NULL);
    struct text errors = {0}, text = {0};
    child_run(argv.data, &(struct child_setup){.directory = u->directory, .errors = &errors});
    if (text_read_file(&text, output.path, NULL) && text.data)
        read_definitions(table, a, text.data);
    temporary_remove(&output);
    text_release(&errors);
    text_release(&text);
    VECTOR_RELEASE(&argv);
}

static const struct text_map *definitions(struct macro_tables *t, const struct macro_unit *u)
{
    const char *key =
        arena_format(&t->arena, "%s\n%s", u->directory ? u->directory : "", u->file);
    for (size_t i = 0; i < t->tables.count; i++)
        if (text_same(t->tables.data[i].key, key))
            return &t->tables.data[i].definitions;
    VECTOR_PUSH(&t->tables, (struct table){.key = key});
    preprocess(&VECTOR_LAST(&t->tables), &t->arena, u);
    return &VECTOR_LAST(&t->tables).definitions;
}

struct macro_search {
    struct arena *arena;
    struct text_map maps[2];
    struct text_map seen;
};

static const char *definition(const struct macro_search *s, int side, const char *name)
{
    uint64_t found = 0;
    return text_map_get(&s->maps[side], name, &found) ? (const char *)(uintptr_t)found : NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? text_same(a, b) : a == b;
}

static struct macro_difference search_words(struct macro_search *s, const char *text);

static struct macro_difference search_macro(struct macro_search *s, const char *name)
{
    const char *old = definition(s, 0, name), *new = definition(s, 1, name);
    uint64_t had;
    if ((!old && !new) || text_map_get(&s->seen, name, &had))
        return (struct macro_difference){0};
    text_map_set(&s->seen, name, 1);
    if (!same_text(old, new))
        return (struct macro_difference){name, old, new};
    return search_words(s, old);
}

static struct macro_difference search_words(struct macro_search *s, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = word_length(p);
        if (n) {
            struct macro_difference d = search_macro(s, arena_text_range(s->arena, p, n));
            if (d.name)
                return d;
        }
        p += n ? n : 1;
    }
    return (struct macro_difference){0};
}

struct macro_difference macro_find(struct macro_tables *t, struct arena *a, const char *line,
                                   const struct macro_unit *old_unit,
                                   const struct macro_unit *new_unit)
{
    struct macro_search s = {.arena = a};
    s.maps[0] = *definitions(t, old_unit);
    s.maps[1] = *definitions(t, new_unit);
    struct macro_difference d = search_words(&s, line);
    text_map_release(&s.seen);
    if (d.name && d.old_definition)
        d.old_definition = arena_text(a, d.old_definition);
    if (d.name && d.new_definition)
        d.new_definition = arena_text(a, d.new_definition);
    return d;
}
