/* Matching: does every state of the special graph have the shape of the general one? Each region of the
 * general graph is one of the special's, each list a run of the special's regions and lists along the link;
 * no object is used twice, and no live heap object is left over. Pairs of numbers are recorded, to be judged
 * by entail.c. There is no backtracking: a match that is not found costs precision only. */
#include "engine/shapes/shapes.h"

#include <stdlib.h>

enum image_state { IMAGE_NONE, IMAGE_REGION, IMAGE_ABSENT, IMAGE_START /* of a run, not walked yet */, IMAGE_RUN };
struct image {
    enum image_state state;
    uint32_t first, last; /* of the special graph */
};
/* What the objects of one level stand for: of the whole graph, or of what one element owns. */
struct scope {
    struct scope *parent;
    uint32_t list, instance;
    uint32_t node;   /* the element in the special graph */
    bool every;      /* it is every element of the list `node` */
    struct image *images; /* by id of the general graph */
};
struct item {
    struct scope *scope;
    uint32_t general, special;
};
struct late { /* a pointer to a list's last node, looked at when its run is known */
    struct scope *scope, *home; /* where it is found; where the list is */
    struct graph_value special;
    const struct graph_value *general;
};
struct match {
    struct shapes *s;
    const struct graph *special, *general;
    struct embedding *out;
    struct scope *top;
    bool *used;
    uint32_t *references;
    VECTOR(struct item) regions, lists;
    VECTOR(struct late) late;
    VECTOR(struct scope *) scopes;
};

static bool match_value(struct match *, struct scope *, struct graph_value, const struct graph_value *);

static bool record(struct match *m, const struct scope *scope, const struct term *general, struct term special)
{
    struct terms *ts = m->s->terms;
    if (!term_is(special) || !term_is(*general)) return false;
    if (term_sort(ts, *general).id != term_sort(ts, special).id) return false;
    if (term_same(*general, special) && term_is_const(ts, special)) return true;
    VECTOR_PUSH(&m->out->records, (struct graph_record){general, special, scope->instance});
    return true;
}

static struct scope *new_scope(struct match *m, struct scope *parent, uint32_t list, uint32_t node)
{
    struct scope *c = ARENA_NEW(&m->s->arena, struct scope);
    c->parent = parent;
    c->list = list;
    c->node = node;
    c->every = node && m->special->objects[node]->kind == GRAPH_LIST;
    c->images = ARENA_ARRAY(&m->s->arena, struct image, m->general->count + 1);
    c->instance = (uint32_t)m->out->instances.count;
    struct graph_instance i = {.list = list, .of = c->every ? node : 0, .parent = parent ? parent->instance : 0};
    VECTOR_PUSH(&m->out->instances, i);
    VECTOR_PUSH(&m->scopes, c);
    return c;
}

/* The scope whose element owns the object; null if it is out of sight. */
static struct scope *scope_of(const struct match *m, struct scope *scope, uint32_t general)
{
    uint32_t owner = m->general->objects[general]->owner;
    while (scope && scope->list != owner)
        scope = scope->parent;
    return scope;
}

/* Who must own the objects of the special graph that stand for those of a scope. */
static uint32_t owner_in(const struct match *m, const struct scope *scope)
{
    if (!scope->node) return 0;
    return scope->every ? scope->node : m->special->objects[scope->node]->owner;
}

/* --- pointers --- */

static bool is_null(struct match *m, struct graph_value v)
{
    uint64_t x;
    return v.kind == GRAPH_POINTER && !v.object && term_const_u64(m->s->terms, v.term, &x) && !x;
}

static bool match_self(struct match *m, struct scope *scope, struct graph_value v, const struct graph_value *h)
{
    const struct scope *element = scope;
    while (element && element->list != h->object)
        element = element->parent;
    if (!element || !graph_is_pointer(v) || v.object != element->node) return false;
    if (element->every != (v.end == GRAPH_SELF)) return false;
    return record(m, scope, &h->term, v.term);
}

static bool match_region_pointer(struct match *m, struct scope *scope, struct scope *home, struct graph_value v,
                                 const struct graph_value *h)
{
    const struct graph_object *to = m->general->objects[h->object];
    struct image *image = &home->images[h->object];
    if (is_null(m, v)) {
        if (to->least || image->state == IMAGE_REGION) return false;
        image->state = IMAGE_ABSENT;
        return true;
    }
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF) return false;
    const struct graph_object *o = m->special->objects[v.object];
    if (!o || o->kind != GRAPH_REGION || o->owner != owner_in(m, home) || o->least < to->least) return false;
    if (image->state == IMAGE_NONE) {
        if (m->used[v.object]) return false;
        m->used[v.object] = true;
        *image = (struct image){IMAGE_REGION, v.object, v.object};
        VECTOR_PUSH(&m->regions, (struct item){home, h->object, v.object});
    }
    if (image->state != IMAGE_REGION || image->first != v.object) return false;
    return record(m, scope, &h->term, v.term);
}

static bool same_link(struct graph_link a, struct graph_link b)
{
    return a.head == b.head && a.next == b.next && a.prev == b.prev;
}

/* A region that may be missing is a run of its own where a list may be empty and ends with null. */
static bool fits_optional(struct match *m, const struct graph_object *l)
{
    return !l->least && l->link.prev < 0 && is_null(m, l->after);
}

/* Could this object be part of the run of that list? */
static bool fits(struct match *m, const struct scope *scope, uint32_t special, uint32_t general)
{
    const struct graph_object *o = m->special->objects[special], *l = m->general->objects[general];
    uint32_t pointer = m->s->width / 8;
    if (!o || m->used[special] || o->storage != GRAPH_HEAP || !o->alive || term_is(o->base)) return false;
    if (o->owner != owner_in(m, scope) || o->bytes != l->bytes) return false;
    if (o->kind == GRAPH_LIST) return same_link(o->link, l->link);
    if (!o->least && !fits_optional(m, l)) return false;
    if (!object_field(o, (uint32_t)l->link.next, pointer)) return false;
    return l->link.prev < 0 || object_field(o, (uint32_t)l->link.prev, pointer);
}

static bool enters(const struct match *m, struct graph_value v, uint32_t general)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF) return false;
    if (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_FIRST) return false;
    if (!term_const_u64(m->s->terms, v.term, &at)) return false;
    return at == (uint64_t)m->general->objects[general]->link.head;
}

static bool match_first(struct match *m, struct scope *scope, struct scope *home, struct graph_value v,
                        const struct graph_value *h)
{
    const struct graph_object *l = m->general->objects[h->object];
    struct image *image = &home->images[h->object];
    if (image->state == IMAGE_NONE) {
        bool starts = graph_is_pointer(v) && v.end != GRAPH_SELF && fits(m, home, v.object, h->object);
        if (starts && !l->least) starts = enters(m, v, h->object);
        if (!starts && l->least) return false;
        *image = (struct image){starts ? IMAGE_START : IMAGE_ABSENT, starts ? v.object : 0, 0};
        if (starts) VECTOR_PUSH(&m->lists, (struct item){home, h->object, v.object});
    }
    if (image->state == IMAGE_ABSENT) return match_value(m, home, v, &l->after);
    if (!graph_is_pointer(v) || v.object != image->first) return false;
    if (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_FIRST) return false;
    return record(m, scope, &h->term, v.term);
}

static bool match_pointer(struct match *m, struct scope *scope, struct graph_value v, const struct graph_value *h)
{
    if (h->end == GRAPH_SELF) return match_self(m, scope, v, h);
    struct scope *home = scope_of(m, scope, h->object);
    if (!home) return false;
    if (m->general->objects[h->object]->kind == GRAPH_REGION) return match_region_pointer(m, scope, home, v, h);
    if (h->end == GRAPH_FIRST) return match_first(m, scope, home, v, h);
    VECTOR_PUSH(&m->late, (struct late){scope, home, v, h});
    return true;
}

/* Into a dead object, or to its end. */
static bool is_dangling(const struct match *m, struct graph_value v)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF) return false;
    const struct graph_object *o = m->special->objects[v.object];
    return !o->alive && o->bytes != UINT64_MAX && term_const_u64(m->s->terms, v.term, &at) && at <= o->bytes;
}

static bool match_value(struct match *m, struct scope *scope, struct graph_value v, const struct graph_value *h)
{
    switch ((enum graph_value_kind)h->kind) {
    case GRAPH_NONE:
        return true;
    case GRAPH_NUMBER:
        return v.kind == GRAPH_NUMBER && record(m, scope, &h->term, v.term);
    case GRAPH_FUNCTION:
        return v.kind == GRAPH_FUNCTION && v.object == h->object && record(m, scope, &h->term, v.term);
    case GRAPH_DANGLING:
        if (v.kind == GRAPH_DANGLING) return true;
        return is_dangling(m, v);
    case GRAPH_WILD:
        return v.kind != GRAPH_NONE;
    case GRAPH_POINTER:
        break;
    }
    if (h->object) return match_pointer(m, scope, v, h);
    return v.kind == GRAPH_POINTER && !v.object && record(m, scope, &h->term, v.term);
}

/* --- fields --- */

static bool is_link(const struct graph_object *l, const struct graph_field *f)
{
    if (l->kind != GRAPH_LIST) return false;
    return f->at == (uint32_t)l->link.next || (l->link.prev >= 0 && f->at == (uint32_t)l->link.prev);
}

static bool is_covered(const struct graph_object *h, const struct graph_field *f)
{
    if (is_link(h, f)) return true;
    for (uint32_t i = 0; i < h->field_count; i++)
        if (h->fields[i].at <= f->at && f->at + f->bytes <= h->fields[i].at + h->fields[i].bytes) return true;
    return false;
}

static bool is_zero(struct match *m, struct graph_value v)
{
    uint64_t x;
    if (v.kind == GRAPH_NUMBER && sort_kind(m->s->terms, term_sort(m->s->terms, v.term)) != SORT_BV) return false;
    if (v.kind != GRAPH_NUMBER && (v.kind != GRAPH_POINTER || v.object)) return false;
    return term_const_u64(m->s->terms, v.term, &x) && x == 0;
}

/* Unknown bytes that are read as a pointer lead nowhere: what leads somewhere must not become unknown. */
static bool forgets_pointers(const struct graph_object *o, const struct graph_object *h)
{
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_value v = o->fields[i].value;
        bool plain = v.kind == GRAPH_NUMBER || v.kind == GRAPH_DANGLING || (v.kind == GRAPH_POINTER && !v.object);
        if (!plain && !is_covered(h, &o->fields[i])) return true;
    }
    return false;
}

/* What the general object says of bytes outside its fields. */
static bool match_background(struct match *m, const struct graph_object *o, const struct graph_object *h)
{
    if (forgets_pointers(o, h)) return false;
    if (h->background == GRAPH_UNKNOWN) return true;
    if (o->background != h->background) return false;
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (is_covered(h, &o->fields[i])) continue;
        if (h->background != GRAPH_ZERO || !is_zero(m, o->fields[i].value)) return false;
    }
    return true;
}

static bool match_fields(struct match *m, struct scope *scope, const struct graph_object *o,
                         const struct graph_object *h)
{
    for (uint32_t i = 0; i < h->field_count; i++) {
        const struct graph_field *f = &h->fields[i];
        struct graph_value v;
        if (!shapes_peek(m->s, o, f->at, f->bytes, &v)) return false;
        bool number = f->value.kind == GRAPH_NUMBER;
        if (!number && v.kind == GRAPH_NUMBER) {
            struct term bits = shapes_bits_of(m->s, v, 8 * f->bytes);
            if (8 * f->bytes != m->s->width || (m->special->exposed && !term_is_const(m->s->terms, bits)))
                return false;
            v = graph_pointer(0, 0, bits);
        }
        if (number && v.kind == GRAPH_POINTER && !v.object) v = graph_number(v.term);
        if (!match_value(m, scope, v, &f->value)) return false;
    }
    return match_background(m, o, h);
}

/* A size that is not constant is a number like others. */
static bool match_size(struct match *m, const struct item *i, const struct graph_object *o,
                       const struct graph_object *h)
{
    if (o->bytes != h->bytes) return false;
    return o->bytes != UINT64_MAX || record(m, i->scope, &h->size, o->size);
}

static bool match_region(struct match *m, struct item *i)
{
    const struct graph_object *o = m->special->objects[i->special], *h = m->general->objects[i->general];
    if (o->alive != h->alive || o->storage != h->storage || !match_size(m, i, o, h)) return false;
    if (o->storage == GRAPH_GLOBAL && o->index != h->index) return false;
    if (o->storage == GRAPH_STACK && (o->frame != h->frame || o->site != h->site || o->era != h->era)) return false;
    if (term_is(h->base) && (!term_is(o->base) || !record(m, i->scope, &h->base, o->base))) return false;
    return !h->alive || match_fields(m, i->scope, o, h);
}

/* --- runs --- */

typedef VECTOR(uint32_t) ids;

static struct graph_value link_value(const struct match *m, uint32_t special, int32_t at, bool next)
{
    const struct graph_object *o = m->special->objects[special];
    if (o->kind == GRAPH_LIST) return next ? o->after : o->before;
    return object_field(o, (uint32_t)at, m->s->width / 8)->value;
}

/* Where the run must end, if that is known: the object that follows. */
static bool known_end(const struct match *m, struct scope *scope, const struct graph_object *l, uint32_t *end)
{
    if (!graph_is_pointer(l->after)) return false;
    if (l->after.end == GRAPH_SELF) return false;
    struct scope *home = scope_of(m, scope, l->after.object);
    if (!home) return false;
    const struct image *image = &home->images[l->after.object];
    *end = image->first;
    return image->state != IMAGE_NONE && image->state != IMAGE_ABSENT;
}

static bool referred_from_elsewhere(const struct match *m, uint32_t special, const struct graph_object *l)
{
    uint32_t neighbours = 1;
    if (l->link.prev >= 0) {
        struct graph_value after = link_value(m, special, l->link.next, true);
        neighbours += graph_is_pointer(after);
    }
    return m->references[special] > neighbours;
}

/* Plainly not an element of the list: another constant, or null where the list has an object. */
static bool differs(struct match *m, uint32_t special, const struct graph_object *l)
{
    const struct graph_object *o = m->special->objects[special];
    for (uint32_t i = 0; i < l->field_count; i++) {
        const struct graph_field *h = &l->fields[i], *f = object_field(o, h->at, h->bytes);
        if (!f) continue;
        bool constants = term_is(h->value.term) && term_is(f->value.term) &&
                         term_is_const(m->s->terms, h->value.term) && term_is_const(m->s->terms, f->value.term);
        bool plain = !graph_is_pointer(h->value) && !graph_is_pointer(f->value);
        if (constants && plain && h->value.kind == f->value.kind && !term_same(h->value.term, f->value.term))
            return true;
        if (is_null(m, h->value) && graph_is_pointer(f->value)) return true;
        bool needs = graph_is_pointer(h->value) && m->general->objects[h->value.object]->least;
        if (needs && is_null(m, f->value)) return true;
    }
    return false;
}

static bool walk(struct match *m, const struct item *i, ids *run)
{
    const struct graph_object *l = m->general->objects[i->general];
    uint32_t end = 0, cur = i->special;
    bool known = known_end(m, i->scope, l, &end), to_null = is_null(m, l->after);
    for (;;) {
        const struct graph_object *o = m->special->objects[cur];
        bool optional = o->kind == GRAPH_REGION && !o->least;
        if (optional && run->count) return false;
        m->used[cur] = true;
        VECTOR_PUSH(run, cur);
        if (optional) return true;
        struct graph_value next = link_value(m, cur, l->link.next, true);
        if (!graph_is_pointer(next) || (known && next.object == end)) return true;
        if (!enters(m, next, i->general) || !fits(m, i->scope, next.object, i->general)) return true;
        if (!known && !to_null && referred_from_elsewhere(m, next.object, l)) return true;
        if (!known && differs(m, next.object, l)) return true;
        cur = next.object;
    }
}

static bool leads_back(const struct match *m, struct graph_value prev, uint32_t node, int32_t head)
{
    uint64_t at;
    if (!graph_is_pointer(prev) || prev.object != node) return false;
    if (m->special->objects[node]->kind == GRAPH_LIST && prev.end != GRAPH_LAST) return false;
    return term_const_u64(m->s->terms, prev.term, &at) && at == (uint64_t)head;
}

/* The lengths of its items make up that of the run. */
static bool match_length(struct match *m, const struct item *i, const ids *run)
{
    const struct graph_object *l = m->general->objects[i->general];
    if (!term_is(l->length)) return true;
    struct term sum = term_bv(m->s->terms, GRAPH_LENGTH_BITS, 0);
    for (size_t k = 0; k < run->count; k++) {
        const struct graph_object *o = m->special->objects[run->data[k]];
        struct term length = shapes_length(m->s, o);
        if (!term_is(length) || !o->least) return false;
        sum = term_2(m->s->terms, TERM_BV_ADD, sum, length);
    }
    return record(m, i->scope, &l->length, sum);
}

static bool match_run(struct match *m, struct item *i)
{
    const struct graph_object *l = m->general->objects[i->general];
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
        struct scope *element = new_scope(m, i->scope, i->general, run.data[k]);
        if (k) m->out->instances.data[element->instance].follows = element->instance; /* 1 + the one before */
        good = match_fields(m, element, o, l);
        if (good && k && l->link.prev >= 0)
            good = leads_back(m, link_value(m, run.data[k], l->link.prev, false), run.data[k - 1], l->link.head);
    }
    good = good && match_length(m, i, &run);
    good = good && count >= l->least && match_value(m, i->scope, link_value(m, last, l->link.next, true), &l->after);
    if (good && l->link.prev >= 0)
        good = match_value(m, i->scope, link_value(m, run.data[0], l->link.prev, false), &l->before);
    VECTOR_RELEASE(&run);
    return good;
}

static bool match_last(struct match *m, const struct late *late)
{
    const struct image *image = &late->home->images[late->general->object];
    const struct graph_object *l = m->general->objects[late->general->object];
    struct graph_value v = late->special;
    if (image->state == IMAGE_ABSENT) return match_value(m, late->home, v, &l->before);
    if (image->state != IMAGE_RUN || !graph_is_pointer(v) || v.object != image->last) return false;
    if (v.end == GRAPH_SELF || (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_LAST))
        return false;
    return record(m, late->scope, &late->general->term, v.term);
}

/* A list that only pointers to its last node lead to: its first is found backwards. */
static bool start_from_last(struct match *m, const struct late *late)
{
    struct image *image = &late->home->images[late->general->object];
    const struct graph_object *l = m->general->objects[late->general->object];
    if (image->state != IMAGE_NONE || l->link.prev < 0 || !graph_is_pointer(late->special)) return false;
    uint32_t cur = late->special.object;
    if (!fits(m, late->home, cur, late->general->object)) return false;
    for (uint32_t steps = 0; steps < m->special->count; steps++) {
        struct graph_value prev = link_value(m, cur, l->link.prev, false);
        if (!graph_is_pointer(prev) || prev.end == GRAPH_SELF) break;
        if (prev.object == late->special.object || !fits(m, late->home, prev.object, late->general->object)) break;
        cur = prev.object;
    }
    *image = (struct image){IMAGE_START, cur, 0};
    VECTOR_PUSH(&m->lists, (struct item){late->home, late->general->object, cur});
    return true;
}

/* --- the whole --- */

/* Every global that may have changed is there. */
static bool has_globals(const struct match *m)
{
    for (uint32_t id = 1; id < m->special->count; id++) {
        const struct graph_object *o = m->special->objects[id];
        if (!o || o->storage != GRAPH_GLOBAL || m->s->program->globals.data[o->index].read_only) continue;
        bool found = false;
        for (uint32_t k = 1; k < m->general->count && !found; k++) {
            const struct graph_object *h = m->general->objects[k];
            found = h && h->storage == GRAPH_GLOBAL && h->index == o->index;
        }
        if (!found) return false;
    }
    return true;
}

static bool match_roots(struct match *m)
{
    const struct graph_frame *g = m->special->frame, *h = m->general->frame;
    for (; g && h; g = g->caller, h = h->caller) {
        if (g->path != h->path || g->era != h->era) return false;
        for (size_t i = 0; i < h->f->instructions.count; i++)
            if (!match_value(m, m->top, g->values[i], &h->values[i])) return false;
    }
    if (g || h || !has_globals(m)) return false;
    for (uint32_t id = 1; id < m->general->count; id++) {
        const struct graph_object *o = m->general->objects[id];
        if (!o || o->storage != GRAPH_GLOBAL || m->s->program->globals.data[o->index].read_only) continue;
        uint32_t k = 1;
        while (k < m->special->count && !(m->special->objects[k] && m->special->objects[k]->storage == GRAPH_GLOBAL &&
                                          m->special->objects[k]->index == o->index))
            k++;
        if (k == m->special->count) return false;
        if (m->top->images[id].state != IMAGE_NONE) continue;
        if (m->used[k]) return false;
        m->used[k] = true;
        m->top->images[id] = (struct image){IMAGE_REGION, k, k};
        VECTOR_PUSH(&m->regions, (struct item){m->top, id, k});
    }
    return true;
}

static bool match_all(struct match *m)
{
    for (;;) {
        if (m->regions.count) {
            struct item i = VECTOR_POP(&m->regions);
            if (!match_region(m, &i)) return false;
        } else if (m->lists.count) {
            struct item i = m->lists.data[0];
            for (size_t k = 1; k < m->lists.count; k++)
                m->lists.data[k - 1] = m->lists.data[k];
            m->lists.count--;
            if (m->used[i.special]) return false;
            if (!match_run(m, &i)) return false;
        } else {
            bool more = false;
            for (size_t k = 0; k < m->late.count && !more; k++)
                more = start_from_last(m, &m->late.data[k]);
            if (more) continue;
            if (!m->late.count) return true;
            struct late late = VECTOR_POP(&m->late);
            if (!match_last(m, &late)) return false;
        }
    }
}

/* Everything that lives has been used, and everything that is promised is there. */
static bool match_is_whole(const struct match *m)
{
    for (uint32_t id = 1; id < m->special->count; id++) {
        const struct graph_object *o = m->special->objects[id];
        if (o && o->storage == GRAPH_HEAP && o->alive && !m->used[id] && !m->general->lost) return false;
    }
    for (size_t k = 0; k < m->scopes.count; k++)
        for (uint32_t id = 1; id < m->general->count; id++) {
            const struct graph_object *h = m->general->objects[id];
            if (!h || h->owner != m->scopes.data[k]->list || h->storage != GRAPH_HEAP || !h->alive) continue;
            if (h->least && m->scopes.data[k]->images[id].state == IMAGE_NONE) return false;
        }
    return true;
}

struct count {
    uint32_t *references;
};

static void count_reference(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    if (graph_is_pointer(v)) ((struct count *)context)->references[v.object]++;
}

bool shapes_match(struct shapes *s, const struct graph *special, const struct graph *general, struct embedding *out)
{
    *out = (struct embedding){0};
    s->statistics.matches++;
    if ((special->lost && !general->lost) || (special->exposed && !general->exposed)) return false;
    struct match m = {.s = s, .special = special, .general = general, .out = out};
    m.used = calloc(special->count + 1, sizeof *m.used);
    m.references = calloc(special->count + 1, sizeof *m.references);
    struct count c = {m.references};
    graph_each(special, count_reference, &c);
    m.top = new_scope(&m, NULL, 0, 0);
    bool good = match_roots(&m) && match_all(&m) && match_is_whole(&m);
    free(m.used);
    free(m.references);
    VECTOR_RELEASE(&m.regions);
    VECTOR_RELEASE(&m.lists);
    VECTOR_RELEASE(&m.late);
    VECTOR_RELEASE(&m.scopes);
    return good;
}

void embedding_release(struct embedding *e)
{
    VECTOR_RELEASE(&e->records);
    VECTOR_RELEASE(&e->instances);
}
