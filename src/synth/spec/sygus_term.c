/* Terms of SyGuS constraints, by the names of SMT-LIB's theories of bit-vectors and Core. */
#include "synth/spec/sygus_internal.h"

#include <stdlib.h>
#include <string.h>

bool sygus_fail(struct sygus *g, const struct sexpr *at, const char *what)
{
    return failure_set(g->failure, FAILURE_UNSUPPORTED, "%s:%u: %s", g->path, at->line, what);
}

bool sygus_sort(struct sygus *g, const struct sexpr *s, struct sygus_sort *out)
{
    out->width = 0;
    if (sexpr_is(s, "Bool")) return true;
    bool v2 = sexpr_starts(s, "_") && s->count == 3 && sexpr_is(s->item[1], "BitVec"),
         v1 = sexpr_starts(s, "BitVec") && s->count == 2;
    const struct sexpr *number = v2 ? s->item[2] : v1 ? s->item[1] : NULL;
    if (number && number->atom) out->width = (unsigned)strtoul(number->atom, NULL, 10);
    if (!out->width || out->width > 64)
        return sygus_fail(g, s, "only Bool and bit-vectors of up to 64 bits are known");
    return true;
}

bool sygus_literal(struct sygus *g, const struct sexpr *s, uint64_t *value, struct sygus_sort *sort)
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
    if (n < 3 || s->atom[0] != '#' || (s->atom[1] != 'x' && s->atom[1] != 'b')) return false;
    *value = strtoull(s->atom + 2, NULL, s->atom[1] == 'x' ? 16 : 2);
    sort->width = (unsigned)(n - 2) * (s->atom[1] == 'x' ? 4 : 1);
    return sort->width <= 64;
}

const struct sygus_function *sygus_find(const struct sygus *g, const char *name)
{
    for (size_t i = g->functions.count; i-- > 0;)
        if (!strcmp(g->functions.data[i].name, name)) return &g->functions.data[i];
    return NULL;
}

static const struct {
    const char *name;
    enum term_op op;
    int arity; /* -1: two or more, from the left */
} operators[] = {
    {"not", TERM_NOT, 1},        {"and", TERM_AND, -1},         {"or", TERM_OR, -1},
    {"xor", TERM_XOR, -1},       {"=>", TERM_IMPLIES, 2},       {"ite", TERM_ITE, 3},
    {"=", TERM_EQ, 2},           {"bvnot", TERM_BV_NOT, 1},     {"bvneg", TERM_BV_NEG, 1},
    {"bvand", TERM_BV_AND, -1},  {"bvor", TERM_BV_OR, -1},      {"bvxor", TERM_BV_XOR, -1},
    {"bvnand", TERM_BV_NAND, 2}, {"bvnor", TERM_BV_NOR, 2},     {"bvxnor", TERM_BV_XNOR, 2},
    {"bvadd", TERM_BV_ADD, -1},  {"bvsub", TERM_BV_SUB, 2},     {"bvmul", TERM_BV_MUL, -1},
    {"bvudiv", TERM_BV_UDIV, 2}, {"bvurem", TERM_BV_UREM, 2},   {"bvsdiv", TERM_BV_SDIV, 2},
    {"bvsrem", TERM_BV_SREM, 2}, {"bvsmod", TERM_BV_SMOD, 2},   {"bvshl", TERM_BV_SHL, 2},
    {"bvlshr", TERM_BV_LSHR, 2}, {"bvashr", TERM_BV_ASHR, 2},   {"bvult", TERM_BV_ULT, 2},
    {"bvule", TERM_BV_ULE, 2},   {"bvugt", TERM_BV_UGT, 2},     {"bvuge", TERM_BV_UGE, 2},
    {"bvslt", TERM_BV_SLT, 2},   {"bvsle", TERM_BV_SLE, 2},     {"bvsgt", TERM_BV_SGT, 2},
    {"bvsge", TERM_BV_SGE, 2},   {"concat", TERM_BV_CONCAT, 2}, {"bvcomp", TERM_BV_COMP, 2},
};

static struct term to_word(struct spec *s, struct term t)
{
    if (sort_kind(s->terms, term_sort(s->terms, t)) != SORT_BOOL) return t;
    return term_ite(s->terms, t, term_bv(s->terms, s->width, 1), term_bv(s->terms, s->width, 0));
}

static bool apply_function(struct sygus *g, const struct sygus_function *f, const struct sexpr *at,
                           const struct term *v, size_t n, struct term *out)
{
    struct terms *ts = g->spec->terms;
    if (n != f->parameters) return sygus_fail(g, at, "wrong number of arguments");
    if (!f->body) {
        struct spec_application *a = NULL;
        for (unsigned k = 0; k < g->spec->application_count && !a; k++) { /* the same application again */
            bool same = g->spec->application[k].program == f->program;
            for (size_t i = 0; i < n && same; i++)
                same = term_same(g->spec->application[k].argument[i], to_word(g->spec, v[i]));
            if (same) a = &g->spec->application[k];
        }
        if (!a) {
            if (g->spec->application_count >= 250)
                return sygus_fail(g, at, "more than 250 different applications of the unknown function");
            a = spec_apply(g->spec, f->program);
            for (size_t i = 0; i < n; i++)
                a->argument[i] = to_word(g->spec, v[i]);
        }
        *out = f->result.width ? a->result[0] : term_ne(ts, a->result[0], term_bv(ts, g->spec->width, 0));
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
    if (s->count != 3 || s->item[1]->atom) return sygus_fail(g, s, "let without bindings");
    VECTOR(struct binding) made = {0};
    bool good = true;
    for (size_t i = 0; i < s->item[1]->count && good; i++) { /* all see the outer names only */
        const struct sexpr *pair = s->item[1]->item[i];
        struct binding b = {0};
        good = !pair->atom && pair->count >= 2 && pair->item[0]->atom;
        if (!good) sygus_fail(g, s, "let without bindings");
        if (good) good = sygus_term(g, pair->item[pair->count - 1], &b.term);
        if (good) b.name = pair->item[0]->atom;
        if (good) VECTOR_PUSH(&made, b);
    }
    for (size_t i = 0; i < made.count; i++)
        VECTOR_PUSH(&g->bindings, made.data[i]);
    VECTOR_RELEASE(&made);
    good = good && sygus_term(g, s->item[2], out);
    g->bindings.count = mark;
    return good;
}

/* ((_ extract 7 0) x) and its like */
static bool read_indexed(struct sygus *g, const struct sexpr *s, struct term *out)
{
    const struct sexpr *head = s->item[0];
    struct term v;
    if (!sexpr_starts(head, "_") || head->count < 3 || s->count != 2)
        return sygus_fail(g, s, "an application of no function");
    if (!sygus_term(g, s->item[1], &v)) return false;
    unsigned p[2] = {(unsigned)strtoul(head->item[2]->atom ? head->item[2]->atom : "0", NULL, 10),
                     head->count > 3 && head->item[3]->atom ? (unsigned)strtoul(head->item[3]->atom, NULL, 10)
                                                            : 0};
    struct terms *ts = g->spec->terms;
    const char *name = head->item[1]->atom ? head->item[1]->atom : "";
    unsigned width = term_width(ts, v);
    if (!strcmp(name, "extract") && p[0] < width && p[1] <= p[0])
        *out = term_extract(ts, v, p[0], p[1]);
    else if (!strcmp(name, "zero_extend"))
        *out = term_zext(ts, v, width + p[0]);
    else if (!strcmp(name, "sign_extend"))
        *out = term_sext(ts, v, width + p[0]);
    else if (!strcmp(name, "rotate_left"))
        *out = term_make(ts, TERM_BV_ROTL, &v, 1, p);
    else if (!strcmp(name, "rotate_right"))
        *out = term_make(ts, TERM_BV_ROTR, &v, 1, p);
    else
        return sygus_fail(g, s, "an indexed function that is not known");
    return true;
}

static bool apply_operator(struct sygus *g, const struct sexpr *s, const struct term *v, size_t n,
                           struct term *out)
{
    struct terms *ts = g->spec->terms;
    const char *name = s->item[0]->atom;
    if (!strcmp(name, "distinct") && n == 2) return *out = term_ne(ts, v[0], v[1]), true;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (strcmp(operators[i].name, name)) continue;
        bool chain = operators[i].arity < 0 && n >= 2;
        if (!chain && (int)n != operators[i].arity) return sygus_fail(g, s, "wrong number of arguments");
        *out = v[0];
        for (size_t k = 1; chain && k < n; k++)
            *out = term_2(ts, operators[i].op, *out, v[k]);
        if (!chain)
            *out = operators[i].op == TERM_EQ ? term_eq(ts, v[0], v[1])
                                              : term_make(ts, operators[i].op, v, n, NULL);
        return true;
    }
    return sygus_fail(g, s, arena_format(g->arena, "function %s is not known", name));
}

static bool same_sorts(const struct terms *ts, const struct term *v, size_t from, size_t n)
{
    for (size_t i = from + 1; i < n; i++)
        if (term_sort(ts, v[i]).id != term_sort(ts, v[from]).id) return false;
    return true;
}

bool sygus_term(struct sygus *g, const struct sexpr *s, struct term *out)
{
    uint64_t value;
    struct sygus_sort sort;
    if (sygus_literal(g, s, &value, &sort)) {
        *out =
            sort.width ? term_bv(g->spec->terms, sort.width, value) : term_bool(g->spec->terms, value != 0);
        return true;
    }
    if (s->atom) {
        for (size_t i = g->bindings.count; i-- > 0;)
            if (!strcmp(g->bindings.data[i].name, s->atom)) return *out = g->bindings.data[i].term, true;
        const struct sygus_function *f = sygus_find(g, s->atom);
        if (f) return apply_function(g, f, s, NULL, 0, out);
        return sygus_fail(g, s, arena_format(g->arena, "name %s is not known", s->atom));
    }
    if (!s->count) return sygus_fail(g, s, "an empty term");
    if (sexpr_starts(s, "let")) return read_let(g, s, out);
    if (!s->item[0]->atom) return read_indexed(g, s, out);
    if (++g->depth > 5000) return sygus_fail(g, s, "terms nested too deeply");
    size_t n = s->count - 1;
    struct term *v = ARENA_ARRAY(g->arena, struct term, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!sygus_term(g, s->item[i + 1], &v[i])) return false;
    g->depth--;
    const struct sygus_function *f = sygus_find(g, s->item[0]->atom);
    if (f) return apply_function(g, f, s, v, n, out);
    bool conditional = sexpr_is(s->item[0], "ite");
    if (strcmp(s->item[0]->atom, "concat") && !same_sorts(g->spec->terms, v, conditional ? 1 : 0, n))
        return sygus_fail(g, s, "arguments of different sorts");
    return apply_operator(g, s, v, n, out);
}
