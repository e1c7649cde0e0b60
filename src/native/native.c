#include "native/native.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/temporary.h"
#include "native/harness.h"
#include "native/sandbox.h"
#include "program/library.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
    double until; /* on the wall clock, for compiling and running */
    const struct native_request *request;
    struct native_result *result;
    struct arena arena;
    VECTOR(const char *) compiler;
    struct temporary folder;
    const char *harness, *binary;
};

/* What old programs do is accepted, as the front end accepts it. The runtimes are gcc's: they
 * come for 32 bits too. */
static const char *const fixed[] = {"clang-19",
                                    "-fno-builtin",
                                    "-w",
                                    "-g",
                                    "-O0",
                                    "-fno-omit-frame-pointer",
                                    "-ffp-contract=off",
                                    "-ftrivial-auto-var-init=zero",
                                    "-fbracket-depth=1000000",
                                    "-fno-color-diagnostics",
                                    "-fno-caret-diagnostics",
                                    "-ferror-limit=3",
                                    "-Wno-error=implicit-function-declaration",
                                    "-Wno-error=implicit-int",
                                    "-Wno-error=int-conversion",
                                    "-Wno-error=incompatible-function-pointer-types",
                                    "-Wno-error=incompatible-pointer-types",
                                    "-Wno-error=return-type",
                                    "-Wno-error=return-mismatch",
                                    "-Wno-error=strict-prototypes",
                                    "-fno-sanitize-link-runtime"};

/* Floats are those of the front end: without excess precision. */
static const char *const narrow[] = {"-m32", "-msse2", "-mfpmath=sse"};

/* Only what the claim is about is looked for, besides invalid accesses, which end every run.
 */
static const char *sanitizers(enum violation kind)
{
    switch (kind) {
    case VIOLATION_OVERFLOW:
        return "-fsanitize=address,signed-integer-overflow,shift-base";
    case VIOLATION_SHIFT:
        return "-fsanitize=address,shift-exponent";
    case VIOLATION_DIVISION:
        return "-fsanitize=address,integer-divide-by-zero";
    case VIOLATION_FLOAT_CAST:
        return "-fsanitize=address,float-cast-overflow";
    case VIOLATION_DEREF:
        return "-fsanitize=address,array-bounds";
    case VIOLATION_UNREACHABLE:
        return "-fsanitize=address,unreachable";
    case VIOLATION_REACH:
    case VIOLATION_FREE:
    case VIOLATION_MEMTRACK:
    case VIOLATION_MEMCLEANUP:
    case VIOLATION_TERMINATION:
    case VIOLATION_COUNT:
        break;
    }
    return "-fsanitize=address";
}

static const char *runtime_options(enum violation kind)
{
    if (kind == VIOLATION_MEMTRACK)
        return "ASAN_OPTIONS=detect_leaks=1:exitcode=66:allocator_may_return_null=1:hard_rss_"
               "limit_mb=2000";
    if (kind == VIOLATION_MEMCLEANUP)
        return "ASAN_OPTIONS=detect_leaks=1:exitcode=66:allocator_may_return_null=1:hard_rss_"
               "limit_mb=2000";
    return "ASAN_OPTIONS=detect_leaks=0:exitcode=66:allocator_may_return_null=1:hard_rss_"
           "limit_mb=2000:"
           "detect_stack_use_after_return=1:max_malloc_fill_size=1048576:malloc_fill_byte=0:"
           "redzone=256:"
           "max_uar_stack_size_log=20:check_initialization_order=0:intercept_tls_get_addr=0";
}

/* At the end nothing on the stack or in registers counts; for memcleanup globals do not
 * either. */
static const char *leak_options(enum violation kind)
{
    return kind == VIOLATION_MEMCLEANUP
               ? "LSAN_OPTIONS=use_stacks=0:use_registers=0:use_globals=0:use_tls=0:exitcode="
                 "66"
               : "LSAN_OPTIONS=use_stacks=0:use_registers=0:exitcode=66";
}

static void not_confirmed(struct job *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void not_confirmed(struct job *j, const char *format, ...)
{
    struct text t = {0};
    char why[320];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    for (char *p = why; *p; p++)
        if (*p == '\n')
            *p = ' ';
    text_add(&t, "not confirmed (%s)", why);
    snprintf(j->result->text, sizeof j->result->text, "%s", text_of(&t));
    text_release(&t);
}

/* --- compiling --- */

static void push(struct job *j, const char *word)
{
    VECTOR_PUSH(&j->compiler, word);
}

static void compiler_words(struct job *j)
{
    LAW(!j->compiler.count);
    const struct native_request *q = j->request;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        push(j, fixed[i]);
    push(j, sanitizers(q->kind));
    if (q->kind != VIOLATION_DEREF)
        push(j, "-fno-sanitize-recover=all");
    for (size_t i = 0; q->program->pointer_width == 32 && i < sizeof narrow / sizeof *narrow;
         i++)
        push(j, narrow[i]);
    if (harness_needs_entries(q->program, q->kind))
        push(j, "-finstrument-functions");
    if (harness_needs_malloc(q->replay))
        push(j, "-Wl,--wrap=malloc,--wrap=calloc");
    for (size_t i = 0; i < q->argument_count; i++)
        push(j, q->arguments[i]);
    push(j, "-o");
    push(j, j->binary);
    for (size_t i = 0; i < q->file_count; i++)
        push(j, q->files[i]);
    push(j, j->harness);
    push(j, "-lasan");
    push(j, "-lubsan");
    push(j, "-lm");
    push(j, NULL);
}

/* The command a user may type, with the harness under its lasting name. */
static const char *command_text(struct job *j)
{
    LAW(j->compiler.count && !VECTOR_LAST(&j->compiler));
    struct text t = {0};
    for (size_t i = 0; j->compiler.data[i]; i++) {
        const char *word = j->compiler.data[i];
        if (word == j->binary)
            word = "replay";
        bool quote = strpbrk(word, " '\"$\\*?") != NULL;
        text_add(&t, "%s%s%s%s", i ? " " : "", quote ? "'" : "", word, quote ? "'" : "");
    }
    text_add(&t, " && %s %s ./replay", runtime_options(j->request->kind),
             leak_options(j->request->kind));
    for (char *p = t.data; (p = strstr(p, "*/")); p++)
        *p = '?';
    const char *out = arena_text(&j->arena, text_of(&t));
    text_release(&t);
    return out;
}

static bool compiles(struct job *j)
{
    LAW(j->compiler.count && !VECTOR_LAST(&j->compiler));
    struct sandbox_command c = {.arguments = j->compiler.data,
                                .trust = SANDBOX_TOOL,
                                .seconds = j->until - wall_now(),
                                .stop = j->request->stop};
    struct sandbox_result r;
    sandbox_run(&c, &r);
    bool good = r.end == SANDBOX_EXITED && r.code == 0;
    if (r.end == SANDBOX_NOT_STARTED)
        not_confirmed(j, "clang-19 cannot be run");
    else if (r.end == SANDBOX_TIMEOUT)
        not_confirmed(j, "compiling takes too long");
    else if (!good)
        not_confirmed(j, "it does not compile: %.*s", (int)strcspn(text_of(&r.errors), "\n"),
                      text_of(&r.errors));
    sandbox_result_release(&r);
    return good;
}

/* --- judging --- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_source(void *context, const char *path)
{
    const struct job *j = context;
    const struct program *p = j->request->program;
    if (text_same(base_name(path), base_name(j->harness)))
        return false;
    for (size_t i = 0; i < p->files.count; i++)
        if (p->files.data[i][0] && !library_unit(p->files.data[i]) &&
            !text_starts(p->files.data[i], "/usr/") &&
            text_same(base_name(p->files.data[i]), base_name(path)))
            return true;
    return false;
}

static bool same_kind(enum violation asked, enum violation seen)
{
    return asked == seen || (asked == VIOLATION_MEMCLEANUP && seen == VIOLATION_MEMTRACK);
}

static void tell_end(struct job *j, const struct sandbox_result *r)
{
    LAW(!j->result->confirmed);
    const char *mark = strstr(text_of(&r->errors), HARNESS_MARK);
    if (mark) {
        mark += strlen(HARNESS_MARK);
        not_confirmed(j, "%.*s", (int)strcspn(mark, "\n"), mark);
    } else if (r->end == SANDBOX_TIMEOUT)
        not_confirmed(j, "the native run takes too long");
    else if (r->end == SANDBOX_SIGNALLED)
        not_confirmed(j, "the native run ends by signal %d", r->code);
    else
        not_confirmed(j, "the native run ends with status %d and no error", r->code);
}

static void judge(struct job *j, const struct sandbox_result *r)
{
    const struct native_request *q = j->request;
    const struct place *place = &q->replay->place;
    LAW(place->file < q->program->files.count);
    const char *file = base_name(q->program->files.data[place->file]),
               *at = text_of(&r->errors);
    bool leak = q->kind == VIOLATION_MEMTRACK || q->kind == VIOLATION_MEMCLEANUP;
    struct native_report first = {.kind = VIOLATION_COUNT}, report;
    while (native_next_report(&at, &report, is_source, j)) {
        bool same = same_kind(q->kind, report.kind);
        if (same && (leak || (report.line == place->line &&
                              text_same(base_name(report.file), file)))) {
            j->result->confirmed = true;
            snprintf(j->result->text, sizeof j->result->text, "confirmed (%ssame kind)",
                     leak ? "" : "same line, ");
            return;
        }
        if (first.kind == VIOLATION_COUNT || (same && first.kind != q->kind))
            first = report;
    }
    if (first.kind == VIOLATION_COUNT)
        tell_end(j, r);
    else if (first.line)
        not_confirmed(j, "the native run shows %s at %s:%u", violation_name(first.kind),
                      base_name(first.file), first.line);
    else
        not_confirmed(j, "the native run shows %s elsewhere", violation_name(first.kind));
}

static void run_binary(struct job *j)
{
    const char *environment[] = {"PATH=/usr/bin:/bin", runtime_options(j->request->kind),
                                 leak_options(j->request->kind), "LC_ALL=C", NULL};
    const char *arguments[] = {j->binary, NULL};
    struct sandbox_command c = {arguments, environment, SANDBOX_UNTRUSTED,
                                j->until - wall_now(), j->request->stop};
    struct sandbox_result r;
    sandbox_run(&c, &r);
    if (r.end == SANDBOX_NOT_STARTED)
        not_confirmed(j, "the compiled program cannot be run");
    else
        judge(j, &r);
    sandbox_result_release(&r);
}

/* --- the whole --- */

static bool only_c(const struct native_request *q)
{
    for (size_t i = 0; i < q->file_count; i++)
        if (!text_ends(q->files[i], ".c") && !text_ends(q->files[i], ".i"))
            return false;
    return q->file_count > 0;
}

static bool write_harness(struct job *j, const char *path)
{
    LAW(j->compiler.count);
    struct failure failure = {0};
    struct text t = {0};
    const char *kept = j->harness;
    j->harness = path;
    bool good = harness_write(&t, j->request->program, j->request->kind, j->request->replay,
                              command_text(j), &failure) &&
                text_write_file(path, text_of(&t), t.count, &failure);
    j->harness = kept;
    if (!good)
        not_confirmed(j, "%s", failure.message);
    text_release(&t);
    return good;
}

/* Rounds that the interpreter skipped must be run one by one here. */
static uint64_t long_rounds(const struct replay *r)
{
    uint64_t rounds = 0;
    for (size_t i = 0; i < r->skipped.count; i++)
        rounds = rounds > UINT64_MAX - r->skipped.data[i].rounds
                     ? UINT64_MAX
                     : rounds + r->skipped.data[i].rounds;
    return rounds;
}

static void run_unless_too_long(struct job *j)
{
    static const uint64_t most = 1u << 27; /* about a second */
    uint64_t rounds = long_rounds(j->request->replay);
    if (j->request->only_harness)
        not_confirmed(j, "not asked for");
    else if (rounds > most)
        not_confirmed(j, "%llu rounds take too long natively", (unsigned long long)rounds);
    else if (compiles(j))
        run_binary(j);
}

static void replay_in_folder(struct job *j)
{
    const struct native_request *q = j->request;
    j->harness = q->harness ? q->harness
                            : arena_format(&j->arena, "%s/sooth_harness.c", j->folder.path);
    j->binary = arena_format(&j->arena, "%s/replay", j->folder.path);
    compiler_words(j);
    if (write_harness(j, j->harness))
        run_unless_too_long(j);
}

void native_replay(const struct native_request *q, struct native_result *result)
{
    LAW(q->kind < VIOLATION_COUNT && q->replay->confirmed);
    double start = wall_now();
    *result = (struct native_result){0};
    struct job j = {.request = q, .result = result, .until = start + q->seconds};
    arena_init(&j.arena);
    struct failure failure = {0};
    if (!only_c(q)) {
        not_confirmed(&j, "only C files given by name can be compiled for it");
    } else if (!temporary_folder(&j.folder, "replay", &failure)) {
        not_confirmed(&j, "%s", failure.message);
    } else {
        replay_in_folder(&j);
        temporary_remove(&j.folder);
    }
    VECTOR_RELEASE(&j.compiler);
    arena_release(&j.arena);
    result->seconds = wall_now() - start;
    LAW(result->confirmed == text_starts(result->text, "confirmed"));
}
