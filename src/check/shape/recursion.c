/* Recursive functions in the checker of shapes: run once for each kind of memory that the
 * certificate describes
 * (`calls` with one graph, then `returns`), and not again where they are called.
 *
 * What arguments and the globals that the callee can name lead to is cut out of the caller's
 * state and must entail an entry's graph. The rest cannot be touched by the callee: it stays,
 * and is put together with each of the entry's exits. Values of the rest that lead into what
 * was cut out are followed only where the entry has a witness for them (a value in the
 * activation of nobody's below the callee's, which the callee cannot change); others are not
 * known any more. */
#include "check/shape/shape_internal.h"
#include "program/analysis/mentions.h"

#include <stdio.h>
#include <stdlib.h>

/* --- the certificate --- */

static bool invalid(const char **why, const char *what)
{
    *why = what;
    return false;
}

static bool add_entry(struct heap_checker *c, const struct certificate_loop *l,
                      const char **why)
{
    const struct program *p = c->base.program;
    if (l->function >= p->functions.count || !p->functions.data[l->function].has_body)
        return invalid(why, "calls of no function");
    if (l->at == CERTIFICATE_AT_CALLS) {
        if (l->graphs.count != 1)
            return invalid(why, "calls with other than one graph");
        VECTOR_PUSH(&c->entries, ((struct heap_entry){.calls = l}));
        return true;
    }
    struct heap_entry *last = c->entries.count ? &VECTOR_LAST(&c->entries) : NULL;
    if (!last || last->returns || last->calls->function != l->function)
        return invalid(why, "returns without their calls");
    last->returns = l;
    return true;
}

bool heap_add_entries(struct heap_checker *c, const char **why)
{
    c->nobody = (struct function){.name = "nobody"};
    c->nobody.instructions.count = HEAP_MOST_WITNESSES;
    for (size_t i = 0; i < c->base.certificate->loops.count; i++) {
        const struct certificate_loop *l = &c->base.certificate->loops.data[i];
        if (l->at != CERTIFICATE_AT_HEAD && !add_entry(c, l, why))
            return false;
    }
    return true;
}

bool heap_is_described(const struct heap_checker *c, uint32_t function)
{
    for (size_t i = 0; i < c->entries.count; i++)
        if (c->entries.data[i].calls->function == function)
            return true;
    return false;
}

/* --- running an entry --- */

static uint64_t entry_path(uint32_t function, size_t entry)
{
    return hash_pair(hash_pair(78, function), entry);
}

void heap_start_entry(struct heap_checker *c, size_t entry)
{
    LAW(entry < c->entries.count);
    const struct certificate_loop *calls = c->entries.data[entry].calls;
    const struct shape_graph *g = &calls->graphs.data[0];
    struct heap_state *s = calloc(1, sizeof *s);
    term_list numbers = {0};
    bool good = heap_read(c, g, s, &numbers);
    const struct function *f = &c->base.program->functions.data[calls->function];
    heap_add_frame(
        s, (struct heap_frame){.function = UINT32_MAX, .f = &c->nobody, .path = entry});
    heap_add_frame(s, (struct heap_frame){.function = calls->function,
                                          .f = f,
                                          .path = entry_path(calls->function, entry)});
    if (good)
        heap_set_roots(c, g, &numbers, 0, &s->frames.data[1]);
    if (good)
        heap_set_roots(c, g, &numbers, 1, &s->frames.data[0]);
    VECTOR_RELEASE(&numbers);
    s->arrived = true;
    if (!good)
        heap_uncovered(c, s, "a part of a graph");
    if (good)
        VECTOR_PUSH(&c->waiting, s);
    else
        heap_free(s);
}

bool heap_returns_to_nobody(const struct heap_checker *c, const struct heap_state *s)
{
    return s->frames.count == 2 && s->frames.data[0].f == &c->nobody;
}

enum heap_step heap_leave(struct heap_checker *c, struct heap_state *s)
{
    LAW(heap_returns_to_nobody(c, s));
    const struct heap_entry *e = &c->entries.data[s->frames.data[0].path];
    size_t count = e->returns ? e->returns->graphs.count : 0;
    for (size_t i = 0; i < count && !heap_over(c); i++)
        if (heap_entails(c, s, &e->returns->graphs.data[i], CERTIFICATE_AT_RETURN, NULL))
            return heap_stop(s);
    uint32_t optional = heap_find_optional(s);
    if (optional) { /* the return is executed again */
        heap_split_empty(c, s, optional);
        return HEAP_DONE;
    }
    char why[160];
    snprintf(why, sizeof why, "a return that is none of the graphs (%s)",
             c->mismatch ? c->mismatch : "?");
    heap_not_shown(c, s, why);
    return heap_stop(s);
}

/* --- cutting out --- */

struct reaching {
    struct heap_checker *c;
    const struct heap_state *s;
    uint32_t function;
    bool apart;  /* nodes of trees do not lead to their parents */
    bool *named; /* by global: it can be named, or reached from one that is reached */
    bool *local;
};

static void reach_object(struct reaching *r, uint32_t object);

static void reach_value(struct reaching *r, struct heap_value v)
{
    if (v.kind == HEAP_POINTER)
        reach_object(r, v.object);
}

/* A link to the parent, as the certificate tells of trees that the callee is given. Any
 * choice is sound: what is left out is unknown to the callee. */
static bool is_parent(const struct reaching *r, const struct heap_object *o, uint32_t at)
{
    for (size_t i = 0; i < r->c->entries.count; i++) {
        const struct certificate_loop *l = r->c->entries.data[i].calls;
        const struct shape_graph *g = &l->graphs.data[0];
        for (size_t k = 0; l->function == r->function && k < g->objects.count; k++) {
            const struct shape_object *t = &g->objects.data[k];
            if (t->kind == SHAPE_TREE && t->has_prev && t->prev == at && !t->size_number &&
                term_same(o->size, heap_word(r->c, t->size)))
                return true;
        }
    }
    return false;
}

/* With an element comes all that it owns. */
static void reach_object(struct reaching *r, uint32_t object)
{
    const struct heap_object *o = heap_at(r->s, object);
    if (r->local[object] || !o->present)
        return;
    r->local[object] = true;
    if (o->storage == SHAPE_GLOBAL)
        mention_global(r->c->base.program, o->index, r->named);
    for (size_t i = 0; i < o->cells.count; i++)
        if (!r->apart || !is_parent(r, o, o->cells.data[i].at))
            reach_value(r, o->cells.data[i].value);
    if (o->has_other)
        reach_value(r, o->otherwise);
    if (o->owner)
        reach_object(r, o->owner);
    for (uint32_t i = 1; i < r->s->objects.count; i++)
        if (heap_at(r->s, i)->owner == object)
            reach_object(r, i);
}

static bool is_read_only(const struct heap_checker *c, const struct heap_object *o)
{
    return o->storage == SHAPE_GLOBAL && c->base.program->globals.data[o->index].read_only;
}

/* Some cell holds the number of a function or global: which one is open. */
static bool has_static(const struct heap_state *s)
{
    for (uint32_t i = 1; i < s->objects.count; i++) {
        const struct heap_object *o = heap_at(s, i);
        for (size_t k = 0; o->present && k < o->cells.count; k++)
            if (o->cells.data[k].value.kind == HEAP_STATIC)
                return true;
    }
    return false;
}

/* What the callee can reach, without what nobody can change. */
static bool *find_local(struct heap_checker *c, struct heap_state *s, uint32_t function,
                        const heap_value_list *arguments, bool apart)
{
    bool *named = mentioned_globals(c->base.program, function), all = has_static(s);
    bool *local = calloc(s->objects.count + 1, sizeof *local);
    struct reaching r = {c, s, function, apart, named, local};
    for (size_t i = 0; i < arguments->count; i++)
        reach_value(&r, arguments->data[i]);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 1; i < s->objects.count; i++) {
            const struct heap_object *o = heap_at(s, i);
            if (!o->present || o->storage != SHAPE_GLOBAL || local[i] ||
                !(all || named[o->index]))
                continue;
            more = true;
            reach_object(&r, i);
        }
    }
    free(named);
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->ended || is_read_only(c, heap_at(s, i)))
            local[i] = false;
    return local;
}

/* Two locals of one place cannot be told apart below. */
static bool has_twin_locals(const struct heap_state *s, const bool *local)
{
    for (uint32_t i = 1; i < s->objects.count; i++)
        for (uint32_t k = 1; k < i && local[i]; k++)
            if (local[k] && heap_at(s, i)->storage == SHAPE_STACK &&
                heap_at(s, k)->storage == SHAPE_STACK &&
                heap_at(s, i)->site == heap_at(s, k)->site)
                return true;
    return false;
}

static void drop_frames(struct heap_state *s)
{
    while (s->frames.count) {
        struct heap_frame f = VECTOR_POP(&s->frames);
        VECTOR_RELEASE(&f.values);
        VECTOR_RELEASE(&f.results);
    }
}

static void drop_object(struct heap_state *s, uint32_t object)
{
    heap_object_release(heap_at(s, object));
    *heap_at(s, object) = (struct heap_object){0};
}

/* What was not cut out is unknown to the callee, which therefore cannot touch it. */
static void hide_outside(void *context, struct heap_value *v)
{
    const struct heap_state *inner = context;
    if (v->kind == HEAP_POINTER && !heap_at(inner, v->object)->present)
        *v = (struct heap_value){.kind = HEAP_UNKNOWN};
}

/* The callee's own state, just before its first instruction. Objects keep their numbers. */
static struct heap_state *cut_out(const struct heap_checker *c, const struct heap_state *s,
                                  const bool *local, uint32_t function,
                                  const heap_value_list *arguments)
{
    struct heap_state *n = heap_copy(s);
    const struct function *f = &c->base.program->functions.data[function];
    drop_frames(n);
    heap_add_frame(n, (struct heap_frame){.function = function, .f = f});
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        bool parameter =
            in->op == OP_PARAM && in->block != UINT32_MAX && in->extra < arguments->count;
        if (parameter)
            heap_top(n)->values.data[i] = arguments->data[in->extra];
    }
    for (uint32_t i = 1; i < n->objects.count; i++) {
        struct heap_object *o = heap_at(n, i);
        if (!local[i] && !o->ended && !is_read_only(c, o))
            drop_object(n, i);
        if (local[i] && o->storage == SHAPE_STACK)
            o->outer = true;
    }
    n->lost = false;
    heap_values(n, hide_outside, n);
    return n;
}

/* --- putting together --- */

struct gluing {
    struct heap_checker *c;
    const struct heap_state *before; /* the call */
    const bool *local;
    const heap_value_list *witnesses; /* at the call */
    heap_value_list after;            /* the same at the exit */
    struct heap_state *out;
    uint32_t base; /* objects of the exit are moved by it */
    /* local globals and locals, and constants, to what they are in `out` */
    struct map places;
};

static struct heap_value moved(const struct gluing *x, struct heap_value v)
{
    if (v.kind == HEAP_POINTER)
        v.object += x->base;
    if (v.kind == HEAP_NONE)
        v.kind = HEAP_UNKNOWN;
    return v;
}

static bool same_value(const struct heap_value *a, const struct heap_value *b)
{
    return a->kind == b->kind && a->object == b->object && a->target == b->target &&
           term_same(a->term, b->term);
}

/* What was cut out, and what nobody can change but the exit lists too: an object is there
 * once. */
static bool is_replaced(const struct gluing *x, uint32_t object)
{
    return x->local[object] || map_has(&x->places, object);
}

static void follow_value(void *context, struct heap_value *v)
{
    const struct gluing *x = context;
    uint64_t place;
    if (v->kind != HEAP_POINTER || v->object > x->base || !is_replaced(x, v->object))
        return;
    for (size_t i = 0; i < x->witnesses->count && i < x->after.count; i++) {
        if (!same_value(v, &x->witnesses->data[i]))
            continue;
        *v = x->after.data[i];
        return;
    }
    if (map_get(&x->places, v->object, &place))
        v->object = (uint32_t)place;
    else
        *v = (struct heap_value){.kind = HEAP_UNKNOWN};
}

static void add_objects(struct gluing *x, const struct heap_state *exit)
{
    for (uint32_t i = 1; i < exit->objects.count; i++) {
        struct heap_object o;
        heap_object_copy(&o, heap_at(exit, i));
        if (o.owner)
            o.owner += x->base;
        for (size_t k = 0; k < o.cells.count; k++)
            o.cells.data[k].value = moved(x, o.cells.data[k].value);
        if (o.has_other)
            o.otherwise = moved(x, o.otherwise);
        heap_new(x->out, o);
    }
    for (size_t i = 0; i < exit->facts.count; i++)
        heap_assume(x->c, x->out, exit->facts.data[i]);
    x->out->lost |= exit->lost;
}

/* Globals and locals of the callers are still what they were. */
static void find_places(struct gluing *x)
{
    for (uint32_t i = 1; i <= x->base; i++) {
        const struct heap_object *o = heap_at(x->before, i);
        if (!o->present || o->storage == SHAPE_HEAP || o->storage == SHAPE_INSIDE)
            continue;
        if (!x->local[i] && !is_read_only(x->c, o))
            continue;
        for (uint32_t k = x->base + 1; k < x->out->objects.count; k++) {
            struct heap_object *n = heap_at(x->out, k);
            if (n->storage != o->storage || n->site != o->site)
                continue;
            n->outer = o->outer;
            map_set(&x->places, i, k);
        }
    }
}

static void set_results(struct gluing *x, const struct shape_graph *g,
                        const term_list *numbers, uint32_t id, const struct function *callee)
{
    struct heap_frame *f = heap_top(x->out);
    VECTOR_CLEAR(&f->results);
    for (uint32_t i = 0; i < callee->result_count; i++) {
        struct heap_value v = {.kind = HEAP_NONE};
        for (size_t k = 0; k < g->roots.count; k++)
            if (g->roots.data[k].depth == 0 && g->roots.data[k].instruction == i)
                v = moved(x, heap_read_value(x->c, &g->roots.data[k].value, numbers));
        v = heap_fitting(x->c, v, callee->results[i]);
        if (i == 0)
            f->values.data[id] = v;
        VECTOR_PUSH(&f->results, ((struct heap_result){id, i, v}));
    }
}

/* Numbers that are witnesses are the same as at the call. */
static void equate_numbers(struct gluing *x)
{
    struct terms *ts = x->c->base.terms;
    for (size_t i = 0; i < x->witnesses->count && i < x->after.count; i++) {
        struct heap_value a = x->witnesses->data[i], b = x->after.data[i];
        if (a.kind != HEAP_NUMBER || b.kind != HEAP_NUMBER)
            continue;
        if (term_sort(ts, a.term).id == term_sort(ts, b.term).id)
            heap_assume(x->c, x->out, term_eq(ts, a.term, b.term));
    }
}

static void read_witnesses(struct gluing *x, const struct shape_graph *g,
                           const term_list *numbers)
{
    for (size_t i = 0; i < x->witnesses->count; i++)
        VECTOR_PUSH(&x->after, (struct heap_value){.kind = HEAP_UNKNOWN});
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        if (r->depth != 1 || r->instruction >= x->after.count)
            continue;
        x->after.data[r->instruction] = moved(x, heap_read_value(x->c, &r->value, numbers));
    }
}

static bool leads_somewhere(const struct heap_state *s, struct heap_value v)
{
    if (v.kind == HEAP_DANGLING)
        return true;
    return v.kind == HEAP_POINTER && heap_at(s, v.object)->alive &&
           !heap_may_be_empty(heap_at(s, v.object));
}

/* A witness stays the same: if it was null it leads to no object, and the reverse. The callee
 * does not leave such a graph after this call. */
static bool contradicts(const struct gluing *x)
{
    for (size_t i = 0; i < x->witnesses->count; i++) {
        struct heap_value a = x->witnesses->data[i], b = x->after.data[i];
        if (heap_is_zero(x->c, a) && leads_somewhere(x->out, b))
            return true;
        if (heap_is_zero(x->c, b) && leads_somewhere(x->before, a))
            return true;
    }
    return false;
}

/* The exit tells of a global that stays with the caller: it would be there twice. */
static bool has_foreign_global(const struct gluing *x, const struct heap_state *exit)
{
    for (uint32_t i = 1; i < exit->objects.count; i++) {
        const struct heap_object *o = heap_at(exit, i);
        for (uint32_t k = 1; o->storage == SHAPE_GLOBAL && k <= x->base; k++) {
            const struct heap_object *mine = heap_at(x->before, k);
            if (mine->present && mine->storage == SHAPE_GLOBAL && mine->index == o->index &&
                !x->local[k] && !is_read_only(x->c, mine))
                return true;
        }
    }
    return false;
}

/* The caller's state after the call, if the callee left the graph. */
static void resume(struct gluing *x, const struct shape_graph *g, uint32_t id,
                   const struct function *callee)
{
    struct heap_state *exit = calloc(1, sizeof *exit);
    term_list numbers = {0};
    bool good = heap_read(x->c, g, exit, &numbers), possible = true;
    x->out = heap_copy(x->before);
    x->out->fresh = false;
    x->base = (uint32_t)x->out->objects.count - 1;
    good = good && !has_foreign_global(x, exit);
    if (good) {
        add_objects(x, exit);
        find_places(x);
        read_witnesses(x, g, &numbers);
        possible = !contradicts(x);
    }
    if (good && possible) {
        heap_values(x->out, follow_value, x);
        for (uint32_t i = 1; i <= x->base; i++)
            if (is_replaced(x, i))
                drop_object(x->out, i);
        equate_numbers(x);
        set_results(x, g, &numbers, id, callee);
        heap_top(x->out)->at++;
        VECTOR_PUSH(&x->c->waiting, x->out);
    } else {
        if (possible)
            heap_uncovered(x->c, x->out, "a part of a graph");
        heap_free(x->out);
    }
    heap_free(exit);
    VECTOR_RELEASE(&numbers);
    VECTOR_RELEASE(&x->after);
    x->after = (heap_value_list){0};
    map_release(&x->places);
    x->places = (struct map){0};
}

/* --- calls --- */

/* The entry that the call is one of; SIZE_MAX: none. */
static size_t find_entry(struct heap_checker *c, struct heap_state *inner, uint32_t function,
                         heap_value_list *witnesses)
{
    for (size_t i = 0; i < c->entries.count && !heap_over(c); i++) {
        struct heap_entry *e = &c->entries.data[i];
        if (e->calls->function != function)
            continue;
        if (!heap_entails(c, inner, &e->calls->graphs.data[0], CERTIFICATE_AT_CALLS,
                          witnesses))
            continue;
        if (!e->used)
            VECTOR_PUSH(&c->todo, ((struct heap_todo){SIZE_MAX, i}));
        e->used = true;
        return i;
    }
    return SIZE_MAX;
}

static enum heap_step not_described(struct heap_checker *c, struct heap_state *s)
{
    uint32_t optional = heap_find_optional(s);
    if (optional) { /* the call is executed again */
        heap_split_empty(c, s, optional);
        return HEAP_DONE;
    }
    char why[160];
    snprintf(why, sizeof why, "a call that is none of the graphs (%s)",
             c->mismatch ? c->mismatch : "?");
    heap_not_shown(c, s, why);
    return heap_stop(s);
}

/* False: the call is none of those that are described, if it is cut out so. */
static bool call_cut(struct heap_checker *c, struct heap_state *s, uint32_t id,
                     uint32_t function, const heap_value_list *arguments, bool apart)
{
    bool *local = find_local(c, s, function, arguments, apart);
    bool twins = has_twin_locals(s, local);
    struct heap_state *inner = cut_out(c, s, local, function, arguments);
    heap_value_list witnesses = {0};
    size_t entry = twins ? SIZE_MAX : find_entry(c, inner, function, &witnesses);
    struct gluing x = {.c = c, .before = s, .local = local, .witnesses = &witnesses};
    if (entry != SIZE_MAX) {
        const struct certificate_loop *returns = c->entries.data[entry].returns;
        for (size_t i = 0; returns && i < returns->graphs.count; i++)
            resume(&x, &returns->graphs.data[i], id,
                   &c->base.program->functions.data[function]);
    }
    VECTOR_RELEASE(&witnesses);
    free(local);
    heap_free(inner);
    return entry != SIZE_MAX;
}

enum heap_step heap_call_described(struct heap_checker *c, struct heap_state *s, uint32_t id,
                                   uint32_t function, const heap_value_list *arguments)
{
    LAW(heap_is_described(c, function));
    for (int apart = 0; apart < 2; apart++)
        if (call_cut(c, s, id, function, arguments, apart))
            return heap_stop(s);
    return not_described(c, s);
}
