/* Objects: the table of all that can be pointed to, and their lives. */
#include "check/view/view_internal.h"

#include "base/failure.h"

#include <string.h>

/* What was learnt in the run before comes into force. */
static void commit(struct plans *p)
{
    for (size_t i = 0; i < p->all.count; i++) {
        struct plan *plan = &p->all.data[i];
        if (plan->stride != plan->next_stride)
            VECTOR_CLEAR(&plan->columns);
        plan->stride = plan->next_stride;
        for (size_t k = 0; k < plan->columns.count; k++)
            plan->columns.data[k].kind = plan->columns.data[k].next_kind;
    }
}

static uint32_t plan_at_site(struct view *v, uint64_t site)
{
    uint64_t found = v->plans->all.count;
    if (map_get(&v->plans->index, site, &found))
        return (uint32_t)found;
    map_set(&v->plans->index, site, found);
    VECTOR_PUSH(&v->plans->all, (struct plan){0});
    return (uint32_t)found;
}

static const struct view_content *before_birth(struct view *v, const struct view_object *o)
{
    struct view_content *c = ARENA_NEW(&v->arena, struct view_content);
    bool always = o->kind == VIEW_GLOBAL || o->kind == VIEW_FUNCTION;
    c->alive = term_bool(v->terms, always);
    c->ground =
        o->kind == VIEW_GLOBAL ? ground_of_global(v, o->index) : ground_unknown(v, false);
    c->epoch = UINT32_MAX;
    return c;
}

static uint32_t add(struct view *v, struct view_object o, uint64_t site)
{
    LAW(term_width(v->terms, o.size) == v->width);
    if (v->objects.count >> VIEW_OBJECT_BITS)
        BUG("more than %d objects", 1 << VIEW_OBJECT_BITS);
    o.size_known = term_const_u64(v->terms, o.size, &o.bytes);
    o.plan = plan_at_site(v, site);
    o.first = before_birth(v, &o);
    VECTOR_PUSH(&v->objects, o);
    return (uint32_t)v->objects.count - 1;
}

uint32_t view_new_object(struct view *v, enum view_kind kind, uint64_t site, uint64_t path,
                         struct term size, uint32_t alignment)
{
    LAW(term_width(v->terms, size) == v->width);
    return add(v,
               (struct view_object){
                   .kind = kind, .path = path, .size = size, .alignment = alignment},
               site);
}

/* A declaration like `extern int list[];` does not say how large it is. */
static struct term size_of_global(struct view *v, const struct global *g)
{
    if (!g->external || g->size)
        return view_word(v, g->size);
    struct term size = term_fresh(v->terms, sort_bv(v->terms, v->width), "size");
    struct term most = view_word(v, ((uint64_t)1 << (v->width - 1)) - 1);
    VECTOR_PUSH(&v->axioms, term_2(v->terms, TERM_BV_ULE, size, most));
    return size;
}

/* Objects 0 and 1 are none and wild; then come globals, then functions. Their paths are those
 * of certificates. */
void view_init(struct view *v, struct terms *terms, const struct program *program,
               struct plans *plans)
{
    *v = (struct view){
        .terms = terms, .program = program, .plans = plans, .width = program->pointer_width};
    arena_init(&v->arena);
    commit(plans);
    LAW(v->width == 32 || v->width == 64);
    struct term nothing = view_word(v, 0);
    add(v, (struct view_object){.kind = VIEW_NONE, .size = nothing, .base = nothing}, 0);
    add(v, (struct view_object){.kind = VIEW_WILD, .size = nothing, .base = nothing}, 0);
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const struct global *g = &program->globals.data[i];
        struct view_object o = {.kind = VIEW_GLOBAL,
                                .index = i,
                                .path = hash_pair(1, i),
                                .alignment = g->alignment};
        o.size = size_of_global(v, g);
        add(v, o, o.path);
    }
    uint64_t room = program_function_room(program);
    for (uint32_t i = 0; i < program->functions.count; i++) {
        struct view_object o = {
            .kind = VIEW_FUNCTION, .index = i, .path = hash_pair(2, i), .alignment = 1};
        o.size = view_word(v, room);
        add(v, o, o.path);
    }
}

void view_release(struct view *v)
{
    VECTOR_RELEASE(&v->objects);
    VECTOR_RELEASE(&v->axioms);
    VECTOR_RELEASE(&v->inexact);
    VECTOR_RELEASE(&v->exposed);
    VECTOR_RELEASE(&v->pointers);
    VECTOR_RELEASE(&v->unknown_bytes);
    VECTOR_RELEASE(&v->ground_arrays);
    map_release(&v->numbers);
    map_release(&v->carriers);
    map_release(&v->unknown);
    map_release(&v->ground_columns);
    arena_release(&v->arena);
}

uint32_t view_global(struct view *v, uint32_t global)
{
    LAW(global < v->program->globals.count);
    return VIEW_WILD_OBJECT + 1 + global;
}

uint32_t view_function(struct view *v, uint32_t function)
{
    LAW(function < v->program->functions.count);
    return VIEW_WILD_OBJECT + 1 + (uint32_t)v->program->globals.count + function;
}

/* --- lives --- */

void view_begin(struct view *v, struct view_state *st, uint32_t object)
{
    LAW(view_has(v, object));
    struct view_content *c = view_own(v, st, object);
    c->written = (struct trie){0};
    c->alive = term_bool(v->terms, true);
    c->ground = ground_unknown(v, false);
}

void view_never_was(struct view *v, struct view_state *st, uint32_t object, struct term when)
{
    LAW(view_has(v, object));
    struct view_content *c = view_own(v, st, object);
    c->alive = term_and(v->terms, term_not(v->terms, when), c->alive);
}

void view_end(struct view *v, struct view_state *st, uint32_t object, struct term when)
{
    LAW(sort_kind(v->terms, term_sort(v->terms, when)) == SORT_BOOL);
    LAW(view_has(v, object));
    struct view_content *c = view_own(v, st, object);
    c->alive = term_ite(v->terms, when, term_bool(v->terms, false), c->alive);
    v->objects.data[object].ended = true;
}

struct term view_alive(struct view *v, const struct view_state *st, uint32_t object)
{
    return view_get(v, st, object)->alive;
}

void view_set_alive(struct view *v, struct view_state *st, uint32_t object, struct term alive)
{
    LAW(sort_kind(v->terms, term_sort(v->terms, alive)) == SORT_BOOL);
    LAW(view_has(v, object));
    view_own(v, st, object)->alive = alive;
    v->objects.data[object].ended = true; /* for all that is known */
}

void view_havoc(struct view *v, struct view_state *st, uint32_t object)
{
    LAW(view_has(v, object));
    struct view_content *c = view_own(v, st, object);
    c->written = (struct trie){0};
    c->ground = ground_unknown(v, true);
}

bool view_holds_wild(struct view *v, const struct view_state *st, uint32_t object)
{
    return ground_is_wild(view_get(v, st, object)->ground);
}

/* --- the pointers in an object --- */

struct pointer_walk {
    struct view *view;
    bool array, complete;
    struct datum last;
    void (*see)(void *, struct datum);
    void *context;
};

static void walk(void *context, uint32_t at, const void *value)
{
    struct pointer_walk *w = context;
    bool element = w->array && !(at & APART);
    struct datum d =
        element ? *(const struct datum *)value : ((const struct view_byte *)value)->value;
    if (d.kind != DATUM_POINTER)
        return;
    if (element)
        w->complete = false;
    if (element || datum_same(d, w->last))
        return; /* byte by byte the same */
    w->last = d;
    w->see(w->context, d);
}

/* Those of the initialiser of which some byte may still be there. */
static void walk_initialiser(struct view *v, const struct view_content *c, uint32_t object,
                             struct pointer_walk *w)
{
    const struct global *g = &v->program->globals.data[v->objects.data[object].index];
    for (uint32_t i = 0; i < g->relocation_count; i++) {
        struct datum p;
        bool left = w->array;
        for (uint32_t k = 0; k < v->width / 8; k++)
            left |= !trie_get(&c->written, (uint32_t)g->relocations[i].offset + k);
        if (left && ground_relocation(v, g, g->relocations[i].offset, &p))
            w->see(w->context, p);
    }
}

bool view_pointers(struct view *v, const struct view_state *st, uint32_t object,
                   void (*see)(void *, struct datum), void *context)
{
    const struct view_content *c = view_get(v, st, object);
    struct pointer_walk w = {v, view_stride(v, object) != 0, true, {0}, see, context};
    trie_each(&c->written, walk, &w);
    if (ground_is_initialised(c->ground))
        walk_initialiser(v, c, object, &w);
    return w.complete;
}
