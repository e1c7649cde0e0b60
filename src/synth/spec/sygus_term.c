/* Terms of SyGuS constraints, by the names of SMT-LIB's theories of bit-vectors and Core. */
#include "synth/spec/sygus_internal.h"

#include "term/text/smtlib.h"

#include <stdlib.h>
#include <string.h>

bool sygus_fail(struct sygus *g, const struct sexpr *at, const char *what)
{
    return failure_set(g->failure, FAILURE_UNSUPPORTED, "%s:%u: %s", g->path, at->line, what);
}

bool sygus_sort(struct sygus *g, const struct sexpr *s, struct sygus_sort *out)
{
    out->width = 0;
    if (sexpr_is(s, "Bool"))
        return true;
    bool v2 = sexpr_starts(s, "_") && s->count == 3 && sexpr_is(s->item[1], "BitVec"),
         v1 = sexpr_starts(s, "BitVec") && s->count == 2;
    const struct sexpr *number = v2 ? s->item[2] : NULL;
    if (v1)
        number = s->item[1];
    if (number && number->atom)
        out->width = (unsigned)strtoul(number->atom, NULL, 10);
    if (!out->width || out->width > 64)
        return sygus_fail(g, s, "only Bool and bit-vectors of up to 64 bits are known");
    return true;
}

bool sygus_literal(struct sygus *g, const struct sexpr *s, uint64_t *value,
                   struct sygus_sort *sort)
{
    (void)g;
    if (!s->atom) {
        if (!sexpr_starts(s, "_") || s->count != 3 || !s->item[1]->atom ||
            strncmp(s->item[1]->atom, "bv", 2) || !s->item[2]->atom)
            return false;
        *value = strtoull(s->item[1]->atom + 2, NULL, 10);
        sort->width = (unsigned)strtoul(s->item[2]->atom, NULL, 10);
        return true;
    }
    size_t n = strlen(s->atom);
    if (!strcmp(s->atom, "true") || !strcmp(s->atom, "false"))
        return sort->width = 0, *value = s->atom[0] == 't', true;
    if (n < 3 || s->atom[0] != '#' || (s->atom[1] != 'x' && s->atom[1] != 'b'))
        return false;
    *value = strtoull(s->atom + 2, NULL, s->atom[1] == 'x' ? 16 : 2);
    sort->width = (unsigned)(n - 2) * (s->atom[1] == 'x' ? 4 : 1);
    return sort->width <= 64;
}

const struct sygus_function *sygus_find(const struct sygus *g, const char *name)
{
    for (size_t i = g->functions.count; i-- > 0;)
        if (!strcmp(g->functions.data[i].name, name))
            return &g->functions.data[i];
    return NULL;
}

static struct term to_word(struct spec *s, struct term t)
{
    if (sort_kind(s->terms, term_sort(s->terms, t)) != SORT_BOOL)
        return t;
    return term_ite(s->terms, t, term_bv(s->terms, s->width, 1),
                    term_bv(s->terms, s->width, 0));
}

static bool apply_function(struct sygus *g, const struct sygus_function *f,
                           const struct sexpr *at, const struct term *v, size_t n,
                           struct term *out)
{
    struct terms *ts = g->spec->terms;
    if (n != f->parameters)
        return sygus_fail(g, at, "wrong number of arguments");
    if (!f->body) {
        struct spec_application *a = NULL;
        for (unsigned k = 0; k < g->spec->application_count && !a;
             k++) { /* the same application again */
            bool same = g->spec->application[k].program == f->program;
            for (size_t i = 0; i < n && same; i++)
                same = term_same(g->spec->application[k].argument[i], to_word(g->spec, v[i]));
            if (same)
                a = &g->spec->application[k];
        }
        if (!a) {
            if (g->spec->application_count >= 250)
                return sygus_fail(
                    g, at, "more than 250 different applications of the unknown function");
            a = spec_apply(g->spec, f->program);
            for (size_t i = 0; i < n; i++)
                a->argument[i] = to_word(g->spec, v[i]);
        }
        *out = f->result.width ? a->result[0]
                               : term_ne(ts, a->result[0], term_bv(ts, g->spec->width, 0));
        return true;
    }
    size_t mark = g->bindings.count;
    for (size_t i = 0; i < n; i++)
        VECTOR_PUSH(&g->bindings, (struct binding){f->parameter[i].name, v[i]});
    bool good = sygus_term(g, f->body, out);
    g->bindings.count = mark;
    return good;
}

static bool read_let(struct sygus *g, const struct sexpr *s, struct term *out)
{
    size_t mark = g->bindings.count;
    if (s->count != 3 || s->item[1]->atom)
        return sygus_fail(g, s, "let without bindings");
    VECTOR(struct binding) made = {0};
    bool good = true;
    for (size_t i = 0; i < s->item[1]->count && good;
         i++) { /* all see the outer names only */
        const struct sexpr *pair = s->item[1]->item[i];
        struct binding b = {0};
        good = !pair->atom && pair->count >= 2 && pair->item[0]->atom;
        if (!good)
            sygus_fail(g, s, "let without bindings");
        if (good)
            good = sygus_term(g, pair->item[pair->count - 1], &b.term);
        if (good)
            b.name = pair->item[0]->atom;
        if (good)
            VECTOR_PUSH(&made, b);
    }
    for (size_t i = 0; i < made.count; i++)
        VECTOR_PUSH(&g->bindings, made.data[i]);
    VECTOR_RELEASE(&made);
    good = good && sygus_term(g, s->item[2], out);
    g->bindings.count = mark;
    return good;
}

/* f, or (_ f 7 0) */
static bool read_head(struct sygus *g, const struct sexpr *s, struct smtlib_head *out)
{
    const struct sexpr *name = !s->atom && s->count > 1 ? s->item[1] : s;
    *out = (struct smtlib_head){0};
    if (!name->atom || strlen(name->atom) >= sizeof out->name ||
        (!s->atom && !sexpr_starts(s, "_")))
        return sygus_fail(g, s, "an application of no function");
    strcpy(out->name, name->atom);
    for (size_t i = 2; !s->atom && i < s->count; i++) {
        if (!s->item[i]->atom || out->number_count == 3)
            return sygus_fail(g, s, "indices that are not known");
        out->numbers[out->number_count++] = (unsigned)strtoul(s->item[i]->atom, NULL, 10);
    }
    return true;
}

static bool apply_operator(struct sygus *g, const struct sexpr *s, const struct term *v,
                           size_t n, struct term *out)
{
    struct smtlib_head head;
    if (!read_head(g, s->item[0], &head))
        return false;
    if (!smtlib_has(head.name))
        return sygus_fail(g, s,
                          arena_format(g->arena, "function %s is not known", head.name));
    *out = smtlib_apply(g->spec->terms, &head, v, n);
    return term_is(*out) ||
           sygus_fail(g, s,
                      arena_format(g->arena, "arguments that do not fit %s", head.name));
}

bool sygus_term(struct sygus *g, const struct sexpr *s, struct term *out)
{
    uint64_t value;
    struct sygus_sort sort;
    if (sygus_literal(g, s, &value, &sort)) {
        *out = sort.width ? term_bv(g->spec->terms, sort.width, value)
                          : term_bool(g->spec->terms, value != 0);
        return true;
    }
    if (s->atom) {
        for (size_t i = g->bindings.count; i-- > 0;)
            if (!strcmp(g->bindings.data[i].name, s->atom))
                return *out = g->bindings.data[i].term, true;
        const struct sygus_function *f = sygus_find(g, s->atom);
        if (f)
            return apply_function(g, f, s, NULL, 0, out);
        return sygus_fail(g, s, arena_format(g->arena, "name %s is not known", s->atom));
    }
    if (!s->count)
        return sygus_fail(g, s, "an empty term");
    if (sexpr_starts(s, "let"))
        return read_let(g, s, out);
    if (++g->depth > 5000)
        return sygus_fail(g, s, "terms nested too deeply");
    size_t n = s->count - 1;
    struct term *v = ARENA_ARRAY(g->arena, struct term, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!sygus_term(g, s->item[i + 1], &v[i]))
            return false;
    g->depth--;
    const struct sygus_function *f =
        s->item[0]->atom ? sygus_find(g, s->item[0]->atom) : NULL;
    return f ? apply_function(g, f, s, v, n, out) : apply_operator(g, s, v, n, out);
}
