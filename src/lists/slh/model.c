#include "lists/slh/model.h"

#include "base/failure.h"
#include "lists/slh/slh_internal.h"

#include <string.h>

void slh_model_init(struct slh_model *m, const struct slh *s, uint32_t count)
{
    memset(m, 0, sizeof *m);
    arena_init(&m->arena);
    m->count = count;
    m->all = count + 2 + (uint32_t)s->fresh_slots;
    m->next = ARENA_ARRAY(&m->arena, uint32_t, m->all);
    m->next[count + 1] = count + 1;
    m->data = ARENA_ARRAY(&m->arena, uint64_t *, s->fields.count + 1);
    for (size_t f = 0; f < s->fields.count; f++)
        m->data[f] = ARENA_ARRAY(&m->arena, uint64_t, m->all);
    m->whole = true;
}

void slh_model_release(struct slh_model *m)
{
    map_release(&m->pointers);
    map_release(&m->numbers);
    arena_release(&m->arena);
}

/* One evaluation: heaps, pointers and terms, each once. */
struct evaluation {
    struct slh *s;
    const struct slh_model *m;
    struct arena *arena;
    struct map heaps, pointers, terms;
};

static uint32_t pointer_value(struct evaluation *, struct slh_pointer);
static struct slh_picture *heap_value(struct evaluation *, struct slh_heap);
static struct term term_value(struct evaluation *, struct term);

static bool holds(struct evaluation *v, struct term t)
{
    return term_is_true(v->s->terms, term_value(v, t));
}

static uint64_t number(struct evaluation *v, struct term t)
{
    uint64_t n = 0;
    term_const_u64(v->s->terms, term_value(v, t), &n);
    return n;
}

/* --- pointers --- */

static uint32_t pointer_find(struct evaluation *v, struct slh_pointer p)
{
    struct pointer_node n = *pointer_at(v->s, p);
    switch (n.kind) {
    case POINTER_NULL:
        return 0;
    case POINTER_JUNK:
        return v->m->count + 1;
    case POINTER_VARIABLE:
        return (uint32_t)map_or(&v->m->pointers, p.id, 0);
    case POINTER_IF:
        return pointer_value(v, holds(v, n.condition) ? n.a : n.b);
    case POINTER_NEXT:
        return heap_value(v, n.heap)->next[pointer_value(v, n.a)];
    case POINTER_FRESH:
        return v->m->count + 2 + (uint32_t)n.slot;
    }
    BUG("kind of pointer");
}

static uint32_t pointer_value(struct evaluation *v, struct slh_pointer p)
{
    uint64_t old;
    if (map_get(&v->pointers, p.id, &old))
        return (uint32_t)old;
    uint32_t value = pointer_find(v, p);
    map_set(&v->pointers, p.id, value);
    return value;
}

/* --- heaps --- */

static struct slh_picture *picture_copy(struct evaluation *v, const struct slh_picture *old)
{
    const struct slh_model *m = v->m;
    size_t fields = v->s->fields.count;
    struct slh_picture *h = ARENA_NEW(v->arena, struct slh_picture);
    h->next = ARENA_ARRAY(v->arena, uint32_t, m->all);
    memcpy(h->next, old->next, m->all * sizeof *h->next);
    h->data = ARENA_ARRAY(v->arena, uint64_t *, fields + 1);
    for (size_t f = 0; f < fields; f++) {
        h->data[f] = ARENA_ARRAY(v->arena, uint64_t, m->all);
        memcpy(h->data[f], old->data[f], m->all * sizeof **h->data);
    }
    return h;
}

static struct slh_picture *heap_find(struct evaluation *v, struct slh_heap id)
{
    struct heap_node n = *heap_at(v->s, id);
    if (n.kind == HEAP_BASE) {
        struct slh_picture base = {v->m->next, v->m->data};
        return picture_copy(v, &base);
    }
    if (n.kind == HEAP_IF)
        return heap_value(v, holds(v, n.condition) ? n.a : n.b);
    struct slh_picture *h = picture_copy(v, heap_value(v, n.a));
    uint32_t node = pointer_value(v, n.node);
    bool junk = node == v->m->count + 1;
    if (n.kind == HEAP_LINK && node && !junk)
        h->next[node] = pointer_value(v, n.to);
    if (n.kind == HEAP_PUT && node)
        h->data[n.field][node] = number(v, n.value);
    return h;
}

static struct slh_picture *heap_value(struct evaluation *v, struct slh_heap id)
{
    uint64_t old;
    if (map_get(&v->heaps, id.id, &old))
        return (struct slh_picture *)(uintptr_t)old;
    struct slh_picture *h = heap_find(v, id);
    map_set(&v->heaps, id.id, (uintptr_t)h);
    return h;
}

/* --- observations --- */

/* The steps from one node to another; UINT32_MAX: it is not reached. */
static uint32_t steps(const struct slh_model *m, const struct slh_picture *h, uint32_t from,
                      uint32_t to)
{
    for (uint32_t n = 0; n <= m->all; n++) {
        if (from == to)
            return n;
        if (!from)
            return UINT32_MAX;
        from = h->next[from];
    }
    return UINT32_MAX;
}

static bool circular(const struct slh_model *m, const struct slh_picture *h, uint32_t p)
{
    return p && steps(m, h, h->next[p], p) != UINT32_MAX;
}

static bool disjoint(const struct slh_model *m, const struct slh_picture *h, uint32_t p,
                     uint32_t q)
{
    for (uint32_t n = 0; n <= m->all && p; n++, p = h->next[p])
        if (steps(m, h, q, p) != UINT32_MAX)
            return false;
    return true;
}

static bool at_most(const struct field *f, uint64_t a, uint64_t b)
{
    uint64_t top = UINT64_C(1) << (f->width - 1);
    return f->sign == SLH_SIGNED ? (a ^ top) <= (b ^ top) : a <= b;
}

static uint64_t widened(const struct field *f, uint64_t a)
{
    bool negative = f->sign == SLH_SIGNED && a >> (f->width - 1) & 1;
    return negative && f->width < 64 ? a | ~UINT64_C(0) << f->width : a;
}

/* A path of that many steps, node by node. */
static struct term along(struct evaluation *v, const struct look *l,
                         const struct slh_picture *h, uint32_t n)
{
    struct terms *t = v->s->terms;
    const struct field *f = &v->s->fields.data[l->field];
    uint64_t least = l->kind == LOOK_WITHIN ? number(v, l->least) : 0;
    uint64_t most = l->kind == LOOK_WITHIN ? number(v, l->most) : 0;
    uint64_t sum = 0, last = 0;
    bool fine = n != UINT32_MAX;
    uint32_t at = pointer_value(v, l->p);
    for (uint32_t i = 0; n != UINT32_MAX && i < n; i++, at = h->next[at]) {
        uint64_t value = h->data[l->field][at];
        if (l->kind == LOOK_SORTED && i)
            fine = fine && at_most(f, last, value);
        if (l->kind == LOOK_WITHIN)
            fine = fine && at_most(f, least, value) && at_most(f, value, most);
        sum += widened(f, value);
        last = value;
    }
    return l->kind == LOOK_SUM ? term_bv(t, 64, sum) : term_bool(t, fine);
}

static bool same(struct evaluation *v, const struct slh_picture *a,
                 const struct slh_picture *b)
{
    for (uint32_t i = 1; i < v->m->all; i++) {
        if (a->next[i] != b->next[i])
            return false;
        for (size_t f = 0; f < v->s->fields.count; f++)
            if (a->data[f][i] != b->data[f][i])
                return false;
    }
    return true;
}

static struct term look_value(struct evaluation *v, struct look l)
{
    struct terms *t = v->s->terms;
    uint32_t p = pointer_value(v, l.p);
    uint32_t q = pointer_value(v, l.q);
    if (l.kind == LOOK_ALIAS)
        return term_bool(t, p == q);
    struct slh_picture *h = heap_value(v, l.heap);
    uint32_t n = steps(v->m, h, p, q);
    switch (l.kind) {
    case LOOK_PATH:
        return term_bool(t, n != UINT32_MAX);
    case LOOK_LENGTH:
        return term_bv(t, SLH_LENGTH_BITS, n == UINT32_MAX ? (uint64_t)SLH_INFINITE : n);
    case LOOK_CIRCULAR:
        return term_bool(t, circular(v->m, h, p));
    case LOOK_DISJOINT:
        return term_bool(t, disjoint(v->m, h, p, q));
    case LOOK_SAME:
        return term_bool(t, same(v, h, heap_value(v, l.other)));
    case LOOK_SORTED:
    case LOOK_WITHIN:
    case LOOK_SUM:
        return along(v, &l, h, n);
    case LOOK_VALUE:
        return term_bv(t, v->s->fields.data[l.field].width, p ? h->data[l.field][p] : 0);
    case LOOK_ALIAS:
        break;
    }
    BUG("kind of observation");
}

/* --- terms --- */

static struct term variable_value(void *context, struct term variable)
{
    struct evaluation *v = context;
    const struct look *l = look_of(v->s, variable);
    if (l)
        return look_value(v, *l);
    uint64_t id;
    return map_get(&v->m->numbers, variable.id, &id) ? (struct term){(uint32_t)id}
                                                     : TERM_NONE;
}

static struct term term_value(struct evaluation *v, struct term t)
{
    uint64_t old;
    if (map_get(&v->terms, t.id, &old))
        return (struct term){(uint32_t)old};
    struct term value = term_evaluate(v->s->terms, t, variable_value, v);
    map_set(&v->terms, t.id, value.id);
    return value;
}

static struct evaluation begin(struct slh *s, const struct slh_model *m, struct arena *arena)
{
    return (struct evaluation){.s = s, .m = m, .arena = arena};
}

static void end(struct evaluation *v)
{
    map_release(&v->heaps);
    map_release(&v->pointers);
    map_release(&v->terms);
}

struct term slh_model_value(struct slh *s, const struct slh_model *m, struct term t)
{
    struct arena arena;
    arena_init(&arena);
    struct evaluation v = begin(s, m, &arena);
    struct term value = term_value(&v, t);
    end(&v);
    arena_release(&arena);
    return value;
}

bool slh_model_holds(struct slh *s, const struct slh_model *m, struct term formula)
{
    return term_is_true(s->terms, slh_model_value(s, m, formula));
}

struct slh_picture slh_model_heap(struct slh *s, const struct slh_model *m, struct slh_heap h,
                                  struct arena *arena)
{
    struct evaluation v = begin(s, m, arena);
    struct slh_picture picture = *heap_value(&v, h);
    end(&v);
    return picture;
}

uint32_t slh_model_pointer(struct slh *s, const struct slh_model *m, struct slh_pointer p)
{
    struct arena arena;
    arena_init(&arena);
    struct evaluation v = begin(s, m, &arena);
    uint32_t node = pointer_value(&v, p);
    end(&v);
    arena_release(&arena);
    return node;
}
