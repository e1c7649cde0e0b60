/* What two elements have in common: shared values stay, numbers that differ become variables
 * of the element, what each has for itself becomes owned. */
#include "engine/shapes/fold/fold.h"

#include <stdlib.h>

/* --- private parts --- */

struct inward {
    const bool *set;
    uint32_t owner;
    bool *outside; /* by id: led to from elsewhere */
};

static void see_inward(void *context, uint32_t from, struct graph_value v)
{
    struct inward *i = context;
    if (!graph_is_pointer(v) || !i->set[v.object])
        return;
    if (from != i->owner && !(from && i->set[from]))
        i->outside[v.object] = true;
}

static bool is_link_at(const struct graph_link *link, uint32_t at)
{
    return link && graph_is_link(link, at);
}

static void spread(const struct graph *, uint32_t, const struct graph_link *skip,
                   uint32_t but, bool *set);

/* What the value leads to joins the set, unless that is `but`. In graphs between two folds it
 * may be gone. */
static void spread_along(const struct graph *g, struct graph_value v, uint32_t but, bool *set)
{
    if (!graph_is_pointer(v) || set[v.object] || v.object == but)
        return;
    const struct graph_object *to = g->objects[v.object];
    if (!to || to->storage != GRAPH_HEAP || !to->alive || term_is(to->base))
        return;
    set[v.object] = true;
    spread(g, v.object, NULL, but, set);
}

static void spread(const struct graph *g, uint32_t id, const struct graph_link *skip,
                   uint32_t but, bool *set)
{
    LAW(id && id < g->count && g->objects[id]);
    const struct graph_object *o = g->objects[id];
    for (uint32_t i = 0; i < o->field_count; i++)
        if (!is_link_at(skip, o->fields[i].at))
            spread_along(g, o->fields[i].value, but, set);
    if (o->kind != GRAPH_LIST || skip)
        return;
    spread_along(g, o->after, but, set);
    spread_along(g, o->before, but, set);
}

/* What the links lead to is a neighbour, not a part. */
static void mark_neighbours(const struct graph_object *o, const struct graph_link *link,
                            bool *outside)
{
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_value v = o->fields[i].value;
        if (is_link_at(link, o->fields[i].at) && graph_is_pointer(v))
            outside[v.object] = true;
    }
    if (o->kind != GRAPH_LIST)
        return;
    if (graph_is_pointer(o->after))
        outside[o->after.object] = true;
    if (graph_is_pointer(o->before))
        outside[o->before.object] = true;
}

void fold_private(const struct graph *g, uint32_t object, const struct graph_link *link,
                  bool *out)
{
    LAW(object < g->count && g->objects[object]);
    spread(g, object, link, object, out);
    bool *outside = calloc(g->count + 1, sizeof *outside);
    mark_neighbours(g->objects[object], link, outside);
    for (uint32_t id = 1; id < g->count; id++)
        if (outside[id])
            out[id] = false;
    for (bool changed = true; changed;) {
        struct inward i = {out, object, outside};
        graph_each(g, see_inward, &i);
        changed = false;
        for (uint32_t id = 1; id < g->count; id++)
            if (out[id] && outside[id]) {
                out[id] = false;
                changed = true;
            }
    }
    free(outside);
}

/* --- objects --- */

static uint32_t joined(const struct folding *f, uint32_t a, uint32_t b)
{
    LAW(a || b);
    for (size_t i = 0; i < f->pairs.count; i++)
        if (f->pairs.data[i].a == a && f->pairs.data[i].b == b)
            return f->pairs.data[i].joined;
    return 0;
}

static struct graph_value end_of(const struct folding *f, const struct graph_object *o,
                                 const struct graph_link *link, bool next)
{
    if (o->kind == GRAPH_LIST)
        return next ? o->after : o->before;
    const struct graph_field *field =
        object_field(o, (uint32_t)(next ? link->next : link->prev), f->s->width / 8);
    return field ? field->value : (struct graph_value){0};
}

static uint32_t joined_list(const struct folding *f, uint32_t id)
{
    for (size_t i = 0; i < f->pairs.count; i++)
        if (f->pairs.data[i].a == id || f->pairs.data[i].b == id)
            return f->pairs.data[i].joined;
    return f->list;
}

/* What has this part is the element itself, as far as the graph before tells. */
static bool is_elements_own(const struct folding *f, uint32_t part)
{
    LAW(part < f->before->count);
    uint32_t owner = part ? f->before->objects[part]->owner : 0;
    return !owner || owner == f->a || owner == f->b;
}

/* Whose element has what stands for both: the list's, or that of a list which its elements
 * own; or it is a part of what may be missing. */
static uint32_t joined_owner(const struct folding *f, uint32_t a, uint32_t b)
{
    if (!is_elements_own(f, a))
        return joined_list(f, f->before->objects[a]->owner);
    if (!is_elements_own(f, b))
        return joined_list(f, f->before->objects[b]->owner);
    return f->holder ? f->holder : f->list;
}

static bool has_parts(const struct graph *g, uint32_t object)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->owner == object)
            return true;
    return false;
}

/* One side has a node more than what became the list, of the same kind and with nothing
 * behind it: it is an element too. */
static void take_tail(struct folding *f, uint32_t list, struct graph_value *after)
{
    LAW(f->after->objects[list]->kind == GRAPH_LIST);
    struct graph *g = f->after;
    if (!graph_is_pointer(*after))
        return;
    uint32_t tail = after->object;
    const struct graph_object *l = g->objects[list], *t = g->objects[tail];
    if (l->link.prev >= 0 || t->kind != GRAPH_REGION || t->least || t->owner != l->owner)
        return;
    if (!t->place || t->place != l->place || graph_has_other(t) || has_parts(g, tail))
        return;
    const struct graph_field *next = object_field(t, (uint32_t)l->link.next, f->s->width / 8);
    if (!next || graph_is_pointer(next->value))
        return;
    *after = next->value;
    for (size_t i = 0; i < f->pairs.count; i++)
        if (f->pairs.data[i].joined == tail)
            f->pairs.data[i].joined = list;
    graph_remove(g, tail);
}

/* A chain that only one element has, and that goes on with nodes which others lead to, is no
 * part of its own. */
static bool goes_on_outside(const struct folding *f, struct graph_value v, uint64_t maker)
{
    if (!f->only || !graph_is_pointer(v) || !maker)
        return false;
    const struct graph_object *o = f->before->objects[v.object];
    return o->storage == GRAPH_HEAP && o->maker == maker && !f->private_a[v.object] &&
           !f->private_b[v.object];
}

static bool join_ends(struct folding *f, const struct graph_object *x,
                      const struct graph_object *y, uint32_t id)
{
    LAW(f->after->objects[id]->kind == GRAPH_LIST);
    const struct graph_object *o = f->after->objects[id];
    uint32_t outside = graph_list_of(f->after, o->owner);
    struct graph_link link = o->link;
    struct graph_value after, before = {0};
    if (goes_on_outside(f, end_of(f, x, &link, true), x->maker))
        return false;
    if (!fold_value(f, outside, end_of(f, x, &link, true), end_of(f, y, &link, true), &after))
        return false;
    bool back = link.prev >= 0;
    if (back && !fold_value(f, outside, end_of(f, x, &link, false),
                            end_of(f, y, &link, false), &before))
        return false;
    take_tail(f, id, &after);
    struct graph_object *e = graph_edit(&f->s->arena, f->after, id);
    e->after = after;
    if (back)
        e->before = before;
    return true;
}

/* What the objects hold; parts of what may be missing go with it. */
static bool join_content(struct folding *f, const struct graph_object *x,
                         const struct graph_object *y, uint32_t id)
{
    const struct graph_object *o = f->after->objects[id];
    bool list = o->kind == GRAPH_LIST;
    struct graph_link link = o->link;
    uint32_t holder = f->holder;
    uint64_t within = f->within;
    if (!list && !o->least)
        f->holder = id;
    f->within = x->maker;
    uint32_t whose = graph_list_of(f->after, id);
    bool row = x->parted;
    bool good = fold_size(f, whose, x, y, id) &&
                (row || fold_fields(f, whose, x, y, list ? &link : NULL, id));
    f->holder = holder;
    f->within = within;
    if (f->flat && !list && has_parts(f->after, id))
        return false;
    return good && (!list || join_ends(f, x, y, id));
}

/* Whether the part is there may go with numbers of the element. */
static void tell_presence(struct folding *f, uint32_t part)
{
    LAW(f->after->objects[part]->kind == GRAPH_REGION && !f->after->objects[part]->least);
    struct term there = shapes_fresh(f->s, 1);
    uint32_t list = graph_list_of(f->after, f->after->objects[part]->owner);
    LAW(list); /* an element's */
    object_add_variable(&f->s->arena, f->s->terms, graph_edit(&f->s->arena, f->after, list),
                        there);
    graph_edit(&f->s->arena, f->after, part)->there = there;
}

/* Each element has a number for how many a list of its own has, if all do that are joined. */
static void tell_length(struct folding *f, uint32_t part, const struct graph_object *x,
                        const struct graph_object *y)
{
    LAW(f->after->objects[part]->kind == GRAPH_LIST);
    uint32_t list = graph_list_of(f->after, f->after->objects[part]->owner);
    bool known = term_is(shapes_length(f->s, x)) && term_is(shapes_length(f->s, y));
    if (!f->s->settings.lengths || !list || !known)
        return;
    struct term length = shapes_fresh(f->s, GRAPH_LENGTH_BITS);
    object_add_variable(&f->s->arena, f->s->terms, graph_edit(&f->s->arena, f->after, list),
                        length);
    graph_edit(&f->s->arena, f->after, part)->length = length;
}

/* What leads to its last element if it is empty: true if that is null, or it never is. */
static bool has_null_last(const struct graph_object *o)
{
    if (o->least)
        return true;
    return o->kind == GRAPH_REGION ? !graph_has_other(o) : o->before.kind == GRAPH_POINTER;
}

/* ... of what is joined, if one side has none and holds that instead. */
static bool set_last_of_none(struct folding *f, uint32_t list, uint32_t part, bool null)
{
    struct graph_object *l = graph_edit(&f->s->arena, f->after, list);
    if (l->kind != GRAPH_LIST || l->link.prev >= 0 || l->link.fork)
        return false;
    l->before = null && has_null_last(f->before->objects[part])
                    ? graph_pointer(0, 0, shapes_offset(f->s, 0))
                    : (struct graph_value){0};
    return true;
}

/* Made by one instruction, perhaps for different callers: some nodes have parts that others
 * have not. */
static bool are_of_one_kind(const struct graph_object *x, const struct graph_object *y)
{
    return x->site == y->site || (x->maker && x->maker == y->maker && x->type == y->type);
}

/* Two regions stay one, all else becomes a list; one missing makes it optional. */
static bool join_objects(struct folding *f, uint32_t a, uint32_t b, uint32_t *out)
{
    LAW(a || b);
    if ((*out = joined(f, a, b)))
        return true;
    const struct graph_object *x = f->before->objects[a ? a : b],
                              *y = f->before->objects[b ? b : a];
    if (!fold_fits_size(x, y) || x->storage != y->storage)
        return false;
    if (x->parted != y->parted || (x->parted && (!a || !b || f->only || f->holder)))
        return false; /* its words are objects, which would belong to several elements */
    if ((!a || !b) && !are_of_one_kind(f->before->objects[f->a], f->before->objects[f->b]))
        return false;
    bool whole = a && b && !f->only;
    bool chain =
        f->within && f->within == x->maker; /* parts of one kind are folded to a list first */
    if (!whole && chain && !f->s->settings.optional)
        return false;
    bool trees =
        x->kind == GRAPH_TREE && y->kind == GRAPH_TREE && graph_same_link(&x->link, &y->link);
    if (!trees && (x->kind == GRAPH_TREE || y->kind == GRAPH_TREE))
        return false;
    if (trees && (x->loose || y->loose))
        return false;
    const struct graph_object *l = x->kind == GRAPH_LIST ? x : y;
    bool list = l->kind == GRAPH_LIST;
    if (list && x->kind == y->kind &&
        (x->link.next != y->link.next || x->link.prev != y->link.prev ||
         x->link.head != y->link.head))
        return false;
    struct graph_object o = *l;
    o.owner = joined_owner(f, a, b);
    o.field_count = 0;
    object_forget_elements(&o);
    o.least = x->least < y->least ? x->least : y->least;
    if (!a || !b)
        o.least = 0;
    o.there = TERM_NONE;
    if (o.kind == GRAPH_REGION)
        o.after = (struct graph_value){0};
    if (list && o.link.prev < 0)
        o.before = !o.least && has_null_last(x) && has_null_last(y)
                       ? graph_pointer(0, 0, shapes_offset(f->s, 0))
                       : (struct graph_value){0};
    if ((!a || !b) && x->least)
        f->lossy = true; /* parts are folded before one of them becomes optional */
    if (a && o.kind == GRAPH_REGION && o.least < f->before->objects[a]->least)
        f->varies = true; /* what the node surely has */
    if (x->background != y->background)
        o.background = GRAPH_UNKNOWN;
    uint32_t id = graph_add(&f->s->arena, f->after, &o);
    VECTOR_PUSH(&f->pairs, (struct fold_pair){a, b, id});
    bool told = f->s->settings.wide || f->s->settings.lengths;
    if (told && o.kind == GRAPH_REGION && !o.least)
        tell_presence(f, id);
    *out = id;
    if (list) {
        VECTOR_PUSH(&f->lists, id);
        tell_length(f, id, x, y);
    }
    uint32_t only = f->only;
    if (!a || !b)
        f->only = a ? f->a : f->b;
    bool good = join_content(f, x, y, id) && (!x->parted || fold_rows(f, a, b, id));
    f->only = only;
    return good;
}

/* --- values --- */

static bool is_self(const struct folding *f, uint32_t object, struct graph_value v)
{
    if (!graph_is_pointer(v) || v.object != object)
        return false;
    return f->before->objects[object]->kind == GRAPH_REGION || v.end == GRAPH_SELF;
}

static bool is_element_variable(const struct folding *f, struct term t)
{
    for (uint32_t id = 1; id < f->before->count; id++)
        if (f->before->objects[id] && graph_terms_have(&f->before->objects[id]->variables, t))
            return true;
    return false;
}

bool fold_term(struct folding *f, uint32_t list, struct term x, struct term y,
               struct term *out)
{
    struct terms *ts = f->s->terms;
    *out = x;
    bool local = is_element_variable(f, x) || is_element_variable(f, y);
    if (term_same(x, y) && !local && (!f->single || term_is_const(ts, x)))
        return true;
    if (term_sort(ts, x).id != term_sort(ts, y).id)
        return false;
    if (f->s->settings.constants && term_is_const(ts, x) && term_is_const(ts, y))
        return false;
    if (!local)
        f->lossy = true;
    f->varies = true;
    LAW(list && list < f->after->count && f->after->objects[list]);
    *out = term_fresh(ts, term_sort(ts, x), "e");
    object_add_variable(&f->s->arena, ts, graph_edit(&f->s->arena, f->after, list), *out);
    return true;
}

static bool is_number_like(struct graph_value v)
{
    return v.kind == GRAPH_NUMBER || (v.kind == GRAPH_POINTER && !v.object);
}

static bool leads_nowhere(struct graph_value v)
{
    return v.kind == GRAPH_DANGLING || (v.kind == GRAPH_POINTER && !v.object);
}

static bool is_null(const struct folding *f, struct graph_value v)
{
    uint64_t x;
    return v.kind == GRAPH_POINTER && !v.object && term_const_u64(f->s->terms, v.term, &x) &&
           !x;
}

/* The object that one of the two elements has for itself, or null. */
static bool own_part(const struct folding *f, const bool *set, struct graph_value v,
                     uint32_t *id)
{
    *id = 0;
    if (is_null(f, v))
        return true;
    if (!graph_is_pointer(v) || !set[v.object])
        return false;
    *id = v.object;
    return true;
}

static const bool *parts_of(const struct folding *f, uint32_t element)
{
    LAW(element == f->a || element == f->b);
    return element == f->a ? f->private_a : f->private_b;
}

static bool leads_to_part(const struct folding *f, struct graph_value v)
{
    return graph_is_pointer(v) && (f->private_a[v.object] || f->private_b[v.object]);
}

static bool fold_numbers(struct folding *f, uint32_t list, struct graph_value x,
                         struct graph_value y, struct graph_value *out)
{
    struct terms *ts = f->s->terms;
    *out = x.kind == GRAPH_POINTER ? x : y;
    bool float_x = sort_kind(ts, term_sort(ts, x.term)) == SORT_FLOAT;
    bool float_y = sort_kind(ts, term_sort(ts, y.term)) == SORT_FLOAT;
    if (float_x != float_y)
        return false;
    return fold_term(f, list, x.term, y.term, &out->term);
}

/* Something that the field of an element holds instead of a pointer to a part of its own. */
static bool may_be_other(const struct folding *f, struct graph_value v)
{
    struct terms *ts = f->s->terms;
    if (!f->s->settings.wide)
        return false;
    if (v.kind == GRAPH_FUNCTION)
        return true;
    if (graph_is_pointer(v))
        return f->before->objects[v.object]->storage == GRAPH_GLOBAL &&
               term_is_const(ts, v.term);
    if (!is_number_like(v) || sort_kind(ts, term_sort(ts, v.term)) != SORT_BV)
        return false;
    return term_width(ts, v.term) == f->s->width;
}

/* What it is where the part is missing; none: it never is. */
static struct graph_value other_of(const struct folding *f, uint32_t part,
                                   struct graph_value v)
{
    if (!part)
        return v;
    const struct graph_object *o = f->before->objects[part];
    if (o->least || o->kind != GRAPH_REGION)
        return (struct graph_value){0};
    return graph_has_other(o) ? o->after : graph_pointer(0, 0, shapes_offset(f->s, 0));
}

static bool join_others(struct folding *f, uint32_t list, uint32_t a, uint32_t b,
                        struct graph_value x, struct graph_value y, struct graph_value *out)
{
    x = other_of(f, a, x);
    y = other_of(f, b, y);
    *out = x.kind == GRAPH_NONE ? y : x;
    if (x.kind == GRAPH_STATIC || y.kind == GRAPH_STATIC)
        return false;
    if (x.kind != GRAPH_NONE && y.kind != GRAPH_NONE)
        return fold_value(f, list, x, y, out);
    if (!is_number_like(*out) || term_is_const(f->s->terms, out->term))
        return true;
    out->term = term_fresh(f->s->terms, term_sort(f->s->terms, out->term),
                           "e"); /* each element has its own */
    object_add_variable(&f->s->arena, f->s->terms, graph_edit(&f->s->arena, f->after, list),
                        out->term);
    return true;
}

/* Both lead to functions, globals, or nowhere. */
static bool fold_statics(struct folding *f, uint32_t list, struct graph_value x,
                         struct graph_value y, struct graph_value *out)
{
    struct graph_value a, b;
    if (!shapes_make_static(f->s, f->before, x, &a) ||
        !shapes_make_static(f->s, f->before, y, &b))
        return false;
    *out = a;
    return fold_term(f, list, a.term, b.term, &out->term);
}

/* To the end of a list that the node owns, or to its last link; something else leads to its
 * start. */
static bool is_tail(const struct folding *f, struct graph_value v)
{
    uint64_t at;
    if (!leads_to_part(f, v))
        return false;
    return v.end == GRAPH_LAST || (term_const_u64(f->s->terms, v.term, &at) && at != 0);
}

/* One leads to the end of what the node owns, the other to the node itself, as there is
 * nothing. */
static bool is_tail_or_self(const struct folding *f, struct graph_value x,
                            struct graph_value y)
{
    uint32_t one = f->only ? f->only : f->a, other = f->only ? f->only : f->b;
    return (is_tail(f, x) && is_self(f, other, y)) || (is_self(f, one, x) && is_tail(f, y));
}

/* The second pointer to what only one of them owns: to its end, if that is a list. */
static bool is_end_of_none(const struct folding *f, bool again, uint32_t a, uint32_t b,
                           struct graph_value x, struct graph_value y)
{
    if (!again || (a && b))
        return false;
    struct graph_value v = a ? x : y;
    return v.end == GRAPH_LAST || f->s->settings.forget;
}

/* One leads to the last element of a list of its own, of which the other has none: what that
 * one holds instead is noted. */
static bool fold_last_of_none(struct folding *f, struct graph_value x, struct graph_value y,
                              struct graph_value *out)
{
    bool is_x = graph_is_pointer(x) && x.end == GRAPH_LAST;
    struct graph_value last = is_x ? x : y, gone = is_x ? y : x;
    uint64_t at;
    if (!graph_is_pointer(last) || last.end != GRAPH_LAST || !leads_to_part(f, last) ||
        graph_is_pointer(gone))
        return false;
    const struct graph_object *l = f->before->objects[last.object];
    uint32_t id = joined(f, last.object, 0) + joined(f, 0, last.object);
    if (!id || !term_const_u64(f->s->terms, last.term, &at) || at != (uint64_t)l->link.head ||
        !set_last_of_none(f, id, last.object, is_null(f, gone)))
        return false;
    *out = graph_pointer(id, GRAPH_LAST, last.term);
    return true;
}

bool fold_value(struct folding *f, uint32_t list, struct graph_value x, struct graph_value y,
                struct graph_value *out)
{
    uint32_t a, b, id, one = f->only ? f->only : f->a, other = f->only ? f->only : f->b;
    struct graph_value gone;
    *out = x;
    if (goes_on_outside(f, x, f->within))
        return false;
    if (is_self(f, one, x) && is_self(f, other, y)) {
        *out = graph_pointer(f->list, GRAPH_SELF, x.term);
        return fold_term(f, list, x.term, y.term, &out->term);
    }
    if (fold_last_of_none(f, x, y, out))
        return true;
    if (is_tail_or_self(f, x, y)) {
        *out = (struct graph_value){.kind = GRAPH_WILD};
        f->s->crossed = f->forgets = true;
        return f->s->settings.forget;
    }
    bool own_x = own_part(f, parts_of(f, one), x, &a),
         own_y = own_part(f, parts_of(f, other), y, &b);
    own_x |= own_y && b && may_be_other(f, x); /* one has a part, the other something else */
    own_y |= own_x && a && may_be_other(f, y);
    if (own_x && own_y && (a || b)) {
        bool again = joined(f, a, b) != 0;
        if (is_end_of_none(f, again, a, b, x, y)) {
            *out = (struct graph_value){.kind = GRAPH_WILD};
            f->s->crossed = f->forgets = true;
            return f->s->settings.forget;
        }
        if (!join_objects(f, a, b, &id) || !join_others(f, list, a, b, x, y, &gone))
            return false;
        if (gone.kind != GRAPH_NONE && !is_null(f, gone)) {
            if (again || f->after->objects[id]->kind != GRAPH_REGION)
                return false;
            graph_edit(&f->s->arena, f->after, id)->after = gone;
        }
        const struct graph_object *o = f->after->objects[id];
        struct graph_value there = a ? x : y;
        uint8_t end = o->kind == GRAPH_LIST ? there.end : 0;
        if (a && b && f->before->objects[a]->kind == GRAPH_REGION)
            end = o->kind == GRAPH_LIST ? y.end : 0;
        uint64_t at, plain = o->kind == GRAPH_LIST ? (uint64_t)o->link.head : 0;
        if (!o->least && (!term_const_u64(f->s->terms, there.term, &at) || at != plain))
            return false;
        *out = graph_pointer(id, end, there.term);
        return !a || !b || fold_term(f, list, x.term, y.term, &out->term);
    }
    if (is_number_like(x) && is_number_like(y))
        return fold_numbers(f, list, x, y, out);
    bool stale = x.kind == GRAPH_DANGLING || y.kind == GRAPH_DANGLING;
    bool nowhere = leads_nowhere(x) && leads_nowhere(y) &&
                   x.kind != y.kind; /* null, or what was freed */
    if (x.kind == GRAPH_WILD || y.kind == GRAPH_WILD || (stale && nowhere)) {
        /* anything, unless it is all that leads to a part */
        *out = (struct graph_value){.kind = GRAPH_WILD};
        f->forgets |= leads_to_part(f, x) || leads_to_part(f, y);
        bool all = (leads_to_part(f, x) && !is_tail(f, x)) ||
                   (leads_to_part(f, y) && !is_tail(f, y));
        return !all &&
               (f->s->settings.forget || !(leads_to_part(f, x) || leads_to_part(f, y)));
    }
    if (x.kind != y.kind || x.object != y.object || x.end != y.end)
        return fold_statics(f, list, x, y, out);
    if (leads_to_part(f, x))
        return false;
    if (!term_is(x.term))
        return true;
    return fold_term(f, list, x.term, y.term, &out->term);
}

/* --- sizes --- */

bool fold_fits_size(const struct graph_object *x, const struct graph_object *y)
{
    return x->bytes == y->bytes || (x->place && x->place == y->place);
}

bool fold_size(struct folding *f, uint32_t list, const struct graph_object *x,
               const struct graph_object *y, uint32_t to)
{
    LAW(to < f->after->count && f->after->objects[to]);
    if (x->bytes == y->bytes && x->bytes != UINT64_MAX)
        return true;
    struct term size;
    if (!fold_term(f, list, x->size, y->size, &size))
        return false;
    struct graph_object *o = graph_edit(&f->s->arena, f->after, to);
    o->size = size;
    o->bytes = UINT64_MAX;
    return true;
}
