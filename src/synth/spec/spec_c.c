/* Specifications in C. The file is included into a small wrapper whose constants tell the
 * number of inputs and outputs and the width, and which calls `check`; the front end loads
 * it, and encode.c makes it a term. */
#include "synth/synth.h"

#include "base/text.h"
#include "base/map.h"
#include "base/temporary.h"
#include "load/frontend.h"
#include "solver/solver.h"
#include "synth/spec/encode.h"
#include "synth/language/low.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* include/sooth.h, so that the tool needs no installed files */
__asm__(".pushsection .rodata\nsynth_header_start: .incbin "
        "\"include/sooth.h\"\nsynth_header_end: .byte "
        "0\n.popsection");
extern const char synth_header_start[], synth_header_end[];

struct source {
    struct temporary directory;
    char wrapper[PATH_MAX + 16], header[PATH_MAX + 16];
    bool plain; /* check(in, out) */
};

/* Does the text hold the identifier, outside comments? */
static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; *at; at++) {
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            if (!end)
                return false;
            at = end + 1;
        } else if (at[0] == '/' && at[1] == '/') {
            while (at[1] && at[1] != '\n')
                at++;
        } else if (!strncmp(at, name, n)) {
            char before = at == text ? ' ' : at[-1], after = at[n];
            bool inside = (before >= 'a' && before <= 'z') ||
                          (before >= 'A' && before <= 'Z') || before == '_' ||
                          (after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z') ||
                          (after >= '0' && after <= '9') || after == '_';
            if (!inside)
                return true;
        }
    }
    return false;
}

/* `_Generic` over every signature of check with standard words gives the width. */
static void put_width(struct text *out, bool plain)
{
    static const char *const words[] = {
        "unsigned char", "unsigned short", "unsigned", "unsigned long", "unsigned long long",
        "int",           "signed char",    "short",    "long",          "long long"};
    static const char *const results[] = {"int", "unsigned", "_Bool"};
    text_put(out, "#ifdef SOOTH_WIDTH\n#define SOOTH_META_WIDTH SOOTH_WIDTH\n#else\n"
                  "#define SOOTH_META_WIDTH _Generic(&check");
    for (unsigned w = 0; w < sizeof words / sizeof *words; w++)
        for (unsigned r = 0; r < 3; r++)
            for (unsigned c = 0; c < (plain ? 4 : 2); c++) {
                text_add(out, ",\\\n %s (*)(%s%s *", results[r], c & 1 ? "const " : "",
                         words[w]);
                if (plain)
                    text_add(out, ", %s%s *", c & 2 ? "const " : "", words[w]);
                text_add(out, "): 8 * sizeof(%s)", words[w]);
            }
    text_put(
        out,
        ",\\\n default: 0)\n#endif\nconst unsigned sooth_meta_width = SOOTH_META_WIDTH;\n");
}

static bool write_source(struct source *s, const char *path, struct failure *f)
{
    struct text spec = {0}, out = {0};
    char full[PATH_MAX];
    if (!text_read_file(&spec, path, f))
        return false;
    if (!realpath(path, full))
        return failure_set(f, FAILURE_INPUT, "%s: no such file", path);
    if (!temporary_folder(&s->directory, "synth", f))
        return false;
    snprintf(s->wrapper, sizeof s->wrapper, "%s/spec.c", s->directory.path);
    snprintf(s->header, sizeof s->header, "%s/sooth.h", s->directory.path);
    bool good = mentions(text_of(&spec), "INPUTS") ||
                failure_set(f, FAILURE_INPUT,
                            "%s: no INPUTS; write enum { INPUTS = 1, OUTPUTS = 1 };", path);
    s->plain = mentions(text_of(&spec), "OUTPUTS");
    text_put(&out, "void sooth_meta_assume(int);\n#define sooth_assume sooth_meta_assume\n"
                   "#define __VERIFIER_assume sooth_meta_assume\n#define __CPROVER_assume "
                   "sooth_meta_assume\n");
    text_add(&out, "#include \"%s\"\nconst unsigned sooth_meta_inputs = INPUTS;\n", full);
    if (s->plain)
        text_put(&out, "const unsigned sooth_meta_outputs = OUTPUTS;\n");
    put_width(&out, s->plain);
    encode_put_caller(&out, s->plain);
    good = good && text_write_file(s->wrapper, text_of(&out), out.count, f) &&
           text_write_file(s->header, synth_header_start,
                           (size_t)(synth_header_end - synth_header_start), f);
    text_release(&spec);
    text_release(&out);
    return good;
}

static void remove_source(struct source *s)
{
    temporary_remove(&s->directory);
}

static bool read_meta(const struct program *p, const char *name, unsigned *value)
{
    for (size_t i = 0; i < p->globals.count; i++) {
        const struct global *g = &p->globals.data[i];
        if (strcmp(g->name, name))
            continue;
        *value = 0;
        for (unsigned k = 0; g->bytes && k < 4 && k < g->size; k++)
            *value |= (unsigned)g->bytes[k] << 8 * k;
        return true;
    }
    return false;
}

struct strangers {
    const struct spec *spec;
    struct map zero; /* each variable that is neither input nor result, to 0 */
    bool floats;
};

static void see_stranger(void *context, struct term v)
{
    struct strangers *k = context;
    const struct spec *s = k->spec;
    for (unsigned i = 0; i < s->input_count; i++)
        if (term_same(s->input[i], v))
            return;
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].outputs; i++)
            if (term_same(s->application[a].result[i], v))
                return;
    if (sort_kind(s->terms, term_sort(s->terms, v)) != SORT_BV)
        k->floats = true;
    else
        map_set(&k->zero, v.id, term_bv(s->terms, term_width(s->terms, v), 0).id);
}

/* Uninitialised values often remain on paths that cannot be taken: when they make no
 * difference they become 0. */
static bool settle_strangers(struct spec *s, const char *path, struct failure *f)
{
    struct strangers k = {.spec = s};
    bool good = true;
    term_variables(s->terms, s->holds, see_stranger, &k);
    if (k.zero.count && !k.floats) {
        struct term settled = term_substitute(s->terms, s->holds, &k.zero);
        struct solver *v = solver_new(s->terms, NULL);
        struct solver_limits limits = {.seconds = 60};
        solver_assert(v, term_not(s->terms, term_eq(s->terms, settled, s->holds)));
        good = solver_solve(v, &limits) == ANSWER_UNSAT;
        solver_free(v);
        if (good)
            s->holds = settled;
    }
    map_release(&k.zero);
    if (!good || k.floats)
        return failure_set(
            f, FAILURE_INPUT,
            "%s: the result of check depends on a variable that is not initialised", path);
    return true;
}

static bool build_spec(struct spec *s, struct program *p, bool plain, const char *path,
                       struct failure *f)
{
    unsigned inputs = 0, outputs = 1, width = 0;
    uint32_t check = program_find_function(p, "check");
    if (check == UINT32_MAX || !p->functions.data[check].has_body ||
        p->functions.data[check].param_count != (plain ? 2u : 1u) ||
        p->functions.data[check].result_count != 1)
        return failure_set(f, FAILURE_INPUT,
                           "%s: no function int check(const unsigned in[]%s)", path,
                           plain ? ", const unsigned out[]" : "");
    read_meta(p, "sooth_meta_inputs", &inputs);
    read_meta(p, "sooth_meta_width", &width);
    if (plain)
        read_meta(p, "sooth_meta_outputs", &outputs);
    if (!width || width > 64)
        return failure_set(
            f, FAILURE_INPUT,
            "%s: the words of check are of no known type; see sooth.h for SOOTH_WIDTH", path);
    if (inputs > CANDIDATE_INPUTS || outputs > CANDIDATE_OUTPUTS || !outputs)
        return failure_set(f, FAILURE_UNSUPPORTED,
                           "%s: INPUTS is at most %d, OUTPUTS from 1 to %d", path,
                           CANDIDATE_INPUTS, CANDIDATE_OUTPUTS);
    spec_init(s, width);
    spec_add_inputs(s, inputs);
    if (plain) {
        spec_add_program(s, "program", inputs, outputs);
        struct spec_application *a = spec_apply(s, 0);
        memcpy(a->argument, s->input, inputs * sizeof *a->argument);
    }
    bool good = encode_specification(s, p, f);
    if (good && !s->program_count)
        good = failure_set(
            f, FAILURE_INPUT,
            "%s: no unknown program: declare one, or write OUTPUTS and check(in, out)", path);
    good = good && settle_strangers(s, path, f);
    if (good)
        s->holds = low_normal(s->terms, s->holds);
    if (!good)
        spec_release(s);
    return good;
}

bool spec_read_c(struct spec *s, const char *path, struct failure *f)
{
    struct source source = {0};
    bool good = false;
    if (write_source(&source, path, f)) {
        const char *files[] = {source.wrapper},
                   *arguments[] = {"-I", source.directory.path, "-Wno-everything"};
        struct frontend_options options = {
            .files = files, .file_count = 1, .arguments = arguments, .argument_count = 3};
        struct program *p = frontend_load(&options, f);
        if (p) {
            good = build_spec(s, p, source.plain, path, f);
            program_free(p);
        }
    }
    remove_source(&source);
    return good;
}
