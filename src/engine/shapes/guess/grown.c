/* Objects that grow: what one call makes has another constant size each time that a loop
 * comes to its head, as a vector that is doubled. Such sizes are numbers, so that one graph
 * stands for all of them. Which calls these are is seen in one attempt, for the next ones. */
#include "engine/shapes/shapes.h"

enum { MOST_GROWN = 8, SIZES = 3, MOST_STEPS = 12 };

bool shapes_is_grown(const struct shapes *s, uint64_t site)
{
    for (size_t i = 0; i < s->grown; i++)
        if (s->tree_layouts->grown.data[i] == site)
            return true;
    for (size_t i = 0; i < s->mixed; i++)
        if (s->tree_layouts->mixed.data[i].site == site)
            return true;
    return false;
}

static struct graph_sizes *sizes_of(struct shapes *s, uint64_t site)
{
    for (size_t i = 0; i < s->sizes.count; i++)
        if (s->sizes.data[i].site == site)
            return &s->sizes.data[i];
    VECTOR_PUSH(&s->sizes, (struct graph_sizes){.site = site});
    return &VECTOR_LAST(&s->sizes);
}

/* True if it is one size too many. */
static bool note_size(struct graph_sizes *x, uint64_t bytes)
{
    for (uint32_t i = 0; i < x->count; i++)
        if (x->bytes[i] == bytes)
            return false;
    if (x->count + 1 >= SIZES)
        return true;
    x->bytes[x->count++] = bytes;
    return false;
}

static bool note_grown(struct shapes *s, uint64_t site)
{
    if (shapes_is_grown(s, site) || s->tree_layouts->grown.count >= MOST_GROWN)
        return false;
    VECTOR_PUSH(&s->tree_layouts->grown, site);
    return true;
}

/* --- sizes that are computed --- */

static bool is_computed(struct shapes *s, const struct graph_frame *f, struct value v,
                        uint32_t depth)
{
    if (value_is_constant(v) || value_is_none(v) || !depth)
        return false;
    const struct instruction *in = &f->f->instructions.data[v.id];
    if (in->op == OP_PHI || in->op == OP_LOAD)
        return true;
    if (in->op == OP_PARAM) {
        const struct graph_frame *c = f->caller;
        if (!c || f->call == GRAPH_HANDLERS || shapes_is_nobody(s, c))
            return false;
        const struct instruction *call = &c->f->instructions.data[f->call];
        if (call->op != OP_CALL || in->extra + 1 >= call->count)
            return false;
        return is_computed(s, c, instruction_operand(c->f, call, in->extra + 1), depth - 1);
    }
    for (uint32_t k = 0; in->op != OP_CALL && k < in->count; k++)
        if (!instruction_operand_is_block(in, k) &&
            is_computed(s, f, instruction_operand(f->f, in, k), depth - 1))
            return true;
    return false;
}

bool shapes_computes(struct shapes *s, const struct graph_frame *f, uint32_t call,
                     uint32_t argument)
{
    LAW(call < f->f->instructions.count);
    LAW(argument < f->f->instructions.data[call].count);
    const struct instruction *in = &f->f->instructions.data[call];
    return is_computed(s, f, instruction_operand(f->f, in, argument + 1), MOST_STEPS);
}

bool shapes_suspect_growth(struct shapes *s, const struct graph *g, struct graph_value p)
{
    LAW(graph_is_pointer(p));
    const struct graph_object *o = g->objects[p.object];
    if (s->settings.bare || !o->alive || o->kind != GRAPH_REGION ||
        term_is_const(s->terms, p.term))
        return false;
    bool grows = o->computed && o->bytes != UINT64_MAX && note_grown(s, o->site);
    if (!grows && s->tree_layouts->constants)
        return false;
    s->tree_layouts->constants = true;
    shapes_give_up(s, g, "an object that may grow was seen");
    return true;
}

void shapes_look_for_growth(struct shapes *s, const struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        bool plain =
            o && o->kind == GRAPH_REGION && o->storage == GRAPH_HEAP && o->alive && !o->owner;
        if (!plain || o->bytes == UINT64_MAX || !note_size(sizes_of(s, o->site), o->bytes))
            continue;
        if (note_grown(s, o->site))
            shapes_give_up(s, g, "an object that grows was seen");
    }
}

/* --- nodes of several sizes --- */

static bool is_node(const struct graph_object *o)
{
    bool node = o && (o->kind == GRAPH_REGION || o->kind == GRAPH_LIST);
    return node && o->storage == GRAPH_HEAP && o->alive && !o->owner &&
           o->bytes != UINT64_MAX;
}

/* Such a field of the other one leads on, too, or is the end. */
static bool leads_on(const struct graph_object *o, uint32_t at)
{
    if (o->kind == GRAPH_LIST)
        return (int32_t)at == o->link.next;
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].at == at)
            return o->fields[i].value.kind == GRAPH_POINTER;
    return false;
}

static bool is_mixed(const struct graph *g, const struct graph_object *o,
                     struct graph_value next, uint32_t at)
{
    const struct graph_object *other =
        graph_is_pointer(next) ? g->objects[next.object] : NULL;
    return is_node(other) && other->bytes != o->bytes && leads_on(other, at);
}

static void note_mixed(struct shapes *s, const struct graph_object *o)
{
    for (size_t i = 0; i < s->tree_layouts->mixed.count; i++) {
        const struct graph_mixed *m = &s->tree_layouts->mixed.data[i];
        if (m->site == o->site && m->bytes == o->bytes)
            return;
    }
    if (s->tree_layouts->mixed.count >= MOST_GROWN)
        return;
    VECTOR_PUSH(&s->tree_layouts->mixed, ((struct graph_mixed){o->site, o->bytes}));
}

struct mixed_pair { /* an object, and the one of another size after it */
    const struct graph_object *from, *to;
    uint32_t at;
};
typedef VECTOR(struct mixed_pair) mixed_pairs;

static void find_pairs(const struct graph *g, mixed_pairs *out)
{
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!is_node(o))
            continue;
        uint32_t next = (uint32_t)o->link.next;
        if (o->kind == GRAPH_LIST && is_mixed(g, o, o->after, next))
            VECTOR_PUSH(out, ((struct mixed_pair){o, g->objects[o->after.object], next}));
        for (uint32_t i = 0; o->kind == GRAPH_REGION && i < o->field_count; i++) {
            struct graph_value v = o->fields[i].value;
            if (!is_mixed(g, o, v, o->fields[i].at))
                continue;
            VECTOR_PUSH(out, ((struct mixed_pair){o, g->objects[v.object], o->fields[i].at}));
        }
    }
}

/* Both orders were seen: it is not a header before nodes. */
static bool has_reverse(const mixed_pairs *all, const struct mixed_pair *p)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct mixed_pair *q = &all->data[i];
        if (q->at == p->at && q->from->bytes == p->to->bytes &&
            q->to->bytes == p->from->bytes)
            return true;
    }
    return false;
}

void shapes_look_for_mixed(struct shapes *s, const struct graph *g)
{
    mixed_pairs all = {0};
    find_pairs(g, &all);
    for (size_t i = 0; i < all.count; i++)
        if (has_reverse(&all, &all.data[i]))
            note_mixed(s, all.data[i].from);
    VECTOR_RELEASE(&all);
}

/* Facts tell which size goes with which number. */
void shapes_begin_mixed(struct shapes *s)
{
    s->mixed = s->tree_layouts->mixed.count;
    for (size_t i = 0; i < s->mixed; i++) {
        shapes_add_threshold(s, (int64_t)s->tree_layouts->mixed.data[i].bytes);
        shapes_note_atom(s, COMPARE_EQ, (int64_t)s->tree_layouts->mixed.data[i].bytes);
    }
}

/* Numbers below which sizes do not wrap around. */
void shapes_bound_growth(struct shapes *s)
{
    int64_t largest = (int64_t)memory_largest_object(&s->formula.memory);
    shapes_add_threshold(s, largest);
    shapes_add_threshold(s, INT32_MAX);
    shapes_add_threshold(s, INT32_MAX / 2);
    for (size_t i = 0; i < s->scales.count; i++)
        shapes_add_threshold(s, largest / s->scales.data[i]);
}
