/* compile_commands.json: the C files of a build with their directories and arguments. Only
 * what changes the meaning of the source is kept of a command: -I -D -U -std -include
 * -isystem -f... -m...; outputs, warnings and optimisation are ours. */
#include "load/units.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

typedef VECTOR(const char *) word_vector;

/* A shell command line as words: quotes and backslashes as the shell reads them. */
static void split_command(struct arena *arena, const char *command, word_vector *out)
{
    while (*command) {
        while (isspace((unsigned char)*command))
            command++;
        if (!*command)
            return;
        char *word = arena_alloc(arena, strlen(command) + 1), quote = 0;
        size_t n = 0;
        for (; *command && (quote || !isspace((unsigned char)*command)); command++) {
            if (quote ? *command == quote : *command == '"' || *command == '\'')
                quote = quote ? 0 : *command;
            else if (*command == '\\' && quote != '\'' && command[1])
                word[n++] = *++command;
            else
                word[n++] = *command;
        }
        VECTOR_PUSH(out, word);
    }
}

static bool takes_next(const char *word)
{
    static const char *const options[] = {"-I",       "-D",      "-U",         "-include",
                                          "-isystem", "-iquote", "-idirafter", "-imacros"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (text_same(word, options[i]))
            return true;
    return false;
}

static bool keeps_meaning(const char *word)
{
    static const char *const prefixes[] = {"-I",
                                           "-D",
                                           "-U",
                                           "-std=",
                                           "-iquote",
                                           "-isystem",
                                           "-fshort-",
                                           "-fsigned-char",
                                           "-funsigned-char",
                                           "-fwrapv",
                                           "-fno-common",
                                           "-fcommon",
                                           "-m32",
                                           "-m64",
                                           "-pthread",
                                           "-ansi",
                                           "-nostdinc",
                                           "-ffreestanding",
                                           "-fms-extensions"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (text_starts(word, prefixes[i]))
            return true;
    return false;
}

static const char *const *filter(struct arena *arena, const word_vector *words)
{
    const char **out = ARENA_ARRAY(arena, const char *, words->count + 1);
    size_t n = 0;
    for (size_t i = 1; i < words->count; i++) {
        if (takes_next(words->data[i]) && i + 1 < words->count) {
            out[n++] = words->data[i];
            out[n++] = words->data[++i];
        } else if (keeps_meaning(words->data[i])) {
            out[n++] = words->data[i];
        }
    }
    return out;
}

static void read_words(struct arena *arena, const json_t *entry, word_vector *out)
{
    const json_t *list = json_object_get(entry, "arguments"),
                 *command = json_object_get(entry, "command");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_is_string(json_array_get(list, i)))
            VECTOR_PUSH(out, arena_text(arena, json_string_value(json_array_get(list, i))));
    if (!list && json_is_string(command))
        split_command(arena, json_string_value(command), out);
}

static bool add_entry(struct unit_list *list, const json_t *entry, const char *path,
                      struct failure *failure)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    if (!file)
        return failure_set(failure, FAILURE_INPUT, "%s: an entry has no \"file\"", path);
    if (!text_ends(file, ".c") && !text_ends(file, ".i"))
        return true; /* other languages */
    word_vector words = {0};
    read_words(&list->arena, entry, &words);
    const char *const *arguments = filter(&list->arena, &words);
    VECTOR_RELEASE(&words);
    return unit_list_add_c(list, arena_text(&list->arena, file),
                           directory ? arena_text(&list->arena, directory) : NULL, arguments);
}

bool unit_list_read_database(struct unit_list *list, const char *path,
                             struct failure *failure)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        return failure_set(failure, FAILURE_INPUT, "%s:%d: %s", path, error.line, error.text);
    bool good = json_is_array(root) ||
                failure_set(failure, FAILURE_INPUT, "%s: no list of commands", path);
    for (size_t i = 0; good && i < json_array_size(root); i++)
        good = add_entry(list, json_array_get(root, i), path, failure);
    json_decref(root);
    return good;
}
