/* Addresses: pointers as numbers and back, and comparison.
 *
 * An object has some base address, of which only this is known, where the object is made: it
 * is aligned, the object does not reach into the first or the last page, and two objects that
 * have not ended when both have a base are apart. The address of a pointer is the base plus
 * its offset, modulo 2^width. */
#include "check/view/view_internal.h"

#include "program/literal.h"

enum { MOST_LOOKED_AT = 2000 };

/* --- what is known of bases --- */

static void assert_of(struct view *v, const struct view_object *o, struct term fact)
{
    VECTOR_PUSH(&v->axioms, term_is(o->born) ? term_implies(v->terms, o->born, fact) : fact);
}

static void assert_place(struct view *v, const struct view_object *o)
{
    struct terms *ts = v->terms;
    struct term first = view_word(v, VIEW_PAGE),
                last = term_bv_signed(ts, v->width, -VIEW_PAGE);
    struct term room =
        term_2(ts, TERM_BV_SUB, last, o->base); /* from the base to the last page */
    assert_of(v, o, term_2(ts, TERM_BV_ULE, first, o->base));
    assert_of(v, o, term_2(ts, TERM_BV_ULE, o->base, last));
    assert_of(v, o, term_2(ts, TERM_BV_ULE, o->size, room));
    if (o->alignment < 2)
        return;
    unsigned bits = (unsigned)__builtin_ctz(o->alignment);
    assert_of(v, o,
              term_eq(ts, term_extract(ts, o->base, bits - 1, 0), term_bv(ts, bits, 0)));
}

/* It has at least one address to itself: malloc(0) gives one, too. */
static struct term has_address(struct view *v, const struct view_object *o)
{
    return o->kind == VIEW_HEAP ? term_bool(v->terms, true)
                                : term_ne(v->terms, o->size, view_word(v, 0));
}

/* Literals may lie in one another. */
static bool may_share(struct view *v, const struct view_object *x,
                      const struct view_object *y)
{
    return x->kind == VIEW_GLOBAL && y->kind == VIEW_GLOBAL &&
           literal_may_share(v->program, x->index, y->index);
}

/* x ends before y starts. */
static struct term lies_before(struct view *v, const struct view_object *x,
                               const struct view_object *y)
{
    return term_2(v->terms, TERM_BV_ULE, term_2(v->terms, TERM_BV_ADD, x->base, x->size),
                  y->base);
}

static struct term is_moderate(struct view *v, const struct view_object *o)
{
    return term_2(v->terms, TERM_BV_ULE, o->size,
                  view_word(v, ((uint64_t)1 << (v->width - 8)) - 2));
}

/* Very large objects need not all fit into the address space: only their starts are told
 * apart. Those without bytes may be anywhere. */
static void assert_apart(struct view *v, const struct view_object *x,
                         const struct view_object *y)
{
    struct terms *ts = v->terms;
    if (x->ended || y->ended || may_share(v, x, y))
        return;
    struct term real = term_and(ts, has_address(v, x), has_address(v, y));
    struct term moderate = term_and(ts, is_moderate(v, x), is_moderate(v, y));
    struct term outside = term_or(ts, lies_before(v, x, y), lies_before(v, y, x));
    struct term apart =
        term_and(ts, term_ne(ts, x->base, y->base), term_implies(ts, moderate, outside));
    struct term fact = term_implies(ts, real, apart);
    assert_of(v, x, term_is(y->born) ? term_implies(ts, y->born, fact) : fact);
}

static struct term base_of(struct view *v, uint32_t object)
{
    struct view_object *o = &v->objects.data[object];
    if (term_is(o->base))
        return o->base;
    o->base = term_fresh(v->terms, sort_bv(v->terms, v->width), "base");
    assert_place(v, o);
    for (size_t i = 0; i < v->exposed.count; i++)
        assert_apart(v, &v->objects.data[v->exposed.data[i]], o);
    VECTOR_PUSH(&v->exposed, object);
    return o->base;
}

/* --- to numbers and back --- */

struct term view_address(struct view *v, struct datum p)
{
    struct terms *ts = v->terms;
    struct candidates c;
    view_candidates(v, p, &c);
    struct term base = view_word(v, 0);
    for (size_t i = 0; i < c.objects.count; i++) {
        bool only = !i && !c.null; /* one of them it must be */
        struct term here = base_of(v, c.objects.data[i]);
        base = only ? here : term_ite(ts, view_names(v, p, c.objects.data[i]), here, base);
    }
    view_candidates_release(&c);
    struct term address = term_2(ts, TERM_BV_ADD, base, p.b);
    if (!term_is_const(ts, address) && !map_has(&v->numbers, address.id)) {
        map_set(&v->numbers, address.id, v->pointers.count);
        VECTOR_PUSH(&v->pointers, p);
    }
    return address;
}

static bool is_address(struct view *v, struct term x, struct datum *p)
{
    uint64_t found;
    if (!map_get(&v->numbers, x.id, &found))
        return false;
    *p = v->pointers.data[found];
    return true;
}

void view_carrier(struct view *v, struct term variable)
{
    map_set(&v->carriers, variable.id, 1);
}

struct carrier_search {
    struct view *view;
    struct map seen;
    bool found;
};

static bool looked_at(void *context, struct term t)
{
    struct carrier_search *s = context;
    return s->found || map_has(&s->seen, t.id);
}

static void look(void *context, struct term t)
{
    struct carrier_search *s = context;
    map_set(&s->seen, t.id, 1);
    s->found |= map_has(&s->view->carriers, t.id) || s->seen.count > MOST_LOOKED_AT;
}

/* Whether something that may be an address from outside is in it. */
static bool is_carried(struct view *v, struct term x)
{
    struct carrier_search s = {.view = v};
    if (!v->carriers.count)
        return false;
    term_walk(v->terms, x, looked_at, look, &s);
    map_release(&s.seen);
    return s.found;
}

static struct term is_number(struct view *v, struct datum p)
{
    return term_or(v->terms, view_names(v, p, 0), view_is_wild(v, p));
}

/* Into which object a number leads: those that have an address are asked, its inside before
 * its end. */
static struct datum find_object(struct view *v, struct term x, struct datum otherwise,
                                bool carried)
{
    struct terms *ts = v->terms;
    struct datum p = otherwise;
    for (size_t round = 0; round < 2; round++)
        for (size_t i = 0; i < v->exposed.count; i++) {
            const struct view_object *o = &v->objects.data[v->exposed.data[i]];
            if (carried && o->kind == VIEW_ENVIRONMENT)
                continue;
            struct term at = term_2(ts, TERM_BV_SUB, x, o->base);
            struct term is =
                round ? term_2(ts, TERM_BV_ULT, at, o->size) : term_eq(ts, at, o->size);
            if (term_is(o->born))
                is = term_and(ts, is, o->born);
            p = datum_ite(
                v, is, datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, v->exposed.data[i]), at),
                p);
        }
    return p;
}

/* The address of a known pointer plus something: where that stays in the object, it is that
 * pointer, moved.
 */
static struct datum moved_pointer(struct view *v, struct term x, struct datum otherwise)
{
    struct terms *ts = v->terms;
    struct datum p;
    if (term_op(ts, x) != TERM_BV_ADD)
        return otherwise;
    for (unsigned k = 0; k < 2; k++) {
        if (!is_address(v, term_arg(ts, x, k), &p))
            continue;
        struct datum moved = view_moved(v, p, term_arg(ts, x, 1 - k));
        struct term inside = term_2(ts, TERM_BV_ULE, moved.b, view_size_of(v, moved));
        return datum_ite(v, term_and(ts, inside, term_not(ts, is_number(v, moved))), moved,
                         otherwise);
    }
    return otherwise;
}

static struct datum as_number(struct view *v, struct term x)
{
    return datum_pointer(term_bv(v->terms, VIEW_OBJECT_BITS, 0), x);
}

/* A constant, or the address of a known pointer. */
static bool is_plain(struct view *v, struct term x, struct datum *p)
{
    if (is_address(v, x, p))
        return true;
    *p = as_number(v, x);
    return term_is_const(v->terms, x);
}

static struct datum from_outside(struct view *v, struct term x)
{
    struct terms *ts = v->terms;
    struct term none = term_bv(ts, VIEW_OBJECT_BITS, 0),
                wild = term_bv(ts, VIEW_OBJECT_BITS, VIEW_WILD_OBJECT);
    return datum_pointer(term_ite(ts, term_eq(ts, x, view_word(v, 0)), none, wild), x);
}

struct datum view_pointer(struct view *v, struct term x)
{
    struct terms *ts = v->terms;
    struct datum p, q;
    LAW(term_width(ts, x) == v->width);
    if (is_plain(v, x, &p))
        return p;
    if (term_op(ts, x) == TERM_ITE && is_plain(v, term_arg(ts, x, 1), &p) &&
        is_plain(v, term_arg(ts, x, 2), &q))
        return datum_ite(v, term_arg(ts, x, 0), p, q);
    bool carried = is_carried(v, x);
    p = carried ? from_outside(v, x) : as_number(v, x);
    return moved_pointer(v, x, find_object(v, x, p, carried));
}

/* --- near --- */

struct nearness {
    struct view *view;
    const struct view_object *object;
};

static bool constant_is_near(void *context, uint64_t at)
{
    const struct nearness *n = context;
    uint64_t all = n->view->width == 64 ? UINT64_MAX : ((uint64_t)1 << n->view->width) - 1;
    uint64_t before = -at & all;
    if (before < VIEW_PAGE)
        return true;
    return n->object->size_known && at <= n->object->bytes;
}

static struct term offset_is_near(struct view *v, uint32_t object, struct term offset)
{
    struct terms *ts = v->terms;
    struct nearness n = {v, &v->objects.data[object]};
    if (view_all_constants(v, offset, constant_is_near, &n))
        return term_bool(ts, true);
    struct term page = view_word(v, VIEW_PAGE - 1);
    return term_2(ts, TERM_BV_ULE, term_2(ts, TERM_BV_ADD, offset, page),
                  term_2(ts, TERM_BV_ADD, n.object->size, page));
}

struct term view_is_near(struct view *v, struct datum p)
{
    struct terms *ts = v->terms;
    struct candidates c;
    struct term near = term_bool(ts, false);
    bool always = true;
    view_candidates(v, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        if (c.objects.data[i] == VIEW_WILD_OBJECT)
            continue;
        struct term here =
            offset_is_near(v, c.objects.data[i], view_offset_in(v, p, c.objects.data[i]));
        always &= term_is_true(ts, here);
        near = term_or(ts, near, term_and(ts, view_names(v, p, c.objects.data[i]), here));
    }
    view_candidates_release(&c);
    return always ? term_not(ts, is_number(v, p)) : near;
}

/* --- null, and equality --- */

struct term view_is_null(struct view *v, struct datum p)
{
    struct terms *ts = v->terms;
    struct term zero = view_word(v, 0);
    struct term number = is_number(v, p), near = view_is_near(v, p);
    struct term null = term_and(ts, number, term_eq(ts, p.b, zero));
    struct term far = term_not(ts, term_or(ts, number, near));
    if (term_is_false(ts, far))
        return null;
    return term_or(ts, null, term_and(ts, far, term_eq(ts, view_address(v, p), zero)));
}

struct inside {
    const struct view_object *object;
    uint64_t at[8]; /* the places that were seen */
    unsigned count;
};

/* A byte of the object, or the address that malloc(0) gives. */
static bool constant_is_inside(void *context, uint64_t at)
{
    struct inside *k = context;
    uint64_t size = k->object->bytes;
    if (size == 0 && k->object->kind == VIEW_HEAP)
        size = 1;
    if (at >= size || k->count == 8)
        return false;
    k->at[k->count++] = at;
    return true;
}

static bool lives_on(struct view *v, const struct view_state *st, uint32_t object)
{
    return !v->objects.data[object].ended ||
           term_is_true(v->terms, view_alive(v, st, object));
}

static bool find_inside(struct view *v, const struct view_state *st, struct datum p,
                        uint32_t object, struct inside *k)
{
    *k = (struct inside){.object = &v->objects.data[object]};
    if (object == VIEW_WILD_OBJECT || !k->object->size_known || !lives_on(v, st, object))
        return false;
    return view_all_constants(v, view_offset_in(v, p, object), constant_is_inside, k);
}

static bool is_small(void *context, uint64_t number)
{
    (void)context;
    return number < VIEW_PAGE;
}

/* Whatever it names, the pointer is inside; where it is a number, one that is no object's
 * address. */
static bool is_inside(struct view *v, const struct view_state *st, struct datum p,
                      const struct candidates *c)
{
    struct inside k;
    for (size_t i = 0; i < c->objects.count; i++)
        if (!find_inside(v, st, p, c->objects.data[i], &k))
            return false;
    return !c->null || view_all_constants(v, view_offset_in(v, p, 0), is_small, NULL);
}

static bool literals_meet(struct view *v, const struct view_state *st, struct datum p,
                          uint32_t x, struct datum q, uint32_t y)
{
    struct inside in_x, in_y;
    if (x == y || v->objects.data[x].kind != VIEW_GLOBAL ||
        v->objects.data[y].kind != VIEW_GLOBAL)
        return false;
    if (!find_inside(v, st, p, x, &in_x) || !find_inside(v, st, q, y, &in_y))
        return true;
    for (unsigned i = 0; i < in_x.count; i++)
        for (unsigned k = 0; k < in_y.count; k++)
            if (literal_may_be_at(v->program, in_x.object->index, in_x.at[i],
                                  in_y.object->index, in_y.at[k]))
                return true;
    return false;
}

/* Whether pointers that name different objects surely have different addresses. */
static bool is_apart(struct view *v, const struct view_state *st, struct datum p,
                     struct datum q)
{
    struct candidates x, y;
    view_candidates(v, p, &x);
    view_candidates(v, q, &y);
    bool apart = is_inside(v, st, p, &x) && is_inside(v, st, q, &y);
    for (size_t i = 0; i < x.objects.count && apart; i++)
        for (size_t k = 0; k < y.objects.count && apart; k++)
            apart = !literals_meet(v, st, p, x.objects.data[i], q, y.objects.data[k]);
    view_candidates_release(&x);
    view_candidates_release(&y);
    return apart;
}

static bool is_null_constant(struct view *v, struct datum p)
{
    uint64_t object, offset;
    return term_const_u64(v->terms, p.a, &object) && !object &&
           term_const_u64(v->terms, p.b, &offset) && !offset;
}

struct term view_equal(struct view *v, const struct view_state *st, struct datum p,
                       struct datum q)
{
    struct terms *ts = v->terms;
    if (is_null_constant(v, p))
        return view_is_null(v, q);
    if (is_null_constant(v, q))
        return view_is_null(v, p);
    struct term same_object = term_eq(ts, p.a, q.a), same_offset = term_eq(ts, p.b, q.b);
    if (term_is_true(ts, same_object))
        return same_offset;
    struct term otherwise = term_bool(ts, false);
    if (!is_apart(v, st, p, q))
        otherwise = term_eq(ts, view_address(v, p), view_address(v, q));
    return term_ite(ts, same_object, same_offset, otherwise);
}
