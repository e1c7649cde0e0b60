/* Takes a compiler command apart: sources, object, and the flags that matter to the program's
 * meaning.
 *
 * Kept: macros, include paths, language standard, target, and the -f/-m flags that change
 * semantics. Dropped: outputs, optimisation, debug, warnings, dependency files, profiling,
 * sanitizers, linker words. Flags that only gcc knows are left in: the unit's compilation
 * drops those that clang refuses by name. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <string.h>

/* Options whose value is the next word. */
static const char *const kept_with_value[] = {
    "-I",      "-D",         "-U",       "-include",  "-imacros", "-isystem",
    "-iquote", "-idirafter", "-iprefix", "-isysroot", "-target",  "--sysroot"};
static const char *const dropped_with_value[] = {
    "-o",       "-MF",     "-MT",       "-MQ",       "-x",        "-l",
    "-L",       "-T",      "-u",        "-z",        "-Xlinker",  "-Xassembler",
    "-wrapper", "--param", "-dumpbase", "-aux-info", "-framework"};
static const char *const dropped_prefix[] = {"-O",
                                             "-g",
                                             "-W",
                                             "-w",
                                             "-M",
                                             "-L",
                                             "-l",
                                             "-fprofile",
                                             "-ftest-coverage",
                                             "-fsanitize",
                                             "-flto",
                                             "-fno-lto",
                                             "-fplugin",
                                             "-fdiagnostics",
                                             "-fdebug",
                                             "-fvar-tracking",
                                             "-fno-var-tracking",
                                             "-fstack-protector",
                                             "-fno-stack-protector",
                                             "-mindirect-branch",
                                             "-mfunction-return",
                                             "-mrecord-mcount",
                                             "-mfentry",
                                             "-mpreferred-stack-boundary",
                                             "-falign-",
                                             "-fmin-function-alignment",
                                             "-fcf-protection",
                                             "-fconserve-stack",
                                             "-fpatchable-function-entry",
                                             "-save-temps",
                                             "--coverage",
                                             "-pipe",
                                             "-pg",
                                             "-p",
                                             "-static",
                                             "-shared",
                                             "-rdynamic",
                                             "-s",
                                             "-v",
                                             "-fzero-call-used-regs",
                                             "-ftrivial-auto-var-init",
                                             "-fuse-ld",
                                             "-no-canonical-prefixes",
                                             "--param",
                                             "-ffat-lto-objects"};
static const char *const position_flags[] = {"-fPIC", "-fpic", "-fPIE", "-fpie", "-DPIC"};

static bool listed(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_same(word, list[i]))
            return true;
    return false;
}

static bool listed_prefix(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_starts(word, list[i]))
            return true;
    return false;
}

#define LISTED(word, list) listed(word, list, sizeof list / sizeof *list)
#define LISTED_PREFIX(word, list) listed_prefix(word, list, sizeof list / sizeof *list)

static bool is_source(const char *word)
{
    return word[0] != '-' && (text_ends(word, ".c") || text_ends(word, ".i"));
}

static bool starts_like_dropped(const char *word)
{
    if (text_same(word, "-pthread") || text_same(word, "-std") ||
        text_starts(word, "-std=") || text_starts(word, "-stdlib"))
        return false;
    return LISTED_PREFIX(word, dropped_prefix);
}

/* -Wp,-DX,-UY hands words to the preprocessor: macros count, dependency files do not. */
static void keep_preprocessor_words(struct snapshot_command *c, struct arena *a,
                                    const char *list)
{
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",");
        const char *word = arena_text_range(a, p, n);
        if (text_starts(word, "-D") || text_starts(word, "-U") || text_starts(word, "-I"))
            VECTOR_PUSH(&c->flags, word);
        p += n;
        if (*p)
            p++;
    }
}

static void read_response(snapshot_words *words, struct arena *a, const char *path)
{
    struct text t = {0};
    if (text_read_file(&t, path, NULL))
        snapshot_split(words, a, text_of(&t));
    text_release(&t);
}

static void take(struct snapshot_command *c, struct arena *a, const snapshot_words *w,
                 size_t *at, bool *prints)
{
    LAW(*at < w->count);
    const char *word = w->data[*at], *next = *at + 1 < w->count ? w->data[*at + 1] : NULL;
    if (text_same(word, "-c"))
        c->compiles = true;
    else if (text_same(word, "-E") || text_same(word, "-S") || text_same(word, "-M") ||
             text_same(word, "-MM") || text_same(word, "-fsyntax-only") ||
             text_same(word, "-###"))
        *prints = true;
    else if (LISTED(word, position_flags)) {
        c->position_independent |= word[1] == 'f';
        VECTOR_PUSH(&c->flags, word);
    } else if (LISTED(word, kept_with_value) && next) {
        VECTOR_PUSH(&c->flags, word);
        VECTOR_PUSH(&c->flags, next);
        ++*at;
    } else if (LISTED(word, dropped_with_value) && next) {
        if (text_same(word, "-o"))
            c->object = next;
        ++*at;
    } else if (text_starts(word, "-Wp,"))
        keep_preprocessor_words(c, a, word + 4);
    else if (text_starts(word, "-o") && word[2])
        c->object = word + 2;
    else if (text_same(word, "-Os"))
        VECTOR_PUSH(&c->flags, "-D__OPTIMIZE_SIZE__=1");
    else if (is_source(word))
        VECTOR_PUSH(&c->sources, word);
    else if (word[0] == '-' && word[1] && !starts_like_dropped(word))
        VECTOR_PUSH(&c->flags, word);
}

void snapshot_command_parse(struct snapshot_command *c, struct arena *a, size_t count,
                            const char *const *arguments)
{
    *c = (struct snapshot_command){0};
    snapshot_words words = {0};
    for (size_t i = 0; i < count; i++) {
        if (arguments[i][0] == '@')
            read_response(&words, a, arguments[i] + 1);
        else
            VECTOR_PUSH(&words, arguments[i]);
    }
    bool prints = false;
    for (size_t i = 0; i < words.count; i++)
        take(c, a, &words, &i, &prints);
    bool links = !c->compiles;
    if (links)
        c->object = NULL; /* -o names the program, not an object */
    c->compiles = !prints && c->sources.count > 0;
    LAW(!c->object || !links);
    VECTOR_RELEASE(&words);
}

void snapshot_command_release(struct snapshot_command *c)
{
    VECTOR_RELEASE(&c->sources);
    VECTOR_RELEASE(&c->flags);
}

static const char *quoted(struct text *word, const char *p)
{
    char quote = *p++;
    for (; *p && *p != quote; p++) {
        if (quote == '"' && *p == '\\' && p[1])
            p++;
        text_put_range(word, p, 1);
    }
    return *p ? p + 1 : p;
}

void snapshot_split(snapshot_words *words, struct arena *a, const char *p)
{
    static const char space[] = " \t\r\n";
    struct text word = {0};
    for (p += strspn(p, space); *p; p += strspn(p, space)) {
        text_clear(&word);
        while (*p && !strchr(space, *p)) {
            if (*p == '\'' || *p == '"') {
                p = quoted(&word, p);
                continue;
            }
            if (*p == '\\' && p[1])
                p++;
            text_put_range(&word, p++, 1);
        }
        VECTOR_PUSH(words, arena_text(a, text_of(&word)));
    }
    text_release(&word);
}
