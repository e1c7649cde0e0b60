/* sooth pattern OLD NEW -f FUNCTION: a custom change pattern from an example change. */
#include "base/text.h"
#include "cli/command.h"
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

static int run(int argc, char **argv)
{
    struct learn_request r = {0};
    for (int i = 1; i < argc; i++) {
        bool valued = text_same(argv[i], "-f") || text_same(argv[i], "-o") || text_same(argv[i], "--name");
        if (valued && i + 1 == argc) return complain("sooth pattern: %s needs a value", argv[i]);
        if (text_same(argv[i], "-f"))
            r.function = argv[++i];
        else if (text_same(argv[i], "-o"))
            r.output = argv[++i];
        else if (text_same(argv[i], "--name"))
            r.name = argv[++i];
        else if (argv[i][0] == '-')
            return complain("sooth pattern: no option '%s'; see sooth pattern --help", argv[i]);
        else if (!r.old_path)
            r.old_path = argv[i];
        else if (!r.new_path)
            r.new_path = argv[i];
        else
            return complain("sooth pattern: more than two versions given: %s", argv[i]);
    }
    if (!r.new_path || !r.function)
        return complain("sooth pattern: two versions and -f FUNCTION are needed%s", "");
    if (r.output && !text_ends(r.output, ".ll"))
        return complain("sooth pattern: %s: a learnt pattern is LLVM's text form; name it FILE.ll", r.output);
    struct failure failure = {0};
    struct text text = {0};
    bool good = learn_file(&r, &text, &failure);
    if (good && !r.output) fputs(text_of(&text), stdout);
    text_release(&text);
    if (good) return EXIT_HOLDS;
    complain("sooth pattern: %s", failure.message);
    return failure.kind == FAILURE_UNSUPPORTED || failure.kind == FAILURE_LIMIT ? EXIT_UNKNOWN : EXIT_USAGE;
}

const struct command command_pattern = {
    .name = "pattern",
    .usage = "usage: sooth pattern [OPTION]... OLD NEW -f FUNCTION\n\n"
             "Writes the change of FUNCTION between two versions (snapshots, folders, .c, .bc or .ll files) "
             "as a pattern, in\n"
             "LLVM's text form, for sooth diff --patterns. The change must lie in one block.\n\n"
             "  -f FUNCTION     the function to learn from\n"
             "  -o FILE.ll      where to write (default: standard output)\n"
             "  --name NAME     what to call the pattern (default: the function's name)\n\n"
             "Exit status: 0 learnt, 20 the change is of a kind that cannot be learnt.\n",
    .run = run,
};
