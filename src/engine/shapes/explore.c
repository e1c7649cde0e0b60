/* Exploration: graphs run until they reach a loop head; there they are folded and covered by,
 * joined with, or added to the graphs that the head has. Closed when no head has a graph left
 * to be run. */
#include "engine/shapes/precision.h"

typedef VECTOR(struct graph *) graph_list;

enum { MANY_GRAPHS = 16, MOST_GRAPHS = 64, MOST_OBJECTS = 80 };

bool shapes_is_head(struct shapes *s, const struct graph_frame *fr, uint32_t block)
{
    LAW(block < fr->f->blocks.count);
    return facts_of(s->facts, fr->function)->child_of[block] != UINT32_MAX;
}

/* Each graph of a head is pending or is not. */
static bool head_holds(const struct graph_head *h)
{
    return h->graphs.count == h->pending.count;
}

static struct graph_head *head_of(struct shapes *s, const struct graph_frame *fr)
{
    for (size_t i = 0; i < s->heads.count; i++) {
        LAW(head_holds(s->heads.data[i]));
        struct graph_head *h = s->heads.data[i];
        if (h->path == fr->path && h->block == fr->block)
            return h;
    }
    LAW(shapes_is_head(s, fr, fr->block));
    struct graph_head *h = ARENA_NEW(&s->arena, struct graph_head);
    h->path = fr->path;
    h->function = fr->function;
    h->block = fr->block;
    VECTOR_PUSH(&s->heads, h);
    return h;
}

static uint64_t place_of(const struct graph_frame *fr)
{
    return (uint64_t)fr->function << 32 | fr->block;
}

static bool is_unsteady(const struct shapes *s, const struct graph_frame *fr)
{
    for (size_t i = 0; i < s->tree_layouts->unsteady.count; i++)
        if (s->tree_layouts->unsteady.data[i] == place_of(fr))
            return true;
    return false;
}

static void note_unsteady(struct shapes *s, const struct graph_frame *fr)
{
    if (is_unsteady(s, fr))
        return;
    VECTOR_PUSH(&s->tree_layouts->unsteady, place_of(fr));
    s->tree_layouts->changes++;
}

/* A loop over a text that is known is gone through without graphs, as long as they are known
 * wherever it begins. */
static bool passes_known(struct shapes *s, struct graph *g)
{
    if (is_unsteady(s, g->frame) || !shapes_scans_text(s, g))
        return false;
    struct graph_head *h = head_of(s, g->frame);
    if (h->arrivals)
        return false;
    return h->passed = h->known = true;
}

bool shapes_passes(struct shapes *s, struct graph *g)
{
    if (passes_known(s, g))
        return true;
    if (!(s->settings.lengths || s->settings.undivided) ||
        !(shapes_counts(s, g) || shapes_scans(s, g)))
        return false;
    s->counted = true;
    if (!s->settings.unroll || !shapes_is_short(s, g->frame))
        return false;
    struct graph_head *h = head_of(s, g->frame);
    if (h->arrivals)
        return false;
    h->passed = true;
    return true;
}

/* --- covering --- */

static bool is_covered(struct shapes *s, const struct graph_head *h, const struct graph *g)
{
    LAW(head_holds(h));
    for (size_t i = h->graphs.count; i-- > 0;)
        if (shapes_entails(s, g, h->graphs.data[i]))
            return true;
    return false;
}

/* What a new graph covers need not be run, nor be told. */
static void drop_covered(struct shapes *s, struct graph_head *h, size_t i)
{
    LAW(i < h->graphs.count);
    const struct graph *with = h->graphs.data[i];
    for (size_t k = h->graphs.count; k-- > 0;) {
        if (k == i || !shapes_entails(s, h->graphs.data[k], with))
            continue;
        size_t last = h->graphs.count - 1;
        LAW(i <= last);
        h->graphs.data[k] = h->graphs.data[last];
        h->pending.data[k] = h->pending.data[last];
        h->graphs.count = h->pending.count = last;
        if (i == last)
            i = k;
    }
}

static void replace(struct shapes *s, struct graph_head *h, size_t i, struct graph *with)
{
    LAW(i < h->graphs.count && head_holds(h));
    h->graphs.data[i] = with;
    h->pending.data[i] = true;
    s->statistics.joined++;
    drop_covered(s, h, i);
}

static uint32_t count_parts(const struct graph *g)
{
    uint32_t n = 0;
    for (uint32_t id = 1; id < g->count; id++)
        n += g->objects[id] && g->objects[id]->storage == GRAPH_INSIDE;
    return n;
}

static bool holds_numbers(const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_NUMBER)
            return false;
    return o->field_count > 0;
}

/* Parts of arrays that hold numbers of which something is known. */
static uint32_t count_known_parts(const struct graph *g)
{
    uint32_t n = 0;
    for (uint32_t id = 1; id < g->count; id++)
        n += g->objects[id] && g->objects[id]->storage == GRAPH_INSIDE &&
             holds_numbers(g->objects[id]);
    return n;
}

/* Weakens the numbers of a graph of the head so that the new one fits. Boundaries in arrays,
 * which tell how far a loop has come, are not given up for that. */
static bool is_joined(struct shapes *s, struct graph_head *h, const struct graph *g, bool any)
{
    uint32_t similar = 0;
    for (size_t i = 0; i < h->graphs.count; i++) {
        struct embedding e;
        bool shape = shapes_match(s, g, h->graphs.data[i], &e);
        shape = shape && g->truths == h->graphs.data[i]->truths;
        shape = shape && count_parts(g) <= count_parts(h->graphs.data[i]);
        shape = shape && count_known_parts(g) <= count_known_parts(h->graphs.data[i]);
        shape = shape && (!s->arrays || shapes_count_finished(s, g) <=
                                            shapes_count_finished(s, h->graphs.data[i]));
        if (shape && !any && ++similar < s->settings.separate)
            shape = false;
        struct graph *weaker = shape ? shapes_weaken(s, g, h->graphs.data[i], &e) : NULL;
        embedding_release(&e);
        if (!weaker)
            continue;
        if (!shapes_entails(s, g, weaker) || !shapes_entails(s, h->graphs.data[i], weaker))
            continue;
        replace(s, h, i, weaker);
        return true;
    }
    return false;
}

static bool is_widened(struct shapes *s, struct graph_head *h, struct graph *g)
{
    for (size_t i = 0; i < h->graphs.count; i++) {
        struct graph *wider = shapes_widen(s, g, h->graphs.data[i]);
        if (!wider)
            continue;
        replace(s, h, i, wider);
        return true;
    }
    return false;
}

/* With trees a new graph is often more general in shape than older ones: then it becomes so
 * in its numbers too. */
static struct graph *absorb(struct shapes *s, const struct graph_head *h, struct graph *g)
{
    for (size_t i = 0; i < h->graphs.count; i++) {
        struct embedding e;
        const struct graph *old = h->graphs.data[i];
        bool shape = shapes_match(s, old, g, &e);
        struct graph *weaker =
            shape && !embedding_holds(s, old, g, &e) ? shapes_weaken(s, old, g, &e) : NULL;
        embedding_release(&e);
        if (weaker && shapes_entails(s, g, weaker) && shapes_entails(s, old, weaker))
            g = weaker;
    }
    return g;
}

static uint32_t count_objects(const struct graph *g)
{
    uint32_t n = 0;
    for (uint32_t id = 1; id < g->count; id++)
        n += g->objects[id] && g->objects[id]->storage == GRAPH_HEAP;
    return n;
}

/* Optional objects at the top are split on before the graph is looked at, or if it is not
 * covered as it is. */
static bool split_optional(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->owner || o->least || !o->alive || o->kind == GRAPH_TREE)
            continue;
        size_t first = s->stack.count;
        shapes_resolve_object(s, g, id);
        LAW(s->stack.count <= first + 2); /* there, or not */
        struct graph *two[2] = {0};
        for (size_t k = first; k < s->stack.count; k++)
            two[k - first] = s->stack.data[k];
        s->stack.count = first;
        for (int k = 0; k < 2; k++)
            if (two[k])
                shapes_arrive(s, two[k]);
        return true;
    }
    return false;
}

static bool split_wrapped(struct shapes *s, struct graph *g)
{
    struct term split;
    if (s->settings.bare || !shapes_find_wrapped(s, g, &split))
        return false;
    LAW(sort_kind(s->terms, term_sort(s->terms, split)) == SORT_BOOL);
    struct graph *other = graph_copy(&s->arena, g);
    if (shapes_assume(s, g, split))
        shapes_arrive(s, g);
    if (shapes_assume(s, other, term_not(s->terms, split)))
        shapes_arrive(s, other);
    return true;
}

/* As are nodes where two lists meet. */
static bool split_cursor(struct shapes *s, struct graph *g)
{
    size_t first = s->stack.count;
    graph_list forms = {0};
    if (!shapes_unfold_cursor(s, g))
        return false;
    while (s->stack.count > first)
        VECTOR_PUSH(&forms, VECTOR_POP(&s->stack));
    for (size_t i = 0; i < forms.count; i++)
        shapes_arrive(s, forms.data[i]);
    VECTOR_RELEASE(&forms);
    return true;
}

static void arrive(struct shapes *s, struct graph *g);

/* With a precision: in the forms that it gives to the graph. */
static void arrive_as_tracked(struct shapes *s, struct graph *g)
{
    size_t first = s->stack.count;
    graph_list forms = {0};
    shapes_settle(s, g);
    shapes_tidy(s, g);
    precision_apply(s, g);
    while (s->stack.count > first)
        VECTOR_PUSH(&forms, VECTOR_POP(&s->stack));
    for (size_t i = 0; i < forms.count; i++)
        arrive(s, forms.data[i]);
    VECTOR_RELEASE(&forms);
}

void shapes_arrive(struct shapes *s, struct graph *g)
{
    if (s->precision)
        arrive_as_tracked(s, g);
    else
        arrive(s, g);
}

static void arrive(struct shapes *s, struct graph *g)
{
    LAW(g->frame && g->frame->block < g->frame->f->blocks.count);
    if (s->why[0])
        return;
    shapes_settle(s, g);
    shapes_tidy(s, g);
    shapes_look_for_arrays(s, g, false);
    shapes_look_for_growth(s, g);
    if (!s->settings.optional && split_optional(s, g))
        return;
    if (split_wrapped(s, g) || split_cursor(s, g))
        return;
    struct graph_head *h = head_of(s, g->frame);
    if (h->passed && h->known)
        note_unsteady(s, g->frame);
    if (h->passed) {
        shapes_give_up(s, g, "a loop that counts with constants at times only");
        return;
    }
    bool exact = (s->settings.unroll && shapes_counts(s, g)) || shapes_scans(s, g);
    shapes_drop_all_empty(s, g);
    if (!s->settings.bare)
        shapes_name_numbers(s, g);
    if ((h->arrivals++ || s->settings.single) && !exact)
        g = shapes_fold_cells(s, shapes_fold(s, g));
    shapes_tidy(s, g);
    shapes_abstract(s, g);
    graph_check(g);
    if (is_covered(s, h, g)) {
        s->statistics.covered++;
        return;
    }
    if (s->settings.optional && split_optional(s, g))
        return;
    if (!exact && is_joined(s, h, g, false))
        return;
    if (s->settings.optional && is_widened(s, h, g))
        return;
    if (h->graphs.count >= MOST_GRAPHS || count_objects(g) > MOST_OBJECTS) {
        s->crowded = true;
        shapes_look_for_arrays(s, g, true);
        shapes_look_for_mixed(s, g);
        shapes_give_up(s, g, "too many graphs");
        return;
    }
    if (s->settings.trees && s->settings.separate == 1)
        g = absorb(s, h, g);
    s->statistics.made++;
    s->many |= h->graphs.count >= MANY_GRAPHS;
    VECTOR_PUSH(&h->graphs, g);
    VECTOR_PUSH(&h->pending, true);
    LAW(head_holds(h));
    drop_covered(s, h, h->graphs.count - 1);
}

/* --- order --- */

/* A loop's own head waits for the loops inside it; otherwise the earlier block comes first.
 */
static int compare_blocks(struct shapes *s, uint32_t function, uint32_t a, uint32_t b)
{
    LAW(function < s->program->functions.count);
    const struct function_facts *facts = facts_of(s->facts, function);
    if (a == b)
        return 0;
    if (facts->child_of[a] != UINT32_MAX &&
        loop_contains(&facts->loops, facts->child_of[a], b))
        return 1;
    if (facts->child_of[b] != UINT32_MAX &&
        loop_contains(&facts->loops, facts->child_of[b], a))
        return -1;
    const uint32_t *number = shapes_function(s, function)->number;
    return number[a] < number[b] ? -1 : 1;
}

/* The frames' blocks are compared from the outermost frame on. */
static int compare_frames(struct shapes *s, const struct graph_frame *a,
                          const struct graph_frame *b)
{
    if (!a || !b)
        return 0;
    bool x = shapes_is_nobody(s, a), y = shapes_is_nobody(s, b);
    if (x || y)
        return x && y ? 0 : x ? -1 : 1;
    LAW(a->depth && b->depth);
    if (a->depth > b->depth) {
        int c = compare_frames(s, a->caller, b);
        return c ? c : -1;
    }
    if (a->depth < b->depth) {
        int c = compare_frames(s, a, b->caller);
        return c ? c : 1;
    }
    int c = compare_frames(s, a->caller, b->caller);
    if (c)
        return c;
    if (a->function != b->function)
        return 0;
    c = compare_blocks(s, a->function, a->block, b->block);
    if (c)
        return c;
    return a->position < b->position ? -1 : a->position > b->position;
}

/* The graph to run next: of the pending ones the first in this order. */
static struct graph *next_graph(struct shapes *s)
{
    struct graph *best = NULL;
    bool *mark = NULL;
    for (size_t i = 0; i < s->heads.count; i++) {
        struct graph_head *h = s->heads.data[i];
        for (size_t k = 0; k < h->graphs.count; k++) {
            if (!h->pending.data[k])
                continue;
            if (best && compare_frames(s, h->graphs.data[k]->frame, best->frame) >= 0)
                continue;
            best = h->graphs.data[k];
            mark = &h->pending.data[k];
        }
    }
    if (mark)
        *mark = false;
    return best;
}

static void run_stack(struct shapes *s)
{
    while (s->stack.count && !shapes_over(s)) {
        struct graph *g = VECTOR_POP(&s->stack);
        enum step_result r = STEP_ON;
        while (r != STEP_OVER && !shapes_over(s))
            r = shapes_step(s, g);
        if (r != STEP_OVER)
            VECTOR_PUSH(&s->stack, g); /* to go on later */
    }
}

static void bind_parameters(struct shapes *s, struct graph_value *arguments,
                            const struct function *f)
{
    for (uint32_t i = 0; i < f->param_count; i++) {
        arguments[i] = shapes_any(s, f->params[i]);
        if (f->params[i].kind == TYPE_POINTER)
            arguments[i] = (struct graph_value){.kind = GRAPH_WILD};
    }
}

static void start(struct shapes *s)
{
    LAW(!s->stack.count && !s->heads.count);
    const struct function *f = &s->program->functions.data[s->task->entry];
    if (!facts_of(s->facts, s->task->entry)->reducible) {
        shapes_give_up(s, NULL, "irreducible loop");
        return;
    }
    struct graph *g = graph_new(&s->arena);
    g->lost = !(s->task->violations &
                (VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP)));
    struct graph_value *arguments =
        ARENA_ARRAY(&s->arena, struct graph_value, f->param_count + 1);
    bind_parameters(s, arguments, f);
    if (f->param_count && f->params[0].kind == TYPE_INT)
        shapes_assume(s, g,
                      term_2(s->terms, TERM_BV_SGE, arguments[0].term,
                             term_bv(s->terms, f->params[0].width, 1)));
    shapes_begin_globals(s, g);
    shapes_push_frame(s, g, s->task->entry, 0, arguments);
    VECTOR_PUSH(&s->stack, g);
}

void shapes_explore(struct shapes *s)
{
    LAW(s->until > 0 || !s->task->seconds);
    LAW(!s->begun || !s->why[0]); /* one that gave up is over */
    s->paused = false;
    if (!s->begun)
        start(s);
    s->begun = true;
    run_stack(s);
    while (!shapes_over(s)) {
        struct graph *next = shapes_next_memo(s);
        if (!next && (next = next_graph(s)))
            next = graph_copy(&s->arena, next);
        if (!next)
            break;
        shapes_bound_lengths(s, next);
        VECTOR_PUSH(&s->stack, next);
        run_stack(s);
    }
}
