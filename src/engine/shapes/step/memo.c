/* Recursive functions: run once for each kind of memory that they are called with.
 *
 * What the arguments and the globals that it can name lead to is cut out as the entry graph;
 * the rest of the caller's graph waits. Values by which the rest leads into what was cut out
 * are anchors: they stand in a frame of nobody's below the callee's, so that they are
 * followed to every exit. There the rest is put together with what the callee left. A call
 * that meets an entry that covers its own waits for that entry's exits, known and to come. */
#include "engine/shapes/fold/tree.h"

#include "program/analysis/mentions.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MEMOS = 12, MOST_EXITS = 24 };

void shapes_init_nobody(struct shapes *s)
{
    s->nobody = (struct function){.name = "nobody"};
    s->nobody.instructions.count = GRAPH_SLOTS;
}

bool shapes_is_nobody(const struct shapes *s, const struct graph_frame *f)
{
    return f && f->f == &s->nobody;
}

/* --- cutting out --- */

struct cutting {
    struct shapes *s;
    const bool *local;
    struct graph_value anchors[GRAPH_ANCHORS];
    uint32_t count;
    bool too_many;
};

static void note_anchor(struct cutting *c, struct graph_value v)
{
    if (!graph_is_pointer(v) || !c->local[v.object])
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (graph_value_same(c->anchors[i], v))
            return;
    if (c->count == GRAPH_ANCHORS)
        c->too_many = true;
    else
        c->anchors[c->count++] = v;
}

static void note_object_anchor(void *context, uint32_t from, struct graph_value v)
{
    struct cutting *c = context;
    if (from && !c->local[from])
        note_anchor(c, v);
}

/* How the rest leads into what is local. */
static void find_anchors(struct cutting *c, const struct graph *g)
{
    for (const struct graph_frame *f = g->frame->caller; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            note_anchor(c, f->values[i]);
    graph_each(g, note_object_anchor, c);
}

static struct graph_frame *new_nobody(struct shapes *s)
{
    struct graph_frame *f = ARENA_NEW(&s->arena, struct graph_frame);
    f->f = &s->nobody;
    f->depth = 1;
    f->function = UINT32_MAX;
    f->path = 1;
    f->values = ARENA_ARRAY(&s->arena, struct graph_value, GRAPH_SLOTS + 1);
    return f;
}

/* Locals of the caller and of its callers outlive the call. */
static bool keep_outer_locals(struct shapes *s, struct graph *e)
{
    for (uint32_t id = 1; id < e->count; id++) {
        const struct graph_object *o = e->objects[id];
        if (!o || o->storage != GRAPH_STACK)
            continue;
        for (uint32_t k = 1; k < id; k++)
            if (e->objects[k] && e->objects[k]->storage == GRAPH_STACK &&
                e->objects[k]->site == o->site)
                return false;
        graph_edit(&s->arena, e, id)->frame = GRAPH_OUTER;
    }
    return true;
}

/* What the callee is not to know of leads anywhere. */
static struct graph_value outside(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct graph *entry = context;
    if (!graph_is_pointer(v) || entry->objects[v.object])
        return v;
    return (struct graph_value){.kind = GRAPH_WILD};
}

/* The caller's graph has the callee's frame on top. */
static struct graph *make_entry(struct shapes *s, struct graph *work, const bool *local,
                                const struct cutting *c, const struct graph_value *arguments,
                                uint32_t count)
{
    struct graph *e = graph_copy(&s->arena, work);
    struct graph_frame *below = new_nobody(s);
    memcpy(below->values, c->anchors, c->count * sizeof *c->anchors);
    for (uint32_t k = 0; k < count && k < GRAPH_NUMBERS; k++)
        if (arguments[k].kind == GRAPH_NUMBER)
            below->values[GRAPH_FIRST_NUMBER + k] = arguments[k];
    e->frame->caller = below;
    e->frame->depth = 2;
    e->frame->path = hash_pair(77, e->frame->function);
    e->lost = false;
    for (uint32_t id = 1; id < work->count; id++)
        if (e->objects[id] && !local[id])
            graph_remove(e, id);
    graph_change(&s->arena, e, outside, e);
    return keep_outer_locals(s, e) ? e : NULL;
}

/* --- entries --- */

static struct graph_memo *find_memo(struct shapes *s, uint32_t function, struct graph *e)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->memos.count; i++) {
        struct graph_memo *m = s->memos.data[i];
        if (m->function != function)
            continue;
        count++;
        if (shapes_entails(s, e, m->entry))
            return m;
    }
    for (size_t i = 0; i < s->memos.count; i++) {
        struct graph_memo *m = s->memos.data[i];
        struct embedding x;
        if (m->function != function)
            continue;
        bool shape = shapes_match(s, e, m->entry, &x);
        struct graph *weaker = shape ? shapes_weaken(s, e, m->entry, &x) : NULL;
        embedding_release(&x);
        if (!weaker || !shapes_entails(s, e, weaker) || !shapes_entails(s, m->entry, weaker))
            continue;
        m->entry = weaker;
        m->pending = true;
        return m;
    }
    if (count >= MOST_MEMOS)
        return NULL;
    struct graph_memo *m = ARENA_NEW(&s->arena, struct graph_memo);
    m->function = function;
    m->entry = e;
    m->pending = true;
    m->number = (uint32_t)s->memos.count;
    VECTOR_PUSH(&s->memos, m);
    return m;
}

struct graph *shapes_next_memo(struct shapes *s)
{
    for (size_t i = s->memos.count; i-- > 0;) {
        struct graph_memo *m = s->memos.data[i];
        if (!m->pending)
            continue;
        m->pending = false;
        struct graph *g = graph_copy(&s->arena, m->entry);
        g->frame->path = hash_pair(hash_pair(78, m->function), m->number);
        g->frame->caller->call = m->number;
        return g;
    }
    return NULL;
}

/* --- putting together --- */

struct gluing {
    struct shapes *s;
    const struct graph_waiter *w;
    const struct graph *exit;
    struct graph *out;
    uint32_t base;    /* ids of the exit are moved by it */
    struct map names; /* variables of the exit to new ones */
};

static void rename_variable(void *context, struct term v)
{
    struct gluing *x = context;
    if (map_has(&x->names, v.id))
        return;
    map_set(&x->names, v.id, term_fresh(x->s->terms, term_sort(x->s->terms, v), "v").id);
}

static struct term moved_term(struct gluing *x, struct term t)
{
    if (!term_is(t))
        return t;
    term_variables(x->s->terms, t, rename_variable, x);
    struct map map = {0};
    for (size_t i = 0; i < x->names.capacity; i++)
        if (x->names.slots[i].used)
            map_set(&map, x->names.slots[i].key, x->names.slots[i].value);
    t = term_substitute(x->s->terms, t, &map);
    map_release(&map);
    return t;
}

static struct graph_value moved_value(struct gluing *x, struct graph_value v)
{
    v.term = moved_term(x, v.term);
    if (graph_is_pointer(v))
        v.object += x->base;
    return v;
}

static void move_terms(struct gluing *x, struct graph_terms *t)
{
    struct graph_terms out = {0};
    for (uint32_t i = 0; i < t->count; i++)
        graph_terms_add(&x->s->arena, &out, moved_term(x, t->data[i]));
    *t = out;
}

/* The depth of the frame that a local of the callers belongs to. */
static uint32_t frame_of(const struct graph *before, uint64_t site)
{
    for (uint32_t id = 1; id < before->count; id++)
        if (before->objects[id] && before->objects[id]->storage == GRAPH_STACK &&
            before->objects[id]->site == site)
            return before->objects[id]->frame;
    return 0;
}

static void add_objects(struct gluing *x)
{
    struct graph_object none = {0};
    x->base = x->out->count - 1;
    for (uint32_t id = 1; id < x->exit->count; id++) {
        uint32_t to = graph_add(&x->s->arena, x->out,
                                x->exit->objects[id] ? x->exit->objects[id] : &none);
        if (!x->exit->objects[id]) {
            graph_remove(x->out, to);
            continue;
        }
        struct graph_object *o = graph_edit(&x->s->arena, x->out, to);
        if (o->owner)
            o->owner += x->base;
        o->size = moved_term(x, o->size);
        o->from = moved_term(x, o->from);
        o->there = moved_term(x, o->there);
        for (int k = 0; k < 2; k++)
            o->child[k] = moved_term(x, o->child[k]);
        for (uint32_t i = 0; i < o->field_count; i++)
            o->fields[i].value = moved_value(x, o->fields[i].value);
        o->after = moved_value(x, o->after);
        o->hang = moved_value(x, o->hang);
        o->before = moved_value(x, o->before);
        move_terms(x, &o->variables);
        move_terms(x, &o->facts);
        move_terms(x, &o->nexts);
        if (term_is(o->length))
            o->length = moved_term(x, o->length);
        for (int k = 0; k < GRAPH_ROWS; k++)
            move_terms(x, &o->rows[k]);
        if (o->storage == GRAPH_STACK && o->frame == GRAPH_OUTER)
            o->frame = frame_of(x->w->work, o->site);
    }
}

static struct graph_value anchored(void *context, uint32_t from, struct graph_value v)
{
    struct gluing *x = context;
    if (from > x->base || !graph_is_pointer(v) || v.object > x->base ||
        !x->w->local[v.object])
        return v;
    for (uint32_t i = 0; i < x->w->anchor_count; i++)
        if (graph_value_same(x->w->anchors[i], v))
            return moved_value(x, x->exit->frame->values[i]);
    return (struct graph_value){.kind = GRAPH_WILD}; /* cannot be: all were noted */
}

static void resume(struct shapes *s, const struct graph_waiter *w, const struct graph *exit)
{
    struct gluing x = {.s = s, .w = w, .exit = exit};
    uint32_t call = w->work->frame->call;
    x.out = graph_copy(&s->arena, w->work);
    x.out->frame = x.out->frame->caller;
    x.out->lost |= exit->lost;
    add_objects(&x);
    graph_change(&s->arena, x.out, anchored, &x);
    for (uint32_t id = 1; id <= x.base; id++)
        if (x.out->objects[id] && w->local[id])
            graph_remove(x.out, id);
    for (uint32_t i = 0; i < exit->facts.count; i++)
        shapes_assume(s, x.out, moved_term(&x, exit->facts.data[i]));
    for (uint32_t k = 0; k < GRAPH_NUMBERS; k++) {
        struct graph_value v = exit->frame->values[GRAPH_FIRST_NUMBER + k];
        if (v.kind == GRAPH_NUMBER)
            shapes_assume(s, x.out, term_eq(s->terms, moved_term(&x, v.term), w->numbers[k]));
    }
    struct graph_value results[GRAPH_RESULTS];
    for (uint32_t k = 0; k < GRAPH_RESULTS; k++)
        results[k] = moved_value(&x, exit->frame->values[GRAPH_FIRST_RESULT + k]);
    uint32_t count = s->program->functions.data[w->work->frame->function].result_count;
    shapes_give_results(x.out, call, results, count < GRAPH_RESULTS ? count : GRAPH_RESULTS);
    x.out->frame->position++;
    map_release(&x.names);
    VECTOR_PUSH(&s->stack, x.out);
}

/* --- calls and exits --- */

/* It may be missing, and that is to be known; of trees it may stay open. */
static bool is_optional(const struct graph_object *o)
{
    return o && !o->owner && !o->least && o->alive && o->kind != GRAPH_TREE;
}

static enum step_result give_up(struct shapes *s, struct graph *g, const char *why)
{
    shapes_give_up(s, g, why);
    return STEP_OVER;
}

/* The same without the links of nodes of trees to their parents. */
static const struct graph *without_parents(struct shapes *s, const struct graph *work)
{
    struct graph *g = graph_copy(&s->arena, (struct graph *)work);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->storage != GRAPH_HEAP || !o->alive)
            continue;
        const struct graph_link *link = graph_is_segment(o) ? &o->link : fold_layout(s, o);
        if (!link || !link->fork || link->prev < 0)
            continue;
        struct graph_object *e = graph_edit(&s->arena, g, id);
        e->before = (struct graph_value){.kind = GRAPH_WILD};
        object_drop_fields(e, (uint32_t)link->prev, s->width / 8);
    }
    return g;
}

static void see_static(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    bool *some = context;
    *some |= v.kind == GRAPH_STATIC;
}

/* What the callee can reach: by its arguments, and by globals that it, or what it calls, can
 * name. Numbers may tell of any. */
static void reach_local(struct shapes *s, const struct graph *work, uint32_t function,
                        bool *local)
{
    bool *globals = mentioned_globals(s->program, function), all = false;
    graph_each(work, see_static, &all);
    if (s->settings.apart)
        work = without_parents(s, work);
    for (bool more = true; more;) { /* globals lead to others by what they hold at first */
        more = false;
        graph_reach_from(work, all ? NULL : globals, work->frame->values,
                         work->frame->f->instructions.count, local);
        for (uint32_t id = 1; id < work->count && !all; id++)
            if (local[id] && work->objects[id] && work->objects[id]->storage == GRAPH_GLOBAL)
                more |= mention_global(s->program, work->objects[id]->index, globals);
    }
    free(globals);
}

enum step_result shapes_call_recursive(struct shapes *s, struct graph *g, uint32_t id,
                                       uint32_t function, const struct graph_value *arguments,
                                       uint32_t count)
{
    LAW(s->recursive[function]);
    LAW(id < g->frame->f->instructions.count);
    const struct function *f = &s->program->functions.data[function];
    if (g->exposed || f->result_count > GRAPH_RESULTS)
        return give_up(s, g, "recursion with addresses as numbers");
    for (uint32_t o = 1; o < g->count; o++)
        if (is_optional(g->objects[o]))
            return shapes_resolve_object(s, g, o) ? STEP_OVER : STEP_ON;
    struct graph_waiter w = {.work = graph_copy(&s->arena, g)};
    shapes_push_frame(s, w.work, function, id, arguments);
    shapes_tidy(s, w.work);
    w.local = ARENA_ARRAY(&s->arena, bool, w.work->count + 1);
    reach_local(s, w.work, function, w.local);
    struct cutting c = {.s = s, .local = w.local};
    find_anchors(&c, w.work);
    if (c.too_many)
        return give_up(s, g, "recursion with many pointers into what it changes");
    for (uint32_t k = 0; k < count && k < GRAPH_NUMBERS; k++)
        w.numbers[k] = arguments[k].term;
    w.anchors = ARENA_ARRAY(&s->arena, struct graph_value, c.count + 1);
    memcpy(w.anchors, c.anchors, c.count * sizeof *c.anchors);
    w.anchor_count = c.count;
    struct graph *e = make_entry(s, w.work, w.local, &c, arguments, count);
    if (!e)
        return give_up(s, g, "recursion with locals of several activations");
    e = shapes_fold(s, e);
    shapes_tidy(s, e);
    shapes_abstract(s, e);
    struct graph_memo *m = find_memo(s, function, e);
    if (!m)
        return give_up(s, g, "recursion with many kinds of memory");
    VECTOR_PUSH(&m->waiters, w);
    for (size_t i = 0; i < m->exits.count; i++)
        resume(s, &w, m->exits.data[i]);
    return STEP_OVER;
}

static void add_exit(struct shapes *s, struct graph_memo *m, struct graph *x)
{
    for (size_t i = 0; i < m->exits.count; i++)
        if (shapes_entails(s, x, m->exits.data[i]))
            return;
    size_t at = m->exits.count;
    for (size_t i = 0; i < m->exits.count && at == m->exits.count; i++) {
        struct embedding e;
        bool shape = shapes_match(s, x, m->exits.data[i], &e);
        struct graph *weaker = shape ? shapes_weaken(s, x, m->exits.data[i], &e) : NULL;
        embedding_release(&e);
        if (!weaker || !shapes_entails(s, x, weaker) ||
            !shapes_entails(s, m->exits.data[i], weaker))
            continue;
        x = weaker;
        at = i;
    }
    if (at == m->exits.count)
        VECTOR_PUSH(&m->exits, x);
    m->exits.data[at] = x;
    if (m->exits.count > MOST_EXITS)
        shapes_give_up(s, NULL, "recursion with many results");
    for (size_t i = 0; i < m->waiters.count; i++)
        resume(s, &m->waiters.data[i], x);
}

static void arrive_at_exit(struct shapes *s, struct graph_memo *m, struct graph *x)
{
    shapes_settle(s, x);
    shapes_tidy(s, x);
    for (uint32_t id = 1; id < x->count; id++) {
        if (!is_optional(x->objects[id]))
            continue;
        size_t first = s->stack.count;
        if (!shapes_resolve_object(s, x, id))
            break;
        struct graph *two[2] = {0};
        for (size_t k = first; k < s->stack.count; k++)
            two[k - first] = s->stack.data[k];
        s->stack.count = first;
        for (int k = 0; k < 2; k++)
            if (two[k])
                arrive_at_exit(s, m, two[k]);
        return;
    }
    x = shapes_fold(s, x);
    shapes_tidy(s, x);
    shapes_abstract(s, x);
    graph_check(x);
    add_exit(s, m, x);
}

enum step_result shapes_leave(struct shapes *s, struct graph *g,
                              const struct graph_value *results, uint32_t count)
{
    LAW(shapes_is_nobody(s, g->frame->caller));
    shapes_pop_frame(s, g);
    for (uint32_t k = 0; k < count && k < GRAPH_RESULTS; k++)
        g->frame->values[GRAPH_FIRST_RESULT + k] = results[k];
    if (g->exposed)
        return give_up(s, NULL, "recursion with addresses as numbers");
    arrive_at_exit(s, s->memos.data[g->frame->call], g);
    return STEP_OVER;
}
