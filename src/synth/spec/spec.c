/* Building and questioning specifications. */
#include "synth/spec/spec.h"

#include "base/failure.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

void spec_init(struct spec *s, unsigned width)
{
    LAW(width >= 1 && width <= 64);
    *s = (struct spec){.width = width, .terms = terms_new()};
    arena_init(&s->arena);
    s->word = width <= 32 ? "unsigned" : "unsigned long";
    if (width == 8)
        s->word = "unsigned char";
    if (width == 16)
        s->word = "unsigned short";
}

void spec_release(struct spec *s)
{
    terms_free(s->terms);
    arena_release(&s->arena);
}

unsigned spec_add_program(struct spec *s, const char *name, unsigned arity, unsigned outputs)
{
    LAW(arity <= CANDIDATE_INPUTS);
    LAW(outputs >= 1 && outputs <= CANDIDATE_OUTPUTS);
    struct spec_program *grown =
        ARENA_ARRAY(&s->arena, struct spec_program, s->program_count + 1);
    if (s->program_count)
        memcpy(grown, s->program, s->program_count * sizeof *grown);
    grown[s->program_count] =
        (struct spec_program){arena_text(&s->arena, name), arity, outputs};
    s->program = grown;
    return s->program_count++;
}

void spec_add_inputs(struct spec *s, unsigned count)
{
    LAW(count <= CANDIDATE_INPUTS && !s->input_count);
    s->input = ARENA_ARRAY(&s->arena, struct term, count + 1);
    for (unsigned i = 0; i < count; i++)
        s->input[i] = term_var(s->terms, sort_bv(s->terms, s->width),
                               arena_format(&s->arena, "in%u", i));
    s->input_count = count;
}

struct spec_application *spec_apply(struct spec *s, unsigned program)
{
    LAW(program < s->program_count);
    const struct spec_program *p = &s->program[program];
    struct spec_application *grown =
        ARENA_ARRAY(&s->arena, struct spec_application, s->application_count + 1);
    if (s->application_count)
        memcpy(grown, s->application, s->application_count * sizeof *grown);
    struct spec_application *a = &grown[s->application_count];
    a->program = program;
    a->argument = ARENA_ARRAY(&s->arena, struct term, p->arity + 1);
    a->result = ARENA_ARRAY(&s->arena, struct term, p->outputs + 1);
    for (unsigned i = 0; i < p->outputs; i++)
        a->result[i] = term_var(s->terms, sort_bv(s->terms, s->width),
                                arena_format(&s->arena, "out%u.%u", s->application_count, i));
    s->application = grown;
    s->application_count++;
    return a;
}

bool spec_is_plain(const struct spec *s)
{
    if (s->application_count != 1 || s->program_count != 1)
        return false;
    if (s->program[0].arity != s->input_count)
        return false;
    for (unsigned i = 0; i < s->input_count; i++)
        if (!term_same(s->application[0].argument[i], s->input[i]))
            return false;
    return true;
}

struct seek {
    const struct spec *s;
    bool found;
};

static void see_variable(void *context, struct term v)
{
    struct seek *k = context;
    for (unsigned a = 0; a < k->s->application_count; a++)
        for (unsigned i = 0; i < k->s->program[k->s->application[a].program].outputs; i++)
            if (term_same(k->s->application[a].result[i], v))
                k->found = true;
}

bool spec_is_flat(const struct spec *s)
{
    struct seek k = {s, false};
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].arity; i++)
            term_variables(s->terms, s->application[a].argument[i], see_variable, &k);
    return !k.found;
}

struct term spec_instance(const struct spec *s, const struct solution *solution)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, s->holds)) == SORT_BOOL);
    LAW(solution->count == s->program_count);
    struct map results = {0};
    struct term in[CANDIDATE_INPUTS], out[CANDIDATE_OUTPUTS];
    for (unsigned a = 0; a < s->application_count; a++) {
        const struct spec_application *app = &s->application[a];
        const struct spec_program *p = &s->program[app->program];
        LAW(solution->program[app->program].inputs == p->arity);
        LAW(solution->program[app->program].outputs == p->outputs);
        for (unsigned i = 0; i < p->arity; i++)
            in[i] = term_substitute(s->terms, app->argument[i], &results);
        candidate_terms(s->terms, &solution->program[app->program], s->width, in, out);
        /* the memo of the substitution knows terms that hold the new variables only if they
         * were met before: none was */
        for (unsigned i = 0; i < p->outputs; i++)
            map_set(&results, app->result[i].id, out[i].id);
    }
    struct term t = term_substitute(s->terms, s->holds, &results);
    map_release(&results);
    return t;
}
