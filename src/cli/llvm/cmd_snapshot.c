/* sooth snapshot DIR -o SNAP: the functions of a project as LLVM IR, ready for `sooth diff`.
 *
 * `--as-compiler NAME FOLDER ARGUMENT...` is what the wrappers in SNAP/bin call; it is not meant for people.
 */
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "diff/snapshot/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: sooth snapshot [OPTION]... DIR -o SNAP\n"
    "\n"
    "Compiles the C project in DIR to LLVM IR and keeps it, with an index, in the folder SNAP. Without an "
    "option the\n"
    "way to build is found out: compile_commands.json, CMake, meson, configure, make (also the Linux "
    "kernel's), or\n"
    "simply all .c files. A build runs as it is, with the compiler wrapped. What is up to date in SNAP is "
    "kept.\n"
    "\n"
    "  -o SNAP                the snapshot to write\n"
    "  --build COMMAND        run this shell command in DIR instead, e.g. 'make -j4 mm/ kernel/'\n"
    "  --database FILE        take the commands from this compile_commands.json\n"
    "  --files LIST           compile the files in LIST (one per line, flags of its own behind it), relative "
    "to DIR\n"
    "  --flags FLAGS          flags for every file of --files or of a folder without a build system\n"
    "  -j N                   compile N files at a time (default: number of processors)\n"
    "  --all                  ask for all functions, not only the exported ones\n"
    "  --list FILE            ask for the functions named in FILE (a KABI list: one name per line, # and "
    "[heading])\n"
    "  --uses VAR             ask for the functions that use the global VAR\n"
    "  --sysctl NAME          ask for the handler and the users of the variable behind this sysctl\n"
    "\n"
    "Files that cannot be compiled are named at the end; the others are in the snapshot all the same.\n";

struct request {
    const char *root, *path;
    struct snapshot_source source;
    VECTOR(struct snapshot_wish) wishes;
};

static void note(const char *line)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "sooth: %s\n", line);
    else if (strstr(line, "ended with status"))
        fprintf(stderr, "sooth: %s\n", line);
}

static int complain(const char *what, const char *which)
{
    fprintf(stderr, "sooth snapshot: %s%s; see sooth snapshot --help\n", what, which);
    return EXIT_USAGE;
}

static bool take_option(struct request *r, const char *option, const char *value)
{
    if (text_same(option, "-o"))
        r->path = value;
    else if (text_same(option, "--build"))
        r->source.kind = SNAPSHOT_FROM_COMMAND, r->source.argument = value;
    else if (text_same(option, "--database"))
        r->source.kind = SNAPSHOT_FROM_DATABASE, r->source.argument = value;
    else if (text_same(option, "--files"))
        r->source.kind = SNAPSHOT_FROM_LIST, r->source.argument = value;
    else if (text_same(option, "--flags"))
        r->source.flags = value;
    else if (text_same(option, "-j")) {
        uint64_t jobs;
        if (!option_count(option, value, 1u << 30, &jobs, NULL)) return false;
        r->source.jobs = (unsigned)jobs;
    } else if (text_same(option, "--list"))
        VECTOR_PUSH(&r->wishes, (struct snapshot_wish){SNAPSHOT_WISH_LIST, value});
    else if (text_same(option, "--uses"))
        VECTOR_PUSH(&r->wishes, (struct snapshot_wish){SNAPSHOT_WISH_USES, value});
    else if (text_same(option, "--sysctl"))
        VECTOR_PUSH(&r->wishes, (struct snapshot_wish){SNAPSHOT_WISH_SYSCTL, value});
    else
        return false;
    return true;
}

static int parse(struct request *r, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (text_same(argv[i], "--all"))
            VECTOR_PUSH(&r->wishes, (struct snapshot_wish){SNAPSHOT_WISH_ALL, NULL});
        else if (text_starts(argv[i], "-j") && argv[i][2]) {
            if (!take_option(r, "-j", argv[i] + 2)) return complain("no number of jobs: ", argv[i]);
        } else if (argv[i][0] != '-' && !r->root)
            r->root = argv[i];
        else if (argv[i][0] != '-')
            return complain("one project at a time, not also ", argv[i]);
        else if (i + 1 == argc)
            return complain("a value is missing, or no such option: ", argv[i]);
        else if (!take_option(r, argv[i], argv[i + 1]))
            return complain("no such option: ", argv[i]);
        else
            i++;
    }
    if (!r->root) return complain("the project's folder is missing", "");
    if (!r->path) return complain("-o SNAP is missing", "");
    if (!r->source.jobs) r->source.jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return EXIT_HOLDS;
}

static void summarise(const struct snapshot *s)
{
    size_t functions = 0, exported = 0;
    for (size_t i = 0; i < s->units.count; i++) {
        const struct snapshot_unit *u = &s->units.data[i];
        functions += u->functions.count;
        for (size_t k = 0; k < u->functions.count; k++)
            exported += u->functions.data[k].linkage == SNAPSHOT_EXPORTED;
    }
    printf("snapshot: %zu units, %zu functions (%zu exported), %zu asked for, %zu units failed\n",
           s->units.count, functions, exported, s->selected.count, s->failures.count);
    for (size_t i = 0; i < s->missing.count; i++)
        printf("missing: %s\n", s->missing.data[i]);
    for (size_t i = 0; i < s->failures.count; i++)
        printf("failed: %s: %s\n", s->failures.data[i].source, s->failures.data[i].message);
}

static int run(int argc, char **argv)
{
    if (argc > 3 && text_same(argv[1], "--as-compiler"))
        return snapshot_compiler(argv[2], argv[3], argc - 4, argv + 4);
    struct request r = {0};
    int status = parse(&r, argc, argv);
    if (status == EXIT_HOLDS) {
        struct arena a;
        struct snapshot s = {0};
        struct failure f = {0};
        arena_init(&a);
        bool good = snapshot_build(&s, &a, r.root, r.path, &r.source, note, &f) &&
                    snapshot_select(&s, &a, r.wishes.data, r.wishes.count, &f) && snapshot_write(&s, &f);
        if (good)
            summarise(&s);
        else
            fprintf(stderr, "sooth: %s\n", f.message);
        status = good ? EXIT_HOLDS : EXIT_USAGE;
        snapshot_release(&s);
        arena_release(&a);
    }
    VECTOR_RELEASE(&r.wishes);
    return status;
}

const struct command command_snapshot = {
    .name = "snapshot",
    .usage = usage,
    .run = run,
};
