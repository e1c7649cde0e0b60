/* Measures for termination, guessed from the graphs of all heads: how many nodes a cursor has
 * before it along each link (to the end, or to a node that something else leads to), how many
 * there are in all, how many objects live, and differences of numbers that the program
 * compares. The checker finds out which of them fall; nothing is claimed here. A measure has
 * one name in all graphs, by the variable it begins with. */
#include "engine/shapes/guess/measure.h"

enum { MOST_LINKS = 6, MOST_DIFFERENCES = 24 };

struct link {
    uint64_t size;
    uint32_t head, at;
    bool back; /* from last to first */
};
struct start { /* a variable that leads somewhere */
    uint64_t key;
    bool moves; /* it may be a cursor; others are only where a walk may end */
    const struct shape_value *value;
};
struct measuring {
    struct shapes *s;
    const struct graph *from; /* what the graph was written from */
    struct shape_graph *g;
    VECTOR(uint64_t) names; /* keys; the name is 1 + the index */
    VECTOR(struct link) links;
    VECTOR(struct start) starts;
};

static uint32_t name_of(struct measuring *m, uint64_t key, uint32_t most)
{
    for (size_t i = 0; i < m->names.count; i++)
        if (m->names.data[i] == key)
            return (uint32_t)i + 1;
    if (m->names.count >= most)
        return 0;
    VECTOR_PUSH(&m->names, key);
    return (uint32_t)m->names.count;
}

static void add(struct measuring *m, uint64_t key, uint32_t most,
                struct shape_measure measure)
{
    measure.name = name_of(m, key, most);
    for (size_t i = 0; i < m->g->measures.count; i++)
        if (m->g->measures.data[i].name == measure.name)
            return;
    if (measure.name)
        VECTOR_PUSH(&m->g->measures, measure);
}

/* --- links --- */

static void note_link(struct measuring *m, struct link l)
{
    for (size_t i = 0; i < m->links.count; i++) {
        const struct link *o = &m->links.data[i];
        if (o->size == l.size && o->head == l.head && o->at == l.at && o->back == l.back)
            return;
    }
    if (m->links.count < MOST_LINKS)
        VECTOR_PUSH(&m->links, l);
}

static void note_links(struct measuring *m, const struct shape_graph *g)
{
    for (size_t i = 0; i < g->objects.count; i++) {
        const struct shape_object *o = &g->objects.data[i];
        if (o->kind != SHAPE_LIST || o->owner)
            continue;
        note_link(m, (struct link){o->size, o->head, o->next[0], false});
        if (o->has_prev)
            note_link(m, (struct link){o->size, o->head, o->prev, true});
    }
}

/* --- chains --- */

static const struct shape_value *cell_at(const struct shape_graph *g, uint32_t object,
                                         uint32_t at)
{
    for (size_t i = 0; i < g->cells.count; i++)
        if (g->cells.data[i].object == object && g->cells.data[i].at == at)
            return &g->cells.data[i].value;
    return NULL;
}

static bool is_node(const struct shape_graph *g, const struct link *l,
                    const struct shape_value *v)
{
    if (!v || v->kind != SHAPE_POINTER || v->number)
        return false;
    const struct shape_object *o = &g->objects.data[v->object - 1];
    if (o->storage != SHAPE_HEAP || o->owner || o->dead || o->size != l->size ||
        o->size_number)
        return false;
    if (o->kind == SHAPE_REGION)
        return true;
    if (o->kind != SHAPE_LIST)
        return false;
    if (l->back)
        return o->has_prev && o->prev == l->at && v->target == SHAPE_AT_LAST;
    return o->next[0] == l->at && v->target == SHAPE_AT_FIRST;
}

static bool has(const struct shape_measure *m, uint32_t object)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->counted[i] == object)
            return true;
    return false;
}

/* The nodes from a value on, as far as they are of this link and not yet passed. */
static struct shape_measure chain(const struct shape_graph *g, const struct link *l,
                                  const struct shape_value *v, uint32_t stop)
{
    struct shape_measure m = {.kind = SHAPE_LENGTH};
    while (is_node(g, l, v) && v->object != stop && !has(&m, v->object) &&
           m.count < SHAPE_MOST_COUNTED) {
        m.counted[m.count++] = v->object;
        v = cell_at(g, v->object, l->at);
    }
    return m;
}

static void find_starts(struct measuring *m)
{
    const struct graph_frame *fr = m->from->frame;
    VECTOR_CLEAR(&m->starts);
    for (uint32_t depth = 0; fr; fr = fr->caller, depth++)
        for (size_t i = 0; i < m->g->roots.count; i++) {
            const struct shape_root *r = &m->g->roots.data[i];
            if (r->depth != depth || shapes_is_nobody(m->s, fr))
                continue;
            if (r->instruction >= fr->f->instructions.count)
                continue;
            const struct instruction *in = &fr->f->instructions.data[r->instruction];
            if (in->type.kind != TYPE_POINTER)
                continue;
            uint64_t key = hash_pair(hash_pair(1, fr->depth), r->instruction);
            VECTOR_PUSH(&m->starts, ((struct start){key, in->op == OP_PHI, &r->value}));
        }
    for (size_t i = 0; i < m->g->cells.count; i++) {
        const struct shape_cell *c = &m->g->cells.data[i];
        const struct shape_object *o = &m->g->objects.data[c->object - 1];
        if (o->storage == SHAPE_HEAP || c->bytes != m->s->width / 8)
            continue;
        VECTOR_PUSH(&m->starts, ((struct start){hash_pair(o->site, c->at), true, &c->value}));
    }
}

static void add_chains(struct measuring *m, bool to_others)
{
    for (size_t i = 0; i < m->starts.count; i++)
        for (size_t k = 0; m->starts.data[i].moves && k < m->links.count; k++) {
            uint64_t key = hash_pair(m->starts.data[i].key, k);
            const struct link *l = &m->links.data[k];
            if (!to_others)
                add(m, key, SHAPE_MOST_MEASURES, chain(m->g, l, m->starts.data[i].value, 0));
            for (size_t j = 0; to_others && j < m->starts.count; j++) {
                const struct shape_value *stop = m->starts.data[j].value;
                if (i == j || stop->kind != SHAPE_POINTER)
                    continue;
                add(m, hash_pair(key, m->starts.data[j].key), SHAPE_MOST_MEASURES,
                    chain(m->g, l, m->starts.data[i].value, stop->object));
            }
        }
}

/* All nodes that live, and all objects: also those that others own. */
static void add_all(struct measuring *m)
{
    struct shape_measure all = {.kind = SHAPE_LENGTH}, live = {.kind = SHAPE_LIVE};
    add(m, 2, SHAPE_MOST_MEASURES, live);
    for (uint32_t i = 1; i <= m->g->objects.count; i++) {
        const struct shape_object *o = &m->g->objects.data[i - 1];
        bool counts = o->kind == SHAPE_REGION || o->kind == SHAPE_LIST;
        if (o->storage != SHAPE_HEAP || o->owner || o->dead || !counts)
            continue;
        if (all.count == SHAPE_MOST_COUNTED)
            return;
        all.counted[all.count++] = i;
    }
    add(m, 1, SHAPE_MOST_MEASURES, all);
}

/* --- differences --- */

static bool constant_operand(struct measuring *m, struct value v, struct shape_value *out)
{
    const struct constant *c = program_constant(m->s->program, v);
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    *out = (struct shape_value){
        .kind = SHAPE_BITS, .width = c->type.width, .bits = constant_low_bits(c)};
    return true;
}

static const struct shape_value *root_of(const struct shape_graph *g, uint32_t depth,
                                         uint32_t instruction)
{
    for (size_t i = 0; i < g->roots.count; i++)
        if (g->roots.data[i].depth == depth && g->roots.data[i].instruction == instruction)
            return &g->roots.data[i].value;
    return NULL;
}

/* What a load reads, if its address is a variable and constants. */
static const struct shape_value *loaded(struct measuring *m, const struct function *f,
                                        uint32_t depth, uint32_t id)
{
    const struct instruction *in = &f->instructions.data[id];
    struct shape_value offset;
    if (in->op != OP_LOAD)
        return NULL;
    struct value at = instruction_operand(f, in, 0);
    uint64_t distance = 0;
    const struct shape_value *p = NULL;
    while (!value_is_constant(at) && !(p = root_of(m->g, depth, at.id))) {
        const struct instruction *step = &f->instructions.data[at.id];
        if (step->op != OP_PTRADD || !value_is_constant(instruction_operand(f, step, 1)))
            return NULL;
        if (!constant_operand(m, instruction_operand(f, step, 1), &offset))
            return NULL;
        distance += offset.bits;
        at = instruction_operand(f, step, 0);
    }
    if (!p || p->kind != SHAPE_POINTER || p->number || p->target != SHAPE_AT_NODE)
        return NULL;
    return cell_at(m->g, p->object, (uint32_t)(distance + (uint64_t)p->offset));
}

static bool operand_of(struct measuring *m, const struct function *f, uint32_t depth,
                       struct value v, struct shape_value *out)
{
    if (value_is_constant(v))
        return constant_operand(m, v, out);
    const struct shape_value *found = root_of(m->g, depth, v.id);
    if (!found)
        found = loaded(m, f, depth, v.id);
    if (!found || (found->kind != SHAPE_NUMBER && found->kind != SHAPE_BITS))
        return false;
    *out = *found;
    return true;
}

static enum shape_measure_kind kind_of(enum compare c)
{
    if (c == COMPARE_EQ || c == COMPARE_NE)
        return SHAPE_DIFFERENCE;
    return c == COMPARE_ULT || c == COMPARE_ULE || c == COMPARE_UGT || c == COMPARE_UGE
               ? SHAPE_UNSIGNED
               : SHAPE_SIGNED;
}

static void add_comparison(struct measuring *m, const struct graph_frame *fr, uint32_t depth,
                           uint32_t id)
{
    const struct instruction *in = &fr->f->instructions.data[id];
    struct shape_value a, b;
    if (!operand_of(m, fr->f, depth, instruction_operand(fr->f, in, 0), &a))
        return;
    if (!operand_of(m, fr->f, depth, instruction_operand(fr->f, in, 1), &b))
        return;
    uint64_t key = hash_pair(hash_pair(2, fr->depth), id);
    enum shape_measure_kind kind = kind_of(in->sub);
    add(m, hash_pair(key, 0), MOST_DIFFERENCES,
        (struct shape_measure){.kind = kind, .from = a, .by = b});
    add(m, hash_pair(key, 1), MOST_DIFFERENCES,
        (struct shape_measure){.kind = kind, .from = b, .by = a});
}

static void add_differences(struct measuring *m)
{
    const struct graph_frame *fr = m->from->frame;
    for (uint32_t depth = 0; fr; fr = fr->caller, depth++) {
        if (shapes_is_nobody(m->s, fr))
            continue;
        for (uint32_t id = 0; id < fr->f->instructions.count; id++) {
            const struct instruction *in = &fr->f->instructions.data[id];
            if (in->op != OP_ICMP || in->block == UINT32_MAX)
                continue;
            struct value v = instruction_operand(fr->f, in, 0);
            if (value_type(m->s->program, fr->f, v).kind == TYPE_INT)
                add_comparison(m, fr, depth, id);
        }
    }
}

/* --- all graphs --- */

static void measure(struct measuring *m, int pass)
{
    switch (pass) {
    case 0:
        note_links(m, m->g);
        break;
    case 1:
        add_differences(m);
        break;
    case 2:
        add_all(m);
        break;
    default:
        find_starts(m);
        add_chains(m, pass == 4);
    }
}

void shapes_add_measures(struct shapes *s, struct certificate *c)
{
    struct measuring m = {.s = s};
    for (int pass = 0; pass < 5; pass++)
        for (size_t i = 0; i < s->heads.count; i++)
            for (size_t k = 0; k < s->heads.data[i]->graphs.count; k++) {
                m.from = s->heads.data[i]->graphs.data[k];
                m.g = &c->loops.data[i].graphs.data[k];
                measure(&m, pass);
            }
    VECTOR_RELEASE(&m.names);
    VECTOR_RELEASE(&m.links);
    VECTOR_RELEASE(&m.starts);
}
