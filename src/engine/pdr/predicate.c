/* Pools of predicates: what may be said of the states at a head before any state was looked
 * at.
 *
 * Conditions of the program that are over the state of a head are its predicates, also where
 * the program tests what the same variable is at another head; constants that variables get;
 * remainders that the program computes, with what they may be compared with; and comparisons
 * of two variables, also of different widths. */
#include "engine/pdr/pdr_internal.h"

enum {
    MOST_ATOMS = 3000,
    MOST_PREDICATES = 200, /* of a place, without pairs */
    MOST_PAIRS = 160,
    MOST_NODES = 40,  /* of one condition */
    MOST_LEAVES = 200 /* of the choices of one value */
};

/* --- what a place can express --- */

static bool is_variable(const struct head *place, struct term t)
{
    for (size_t i = 0; i < place->variables.count; i++)
        if (term_same(place->variables.data[i].pre, t))
            return true;
    return false;
}

static bool is_foreign(const struct pdr *p, struct term t)
{
    enum term_class class = term_class(term_op(p->terms, t));
    enum sort_kind kind = sort_kind(p->terms, term_sort(p->terms, t));
    if (class == TERM_CLASS_ARRAY || class == TERM_CLASS_APPLY || class == TERM_CLASS_FLOAT)
        return true;
    if (kind != SORT_BOOL && kind != SORT_BV)
        return true;
    return class == TERM_CLASS_LEAF && !term_is_const(p->terms, t);
}

bool place_expresses(const struct pdr *p, uint32_t number, struct term t)
{
    LAW(number < p->places.count);
    const struct head *place = &p->places.data[number];
    VECTOR(struct term) todo = {0};
    bool good = true, any = false;
    VECTOR_PUSH(&todo, t);
    for (size_t nodes = 0; todo.count && good; nodes++) {
        t = VECTOR_POP(&todo);
        good = nodes < MOST_NODES;
        if (is_variable(place, t)) {
            any = true;
            continue;
        }
        good = good && !is_foreign(p, t);
        for (size_t i = 0; i < term_count(p->terms, t) && good; i++)
            VECTOR_PUSH(&todo, term_arg(p->terms, t, i));
    }
    VECTOR_RELEASE(&todo);
    return good && any;
}

static struct term positive(struct pdr *p, struct term t)
{
    return term_op(p->terms, t) == TERM_NOT ? term_arg(p->terms, t, 0) : t;
}

void place_add_predicate(struct pdr *p, uint32_t number, struct term head, enum rank rank)
{
    LAW(number < p->places.count && rank <= RANK_PAIR);
    struct head *place = &p->places.data[number];
    head = positive(p, head);
    if (term_is_const(p->terms, head) || map_has(&place->known, head.id))
        return;
    LAW(place->known.count == place->predicates.count);
    map_set(&place->known, head.id, 1);
    place->learnt += rank == RANK_LEARNT;
    struct literal made = place_literal(p, number, head, rank);
    size_t at = place->predicates.count;
    VECTOR_PUSH(&place->predicates, made);
    for (; at && place->predicates.data[at - 1].rank > rank; at--) {
        place->predicates.data[at] = place->predicates.data[at - 1];
        place->predicates.data[at - 1] = made;
    }
}

static void add_program(struct pdr *p, uint32_t place, struct term head)
{
    if (p->places.data[place].predicates.count >= MOST_PREDICATES)
        return;
    if (place_expresses(p, place, head))
        place_add_predicate(p, place, head, RANK_PROGRAM);
}

/* --- conditions of the program --- */

struct gathering {
    struct pdr *pdr;
    struct map seen;
    VECTOR(struct term) atoms, remainders;
};

static bool is_seen(void *context, struct term t)
{
    struct gathering *g = context;
    return map_has(&g->seen, t.id);
}

/* A comparison, or an equation of words. */
static bool is_atom(struct terms *ts, struct term t)
{
    enum term_op op = term_op(ts, t);
    enum term_class class = term_class(op);
    if (class == TERM_CLASS_ORDER || class == TERM_CLASS_OVERFLOW)
        return true;
    return op == TERM_EQ && sort_kind(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_BV;
}

static void gather(void *context, struct term t)
{
    struct gathering *g = context;
    struct terms *ts = g->pdr->terms;
    enum term_op op = term_op(ts, t);
    map_set(&g->seen, t.id, 1);
    if (is_atom(ts, t) && g->atoms.count < MOST_ATOMS)
        VECTOR_PUSH(&g->atoms, t);
    if (op == TERM_BV_UREM || op == TERM_BV_SREM)
        VECTOR_PUSH(&g->remainders, t);
}

static void gather_from(struct gathering *g, struct term t)
{
    if (term_is(t))
        term_walk(g->pdr->terms, t, is_seen, gather, g);
}

static void gather_all(struct gathering *g)
{
    struct pdr *p = g->pdr;
    for (size_t i = 0; i < p->formula->claims.count; i++)
        gather_from(g, p->formula->claims.data[i].bad);
    for (size_t i = 0; i < p->places.count; i++) {
        const struct head *place = &p->places.data[i];
        gather_from(g, place->step);
        for (size_t k = 0; k < place->variables.count; k++) {
            gather_from(g, place->variables.data[k].entry);
            gather_from(g, place->variables.data[k].post);
        }
    }
}

/* --- the same variable at several heads --- */

/* The values that t chooses between. */
typedef VECTOR(struct term) leaf_list;
static void find_leaves(const struct pdr *p, struct term t, leaf_list *out)
{
    struct map seen = {0};
    leaf_list todo = {0};
    VECTOR_PUSH(&todo, t);
    while (todo.count && seen.count < MOST_LEAVES) {
        t = VECTOR_POP(&todo);
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        if (term_op(p->terms, t) == TERM_ITE) {
            VECTOR_PUSH(&todo, term_arg(p->terms, t, 1));
            VECTOR_PUSH(&todo, term_arg(p->terms, t, 2));
        } else {
            VECTOR_PUSH(out, t);
        }
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
}

static void leaves_of(const struct pdr *p, const struct variable_view *v, leaf_list *out)
{
    VECTOR_CLEAR(out);
    if (v->slot == UINT32_MAX)
        return;
    find_leaves(p, v->entry, out);
    find_leaves(p, v->post, out);
}

static bool among(const leaf_list *all, struct term t)
{
    for (size_t i = 0; i < all->count; i++)
        if (term_same(all->data[i], t))
            return true;
    return false;
}

static bool is_linked(const struct pdr *p, const struct variable_view *x,
                      const struct variable_view *y)
{
    leaf_list leaves = {0};
    if (x->width != y->width)
        return false;
    leaves_of(p, x, &leaves);
    bool linked = among(&leaves, y->pre);
    leaves_of(p, y, &leaves);
    linked |= among(&leaves, x->pre);
    VECTOR_RELEASE(&leaves);
    return linked;
}

/* Variables of one place to those of another that stand for the same. */
static void link(const struct pdr *p, uint32_t from, uint32_t to, struct map *out)
{
    const struct head *a = &p->places.data[from], *b = &p->places.data[to];
    for (size_t i = 0; i < a->variables.count; i++)
        for (size_t k = 0; k < b->variables.count; k++) {
            const struct variable_view *x = &a->variables.data[i], *y = &b->variables.data[k];
            if (x->slot == UINT32_MAX || term_same(x->pre, y->pre) || map_has(out, x->pre.id))
                continue;
            if (is_linked(p, x, y))
                map_set(out, x->pre.id, y->pre.id);
        }
}

static void add_linked_atoms(struct pdr *p, const struct gathering *g, uint32_t to)
{
    for (uint32_t from = 0; from < p->places.count; from++) {
        struct map linked = {0};
        if (from == to)
            continue;
        link(p, from, to, &linked);
        for (size_t i = 0; i < g->atoms.count && linked.count; i++)
            if (place_expresses(p, from, g->atoms.data[i]))
                add_program(p, to, term_substitute(p->terms, g->atoms.data[i], &linked));
        map_release(&linked);
    }
}

/* --- conditions on what variables have become --- */

static bool is_sum_with_constant(const struct pdr *p, struct term t)
{
    enum term_op op = term_op(p->terms, t);
    bool sum = op == TERM_BV_ADD || op == TERM_BV_SUB;
    return sum && term_count(p->terms, t) == 2 &&
           (term_is_const(p->terms, term_arg(p->terms, t, 0)) ||
            term_is_const(p->terms, term_arg(p->terms, t, 1)));
}

static struct term without_constant(const struct pdr *p, struct term t)
{
    while (is_sum_with_constant(p, t))
        t = term_arg(p->terms, t, term_is_const(p->terms, term_arg(p->terms, t, 0)));
    return t;
}

/* A constant, or something from outside. */
static bool is_given(const struct pdr *p, struct term t)
{
    return term_is_const(p->terms, t) || term_op(p->terms, t) == TERM_VAR;
}

/* The one variable that a choice between values is a later form of; none: there is none, or
 * other values are among them. */
static struct term origin_of(const struct pdr *p, uint32_t place, struct term t)
{
    LAW(place < p->places.count);
    struct term found = TERM_NONE;
    leaf_list leaves = {0};
    bool good = true;
    find_leaves(p, t, &leaves);
    for (size_t i = 0; i < leaves.count && good; i++) {
        struct term x = without_constant(p, leaves.data[i]);
        bool own = is_variable(&p->places.data[place], x);
        good = own ? !term_is(found) || term_same(found, x) : is_given(p, x);
        if (own)
            found = x;
    }
    VECTOR_RELEASE(&leaves);
    return good ? found : TERM_NONE;
}

struct origins {
    struct pdr *pdr;
    uint32_t place;
    struct map *to; /* terms to the variables that they are later forms of */
    struct map seen;
};

static bool is_origin_seen(void *context, struct term t)
{
    return map_has(&((struct origins *)context)->seen, t.id);
}

static void see_origin(void *context, struct term t)
{
    struct origins *o = context;
    struct terms *ts = o->pdr->terms;
    map_set(&o->seen, t.id, 1);
    if (term_op(ts, t) != TERM_ITE || sort_kind(ts, term_sort(ts, t)) != SORT_BV)
        return;
    struct term x = origin_of(o->pdr, o->place, t);
    if (term_is(x) && term_width(ts, x) == term_width(ts, t))
        map_set(o->to, t.id, x.id);
}

/* Tests inside a body speak of what variables are there: the same is asked of what they are
 * at the head. */
static void add_earlier_atoms(struct pdr *p, const struct gathering *g, uint32_t place)
{
    struct map to = {0};
    struct origins o = {.pdr = p, .place = place, .to = &to};
    for (size_t i = 0; i < p->places.data[place].variables.count; i++) {
        const struct variable_view *v = &p->places.data[place].variables.data[i];
        if (v->slot == UINT32_MAX || term_same(v->post, v->pre) ||
            term_is_const(p->terms, v->post))
            continue;
        map_set(&to, v->post.id, v->pre.id);
        map_set(&o.seen, v->post.id, 1);
    }
    for (size_t i = 0; i < g->atoms.count; i++)
        term_walk(p->terms, g->atoms.data[i], is_origin_seen, see_origin, &o);
    for (size_t i = 0; i < g->atoms.count && to.count; i++)
        add_program(p, place, term_substitute(p->terms, g->atoms.data[i], &to));
    map_release(&to);
    map_release(&o.seen);
}

/* --- values --- */

static void add_choices(struct pdr *p, uint32_t place, const struct variable_view *v)
{
    leaf_list leaves = {0};
    leaves_of(p, v, &leaves);
    for (size_t i = 0; i < leaves.count; i++) {
        struct term leaf = leaves.data[i];
        bool plain =
            term_is_const(p->terms, leaf) || is_variable(&p->places.data[place], leaf);
        if (plain && !term_same(leaf, v->pre))
            add_program(p, place, term_eq(p->terms, v->pre, leaf));
    }
    VECTOR_RELEASE(&leaves);
}

/* What is asked of a variable is also asked of those of the place that hand their values on
 * to it, and the other way round. */
static void share_tests(struct pdr *p, uint32_t place, const struct variable_view *x,
                        const struct variable_view *y)
{
    LAW(x != y);
    size_t count = p->places.data[place].predicates.count;
    struct map swap = {0};
    if (x->slot == UINT32_MAX || y->slot == UINT32_MAX || !is_linked(p, x, y))
        return;
    map_set(&swap, x->pre.id, y->pre.id);
    for (size_t i = 0; i < count; i++)
        add_program(
            p, place,
            term_substitute(p->terms, p->places.data[place].predicates.data[i].head, &swap));
    map_release(&swap);
}

static void share_all_tests(struct pdr *p, uint32_t place)
{
    const variables *v = &p->places.data[place].variables;
    for (size_t i = 0; i < v->count; i++)
        for (size_t k = 0; k < v->count; k++)
            if (i != k)
                share_tests(p, place, &v->data[i], &v->data[k]);
}

static struct term fit(struct terms *ts, struct term x, unsigned width)
{
    return term_width(ts, x) < width ? term_zext(ts, x, width) : x;
}

/* A remainder is one of the variables. */
static void add_remainder(struct pdr *p, uint32_t place, struct term remainder)
{
    const struct head *at = &p->places.data[place];
    unsigned width = term_width(p->terms, remainder);
    if (!place_expresses(p, place, remainder))
        return;
    for (size_t i = 0; i < at->variables.count; i++) {
        struct term x = at->variables.data[i].pre;
        if (term_width(p->terms, x) <= width)
            add_program(p, place, term_eq(p->terms, fit(p->terms, x, width), remainder));
    }
}

/* --- two variables --- */

static void add_pair(struct pdr *p, uint32_t place, struct term x, struct term y)
{
    struct terms *ts = p->terms;
    unsigned a = term_width(ts, x), b = term_width(ts, y);
    if (a > b)
        return add_pair(p, place, y, x);
    if (a < 8)
        return;
    if (a < b) {
        place_add_predicate(p, place, term_eq(ts, x, term_extract(ts, y, a - 1, 0)),
                            RANK_PAIR);
        place_add_predicate(p, place, term_eq(ts, term_zext(ts, x, b), y), RANK_PAIR);
        return;
    }
    place_add_predicate(p, place, term_eq(ts, x, y), RANK_PAIR);
    place_add_predicate(p, place, term_2(ts, TERM_BV_SLT, x, y), RANK_PAIR);
    place_add_predicate(p, place, term_2(ts, TERM_BV_SLT, y, x), RANK_PAIR);
    place_add_predicate(p, place, term_2(ts, TERM_BV_ULT, x, y), RANK_PAIR);
}

static void add_pairs(struct pdr *p, uint32_t place)
{
    const struct head *at = &p->places.data[place];
    size_t most = at->predicates.count + MOST_PAIRS;
    for (size_t i = 0; i < at->variables.count; i++)
        for (size_t k = 0; k < i && at->predicates.count < most; k++)
            add_pair(p, place, at->variables.data[i].pre, at->variables.data[k].pre);
}

void predicates_find(struct pdr *p)
{
    struct gathering g = {.pdr = p};
    gather_all(&g);
    for (uint32_t i = 0; i < p->places.count; i++) {
        for (size_t k = 0; k < g.atoms.count; k++)
            add_program(p, i, g.atoms.data[k]);
        add_earlier_atoms(p, &g, i);
        add_linked_atoms(p, &g, i);
        for (size_t k = 0; k < p->places.data[i].variables.count; k++)
            add_choices(p, i, &p->places.data[i].variables.data[k]);
        share_all_tests(p, i);
        for (size_t k = 0; k < g.remainders.count; k++)
            add_remainder(p, i, g.remainders.data[k]);
        add_pairs(p, i);
    }
    map_release(&g.seen);
    VECTOR_RELEASE(&g.atoms);
    VECTOR_RELEASE(&g.remainders);
}
