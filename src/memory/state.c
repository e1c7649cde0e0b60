/* States: which cells hold what, sharing between states, births and deaths of objects,
 * merging. */
#include "memory/memory_internal.h"

#include "base/failure.h"

#include <stdio.h>
#include <string.h>

static struct object_state initial_state(struct memory *m, uint32_t object)
{
    const struct object *o = &m->objects.data[object];
    struct object_state s = {.background = BACKGROUND_UNKNOWN};
    bool always = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_FUNCTION ||
                  o->kind == OBJECT_ENVIRONMENT;
    s.alive = term_bool(m->terms, always);
    if (o->kind == OBJECT_GLOBAL && !m->program->globals.data[o->index].external)
        s.background = BACKGROUND_GLOBAL;
    s.wild = (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_ENVIRONMENT) &&
             s.background == BACKGROUND_UNKNOWN;
    return s;
}

const struct object_state *state_get(struct memory *m, const struct memory_state *st,
                                     uint32_t object)
{
    LAW(object < m->objects.count);
    const struct object_state *s = trie_get(&st->objects, object);
    if (s)
        return s;
    struct object_state *fresh = ARENA_NEW(&m->arena, struct object_state);
    *fresh = initial_state(m, object);
    fresh->epoch = UINT32_MAX;
    return fresh;
}

struct object_state *state_own(struct memory *m, struct memory_state *st, uint32_t object)
{
    LAW(has_object(m, object));
    const struct object_state *s = trie_get(&st->objects, object);
    if (s && s->epoch == st->epoch)
        return (struct object_state *)s;
    struct object_state *copy = ARENA_NEW(&m->arena, struct object_state);
    *copy = s ? *s : initial_state(m, object);
    copy->epoch = st->epoch;
    trie_set(&m->arena, &st->objects, object, copy, st->epoch);
    return copy;
}

unsigned object_index_width(struct memory *m, const struct object *o)
{
    uint64_t stride = object_stride(m, o);
    if (!o->size_known)
        return m->width - (unsigned)__builtin_ctzll(stride);
    uint64_t count = o->bytes / stride + 1;
    unsigned w = 1;
    while (w < m->width && count >> w)
        w++;
    return w;
}

static struct sort cell_sort(struct memory *m, enum sym_kind kind, uint32_t bytes,
                             bool second)
{
    struct terms *ts = m->terms;
    if (kind == SYM_POINTER)
        return sort_bv(ts, second ? m->width : OBJECT_BITS);
    return sort_bv(ts, bytes * 8);
}

/* The bytes [at, at+bytes) of a global's initialiser, or a pointer that is stored there
 * whole. */
static struct sym global_initial(struct memory *m, const struct global *g, uint64_t at,
                                 uint32_t bytes)
{
    struct terms *ts = m->terms;
    uint32_t limbs[64] = {0};
    uint32_t pointer_bytes = m->width / 8;
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        const struct relocation *r = &g->relocations[i];
        if (r->offset == at && bytes == pointer_bytes) {
            const struct constant *c = program_constant(m->program, r->value);
            if (c->kind == CONSTANT_GLOBAL)
                return sym_object(m, memory_global(m, c->index), c->offset);
            if (c->kind == CONSTANT_FUNCTION)
                return sym_object(m, memory_function(m, c->index), c->offset);
            if (c->kind == CONSTANT_BLOCK)
                return sym_object(m, memory_function(m, c->index), constant_label_offset(c));
            if (c->kind == CONSTANT_NULL)
                return sym_null(m);
        }
        if (r->offset < at + bytes &&
            at < r->offset + pointer_bytes) { /* part of a pointer: any value */
            char name[64];
            snprintf(name, sizeof name, "part!%zu!%lu!%u",
                     (size_t)(g - m->program->globals.data), (unsigned long)at, bytes);
            return sym_bits(term_var(ts, sort_bv(ts, bytes * 8), name));
        }
    }
    if (bytes > sizeof limbs)
        BUG("cell of %u bytes", bytes);
    for (uint32_t i = 0; g->bytes && i < bytes && at + i < g->size; i++)
        limbs[i / 4] |= (uint32_t)g->bytes[at + i] << (8 * (i % 4));
    return sym_bits(term_bv_limbs(ts, bytes * 8, limbs));
}

static struct sym unknown(struct memory *m, uint32_t object, const struct object_state *s,
                          struct cell_range r, enum sym_kind kind)
{
    struct terms *ts = m->terms;
    char name[96];
    snprintf(name, sizeof name, "init!%016lx!%u!%u",
             (unsigned long)hash_pair(m->objects.data[object].name, s->birth), r.at, r.bytes);
    bool fits = r.bytes * 8 == m->width;
    struct sym wild = {0};
    if (s->wild && fits) /* the number of a pointer found there is its address */
        wild = sym_wild(m, name);
    if (wild.kind == SYM_POINTER && kind == SYM_POINTER)
        return wild;
    struct term bits =
        wild.kind == SYM_POINTER ? wild.b : term_var(ts, sort_bv(ts, r.bytes * 8), name);
    if (s->wild)
        memory_carrier(m, bits);
    return kind == SYM_POINTER && fits ? sym_pointer(term_bv(ts, OBJECT_BITS, 0), bits)
                                       : sym_bits(bits);
}

static struct term repeated(struct memory *m, struct term byte, uint32_t bytes)
{
    struct term t = byte;
    for (uint32_t i = 1; i < bytes; i++)
        t = term_concat(m->terms, byte, t);
    return t;
}

static struct sym background_scalar(struct memory *m, const struct object_state *s,
                                    uint32_t object, struct cell_range r, enum sym_kind wish)
{
    const struct object *o = &m->objects.data[object];
    switch ((enum background)s->background) {
    case BACKGROUND_ZERO:
        return sym_bits(term_bv(m->terms, r.bytes * 8, 0));
    case BACKGROUND_FILL:
        return sym_bits(repeated(m, s->fill, r.bytes));
    case BACKGROUND_GLOBAL:
        return global_initial(m, &m->program->globals.data[o->index], r.at & ~PINNED,
                              r.bytes);
    case BACKGROUND_EITHER:
        BUG("a merged background has no scalar of its own");
    case BACKGROUND_UNKNOWN:
        break;
    }
    return unknown(m, object, s, r, wish);
}

static struct sym global_array(struct memory *m, const struct object *o, struct cell_range r,
                               enum sym_kind kind)
{
    struct terms *ts = m->terms;
    const struct global *g = &m->program->globals.data[o->index];
    uint64_t stride = object_stride(m, o);
    struct sort index = sort_bv(ts, object_index_width(m, o));
    struct sort sa = sort_array(ts, index, cell_sort(m, kind, r.bytes, false));
    struct sym v = {
        .kind = kind,
        .a = term_array_const(ts, sa, term_bv(ts, sort_width(ts, sort_element(ts, sa)), 0))};
    if (kind == SYM_POINTER)
        v.b = term_array_const(ts, sort_array(ts, index, sort_bv(ts, m->width)),
                               term_bv(ts, m->width, 0));
    for (uint64_t i = 0; (g->bytes || g->relocation_count) && i * stride + r.at < g->size;
         i++) { /* the last may be cut off */
        struct sym e = global_initial(m, g, i * stride + r.at, r.bytes);
        uint64_t value;
        if (e.kind == SYM_BITS && term_const_u64(ts, e.a, &value) && value == 0)
            continue;
        struct term at = term_bv(ts, sort_width(ts, index), i);
        if (kind == SYM_POINTER) {
            if (e.kind != SYM_POINTER)
                e = sym_from_bits(m, e.a, (struct type){TYPE_POINTER, m->width});
            v.b = term_store(ts, v.b, at, e.b);
        } else {
            e = sym_bits(sym_to_bits(m, e, r.bytes * 8));
        }
        v.a = term_store(ts, v.a, at, e.a);
    }
    return v;
}

/* Array cells of one site have one kind in all states, chosen by the first use. */
static enum sym_kind array_kind(struct memory *m, uint32_t site, struct cell_range r,
                                enum sym_kind wish)
{
    struct cell_range *found = site_cell_at(m, site, r.at);
    if (found->kind == SYM_NONE)
        found->kind = wish == SYM_POINTER && r.bytes * 8 == m->width ? SYM_POINTER : SYM_BITS;
    return found->kind;
}

/* Unknown content as arrays. The same object has other elements, and other indices, once its
 * stride or what is known of its size has changed: those are other variables. */
static void name_array(struct memory *m, uint32_t object, const struct object_state *s,
                       struct cell_range r, enum sym_kind kind, char *out, size_t room)
{
    const struct object *o = &m->objects.data[object];
    snprintf(out, room, "init!%016lx!%u!%u!%lu!%u!%c",
             (unsigned long)hash_pair(o->name, s->birth), r.at, r.bytes,
             (unsigned long)object_stride(m, o), object_index_width(m, o),
             kind == SYM_POINTER ? 'p' : 'a');
}

static struct sym background_array(struct memory *m, const struct object_state *s,
                                   uint32_t object, struct cell_range r, enum sym_kind wish)
{
    struct terms *ts = m->terms;
    const struct object *o = &m->objects.data[object];
    enum sym_kind kind = array_kind(m, o->site, r, wish);
    struct sort index = sort_bv(ts, object_index_width(m, o));
    struct sort sa = sort_array(ts, index, cell_sort(m, kind, r.bytes, false));
    struct sort sb = sort_array(ts, index, sort_bv(ts, m->width));
    if (s->background == BACKGROUND_GLOBAL)
        return global_array(m, o, r, kind);
    if (s->background == BACKGROUND_UNKNOWN) {
        char name[96];
        name_array(m, object, s, r, kind, name, sizeof name);
        if (kind != SYM_POINTER) {
            struct term bits = term_var(ts, sa, name);
            if (s->wild)
                memory_carrier(m, bits);
            return (struct sym){.kind = kind, .a = bits};
        }
        m->outside_arrays |= s->wild;
        return (struct sym){
            kind,
            term_array_const(ts, sa, term_bv(ts, OBJECT_BITS, s->wild ? WILD_OBJECT : 0)),
            term_var(ts, sb, name)};
    }
    struct term fill = s->background == BACKGROUND_ZERO ? term_bv(ts, r.bytes * 8, 0)
                                                        : repeated(m, s->fill, r.bytes);
    if (kind != SYM_POINTER)
        return (struct sym){.kind = kind, .a = term_array_const(ts, sa, fill)};
    struct sym p = sym_from_bits(m, fill, (struct type){TYPE_POINTER, m->width});
    return (struct sym){kind, term_array_const(ts, sa, p.a), term_array_const(ts, sb, p.b)};
}

const struct cell *state_cell(struct memory *m, const struct object_state *s, uint32_t object,
                              struct cell_range r, enum sym_kind wish)
{
    const struct cell *c = trie_get(&s->cells, r.at);
    if (c)
        return c;
    bool array = object_stride(m, &m->objects.data[object]) != 0 && !(r.at & PINNED);
    struct cell *fresh = ARENA_NEW(&m->arena, struct cell);
    fresh->array = array;
    if (s->background == BACKGROUND_EITHER) {
        const struct cell *yes = state_cell(m, s->yes, object, r, wish),
                          *no = state_cell(m, s->no, object, r, wish);
        fresh->value = sym_ite(m, s->fill, yes->value, no->value);
        return fresh;
    }
    fresh->value = array ? background_array(m, s, object, r, wish)
                         : background_scalar(m, s, object, r, wish);
    return fresh;
}

void state_set_cell(struct memory *m, struct object_state *s, uint32_t at, struct cell c)
{
    struct cell *copy = ARENA_NEW(&m->arena, struct cell);
    *copy = c;
    trie_set(&m->arena, &s->cells, at, copy, s->epoch);
}

void memory_begin(struct memory *m, struct memory_state *st, uint32_t object, uint64_t birth)
{
    LAW(has_object(m, object));
    struct object_state *s = state_own(m, st, object);
    *s = (struct object_state){
        .alive = term_bool(m->terms, true), .birth = birth, .epoch = s->epoch};
}

void memory_havoc(struct memory *m, struct memory_state *st, uint32_t object, uint64_t birth)
{
    LAW(has_object(m, object));
    struct object_state *s = state_own(m, st, object);
    *s = (struct object_state){
        .alive = s->alive, .birth = birth, .wild = true, .epoch = s->epoch};
}

static bool ground_is_wild(const struct object_state *s)
{
    if (s->background != BACKGROUND_EITHER)
        return s->wild;
    return ground_is_wild(s->yes) || ground_is_wild(s->no);
}

bool memory_is_wild(struct memory *m, const struct memory_state *st, uint32_t object)
{
    return ground_is_wild(state_get(m, st, object));
}

struct pointer_walk {
    void (*see)(void *, struct sym);
    void *context;
    bool complete;
};

static void walk_cell(void *context, uint32_t at, const void *value)
{
    struct pointer_walk *w = context;
    const struct cell *c = value;
    (void)at;
    if (c->value.kind != SYM_POINTER)
        return;
    if (c->array)
        w->complete = false;
    else
        w->see(w->context, c->value);
}

/* Cells that either side of a merged ground had were merged into cells; what is left are the
 * grounds. */
static bool has_initialised_ground(const struct object_state *s)
{
    if (s->background != BACKGROUND_EITHER)
        return s->background == BACKGROUND_GLOBAL;
    return has_initialised_ground(s->yes) || has_initialised_ground(s->no);
}

bool memory_pointers(struct memory *m, const struct memory_state *st, uint32_t object,
                     void (*see)(void *, struct sym), void *context)
{
    struct pointer_walk w = {see, context, true};
    const struct object_state *s = state_get(m, st, object);
    trie_each(&s->cells, walk_cell, &w);
    if (has_initialised_ground(s)) { /* pointers that are still as initialised */
        const struct global *g = &m->program->globals.data[m->objects.data[object].index];
        for (uint32_t i = 0; i < g->relocation_count; i++)
            if (!trie_get(&s->cells, (uint32_t)g->relocations[i].offset) &&
                !trie_get(&s->cells, (uint32_t)g->relocations[i].offset | PINNED))
                see(context, global_initial(m, g, g->relocations[i].offset, m->width / 8));
    }
    return w.complete;
}

void memory_end(struct memory *m, struct memory_state *st, uint32_t object, struct term when)
{
    LAW(has_object(m, object));
    LAW(is_condition(m, when));
    struct object_state *s = state_own(m, st, object);
    m->objects.data[object].may_end = true;
    s->alive = term_and(m->terms, s->alive, term_not(m->terms, when));
}

void memory_never_was(struct memory *m, struct memory_state *st, uint32_t object,
                      struct term when)
{
    LAW(has_object(m, object));
    LAW(is_condition(m, when));
    struct object_state *s = state_own(m, st, object);
    s->alive = term_and(m->terms, s->alive, term_not(m->terms, when));
}

struct term memory_alive(struct memory *m, const struct memory_state *st, uint32_t object)
{
    return state_get(m, st, object)->alive;
}

struct term memory_lives(struct memory *m, const struct memory_state *st, uint32_t object)
{
    struct term alive = memory_alive(m, st, object);
    if (!m->objects.data[object].summary)
        return alive;
    return term_or(m->terms, alive, term_fresh(m->terms, sort_bool(m->terms), "lives"));
}

struct memory_state memory_share(struct memory *m, struct memory_state *st)
{
    struct memory_state copy = *st;
    st->epoch = ++m->epoch;
    copy.epoch = ++m->epoch;
    return copy;
}

/* --- merging --- */
struct join {
    struct memory *m;
    struct term condition;
    uint32_t epoch;
    const struct object_state *yes, *no; /* of the object being joined */
    uint32_t object;
};

static const void *join_cell(void *context, uint32_t at, const void *a, const void *b)
{
    struct join *j = context;
    struct memory *m = j->m;
    const struct cell *x = a, *y = b;
    struct cell_range r = *site_cell_at(m, m->objects.data[j->object].site, at);
    if (!x)
        x = state_cell(m, j->yes, j->object, r, y->value.kind);
    if (!y)
        y = state_cell(m, j->no, j->object, r, x->value.kind);
    struct cell *c = ARENA_NEW(&m->arena, struct cell);
    c->array = x->array;
    if (x->array && x->value.kind != y->value.kind)
        BUG("array cells of different kinds merge");
    c->value = sym_ite(m, j->condition, x->value, y->value);
    return c;
}

static const struct object_state *keep(struct memory *m, const struct object_state *s)
{
    struct object_state *copy = ARENA_NEW(&m->arena, struct object_state);
    *copy = *s;
    copy->epoch = UINT32_MAX;
    return copy;
}

static const void *join_object(void *context, uint32_t object, const void *a, const void *b)
{
    struct join *j = context;
    struct memory *m = j->m;
    const struct object *o = &m->objects.data[object];
    if (o->kind == OBJECT_HEAP || o->kind == OBJECT_STACK) {
        /* Made on one side only: its content matters on that side alone; it is alive only
         * there. */
        if (!a || !b) {
            struct object_state *s = ARENA_NEW(&m->arena, struct object_state);
            *s = *(const struct object_state *)(a ? a : b);
            s->epoch = j->epoch;
            struct term here = a ? j->condition : term_not(m->terms, j->condition);
            s->alive = term_and(m->terms, s->alive, here);
            return s;
        }
    }
    struct object_state ix = initial_state(m, object);
    j->yes = a ? a : &ix;
    j->no = b ? b : &ix;
    j->object = object;
    struct object_state *s = ARENA_NEW(&m->arena, struct object_state);
    *s = *j->yes;
    s->epoch = j->epoch;
    s->alive = term_ite(m->terms, j->condition, j->yes->alive, j->no->alive);
    bool same_ground = j->yes->background == j->no->background &&
                       j->yes->birth == j->no->birth && j->yes->wild == j->no->wild &&
                       term_same(j->yes->fill, j->no->fill) && j->yes->yes == j->no->yes &&
                       j->yes->no == j->no->no;
    if (!same_ground) {
        s->background = BACKGROUND_EITHER;
        s->fill = j->condition;
        s->yes = keep(m, j->yes);
        s->no = keep(m, j->no);
    }
    s->cells = trie_merge(&m->arena, j->yes->cells, j->no->cells, j->epoch, join_cell, j);
    return s;
}

struct memory_state memory_merge(struct memory *m, struct term condition,
                                 struct memory_state yes, struct memory_state no)
{
    LAW(is_condition(m, condition));
    struct join j = {.m = m, .condition = condition, .epoch = ++m->epoch};
    struct memory_state st = {.epoch = j.epoch};
    st.objects = trie_merge(&m->arena, yes.objects, no.objects, j.epoch, join_object, &j);
    st.epoch = ++m->epoch;
    LAW(memory_is_lawful(m, &st));
    return st;
}
