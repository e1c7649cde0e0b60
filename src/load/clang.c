/* Runs clang for each unit with its output in an anonymous memory file, so that nothing is
 * left behind on disk. */
#include "load/clang.h"

#include "base/companion.h"
#include "base/failure.h"
#include "base/text.h"
#include "load/frontend.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { CLANG_STACK = 1 << 30 };

/* -O1 with the passes disabled emits lifetime markers; no pass may run, as they use undefined
 * behaviour. What old programs do (calls without declaration, implicit int) is accepted. */
static const char *const fixed_arguments[] = {
    "clang-19",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-llvm-verifier",
    "-g",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    /* clang would fold calls on constants to results of one magnitude */
    "-fno-builtin-strcmp",
    "-fno-builtin-strncmp",
    "-fno-builtin-memcmp",
    "-fno-builtin-bcmp",
    "-fno-builtin-wcscmp",
    "-fno-builtin-wcsncmp",
    "-fno-builtin-wmemcmp",
    /* and says that no string holds a character given as a number that no char is */
    "-fno-builtin-strchr",
    "-emit-llvm",
    "-c",
    "-Wno-everything",
    "-fbracket-depth=1000000",
    "-D__CPROVER_bool=_Bool",
    "-D__SOOTH__=1",
    /* a function that asks for no traps may err all the same (decision 462) */
    "-Dno_sanitize(...)=annotate(\"\")",
    "-D__no_sanitize__(...)=__annotate__(\"\")",
    "-ferror-limit=3",
    "-fno-caret-diagnostics",
    "-fno-crash-diagnostics",
    "-fno-color-diagnostics",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-Wno-error=strict-prototypes",
};
/* Where a division by zero has constant operands, only the sanitizer's trap remains of it;
 * that of array lengths tells which are signed. */
static const char *const trap_arguments[] = {"-fsanitize=integer-divide-by-zero,vla-bound",
                                             "-fsanitize-trap=all"};
/* Floats without excess precision (docs/decisions/112-floats-of-32-bit-programs.md). */
static const char *const ilp32_arguments[] = {"-m32", "-msse2", "-mfpmath=sse"};
static const char *const overflow_arguments[] = {
    "-fsanitize=signed-integer-overflow,shift,float-cast-overflow",
    "-Wsystem-headers",
    "-Winteger-overflow",
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wshift-negative-value",
    "-Wshift-overflow",
    "-Wshift-sign-overflow",
    "-Wliteral-conversion",
};

static const char *const tree_arguments[] = {"-fsyntax-only", "-Xclang", "-ast-dump=json"};

typedef VECTOR(const char *) argument_vector;
#define PUSH_ALL(v, list) push_all((v), (list), sizeof(list) / sizeof *(list))

static void push_all(void *vector, const char *const *list, size_t count)
{
    argument_vector *v = vector;
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(v, list[i]);
}

/* Where sooth.h is: beside an installed executable, or in the tree of one that was built. */
static void push_header_folders(argument_vector *v)
{
    static char installed[COMPANION_ROOM], built[COMPANION_ROOM];
    if (!companion_path(installed, "../include") || !companion_path(built, "../../include"))
        return;
    VECTOR_PUSH(v, "-idirafter");
    VECTOR_PUSH(v, installed);
    VECTOR_PUSH(v, "-idirafter");
    VECTOR_PUSH(v, built);
}

static bool read_all(int descriptor, struct text *out)
{
    char piece[1 << 16];
    ssize_t n;
    for (off_t at = 0; (n = pread(descriptor, piece, sizeof piece, at)) > 0; at += n)
        text_put_range(out, piece, (size_t)n);
    return n == 0;
}

/* In text that is preprocessed already no_sanitize has to be replaced, too; no other macro.
 */
static bool asks_for_no_traps(const struct clang_unit *unit)
{
    struct text source = {0};
    int descriptor =
        text_ends(unit->file, ".i") ? open(unit->file, O_RDONLY | O_CLOEXEC) : -1;
    bool found = descriptor >= 0 && read_all(descriptor, &source) &&
                 strstr(text_of(&source), "no_sanitize");
    if (descriptor >= 0)
        close(descriptor);
    text_release(&source);
    return found;
}

/* The room for the path is the caller's. */
static void push_input(const struct clang_unit *unit, enum clang_output output, char *path,
                       size_t room, argument_vector *v)
{
    bool instead = unit->text >= 0;
    LAW(output != CLANG_PREPROCESSED ||
        unit->text < 0); /* what is preprocessed is not once more */
    snprintf(path, room, "/proc/%ld/fd/%d", (long)getpid(), unit->text);
    if (output == CLANG_PREPROCESSED)
        VECTOR_PUSH(v, "-E");
    if (output == CLANG_TREE)
        PUSH_ALL(v, tree_arguments);
    if (output == CLANG_TREE && unit->only) {
        VECTOR_PUSH(v, "-Xclang");
        VECTOR_PUSH(v, "-ast-dump-filter");
        VECTOR_PUSH(v, "-Xclang");
        VECTOR_PUSH(v, unit->only);
    }
    bool once_more = !instead && asks_for_no_traps(unit);
    if (once_more)
        VECTOR_PUSH(v, "-undef");
    if (output == CLANG_PREPROCESSED || instead || once_more)
        VECTOR_PUSH(v, "-x");
    if (output == CLANG_PREPROCESSED || once_more)
        VECTOR_PUSH(v, "c");
    else if (instead)
        VECTOR_PUSH(v, "cpp-output");
    VECTOR_PUSH(v, "-o");
    VECTOR_PUSH(v, "-");
    VECTOR_PUSH(v, "--");
    VECTOR_PUSH(v, instead ? path : unit->file);
    VECTOR_PUSH(v, NULL);
}

static void build_arguments(const struct frontend_options *o, const struct clang_unit *unit,
                            argument_vector *v)
{
    PUSH_ALL(v, fixed_arguments);
    if (o->data_model == DATA_MODEL_ILP32)
        PUSH_ALL(v, ilp32_arguments);
    push_all(v, o->arguments, o->argument_count);
    push_header_folders(v);
    for (const char *const *a = unit->arguments; a && *a; a++)
        VECTOR_PUSH(v, *a);
    PUSH_ALL(v, trap_arguments);
    if (o->overflow_sites == OVERFLOW_SITES_PLACED)
        PUSH_ALL(v, overflow_arguments);
}

/* Deeply nested sources need more stack than clang asks for itself. */
static void give_stack(void *context)
{
    struct rlimit r;
    (void)context;
    if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur == RLIM_INFINITY)
        return;
    r.rlim_cur =
        r.rlim_max != RLIM_INFINITY && r.rlim_max < CLANG_STACK ? r.rlim_max : CLANG_STACK;
    setrlimit(RLIMIT_STACK, &r);
}

static bool start(const struct frontend_options *o, enum clang_output output,
                  struct clang_unit *unit, struct failure *failure)
{
    LAW(unit->output < 0 && unit->messages < 0);
    unit->output = memfd_create("bitcode", MFD_CLOEXEC);
    unit->messages = memfd_create("messages", MFD_CLOEXEC);
    if (unit->output < 0 || unit->messages < 0)
        return failure_set(failure, FAILURE_LIMIT, "%s: no memory file for clang: %s",
                           unit->file, strerror(errno));
    argument_vector v = {0};
    char path[64];
    build_arguments(o, unit, &v);
    push_input(unit, output, path, sizeof path, &v);
    struct process_command command = {.arguments = (const char *const *)v.data,
                                      .directory = unit->directory,
                                      .output = unit->output,
                                      .errors = unit->messages,
                                      .prepare = give_stack};
    bool started = process_run(&unit->process, &command);
    VECTOR_RELEASE(&v);
    return started || failure_set(failure, FAILURE_LIMIT, "%s: no process for clang-19: %s",
                                  unit->file, strerror(errno));
}

static bool report(struct clang_unit *unit, struct failure *failure)
{
    char text[sizeof failure->message];
    ssize_t n = pread(unit->messages, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    for (size_t end = strlen(text); end && text[end - 1] == '\n'; end--)
        text[end - 1] = 0;
    if (!*text)
        return failure_set(failure, FAILURE_INPUT, "%s: clang-19 failed without a message",
                           unit->file);
    return failure_set(failure, FAILURE_INPUT, "%s", text);
}

static bool finish(struct clang_unit *unit, struct failure *failure)
{
    struct process_status s = process_wait(&unit->process);
    if (s.end == PROCESS_SIGNALLED)
        return failure_set(failure, FAILURE_LIMIT, "%s: clang-19 ended by signal %d",
                           unit->file, s.code);
    if (s.code == PROCESS_NOT_FOUND)
        return failure_set(failure, FAILURE_INPUT, "cannot run clang-19 (is it installed?)");
    return s.code == 0 || report(unit, failure);
}

bool clang_run(const struct frontend_options *o, enum clang_output output,
               struct clang_unit *units, size_t count, struct failure *failure)
{
    long jobs = sysconf(_SC_NPROCESSORS_ONLN);
    bool good = true;
    size_t started = 0, finished = 0;
    for (size_t i = 0; i < count; i++)
        units[i].output = units[i].messages = -1,
        units[i].process = (struct process){.from = -1, .to = -1};
    while (finished < started || (good && started < count)) {
        if (good && started < count && started - finished < (size_t)(jobs > 0 ? jobs : 1)) {
            good = start(o, output, &units[started], failure);
            started++;
            continue;
        }
        struct clang_unit *unit = &units[finished++];
        LAW(finished <= started && started <= count);
        if (unit->process.id && !finish(unit, good ? failure : NULL))
            good = false;
    }
    LAW(finished == started); /* none is left running */
    return good;
}

static void close_outputs(struct clang_unit *unit)
{
    if (unit->output >= 0)
        close(unit->output);
    if (unit->messages >= 0)
        close(unit->messages);
    unit->output = unit->messages = -1;
}

void clang_close_outputs(struct clang_unit *units, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close_outputs(&units[i]);
}

bool clang_read_output(const struct clang_unit *unit, struct text *out)
{
    return unit->output >= 0 && read_all(unit->output, out);
}

void clang_close(struct clang_unit *units, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close_outputs(&units[i]);
        if (units[i].text >= 0)
            close(units[i].text);
        units[i].text = -1;
    }
}

/* --- what clang warns of --- */

/* The number in front of `*end`, which is moved to the colon before it. */
static uint32_t number_before(const char *text, const char **end)
{
    const char *at = *end;
    while (at > text && isdigit((unsigned char)at[-1]))
        at--;
    uint32_t number = (uint32_t)strtoul(at, NULL, 10);
    *end = at > text ? at - 1 : at;
    return number;
}

/* FILE:LINE:COLUMN in front of `end` */
static struct constant_warning place_before(const char *text, const char *end)
{
    struct constant_warning w = {0};
    w.column = number_before(text, &end);
    w.line = number_before(text, &end);
    const char *start = end;
    while (start > text && start[-1] != '\n' && end - start < (ptrdiff_t)sizeof w.file - 1)
        start--;
    memcpy(w.file, start, (size_t)(end - start));
    return w;
}

/* What a warning says; false: something else. */
static bool is_of_constant(const char *says, enum warning_kind *kind)
{
    static const struct {
        const char *begins;
        enum warning_kind kind;
    } known[] = {{"overflow in expression", WARNING_OVERFLOW},
                 {"shift", WARNING_SHIFT},
                 {"signed shift result", WARNING_SHIFT},
                 {"implicit conversion of out of range value", WARNING_CONVERSION}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_starts(says, known[i].begins)) {
            *kind = known[i].kind;
            return true;
        }
    return false;
}

void clang_warnings(const struct clang_unit *units, size_t count,
                    struct constant_warnings *out)
{
    static const char mark[] = ": warning: ";
    for (size_t i = 0; i < count; i++) {
        struct text messages = {0};
        if (units[i].messages >= 0 && read_all(units[i].messages, &messages)) {
            const char *text = text_of(&messages), *at = text;
            for (; (at = strstr(at, mark)); at++) {
                struct constant_warning w = place_before(text, at);
                if (is_of_constant(at + sizeof mark - 1, &w.kind))
                    VECTOR_PUSH(&out->list, w);
            }
        }
        text_release(&messages);
    }
}

/* --- preprocessed, and blocks written out --- */

bool clang_write_plain(const struct frontend_options *o, struct clang_unit *units,
                       size_t count)
{
    struct failure ignored;
    bool good = clang_run(o, CLANG_PREPROCESSED, units, count, &ignored);
    for (size_t i = 0; i < count; i++) {
        units[i].text = units[i].output;
        units[i].output = -1;
        close_outputs(&units[i]);
    }
    return good;
}

static enum blocks_found write_blocks(struct clang_unit *unit)
{
    LAW(unit->output >= 0 && unit->text < 0);
    struct text source = {0}, written = {0};
    enum blocks_found found = BLOCKS_UNCLEAR;
    if (read_all(unit->output, &source))
        found = blocks_write(text_of(&source), source.count, &written);
    if (found != BLOCKS_UNCLEAR) {
        const struct text *made = found == BLOCKS_ADDED ? &written : &source;
        unit->text = memfd_create("text", MFD_CLOEXEC);
        bool good = unit->text >= 0 && process_write(unit->text, text_of(made), made->count);
        if (!good)
            found = BLOCKS_UNCLEAR;
    }
    text_release(&source);
    text_release(&written);
    return found;
}

bool clang_write_blocks(const struct frontend_options *o, struct clang_unit *units,
                        size_t count, enum blocks_found *found)
{
    struct failure ignored;
    *found = BLOCKS_SHOWN;
    if (!clang_run(o, CLANG_PREPROCESSED, units, count, &ignored))
        *found = BLOCKS_UNCLEAR;
    for (size_t i = 0; i < count && *found != BLOCKS_UNCLEAR; i++) {
        enum blocks_found one = write_blocks(&units[i]);
        if (one != BLOCKS_SHOWN)
            *found = one;
    }
    for (size_t i = 0; i < count; i++)
        close_outputs(&units[i]);
    return *found == BLOCKS_ADDED;
}
