/* Which objects are nodes of trees: read off the graphs of one attempt, for the next ones.
 *
 * An object that leads to two others of its size, in fields that are no links back, shows a
 * layout. Objects of one size may be of several kinds (the nodes of a tree, and the items of
 * a stack of nodes), so it counts for sites: those that lead to each other by both fields,
 * and those that lead to such sites by both. */
#include "engine/shapes/fold/tree.h"

static bool leads_to(struct shapes *s, struct graph_value v, uint32_t object, int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != object || v.end == GRAPH_SELF)
        return false;
    return term_const_u64(s->terms, v.term, &at) && at == (uint64_t)head;
}

/* Does a field of the object at that place lead to the node? */
static bool leads_back(struct shapes *s, const struct graph_object *o, uint32_t at,
                       uint32_t node, int32_t head)
{
    if (graph_is_segment(o))
        return o->link.prev == (int32_t)at && leads_to(s, o->before, node, head);
    const struct graph_field *f = object_field(o, at, s->width / 8);
    return f && leads_to(s, f->value, node, head);
}

void shapes_release_layouts(struct graph_layouts *l)
{
    VECTOR_RELEASE(&l->all);
    VECTOR_RELEASE(&l->slices);
    VECTOR_RELEASE(&l->members);
    VECTOR_RELEASE(&l->edges);
    VECTOR_RELEASE(&l->sites);
    VECTOR_RELEASE(&l->arrays);
    VECTOR_RELEASE(&l->mixed);
    VECTOR_RELEASE(&l->borders);
    VECTOR_RELEASE(&l->grown);
    VECTOR_RELEASE(&l->links);
    VECTOR_RELEASE(&l->crossings);
    VECTOR_RELEASE(&l->tails);
    VECTOR_RELEASE(&l->unsteady);
}

/* --- what was seen --- */

static void note_layout(struct shapes *s, uint64_t bytes, struct graph_link link)
{
    LAW(link.fork && link.next >= 0 && bytes != UINT64_MAX);
    for (size_t i = 0; i < s->tree_layouts->all.count; i++)
        if (s->tree_layouts->all.data[i].bytes == bytes)
            return;
    VECTOR_PUSH(&s->tree_layouts->all, ((struct graph_layout){bytes, link}));
    s->tree_layouts->changed = true;
}

static void note_edge(struct shapes *s, uint64_t from, uint32_t at, uint64_t to)
{
    enum { MOST_EDGES = 400 };
    struct graph_layouts *l = s->tree_layouts;
    for (size_t i = 0; i < l->edges.count; i++)
        if (l->edges.data[i].from == from && l->edges.data[i].at == at &&
            l->edges.data[i].to == to)
            return;
    if (l->edges.count >= MOST_EDGES)
        return;
    VECTOR_PUSH(&l->edges, ((struct graph_edge){from, to, at}));
    l->changed = true;
}

/* The field of both children that leads to the node, besides the children's own. */
static int32_t find_parent(struct shapes *s, const struct graph *g, uint32_t node,
                           const struct graph_link *link, uint32_t a, uint32_t b)
{
    LAW(a != b && g->objects[node]->bytes != UINT64_MAX);
    uint32_t word = s->width / 8;
    for (uint32_t at = 0; at + word <= g->objects[node]->bytes; at += word) {
        if (graph_is_link(link, at))
            continue;
        if (leads_back(s, g->objects[a], at, node, link->head) &&
            leads_back(s, g->objects[b], at, node, link->head))
            return (int32_t)at;
    }
    return -1;
}

static bool is_child(struct shapes *s, const struct graph *g, uint32_t node,
                     struct graph_value v, uint64_t *head)
{
    if (!graph_is_pointer(v) || v.object == node || v.end != GRAPH_FIRST)
        return false;
    if (!term_const_u64(s->terms, v.term, head))
        return false;
    const struct graph_object *o = g->objects[v.object];
    return o->storage == GRAPH_HEAP && o->alive && !o->owner &&
           o->bytes == g->objects[node]->bytes && *head < o->bytes;
}

static bool is_ring(struct shapes *s, const struct graph *g, uint32_t node,
                    const struct graph_link *link, uint32_t a, uint32_t b)
{
    LAW(a != b && link->fork);
    uint32_t ats[2] = {(uint32_t)link->next, (uint32_t)graph_fork(link)};
    for (int i = 0; i < 2; i++)
        if (leads_back(s, g->objects[a], ats[i], node, link->head) ||
            leads_back(s, g->objects[b], ats[i], node, link->head))
            return true;
    return false;
}

static void note_node(struct shapes *s, const struct graph *g, uint32_t node)
{
    LAW(g->objects[node]->kind == GRAPH_REGION);
    const struct graph_object *o = g->objects[node];
    uint64_t head, other;
    if (o->bytes == UINT64_MAX)
        return;
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_field *x = &o->fields[i];
        if (!is_child(s, g, node, x->value, &head))
            continue;
        note_edge(s, o->place, x->at, g->objects[x->value.object]->place);
        for (uint32_t k = i + 1; k < o->field_count; k++) {
            const struct graph_field *y = &o->fields[k];
            if (!is_child(s, g, node, y->value, &other) || head != other)
                continue;
            uint32_t a = x->value.object, b = y->value.object;
            struct graph_link link = {(int32_t)head, (int32_t)x->at, -1, y->at + 1};
            if (a == b || is_ring(s, g, node, &link, a, b))
                continue;
            link.prev = find_parent(s, g, node, &link, a, b);
            note_layout(s, o->bytes, link);
        }
    }
}

void fold_note_layouts(struct shapes *s, const struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (o && o->kind == GRAPH_REGION && o->storage == GRAPH_HEAP && o->alive && !o->owner)
            note_node(s, g, id);
    }
    if (!s->tree_layouts->changed)
        return;
    fold_settle_layouts(s->tree_layouts);
    if (s->settings.looks && s->tree_layouts->sites.count)
        shapes_give_up(s, g, "nodes of trees");
}

/* --- which sites count --- */

static bool is_down(const struct graph_link *link, uint32_t at)
{
    return at == (uint32_t)link->next || at + 1 == link->fork;
}

/* Can one site be reached from the other by links of the layout? */
static bool reaches(const struct graph_layouts *l, const struct graph_link *link,
                    uint64_t from, uint64_t to)
{
    LAW(link->fork);
    VECTOR(uint64_t) seen = {0};
    bool found = false;
    VECTOR_PUSH(&seen, from);
    for (size_t i = 0; i < seen.count && !found; i++)
        for (size_t k = 0; k < l->edges.count && !found; k++) {
            const struct graph_edge *e = &l->edges.data[k];
            if (e->from != seen.data[i] || !is_down(link, e->at))
                continue;
            found = e->to == to;
            bool known = false;
            for (size_t n = 0; n < seen.count; n++)
                known |= seen.data[n] == e->to;
            if (!known)
                VECTOR_PUSH(&seen, e->to);
        }
    VECTOR_RELEASE(&seen);
    return found;
}

/* Sites that lead to each other, by this link too. */
static bool is_inside(const struct graph_layouts *l, const struct graph_link *link,
                      uint64_t site, uint32_t at)
{
    for (size_t k = 0; k < l->edges.count; k++) {
        const struct graph_edge *e = &l->edges.data[k];
        if (e->at != at)
            continue;
        bool ahead = e->from == site || reaches(l, link, site, e->from);
        if (ahead && (e->to == site || reaches(l, link, e->to, site)))
            return true;
    }
    return false;
}

static bool is_core(const struct graph_layouts *l, const struct graph_link *link,
                    uint64_t site)
{
    return is_inside(l, link, site, (uint32_t)link->next) &&
           is_inside(l, link, site, (uint32_t)graph_fork(link));
}

static bool leads_to_core(const struct graph_layouts *l, const struct graph_link *link,
                          uint64_t site, uint32_t at)
{
    bool found = false;
    for (size_t k = 0; k < l->edges.count; k++) {
        const struct graph_edge *e = &l->edges.data[k];
        if (e->from != site || e->at != at)
            continue;
        bool core = is_core(l, link, e->to);
        if (!core && e->to != site)
            return false;
        found |= core;
    }
    return found;
}

/* It leads nowhere, but nodes lead to it. */
static bool is_leaf(const struct graph_layouts *l, const struct graph_link *link,
                    uint64_t site)
{
    bool found = false;
    for (size_t k = 0; k < l->edges.count; k++) {
        const struct graph_edge *e = &l->edges.data[k];
        if (!is_down(link, e->at))
            continue;
        if (e->from == site)
            return false;
        found |= e->to == site && is_core(l, link, e->from);
    }
    return found;
}

static bool is_tree_site(const struct graph_layouts *l, const struct graph_link *link,
                         uint64_t site)
{
    if (is_core(l, link, site) || is_leaf(l, link, site))
        return true;
    return leads_to_core(l, link, site, (uint32_t)link->next) &&
           leads_to_core(l, link, site, (uint32_t)graph_fork(link));
}

void fold_settle_layouts(struct graph_layouts *l)
{
    l->sites.count = 0;
    l->changed = false;
    for (size_t i = 0; i < l->all.count; i++)
        for (size_t k = 0; k < 2 * l->edges.count; k++) {
            uint64_t site = k % 2 ? l->edges.data[k / 2].to : l->edges.data[k / 2].from;
            bool known = false;
            for (size_t n = 0; n < l->sites.count; n++)
                known |= l->sites.data[n].site == site;
            if (!known && is_tree_site(l, &l->all.data[i].link, site))
                VECTOR_PUSH(&l->sites, ((struct graph_site){site, l->all.data[i]}));
        }
}

const struct graph_link *fold_layout(const struct shapes *s, const struct graph_object *o)
{
    if (!s->settings.trees)
        return NULL;
    for (size_t i = 0; i < s->tree_layouts->sites.count; i++) {
        const struct graph_site *k = &s->tree_layouts->sites.data[i];
        if (k->layout.bytes == o->bytes && k->site == o->place)
            return &k->layout.link;
    }
    return NULL;
}
