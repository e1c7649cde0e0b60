#include "native/harness.h"

#include "base/failure.h"
#include "base/map.h"
#include "program/library.h"

#include <string.h>

struct writer {
    struct text *out;
    const struct program *program;
    const struct replay *replay;
    struct text_map sources; /* name to number + 1 */
    uint32_t source_count;
};

static const char prologue[] =
    "extern void __sanitizer_symbolize_pc(void *, const char *, char *, __SIZE_TYPE__) "
    "__attribute__((weak));\n"
    "extern __PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);\n"
    "extern void _exit(int) __attribute__((noreturn));\n"
    "#define HIDDEN static __attribute__((unused, no_instrument_function, "
    "no_sanitize(\"all\")))\n"
    "#define OPEN __attribute__((weak, no_instrument_function, no_sanitize(\"all\")))\n"
    "HIDDEN void sooth_say(const char *s) { __SIZE_TYPE__ n = 0; while (s[n]) n++; if "
    "(write(2, s, "
    "n) < 0) "
    "_exit(70); }\n"
    "HIDDEN void sooth_tell(const char *what, const char *more, void *caller)\n"
    "{\n"
    "    char at[1024] = \"?\";\n"
    "    if (__sanitizer_symbolize_pc) __sanitizer_symbolize_pc((char *)caller - 1, "
    "\"%s:%l\", at, sizeof "
    "at);\n"
    "    sooth_say(\"sooth-replay: \"), sooth_say(what), sooth_say(more), sooth_say(\" at "
    "\"), sooth_say(at), "
    "sooth_say(\"\\n\");\n"
    "}\n";

static const char verdicts[] =
    "OPEN void __VERIFIER_assume(int c) { if (!c) sooth_tell(\"assumption fails\", \"\", "
    "__builtin_return_address(0)), _exit(72); }\n"
    "OPEN void __CPROVER_assume(int c) { if (!c) sooth_tell(\"assumption fails\", \"\", "
    "__builtin_return_address(0)), _exit(72); }\n"
    "OPEN void __VERIFIER_assert(int c) { if (!c) sooth_tell(\"error\", \"\", "
    "__builtin_return_address(0)), "
    "_exit(71); }\n"
    "#define SOOTH_MUST(c) if (!(c)) sooth_tell(\"error\", \"\", "
    "__builtin_return_address(0)), "
    "_exit(71)\n"
    "OPEN void __ESBMC_assume(int c) { if (!c) sooth_tell(\"assumption fails\", \"\", "
    "__builtin_return_address(0)), _exit(72); }\n"
    "OPEN void __CPROVER_assert(int c, const char *s) { SOOTH_MUST(c); }\n"
    "OPEN void __ESBMC_assert(int c, const char *s) { SOOTH_MUST(c); }\n"
    "OPEN int assert(int c) { SOOTH_MUST(c); return 0; }\n"
    "OPEN void __VERIFIER_error(void) { sooth_tell(\"error\", \"\", "
    "__builtin_return_address(0)), "
    "_exit(71); }\n"
    "OPEN void reach_error(void) { sooth_tell(\"error\", \"\", __builtin_return_address(0)), "
    "_exit(71); }\n"
    "OPEN void __assert_fail(const char *a, const char *f, unsigned l, const char *n)\n"
    "{ sooth_tell(\"error\", \"\", __builtin_return_address(0)), _exit(71); }\n"
    "OPEN void __VERIFIER_atomic_begin(void) {}\n"
    "OPEN void __VERIFIER_atomic_end(void) {}\n";

/* Calls of error functions that have a body are errors already; their entry tells. */
static const char entries[] =
    "HIDDEN int sooth_is_error(const char *s)\n"
    "{\n"
    "    const char *names[] = {\"reach_error\", \"__VERIFIER_error\"};\n"
    "    for (int i = 0; i < 2; i++)\n"
    "        for (int k = 0; s[k] == names[i][k]; k++)\n"
    "            if (!s[k]) return 1;\n"
    "    return 0;\n"
    "}\n"
    "OPEN void __cyg_profile_func_enter(void *function, void *site)\n"
    "{\n"
    "    static struct { void *function; int error; } known[256];\n"
    "    unsigned at = (unsigned)((__UINTPTR_TYPE__)function >> 4) % 256;\n"
    "    if (known[at].function != function) {\n"
    "        char name[256] = \"\";\n"
    "        if (__sanitizer_symbolize_pc) __sanitizer_symbolize_pc((char "
    "*)function + 2, \"%f\", name, sizeof name);\n"
    "        known[at].function = function, known[at].error = sooth_is_error(name);\n"
    "    }\n"
    "    if (known[at].error) sooth_tell(\"error\", \"\", site), _exit(71);\n"
    "}\n"
    "OPEN void __cyg_profile_func_exit(void *function, void *site) {}\n";

/* Values are a text, since compilers take long over large arrays: "SOURCE LOW[,HIGH];" in
 * hexadecimal digits, one after the other. */
static const char feeding[] =
    "HIDDEN unsigned long long sooth_number(const char **at)\n"
    "{\n"
    "    unsigned long long n = 0;\n"
    "    for (; **at != ' ' && **at != ',' && **at != ';'; ++*at)\n"
    "        n = n << 4 | (unsigned)(**at <= '9' ? **at - '0' : **at - 'a' + 10);\n"
    "    return n;\n"
    "}\n"
    "HIDDEN const unsigned long long *sooth_next_value(unsigned source, void *caller)\n"
    "{\n"
    "    static const char *at = sooth_values;\n"
    "    static unsigned long long bits[2];\n"
    "    if (!*at)\n"
    "        sooth_tell(\"one more input is asked for: \", sooth_sources[source], caller), "
    "_exit(73);\n"
    "    unsigned given = (unsigned)sooth_number(&at);\n"
    "    if (given != source) {\n"
    "        sooth_say(\"sooth-replay: the trace has an input from \"), "
    "sooth_say(sooth_sources[given]);\n"
    "        sooth_tell(\" another one is asked for: \", sooth_sources[source], caller), "
    "_exit(73);\n"
    "    }\n"
    "    at++;\n"
    "    bits[0] = sooth_number(&at);\n"
    "    bits[1] = *at == ',' ? (at++, sooth_number(&at)) : 0;\n"
    "    at++;\n"
    "    return bits;\n"
    "}\n";

bool harness_needs_entries(const struct program *p, enum violation kind)
{
    if (kind != VIOLATION_REACH)
        return false;
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].builtin == BUILTIN_ERROR && p->functions.data[i].has_body)
            return true;
    return false;
}

bool harness_needs_malloc(const struct replay *r)
{
    for (size_t i = 0; i < r->choices.count; i++)
        if (r->choices.data[i].kind == INTERP_CHOICE_MALLOC && r->choices.data[i].choice.low)
            return true;
    return false;
}

/* --- inputs --- */

static bool in_model(const struct program *p, uint32_t function)
{
    LAW(function < p->functions.count);
    return library_unit(p->functions.data[function].unit);
}

/* Library functions whose model returns one input as it is. */
static bool passes_input_on(const char *name)
{
    static const char *const names[] = {"rand", "random", "clock", "fgetc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(name, names[i]))
            return true;
    return false;
}

/* The C function that must return this choice; null if there is none. */
static const char *source_of(const struct program *p, const struct replay_choice *c)
{
    LAW(c->kind == INTERP_CHOICE_INPUT || c->kind == INTERP_CHOICE_EXTERNAL);
    if (c->kind == INTERP_CHOICE_EXTERNAL)
        return c->name;
    if (!in_model(p, c->choice.function))
        return c->name;
    const char *function = p->functions.data[c->choice.function].name;
    return passes_input_on(function) ? function : NULL;
}

static const char *c_type(const char *source, struct type t)
{
    static const struct {
        const char *suffix, *type;
    } named[] = {
        {"_bool", "_Bool"},          {"_Bool", "_Bool"},
        {"_uchar", "unsigned char"}, {"_unsigned_char", "unsigned char"},
        {"_char", "char"},           {"_ushort", "unsigned short"},
        {"_short", "short"},         {"_u8", "unsigned char"},
        {"_u16", "unsigned short"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (text_ends(source, named[i].suffix) && t.kind == TYPE_INT && t.width <= 16)
            return named[i].type;
    if (t.kind == TYPE_POINTER)
        return "void *";
    static const struct {
        struct type type;
        const char *name;
    } plain[] = {
        {{TYPE_FLOAT, 32}, "float"},       {{TYPE_FLOAT, 64}, "double"},
        {{TYPE_FLOAT, 80}, "long double"}, {{TYPE_INT, 1}, "_Bool"},
        {{TYPE_INT, 8}, "signed char"},    {{TYPE_INT, 16}, "short"},
        {{TYPE_INT, 32}, "int"},           {{TYPE_INT, 64}, "long long"},
        {{TYPE_INT, 128}, "__int128"},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (type_same(plain[i].type, t))
            return plain[i].name;
    return NULL;
}

static void write_source(struct writer *w, uint32_t number, const char *source,
                         const char *type)
{
    LAW(number < w->source_count);
    const char *parameters = text_same(source, "fgetc") ? "void *file" : "void";
    text_add(w->out,
             "%s%s %s(%s)\n{\n    %s v;\n    __builtin_memcpy(&v, sooth_next_value(%u, "
             "__builtin_return_address(0)), %s);\n"
             "    return v;\n}\n",
             text_starts(source, "__VERIFIER") ? "OPEN " : "", type, source, parameters, type,
             number, text_same(type, "long double") ? "10" : "sizeof v");
    if (text_same(source, "fgetc"))
        text_put(w->out, "int getchar(void) { return fgetc(0); }\nint getc(void *file) { "
                         "return fgetc(0); }\n");
}

/* What the standard leaves open the library or the compiler decides; a native run that errs
 * all the same is one. Inputs that no function gives are told in words. */
static bool left_to_library(const struct replay_choice *c)
{
    if (c->kind == INTERP_CHOICE_EXTERNAL)
        return c->name && library_result(c->name);
    return c->kind == INTERP_CHOICE_INPUT && c->name &&
           (text_starts(c->name, "__sooth_any_") || strchr(c->name, ' '));
}

static void write_value(struct text *values, unsigned source,
                        const struct trace_choice *choice, size_t before)
{
    enum { PER_LINE = 8 };
    if (before && before % PER_LINE == 0)
        text_put(values, "\"\n    \"");
    text_add(values, "%x %llx", source, (unsigned long long)choice->low);
    if (choice->high)
        text_add(values, ",%llx", (unsigned long long)choice->high);
    text_put(values, ";");
}

static bool write_inputs(struct writer *w, struct failure *failure)
{
    struct text sources = {0}, values = {0}, functions = {0}, *whole = w->out;
    bool good = true;
    size_t written = 0;
    for (size_t i = 0; i < w->replay->choices.count && good; i++) {
        const struct replay_choice *c = &w->replay->choices.data[i];
        if (c->kind != INTERP_CHOICE_INPUT && c->kind != INTERP_CHOICE_EXTERNAL)
            continue;
        if (left_to_library(c))
            continue;
        const char *source = source_of(w->program, c),
                   *type = source ? c_type(source, c->type) : NULL;
        uint64_t number = 0;
        if (!type) {
            good = failure_set(failure, FAILURE_UNSUPPORTED, "an input comes from %s",
                               w->program->functions.data[c->choice.function].name);
        } else if (!text_map_get(&w->sources, source, &number)) {
            number = w->source_count++;
            text_map_set(&w->sources, source, number);
            text_add(&sources, "\"%s\", ", source);
            w->out = &functions;
            write_source(w, (uint32_t)number, source, type);
            w->out = whole;
        }
        LAW(!good || number < w->source_count);
        write_value(&values, (unsigned)number, &c->choice, written++);
    }
    text_add(w->out, "static const char *const sooth_sources[] = {%s\"\"};\n",
             text_of(&sources));
    text_add(w->out, "static const char sooth_values[] =\n    \"%s\";\n", text_of(&values));
    text_put(w->out, feeding);
    text_put(w->out, text_of(&functions));
    text_release(&sources);
    text_release(&values);
    text_release(&functions);
    return good;
}

static void write_malloc(struct writer *w)
{
    if (!harness_needs_malloc(w->replay))
        return;
    text_put(w->out, "static const unsigned char malloc_fails[] = {");
    uint32_t count = 0;
    for (size_t i = 0; i < w->replay->choices.count; i++)
        if (w->replay->choices.data[i].kind == INTERP_CHOICE_MALLOC)
            text_add(w->out, "%s%u", count++ ? ", " : "",
                     (unsigned)(w->replay->choices.data[i].choice.low & 1));
    text_add(w->out,
             "};\nstatic unsigned long mallocs;\n"
             "extern int *__errno_location(void);\n"
             "HIDDEN int sooth_fails(void)\n{\n"
             "    if (mallocs >= sizeof malloc_fails || !malloc_fails[mallocs++]) return 0;\n"
             "    *__errno_location() = 12; /* ENOMEM */\n"
             "    return 1;\n}\n"
             "extern void *__real_malloc(__SIZE_TYPE__), *__real_calloc(__SIZE_TYPE__, "
             "__SIZE_TYPE__);\n"
             "OPEN void *__wrap_malloc(__SIZE_TYPE__ n) { return sooth_fails() ? 0 : "
             "__real_malloc(n); "
             "}\n"
             "OPEN void *__wrap_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m) { return "
             "sooth_fails() ? 0 : "
             "__real_calloc(n, m); }\n");
}

/* --- what else the sources leave open --- */

static bool plain_name(const char *name)
{
    return name[0] && !strpbrk(name, ".$ ") && !text_starts(name, "llvm") &&
           !text_starts(name, "__sooth");
}

/* Functions without body that the trace has no value of: they do nothing. */
static void write_stubs(struct writer *w)
{
    for (size_t i = 0; i < w->program->functions.count; i++) {
        const struct function *f = &w->program->functions.data[i];
        uint64_t number;
        if (f->has_body || f->internal || f->builtin != BUILTIN_NONE || !plain_name(f->name))
            continue;
        if (library_function(f->name) || text_map_get(&w->sources, f->name, &number))
            continue;
        text_add(w->out, "OPEN long long %s() { return 0; }\n", f->name);
    }
    for (size_t i = 0; i < w->program->functions.count; i++) {
        const struct function *f = &w->program->functions.data[i];
        uint64_t number;
        if (f->builtin != BUILTIN_INPUT || f->has_body || !f->result_count ||
            text_map_get(&w->sources, f->name, &number))
            continue;
        const char *type = c_type(f->name, f->results[0]);
        if (!type || !plain_name(f->name))
            continue;
        text_map_set(&w->sources, f->name, w->source_count);
        text_add(w->out,
                 "OPEN %s %s(void) { sooth_tell(\"one more input is asked for: \", \"%s\", "
                 "__builtin_return_address(0)), _exit(73); }\n",
                 type, f->name, f->name);
    }
}

bool harness_write(struct text *out, const struct program *p, enum violation kind,
                   const struct replay *r, const char *command, struct failure *failure)
{
    LAW(kind < VIOLATION_COUNT && r->confirmed);
    struct writer w = {.out = out, .program = p, .replay = r};
    text_add(out, "/* Replays a run that ends in `%s`.\n *   %s\n */\n", violation_name(kind),
             command);
    text_put(out, prologue);
    bool good = write_inputs(&w, failure);
    text_put(out, verdicts);
    if (harness_needs_entries(p, kind))
        text_put(out, entries);
    write_malloc(&w);
    if (good)
        write_stubs(&w);
    text_map_release(&w.sources);
    return good;
}
