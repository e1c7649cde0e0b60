/* sooth pattern OLD NEW -f FUNCTION: a custom change pattern from an example change. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "diff/custom/learn.h"
#include "diff/custom/learn_file.h"

#include <stdio.h>
#include <string.h>

static int complain(const char *format, const char *what)
{
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

enum key {
#define PATTERN_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct learn_request *r = request;
    (void)f;
    switch ((enum key)row->key) {
    case KEY_FUNCTION:
        r->function = value;
        return true;
    case KEY_OUTPUT:
        r->output = value;
        return true;
    case KEY_NAME:
        r->name = value;
        return true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct learn_request *r = request;
    (void)argc;
    if (argv[0][0] == '-')
        return 0;
    if (r->new_path)
        return failure_set(f, FAILURE_INPUT, "more than two versions given: %s", argv[0]);
    const char **path = r->old_path ? &r->new_path : &r->old_path;
    *path = argv[0];
    return 1;
}

static int run(int argc, char **argv)
{
    struct learn_request r = {0};
    struct failure failure = {0};
    struct option_reader reader = {"pattern", &r, take, take_word};
    if (!options_read(&reader, argc, argv, &failure))
        return complain("sooth pattern: %s", failure.message);
    if (!r.new_path || !r.function)
        return complain("sooth pattern: two versions and -f FUNCTION are needed%s", "");
    if (r.output && !text_ends(r.output, ".ll"))
        return complain(
            "sooth pattern: %s: a learnt pattern is LLVM's text form; name it FILE.ll",
            r.output);
    struct text text = {0};
    bool good = learn_file(&r, &text, &failure);
    if (good && !r.output)
        fputs(text_of(&text), stdout);
    text_release(&text);
    if (good)
        return EXIT_HOLDS;
    complain("sooth pattern: %s", failure.message);
    return failure.kind == FAILURE_UNSUPPORTED || failure.kind == FAILURE_LIMIT ? EXIT_UNKNOWN
                                                                                : EXIT_USAGE;
}

const struct command command_pattern = {
    .name = "pattern",
    .usage =
        "usage: sooth pattern [OPTION]... OLD NEW -f FUNCTION\n\n"
        "Writes the change of FUNCTION between two versions (snapshots, folders, .c, .bc or "
        ".ll files) "
        "as a pattern, in\n"
        "LLVM's text form, for sooth diff --patterns. The change must lie in one block.\n",
    .after = "Exit status: 0 learnt, 20 the change is of a kind that cannot be learnt.\n",
    .run = run,
};
