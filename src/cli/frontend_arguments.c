/* Reads the shared options of commands that load a program. */
#include "cli/frontend_arguments.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

void frontend_arguments_init(struct frontend_arguments *a)
{
    memset(a, 0, sizeof *a);
}

void frontend_arguments_release(struct frontend_arguments *a)
{
    VECTOR_RELEASE(&a->files);
    VECTOR_RELEASE(&a->clang);
}

enum key {
#define FRONTEND_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take_data_model(struct frontend_arguments *a, const char *name)
{
    if (text_same(name, "LP64") || text_same(name, "64"))
        a->options.data_model = DATA_MODEL_LP64;
    else if (text_same(name, "ILP32") || text_same(name, "32"))
        a->options.data_model = DATA_MODEL_ILP32;
    else
        return false;
    return true;
}

static bool take_loader(struct frontend_arguments *a, const char *name)
{
    a->options.reader = text_same(name, "llvm") ? command_llvm_reader : NULL;
    return a->options.reader || text_same(name, "own");
}

bool frontend_arguments_want_llvm(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (text_same(argv[i], "--loader=llvm") ||
            (i + 1 < argc && text_same(argv[i], "--loader") &&
             text_same(argv[i + 1], "llvm")))
            return true;
    return false;
}

/* Options of clang; those in the first list may have their value in the next word. */
static int take_clang(struct frontend_arguments *a, int argc, char **argv)
{
    static const char *const spaced[] = {"-I",       "-D",      "-U", "-include",
                                         "-isystem", "-iquote", "-x"};
    static const char *const joined[] = {
        "-I", "-D",       "-U",      "-std=", "-f",       "-m",
        "-W", "-isystem", "-iquote", "-ansi", "-nostdinc"};
    for (size_t i = 0; i < sizeof spaced / sizeof *spaced; i++) {
        if (!text_same(argv[0], spaced[i]))
            continue;
        if (argc < 2)
            return -1;
        VECTOR_PUSH(&a->clang, argv[0]);
        VECTOR_PUSH(&a->clang, argv[1]);
        return 2;
    }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        if (!text_starts(argv[0], joined[i]))
            continue;
        VECTOR_PUSH(&a->clang, argv[0]);
        return 1;
    }
    return -1;
}

static bool take(struct frontend_arguments *a, enum key key, const char *value)
{
    switch (key) {
    case KEY_DATA_MODEL:
        return take_data_model(a, value);
    case KEY_OVERFLOW:
        a->options.overflow_sites = OVERFLOW_SITES_PLACED;
        return true;
    case KEY_NO_MODELS:
        a->options.models = MODELS_ABSENT;
        return true;
    case KEY_NO_PASSES:
        a->options.passes = PASSES_SKIPPED;
        return true;
    case KEY_LOADER:
        return take_loader(a, value);
    case KEY_FILE: /* only shown in help */
    case KEY_CLANG:
        break;
    }
    return false;
}

int frontend_arguments_take(struct frontend_arguments *a, int argc, char **argv)
{
    const char *word = argv[0];
    if (word[0] != '-') {
        VECTOR_PUSH(&a->files, word);
        return 1;
    }
    if (text_same(word, "-m32") || text_same(word, "--32"))
        return take_data_model(a, "ILP32");
    if (text_same(word, "-m64") || text_same(word, "--64"))
        return take_data_model(a, "LP64");
    const struct option_row *row;
    const char *value;
    int used;
    switch (option_match(options_of("frontend"), argc, argv, &row, &value, &used)) {
    case OPTION_FOUND:
        return take(a, (enum key)row->key, value) ? used : -1;
    case OPTION_NONE:
        return take_clang(a, argc, argv);
    case OPTION_VALUE_MISSING:
    case OPTION_VALUE_EXTRA:
        break;
    }
    return -1;
}

struct frontend_options frontend_arguments_options(const struct frontend_arguments *a)
{
    struct frontend_options o = a->options;
    o.files = a->files.data;
    o.file_count = a->files.count;
    o.arguments = a->clang.data;
    o.argument_count = a->clang.count;
    return o;
}

bool frontend_arguments_load_pair(const struct frontend_arguments *a, struct program *both[2],
                                  struct failure *f)
{
    for (int i = 0; i < 2; i++) {
        struct frontend_options o = frontend_arguments_options(a);
        o.files = &a->files.data[i];
        o.file_count = 1;
        o.models = MODELS_ABSENT;
        o.overflow_sites = OVERFLOW_SITES_PLACED;
        both[i] = frontend_load(&o, f);
        if (!both[i])
            return false;
    }
    return true;
}
