/* sooth snapshot DIR -o SNAP: the functions of a project as LLVM IR, ready for `sooth diff`.
 *
 * `--as-compiler NAME FOLDER ARGUMENT...` is what the wrappers in SNAP/bin call; it is not
 * meant for people.
 */
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "diff/snapshot/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "usage: sooth snapshot [OPTION]... DIR -o SNAP\n"
                            "\n"
                            "Compiles the C project in DIR to LLVM IR and keeps it, with an "
                            "index, in the folder SNAP. Without an "
                            "option the\n"
                            "way to build is found out: compile_commands.json, CMake, meson, "
                            "configure, make (also the Linux "
                            "kernel's), or\n"
                            "simply all .c files. A build runs as it is, with the compiler "
                            "wrapped. What is up to date in SNAP is "
                            "kept.\n";

struct request {
    const char *root, *path;
    struct snapshot_source source;
    VECTOR(struct snapshot_wish) wishes;
};

static void note(enum snapshot_note_kind kind, const char *line)
{
    if (kind == SNAPSHOT_WARNING || isatty(STDERR_FILENO))
        fprintf(stderr, "sooth: %s\n", line);
}

enum key {
#define SNAPSHOT_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static void build_from(struct request *r, enum snapshot_source_kind kind,
                       const char *argument)
{
    r->source.kind = kind;
    r->source.argument = argument;
}

static void wish_for(struct request *r, enum snapshot_wish_kind kind, const char *argument)
{
    VECTOR_PUSH(&r->wishes, (struct snapshot_wish){kind, argument});
}

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct request *r = request;
    uint64_t jobs;
    switch ((enum key)row->key) {
    case KEY_OUTPUT:
        r->path = value;
        return true;
    case KEY_BUILD:
        build_from(r, SNAPSHOT_FROM_COMMAND, value);
        return true;
    case KEY_DATABASE:
        build_from(r, SNAPSHOT_FROM_DATABASE, value);
        return true;
    case KEY_FILES:
        build_from(r, SNAPSHOT_FROM_LIST, value);
        return true;
    case KEY_FLAGS:
        r->source.flags = value;
        return true;
    case KEY_JOBS:
        if (!option_count(row->name, value, 1u << 30, &jobs, f))
            return false;
        r->source.jobs = (unsigned)jobs;
        return true;
    case KEY_ALL:
        wish_for(r, SNAPSHOT_WISH_ALL, NULL);
        return true;
    case KEY_LIST:
        wish_for(r, SNAPSHOT_WISH_LIST, value);
        return true;
    case KEY_USES:
        wish_for(r, SNAPSHOT_WISH_USES, value);
        return true;
    case KEY_SYSCTL:
        wish_for(r, SNAPSHOT_WISH_SYSCTL, value);
        return true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct request *r = request;
    (void)argc;
    if (argv[0][0] == '-')
        return 0;
    if (r->root)
        return failure_set(f, FAILURE_INPUT, "one project at a time, not also %s", argv[0]);
    r->root = argv[0];
    return 1;
}

static bool parse(struct request *r, int argc, char **argv, struct failure *f)
{
    struct option_reader reader = {"snapshot", r, take, take_word};
    if (!options_read(&reader, argc, argv, f))
        return false;
    if (!r->source.jobs)
        r->source.jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    if (!r->root)
        return failure_set(f, FAILURE_INPUT, "the project's folder is missing");
    return r->path || failure_set(f, FAILURE_INPUT, "-o SNAP is missing");
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
    printf("snapshot: %zu units, %zu functions (%zu exported), %zu asked for, %zu units "
           "failed\n",
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
    struct failure f = {0};
    if (!parse(&r, argc, argv, &f)) {
        fprintf(stderr, "sooth snapshot: %s\n", f.message);
        VECTOR_RELEASE(&r.wishes);
        return EXIT_USAGE;
    }
    struct arena a;
    struct snapshot s = {0};
    arena_init(&a);
    bool good = snapshot_build(&s, &a, r.root, r.path, &r.source, note, &f) &&
                snapshot_select(&s, &a, r.wishes.data, r.wishes.count, &f) &&
                snapshot_write(&s, &f);
    if (good)
        summarise(&s);
    else
        fprintf(stderr, "sooth: %s\n", f.message);
    snapshot_release(&s);
    arena_release(&a);
    VECTOR_RELEASE(&r.wishes);
    return good ? EXIT_HOLDS : EXIT_USAGE;
}

const struct command command_snapshot = {
    .name = "snapshot",
    .usage = usage,
    .after = "Files that cannot be compiled are named at the end; the others are in the "
             "snapshot all the same.\n",
    .run = run,
};
