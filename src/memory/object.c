/* Objects: the table of everything that can be pointed to. */
#include "memory/memory_internal.h"

#include "base/failure.h"

void memory_model_init(struct memory *m, struct terms *terms, const struct program *program,
                       struct layouts *layouts)
{
    *m = (struct memory){.terms = terms,
                         .program = program,
                         .layouts = layouts,
                         .width = program->pointer_width};
    arena_init(&m->arena);
    layouts_commit(layouts);
    VECTOR_PUSH(&m->objects, (struct object){.kind = OBJECT_NONE,
                                             .size = term_bv(terms, m->width, 0),
                                             .size_known = true});
    VECTOR_PUSH(&m->objects, (struct object){.kind = OBJECT_WILD,
                                             .path = hash_pair(7, 7),
                                             .size = term_bv(terms, m->width, 0),
                                             .size_known = true,
                                             .base = term_bv(terms, m->width, 0)});
    site_of_key(m, 0);
    for (size_t i = 0; i < program->globals.count; i++)
        VECTOR_PUSH(&m->global_object, 0);
    for (size_t i = 0; i < program->functions.count; i++)
        VECTOR_PUSH(&m->function_object, 0);
    /* All of them now: an object made later counts as made by the code that runs then. */
    for (uint32_t i = 0; i < program->globals.count; i++)
        memory_global(m, i);
    m->function_room = program_function_room(program);
    for (uint32_t i = 0; i < program->functions.count; i++)
        memory_function(m, i);
}

void memory_model_release(struct memory *m)
{
    for (size_t i = 0; i < m->sites.count; i++)
        VECTOR_RELEASE(&m->sites.data[i].cells);
    VECTOR_RELEASE(&m->sites);
    VECTOR_RELEASE(&m->objects);
    VECTOR_RELEASE(&m->axioms);
    VECTOR_RELEASE(&m->exposed);
    VECTOR_RELEASE(&m->views);
    VECTOR_RELEASE(&m->global_object);
    VECTOR_RELEASE(&m->function_object);
    VECTOR_RELEASE(&m->inexact);
    map_release(&m->site_index);
    map_release(&m->from_integer);
    map_release(&m->carriers);
    map_release(&m->rooms);
    map_release(&m->reaches);
    arena_release(&m->arena);
}

struct memory_mark memory_mark(const struct memory *m)
{
    return (struct memory_mark){m->objects.count, m->axioms.count, m->exposed.count,
                                m->views.count};
}

void memory_rewind(struct memory *m, struct memory_mark to)
{
    LAW(to.objects <= m->objects.count);
    LAW(to.axioms <= m->axioms.count);
    LAW(to.exposed <= m->exposed.count);
    LAW(to.views <= m->views.count);
    for (size_t i = to.views; i < m->views.count; i++)
        map_remove(&m->from_integer, m->views.data[i].integer);
    for (size_t i = to.exposed; i < m->exposed.count; i++)
        m->objects.data[m->exposed.data[i]].base = TERM_NONE;
    m->views.count = to.views;
    m->exposed.count = to.exposed;
    m->axioms.count = to.axioms;
    m->objects.count = to.objects;
    VECTOR_CLEAR(&m->inexact);
}

uint32_t memory_new_object(struct memory *m, enum object_kind kind, uint64_t site_key,
                           uint64_t name, uint64_t path, struct term size, uint32_t alignment)
{
    LAW(is_word(m, size));
    struct object o = {.kind = kind,
                       .name = name,
                       .path = path,
                       .size = size,
                       .alignment = alignment,
                       .site = site_of_key(m, site_key)};
    o.size_known = term_const_u64(m->terms, size, &o.bytes);
    if (m->objects.count >> OBJECT_BITS)
        BUG("more than %d objects", 1 << OBJECT_BITS);
    VECTOR_PUSH(&m->objects, o);
    return (uint32_t)m->objects.count - 1;
}

uint64_t memory_largest_object(const struct memory *m)
{
    return (UINT64_C(1) << (m->width - 1)) - 1;
}

struct term memory_size_fits(struct memory *m, struct term size)
{
    LAW(is_word(m, size));
    if (term_most(m->terms, size) <= memory_largest_object(m))
        return term_bool(m->terms, true);
    return term_2(m->terms, TERM_BV_ULE, size,
                  term_bv(m->terms, m->width, memory_largest_object(m)));
}

static bool global_size_unknown(const struct global *g)
{
    return g->external && !g->size; /* of incomplete type: `extern int list[];` */
}

uint32_t memory_global(struct memory *m, uint32_t index)
{
    LAW(index < m->program->globals.count);
    if (m->global_object.data[index])
        return m->global_object.data[index];
    const struct global *g = &m->program->globals.data[index];
    uint64_t key = hash_pair(1, index);
    struct term size = term_bv(m->terms, m->width, g->size);
    if (global_size_unknown(g)) {
        size = term_var(m->terms, sort_bv(m->terms, m->width),
                        arena_format(&m->arena, "size!%s", g->name));
        VECTOR_PUSH(&m->axioms, memory_size_fits(m, size));
    }
    uint32_t id = memory_new_object(m, OBJECT_GLOBAL, key, key, key, size, g->alignment);
    m->objects.data[id].index = index;
    m->global_object.data[index] = id;
    return id;
}

void memory_know_room(struct memory *m, uint32_t object, struct term offset, uint64_t bytes)
{
    LAW(has_object(m, object));
    LAW(is_word(m, offset));
    map_set(&m->rooms, (uint64_t)object << 32 | offset.id, bytes);
}

struct term pointer_is_unsized(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct candidates c;
    struct term any = term_bool(m->terms, false);
    pointer_candidates(m, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        const struct object *o = &m->objects.data[c.objects.data[i]];
        if (o->kind != OBJECT_GLOBAL ||
            !global_size_unknown(&m->program->globals.data[o->index]))
            continue;
        any = term_or(
            m->terms, any,
            term_eq(m->terms, p.a, term_bv(m->terms, OBJECT_BITS, c.objects.data[i])));
    }
    candidates_release(&c);
    return any;
}

uint32_t memory_function(struct memory *m, uint32_t index)
{
    LAW(index < m->program->functions.count);
    if (m->function_object.data[index])
        return m->function_object.data[index];
    uint64_t key = hash_pair(2, index);
    struct term size = term_bv(m->terms, m->width, m->function_room);
    uint32_t id = memory_new_object(m, OBJECT_FUNCTION, key, key, key, size, 16);
    m->objects.data[id].index = index;
    m->function_object.data[index] = id;
    return id;
}
