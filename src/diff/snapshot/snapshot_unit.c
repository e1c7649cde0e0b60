/* Compiles one translation unit to bitcode and records what it was made from.
 *
 * clang runs with the project's own flags, less those it refuses by name (gcc's own), at -O1
 * without passes, with debug info. The record names every file that was read, so that an
 * unchanged unit is not compiled again. Object files of one source that differ only in
 * position independence share a unit; the plain one is preferred. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "diff/project/child.h"

#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CLANG "clang-19"
enum { MOST_TRIES = 12 };

struct unit {
    struct arena arena;
    const struct snapshot_place *place;
    const struct snapshot_job *job;
    const char *source; /* relative to the root, or to the snapshot for generated files */
    const char *record, *bitcode, *depends, *lock;
    snapshot_words flags, inputs;
};

/* Probes of build systems are compiled to see whether they compile; they are no part of the
 * project. */
static bool is_probe(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    return text_starts(name, "conftest") || strstr(path, "/CMakeScratch/") ||
           strstr(path, "/CMakeTmp/") || strstr(path, "/CompilerIdC/") ||
           strstr(path, "/meson-private/") || text_starts(path, "/dev/");
}

static const char *below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return !strncmp(path, folder, n) && path[n] == '/' ? path + n + 1 : NULL;
}

/* The unit's name, or null if the file is outside of the project. Probes are judged below the
 * root only. */
static const char *name_source(struct unit *u)
{
    const char *written = u->job->source;
    if (written[0] != '/')
        written = arena_format(&u->arena, "%s/%s", u->job->directory, written);
    if (access(written, R_OK))
        return NULL;
    const char *real = snapshot_real(&u->arena, written);
    const char *name = below(real, u->place->path);
    if (!name)
        name = below(real, u->place->root);
    return name && !is_probe(arena_format(&u->arena, "/%s", name)) ? name : NULL;
}

static bool about_position(const char *flag)
{
    return text_starts(flag, "-fPI") || text_starts(flag, "-fpi") || text_same(flag, "-DPIC");
}

static void name_files(struct unit *u)
{
    LAW(u->source[0] != '/');
    uint64_t hash = hash_bytes(u->source, strlen(u->source));
    for (size_t i = 0; i < u->job->flags->count; i++) {
        const char *flag = u->job->flags->data[i];
        if (!about_position(flag))
            hash = hash_pair(hash, hash_bytes(flag, strlen(flag)));
    }
    char *stem = arena_text(&u->arena, u->source);
    for (char *p = stem; *p; p++)
        if (*p == '/')
            *p = '_';
    size_t n = strlen(stem);
    if (n > 120)
        stem += n - 120;
    const char *base =
        arena_format(&u->arena, "%s/%s-%08x", u->place->units, stem, (unsigned)(hash >> 32));
    u->record = arena_format(&u->arena, "%s.json", base);
    u->bitcode = arena_format(&u->arena, "%s.bc", base);
    u->depends = arena_format(&u->arena, "%s.d", base);
    u->lock = arena_format(&u->arena, "%s.lock", base);
}

static void read_words(snapshot_words *words, struct arena *a, json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (json_is_string(item))
        VECTOR_PUSH(words, arena_text(a, json_string_value(item)));
}

static json_t *write_words(const snapshot_words *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_array_append_new(list, json_string(words->data[i]));
    return list;
}

static uint64_t hash_field(json_t *record, const char *field)
{
    const char *text = json_string_value(json_object_get(record, field));
    uint64_t value = 0;
    return text && sscanf(text, "%" SCNx64, &value) == 1 ? value : 0;
}

static json_t *hash_value(uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    return json_string(text);
}

static bool up_to_date(json_t *record, const char *bitcode)
{
    if (!record || json_object_get(record, "error") || access(bitcode, R_OK))
        return false;
    struct arena a;
    arena_init(&a);
    snapshot_words inputs = {0};
    read_words(&inputs, &a, json_object_get(record, "inputs"));
    const char *directory = json_string_value(json_object_get(record, "directory"));
    bool same = directory && inputs.count &&
                (hash_field(record, "stamp") == snapshot_stamp(&inputs, directory) ||
                 hash_field(record, "contents") == snapshot_contents(&inputs, directory));
    VECTOR_RELEASE(&inputs);
    arena_release(&a);
    return same;
}

/* clang names a flag it does not take in quotes after one of these words. */
static const char *refused_flag(struct arena *a, const char *errors)
{
    static const char *const signs[] = {"unknown argument: '", "unknown argument '",
                                        "unsupported option '", "invalid value '",
                                        "unsupported argument '"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *p = strstr(errors, signs[i]);
        if (!p)
            continue;
        p += strlen(signs[i]);
        /* "invalid value 'x' in '-f=x'", "unsupported argument 'x' to option '-f='": the flag
         * comes second */
        if (i >= 3) {
            p = strstr(p, " '");
            if (!p)
                continue;
            p += 2;
        }
        return arena_text_range(a, p, strcspn(p, "'\n"));
    }
    return NULL;
}

static bool drop_flag(snapshot_words *flags, const char *refused)
{
    size_t kept = 0;
    LAW(*refused);
    for (size_t i = 0; i < flags->count; i++) {
        bool match = text_same(flags->data[i], refused) ||
                     (text_ends(refused, "=") && text_starts(flags->data[i], refused));
        if (!match)
            flags->data[kept++] = flags->data[i];
    }
    bool dropped = kept < flags->count;
    flags->count = kept;
    return dropped;
}

static const char *refusals_path(struct unit *u)
{
    return arena_format(&u->arena, "%s/refused-flags", u->place->path);
}

/* Flags that clang refused for another unit are not tried again. */
static void drop_known_refusals(struct unit *u)
{
    struct text known = {0};
    snapshot_words words = {0};
    if (text_read_file(&known, refusals_path(u), NULL))
        snapshot_split(&words, &u->arena, text_of(&known));
    for (size_t i = 0; i < words.count; i++)
        drop_flag(&u->flags, words.data[i]);
    VECTOR_RELEASE(&words);
    text_release(&known);
}

static void remember_refusal(struct unit *u, const char *flag)
{
    int out = open(refusals_path(u), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (out < 0)
        return;
    dprintf(out, "%s\n", flag);
    close(out);
}

static int run_clang(struct unit *u, struct text *errors)
{
    snapshot_words argv = {0};
    static const char *const first[] = {CLANG,
                                        "-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-g",
                                        "-ffp-contract=off",
                                        "-w",
                                        "-Qunused-arguments",
                                        "-ferror-limit=3",
                                        "-fno-color-diagnostics",
                                        "-emit-llvm",
                                        "-c",
                                        "-MD",
                                        "-MF"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VECTOR_PUSH(&argv, first[i]);
    VECTOR_PUSH(&argv, u->depends);
    VECTOR_PUSH(&argv, arena_format(&u->arena, "-fmacro-prefix-map=%s/=",
                                    u->place->root)); /* of __FILE__ */
    for (size_t i = 0; i < u->flags.count; i++)
        VECTOR_PUSH(&argv, u->flags.data[i]);
    VECTOR_PUSH(&argv, u->job->source);
    VECTOR_PUSH(&argv, "-o");
    VECTOR_PUSH(&argv, u->bitcode);
    VECTOR_PUSH(&argv, NULL);
    int status = child_run(argv.data, &(struct child_setup){.directory = u->job->directory,
                                                            .errors = errors,
                                                            .output = CHILD_OUTPUT_DISCARD});
    VECTOR_RELEASE(&argv);
    return status;
}

static bool compile(struct unit *u, struct text *errors)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        text_clear(errors);
        int status = run_clang(u, errors);
        if (status == 127)
            text_put(errors, "error: " CLANG " cannot be started; install clang-19");
        if (!status)
            return true;
        const char *flag = refused_flag(&u->arena, text_of(errors));
        if (!flag || !drop_flag(&u->flags, flag))
            return false;
        remember_refusal(u, flag);
    }
    return false;
}

/* The files in a dependency rule "target: a b \<newline> c". */
static void read_depends(struct unit *u)
{
    struct text rule = {0};
    if (text_read_file(&rule, u->depends, NULL)) {
        char *p = rule.data ? strstr(rule.data, ": ") : NULL;
        for (char *q = p; q && *q; q++)
            if (q[0] == '\\' && q[1] == '\n')
                q[0] = ' ';
        if (p)
            snapshot_split(&u->inputs, &u->arena, p + 2);
    }
    text_release(&rule);
    unlink(u->depends);
}

static const char *first_error(struct unit *u, const char *errors)
{
    const char *p = strstr(errors, "error:"), *line = p;
    if (!p)
        return *errors ? arena_text_range(&u->arena, errors, strcspn(errors, "\n"))
                       : "clang failed without a message";
    while (line > errors && line[-1] != '\n')
        line--;
    return arena_text_range(&u->arena, line, strcspn(line, "\n"));
}

static void record_functions(struct unit *u, json_t *record)
{
    struct snapshot_listing listing;
    struct failure why = {0};
    if (!snapshot_list(&listing, &u->arena, u->bitcode, &why))
        json_object_set_new(record, "error", json_string(why.message));
    json_t *functions = json_array();
    for (size_t i = 0; i < listing.functions.count; i++) {
        const struct snapshot_function *f = &listing.functions.data[i];
        json_array_append_new(functions,
                              json_pack("{s:s,s:i,s:b}", "name", f->name, "line", f->line,
                                        "exported", f->linkage == SNAPSHOT_EXPORTED));
    }
    json_object_set_new(record, "functions", functions);
    if (listing.kernel_exports.count)
        json_object_set_new(record, "kernel_exports", write_words(&listing.kernel_exports));
    snapshot_listing_release(&listing);
}

static void write_record(struct unit *u, bool compiled, const char *errors)
{
    json_t *record = json_object();
    json_object_set_new(record, "source", json_string(u->source));
    json_object_set_new(record, "file", json_string(u->job->source));
    json_object_set_new(record, "directory", json_string(u->job->directory));
    json_object_set_new(record, "object",
                        u->job->object ? json_string(u->job->object) : json_null());
    json_object_set_new(record, "position_independent",
                        json_boolean(u->job->position_independent));
    json_object_set_new(record, "flags", write_words(u->job->flags));
    if (compiled) {
        read_depends(u);
        json_object_set_new(record, "stamp",
                            hash_value(snapshot_stamp(&u->inputs, u->job->directory)));
        json_object_set_new(record, "contents",
                            hash_value(snapshot_contents(&u->inputs, u->job->directory)));
        json_object_set_new(record, "inputs", write_words(&u->inputs));
        record_functions(u, record);
    } else {
        json_object_set_new(record, "error", json_string(first_error(u, errors)));
        unlink(u->bitcode);
        unlink(u->depends);
    }
    const char *fresh = arena_format(&u->arena, "%s.new", u->record);
    if (!json_dump_file(record, fresh, JSON_INDENT(1)))
        rename(fresh, u->record);
    json_decref(record);
}

/* True if the unit that is recorded stands also for this command. */
static bool recorded(struct unit *u)
{
    json_t *record = json_load_file(u->record, 0, NULL);
    bool worse = json_is_true(json_object_get(record, "position_independent")) &&
                 !u->job->position_independent;
    bool same = !worse && up_to_date(record, u->bitcode);
    if (same)
        utimensat(AT_FDCWD, u->record, NULL, 0);
    json_decref(record);
    return same;
}

static bool is_absolute(const struct snapshot_place *p)
{
    return p->root[0] == '/' && p->path[0] == '/' && text_starts(p->units, p->path);
}

void snapshot_unit_compile(const struct snapshot_place *place, const struct snapshot_job *job)
{
    LAW(is_absolute(place));
    struct unit u = {.place = place, .job = job};
    arena_init(&u.arena);
    u.source = name_source(&u);
    if (u.source) {
        name_files(&u);
        int lock = open(u.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock >= 0)
            flock(lock, LOCK_EX);
        if (!recorded(&u)) {
            struct text errors = {0};
            for (size_t i = 0; i < job->flags->count; i++)
                VECTOR_PUSH(&u.flags, job->flags->data[i]);
            drop_known_refusals(&u);
            bool compiled = compile(&u, &errors);
            write_record(&u, compiled, text_of(&errors));
            text_release(&errors);
        }
        if (lock >= 0)
            close(lock);
    }
    VECTOR_RELEASE(&u.flags);
    VECTOR_RELEASE(&u.inputs);
    arena_release(&u.arena);
}

static void forget(const char *record_path, const char *bitcode)
{
    unlink(record_path);
    unlink(bitcode);
}

enum snapshot_renewal snapshot_unit_renew(const struct snapshot_place *place,
                                          const char *record_path)
{
    LAW(text_ends(record_path, ".json"));
    struct arena a;
    arena_init(&a);
    const char *bitcode = arena_format(
        &a, "%.*s.bc", (int)(strlen(record_path) - strlen(".json")), record_path);
    json_t *record = json_load_file(record_path, 0, NULL);
    enum snapshot_renewal result = SNAPSHOT_KEPT;
    if (!up_to_date(record, bitcode)) {
        const char *directory = json_string_value(json_object_get(record, "directory"));
        const char *file = json_string_value(json_object_get(record, "file"));
        const char *path = !file || !directory || file[0] == '/'
                               ? file
                               : arena_format(&a, "%s/%s", directory, file);
        result = SNAPSHOT_DROPPED;
        if (path && directory && !access(path, R_OK)) {
            snapshot_words flags = {0};
            read_words(&flags, &a, json_object_get(record, "flags"));
            snapshot_unit_compile(
                place, &(struct snapshot_job){
                           .directory = directory,
                           .source = file,
                           .flags = &flags,
                           .object = json_string_value(json_object_get(record, "object")),
                           .position_independent = json_is_true(
                               json_object_get(record, "position_independent"))});
            VECTOR_RELEASE(&flags);
            result = SNAPSHOT_COMPILED;
        } else
            forget(record_path, bitcode);
    }
    json_decref(record);
    arena_release(&a);
    return result;
}
