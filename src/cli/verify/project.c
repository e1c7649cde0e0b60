#include "cli/verify/project.h"

#include "base/failure.h"
#include "base/text.h"
#include "load/units.h"
#include "program/program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *whole_path(struct arena *arena, const char *directory, const char *path)
{
    if (*path == '/' || !directory)
        return path;
    return arena_format(arena, "%s/%s", directory, path);
}

/* --- arguments, which may be relative to the folder of their entry --- */

/* How many characters of the word are an option that a path follows; 0: none does. */
static size_t path_option(const char *word)
{
    static const char *const options[] = {"-isystem", "-iquote",  "-idirafter",
                                          "-imacros", "-include", "-I"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (text_starts(word, options[i]))
            return strlen(options[i]);
    return 0;
}

static void add_arguments(struct verify_arguments *a, struct arena *arena,
                          const struct clang_unit *unit)
{
    for (const char *const *w = unit->arguments; w && *w; w++) {
        size_t option = path_option(*w);
        const char *path = *w + option;
        if (option && !*path && w[1]) {
            VECTOR_PUSH(&a->frontend.clang, *w++);
            VECTOR_PUSH(&a->frontend.clang, whole_path(arena, unit->directory, *w));
        } else if (option) {
            const char *whole = whole_path(arena, unit->directory, path);
            VECTOR_PUSH(&a->frontend.clang,
                        arena_format(arena, "%.*s%s", (int)option, *w, whole));
        } else {
            VECTOR_PUSH(&a->frontend.clang, *w);
        }
    }
}

/* --- the file --- */

static bool is_letter(int c)
{
    return isalnum(c) || c == '_';
}

/* The word is in the text, so that the file is worth compiling. */
static bool mentions(const char *file, const char *word)
{
    struct text text = {0};
    struct failure ignored = {0};
    bool found = false;
    if (text_read_file(&text, file, &ignored)) {
        const char *all = text_of(&text);
        for (const char *at = all; !found && (at = strstr(at, word)); at++)
            found = (at == all || !is_letter((unsigned char)at[-1])) &&
                    !is_letter((unsigned char)at[strlen(word)]);
    }
    text_release(&text);
    return found;
}

/* Compiles the only file there is. */
static bool defines(const struct verify_arguments *a)
{
    struct failure ignored = {0};
    struct frontend_options o = frontend_arguments_options(&a->frontend);
    o.models = MODELS_ABSENT;
    struct program *p = frontend_load(&o, &ignored);
    uint32_t f = p ? program_find_function(p, a->function) : UINT32_MAX;
    bool found = f != UINT32_MAX && p->functions.data[f].has_body;
    if (p)
        program_free(p);
    return found;
}

static bool try_unit(struct verify_arguments *a, struct arena *arena,
                     const struct clang_unit *unit)
{
    const char *file = whole_path(arena, unit->directory, unit->file);
    size_t words = a->frontend.clang.count;
    if (!mentions(file, a->function))
        return false;
    a->frontend.files.data[0] = arena_text(arena, file);
    add_arguments(a, arena, unit);
    if (defines(a))
        return true;
    a->frontend.clang.count = words;
    return false;
}

static void keep_words(struct verify_arguments *a, struct arena *arena, size_t from)
{
    for (size_t i = from; i < a->frontend.clang.count; i++)
        a->frontend.clang.data[i] = arena_text(arena, a->frontend.clang.data[i]);
}

bool project_choose_file(struct verify_arguments *a, struct arena *arena, struct failure *f)
{
    bool asked = a->function && !a->any_caller && a->frontend.files.count == 1;
    if (!asked || !text_ends(a->frontend.files.data[0], ".json"))
        return true;
    const char *database = a->frontend.files.data[0];
    size_t words = a->frontend.clang.count;
    struct unit_list list;
    unit_list_init(&list);
    bool good = unit_list_read_database(&list, database, f), found = false;
    for (size_t i = 0; good && !found && i < list.clang.count; i++)
        found = try_unit(a, arena, &list.clang.data[i]);
    if (good && !found) {
        a->frontend.files.data[0] = database;
        failure_set(f, FAILURE_INPUT, "no file of %s defines a function '%s'", database,
                    a->function);
    }
    keep_words(a, arena, words); /* they outlive the list */
    unit_list_release(&list);
    return good && found;
}
