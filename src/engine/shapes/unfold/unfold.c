/* Unfolding: a list gives up its first or last node, or turns out to be one node; what may be
 * missing is there or is not. The graphs made stand together for exactly the states of the
 * one they replace. */
#include "engine/shapes/unfold/unfold.h"

/* --- copies of what each element owns --- */

struct cloning {
    struct shapes *s;
    struct graph *g;
    uint32_t list, node; /* (list, SELF) becomes node */
    uint32_t *clone;     /* by id; 0: not cloned */
    struct map terms;    /* element variables to those of this element */
};

static struct term change_term(struct cloning *c, struct term t)
{
    return term_is(t) && c->terms.count ? term_substitute(c->s->terms, t, &c->terms) : t;
}

static struct graph_value change_value(struct cloning *c, struct graph_value v)
{
    v.term = change_term(c, v.term);
    if (!graph_is_pointer(v))
        return v;
    if (v.object == c->list && v.end == GRAPH_SELF) {
        bool copy = graph_is_segment(c->g->objects[c->node]);
        return graph_pointer(c->node, copy ? GRAPH_SELF : 0, v.term);
    }
    if (c->clone[v.object])
        v.object = c->clone[v.object];
    return v;
}

static void change_terms(struct cloning *c, struct graph_terms *t)
{
    struct graph_terms out = {ARENA_ARRAY(&c->s->arena, struct term, 2 * t->count + 2),
                              t->count};
    for (uint32_t i = 0; i < t->count; i++)
        out.data[i] = change_term(c, t->data[i]);
    *t = out;
}

static void rename_variables(struct cloning *c, const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->variables.count; i++) {
        struct term v = o->variables.data[i];
        map_set(&c->terms, v.id, term_fresh(c->s->terms, term_sort(c->s->terms, v), "v").id);
    }
}

static void rename_nexts(struct cloning *c, const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->nexts.count; i++) {
        struct term v = o->nexts.data[i];
        map_set(&c->terms, v.id, term_fresh(c->s->terms, term_sort(c->s->terms, v), "n").id);
    }
}

/* The owner of an object is the list itself or something that is cloned with it. */
static bool belongs(const struct cloning *c, const struct graph_object *o)
{
    for (uint32_t owner = o->owner; owner; owner = c->g->objects[owner]->owner)
        if (owner == c->list)
            return true;
    return false;
}

static void clone_owned(struct cloning *c)
{
    uint32_t count = c->g->count;
    for (uint32_t id = 1; id < count; id++) {
        const struct graph_object *o = c->g->objects[id];
        if (!o || !belongs(c, o))
            continue;
        c->clone[id] = graph_add(&c->s->arena, c->g, o);
        rename_variables(c, o);
        rename_nexts(c, o);
    }
    for (uint32_t id = 1; id < count; id++) {
        if (!c->clone[id])
            continue;
        struct graph_object *o = graph_edit(&c->s->arena, c->g, c->clone[id]);
        o->owner = o->owner == c->list ? c->g->objects[c->list]->owner : c->clone[o->owner];
        o->size = change_term(c, o->size);
        o->there = change_term(c, o->there);
        o->length = change_term(c, o->length);
        o->from = change_term(c, o->from);
        for (uint32_t i = 0; i < o->field_count; i++)
            o->fields[i].value = change_value(c, o->fields[i].value);
        if (graph_has_other(o))
            o->after = change_value(c, o->after);
        if (!graph_is_segment(o))
            continue;
        for (int k = 0; k < 2; k++)
            o->child[k] = change_term(c, o->child[k]);
        o->hang = change_value(c, o->hang);
        o->after = change_value(c, o->after);
        o->before = change_value(c, o->before);
        change_terms(c, &o->variables);
        change_terms(c, &o->facts);
        change_terms(c, &o->nexts);
        for (int k = 0; k < GRAPH_ROWS; k++)
            change_terms(c, &o->rows[k]);
    }
}

static void assume_all(struct cloning *c, const struct graph_terms *facts)
{
    for (uint32_t i = 0; i < facts->count; i++)
        shapes_assume(c->s, c->g, change_term(c, facts->data[i]));
}

/* What is known of the element and its neighbour becomes what is known of the rest's end. */
static void turn_steps(struct cloning *c, bool first)
{
    struct graph_object *l = graph_edit(&c->s->arena, c->g, c->list);
    struct map ends = {0}, plain = {0};
    for (uint32_t i = 0; i < l->variables.count; i++) {
        struct term v = l->variables.data[i], next = l->nexts.data[i];
        map_set(&ends, first ? v.id : next.id, map_or(&c->terms, v.id, 0));
        map_set(&plain, next.id, v.id);
    }
    struct graph_terms out = {0};
    for (uint32_t i = 0; i < l->rows[ROW_STEP].count; i++) {
        struct term t = term_substitute(c->s->terms, l->rows[ROW_STEP].data[i], &ends);
        if (first)
            t = term_substitute(c->s->terms, t, &plain);
        graph_terms_add(&c->s->arena, &out, t);
    }
    l->rows[first ? ROW_FIRST : ROW_LAST] = out;
    map_release(&ends);
    map_release(&plain);
}

/* A region that is one element of the list: its first, its last, or the only one. */
uint32_t unfold_element(struct shapes *s, struct graph *g, uint32_t list, bool first,
                        bool last)
{
    LAW(graph_is_segment(g->objects[list]));
    struct graph_object node = *g->objects[list];
    node.kind = GRAPH_REGION;
    node.least = 1;
    object_forget_elements(&node);
    node.after = node.before = (struct graph_value){0};
    node.link = (struct graph_link){0};
    uint32_t id = graph_add(&s->arena, g, &node);
    struct cloning c = {.s = s, .g = g, .list = list, .node = id};
    c.clone = ARENA_ARRAY(&s->arena, uint32_t, g->count + 1);
    rename_variables(&c, g->objects[list]);
    clone_owned(&c);
    struct graph_object *o = graph_edit(&s->arena, g, id);
    o->size = change_term(&c, o->size);
    for (int k = 0; k < 2; k++)
        o->child[k] = change_term(&c, g->objects[list]->child[k]);
    for (uint32_t i = 0; i < o->field_count; i++)
        o->fields[i].value = change_value(&c, o->fields[i].value);
    o->hang = change_value(&c, o->hang);
    const struct graph_object *l = g->objects[list];
    assume_all(&c, &l->facts);
    if (first)
        assume_all(&c, &l->rows[ROW_FIRST]);
    if (last)
        assume_all(&c, &l->rows[ROW_LAST]);
    if (first != last)
        turn_steps(&c, first);
    map_release(&c.terms);
    return id;
}

void unfold_remove(struct graph *g, uint32_t list)
{
    LAW(list && list < g->count);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->owner == list)
            unfold_remove(g, id);
    graph_remove(g, list);
}

uint32_t unfold_copy(struct shapes *s, struct graph *g, uint32_t segment)
{
    LAW(graph_is_segment(g->objects[segment]));
    uint32_t id = graph_add(&s->arena, g, g->objects[segment]);
    struct cloning c = {.s = s, .g = g, .list = segment, .node = id};
    uint32_t count = g->count;
    c.clone = ARENA_ARRAY(&s->arena, uint32_t, g->count + 1);
    rename_variables(&c, g->objects[segment]);
    rename_nexts(&c, g->objects[segment]);
    clone_owned(&c);
    for (uint32_t i = 1; i < count; i++)
        if (c.clone[i] && g->objects[i]->owner == segment)
            graph_edit(&s->arena, g, c.clone[i])->owner = id;
    c.clone[segment] = id;
    struct graph_object *o = graph_edit(&s->arena, g, id);
    for (int k = 0; k < 2; k++)
        o->child[k] = change_term(&c, o->child[k]);
    for (uint32_t i = 0; i < o->field_count; i++)
        o->fields[i].value = change_value(&c, o->fields[i].value);
    change_terms(&c, &o->variables);
    change_terms(&c, &o->nexts);
    change_terms(&c, &o->facts);
    map_release(&c.terms);
    return id;
}

/* --- ends --- */

struct retarget {
    uint32_t list, node;
    bool first, last;
};

static struct graph_value retarget(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct retarget *r = context;
    if (!graph_is_pointer(v) || v.object != r->list)
        return v;
    if ((v.end == GRAPH_FIRST && r->first) || (v.end == GRAPH_LAST && r->last))
        return graph_pointer(r->node, 0, v.term);
    return v;
}

void unfold_set_link(struct shapes *s, struct graph *g, uint32_t node, int32_t at,
                     struct graph_value v)
{
    LAW(g->objects[node]->kind == GRAPH_REGION);
    if (at < 0)
        return;
    object_set_field(&s->arena, graph_edit(&s->arena, g, node), (uint32_t)at, s->width / 8,
                     v);
}

/* Nobody has 2^48 objects. */
static struct term is_short(struct shapes *s, struct term length)
{
    struct term most = term_bv(s->terms, GRAPH_LENGTH_BITS, 1ull << 48);
    return term_2(s->terms, TERM_BV_SLT, length, most);
}

void shapes_bound_lengths(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && !g->objects[id]->owner && term_is(g->objects[id]->length))
            shapes_assume(s, g, is_short(s, g->objects[id]->length));
}

/* The rest is shorter by one. */
static void shorten(struct shapes *s, struct graph *g, struct graph_object *l)
{
    struct terms *ts = s->terms;
    if (!term_is(l->length))
        return;
    struct term one = term_bv(ts, GRAPH_LENGTH_BITS, 1),
                rest = term_2(ts, TERM_BV_SUB, l->length, one);
    if (!term_is_const(ts, rest))
        rest = shapes_fresh(s, GRAPH_LENGTH_BITS);
    if (term_is_const(ts, rest) && term_is_false(ts, term_2(ts, TERM_BV_SGE, rest, one)))
        graph_assume(&s->arena, g, term_bool(ts, false));
    shapes_assume(s, g, term_eq(ts, l->length, term_2(ts, TERM_BV_ADD, rest, one)));
    shapes_assume(s, g, term_2(ts, TERM_BV_SGE, rest, one));
    shapes_assume(s, g, is_short(s, rest));
    l->length = rest;
}

/* At which offset the element's link that leads on is, and where the tree hangs. */
struct way {
    int32_t on, off;
};

/* Of two links either may lead on. */
static struct way way_of(const struct graph_object *l, bool fork)
{
    int32_t other = graph_fork(&l->link);
    return fork ? (struct way){other, l->link.next} : (struct way){l->link.next, other};
}

static void hang_tree(struct shapes *s, struct graph *g, uint32_t node, struct way way)
{
    struct graph_value hang = g->objects[node]->hang;
    graph_edit(&s->arena, g, node)->hang = (struct graph_value){0};
    if (way.off >= 0)
        unfold_set_link(s, g, node, way.off, hang);
}

static void become_one(struct shapes *s, struct graph *g, uint32_t list, bool fork)
{
    struct term length = g->objects[list]->length,
                one = term_bv(s->terms, GRAPH_LENGTH_BITS, 1);
    if (term_is(length))
        graph_assume(&s->arena, g, term_eq(s->terms, length, one));
    uint32_t node = unfold_element(s, g, list, true, true);
    struct retarget r = {list, node, true, true};
    graph_change(&s->arena, g, retarget, &r);
    const struct graph_object *l = g->objects[list];
    struct way way = way_of(l, fork);
    hang_tree(s, g, node, way);
    unfold_set_link(s, g, node, way.on, l->after);
    unfold_set_link(s, g, node, l->link.prev, l->before);
    unfold_remove(g, list);
}

static void give_end(struct shapes *s, struct graph *g, uint32_t list, enum graph_end end,
                     bool fork)
{
    bool first = end == GRAPH_FIRST;
    uint32_t node = unfold_element(s, g, list, first, !first);
    struct retarget r = {list, node, first, !first};
    graph_change(&s->arena, g, retarget, &r);
    struct graph_object *l = graph_edit(&s->arena, g, list);
    struct term head = shapes_offset(s, l->link.head);
    struct graph_value to_node = graph_pointer(node, 0, head);
    struct graph_value to_list = graph_pointer(list, first ? GRAPH_FIRST : GRAPH_LAST, head);
    struct way way = way_of(l, fork);
    hang_tree(s, g, node, way);
    if (l->least > 1)
        l->least--;
    shorten(s, g, l);
    if (first) {
        unfold_set_link(s, g, node, way.on, to_list);
        unfold_set_link(s, g, node, l->link.prev, l->before);
        if (l->link.prev >= 0)
            l->before = to_node;
    } else {
        unfold_set_link(s, g, node, way.on, l->after);
        unfold_set_link(s, g, node, l->link.prev, to_list);
        l->after = to_node;
    }
}

/* Rows of the ends may tell that the list has one element, or more. */
static void push_possible(struct shapes *s, struct graph *g, bool ask)
{
    if (ask && !shapes_possible(s, g, term_bool(s->terms, true)))
        return;
    VECTOR_PUSH(&s->stack, g);
}

static void give_node(struct shapes *s, struct graph *g, struct graph_value p, bool fork)
{
    const struct graph_object *o = g->objects[p.object];
    bool rows = term_is(o->length) || (s->settings.steps && o->variables.count);
    if (o->least <= 1) {
        struct graph *one = graph_copy(&s->arena, g);
        become_one(s, one, p.object, fork);
        push_possible(s, one, rows);
    }
    struct graph *more = graph_copy(&s->arena, g);
    give_end(s, more, p.object, p.end, fork);
    push_possible(s, more, rows);
}

/* --- what may be missing --- */

struct missing {
    struct shapes *s;
    const struct graph_object *o;
    uint32_t id;
    bool odd; /* a pointer into it that means nothing when it is missing */
};

static struct graph_value without(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    struct missing *m = context;
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != m->id)
        return v;
    if (m->o->kind != GRAPH_LIST) {
        uint64_t plain = m->o->kind == GRAPH_TREE ? (uint64_t)m->o->link.head : 0;
        if (!term_const_u64(m->s->terms, v.term, &at) || at != plain)
            m->odd = true;
        return graph_has_other(m->o) ? m->o->after
                                     : graph_pointer(0, 0, shapes_offset(m->s, 0));
    }
    struct graph_value to = v.end == GRAPH_LAST ? m->o->before : m->o->after;
    if (v.end == GRAPH_LAST && m->o->link.prev < 0 && to.kind != GRAPH_POINTER)
        return (struct graph_value){.kind = GRAPH_WILD};
    if (!term_const_u64(m->s->terms, v.term, &at) || at != (uint64_t)m->o->link.head)
        m->odd = true;
    if ((graph_is_pointer(to) && to.object == m->id) || to.kind == GRAPH_NONE)
        m->odd = true;
    return to;
}

/* False if that cannot be. */
static bool assume_there(struct shapes *s, struct graph *g, struct term there, bool is)
{
    if (!term_is(there))
        return true;
    struct term yes = shapes_true_bit(s, there);
    return shapes_assume(s, g, is ? yes : term_not(s->terms, yes)) &&
           shapes_possible(s, g, term_bool(s->terms, true));
}

/* The same of a list that knows how many elements it has. */
static bool assume_any(struct shapes *s, struct graph *g, struct term length, bool any)
{
    struct terms *ts = s->terms;
    if (!term_is(length))
        return true;
    struct term one = term_bv(ts, GRAPH_LENGTH_BITS, 1);
    struct term fact = any ? term_2(ts, TERM_BV_SGE, length, one)
                           : term_eq(ts, length, term_bv(ts, GRAPH_LENGTH_BITS, 0));
    if (any)
        shapes_assume(s, g, is_short(s, length));
    return shapes_assume(s, g, fact) && shapes_possible(s, g, term_bool(ts, true));
}

bool shapes_resolve(struct shapes *s, struct graph *g, struct graph_value p)
{
    if (!graph_is_pointer(p) || g->objects[p.object]->least)
        return false;
    struct graph *gone = graph_copy(&s->arena, g), *there = graph_copy(&s->arena, g);
    graph_make_sure(&s->arena, there, p.object);
    struct term length = g->objects[p.object]->length;
    if (assume_there(s, there, g->objects[p.object]->there, true) &&
        assume_any(s, there, length, true))
        VECTOR_PUSH(&s->stack, there);
    struct missing m = {s, g->objects[p.object], p.object, false};
    unfold_remove(gone, p.object);
    graph_change(&s->arena, gone, without, &m);
    if (assume_there(s, gone, g->objects[p.object]->there, false) &&
        assume_any(s, gone, length, false))
        VECTOR_PUSH(&s->stack, gone);
    if (m.odd)
        shapes_give_up(s, g, "pointer into what may be missing");
    return true;
}

/* It is known whether it is there: the graph is changed. */
static bool settle(struct shapes *s, struct graph *g, uint32_t id)
{
    const struct graph_object *o = g->objects[id];
    if (!o || o->owner || o->least || !o->alive || !term_is(o->there))
        return false;
    struct missing m = {s, o, id, false};
    if (shapes_prove(s, g, shapes_true_bit(s, o->there))) {
        graph_make_sure(&s->arena, g, id);
        return true;
    }
    if (!shapes_prove(s, g, term_not(s->terms, shapes_true_bit(s, o->there))))
        return false;
    unfold_remove(g, id);
    graph_change(&s->arena, g, without, &m);
    if (m.odd)
        shapes_give_up(s, g, "pointer into what may be missing");
    return true;
}

void shapes_settle(struct shapes *s, struct graph *g)
{
    uint32_t count = g->count;
    for (uint32_t id = 1; id < count; id++)
        settle(s, g, id);
}

bool shapes_resolve_object(struct shapes *s, struct graph *g, uint32_t id)
{
    LAW(id && id < g->count && g->objects[id]);
    const struct graph_object *o = g->objects[id];
    return shapes_resolve(
        s, g, graph_pointer(id, 0, shapes_offset(s, graph_is_segment(o) ? o->link.head : 0)));
}

bool shapes_unfold(struct shapes *s, struct graph *g, struct graph_value p)
{
    if (!graph_is_pointer(p))
        return false;
    if (shapes_resolve(s, g, p))
        return true;
    const struct graph_object *o = g->objects[p.object];
    if (!graph_is_segment(o))
        return false;
    s->statistics.unfolds++;
    if (o->kind == GRAPH_TREE) {
        unfold_tree(s, g, p.object);
        return true;
    }
    give_node(s, g, p, false);
    if (o->link.fork)
        give_node(s, g, p, true);
    return true;
}
