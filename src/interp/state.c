/* The state of a run as bytes, to be compared with a later one.
 *
 * What must not matter is left out or made the same: objects are named by where they are, not
 * by their number in the table; pointers to what is dead are their address; how often
 * something was allocated is not told. */
#include "interp/interp_internal.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"

#include <stdlib.h>

enum pointer_to { TO_NOTHING, TO_UNDEFINED, TO_LIVE, TO_DEAD };

static void put(struct text *out, const void *data, size_t n)
{
    text_put_range(out, data, n);
}

static void put_number(struct text *out, uint64_t n)
{
    put(out, &n, sizeof n);
}

/* The object that a pointer's high word names, by its address. */
static uint64_t target_of(const struct memory *m, uint64_t word)
{
    uint32_t index = (uint32_t)word;
    const struct object *o = &m->objects[index];
    if (index <= OBJECT_UNDEFINED_INDEX)
        return index ? TO_UNDEFINED : TO_NOTHING;
    if (o->generation != (uint32_t)(word >> 32) || o->state != OBJECT_ALIVE)
        return TO_DEAD;
    return o->base << 4 | TO_LIVE;
}

static void put_slots(struct text *out, const struct memory *m, const struct decoded *f,
                      const slot *slots, uint32_t count)
{
    LAW(count <= f->constant_start);
    for (uint32_t k = 0; k < count; k++) {
        put_number(out, slots[k].low);
        put_number(out, f->is_pointer[k] ? target_of(m, slots[k].high) : slots[k].high);
    }
}

static void put_provenance(struct text *out, const struct memory *m, const struct object *o)
{
    for (uint64_t k = 0; k < o->full_size; k++) {
        uint64_t word = o->provenance[k];
        if (!word)
            continue;
        put_number(out, k);
        put_number(out, word >> 60);
        put_number(out, target_of(m, word & PROVENANCE_MASK));
    }
}

static void put_object(struct text *out, const struct memory *m, const struct object *o)
{
    uint64_t head[] = {o->base, o->full_size, o->kind, o->state, o->scoped};
    put(out, head, sizeof head);
    if (o->read_only || !o->bytes)
        return;
    put(out, o->bytes, o->full_size);
    if (o->state != OBJECT_ALIVE)
        return;
    static const uint8_t ones[64] = {[0 ... 63] = 0xff};
    for (uint64_t k = 0; !o->defined && k < o->full_size; k += sizeof ones)
        put(out, ones, o->full_size - k < sizeof ones ? o->full_size - k : sizeof ones);
    if (o->defined)
        put(out, o->defined, o->full_size);
    if (o->provenance)
        put_provenance(out, m, o);
    put_number(out, UINT64_MAX);
}

static int by_base(const void *a, const void *b)
{
    const struct object *x = *(const struct object *const *)a,
                        *y = *(const struct object *const *)b;
    return (x->base > y->base) - (x->base < y->base);
}

static void put_heap(struct text *out, const struct memory *m, uint32_t births)
{
    VECTOR(const struct object *) live = {0};
    for (size_t k = 0; k < m->heap.count; k++) {
        const struct object *o = &m->objects[m->heap.data[k].object];
        if (o->kind == OBJECT_HEAP && o->state == OBJECT_ALIVE &&
            o->base == m->heap.data[k].base && o->index <= births)
            VECTOR_PUSH(&live, o);
    }
    if (live.count)
        qsort(live.data, live.count, sizeof *live.data, by_base);
    for (size_t k = 0; k < live.count; k++)
        if (!k || live.data[k] != live.data[k - 1])
            put_object(out, m, live.data[k]);
    VECTOR_RELEASE(&live);
    put_number(out, m->freed.count);
    put(out, m->freed.data, m->freed.count * sizeof *m->freed.data);
}

static void put_memory(struct text *out, const struct memory *m, struct interp_extent e)
{
    for (size_t k = 0; k < m->fixed.count; k++) {
        const struct object *o = &m->objects[m->fixed.data[k].object];
        if (o->kind != OBJECT_FUNCTION && !o->read_only)
            put_object(out, m, o);
    }
    for (size_t k = 0; k < m->stack.count && k < e.stack; k++)
        put_object(out, m, &m->objects[m->stack.data[k]]);
    put_heap(out, m, e.births);
}

struct interp_extent interp_extent(const struct interp *t)
{
    return (struct interp_extent){t->memory.stack.count, t->memory.heap_births};
}

void interp_state(const struct interp *t, struct text *out)
{
    const struct memory *m = &t->memory;
    for (const struct frame *f = t->frame; f; f = f->caller) {
        uint64_t head[] = {(uint64_t)(uintptr_t)f->pc, f->results, f->stack_mark,
                           f == t->exit_frame};
        put(out, head, sizeof head);
        put_slots(out, m, f->function, f->slots, f->function->constant_start);
    }
    uint64_t rest[] = {m->heap_next, m->heap_end, m->stack_top, m->stack.count,
                       (uint64_t)t->exit_status};
    put(out, rest, sizeof rest);
    put_memory(out, m, interp_extent(t));
}

uint64_t interp_state_hint(const struct interp *t)
{
    const struct frame *f = t->frame;
    uint64_t h = hash_pair((uint64_t)(uintptr_t)f->pc, t->depth);
    for (uint32_t k = 0; k < f->function->constant_start; k++)
        h = hash_pair(h, f->slots[k].low);
    return h;
}

void interp_call_state(const struct interp *t, struct interp_extent e, struct text *out)
{
    LAW(e.stack <= t->memory.stack.count);
    const struct frame *f = t->frame;
    uint32_t count = t->program->functions.data[f->function->function].param_count;
    put_number(out, f->function->function);
    put_slots(out, &t->memory, f->function, f->slots, count);
    put_memory(out, &t->memory, e);
}
