/* Entailment in the checker of shapes: every state of memory of the given state is one of the listed graph.
 *
 * Values are paired from the roots on; each wanted object gets a given one (a list: a run of them), no given
 * object stands for two, and every live heap object of the given state must stand for something. What numbers must
 * fulfil is collected, and asked at the end in one question. */
#include "check/shape/entail/match.h"

#include <stdlib.h>
#include <string.h>

/* --- contexts --- */

struct context *match_context(struct matching *m, struct context *up, uint32_t segment, uint32_t item)
{
    struct context *x = calloc(1, sizeof *x);
    x->up = up;
    x->segment = segment;
    x->item = item;
    x->known = up ? up->known : term_bool(m->c->base.terms, true);
    VECTOR_PUSH(&m->contexts, x);
    if (!item) return x;
    x->generic = heap_is_segment(heap_at(m->given, item));
    bool missing = heap_at(m->given, item)->kind == SHAPE_MAYBE; /* what it leads to would be there without it */
    x->owner = x->generic || missing ? item : heap_at(m->given, item)->owner;
    if (x->generic) x->known = term_and(m->c->base.terms, x->known, match_rows(m, item, SHAPE_EACH));
    return x;
}

struct context *match_owner(struct context *x, uint32_t owner)
{
    while (x && x->segment != owner)
        x = x->up;
    return x;
}

static void release(struct matching *m)
{
    for (size_t i = 0; i < m->contexts.count; i++) {
        struct context *x = m->contexts.data[i];
        for (size_t k = 0; k < x->runs.count; k++)
            VECTOR_RELEASE(&x->runs.data[k].items);
        map_release(&x->objects);
        map_release(&x->numbers);
        VECTOR_RELEASE(&x->pairs);
        VECTOR_RELEASE(&x->runs);
        free(x);
    }
    map_release(&m->owner_of);
    map_release(&m->claimed);
    map_release(&m->varies);
    VECTOR_RELEASE(&m->contexts);
    VECTOR_RELEASE(&m->goals);
    VECTOR_RELEASE(&m->rows);
    VECTOR_RELEASE(&m->pending);
    VECTOR_RELEASE(&m->parted);
}

/* --- numbers --- */

void match_goal(struct matching *m, struct context *x, struct term t)
{
    VECTOR_PUSH(&m->goals, term_implies(m->c->base.terms, x->known, t));
}

static struct term fresh_like(struct matching *m, struct term t)
{
    return term_fresh(m->c->base.terms, term_sort(m->c->base.terms, t), "open");
}

struct term match_number(struct matching *m, struct context *x, struct term number)
{
    uint64_t owner = map_or(&m->owner_of, number.id, 0), bound;
    struct context *at = match_owner(x, (uint32_t)owner);
    if (!at) return fresh_like(m, number);
    if (map_get(&at->numbers, number.id, &bound)) return (struct term){(uint32_t)bound};
    struct term open = fresh_like(m, number);
    map_set(&at->numbers, number.id, open.id);
    return open;
}

struct mention {
    const struct matching *m;
    const struct heap_object *o;
    bool found;
};

static void see_mention(void *context, struct term t)
{
    struct mention *k = context;
    k->found |= map_has(&k->m->varies, t.id);
    for (size_t i = 0; i < k->o->numbers.count; i++)
        k->found |= term_same(t, k->o->numbers.data[i]);
}

/* A number of the context `at` has one value for all elements below it: no term over their numbers, or over bytes of
 * theirs that are not known. */
static bool may_bind(struct matching *m, struct context *x, const struct context *at, struct term given)
{
    for (; x != at; x = x->up) {
        if (!x->generic) continue;
        struct mention k = {m, heap_at(m->given, x->item), false};
        term_variables(m->c->base.terms, given, see_mention, &k);
        if (k.found) return false;
    }
    return true;
}

static bool same_sort(struct matching *m, struct term a, struct term b)
{
    return term_sort(m->c->base.terms, a).id == term_sort(m->c->base.terms, b).id;
}

static bool match_term(struct matching *m, struct context *x, struct term wanted, struct term given)
{
    struct terms *ts = m->c->base.terms;
    uint64_t bound;
    if (!same_sort(m, wanted, given)) return match_fails(m, "a number of another kind");
    if (!map_has(&m->owner_of, wanted.id)) return match_goal(m, x, term_eq(ts, wanted, given)), true;
    struct context *at = match_owner(x, (uint32_t)map_or(&m->owner_of, wanted.id, 0));
    if (!at) return match_fails(m, "a number of an element outside of it");
    if (map_get(&at->numbers, wanted.id, &bound))
        match_goal(m, x, term_eq(ts, (struct term){(uint32_t)bound}, given));
    else if (may_bind(m, x, at, given))
        map_set(&at->numbers, wanted.id, given.id);
    else
        VECTOR_PUSH(&m->pending, ((struct match_pending){x, at, wanted, given}));
    return true;
}

struct only {
    struct term found;
    unsigned count;
};

static void see_only(void *context, struct term t)
{
    struct only *k = context;
    k->found = t;
    k->count++;
}

/* An offset is a constant, or one number and a constant. */
bool match_offset(struct matching *m, struct context *x, struct term wanted, struct term given)
{
    struct terms *ts = m->c->base.terms;
    struct only k = {TERM_NONE, 0};
    term_variables(ts, wanted, see_only, &k);
    if (!k.count) return match_goal(m, x, term_eq(ts, wanted, given)), true;
    if (k.count != 1) return match_fails(m, "an offset");
    struct map zero = {0};
    map_set(&zero, k.found.id, term_bv(ts, term_width(ts, k.found), 0).id);
    struct term constant = term_substitute(ts, wanted, &zero);
    map_release(&zero);
    return match_term(m, x, k.found, term_2(ts, TERM_BV_SUB, given, constant));
}

/* --- objects --- */

static bool claim(struct matching *m, struct context *at, uint32_t wanted, uint32_t given)
{
    if (map_has(&m->claimed, given)) return match_fails(m, "an object that stands for two");
    if (heap_at(m->given, given)->owner != at->owner) return match_fails(m, "an object of another owner");
    map_set(&m->claimed, given, 1);
    map_set(&at->objects, wanted, given);
    return true;
}

static bool same_place(const struct heap_object *w, const struct heap_object *g)
{
    if (w->storage != g->storage || w->alive != g->alive) return false;
    return w->storage == SHAPE_HEAP || (w->site == g->site && w->ended == g->ended && w->outer == g->outer);
}

static struct term unknown_like(struct matching *m, struct term t)
{
    struct term unknown = fresh_like(m, t);
    map_set(&m->varies, unknown.id, 1);
    return unknown;
}

static bool match_when(struct matching *m, struct context *at, const struct heap_object *w, struct term given)
{
    return !term_is(w->when) || match_term(m, at, w->when, given);
}

/* When a wanted object that may be missing is there, and what leads to it otherwise. */
static bool match_presence(struct matching *m, struct context *at, const struct heap_object *w,
                           const struct heap_object *g)
{
    struct terms *ts = m->c->base.terms;
    if (g->kind != SHAPE_MAYBE) return match_when(m, at, w, term_bv(ts, 1, 1));
    if (term_is(w->when) && !match_term(m, at, w->when, term_is(g->when) ? g->when : unknown_like(m, w->when)))
        return false;
    if (w->has_other) return match_value(m, at, w->otherwise, g->has_other ? g->otherwise : heap_null(m->c));
    return !g->has_other || match_fails(m, "something else where an object is missing");
}

static bool match_region(struct matching *m, struct context *at, uint32_t wanted, uint32_t given)
{
    const struct heap_object *w = heap_at(m->wanted, wanted), *g = heap_at(m->given, given);
    uint64_t known;
    if (map_get(&at->objects, wanted, &known))
        return known == given ? true : match_fails(m, "two objects for one");
    bool kinds = g->kind == SHAPE_REGION || (g->kind == SHAPE_MAYBE && w->kind == SHAPE_MAYBE);
    if (!kinds || !same_place(w, g)) return match_fails(m, "an object of another kind");
    if (g->kind == SHAPE_MAYBE && g->head != w->head) return match_fails(m, "an object of another kind");
    if (!claim(m, at, wanted, given) || !match_offset(m, at, w->size, g->size)) return false;
    if (w->kind == SHAPE_MAYBE && !match_presence(m, at, w, g)) return false;
    if (!w->alive) return true;
    if (w->parted) {
        if (!g->parted && !heap_part(m->c, m->given, given, w->stride)) return match_fails(m, "a region that is no row of words");
        if (heap_at(m->given, given)->stride != w->stride) return match_fails(m, "a row of records of another size");
        VECTOR_PUSH(&m->parted, ((struct match_parted){at, wanted, given}));
        return true;
    }
    if (w->kind != SHAPE_MAYBE) return match_cells(m, at, wanted, given);
    struct context *own = match_context(m, at, wanted, given); /* it has parts of its own */
    return match_cells(m, own, wanted, given) && match_lists(m, own);
}

/* INITIAL of a global that is zero at the start is ZERO. */
static enum shape_background background_of(struct matching *m, const struct heap_object *o)
{
    if (o->background != SHAPE_INITIAL) return o->background;
    const struct global *g = &m->c->base.program->globals.data[o->index];
    bool zero = !g->relocation_count && !g->external;
    for (uint64_t i = 0; zero && g->bytes && i < g->size; i++)
        zero = g->bytes[i] == 0;
    return zero ? SHAPE_ZERO : SHAPE_INITIAL;
}

static bool has_link(const struct heap_object *o, uint32_t at)
{
    if (!heap_has_links(o)) return false;
    if (o->next == at || (o->has_prev && o->prev == at)) return true;
    return (o->kind == SHAPE_TREE || o->fork) && o->other == at;
}

/* A cell at a link of a given segment tells of its end alone: what its elements hold there is not known. So the
 * wanted graph must have a link or a cell of its own there. */
static bool says_all_links(struct heap_object *w, const struct heap_object *g, uint32_t word)
{
    uint32_t links[3] = {g->next, g->prev, g->other};
    for (int i = 0; i < 3; i++)
        if (has_link(g, links[i]) && !has_link(w, links[i]) && !heap_cell_at(w, links[i], word)) return false;
    return true;
}

/* Bytes of which the wanted graph only says that they are as at the start, or zero. */
static bool match_background(struct matching *m, struct context *x, uint32_t wanted, uint32_t given)
{
    struct heap_object *w = heap_at(m->wanted, wanted), *g = heap_at(m->given, given);
    struct terms *ts = m->c->base.terms;
    enum shape_background background = background_of(m, w);
    uint32_t word = m->c->base.view.width / 8;
    if (background == SHAPE_ANY) return true;
    if (background != background_of(m, g)) return match_fails(m, "bytes that are not known");
    if (!says_all_links(w, g, word)) return match_fails(m, "links of elements");
    for (size_t i = 0; i < g->cells.count; i++) {
        const struct heap_cell *k = &g->cells.data[i];
        if (heap_cell_at(w, k->at, k->bytes) || (k->bytes == word && has_link(w, (uint32_t)k->at))) continue;
        bool zero = background == SHAPE_ZERO && k->value.kind == HEAP_NUMBER &&
                    sort_kind(ts, term_sort(ts, k->value.term)) == SORT_BV;
        if (!zero) return match_fails(m, "bytes that were changed");
        match_goal(m, x, term_eq(ts, k->value.term, term_bv(ts, term_width(ts, k->value.term), 0)));
    }
    return true;
}

bool match_cells(struct matching *m, struct context *x, uint32_t wanted, uint32_t given)
{
    const struct heap_object *w = heap_at(m->wanted, wanted);
    uint32_t word = m->c->base.view.width / 8;
    for (size_t i = 0; i < w->cells.count; i++) {
        const struct heap_cell *k = &w->cells.data[i];
        const struct heap_object *g = heap_at(m->given, given);
        struct heap_value v = {.kind = HEAP_UNKNOWN};
        if (heap_has_links(w) && match_is_link(w, k->at, k->bytes, word)) continue;
        if (!heap_has_links(g) || !match_is_link(g, k->at, k->bytes, word))
            v = heap_peek(m->c, m->given, given, k->at, k->bytes);
        if (!match_value(m, x, k->value, v)) return false;
    }
    return match_background(m, x, wanted, given);
}

/* --- values --- */

static bool match_self(struct matching *m, struct context *x, struct heap_value w, struct heap_value g)
{
    const struct context *at = match_owner(x, w.object);
    if (!at) return match_fails(m, "self outside of an element");
    enum shape_target target = at->generic ? SHAPE_AT_SELF : SHAPE_AT_NODE;
    if (g.kind != HEAP_POINTER || g.object != at->item || g.target != target)
        return match_fails(m, "a pointer that does not lead to its own element");
    return match_offset(m, x, w.term, g.term);
}

static bool match_maybe(struct matching *m, struct context *x, struct context *at, struct heap_value w,
                        struct heap_value g)
{
    uint64_t known;
    const struct heap_object *o = heap_at(m->wanted, w.object);
    bool node = g.kind == HEAP_POINTER && g.target == SHAPE_AT_NODE && heap_at(m->given, g.object)->kind != SHAPE_TREE;
    bool global = node && heap_at(m->given, g.object)->storage == SHAPE_GLOBAL;
    if (node && !(global && o->has_other))
        return match_region(m, at, w.object, g.object) && match_offset(m, x, w.term, g.term);
    if (o->has_other ? !match_value(m, at, o->otherwise, g) : !heap_is_zero(m->c, g))
        return match_fails(m, "a pointer to something else");
    if (map_get(&at->objects, w.object, &known)) return known ? match_fails(m, "an object that is there") : true;
    map_set(&at->objects, w.object, 0);
    return match_when(m, at, o, term_bv(m->c->base.terms, 1, 0));
}

static bool match_pointer(struct matching *m, struct context *x, struct heap_value w, struct heap_value g)
{
    if (w.target == SHAPE_AT_SELF) return match_self(m, x, w, g);
    const struct heap_object *o = heap_at(m->wanted, w.object);
    struct context *at = match_owner(x, o->owner);
    if (!at) return match_fails(m, "an owned object outside of its element");
    switch (o->kind) {
    case SHAPE_REGION:
        if (g.kind != HEAP_POINTER || g.target != SHAPE_AT_NODE) return match_fails(m, "a pointer to something else");
        return match_region(m, at, w.object, g.object) && match_offset(m, x, w.term, g.term);
    case SHAPE_MAYBE:
        return match_maybe(m, x, at, w, g);
    case SHAPE_LIST:
        VECTOR_PUSH(&at->pairs, ((struct match_pair){w.object, w.target, w.term, g}));
        return true;
    case SHAPE_TREE:
        return match_tree(m, x, at, w, g);
    case SHAPE_CELL:
    case SHAPE_CELLS:
        break;
    }
    return match_fails(m, "a pointer to a part of a region");
}

static bool match_static(struct matching *m, struct context *x, struct heap_value w, struct heap_value g)
{
    struct term number;
    if (!heap_static_number(m->c, m->given, g, &number)) return match_fails(m, "a pointer to no function or global");
    return match_term(m, x, w.term, number);
}

bool match_value(struct matching *m, struct context *x, struct heap_value w, struct heap_value g)
{
    switch (w.kind) {
    case HEAP_NONE:
    case HEAP_UNKNOWN:
        return true;
    case HEAP_NUMBER:
        if (g.kind == HEAP_NONE) return match_fails(m, "a value that is not known");
        if (g.kind == HEAP_NUMBER && same_sort(m, w.term, g.term)) return match_term(m, x, w.term, g.term);
        return match_term(m, x, w.term, unknown_like(m, w.term)); /* whatever its bits are */
    case HEAP_DANGLING:
        if (g.kind == HEAP_DANGLING) return true;
        if (g.kind != HEAP_POINTER || !heap_at(m->given, g.object)->ended)
            return match_fails(m, "a pointer that is not dangling");
        return true;
    case HEAP_FUNCTION:
        return (g.kind == HEAP_FUNCTION && g.object == w.object) || match_fails(m, "another function");
    case HEAP_STATIC:
        return match_static(m, x, w, g);
    case HEAP_POINTER:
        return match_pointer(m, x, w, g);
    }
    return false;
}

/* --- the whole --- */

static uint32_t find_local(struct matching *m, const struct heap_object *w)
{
    for (uint32_t i = 1; i < m->given->objects.count; i++) {
        const struct heap_object *g = heap_at(m->given, i);
        if (g->present && same_place(w, g) && !map_has(&m->claimed, i)) return i;
    }
    return 0;
}

/* Locals that nothing leads to: by their place in the program. */
static bool match_locals(struct matching *m, struct context *top)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->storage != SHAPE_STACK || map_has(&top->objects, i)) continue;
        uint32_t local = find_local(m, w);
        if (!local) return match_fails(m, "a local that is not there");
        if (!match_region(m, top, i, local)) return false;
    }
    return true;
}

static bool all_there(struct matching *m, struct context *x)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->owner != x->segment || map_has(&x->objects, i)) continue;
        bool tree = w->kind == SHAPE_TREE && w->least;
        if (w->kind == SHAPE_LIST ? !match_run_of(x, i) : w->kind == SHAPE_REGION || tree)
            return match_fails(m, "an object that is not there");
    }
    return true;
}

static bool match_globals(struct matching *m, struct context *top)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->storage != SHAPE_GLOBAL) continue;
        if (!match_region(m, top, i, heap_global(m->c, m->given, w->index))) return false;
    }
    return true;
}

/* Results of a function are by their number. */
static bool result_value(const struct heap_frame *f, uint32_t number, struct heap_value *out)
{
    for (size_t i = 0; i < f->results.count; i++)
        if (f->results.data[i].which == number) return *out = f->results.data[i].value, true;
    return false;
}

static bool root_value(struct matching *m, const struct shape_root *r, struct heap_value *out)
{
    const struct heap_state *s = m->given;
    if (r->depth >= s->frames.count) return false;
    const struct heap_frame *f = &s->frames.data[s->frames.count - 1 - r->depth];
    if (m->at == CERTIFICATE_AT_RETURN && r->depth == 0) return result_value(f, r->instruction, out);
    if (r->instruction >= f->values.count) return false;
    *out = f->values.data[r->instruction];
    return true;
}

/* The number that a function is called with and of which this witness speaks. */
static bool argument_value(struct matching *m, uint32_t witness, struct heap_value *out)
{
    const struct heap_frame *f = heap_top(m->given);
    for (size_t i = 0; i < f->values.count; i++) {
        const struct instruction *in = &f->f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX || in->extra + HEAP_FIRST_ARGUMENT != witness) continue;
        *out = f->values.data[i];
        return out->kind == HEAP_NUMBER;
    }
    return false;
}

static bool match_roots(struct matching *m, struct context *top, const struct shape_graph *g,
                        const term_list *numbers)
{
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        struct heap_value w = heap_read_value(m->c, &r->value, numbers);
        struct heap_value given;
        if (m->at == CERTIFICATE_AT_CALLS && r->depth == 1) { /* whatever it is led to, or an argument */
            if (w.kind == HEAP_NUMBER && argument_value(m, r->instruction, &given) && !match_value(m, top, w, given))
                return false;
            continue;
        }
        if (!root_value(m, r, &given)) return match_fails(m, "a root of no activation or instruction");
        if (!match_value(m, top, w, given)) return false;
    }
    return true;
}

/* The object, or what has it, that stands for nothing and need not be there: that it is not is to be shown. */
static uint32_t find_missing(const struct matching *m, uint32_t object)
{
    for (uint32_t i = object; i && !map_has(&m->claimed, i); i = heap_at(m->given, i)->owner) {
        const struct heap_object *g = heap_at(m->given, i);
        if (!g->owner && g->kind == SHAPE_MAYBE && term_is(g->when)) return i;
    }
    return 0;
}

static bool all_covered(struct matching *m)
{
    if (m->wanted->lost) return true;
    if (m->given->lost) return match_fails(m, "memory that may be lost");
    for (uint32_t i = 1; i < m->given->objects.count; i++) {
        const struct heap_object *g = heap_at(m->given, i);
        if (!g->present || g->storage != SHAPE_HEAP || !g->alive || map_has(&m->claimed, i)) continue;
        uint32_t missing = find_missing(m, i);
        if (!missing) return match_fails(m, "heap memory that the graph does not have");
        struct term no = term_bv(m->c->base.terms, 1, 0);
        VECTOR_PUSH(&m->goals, term_eq(m->c->base.terms, heap_at(m->given, missing)->when, no));
    }
    return true;
}

/* From what a given segment's element holds to what the one after it holds. */
static void map_to_next(struct matching *m, const struct heap_object *g, struct map *later)
{
    for (size_t i = 0; i < g->numbers.count; i++)
        map_set(later, g->numbers.data[i].id, g->nexts.data[i].id);
    for (size_t i = 0; i < m->varies.capacity; i++) {
        const struct map_slot *slot = &m->varies.slots[i];
        if (slot->used) map_set(later, slot->key, fresh_like(m, (struct term){(uint32_t)slot->key}).id);
    }
}

/* A wanted condition over given terms. */
static struct term translated(struct matching *m, const struct match_row *r)
{
    struct map map = {0};
    for (size_t i = 0; i < m->owner_of.capacity; i++) {
        const struct map_slot *slot = &m->owner_of.slots[i];
        if (!slot->used) continue;
        struct term number = {(uint32_t)slot->key};
        if (match_owner(r->here, (uint32_t)slot->value)) map_set(&map, number.id, match_number(m, r->here, number).id);
    }
    struct terms *ts = m->c->base.terms;
    const struct heap_object *o = r->object ? heap_at(m->wanted, r->object) : NULL;
    struct map later = {0};
    bool inner = r->there == r->here && r->here->generic;
    if (inner) map_to_next(m, heap_at(m->given, r->here->item), &later);
    for (size_t i = 0; o && r->there && i < o->numbers.count; i++) {
        struct term t = match_number(m, r->there, o->numbers.data[i]);
        if (inner) t = term_substitute(ts, t, &later);
        map_set(&map, o->nexts.data[i].id, t.id);
    }
    struct term t = term_substitute(ts, r->condition, &map);
    struct term known = r->here->known;
    if (r->there) known = term_and(ts, known, inner ? term_substitute(ts, known, &later) : r->there->known);
    map_release(&map);
    map_release(&later);
    return term_implies(ts, term_and(ts, known, r->when), t);
}

/* --- numbers that nothing in memory shows --- */

struct unbound {
    struct matching *m;
    struct context *top;
    bool some;
};

static void see_unbound(void *context, struct term t)
{
    struct unbound *u = context;
    u->some |= map_has(&u->m->owner_of, t.id) && !map_has(&u->top->numbers, t.id);
}

/* The number is to be equal to something over others that are bound: it stands for that. */
static bool bind_by(struct matching *m, struct context *top, struct term number, struct term other)
{
    struct unbound u = {m, top, false};
    if (map_or(&m->owner_of, number.id, UINT64_MAX) != 0 || map_has(&top->numbers, number.id)) return false;
    term_variables(m->c->base.terms, other, see_unbound, &u);
    if (u.some) return false;
    struct map map = {0};
    for (size_t i = 0; i < top->numbers.capacity; i++)
        if (top->numbers.slots[i].used) map_set(&map, top->numbers.slots[i].key, top->numbers.slots[i].value);
    map_set(&top->numbers, number.id, term_substitute(m->c->base.terms, other, &map).id);
    map_release(&map);
    return true;
}

/* What only elements of empty lists would hold is bound by nothing. Any choice is sound: that the facts hold is shown. */
static void bind_determined(struct matching *m, struct context *top)
{
    struct terms *ts = m->c->base.terms;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m->wanted->facts.count; i++) {
            struct term f = m->wanted->facts.data[i];
            if (term_op(ts, f) != TERM_EQ) continue;
            changed |= bind_by(m, top, term_arg(ts, f, 0), term_arg(ts, f, 1)) ||
                       bind_by(m, top, term_arg(ts, f, 1), term_arg(ts, f, 0));
        }
    }
}

static bool all_shown(struct matching *m, struct context *top)
{
    struct terms *ts = m->c->base.terms;
    bind_determined(m, top);
    for (size_t i = 0; i < m->pending.count; i++) {
        const struct match_pending *p = &m->pending.data[i];
        match_goal(m, p->context, term_eq(ts, match_number(m, p->at, p->number), p->given));
    }
    struct term yes = term_bool(ts, true);
    for (size_t i = 0; i < m->wanted->facts.count; i++)
        VECTOR_PUSH(&m->rows, ((struct match_row){m->wanted->facts.data[i], top, NULL, 0, yes}));
    for (size_t i = 0; i < m->rows.count; i++)
        VECTOR_PUSH(&m->goals, translated(m, &m->rows.data[i]));
    struct term all = term_and_n(ts, m->goals.data, m->goals.count);
    return heap_shown(m->c, m->given, all) ? true : match_fails(m, "numbers that do not fit");
}

/* Lists wait until what their ends lead to is known; what they hold may lead to others. */
static bool match_everything(struct matching *m, const struct shape_graph *g, const term_list *numbers)
{
    struct context *top = match_context(m, NULL, 0, 0);
    if (!match_globals(m, top) || !match_roots(m, top, g, numbers)) return false;
    if (!match_parts(m) || !match_lists(m, top) || !match_locals(m, top)) return false;
    if (!match_parts(m) || !match_lists(m, top)) return false;
    bool open = true;
    while (open) {
        open = false;
        for (size_t i = 0; i < m->contexts.count; i++)
            if (!match_pairs(m, m->contexts.data[i])) return false;
        for (size_t i = 0; i < m->contexts.count; i++)
            open |= m->contexts.data[i]->verified < m->contexts.data[i]->pairs.count;
    }
    for (size_t i = 0; i < m->contexts.count; i++)
        if (!all_there(m, m->contexts.data[i])) return false;
    return all_covered(m) && all_shown(m, top);
}

/* --- what stands for witnesses --- */

static struct heap_value image_of_list(struct matching *m, struct context *top, struct heap_value w)
{
    struct heap_value none = {.kind = HEAP_NONE};
    const struct match_run *run = match_run_of(top, w.object);
    if (!run || !run->items.count) return none;
    bool last = w.target == SHAPE_AT_LAST;
    const struct context *item = last ? VECTOR_LAST(&run->items) : run->items.data[0];
    if (heap_may_be_empty(heap_at(m->given, item->item))) return none;
    w.object = item->item;
    if (!item->generic) w.target = SHAPE_AT_NODE;
    return w;
}

static struct heap_value image_of(struct matching *m, struct context *top, struct heap_value w)
{
    struct heap_value none = {.kind = HEAP_NONE};
    uint64_t object;
    if (w.kind == HEAP_NUMBER)
        return map_has(&m->owner_of, w.term.id) ? heap_number(match_number(m, top, w.term)) : w;
    if (w.kind != HEAP_POINTER || !term_is_const(m->c->base.terms, w.term)) return none;
    if (heap_at(m->wanted, w.object)->kind == SHAPE_LIST) return image_of_list(m, top, w);
    if (!map_get(&top->objects, w.object, &object) || !object) return none;
    w.object = (uint32_t)object;
    return w;
}

static void find_witnesses(struct matching *m, const struct shape_graph *g, const term_list *numbers,
                           heap_value_list *out)
{
    VECTOR_CLEAR(out);
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        if (r->depth != 1 || r->instruction >= HEAP_MOST_WITNESSES) continue;
        while (out->count <= r->instruction)
            VECTOR_PUSH(out, (struct heap_value){.kind = HEAP_NONE});
        struct heap_value w = heap_read_value(m->c, &r->value, numbers);
        out->data[r->instruction] = image_of(m, m->contexts.data[0], w);
    }
}

/* --- attempts --- */

struct attempt {
    const struct shape_graph *g;
    enum certificate_at at;
    heap_value_list *witnesses;
    bool guessed;
};

static bool attempt(struct heap_checker *c, struct heap_state *s, struct attempt *a, size_t longest)
{
    const struct shape_graph *g = a->g;
    struct heap_state *wanted = calloc(1, sizeof *wanted);
    struct matching m = {.c = c, .given = s, .wanted = wanted, .longest = longest, .at = a->at};
    term_list numbers = {0};
    bool good = heap_read(c, g, wanted, &numbers);
    if (!good) match_fails(&m, "a graph that is not covered");
    for (size_t i = 0; good && i < numbers.count; i++)
        map_set(&m.owner_of, numbers.data[i].id, g->numbers.data[i].owner);
    good = good && match_everything(&m, g, &numbers);
    if (good && a->witnesses) find_witnesses(&m, g, &numbers, a->witnesses);
    if (good && c->ranking.wanted) match_measures(&m, g, &numbers);
    c->mismatch = m.why;
    a->guessed = m.guessed;
    release(&m);
    VECTOR_RELEASE(&numbers);
    heap_free(wanted);
    return good;
}

/* Where it is open how far a list goes, because nothing else leads to what follows it: some lengths are tried. */
bool heap_entails(struct heap_checker *c, struct heap_state *s, const struct shape_graph *g, enum certificate_at at,
                  heap_value_list *witnesses)
{
    enum { MOST_TRIED = 4 };
    struct attempt a = {g, at, witnesses, false};
    if (attempt(c, s, &a, SIZE_MAX)) return true;
    for (size_t longest = 1; a.guessed && longest <= MOST_TRIED; longest++)
        if (attempt(c, s, &a, longest)) return true;
    return false;
}
