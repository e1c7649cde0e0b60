/* Clauses about two numbers of one object: `a != 1 or b != 3`, `kind = 1 or size < 500`, or
 * about one that has a few values: `a = 1 or a = 7`; and bounds of unsigned numbers. Their
 * literals are comparisons of the program with constants. Only literals that are open alone
 * are paired, so that a clause says more than its parts; those that hold in every context are
 * found by letting models drop the others. */
#include "engine/shapes/shapes.h"

#include <stdlib.h>

enum { MOST_ATOMS = 10, MOST_NUMBERS = 6, MOST_CLAUSES = 1500, MOST_TRIPLES = 600 };
enum { MOST_SLICES = 8, MOST_RELATIONS = 40 };

/* --- comparisons of the program --- */

static bool same_atom(const struct graph_atom *a, const struct graph_atom *b)
{
    return a->form == b->form && a->bound == b->bound;
}

/* x <= c is x < c + 1; the opposite of an atom needs no entry of its own. */
static bool atom_of(enum compare c, int64_t bound, struct graph_atom *out)
{
    bool more = c == COMPARE_ULE || c == COMPARE_UGT || c == COMPARE_SLE || c == COMPARE_SGT;
    if (more && bound == INT64_MAX)
        return false;
    enum graph_atom_form form = ATOM_SIGNED;
    if (c == COMPARE_EQ || c == COMPARE_NE)
        form = ATOM_EQUAL;
    if (c == COMPARE_ULT || c == COMPARE_ULE || c == COMPARE_UGT || c == COMPARE_UGE)
        form = ATOM_UNSIGNED;
    *out = (struct graph_atom){form, bound + more};
    return true;
}

void shapes_note_atom(struct shapes *s, enum compare c, int64_t bound)
{
    struct graph_atom a;
    if (!atom_of(c, bound, &a))
        return;
    LAW(s->atoms.count <= MOST_ATOMS);
    for (size_t i = 0; i < s->atoms.count; i++)
        if (same_atom(&s->atoms.data[i], &a))
            return;
    if (s->atoms.count < MOST_ATOMS)
        VECTOR_PUSH(&s->atoms, a);
}

static bool fits_width(int64_t x, unsigned width)
{
    LAW(width);
    return width >= 64 || (x >= -(1ll << (width - 1)) && x < (1ll << (width - 1)));
}

static bool make_atom(struct shapes *s, struct graph_atom a, struct term v, struct term *out)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, v)) == SORT_BV);
    struct terms *ts = s->terms;
    unsigned width = term_width(ts, v);
    if (width == 1 || !fits_width(a.bound, width))
        return false;
    struct term c = term_bv_signed(ts, width, a.bound);
    switch (a.form) {
    case ATOM_EQUAL:
        *out = term_eq(ts, v, c);
        return true;
    case ATOM_SIGNED:
        *out = term_2(ts, TERM_BV_SLT, v, c);
        return true;
    case ATOM_UNSIGNED:
        *out = term_2(ts, TERM_BV_ULT, v, c);
        return true;
    }
    return false;
}

/* --- the numbers of one object --- */

static bool is_word(struct shapes *s, struct term t)
{
    if (!term_is(t) || term_op(s->terms, t) != TERM_VAR)
        return false;
    if (sort_kind(s->terms, term_sort(s->terms, t)) != SORT_BV)
        return false;
    return term_width(s->terms, t) > 1 && term_width(s->terms, t) <= 64;
}

static void numbers_of(struct shapes *s, const struct graph_object *o,
                       struct graph_terms *out)
{
    for (uint32_t i = 0; i < o->field_count && out->count < MOST_NUMBERS; i++) {
        struct graph_value v = o->fields[i].value;
        if ((v.kind != GRAPH_NUMBER && v.kind != GRAPH_STATIC) || !is_word(s, v.term) ||
            graph_terms_have(out, v.term))
            continue;
        graph_terms_add(&s->arena, out, v.term);
    }
}

/* What some of its parts are where they are missing: another member of a union. */
static void others_of(struct shapes *s, const struct graph *g, uint32_t list,
                      struct graph_terms *out)
{
    for (uint32_t id = 1; id < g->count && out->count < MOST_NUMBERS; id++) {
        const struct graph_object *o = g->objects[id];
        bool part = o && o->owner && graph_list_of(g, id) == list && graph_has_other(o);
        if (part && o->after.kind != GRAPH_FUNCTION && is_word(s, o->after.term) &&
            !graph_terms_have(out, o->after.term))
            graph_terms_add(&s->arena, out, o->after.term);
    }
}

void shapes_note_slice(struct shapes *s, uint32_t from, uint32_t bytes, uint32_t whole)
{
    LAW(bytes && from + bytes <= whole);
    for (size_t i = 0; i < s->tree_layouts->slices.count; i++) {
        const struct graph_slice *l = &s->tree_layouts->slices.data[i];
        if (l->from == from && l->bytes == bytes && l->whole == whole)
            return;
    }
    bool word = bytes == 1 || bytes == 2 || bytes == 4;
    if (word && whole <= 8 && s->tree_layouts->slices.count < MOST_SLICES)
        VECTOR_PUSH(&s->tree_layouts->slices, ((struct graph_slice){from, bytes, whole}));
}

/* Numbers that are a part of others, where members of a union differ in size. */
static void slices_of(struct shapes *s, struct graph_terms *out)
{
    uint32_t count = out->count;
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < s->tree_layouts->slices.count; k++) {
            const struct graph_slice *l = &s->tree_layouts->slices.data[k];
            if (term_width(s->terms, out->data[i]) == 8 * l->whole)
                graph_terms_add(&s->arena, out,
                                term_extract(s->terms, out->data[i],
                                             8 * (l->from + l->bytes) - 1, 8 * l->from));
        }
}

/* Which of its parts are there, and how many elements lists among them have. */
static void presences_of(struct shapes *s, const struct graph *g, uint32_t list,
                         struct graph_terms *out)
{
    LAW(list && list < g->count && g->objects[list]);
    for (int k = 0; k < 2; k++)
        if (term_is(g->objects[list]->child[k]))
            graph_terms_add(&s->arena, out, g->objects[list]->child[k]);
    uint32_t most = out->count > MOST_NUMBERS ? out->count + 2 : MOST_NUMBERS;
    for (uint32_t id = 1; id < g->count && out->count < most; id++) {
        const struct graph_object *o = g->objects[id];
        bool part = o && o->owner && graph_list_of(g, id) == list && term_is(o->there);
        if (part && term_op(s->terms, o->there) == TERM_VAR)
            graph_terms_add(&s->arena, out, o->there);
        bool counted = o && o->kind == GRAPH_LIST && !o->least && o->owner &&
                       graph_list_of(g, o->owner) == list && is_word(s, o->length);
        if (counted)
            graph_terms_add(&s->arena, out, o->length);
    }
}

/* --- what holds in every context --- */

typedef VECTOR(struct term) term_list;

static bool every_one(void *context, const bool *keep, size_t i)
{
    (void)context;
    return keep[i];
}

static void filter_in(struct shapes *s, struct graph_context *context, const term_list *all,
                      bool *keep)
{
    struct term *here = calloc(all->count + 1, sizeof *here);
    struct map map = {0};
    for (size_t i = 0; i < context->map.capacity;
         i++) /* substitution keeps what it has seen */
        if (context->map.slots[i].used)
            map_set(&map, context->map.slots[i].key, context->map.slots[i].value);
    for (size_t i = 0; i < all->count; i++) {
        if (!keep[i])
            continue;
        here[i] = map.count ? term_substitute(s->terms, all->data[i], &map) : all->data[i];
        if (term_is_false(s->terms, here[i]))
            keep[i] = false;
    }
    shapes_filter(s, context->facts.data, context->facts.count, here, keep, all->count,
                  every_one, NULL);
    map_release(&map);
    free(here);
}

static bool *filter(struct shapes *s, graph_contexts *contexts, const term_list *all)
{
    bool *keep = calloc(all->count + 1, sizeof *keep);
    for (size_t i = 0; i < all->count; i++)
        keep[i] = true;
    for (size_t i = 0; i < contexts->count; i++)
        filter_in(s, &contexts->data[i], all, keep);
    return keep;
}

/* --- literals and clauses --- */

struct literals {
    term_list terms;         /* an atom and its opposite in turn */
    VECTOR(bool) unusual;    /* unsigned: candidates.c has no such form */
    VECTOR(bool) equal;      /* it says that the number is a constant */
    VECTOR(uint32_t) number; /* which number each is about */
    size_t alone;            /* so many are about one number, the others about two */
};

static void add_literal(struct shapes *s, struct literals *out, struct term t,
                        uint32_t number, bool unusual, bool equal)
{
    VECTOR_PUSH(&out->terms, t);
    VECTOR_PUSH(&out->terms, term_not(s->terms, t));
    for (int both = 0; both < 2; both++) {
        VECTOR_PUSH(&out->number, number);
        VECTOR_PUSH(&out->unusual, unusual);
        VECTOR_PUSH(&out->equal, !both && equal);
    }
}

static void collect(struct shapes *s, const struct graph_terms *numbers, struct literals *out)
{
    for (uint32_t i = 0; i < numbers->count; i++) {
        if (term_width(s->terms, numbers->data[i]) == 1) /* whether something is there */
            add_literal(s, out, shapes_true_bit(s, numbers->data[i]), i, false, false);
        for (size_t k = 0; k < s->atoms.count; k++) {
            struct term atom;
            if (make_atom(s, s->atoms.data[k], numbers->data[i], &atom))
                add_literal(s, out, atom, i, s->atoms.data[k].form == ATOM_UNSIGNED,
                            s->atoms.data[k].form == ATOM_EQUAL);
        }
    }
    out->alone = out->terms.count;
}

/* Two numbers that are compared: of elements with some tag that may be known. */
static void collect_relations(struct shapes *s, const struct graph_terms *numbers,
                              struct literals *out)
{
    struct terms *ts = s->terms;
    uint32_t count = numbers->count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            struct term a = numbers->data[i], b = numbers->data[k];
            unsigned width = term_width(ts, a);
            if (width < 8 || width != term_width(ts, b) ||
                out->terms.count >= out->alone + MOST_RELATIONS)
                continue;
            bool plain = s->ordered_plain >> (width - 1) & 1;
            enum term_op less = plain ? TERM_BV_ULT : TERM_BV_SLT;
            add_literal(s, out, term_2(ts, less, a, b), count, false, false);
            add_literal(s, out, term_2(ts, less, b, a), count, false, false);
            if (s->compares)
                add_literal(s, out, term_eq(ts, a, b), count, false, false);
        }
}

/* Neither the literal nor its opposite holds. */
static bool is_open(const bool *holds, size_t i)
{
    return !holds[i] && !holds[i ^ 1];
}

/* It says that a number is a constant, or that it is not. */
static bool is_tag(const struct literals *l, size_t i)
{
    return l->equal.data[i] || l->equal.data[i ^ 1];
}

static void pair_up(struct shapes *s, const struct literals *l, const bool *holds,
                    term_list *out)
{
    for (size_t i = 0; i < l->terms.count; i++)
        for (size_t k = i + 1; k < l->terms.count && out->count < MOST_CLAUSES; k++) {
            bool one_of_two = l->equal.data[i] && l->equal.data[k];
            if (l->number.data[i] == l->number.data[k] && !one_of_two)
                continue;
            if (k >= l->alone && !is_tag(l, i))
                continue;
            if (!is_open(holds, i) || !is_open(holds, k))
                continue;
            VECTOR_PUSH(out, term_or(s->terms, l->terms.data[i], l->terms.data[k]));
        }
}

static bool is_known(struct shapes *s, const struct graph_terms *known, struct term a,
                     struct term b)
{
    return graph_terms_have(known, term_or(s->terms, a, b)) ||
           graph_terms_have(known, term_or(s->terms, b, a));
}

/* One number is one of two constants, or another one is some constant or not: `kind != 2 or
 * op = 42 or op = 43`. */
static void add_third(struct shapes *s, const struct literals *l, const bool *holds,
                      const struct graph_terms *known, size_t i, size_t k, term_list *out)
{
    struct term a = l->terms.data[i], b = l->terms.data[k];
    for (size_t n = 0; n < l->terms.count && out->count < MOST_TRIPLES; n++) {
        struct term c = l->terms.data[n];
        if (!is_tag(l, n) || l->number.data[n] == l->number.data[i] || !is_open(holds, n))
            continue;
        if (!is_known(s, known, a, c) && !is_known(s, known, b, c))
            VECTOR_PUSH(out, term_or(s->terms, c, term_or(s->terms, a, b)));
    }
}

static void make_triples(struct shapes *s, const struct literals *l, const bool *holds,
                         const struct graph_terms *known, term_list *out)
{
    for (size_t i = 0; i < l->terms.count; i++)
        for (size_t k = i + 1; k < l->terms.count; k++) {
            bool values = l->equal.data[i] && l->equal.data[k] &&
                          l->number.data[i] == l->number.data[k];
            if (values && is_open(holds, i) && is_open(holds, k) &&
                !is_known(s, known, l->terms.data[i], l->terms.data[k]))
                add_third(s, l, holds, known, i, k, out);
        }
}

/* A number is one of those constants that it may be: tags that are letters, or flags. */
static void make_sets(struct shapes *s, const struct literals *l, const bool *holds,
                      uint32_t numbers, term_list *out)
{
    for (uint32_t number = 0; number < numbers; number++) {
        struct term any = term_bool(s->terms, false);
        size_t count = 0;
        for (size_t i = 0; i < l->terms.count; i++)
            if (l->equal.data[i] && l->number.data[i] == number && is_open(holds, i)) {
                any = term_or(s->terms, any, l->terms.data[i]);
                count++;
            }
        if (count > 2) /* pairs are there */
            VECTOR_PUSH(out, any);
    }
}

static void keep(struct shapes *s, struct graph_terms *out, struct term t)
{
    if (!term_is_true(s->terms, t) && !graph_terms_have(out, t))
        graph_terms_add(&s->arena, out, t);
}

void shapes_find_clauses_of(struct shapes *s, const struct graph_terms *numbers,
                            graph_contexts *contexts, struct graph_terms *out)
{
    LAW(numbers->count && contexts->count);
    struct literals l = {0};
    term_list clauses = {0};
    collect(s, numbers, &l);
    collect_relations(s, numbers, &l);
    bool *holds = filter(s, contexts, &l.terms);
    pair_up(s, &l, holds, &clauses);
    bool *good = filter(s, contexts, &clauses);
    for (size_t i = 0; i < l.terms.count; i++)
        if (holds[i] && l.unusual.data[i])
            keep(s, out, l.terms.data[i]);
    for (size_t i = 0; i < clauses.count; i++)
        if (good[i])
            keep(s, out, clauses.data[i]);
    free(good);
    VECTOR_CLEAR(&clauses);
    make_triples(s, &l, holds, out, &clauses);
    make_sets(s, &l, holds, numbers->count, &clauses);
    good = filter(s, contexts, &clauses);
    for (size_t i = 0; i < clauses.count; i++)
        if (good[i])
            keep(s, out, clauses.data[i]);
    free(good);
    free(holds);
    VECTOR_RELEASE(&clauses);
    VECTOR_RELEASE(&l.terms);
    VECTOR_RELEASE(&l.number);
    VECTOR_RELEASE(&l.unusual);
    VECTOR_RELEASE(&l.equal);
}

void shapes_find_clauses(struct shapes *s, const struct graph *g, uint32_t list,
                         graph_contexts *contexts, struct graph_terms *out)
{
    if (!s->settings.wide || !s->atoms.count || !contexts->count)
        return;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || !o->alive)
            continue;
        bool of_list = id == list || (list && o->owner == list && o->kind == GRAPH_REGION);
        bool alone = !list && !o->owner && o->kind == GRAPH_REGION;
        if (!of_list && !alone)
            continue;
        struct graph_terms numbers = {0};
        numbers_of(s, o, &numbers);
        if (o->bytes == UINT64_MAX)
            graph_terms_add(&s->arena, &numbers, o->size);
        if (id == list)
            others_of(s, g, list, &numbers);
        slices_of(s, &numbers);
        if (id == list)
            presences_of(s, g, list, &numbers);
        if (numbers.count)
            shapes_find_clauses_of(s, &numbers, contexts, out);
    }
}
