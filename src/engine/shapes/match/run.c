/* Matching of lists: a list of the general graph stands for a run of regions and lists of the
 * special one, found along its link, with the link back, the length and both ends. */
#include "engine/shapes/match/match.h"

enum { MOST_DEPTH = 6 }; /* of parts that are looked at */
typedef VECTOR(uint32_t) ids;

static struct graph_value link_value(const struct match *m, uint32_t special, int32_t at,
                                     bool next)
{
    const struct graph_object *o = m->special->objects[special];
    if (o->kind == GRAPH_LIST)
        return next ? o->after : o->before;
    return object_field(o, (uint32_t)at, m->s->width / 8)->value;
}

/* Where the run must end, if that is known: the object that follows. */
static bool known_end(const struct match *m, struct scope *scope,
                      const struct graph_object *l, uint32_t *end)
{
    if (!graph_is_pointer(l->after))
        return false;
    if (l->after.end == GRAPH_SELF)
        return false;
    struct scope *home = embed_scope_of(m, scope, l->after.object);
    if (!home)
        return false;
    const struct image *image = &home->images[l->after.object];
    *end = image->first;
    return image->state != IMAGE_NONE && image->state != IMAGE_ABSENT;
}

/* The last item of the run, if some pointer leads there; 0: none. */
static uint32_t known_last(const struct match *m, const struct item *i)
{
    for (size_t k = 0; k < m->late.count; k++) {
        const struct late *l = &m->late.data[k];
        if (l->home == i->scope && l->general->object == i->general &&
            graph_is_pointer(l->special))
            return l->special.object;
    }
    return 0;
}

static bool referred_from_elsewhere(const struct match *m, uint32_t special,
                                    const struct graph_object *l)
{
    uint32_t neighbours = 1;
    if (l->link.prev >= 0) {
        struct graph_value after = link_value(m, special, l->link.next, true);
        neighbours += graph_is_pointer(after);
    }
    return m->references[special] > neighbours;
}

/* Plainly not an element of the list: another constant, or null where the list has an object.
 */
static bool differs(struct match *m, uint32_t special, const struct graph_object *l)
{
    const struct graph_object *o = m->special->objects[special];
    for (uint32_t i = 0; i < l->field_count; i++) {
        const struct graph_field *h = &l->fields[i], *f = object_field(o, h->at, h->bytes);
        if (!f)
            continue;
        bool constants = term_is(h->value.term) && term_is(f->value.term) &&
                         term_is_const(m->s->terms, h->value.term) &&
                         term_is_const(m->s->terms, f->value.term);
        bool plain = !graph_is_pointer(h->value) && !graph_is_pointer(f->value);
        if (constants && plain && h->value.kind == f->value.kind &&
            !term_same(h->value.term, f->value.term))
            return true;
        if (embed_is_null(m, h->value) && graph_is_pointer(f->value))
            return true;
        bool needs =
            graph_is_pointer(h->value) && m->general->objects[h->value.object]->least;
        if (needs && embed_is_null(m, f->value))
            return true;
    }
    return false;
}

/* Does a variable lead to what the value leads to, or to something behind that? */
static bool reaches_rooted(const struct match *m, struct graph_value v, uint32_t but,
                           uint32_t depth)
{
    if (!graph_is_pointer(v) || v.object == but || !depth)
        return false;
    const struct graph_object *o = m->special->objects[v.object];
    if (!o || o->storage != GRAPH_HEAP)
        return false;
    if (m->rooted[v.object])
        return true;
    bool found = graph_is_segment(o) && reaches_rooted(m, o->after, but, depth - 1);
    for (uint32_t i = 0; i < o->field_count && !found; i++)
        found = reaches_rooted(m, o->fields[i].value, but, depth - 1);
    return found;
}

/* Elements have parts of their own; a variable leads into those of this node. */
static bool has_rooted_part(const struct match *m, uint32_t special, uint32_t list)
{
    const struct graph_object *o = m->special->objects[special],
                              *l = m->general->objects[list];
    if (o->kind != GRAPH_REGION)
        return false;
    for (uint32_t i = 0; i < l->field_count; i++) {
        const struct graph_field *h = &l->fields[i], *f = object_field(o, h->at, h->bytes);
        bool own =
            graph_is_pointer(h->value) && m->general->objects[h->value.object]->owner == list;
        if (own && f && reaches_rooted(m, f->value, special, MOST_DEPTH))
            return true;
    }
    return false;
}

static bool walk(struct match *m, const struct item *i, ids *run)
{
    const struct graph_object *l = m->general->objects[i->general];
    uint32_t end = 0, cur = i->special, last = known_last(m, i);
    bool known = known_end(m, i->scope, l, &end), to_null = embed_is_null(m, l->after);
    for (;;) {
        const struct graph_object *o = m->special->objects[cur];
        bool optional = o->kind == GRAPH_REGION && !o->least;
        if (optional && run->count)
            return false;
        m->used[cur] = true;
        VECTOR_PUSH(run, cur);
        if (optional || cur == last)
            return true;
        struct graph_value next = link_value(m, cur, l->link.next, true);
        if (!graph_is_pointer(next) || (known && next.object == end))
            return true;
        if (!embed_enters(m, next, i->general) ||
            !embed_fits(m, i->scope, next.object, i->general))
            return true;
        if (!known && !to_null && referred_from_elsewhere(m, next.object, l))
            return true;
        if (!known &&
            (differs(m, next.object, l) || has_rooted_part(m, next.object, i->general)))
            return true;
        if (!known && !to_null) {
            if (run->count >= m->longest)
                return true;
            m->guessed = true;
        }
        cur = next.object;
    }
}

static bool leads_back(const struct match *m, struct graph_value prev, uint32_t node,
                       int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(prev) || prev.object != node)
        return false;
    if (m->special->objects[node]->kind == GRAPH_LIST && prev.end != GRAPH_LAST)
        return false;
    return term_const_u64(m->s->terms, prev.term, &at) && at == (uint64_t)head;
}

/* The lengths of its items make up that of the run. */
static bool match_length(struct match *m, const struct item *i, const ids *run)
{
    const struct graph_object *l = m->general->objects[i->general];
    if (!term_is(l->length))
        return true;
    struct term sum = term_bv(m->s->terms, GRAPH_LENGTH_BITS, 0);
    for (size_t k = 0; k < run->count; k++) {
        const struct graph_object *o = m->special->objects[run->data[k]];
        struct term length = shapes_length(m->s, o);
        if (!term_is(length))
            return false;
        sum = term_2(m->s->terms, TERM_BV_ADD, sum, length);
    }
    return embed_record(m, i->scope, &l->length, sum);
}

bool embed_run(struct match *m, struct item *i)
{
    LAW(m->general->objects[i->general]->kind == GRAPH_LIST);
    const struct graph_object *l = m->general->objects[i->general];
    uint32_t end = 0;
    if (l->link.fork)
        return embed_path(m, i, known_end(m, i->scope, l, &end) ? end : 0);
    ids run = {0};
    if (!walk(m, i, &run)) {
        VECTOR_RELEASE(&run);
        return false;
    }
    uint32_t count = 0, last = VECTOR_LAST(&run);
    i->scope->images[i->general] = (struct image){IMAGE_RUN, run.data[0], last};
    bool good = true;
    for (size_t k = 0; k < run.count && good; k++) {
        const struct graph_object *o = m->special->objects[run.data[k]];
        count += o->least;
        struct scope *element = embed_new_scope(m, i->scope, i->general, run.data[k]);
        if (k)
            m->out->instances.data[element->instance].follows =
                element->instance; /* 1 + the one before */
        good = embed_size(m, element, o, l) && embed_fields(m, element, o, l);
        if (good && k && l->link.prev >= 0)
            good = leads_back(m, link_value(m, run.data[k], l->link.prev, false),
                              run.data[k - 1], l->link.head);
    }
    good = good && match_length(m, i, &run);
    good = good && count >= l->least &&
           embed_value(m, i->scope, link_value(m, last, l->link.next, true), &l->after);
    if (good && l->link.prev >= 0)
        good = embed_value(m, i->scope, link_value(m, run.data[0], l->link.prev, false),
                           &l->before);
    VECTOR_RELEASE(&run);
    return good;
}

/* A list without prev: what leads to its last element if it is empty, as all that stands for
 * it may be. */
static bool match_last_of_none(struct match *m, const struct late *late,
                               const struct image *image)
{
    const struct graph_object *l = m->general->objects[late->general->object],
                              *o = m->special->objects[image->last];
    if (o->least)
        return true;
    if (image->first != image->last)
        return false;
    bool null = o->kind == GRAPH_REGION || o->before.kind == GRAPH_POINTER;
    return l->before.kind != GRAPH_POINTER || null;
}

bool embed_last(struct match *m, const struct late *late)
{
    const struct image *image = &late->home->images[late->general->object];
    const struct graph_object *l = m->general->objects[late->general->object];
    struct graph_value v = late->special;
    if (image->state == IMAGE_ABSENT)
        return embed_value(m, late->home, v, &l->before);
    if (image->state != IMAGE_RUN || !graph_is_pointer(v) || v.object != image->last)
        return false;
    if (v.end == GRAPH_SELF ||
        (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_LAST))
        return false;
    if (l->link.prev < 0 && !match_last_of_none(m, late, image))
        return false;
    return embed_record(m, late->scope, &late->general->term, v.term);
}

/* A list that only pointers to its last node lead to: its first is found backwards. */
bool embed_start_from_last(struct match *m, const struct late *late)
{
    struct image *image = &late->home->images[late->general->object];
    const struct graph_object *l = m->general->objects[late->general->object];
    if (image->state != IMAGE_NONE || l->link.prev < 0 || !graph_is_pointer(late->special))
        return false;
    uint32_t cur = late->special.object;
    if (!embed_fits(m, late->home, cur, late->general->object))
        return false;
    for (uint32_t steps = 0; steps < m->special->count; steps++) {
        struct graph_value prev = link_value(m, cur, l->link.prev, false);
        if (!graph_is_pointer(prev) || prev.end == GRAPH_SELF)
            break;
        if (prev.object == late->special.object ||
            !embed_fits(m, late->home, prev.object, late->general->object))
            break;
        cur = prev.object;
    }
    *image = (struct image){IMAGE_START, cur, 0};
    VECTOR_PUSH(&m->lists, (struct item){late->home, late->general->object, cur});
    return true;
}
