/* Memory of a run: the table of objects, their addresses, birth and death.
 *
 * Addresses are plausible and disjoint: functions and globals low, heap above them going up,
 * stack below the top going down; at least one unused byte lies after each object, so that
 * one past the end is never another object. Heap addresses are not used again until the
 * address space runs out (32 bit). A dead object keeps its slot for a while, so that accesses
 * to it can be explained; when the slot is used again its generation tells old pointers
 * apart. */
#include "interp/interp_internal.h"

#include "base/allocation.h"
#include "base/failure.h"

#include <stdlib.h>
#include <sys/mman.h>

#define DEAD_STACK_KEPT 4096
#define DEAD_HEAP_KEPT 65536
#define STACK_ROOM ((size_t)256 << 20)

struct layout {
    uint64_t functions, globals, heap, heap_end, stack_top, stack_low;
};
static const struct layout layout64 = {0x401000,       0x555555600000, 0x602000000000,
                                       0x7f0000000000, 0x7ffffffde000, 0x7ffff0000000};
static const struct layout layout32 = {0x08049000, 0x0a000000, 0x40000000,
                                       0xb0000000, 0xffffd000, 0xc0000000};

static const struct layout *layout_of(const struct program *p)
{
    return p->pointer_width == 32 ? &layout32 : &layout64;
}

static uint64_t round_up(uint64_t n, uint64_t to)
{
    LAW(to > 0);
    return (n + to - 1) / to * to;
}

static uint64_t memory_limit(const struct interp *t)
{
    return t->options->memory_limit ? t->options->memory_limit : UINT64_C(1) << 30;
}

static uint32_t new_slot(struct memory *m)
{
    if (m->object_count == m->object_capacity) {
        m->object_capacity = m->object_capacity ? m->object_capacity * 2 : 256;
        m->objects = realloc(m->objects, m->object_capacity * sizeof *m->objects);
        if (!m->objects)
            BUG("out of memory");
    }
    m->objects[m->object_count] = (struct object){0};
    return m->object_count++;
}

static uint32_t reused_slot(struct memory *m, uint8_t kind)
{
    LAW(kind == OBJECT_HEAP || kind == OBJECT_STACK);
    bool heap = kind == OBJECT_HEAP;
    size_t *first = heap ? &m->dead_heap_first : &m->dead_stack_first;
    size_t count = heap ? m->dead_heap.count : m->dead_stack.count;
    uint32_t *queue = heap ? m->dead_heap.data : m->dead_stack.data;
    size_t kept = heap ? DEAD_HEAP_KEPT : DEAD_STACK_KEPT;
    if (count - *first <= kept)
        return new_slot(m);
    uint32_t index = queue[(*first)++];
    if (*first > kept) { /* the used front of the queue is given back */
        memmove(queue, queue + *first, (count - *first) * sizeof *queue);
        if (heap)
            m->dead_heap.count -= *first;
        else
            m->dead_stack.count -= *first;
        *first = 0;
    }
    struct object *o = &m->objects[index];
    LAW(o->state != OBJECT_ALIVE && !o->bytes); /* only the dead give up their place */
    uint32_t generation = (o->generation + 1) & 0x0fffffff;
    *o = (struct object){.generation = generation};
    return index;
}

static void add_functions(struct memory *m, const struct program *p)
{
    uint64_t next = layout_of(p)->functions, room = round_up(program_function_room(p), 16);
    for (uint32_t k = 0; k < p->functions.count; k++) {
        uint32_t index = new_slot(m);
        struct object *o = &m->objects[index];
        LAW(index == function_object(k));
        *o = (struct object){
            .base = next, .kind = OBJECT_FUNCTION, .index = k, .made_function = UINT32_MAX};
        VECTOR_PUSH(&m->fixed, (struct address_entry){next, index});
        next += 16 + room;
    }
}

static void fill_global(struct interp *t, const struct global *g, struct object *o)
{
    struct memory *m = &t->memory;
    const struct program *p = t->program;
    o->bytes = g->size < memory_limit(t) ? allocation_try(g->size + 1, 1) : NULL;
    if (!o->bytes)
        stop_end(t, INTERP_LIMIT, "the global `%s` needs %llu bytes", g->name,
                 (unsigned long long)g->size);
    if (g->bytes)
        memcpy(o->bytes, g->bytes, g->size);
    if (g->external)
        o->defined = calloc(g->size + 1, 1);
    uint32_t bytes = p->pointer_width / 8;
    for (uint32_t k = 0; k < g->relocation_count; k++) {
        const struct relocation *r = &g->relocations[k];
        const struct constant *c = program_constant(p, r->value);
        if (c->kind != CONSTANT_GLOBAL && c->kind != CONSTANT_FUNCTION &&
            c->kind != CONSTANT_BLOCK)
            continue;
        uint32_t target = c->kind == CONSTANT_GLOBAL ? global_object(p, c->index)
                                                     : function_object(c->index);
        int64_t offset = c->kind == CONSTANT_BLOCK ? constant_label_offset(c) : c->offset;
        uint64_t address = m->objects[target].base + (uint64_t)offset;
        if (r->offset > g->size || g->size - r->offset < bytes)
            continue;
        memcpy(o->bytes + r->offset, &address, bytes);
        if (!o->provenance)
            o->provenance = calloc(g->size, sizeof *o->provenance);
        for (uint64_t b = 0; b < bytes; b++)
            o->provenance[r->offset + b] = object_word(m, target) | b << 60;
    }
}

static void add_globals(struct interp *t)
{
    struct memory *m = &t->memory;
    const struct program *p = t->program;
    const struct object *last =
        &m->objects[m->object_count - 1]; /* a function, if there is one */
    uint64_t next = layout_of(p)->globals, behind = last->base + program_function_room(p);
    if (next < behind)
        next = behind;
    for (uint32_t k = 0; k < p->globals.count; k++) {
        const struct global *g = &p->globals.data[k];
        next = round_up(next, g->alignment > 16 ? g->alignment : 16);
        uint32_t index = new_slot(m);
        LAW(index == global_object(p, k));
        m->objects[index] = (struct object){.base = next,
                                            .size = g->size,
                                            .full_size = g->size,
                                            .kind = OBJECT_GLOBAL,
                                            .read_only = g->read_only,
                                            .index = k,
                                            .made_function = UINT32_MAX};
        LAW(!m->fixed.count || VECTOR_LAST(&m->fixed).base < next);
        VECTOR_PUSH(&m->fixed, (struct address_entry){next, index});
        next += g->size + 1;
    }
    for (uint32_t k = 0; k < p->globals.count; k++)
        fill_global(t, &p->globals.data[k], &m->objects[global_object(p, k)]);
}

uint32_t memory_add_given(struct interp *t, uint64_t size, const char *name)
{
    struct memory *m = &t->memory;
    const struct object *last = &m->objects[m->fixed.data[m->fixed.count - 1].object];
    uint64_t base = round_up(last->base + last->full_size + 1, 16),
             start = layout_of(t->program)->globals;
    if (base < start)
        base = start;
    uint8_t *bytes = size < memory_limit(t) && size < m->heap_next - base
                         ? allocation_try(size + 1, 1)
                         : NULL;
    if (!bytes)
        return 0;
    uint32_t index = new_slot(m);
    m->objects[index] = (struct object){.base = base,
                                        .size = size,
                                        .full_size = size,
                                        .bytes = bytes,
                                        .defined = calloc(size + 1, 1),
                                        .kind = OBJECT_GIVEN,
                                        .index = (uint32_t)m->given_names.count,
                                        .made_function = UINT32_MAX};
    VECTOR_PUSH(&m->given_names, name);
    VECTOR_PUSH(&m->fixed, (struct address_entry){base, index});
    return index;
}

void memory_init(struct memory *m, const struct program *p)
{
    m->pointer_mask = mask_of(p->pointer_width);
    for (m->stack_room = STACK_ROOM;;
         m->stack_room /= 2) { /* less where the process's memory is limited */
        m->stack_bytes = mmap(NULL, 2 * m->stack_room, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (m->stack_bytes != MAP_FAILED)
            break;
        if (m->stack_room < 1 << 20)
            BUG("cannot reserve memory for the stack");
    }
    m->stack_defined = m->stack_bytes + m->stack_room;
}

static void drop_contents(struct object *o)
{
    free(o->provenance);
    o->provenance = NULL;
    if (o->kind == OBJECT_HEAP || o->kind == OBJECT_GLOBAL || o->kind == OBJECT_GIVEN) {
        free(o->bytes);
        if (o->kind != OBJECT_HEAP)
            free(o->defined);
    }
    o->bytes = o->defined = NULL;
}

static void drop_objects(struct memory *m)
{
    for (uint32_t k = 0; k < m->object_count; k++)
        drop_contents(&m->objects[k]);
    m->object_count = 0;
}

void memory_reset(struct interp *t)
{
    struct memory *m = &t->memory;
    const struct program *p = t->program;
    const struct layout *l = layout_of(p);
    drop_objects(m);
    VECTOR_CLEAR(&m->fixed);
    VECTOR_CLEAR(&m->given_names);
    VECTOR_CLEAR(&m->heap);
    VECTOR_CLEAR(&m->freed);
    VECTOR_CLEAR(&m->stack);
    VECTOR_CLEAR(&m->dead_heap);
    VECTOR_CLEAR(&m->dead_stack);
    m->dead_heap_first = m->dead_stack_first = m->stack_used = 0;
    m->heap_sorted = true;
    m->heap_live = m->heap_births = 0;
    m->live_bytes = 0;
    m->heap_next = l->heap;
    m->heap_end = l->heap_end;
    m->stack_top = l->stack_top;
    m->stack_low = l->stack_low;
    new_slot(m); /* no object */
    new_slot(m); /* behind undefined pointers */
    add_functions(m, p);
    add_globals(t);
}

void memory_release(struct memory *m)
{
    drop_objects(m);
    free(m->objects);
    VECTOR_RELEASE(&m->fixed);
    VECTOR_RELEASE(&m->given_names);
    VECTOR_RELEASE(&m->heap);
    VECTOR_RELEASE(&m->freed);
    VECTOR_RELEASE(&m->stack);
    VECTOR_RELEASE(&m->dead_heap);
    VECTOR_RELEASE(&m->dead_stack);
    munmap(m->stack_bytes, 2 * m->stack_room);
}

/* The innermost frame of the program itself: library models are not named in messages. */
static const struct frame *own_frame(const struct interp *t)
{
    const struct frame *f = t->frame;
    while (f->function->in_model && f->caller)
        f = f->caller;
    return f;
}

static void note_birth(struct interp *t, struct object *o)
{
    const struct frame *f = o->kind == OBJECT_HEAP ? own_frame(t) : t->frame;
    o->made_function = f->function->function;
    o->made_at = f->pc->source;
}

static void note_end(struct interp *t, struct object *o)
{
    const struct frame *f = own_frame(t);
    o->ended_function = f->function->function;
    o->ended_at = f->pc->source;
}

uint32_t memory_add_stack(struct interp *t, uint64_t size, uint64_t alignment)
{
    LAW(alignment && !(alignment & (alignment - 1)));
    struct memory *m = &t->memory;
    if (size > m->stack_room || m->stack_room - m->stack_used < size ||
        m->stack_top - m->stack_low < size + 2 * alignment + 64)
        stop_end(t, INTERP_LIMIT, "the stack holds more than %zu MB", m->stack_room >> 20);
    uint32_t index = reused_slot(m, OBJECT_STACK);
    struct object *o = &m->objects[index];
    o->kind = OBJECT_STACK;
    o->stack_before = m->stack_top;
    o->size = o->full_size = size;
    o->base = (m->stack_top - size - 1) & ~(alignment - 1);
    LAW(o->base >= m->stack_low && o->base + size < o->stack_before);
    m->stack_top = o->base;
    o->bytes = m->stack_bytes + m->stack_used;
    o->defined = m->stack_defined + m->stack_used;
    m->stack_used += size;
    memset(o->bytes, 0, size);
    memset(o->defined, 0, size);
    note_birth(t, o);
    LAW(m->stack_used <= m->stack_room);
    VECTOR_PUSH(&m->stack, index);
    return index;
}

void memory_pop_stack(struct interp *t, uint32_t mark)
{
    LAW(mark <= t->memory.stack.count);
    struct memory *m = &t->memory;
    while (m->stack.count > mark) {
        uint32_t index = VECTOR_POP(&m->stack);
        struct object *o = &m->objects[index];
        LAW(o->kind == OBJECT_STACK);
        LAW(o->bytes >= t->memory.stack_bytes);
        if (o->provenance) {
            free(o->provenance);
            o->provenance = NULL;
        }
        m->stack_used = (size_t)(o->bytes - m->stack_bytes);
        m->stack_top = o->stack_before;
        o->bytes = o->defined = NULL;
        o->size = 0;
        o->state = OBJECT_RETURNED;
        VECTOR_PUSH(&m->dead_stack, index);
    }
}

void memory_pop_scoped(struct interp *t)
{
    LAW(t->frame->stack_mark <= t->memory.stack.count);
    struct memory *m = &t->memory;
    while (m->stack.count > t->frame->stack_mark) {
        const struct object *top = &m->objects[m->stack.data[m->stack.count - 1]];
        if (!top->scoped || top->state != OBJECT_ENDED)
            return;
        memory_pop_stack(t, (uint32_t)m->stack.count - 1);
    }
}

/* Drops entries of dead objects. */
static void compact_heap(struct memory *m)
{
    size_t kept = 0;
    for (size_t k = 0; k < m->heap.count; k++) {
        struct object *o = &m->objects[m->heap.data[k].object];
        if (o->base == m->heap.data[k].base && o->kind == OBJECT_HEAP &&
            o->state == OBJECT_ALIVE)
            m->heap.data[kept++] = m->heap.data[k];
    }
    m->heap.count = kept;
}

static int by_base(const void *a, const void *b)
{
    uint64_t x = ((const struct address_entry *)a)->base,
             y = ((const struct address_entry *)b)->base;
    return (x > y) - (x < y);
}

/* When the 32-bit address space is used up: continue in the largest gap between live heap
 * objects. */
static bool find_gap(struct memory *m, const struct layout *l, uint64_t size)
{
    uint64_t best = 0, best_end = 0, at = l->heap;
    compact_heap(m);
    qsort(m->heap.data, m->heap.count, sizeof *m->heap.data, by_base);
    for (size_t k = 0; k <= m->heap.count; k++) {
        bool last = k == m->heap.count;
        uint64_t end = last ? l->heap_end : m->heap.data[k].base;
        if (end > at && end - at > best_end - best)
            best = at, best_end = end;
        if (!last)
            at = round_up(end + m->objects[m->heap.data[k].object].full_size + 1, 16);
    }
    m->heap_next = best;
    m->heap_end = best_end;
    m->heap_sorted = false;
    return best_end - best >= size + 32;
}

/* The address of the heap object of this size that was freed last and is not in use again; 0
 * if there is none. */
static uint64_t freed_address(struct memory *m, uint64_t size)
{
    for (size_t k = m->freed.count; k > 0; k--) {
        if (m->freed.data[k - 1].size != size)
            continue;
        uint64_t base = m->freed.data[k - 1].base;
        m->freed.data[k - 1] = VECTOR_POP(&m->freed);
        m->heap_sorted = false;
        return base;
    }
    return 0;
}

static uint64_t heap_address(struct interp *t, uint64_t size)
{
    struct memory *m = &t->memory;
    const struct layout *l = layout_of(t->program);
    uint64_t base = t->options->reuse_addresses ? freed_address(m, size) : 0;
    if (base)
        return base;
    if (m->heap_end - m->heap_next < size + 32 && !find_gap(m, l, size))
        return 0;
    base = m->heap_next;
    m->heap_next = round_up(m->heap_next + size + 1, 16);
    return base;
}

uint32_t memory_add_heap(struct interp *t, uint64_t size)
{
    struct memory *m = &t->memory;
    if (size > m->pointer_mask / 2)
        return 0; /* no object is that large; any other size is had in principle */
    if (m->live_bytes + size > memory_limit(t))
        stop_end(t, INTERP_LIMIT, "the program holds more than %llu MB",
                 (unsigned long long)(memory_limit(t) >> 20));
    uint64_t base = heap_address(t, size);
    if (!base)
        stop_end(t, INTERP_LIMIT, "the address space is full");
    uint32_t index = reused_slot(m, OBJECT_HEAP);
    struct object *o = &m->objects[index];
    o->kind = OBJECT_HEAP;
    o->index = ++m->heap_births;
    o->size = o->full_size = size;
    o->base = base;
    LAW(base % 16 == 0 && base + size < layout_of(t->program)->heap_end);
    o->bytes = allocation_try(2 * size + 1, 1);
    if (!o->bytes)
        stop_end(t, INTERP_LIMIT, "out of memory");
    o->defined = o->bytes + size;
    note_birth(t, o);
    m->live_bytes += size;
    m->heap_live++;
    if (m->heap.count > 2 * (size_t)m->heap_live + 1024)
        compact_heap(m);
    VECTOR_PUSH(&m->heap, (struct address_entry){o->base, index});
    return index;
}

void memory_free_heap(struct interp *t, uint32_t index)
{
    struct memory *m = &t->memory;
    struct object *o = &m->objects[index];
    LAW(o->kind == OBJECT_HEAP && o->bytes && m->heap_live > 0 &&
        m->live_bytes >= o->full_size);
    m->live_bytes -= o->full_size;
    m->heap_live--;
    if (t->options->reuse_addresses)
        VECTOR_PUSH(&m->freed, (struct freed){o->base, o->full_size});
    drop_contents(o);
    o->size = 0;
    o->state = OBJECT_FREED;
    note_end(t, o);
    VECTOR_PUSH(&m->dead_heap, index);
}

static bool holds(const struct object *o, uint64_t address)
{
    return o->state == OBJECT_ALIVE && address >= o->base &&
           address - o->base <= o->full_size;
}

static uint32_t find_sorted(const struct memory *m, const struct address_entry *entries,
                            size_t count, uint64_t address)
{
    size_t low = 0, high = count; /* the last entry with base <= address */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return 0;
    const struct object *o = &m->objects[entries[low - 1].object];
    return o->base == entries[low - 1].base && holds(o, address) ? entries[low - 1].object
                                                                 : 0;
}

uint32_t memory_find(const struct memory *m, uint64_t address)
{
    uint32_t found = find_sorted(m, m->fixed.data, m->fixed.count, address);
    if (found)
        return found;
    if (m->heap_sorted)
        found = find_sorted(m, m->heap.data, m->heap.count, address);
    else
        for (size_t k = 0; k < m->heap.count && !found; k++)
            if (m->objects[m->heap.data[k].object].kind == OBJECT_HEAP &&
                holds(&m->objects[m->heap.data[k].object], address))
                found = m->heap.data[k].object;
    if (found || address < m->stack_top)
        return found;
    size_t low = 0,
           high = m->stack.count; /* descending: the first entry with base <= address */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->objects[m->stack.data[middle]].base > address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->stack.count && holds(&m->objects[m->stack.data[low]], address)
               ? m->stack.data[low]
               : 0;
}

uint64_t function_address(const struct memory *m, uint32_t function)
{
    LAW(m->objects[function_object(function)].kind == OBJECT_FUNCTION);
    return m->objects[function_object(function)].base;
}
