/* Expressions of SLH: each distinct heap, pointer and observation once. */
#include "lists/slh/slh.h"

#include "base/failure.h"
#include "lists/slh/slh_internal.h"

#include <stdlib.h>
#include <string.h>

struct slh *slh_new(struct terms *terms)
{
    struct slh *s = calloc(1, sizeof *s);
    s->terms = terms;
    arena_init(&s->arena);
    struct term marker = term_fresh(terms, sort_bool(terms), "slh");
    s->number = marker.id;
    VECTOR_PUSH(&s->pointers, (struct pointer_node){.kind = POINTER_NULL});
    VECTOR_PUSH(&s->pointers, (struct pointer_node){.kind = POINTER_JUNK});
    VECTOR_PUSH(&s->heaps, (struct heap_node){.kind = HEAP_BASE});
    return s;
}

void slh_free(struct slh *s)
{
    VECTOR_RELEASE(&s->pointers);
    VECTOR_RELEASE(&s->heaps);
    VECTOR_RELEASE(&s->looks);
    VECTOR_RELEASE(&s->fields);
    map_release(&s->pointer_index);
    map_release(&s->heap_index);
    map_release(&s->look_index);
    map_release(&s->look_of);
    text_map_release(&s->variables);
    arena_release(&s->arena);
    free(s);
}

struct terms *slh_terms(struct slh *s)
{
    return s->terms;
}

/* --- hashing; a key that is taken by other contents moves on by one --- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    return hash_pair(h, x);
}

static uint64_t pointer_hash(const struct pointer_node *n)
{
    uint64_t h = mix((uint64_t)n->kind, n->condition.id);
    h = mix(mix(h, n->a.id), n->b.id);
    return mix(mix(h, n->heap.id), (uint64_t)(int64_t)n->slot);
}

static bool pointer_same(const struct pointer_node *x, const struct pointer_node *y)
{
    return x->kind == y->kind && x->condition.id == y->condition.id && x->a.id == y->a.id &&
           x->b.id == y->b.id && x->heap.id == y->heap.id && x->slot == y->slot &&
           x->name == y->name;
}

static struct slh_pointer pointer_make(struct slh *s, struct pointer_node n)
{
    LAW(n.a.id < s->pointers.count && n.b.id < s->pointers.count);
    LAW(n.heap.id < s->heaps.count);
    uint64_t key = pointer_hash(&n), id;
    for (; map_get(&s->pointer_index, key, &id); key++)
        if (pointer_same(&s->pointers.data[id], &n))
            return (struct slh_pointer){(uint32_t)id};
    map_set(&s->pointer_index, key, s->pointers.count);
    VECTOR_PUSH(&s->pointers, n);
    return (struct slh_pointer){(uint32_t)s->pointers.count - 1};
}

static bool heap_same(const struct heap_node *x, const struct heap_node *y)
{
    return x->kind == y->kind && x->condition.id == y->condition.id && x->a.id == y->a.id &&
           x->b.id == y->b.id && x->node.id == y->node.id && x->to.id == y->to.id &&
           x->field == y->field && x->value.id == y->value.id;
}

static struct slh_heap heap_make(struct slh *s, struct heap_node n)
{
    LAW(n.a.id < s->heaps.count && n.b.id < s->heaps.count);
    LAW(n.node.id < s->pointers.count && n.to.id < s->pointers.count); /* of older ones */
    uint64_t key = mix(mix((uint64_t)n.kind, n.condition.id), mix(n.a.id, n.b.id)), id;
    key = mix(mix(key, n.node.id), mix(mix(n.to.id, n.field), n.value.id));
    for (; map_get(&s->heap_index, key, &id); key++)
        if (heap_same(&s->heaps.data[id], &n))
            return (struct slh_heap){(uint32_t)id};
    map_set(&s->heap_index, key, s->heaps.count);
    VECTOR_PUSH(&s->heaps, n);
    return (struct slh_heap){(uint32_t)s->heaps.count - 1};
}

static bool look_same(const struct look *x, const struct look *y)
{
    return x->kind == y->kind && x->heap.id == y->heap.id && x->other.id == y->other.id &&
           x->p.id == y->p.id && x->q.id == y->q.id && x->field == y->field &&
           x->least.id == y->least.id && x->most.id == y->most.id;
}

static struct term look_make(struct slh *s, struct sort sort, struct look n)
{
    LAW(n.heap.id < s->heaps.count && n.p.id < s->pointers.count &&
        n.q.id < s->pointers.count);
    uint64_t key = mix(mix((uint64_t)n.kind, n.heap.id), mix(n.p.id, n.q.id)), id;
    key = mix(mix(key, n.field), mix(mix(n.least.id, n.most.id), n.other.id));
    for (; map_get(&s->look_index, key, &id); key++)
        if (look_same(&s->looks.data[id], &n))
            return s->looks.data[id].placeholder;
    char name[64];
    snprintf(name, sizeof name, "slh!%u!%zu", s->number, s->looks.count);
    n.placeholder = term_var(s->terms, sort, name);
    LAW(!map_has(&s->look_of, n.placeholder.id));
    map_set(&s->look_index, key, s->looks.count);
    map_set(&s->look_of, n.placeholder.id, s->looks.count);
    VECTOR_PUSH(&s->looks, n);
    return n.placeholder;
}

const struct look *look_of(const struct slh *s, struct term variable)
{
    uint64_t id;
    return map_get(&s->look_of, variable.id, &id) ? &s->looks.data[id] : NULL;
}

/* --- pointers --- */

struct slh_pointer slh_null(struct slh *s)
{
    (void)s;
    return (struct slh_pointer){0};
}

struct slh_pointer slh_junk(struct slh *s)
{
    (void)s;
    return (struct slh_pointer){1};
}

struct slh_pointer slh_variable(struct slh *s, const char *name, enum slh_start start)
{
    LAW(name && *name);
    uint64_t id;
    if (text_map_get(&s->variables, name, &id))
        return (struct slh_pointer){(uint32_t)id};
    const char *own = arena_text(&s->arena, name);
    struct pointer_node n = {.kind = POINTER_VARIABLE, .name = own, .start = start};
    VECTOR_PUSH(&s->pointers, n);
    text_map_set(&s->variables, own, s->pointers.count - 1);
    return (struct slh_pointer){(uint32_t)s->pointers.count - 1};
}

struct slh_pointer slh_if(struct slh *s, struct term condition, struct slh_pointer a,
                          struct slh_pointer b)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    if (a.id == b.id || term_is_true(s->terms, condition))
        return a;
    if (term_is_false(s->terms, condition))
        return b;
    return pointer_make(
        s, (struct pointer_node){.kind = POINTER_IF, .condition = condition, .a = a, .b = b});
}

struct slh_pointer slh_next(struct slh *s, struct term when, struct slh_heap h,
                            struct slh_pointer p, int slot)
{
    LAW(slot >= SLH_OWN_SLOT);
    LAW(sort_kind(s->terms, term_sort(s->terms, when)) == SORT_BOOL);
    if (term_is_false(s->terms, when) || pointer_at(s, p)->kind == POINTER_NULL)
        return slh_null(s);
    if (slot == SLH_OWN_SLOT)
        slot = s->next_slots;
    if (slot >= s->next_slots)
        s->next_slots = slot + 1;
    return pointer_make(
        s, (struct pointer_node){
               .kind = POINTER_NEXT, .condition = when, .heap = h, .a = p, .slot = slot});
}

struct slh_pointer slh_fresh(struct slh *s, int slot)
{
    LAW(slot >= SLH_OWN_SLOT);
    if (slot == SLH_OWN_SLOT)
        slot = s->fresh_slots;
    if (slot >= s->fresh_slots)
        s->fresh_slots = slot + 1;
    return pointer_make(s, (struct pointer_node){.kind = POINTER_FRESH, .slot = slot});
}

/* --- heaps --- */

struct slh_heap slh_base(struct slh *s, enum slh_start start)
{
    s->base_start = start;
    return (struct slh_heap){0};
}

struct slh_heap slh_link(struct slh *s, struct slh_heap h, struct slh_pointer node,
                         struct slh_pointer to)
{
    if (pointer_at(s, node)->kind == POINTER_NULL)
        return h;
    return heap_make(s,
                     (struct heap_node){.kind = HEAP_LINK, .a = h, .node = node, .to = to});
}

struct slh_heap slh_heap_if(struct slh *s, struct term condition, struct slh_heap a,
                            struct slh_heap b)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    if (a.id == b.id || term_is_true(s->terms, condition))
        return a;
    if (term_is_false(s->terms, condition))
        return b;
    return heap_make(
        s, (struct heap_node){.kind = HEAP_IF, .condition = condition, .a = a, .b = b});
}

unsigned slh_field(struct slh *s, unsigned width, enum slh_sign sign)
{
    CHECK_LAW(width >= 1 && width <= 64);
    VECTOR_PUSH(&s->fields, (struct field){width, sign, false});
    return (unsigned)s->fields.count - 1;
}

void slh_field_zero(struct slh *s, unsigned field)
{
    CHECK_LAW(field < s->fields.count);
    s->fields.data[field].zero = true;
}

struct slh_heap slh_put(struct slh *s, struct slh_heap h, struct slh_pointer node,
                        unsigned field, struct term value)
{
    LAW(field < s->fields.count);
    CHECK_LAW(term_width(s->terms, value) == s->fields.data[field].width);
    if (pointer_at(s, node)->kind == POINTER_NULL)
        return h;
    return heap_make(
        s, (struct heap_node){
               .kind = HEAP_PUT, .a = h, .node = node, .field = field, .value = value});
}

/* --- observations --- */

struct term slh_alias(struct slh *s, struct slh_pointer p, struct slh_pointer q)
{
    if (p.id == q.id)
        return term_bool(s->terms, true);
    struct slh_pointer low = p.id < q.id ? p : q;
    struct slh_pointer high = p.id < q.id ? q : p;
    return look_make(s, sort_bool(s->terms),
                     (struct look){.kind = LOOK_ALIAS, .p = low, .q = high});
}

struct term slh_is_null(struct slh *s, struct slh_pointer p)
{
    return slh_alias(s, p, slh_null(s));
}

struct term slh_is_path(struct slh *s, struct slh_heap h, struct slh_pointer p,
                        struct slh_pointer q)
{
    if (p.id == q.id)
        return term_bool(s->terms, true);
    return look_make(s, sort_bool(s->terms),
                     (struct look){.kind = LOOK_PATH, .heap = h, .p = p, .q = q});
}

struct term slh_length(struct slh *s, struct slh_heap h, struct slh_pointer p,
                       struct slh_pointer q)
{
    if (p.id == q.id)
        return term_bv(s->terms, SLH_LENGTH_BITS, 0);
    return look_make(s, sort_bv(s->terms, SLH_LENGTH_BITS),
                     (struct look){.kind = LOOK_LENGTH, .heap = h, .p = p, .q = q});
}

struct term slh_circular(struct slh *s, struct slh_heap h, struct slh_pointer p)
{
    if (pointer_at(s, p)->kind == POINTER_NULL)
        return term_bool(s->terms, false);
    return look_make(s, sort_bool(s->terms),
                     (struct look){.kind = LOOK_CIRCULAR, .heap = h, .p = p});
}

struct term slh_disjoint(struct slh *s, struct slh_heap h, struct slh_pointer p,
                         struct slh_pointer q)
{
    struct slh_pointer low = p.id < q.id ? p : q;
    struct slh_pointer high = p.id < q.id ? q : p;
    if (pointer_at(s, low)->kind == POINTER_NULL)
        return term_bool(s->terms, true);
    return look_make(s, sort_bool(s->terms),
                     (struct look){.kind = LOOK_DISJOINT, .heap = h, .p = low, .q = high});
}

struct term slh_same(struct slh *s, struct slh_heap a, struct slh_heap b)
{
    if (a.id == b.id)
        return term_bool(s->terms, true);
    return look_make(s, sort_bool(s->terms),
                     (struct look){.kind = LOOK_SAME, .heap = a, .other = b});
}

struct term slh_sorted(struct slh *s, struct slh_heap h, struct slh_pointer p,
                       struct slh_pointer q, unsigned field)
{
    if (p.id == q.id)
        return term_bool(s->terms, true);
    return look_make(
        s, sort_bool(s->terms),
        (struct look){.kind = LOOK_SORTED, .heap = h, .p = p, .q = q, .field = field});
}

struct term slh_within(struct slh *s, struct slh_heap h, struct slh_pointer p,
                       struct slh_pointer q, unsigned field, struct term least,
                       struct term most)
{
    CHECK_LAW(term_width(s->terms, least) == s->fields.data[field].width);
    CHECK_LAW(term_width(s->terms, most) == s->fields.data[field].width);
    if (p.id == q.id)
        return term_bool(s->terms, true);
    struct look l = {.kind = LOOK_WITHIN,
                     .heap = h,
                     .p = p,
                     .q = q,
                     .field = field,
                     .least = least,
                     .most = most};
    return look_make(s, sort_bool(s->terms), l);
}

struct term slh_sum(struct slh *s, struct slh_heap h, struct slh_pointer p,
                    struct slh_pointer q, unsigned field)
{
    if (p.id == q.id)
        return term_bv(s->terms, 64, 0);
    return look_make(
        s, sort_bv(s->terms, 64),
        (struct look){.kind = LOOK_SUM, .heap = h, .p = p, .q = q, .field = field});
}

struct term slh_value(struct slh *s, struct slh_heap h, struct slh_pointer p, unsigned field)
{
    unsigned width = s->fields.data[field].width;
    if (pointer_at(s, p)->kind == POINTER_NULL)
        return term_bv(s->terms, width, 0);
    return look_make(s, sort_bv(s->terms, width),
                     (struct look){.kind = LOOK_VALUE, .heap = h, .p = p, .field = field});
}
