/* Builds a snapshot: gets at every compiler command of a project and compiles each unit to
 * bitcode.
 *
 * A build system runs as it always does, with wrappers of the usual compiler names first in
 * PATH; each wrapper runs the real compiler and then records bitcode, so sources that are
 * generated and removed during the build are caught. What an incremental build does not touch
 * is taken from the records of the last time, renewed if its inputs changed. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/text.h"
#include "diff/project/child.h"
#include "diff/snapshot/snapshot_gather.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLACE_VARIABLE "SOOTH_SNAPSHOT"
#define ROOT_VARIABLE "SOOTH_SNAPSHOT_ROOT"

static const char *const compiler_names[] = {"cc",
                                             "gcc",
                                             "clang",
                                             "c99",
                                             "c11",
                                             "tcc",
                                             "clang-19",
                                             "clang-18",
                                             "gcc-12",
                                             "gcc-13",
                                             "x86_64-linux-gnu-gcc",
                                             "i686-linux-gnu-gcc"};

struct builder {
    struct arena *arena;
    struct snapshot_place place;
    const struct snapshot_source *source;
    snapshot_note *note;
    VECTOR(struct snapshot_job) jobs; /* for databases and lists */
};

static void tell(struct builder *b, const char *line)
{
    if (b->note)
        b->note(SNAPSHOT_PROGRESS, line);
}

static const char *in_root(struct builder *b, const char *name)
{
    return arena_format(b->arena, "%s/%s", b->place.root, name);
}

static bool there(struct builder *b, const char *name)
{
    return !access(in_root(b, name), R_OK);
}

/* ---- jobs that are known in advance ---- */

static void add_command(struct builder *b, const char *directory, const snapshot_words *words,
                        size_t first)
{
    struct snapshot_command c;
    snapshot_command_parse(&c, b->arena, words->count - first, words->data + first);
    snapshot_words *flags = ARENA_NEW(b->arena, snapshot_words);
    *flags = (snapshot_words){.data = ARENA_ARRAY(b->arena, const char *, c.flags.count + 1),
                              .count = c.flags.count};
    if (c.flags.count)
        memcpy(flags->data, c.flags.data, c.flags.count * sizeof *flags->data);
    for (size_t i = 0; c.compiles && i < c.sources.count; i++)
        VECTOR_PUSH(&b->jobs,
                    (struct snapshot_job){.directory = directory,
                                          .source = c.sources.data[i],
                                          .object = c.object,
                                          .flags = flags,
                                          .position_independent = c.position_independent});
    snapshot_command_release(&c);
}

static void add_entry(struct builder *b, json_t *entry)
{
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    const char *command = json_string_value(json_object_get(entry, "command"));
    snapshot_words words = {0};
    size_t i;
    json_t *word;
    json_array_foreach(json_object_get(entry, "arguments"), i, word) if (json_is_string(word))
        VECTOR_PUSH(&words, arena_text(b->arena, json_string_value(word)));
    if (!words.count && command)
        snapshot_split(&words, b->arena, command);
    if (words.count > 1)
        add_command(b, arena_text(b->arena, directory ? directory : b->place.root), &words,
                    1);
    VECTOR_RELEASE(&words);
}

static bool add_database(struct builder *b, const char *path, struct failure *f)
{
    json_error_t error;
    json_t *database = json_load_file(path, 0, &error);
    if (!json_is_array(database)) {
        json_decref(database);
        return failure_set(f, FAILURE_INPUT, "%s:%d: no compilation database: %s", path,
                           error.line, error.text);
    }
    size_t i;
    json_t *entry;
    json_array_foreach(database, i, entry) add_entry(b, entry);
    json_decref(database);
    return true;
}

static void add_file(struct builder *b, const char *line)
{
    snapshot_words words = {0};
    VECTOR_PUSH(&words, "-c");
    if (b->source->flags)
        snapshot_split(&words, b->arena, b->source->flags);
    snapshot_split(&words, b->arena, line);
    add_command(b, b->place.root, &words, 0);
    VECTOR_RELEASE(&words);
}

/* A list has one file per line, followed by flags of its own; `#` starts a comment. */
static bool add_list(struct builder *b, const char *path, struct failure *f)
{
    struct text t = {0};
    if (!text_read_file(&t, path, f))
        return false;
    for (char *save = NULL, *line = t.data ? strtok_r(t.data, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        line[strcspn(line, "#")] = 0;
        if (line[strspn(line, " \t\r")])
            add_file(b, line);
    }
    text_release(&t);
    return true;
}

static int run_job(void *context, size_t index)
{
    struct builder *b = context;
    snapshot_unit_compile(&b->place, &b->jobs.data[index]);
    return 0;
}

/* ---- builds under the wrappers ---- */

static bool write_wrappers(struct builder *b, struct failure *f)
{
    const char *folder = arena_format(b->arena, "%s/bin", b->place.path);
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        return failure_set(f, FAILURE_INPUT, "/proc/self/exe: %s; wrappers need it",
                           strerror(errno));
    self[n] = 0;
    if (!snapshot_make_folder(folder))
        return failure_set(f, FAILURE_INPUT, "%s: %s", folder, strerror(errno));
    for (size_t i = 0; i < sizeof compiler_names / sizeof *compiler_names; i++) {
        const char *path = arena_format(b->arena, "%s/%s", folder, compiler_names[i]);
        const char *script = arena_format(
            b->arena, "#!/bin/sh\nexec '%s' snapshot --as-compiler %s '%s' \"$@\"\n", self,
            compiler_names[i], folder);
        if (!text_write_file(path, script, strlen(script), f))
            return false;
        if (chmod(path, 0755))
            return failure_set(f, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    }
    return true;
}

/* Runs the command with the wrappers first in PATH; afterwards the environment is as before,
 * since clang itself is started from here too. */
static void run_shell(struct builder *b, const char *directory, const char *command)
{
    tell(b, arena_format(b->arena, "running: %s", command));
    const char *const argv[] = {"sh", "-c", command, NULL};
    struct text log = {0};
    const char *before =
        arena_text(b->arena, getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
    setenv("PATH", arena_format(b->arena, "%s/bin:%s", b->place.path, before), 1);
    setenv(PLACE_VARIABLE, b->place.path, 1);
    setenv(ROOT_VARIABLE, b->place.root, 1);
    int status = child_run(argv, &(struct child_setup){.directory = directory,
                                                       .errors = &log,
                                                       .output = CHILD_OUTPUT_TO_ERRORS});
    setenv("PATH", before, 1);
    unsetenv(PLACE_VARIABLE);
    unsetenv(ROOT_VARIABLE);
    const char *path = arena_format(b->arena, "%s/build.log", b->place.path);
    text_write_file(path, text_of(&log), log.count, NULL);
    text_release(&log);
    if (!status || !b->note)
        return;
    b->note(SNAPSHOT_WARNING, arena_format(b->arena,
                                           "the build ended with status %d; what was "
                                           "compiled is in the snapshot, its output in %s",
                                           status, path));
}

static bool is_kernel(struct builder *b)
{
    return there(b, "Kbuild") && there(b, "Kconfig");
}

static bool is_configured(struct builder *b)
{
    return there(b, "config.status") || there(b, "config.mak") || there(b, "config.log");
}

/* The command that builds the project as it lies there, and where to run it; null: there is
 * no build system.
 */
static const char *detect(struct builder *b, const char **directory)
{
    const char *build = arena_format(b->arena, "%s/build", b->place.path),
               *root = b->place.root;
    unsigned jobs = b->source->jobs;
    *directory = build;
    if (there(b, "CMakeLists.txt"))
        return arena_format(
            b->arena, "[ -e CMakeCache.txt ] || cmake '%s'; cmake --build . -j %u -- -k",
            root, jobs);
    if (there(b, "meson.build"))
        return arena_format(b->arena,
                            "[ -e build.ninja ] || meson setup . '%s'; ninja -k 0 -j %u",
                            root, jobs);
    if (there(b, "configure") && !is_configured(b))
        return arena_format(b->arena, "[ -e Makefile ] || '%s/configure'; make -k -j%u", root,
                            jobs);
    *directory = root;
    if (is_kernel(b) && !there(b, ".config"))
        return arena_format(b->arena, "make tinyconfig && make -k -j%u", jobs);
    if (there(b, "Makefile") || there(b, "makefile") || there(b, "GNUmakefile"))
        return arena_format(b->arena, "make -k -j%u", jobs);
    return NULL;
}

static void add_file_at(void *context, const char *path)
{
    add_file(context, arena_format(((struct builder *)context)->arena, "'%s'", path));
}

static bool gather_detected(struct builder *b, struct failure *f)
{
    const char *directory = NULL;
    if (there(b, "compile_commands.json"))
        return add_database(b, in_root(b, "compile_commands.json"), f);
    const char *command = detect(b, &directory);
    if (!command) {
        gather_c_files(b->arena, b->place.root, add_file_at, b);
        return true;
    }
    if (!snapshot_make_folder(directory))
        return failure_set(f, FAILURE_INPUT, "%s: %s", directory, strerror(errno));
    if (!write_wrappers(b, f))
        return false;
    run_shell(b, directory, command);
    return true;
}

static bool gather_commands(struct builder *b, struct failure *f)
{
    switch (b->source->kind) {
    case SNAPSHOT_FROM_DETECTED:
        return gather_detected(b, f);
    case SNAPSHOT_FROM_DATABASE:
        return add_database(b, b->source->argument, f);
    case SNAPSHOT_FROM_LIST:
        return add_list(b, b->source->argument, f);
    case SNAPSHOT_FROM_COMMAND:
        if (!write_wrappers(b, f))
            return false;
        run_shell(b, b->place.root, b->source->argument);
        return true;
    }
    BUG("kind of source %d", (int)b->source->kind);
}

bool snapshot_build(struct snapshot *s, struct arena *a, const char *root, const char *path,
                    const struct snapshot_source *source, snapshot_note *note,
                    struct failure *f)
{
    struct builder b = {.arena = a, .source = source, .note = note};
    struct stat info;
    if (stat(root, &info))
        return failure_set(f, FAILURE_INPUT, "%s: %s", root, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return failure_set(f, FAILURE_INPUT, "%s: is no directory", root);
    const char *units = arena_format(a, "%s/units", path);
    if (!snapshot_make_folder(units))
        return failure_set(f, FAILURE_INPUT, "%s: %s", units, strerror(errno));
    b.place = (struct snapshot_place){.root = snapshot_real(a, root),
                                      .path = snapshot_real(a, path)};
    b.place.units = arena_format(a, "%s/units", b.place.path);
    if (!gather_commands(&b, f))
        return false;
    child_pool(b.jobs.count, source->jobs, run_job, NULL, &b);
    VECTOR_RELEASE(&b.jobs);
    *s = (struct snapshot){.path = b.place.path, .root = b.place.root};
    gather_units(s, a, &b.place, source->jobs,
                 is_kernel(&b) ? GATHER_KERNEL_ONLY : GATHER_ALL);
    if (!s->units.count && !s->failures.count)
        return failure_set(f, FAILURE_INPUT, "%s: no C file was compiled%s", root,
                           source->kind == SNAPSHOT_FROM_DETECTED ||
                                   source->kind == SNAPSHOT_FROM_COMMAND
                               ? "; if it is built already, clean it first (make clean)"
                               : "");
    return true;
}

/* ---- the wrapper ---- */

/* PATH without the wrappers' folder, so that the real compiler is found and finds its own
 * helpers. */
static void leave_wrappers(struct arena *a, const char *folder)
{
    const char *path = getenv("PATH");
    struct text kept = {0};
    for (const char *p = path ? path : "/usr/bin:/bin"; *p;) {
        size_t n = strcspn(p, ":");
        const char *part = arena_text_range(a, p, n);
        if (!text_same(part, folder))
            text_add(&kept, "%s%s", kept.count ? ":" : "", part);
        p += n;
        if (*p)
            p++;
    }
    setenv("PATH", text_of(&kept), 1);
    text_release(&kept);
}

static void record_command(struct arena *a, int argc, char **argv)
{
    const char *path = getenv(PLACE_VARIABLE), *root = getenv(ROOT_VARIABLE);
    char here[PATH_MAX];
    if (!path || !root || !getcwd(here, sizeof here))
        return;
    struct snapshot_place place = {
        .root = root, .path = path, .units = arena_format(a, "%s/units", path)};
    struct snapshot_command c;
    snapshot_command_parse(&c, a, (size_t)argc, (const char *const *)argv);
    for (size_t i = 0; c.compiles && i < c.sources.count; i++)
        snapshot_unit_compile(
            &place, &(struct snapshot_job){.directory = here,
                                           .source = c.sources.data[i],
                                           .object = c.object,
                                           .flags = &c.flags,
                                           .position_independent = c.position_independent});
    snapshot_command_release(&c);
}

int snapshot_compiler(const char *name, const char *wrapper_folder, int argc, char **argv)
{
    struct arena a;
    arena_init(&a);
    leave_wrappers(&a, wrapper_folder);
    snapshot_words words = {0};
    VECTOR_PUSH(&words, name);
    for (int i = 0; i < argc; i++)
        VECTOR_PUSH(&words, argv[i]);
    VECTOR_PUSH(&words, NULL);
    int status = child_run(words.data, &(struct child_setup){0});
    if (!status)
        record_command(&a, argc, argv);
    VECTOR_RELEASE(&words);
    arena_release(&a);
    return status;
}
