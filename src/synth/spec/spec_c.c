/* Specifications in C. The file is included into a small wrapper whose constants tell the number of inputs
 * and outputs and the width; the front end loads it, and `check` is encoded over the inputs. */
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
__asm__(".pushsection .rodata\nsynth_header_start: .incbin \"include/sooth.h\"\nsynth_header_end: .byte "
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
            if (!end) return false;
            at = end + 1;
        } else if (at[0] == '/' && at[1] == '/') {
            while (at[1] && at[1] != '\n')
                at++;
        } else if (!strncmp(at, name, n)) {
            char before = at == text ? ' ' : at[-1], after = at[n];
            bool inside = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') ||
                          before == '_' || (after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z') ||
                          (after >= '0' && after <= '9') || after == '_';
            if (!inside) return true;
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
    text_put(out, "#ifdef SOOTH_WIDTH\nconst unsigned sooth_meta_width = SOOTH_WIDTH;\n#else\nconst unsigned "
                  "sooth_meta_width = _Generic(&check");
    for (unsigned w = 0; w < sizeof words / sizeof *words; w++)
        for (unsigned r = 0; r < 3; r++)
            for (unsigned c = 0; c < (plain ? 4 : 2); c++) {
                text_add(out, ",\n %s (*)(%s%s *", results[r], c & 1 ? "const " : "", words[w]);
                if (plain) text_add(out, ", %s%s *", c & 2 ? "const " : "", words[w]);
                text_add(out, "): 8 * sizeof(%s)", words[w]);
            }
    text_put(out, ",\n default: 0);\n#endif\n");
}

static bool write_source(struct source *s, const char *path, struct failure *f)
{
    struct text spec = {0}, out = {0};
    char full[PATH_MAX];
    if (!text_read_file(&spec, path, f)) return false;
    if (!realpath(path, full)) return failure_set(f, FAILURE_INPUT, "%s: no such file", path);
    if (!temporary_folder(&s->directory, "synth", f)) return false;
    snprintf(s->wrapper, sizeof s->wrapper, "%s/spec.c", s->directory.path);
    snprintf(s->header, sizeof s->header, "%s/sooth.h", s->directory.path);
    bool good = mentions(text_of(&spec), "INPUTS") ||
                failure_set(f, FAILURE_INPUT, "%s: no INPUTS; write enum { INPUTS = 1, OUTPUTS = 1 };", path);
    s->plain = mentions(text_of(&spec), "OUTPUTS");
    text_add(&out, "#include \"%s\"\nconst unsigned sooth_meta_inputs = INPUTS;\n", full);
    if (s->plain) text_put(&out, "const unsigned sooth_meta_outputs = OUTPUTS;\n");
    put_width(&out, s->plain);
    good = good && text_write_file(s->wrapper, text_of(&out), out.count, f) &&
           text_write_file(s->header, synth_header_start, (size_t)(synth_header_end - synth_header_start), f);
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
        if (strcmp(g->name, name)) continue;
        *value = 0;
        for (unsigned k = 0; g->bytes && k < 4 && k < g->size; k++)
            *value |= (unsigned)g->bytes[k] << 8 * k;
        return true;
    }
    return false;
}

/* Objects for the program's globals, with their initial bytes. */
static bool add_globals(struct encoder *e, struct cells *m)
{
    struct terms *ts = e->spec->terms;
    for (uint32_t i = 0; i < e->program->globals.count; i++) {
        const struct global *g = &e->program->globals.data[i];
        uint32_t id = cells_add(e, m, g->size);
        map_set(&e->global_object, i, id);
        if (g->external || g->size > 65536) continue;
        unsigned cell =
            g->relocation_count || g->size % 4 ? (g->relocation_count && g->size % 8 == 0 ? 8 : 1) : 4;
        const struct pointer *at = target_to(e, id, term_bv(ts, e->program->pointer_width, 0));
        for (uint64_t k = 0; k + cell <= g->size; k += cell) {
            uint64_t bytes = 0;
            for (unsigned n = 0; g->bytes && n < cell; n++)
                bytes |= (uint64_t)g->bytes[k + n] << 8 * n;
            struct slot v = {SLOT_TERM, term_bv(ts, cell * 8, bytes), NULL};
            for (uint32_t r = 0; r < g->relocation_count; r++)
                if (g->relocations[r].offset == k &&
                    program_constant(e->program, g->relocations[r].value)->kind == CONSTANT_GLOBAL) {
                    const struct constant *c = program_constant(e->program, g->relocations[r].value);
                    v = (struct slot){SLOT_POINTER, TERM_NONE,
                                      target_to(e, c->index + 1, term_bv_signed(ts, 64, c->offset))};
                }
            if (!cells_store(e, m, term_bool(ts, true),
                             target_add(e, at, term_bv(ts, e->program->pointer_width, k)),
                             (struct type){TYPE_INT, cell * 8}, v))
                return false;
        }
    }
    return true;
}

/* An array of words as an argument. */
static bool add_words(struct encoder *e, struct cells *m, const struct term *words, unsigned count,
                      struct slot *out)
{
    struct terms *ts = e->spec->terms;
    unsigned width = e->spec->width, bytes = width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
    uint32_t id = cells_add(e, m, (uint64_t)bytes * count);
    const struct pointer *at = target_to(e, id, term_bv(ts, e->program->pointer_width, 0));
    *out = (struct slot){SLOT_POINTER, TERM_NONE, at};
    for (unsigned i = 0; i < count; i++)
        if (!cells_store(e, m, term_bool(ts, true),
                         target_add(e, at, term_bv(ts, e->program->pointer_width, i * bytes)),
                         (struct type){TYPE_INT, bytes * 8},
                         (struct slot){SLOT_TERM, term_zext(ts, words[i], bytes * 8), NULL}))
            return false;
    return true;
}

static bool encode_check(struct encoder *e, bool plain, uint32_t check, struct term *holds)
{
    struct terms *ts = e->spec->terms;
    struct cells m = {0};
    struct slot arguments[2];
    struct outcome o;
    if (!add_globals(e, &m) || !add_words(e, &m, e->spec->input, e->spec->input_count, &arguments[0]))
        return false;
    if (plain) {
        const struct spec_application *a = &e->spec->application[0];
        if (!add_words(e, &m, a->result, e->spec->program[0].outputs, &arguments[1])) return false;
    }
    if (!encode_function(e, check, arguments, term_bool(ts, true), &m, &o)) return false;
    struct term value = o.results[0].term;
    if (!term_is(value)) return failure_set(e->failure, FAILURE_INPUT, "check never returns");
    struct term right = term_and(ts, o.returns, term_ne(ts, value, term_bv(ts, term_width(ts, value), 0)));
    *holds = term_or(ts, e->excluded, term_and(ts, right, term_not(ts, e->bad)));
    return true;
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
        if (term_same(s->input[i], v)) return;
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].outputs; i++)
            if (term_same(s->application[a].result[i], v)) return;
    if (sort_kind(s->terms, term_sort(s->terms, v)) != SORT_BV)
        k->floats = true;
    else
        map_set(&k->zero, v.id, term_bv(s->terms, term_width(s->terms, v), 0).id);
}

/* Uninitialised values often remain on paths that cannot be taken: when they make no difference they become
 * 0. */
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
        if (good) s->holds = settled;
    }
    map_release(&k.zero);
    if (!good || k.floats)
        return failure_set(f, FAILURE_INPUT,
                           "%s: the result of check depends on a variable that is not initialised", path);
    return true;
}

static bool build_spec(struct spec *s, struct program *p, bool plain, const char *path, struct failure *f)
{
    unsigned inputs = 0, outputs = 1, width = 0;
    uint32_t check = program_find_function(p, "check");
    if (check == UINT32_MAX || !p->functions.data[check].has_body ||
        p->functions.data[check].param_count != (plain ? 2u : 1u) ||
        p->functions.data[check].result_count != 1)
        return failure_set(f, FAILURE_INPUT, "%s: no function int check(const unsigned in[]%s)", path,
                           plain ? ", const unsigned out[]" : "");
    read_meta(p, "sooth_meta_inputs", &inputs);
    read_meta(p, "sooth_meta_width", &width);
    if (plain) read_meta(p, "sooth_meta_outputs", &outputs);
    if (!width || width > 64)
        return failure_set(f, FAILURE_INPUT,
                           "%s: the words of check are of no known type; see sooth.h for SOOTH_WIDTH", path);
    if (inputs > CANDIDATE_INPUTS || outputs > CANDIDATE_OUTPUTS || !outputs)
        return failure_set(f, FAILURE_UNSUPPORTED, "%s: INPUTS is at most %d, OUTPUTS from 1 to %d", path,
                           CANDIDATE_INPUTS, CANDIDATE_OUTPUTS);
    spec_init(s, width);
    spec_add_inputs(s, inputs);
    struct encoder e = {.spec = s,
                        .program = p,
                        .arena = &s->arena,
                        .failure = f,
                        .bad = term_bool(s->terms, false),
                        .excluded = term_bool(s->terms, false)};
    if (plain) {
        spec_add_program(s, "program", inputs, outputs);
        struct spec_application *a = spec_apply(s, 0);
        memcpy(a->argument, s->input, inputs * sizeof *a->argument);
    }
    bool good = encode_check(&e, plain, check, &s->holds);
    s->floats = e.floats;
    map_release(&e.program_of);
    map_release(&e.global_object);
    if (good && !s->program_count)
        good = failure_set(f, FAILURE_INPUT,
                           "%s: no unknown program: declare one, or write OUTPUTS and check(in, out)", path);
    good = good && settle_strangers(s, path, f);
    if (good) s->holds = low_normal(s->terms, s->holds);
    if (!good) spec_release(s);
    return good;
}

bool spec_read_c(struct spec *s, const char *path, struct failure *f)
{
    struct source source = {0};
    bool good = false;
    if (write_source(&source, path, f)) {
        const char *files[] = {source.wrapper}, *arguments[] = {"-I", source.directory.path, "-Wno-everything"};
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
