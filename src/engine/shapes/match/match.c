/* Matching: does every state of the special graph have the shape of the general one? Each
 * region of the general graph is one of the special's, each list a run of the special's
 * regions and lists along the link; no object is used twice, and no live heap object is left
 * over. Pairs of numbers are recorded, to be judged by entail.c. There is no backtracking: a
 * match that is not found costs precision only. */
#include "engine/shapes/match/match.h"

#include <stdlib.h>

bool embed_record(struct match *m, const struct scope *scope, const struct term *general,
                  struct term special)
{
    LAW(scope->instance < m->out->instances.count);
    LAW(term_is(special));
    struct terms *ts = m->s->terms;
    if (!term_is(special) || !term_is(*general))
        return false;
    if (term_sort(ts, *general).id != term_sort(ts, special).id)
        return false;
    if (term_same(*general, special) && term_is_const(ts, special))
        return true;
    VECTOR_PUSH(&m->out->records, (struct graph_record){general, special, scope->instance});
    return true;
}

struct scope *embed_new_scope(struct match *m, struct scope *parent, uint32_t list,
                              uint32_t node)
{
    LAW(!parent || (list && list < m->general->count));
    struct scope *c = ARENA_NEW(&m->s->arena, struct scope);
    c->parent = parent;
    c->list = list;
    c->node = node;
    c->every = node && graph_is_segment(m->special->objects[node]);
    c->images = ARENA_ARRAY(&m->s->arena, struct image, m->general->count + 1);
    c->instance = (uint32_t)m->out->instances.count;
    struct graph_instance i = {
        .list = list, .of = c->every ? node : 0, .parent = parent ? parent->instance : 0};
    VECTOR_PUSH(&m->out->instances, i);
    VECTOR_PUSH(&m->scopes, c);
    return c;
}

struct scope *embed_scope_of(const struct match *m, struct scope *scope, uint32_t general)
{
    LAW(general < m->general->count && m->general->objects[general]);
    uint32_t owner = m->general->objects[general]->owner;
    while (scope && scope->list != owner)
        scope = scope->parent;
    return scope;
}

/* Who must own the objects of the special graph that stand for those of a scope. */
uint32_t embed_owner(const struct match *m, const struct scope *scope)
{
    if (!scope->node)
        return 0;
    const struct graph_object *o = m->special->objects[scope->node];
    return graph_is_family(o) ? scope->node : o->owner;
}

/* --- pointers --- */

bool embed_is_null(struct match *m, struct graph_value v)
{
    uint64_t x;
    return v.kind == GRAPH_POINTER && !v.object && term_const_u64(m->s->terms, v.term, &x) &&
           !x;
}

static bool match_self(struct match *m, struct scope *scope, struct graph_value v,
                       const struct graph_value *h)
{
    LAW(h->end == GRAPH_SELF);
    const struct scope *element = scope;
    while (element && element->list != h->object)
        element = element->parent;
    if (!element || !graph_is_pointer(v) || v.object != element->node)
        return false;
    if (element->every != (v.end == GRAPH_SELF))
        return false;
    return embed_record(m, scope, &h->term, v.term);
}

/* Whether what may be missing is there is a number like others. */
static bool embed_there(struct match *m, const struct scope *home,
                        const struct graph_object *to, struct term there)
{
    return !term_is(to->there) || embed_record(m, home, &to->there, there);
}

/* What pointers to it are where it is missing. */
static bool embed_other(struct match *m, struct scope *home, struct graph_value v,
                        const struct graph_object *to)
{
    if (!graph_has_other(to))
        return embed_is_null(m, v);
    if (v.kind == GRAPH_NUMBER && to->after.kind == GRAPH_POINTER)
        v = graph_pointer(0, 0, v.term);
    if (v.kind == GRAPH_POINTER && !v.object && to->after.kind == GRAPH_NUMBER)
        v = graph_number(v.term);
    return embed_value(m, home, v, &to->after);
}

/* It leads to something else than what the object of the general graph stands for. */
static bool is_missing(struct match *m, struct graph_value v, const struct graph_object *to,
                       const struct image *image)
{
    if (!graph_has_other(to))
        return embed_is_null(m, v);
    if (!graph_is_pointer(v) || image->state == IMAGE_ABSENT)
        return true;
    return m->special->objects[v.object]->storage == GRAPH_GLOBAL;
}

static bool match_region_pointer(struct match *m, struct scope *scope, struct scope *home,
                                 struct graph_value v, const struct graph_value *h)
{
    LAW(m->general->objects[h->object]->kind == GRAPH_REGION);
    const struct graph_object *to = m->general->objects[h->object];
    struct image *image = &home->images[h->object];
    LAW(image->state != IMAGE_REGION || m->used[image->first]); /* no object stands for two */
    if (is_missing(m, v, to, image)) {
        if (to->least || image->state == IMAGE_REGION)
            return false;
        image->state = IMAGE_ABSENT;
        return embed_other(m, home, v, to) &&
               embed_there(m, home, to, term_bv(m->s->terms, 1, 0));
    }
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF)
        return false;
    const struct graph_object *o = m->special->objects[v.object];
    if (!o || o->kind != GRAPH_REGION || o->owner != embed_owner(m, home) ||
        o->least < to->least)
        return false;
    if (image->state == IMAGE_NONE) {
        if (m->used[v.object])
            return false;
        struct term one = term_bv(m->s->terms, 1, 1), open = shapes_fresh(m->s, 1);
        struct term there = o->least ? one : term_is(o->there) ? o->there : open;
        struct graph_value null = graph_pointer(0, 0, shapes_offset(m->s, 0));
        if (!embed_there(m, home, to, there))
            return false;
        if (!o->least && !embed_other(m, home, graph_has_other(o) ? o->after : null, to))
            return false;
        m->used[v.object] = true;
        *image = (struct image){IMAGE_REGION, v.object, v.object};
        VECTOR_PUSH(&m->regions, (struct item){home, h->object, v.object});
    }
    if (image->state != IMAGE_REGION || image->first != v.object)
        return false;
    return embed_record(m, scope, &h->term, v.term);
}

/* A region that may be missing is a run of its own where a list may be empty and ends with
 * null. */
static bool fits_optional(struct match *m, const struct graph_object *l)
{
    return !l->least && l->link.prev < 0 && embed_is_null(m, l->after);
}

bool embed_fits(struct match *m, const struct scope *scope, uint32_t special,
                uint32_t general)
{
    LAW(special < m->special->count && m->special->objects[special]);
    LAW(general < m->general->count && m->general->objects[general]);
    const struct graph_object *o = m->special->objects[special],
                              *l = m->general->objects[general];
    uint32_t pointer = m->s->width / 8;
    if (!o || m->used[special] || o->storage != GRAPH_HEAP || !o->alive || term_is(o->base))
        return false;
    if (o->owner != embed_owner(m, scope))
        return false;
    if (o->bytes != l->bytes && l->bytes != UINT64_MAX)
        return false;
    if (o->kind == GRAPH_LIST)
        return graph_same_link(&o->link, &l->link);
    if (!o->least && (graph_has_other(o) || !fits_optional(m, l)))
        return false;
    if (!object_field(o, (uint32_t)l->link.next, pointer))
        return false;
    return l->link.prev < 0 || object_field(o, (uint32_t)l->link.prev, pointer);
}

bool embed_enters(const struct match *m, struct graph_value v, uint32_t general)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF)
        return false;
    if (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_FIRST)
        return false;
    if (!term_const_u64(m->s->terms, v.term, &at))
        return false;
    return at == (uint64_t)m->general->objects[general]->link.head;
}

/* An empty list has as many elements. */
static bool match_no_length(struct match *m, struct scope *home, const struct graph_object *l)
{
    LAW(l->kind == GRAPH_LIST && !l->least);
    struct term none = term_bv(m->s->terms, GRAPH_LENGTH_BITS, 0);
    return !term_is(l->length) || embed_record(m, home, &l->length, none);
}

static bool match_first(struct match *m, struct scope *scope, struct scope *home,
                        struct graph_value v, const struct graph_value *h)
{
    LAW(m->general->objects[h->object]->kind == GRAPH_LIST && h->end == GRAPH_FIRST);
    const struct graph_object *l = m->general->objects[h->object];
    struct image *image = &home->images[h->object];
    if (image->state == IMAGE_NONE) {
        bool starts = graph_is_pointer(v) && v.end != GRAPH_SELF &&
                      embed_fits(m, home, v.object, h->object);
        if (starts && !l->least)
            starts = embed_enters(m, v, h->object);
        if (!starts && l->least)
            return false;
        *image =
            (struct image){starts ? IMAGE_START : IMAGE_ABSENT, starts ? v.object : 0, 0};
        if (starts)
            VECTOR_PUSH(&m->lists, (struct item){home, h->object, v.object});
        else if (!match_no_length(m, home, l))
            return false;
    }
    if (image->state == IMAGE_ABSENT)
        return embed_value(m, home, v, &l->after);
    if (!graph_is_pointer(v) || v.object != image->first)
        return false;
    if (m->special->objects[v.object]->kind == GRAPH_LIST && v.end != GRAPH_FIRST)
        return false;
    return embed_record(m, scope, &h->term, v.term);
}

static bool match_pointer(struct match *m, struct scope *scope, struct graph_value v,
                          const struct graph_value *h)
{
    if (h->end == GRAPH_SELF)
        return match_self(m, scope, v, h);
    if (!m->general
             ->objects[h->object]) /* a fold took it for a part that goes: no good one */
        return false;
    struct scope *home = embed_scope_of(m, scope, h->object);
    if (!home)
        return false;
    if (m->general->objects[h->object]->kind == GRAPH_REGION)
        return match_region_pointer(m, scope, home, v, h);
    if (m->general->objects[h->object]->kind == GRAPH_TREE)
        return embed_tree(m, scope, home, v, h);
    if (h->end == GRAPH_FIRST)
        return match_first(m, scope, home, v, h);
    VECTOR_PUSH(&m->late, (struct late){scope, home, v, h});
    return true;
}

/* Into a dead object, or to its end. */
static bool is_dangling(const struct match *m, struct graph_value v)
{
    uint64_t at;
    if (!graph_is_pointer(v) || v.end == GRAPH_SELF)
        return false;
    const struct graph_object *o = m->special->objects[v.object];
    return !o->alive && o->bytes != UINT64_MAX && term_const_u64(m->s->terms, v.term, &at) &&
           at <= o->bytes;
}

bool embed_value(struct match *m, struct scope *scope, struct graph_value v,
                 const struct graph_value *h)
{
    struct term number;
    switch ((enum graph_value_kind)h->kind) {
    case GRAPH_NONE:
        return true;
    case GRAPH_NUMBER:
        return v.kind == GRAPH_NUMBER && embed_record(m, scope, &h->term, v.term);
    case GRAPH_FUNCTION:
        return v.kind == GRAPH_FUNCTION && v.object == h->object &&
               embed_record(m, scope, &h->term, v.term);
    case GRAPH_STATIC:
        return shapes_static_number(m->s, m->special, v, &number) &&
               embed_record(m, scope, &h->term, number);
    case GRAPH_DANGLING:
        if (v.kind == GRAPH_DANGLING)
            return true;
        return is_dangling(m, v);
    case GRAPH_WILD:
        return v.kind != GRAPH_NONE;
    case GRAPH_POINTER:
        break;
    }
    if (h->object)
        return match_pointer(m, scope, v, h);
    return v.kind == GRAPH_POINTER && !v.object && embed_record(m, scope, &h->term, v.term);
}

/* --- fields --- */

/* Words of an array have no links, at whatever offset. */
static bool is_link(const struct graph_object *l, const struct graph_field *f)
{
    return graph_is_segment(l) && l->kind != GRAPH_CELLS && graph_is_link(&l->link, f->at);
}

static bool is_covered(const struct graph_object *h, const struct graph_field *f)
{
    if (is_link(h, f))
        return true;
    for (uint32_t i = 0; i < h->field_count; i++)
        if (h->fields[i].at <= f->at &&
            f->at + f->bytes <= h->fields[i].at + h->fields[i].bytes)
            return true;
    return false;
}

static bool is_zero(struct match *m, struct graph_value v)
{
    uint64_t x;
    if (v.kind == GRAPH_NUMBER &&
        sort_kind(m->s->terms, term_sort(m->s->terms, v.term)) != SORT_BV)
        return false;
    if (v.kind != GRAPH_NUMBER && (v.kind != GRAPH_POINTER || v.object))
        return false;
    return term_const_u64(m->s->terms, v.term, &x) && x == 0;
}

/* Unknown bytes that are read as a pointer lead nowhere: what leads somewhere must not become
 * unknown. */
static bool forgets_pointers(const struct graph_object *o, const struct graph_object *h)
{
    for (uint32_t i = 0; i < o->field_count; i++) {
        struct graph_value v = o->fields[i].value;
        bool plain = v.kind == GRAPH_NUMBER || v.kind == GRAPH_DANGLING ||
                     (v.kind == GRAPH_POINTER && !v.object);
        if (!plain && !is_covered(h, &o->fields[i]))
            return true;
    }
    return false;
}

/* What the general object says of bytes outside its fields. */
static bool match_background(struct match *m, const struct graph_object *o,
                             const struct graph_object *h)
{
    if (forgets_pointers(o, h))
        return false;
    if (h->background == GRAPH_UNKNOWN)
        return true;
    if (o->background != h->background)
        return false;
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (is_covered(h, &o->fields[i]))
            continue;
        if (h->background != GRAPH_ZERO || !is_zero(m, o->fields[i].value))
            return false;
    }
    return true;
}

bool embed_fields(struct match *m, struct scope *scope, const struct graph_object *o,
                  const struct graph_object *h)
{
    for (uint32_t i = 0; i < h->field_count; i++) {
        const struct graph_field *f = &h->fields[i];
        struct graph_value v;
        if (!shapes_peek(m->s, o, f->at, f->bytes, &v))
            return false;
        bool number = f->value.kind == GRAPH_NUMBER;
        if (!number && v.kind == GRAPH_NUMBER) {
            struct term bits = shapes_bits_of(m->s, v, 8 * f->bytes);
            if (8 * f->bytes != m->s->width ||
                (m->special->exposed && !term_is_const(m->s->terms, bits)))
                return false;
            v = graph_pointer(0, 0, bits);
        }
        if (number && v.kind == GRAPH_POINTER && !v.object)
            v = graph_number(v.term);
        if (!embed_value(m, scope, v, &f->value))
            return false;
    }
    return match_background(m, o, h);
}

/* A size that is not constant is a number like others. */
bool embed_size(struct match *m, struct scope *scope, const struct graph_object *o,
                const struct graph_object *h)
{
    if (h->bytes != UINT64_MAX)
        return o->bytes == h->bytes;
    return embed_record(m, scope, &h->size, o->size);
}

static bool match_region(struct match *m, struct item *i)
{
    LAW(m->special->objects[i->special] && m->used[i->special]);
    const struct graph_object *o = m->special->objects[i->special],
                              *h = m->general->objects[i->general];
    if (o->alive != h->alive || o->storage != h->storage || !embed_size(m, i->scope, o, h))
        return false;
    if (o->storage == GRAPH_GLOBAL && o->index != h->index)
        return false;
    if (o->storage == GRAPH_STACK &&
        (o->frame != h->frame || o->site != h->site || o->era != h->era))
        return false;
    if (term_is(h->base) &&
        (!term_is(o->base) || !embed_record(m, i->scope, &h->base, o->base)))
        return false;
    if (!h->alive)
        return true;
    if (o->parted != h->parted || (o->parted && o->stride != h->stride))
        return false;
    if (h->parted) {
        VECTOR_PUSH(&m->parted, *i);
        return true;
    }
    struct scope *own =
        graph_is_family(h) ? embed_new_scope(m, i->scope, i->general, i->special) : i->scope;
    return embed_fields(m, own, o, h);
}

/* --- the whole --- */

/* Every global that may have changed is there. */
static bool has_globals(const struct match *m)
{
    for (uint32_t id = 1; id < m->special->count; id++) {
        const struct graph_object *o = m->special->objects[id];
        if (!o || o->storage != GRAPH_GLOBAL ||
            m->s->program->globals.data[o->index].read_only)
            continue;
        bool found = false;
        for (uint32_t k = 1; k < m->general->count && !found; k++) {
            const struct graph_object *h = m->general->objects[k];
            found = h && h->storage == GRAPH_GLOBAL && h->index == o->index;
        }
        if (!found)
            return false;
    }
    return true;
}

static bool match_roots(struct match *m)
{
    const struct graph_frame *g = m->special->frame, *h = m->general->frame;
    for (; g && h; g = g->caller, h = h->caller) {
        if (g->path != h->path || g->era != h->era)
            return false;
        LAW(g->f == h->f); /* one path, one function */
        for (size_t i = 0; i < h->f->instructions.count; i++)
            if (!embed_value(m, m->top, g->values[i], &h->values[i]))
                return false;
    }
    if (g || h || !has_globals(m))
        return false;
    for (uint32_t id = 1; id < m->general->count; id++) {
        const struct graph_object *o = m->general->objects[id];
        if (!o || o->storage != GRAPH_GLOBAL ||
            m->s->program->globals.data[o->index].read_only)
            continue;
        uint32_t k = 1;
        while (k < m->special->count &&
               !(m->special->objects[k] && m->special->objects[k]->storage == GRAPH_GLOBAL &&
                 m->special->objects[k]->index == o->index))
            k++;
        if (k == m->special->count)
            return false;
        if (m->top->images[id].state != IMAGE_NONE)
            continue;
        if (m->used[k])
            return false;
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
            LAW(m->general->objects[i.general]->kind == GRAPH_REGION);
            if (!match_region(m, &i))
                return false;
        } else if (m->lists.count) {
            struct item i = m->lists.data[0];
            for (size_t k = 1; k < m->lists.count; k++)
                m->lists.data[k - 1] = m->lists.data[k];
            m->lists.count--;
            if (m->used[i.special])
                return false;
            if (!embed_run(m, &i))
                return false;
        } else if (m->parted.count) {
            struct item i = VECTOR_POP(&m->parted);
            if (!embed_cells(m, &i))
                return false;
        } else {
            bool more = false;
            for (size_t k = 0; k < m->late.count && !more; k++)
                more = embed_start_from_last(m, &m->late.data[k]);
            if (more)
                continue;
            if (!m->late.count)
                return true;
            struct late late = VECTOR_POP(&m->late);
            if (!embed_last(m, &late))
                return false;
        }
    }
}

/* Everything that lives has been used, and everything that is promised is there. */
static bool match_is_whole(const struct match *m)
{
    for (uint32_t id = 1; id < m->special->count; id++) {
        const struct graph_object *o = m->special->objects[id];
        if (o && o->storage == GRAPH_HEAP && o->alive && !m->used[id] && !m->general->lost)
            return false;
    }
    for (size_t k = 0; k < m->scopes.count; k++)
        for (uint32_t id = 1; id < m->general->count; id++) {
            const struct graph_object *h = m->general->objects[id];
            if (!h || h->owner != m->scopes.data[k]->list || h->storage != GRAPH_HEAP ||
                !h->alive)
                continue;
            if (h->least && m->scopes.data[k]->images[id].state == IMAGE_NONE)
                return false;
        }
    return true;
}

struct count {
    const struct graph *g;
    uint32_t *references;
    bool *rooted;
};

static void count_reference(void *context, uint32_t from, struct graph_value v)
{
    struct count *c = context;
    if (!graph_is_pointer(v))
        return;
    c->references[v.object]++;
    c->rooted[v.object] |= !from || c->g->objects[from]->storage != GRAPH_HEAP;
}

static bool match_with(struct shapes *s, const struct graph *special,
                       const struct graph *general, size_t longest, struct embedding *out)
{
    *out = (struct embedding){0};
    s->statistics.matches++;
    if ((special->lost && !general->lost) || (special->exposed && !general->exposed))
        return false;
    struct match m = {
        .s = s, .special = special, .general = general, .out = out, .longest = longest};
    m.used = calloc(special->count + 1, sizeof *m.used);
    m.references = calloc(special->count + 1, sizeof *m.references);
    m.rooted = calloc(special->count + 1, sizeof *m.rooted);
    struct count c = {special, m.references, m.rooted};
    graph_each(special, count_reference, &c);
    m.top = embed_new_scope(&m, NULL, 0, 0);
    bool good = match_roots(&m) && match_all(&m) && match_is_whole(&m);
    out->guessed = m.guessed;
    free(m.used);
    free(m.references);
    free(m.rooted);
    VECTOR_RELEASE(&m.regions);
    VECTOR_RELEASE(&m.lists);
    VECTOR_RELEASE(&m.parted);
    VECTOR_RELEASE(&m.late);
    VECTOR_RELEASE(&m.scopes);
    return good;
}

bool shapes_match(struct shapes *s, const struct graph *special, const struct graph *general,
                  struct embedding *out)
{
    return match_with(s, special, general, SIZE_MAX, out);
}

bool shapes_match_short(struct shapes *s, const struct graph *special,
                        const struct graph *general, struct embedding *out)
{
    return match_with(s, special, general, 1, out);
}

void embedding_release(struct embedding *e)
{
    VECTOR_RELEASE(&e->records);
    VECTOR_RELEASE(&e->instances);
}
