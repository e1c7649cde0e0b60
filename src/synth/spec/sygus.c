/* SyGuS-IF version 2 for the theory of bit-vectors: one synth-fun, macros, variables,
 * constraints. All words of the unknown function have one width; Bool parameters and results
 * are words 0 and 1. */
#include "synth/spec/sygus_internal.h"

#include "base/text.h"

#include <string.h>

static bool read_parameters(struct sygus *g, const struct sexpr *list,
                            struct sygus_function *f)
{
    if (list->atom)
        return sygus_fail(g, list, "no list of parameters");
    f->parameters = (unsigned)list->count;
    f->parameter = ARENA_ARRAY(g->arena, struct sygus_parameter, list->count + 1);
    for (size_t i = 0; i < list->count; i++) {
        const struct sexpr *p = list->item[i];
        if (p->atom || p->count != 2 || !p->item[0]->atom)
            return sygus_fail(g, p, "a parameter is a name and a sort");
        f->parameter[i].name = p->item[0]->atom;
        if (!sygus_sort(g, p->item[1], &f->parameter[i].sort))
            return false;
    }
    return true;
}

static bool read_define(struct sygus *g, const struct sexpr *s)
{
    struct sygus_function f = {0};
    if (s->count != 5 || !s->item[1]->atom)
        return sygus_fail(g, s, "define-fun is a name, parameters, a sort and a term");
    f.name = s->item[1]->atom;
    f.body = s->item[4];
    if (!read_parameters(g, s->item[2], &f) || !sygus_sort(g, s->item[3], &f.result))
        return false;
    VECTOR_PUSH(&g->functions, f);
    return true;
}

/* The one width of the unknown function's words. */
static bool find_width(struct sygus *g, const struct sexpr *s, const struct sygus_function *f,
                       unsigned *width)
{
    *width = f->result.width;
    for (unsigned i = 0; i < f->parameters; i++) {
        if (f->parameter[i].sort.width && *width && f->parameter[i].sort.width != *width)
            return sygus_fail(g, s, "words of different widths in one function");
        if (f->parameter[i].sort.width)
            *width = f->parameter[i].sort.width;
    }
    if (!*width)
        *width = 1;
    return true;
}

static bool read_unknown(struct sygus *g, const struct sexpr *s)
{
    struct sygus_function f = {0};
    unsigned width;
    if (g->unknown)
        return sygus_fail(g, s, "more than one synth-fun");
    if (s->count < 4 || s->count > 6 || !s->item[1]->atom)
        return sygus_fail(g, s, "synth-fun is a name, parameters, a sort and a grammar");
    f.name = s->item[1]->atom;
    if (!read_parameters(g, s->item[2], &f) || !sygus_sort(g, s->item[3], &f.result) ||
        !find_width(g, s, &f, &width))
        return false;
    if (f.parameters > CANDIDATE_INPUTS)
        return sygus_fail(g, s, "too many parameters");
    spec_init(g->spec, width);
    g->arena = &g->spec->arena;
    g->unknown = ARENA_NEW(g->arena, struct sygus_function);
    *g->unknown = f;
    g->unknown->parameter = ARENA_ARRAY(g->arena, struct sygus_parameter, f.parameters + 1);
    memcpy(g->unknown->parameter, f.parameter, f.parameters * sizeof *f.parameter);
    g->unknown->program = spec_add_program(g->spec, f.name, f.parameters, 1);
    VECTOR_PUSH(&g->functions, *g->unknown);
    const struct sexpr *declarations = s->count == 6 ? s->item[4] : NULL,
                       *groups = s->count >= 5 ? s->item[s->count - 1] : NULL;
    return sygus_grammar(g, declarations, groups);
}

static bool read_variable(struct sygus *g, const struct sexpr *s)
{
    struct sygus_parameter v = {0};
    if (s->count != 3 || !s->item[1]->atom)
        return sygus_fail(g, s, "declare-var is a name and a sort");
    v.name = s->item[1]->atom;
    if (!sygus_sort(g, s->item[2], &v.sort))
        return false;
    VECTOR_PUSH(&g->variables, v);
    return true;
}

/* Variables become inputs, all of the word's width. */
static bool bind_variables(struct sygus *g, const struct sexpr *at)
{
    struct terms *ts = g->spec->terms;
    unsigned width = g->spec->width;
    if (g->variables.count > CANDIDATE_INPUTS)
        return sygus_fail(g, at, "too many variables");
    spec_add_inputs(g->spec, (unsigned)g->variables.count);
    for (size_t i = 0; i < g->variables.count; i++) {
        const struct sygus_parameter *v = &g->variables.data[i];
        if (v->sort.width > width)
            return sygus_fail(g, at, "a variable wider than the words of the function");
        struct term t = g->spec->input[i];
        if (!v->sort.width)
            t = term_ne(ts, t, term_bv(ts, width, 0));
        else if (v->sort.width < width)
            t = term_extract(ts, t, v->sort.width - 1, 0);
        VECTOR_PUSH(&g->bindings, (struct binding){v->name, t});
    }
    return true;
}

static bool command_is_ignored(const struct sexpr *s)
{
    return sexpr_starts(s, "set-logic") || sexpr_starts(s, "set-option") ||
           sexpr_starts(s, "set-info") || sexpr_starts(s, "check-synth") ||
           sexpr_starts(s, "set-feature") || sexpr_starts(s, "constraint") ||
           sexpr_starts(s, "assume");
}

static bool read_declaration(struct sygus *g, const struct sexpr *s)
{
    if (sexpr_starts(s, "define-fun"))
        return read_define(g, s);
    if (sexpr_starts(s, "synth-fun"))
        return read_unknown(g, s);
    if (sexpr_starts(s, "declare-var"))
        return read_variable(g, s);
    return command_is_ignored(s) || sygus_fail(g, s, "a command that is not known");
}

static bool read_declarations(struct sygus *g, const struct sexpr *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct sexpr *s = all->item[i];
        if (!read_declaration(g, s))
            return false;
    }
    return g->unknown || sygus_fail(g, all, "no synth-fun");
}

static bool read_constraints(struct sygus *g, const struct sexpr *all)
{
    struct terms *ts = g->spec->terms;
    struct term holds = term_bool(ts, true), assumed = term_bool(ts, true);
    for (size_t i = 0; i < all->count; i++) {
        const struct sexpr *s = all->item[i];
        struct term t;
        if (!sexpr_starts(s, "constraint") && !sexpr_starts(s, "assume"))
            continue;
        if (s->count != 2)
            return sygus_fail(g, s, "a constraint is one term");
        if (!sygus_term(g, s->item[1], &t))
            return false;
        if (sort_kind(ts, term_sort(ts, t)) != SORT_BOOL)
            return sygus_fail(g, s, "a constraint must be a Bool");
        if (sexpr_starts(s, "assume"))
            assumed = term_and(ts, assumed, t);
        else
            holds = term_and(ts, holds, t);
    }
    g->spec->holds = term_implies(ts, assumed, holds);
    return true;
}

bool spec_read_sygus(struct spec *spec, struct sygus **out, const char *path,
                     struct failure *f)
{
    struct text text = {0};
    struct arena names;
    if (!text_read_file(&text, path, f))
        return false;
    arena_init(&names);
    struct sygus g = {.spec = spec, .arena = &names, .path = path, .failure = f};
    struct sexpr *all = sexpr_read(&names, text_of(&text), path, f);
    bool good = all && read_declarations(&g, all) && bind_variables(&g, all) &&
                read_constraints(&g, all);
    if (good) {
        *out = ARENA_NEW(&spec->arena, struct sygus);
        **out = g;
        spec->grammar = &(*out)->grammar;
        g.unknown->name = arena_text(&spec->arena, g.unknown->name);
        for (unsigned i = 0; i < g.unknown->parameters; i++)
            g.unknown->parameter[i].name =
                arena_text(&spec->arena, g.unknown->parameter[i].name);
    } else if (g.unknown) {
        spec_release(spec);
    }
    VECTOR_RELEASE(&g.functions);
    VECTOR_RELEASE(&g.variables);
    VECTOR_RELEASE(&g.bindings);
    VECTOR_RELEASE(&g.constraints);
    arena_release(&names);
    text_release(&text);
    return good;
}
