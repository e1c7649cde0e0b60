/* The checker of shapes from the outside: the program runs from its entry to the first blocks
 * that have graphs, and from each graph that something entails to the next ones; every state
 * that comes to such a block must entail one of its graphs. If no run meets a violation that
 * is claimed not to be there, or anything that is not followed, the claim holds by induction
 * over the blocks that an execution passes. */
#include "check/shape/shape_internal.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 4000000, MOST_WAITING = 20000, MOST_WAITING_OBJECTS = 500000 };

/* --- blocks with graphs --- */

static void copy_place(struct heap_frame *to, const struct heap_frame *from)
{
    *to = *from;
    memset(&to->values, 0, sizeof to->values);
    memset(&to->results, 0, sizeof to->results);
}

static bool same_place(const struct heap_cut *cut, const struct heap_state *s)
{
    if (cut->frames.count != s->frames.count)
        return false;
    for (size_t i = 0; i < s->frames.count; i++) {
        const struct heap_frame *a = &cut->frames.data[i], *b = &s->frames.data[i];
        if (a->function != b->function || a->path != b->path || a->block != b->block ||
            a->at != b->at)
            return false;
    }
    return true;
}

static size_t find_cut(const struct heap_checker *c, const struct heap_state *s)
{
    const struct heap_frame *f = heap_top(s);
    for (size_t i = 0; i < c->cuts.count; i++) {
        const struct certificate_loop *l = c->cuts.data[i].loop;
        if (l->path == f->path && l->function == f->function && l->header == f->block)
            return i;
    }
    return c->cuts.count;
}

/* A list or region that may not be there; 0: none. */
uint32_t heap_find_optional(const struct heap_state *s)
{
    for (uint32_t i = 1; i < s->objects.count; i++) {
        const struct heap_object *o = heap_at(s, i);
        if (o->present && !o->owner && o->kind != SHAPE_TREE && heap_may_be_empty(o))
            return i;
    }
    return 0;
}

/* Graphs are numbered over all blocks. */
static uint32_t graph_number(const struct heap_checker *c, size_t cut, size_t graph)
{
    size_t before = 0;
    for (size_t i = 0; i < cut; i++)
        before += c->cuts.data[i].loop->graphs.count;
    return (uint32_t)(before + graph);
}

/* Some graph of the block must hold; if none does, of what may be empty both cases are looked
 * at. Takes the state. */
static void arrive(struct heap_checker *c, struct heap_state *s, size_t number)
{
    LAW(number < c->cuts.count && heap_is_lawful(c, s));
    struct heap_cut *cut = &c->cuts.data[number];
    for (size_t i = 0; i < s->frames.count && !cut->reached; i++) {
        struct heap_frame f;
        copy_place(&f, &s->frames.data[i]);
        VECTOR_PUSH(&cut->frames, f);
    }
    cut->reached = true;
    if (!same_place(cut, s)) {
        heap_uncovered(c, s, "two call paths of one name");
        heap_free(s);
        return;
    }
    char why[160] = "";
    for (size_t i = 0; i < cut->loop->graphs.count && !heap_over(c); i++) {
        if (heap_entails(c, s, &cut->loop->graphs.data[i], CERTIFICATE_AT_HEAD, NULL)) {
            if (!cut->used[i])
                VECTOR_PUSH(&c->todo, ((struct heap_todo){number, i}));
            cut->used[i] = true;
            heap_rank_edge(c, graph_number(c, number, i));
            heap_free(s);
            return;
        }
        snprintf(why, sizeof why, "a state that is none of the graphs (%s)",
                 c->mismatch ? c->mismatch : "?");
    }
    uint32_t optional = heap_find_optional(s);
    s->arrived = true;
    if (heap_split_wrapped(c, s) || heap_split_cursor(c, s))
        return;
    if (optional) {
        heap_split_empty(c, s, optional);
        return;
    }
    heap_not_shown(c, s, why);
    heap_free(s);
}

/* --- runs --- */

/* A loop without graphs is unrolled: its states become larger and more, until memory ends. */
static bool is_too_much(struct heap_checker *c, const struct heap_state *s)
{
    return ++c->steps > MOST_STEPS || c->waiting.count > MOST_WAITING ||
           c->waiting.count * s->objects.count > MOST_WAITING_OBJECTS;
}

static void run(struct heap_checker *c, struct heap_state *s)
{
    LAW(heap_is_lawful(c, s));
    while (!heap_over(c)) {
        if (is_too_much(c, s)) {
            heap_uncovered(c, s, "a run that is too long");
            break;
        }
        if (s->arrived) {
            size_t cut = find_cut(c, s);
            s->arrived = false;
            if (cut < c->cuts.count) {
                arrive(c, s, cut);
                return;
            }
        }
        enum heap_step step = heap_execute(c, s);
        if (step == HEAP_DONE)
            return;
        if (step == HEAP_NEXT)
            heap_top(s)->at++;
    }
    heap_free(s);
}

static void run_waiting(struct heap_checker *c)
{
    while (c->waiting.count) {
        struct heap_state *s = VECTOR_POP(&c->waiting);
        if (c->why[0])
            heap_free(s);
        else
            run(c, s);
    }
}

void heap_add_frame(struct heap_state *s, struct heap_frame place)
{
    for (size_t i = 0; i < place.f->instructions.count; i++)
        VECTOR_PUSH(&place.values, (struct heap_value){.kind = HEAP_NONE});
    VECTOR_PUSH(&s->frames, place);
}

/* argc is a number from 1 on; what argv points to is not covered. */
static void start(struct heap_checker *c)
{
    struct heap_state *s = calloc(1, sizeof *s);
    const struct function *f = &c->base.program->functions.data[c->base.entry];
    struct heap_frame frame = {
        .function = c->base.entry, .f = f, .path = certificate_path(0, 0, c->base.entry)};
    s->fresh = true;
    s->arrived = true;
    VECTOR_PUSH(&s->objects, (struct heap_object){0});
    heap_add_frame(s, frame);
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX || in->type.kind == TYPE_POINTER)
            continue;
        struct heap_value v = heap_any(c, in->type);
        heap_set(s, (uint32_t)i, v);
        if (in->type.kind == TYPE_INT && in->extra == 0)
            heap_assume(c, s,
                        term_2(c->base.terms, TERM_BV_SGE, v.term,
                               term_bv(c->base.terms, in->type.width, 1)));
    }
    VECTOR_PUSH(&c->waiting, s);
}

/* A value of a root, if it fits the instruction. */
struct heap_value heap_fitting(struct heap_checker *c, struct heap_value v, struct type type)
{
    struct terms *ts = c->base.terms;
    if (v.kind != HEAP_NUMBER)
        return type.kind == TYPE_POINTER ? v : (struct heap_value){.kind = HEAP_UNKNOWN};
    struct sort s = type.kind == TYPE_FLOAT ? view_float_sort(&c->base.view, type.width)
                                            : sort_bv(ts, type.width ? type.width : 1);
    if (type.kind == TYPE_VOID || s.id != term_sort(ts, v.term).id)
        return (struct heap_value){.kind = HEAP_NONE};
    return v;
}

void heap_set_roots(struct heap_checker *c, const struct shape_graph *g,
                    const term_list *numbers, uint32_t depth, struct heap_frame *f)
{
    LAW(depth < HEAP_MOST_WITNESSES);
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        if (r->depth != depth || r->instruction >= f->values.count)
            continue;
        struct heap_value v = heap_read_value(c, &r->value, numbers);
        bool nobody = f->f == &c->nobody;
        f->values.data[r->instruction] =
            nobody ? v : heap_fitting(c, v, f->f->instructions.data[r->instruction].type);
    }
}

static void start_from(struct heap_checker *c, struct heap_todo todo)
{
    if (todo.cut == SIZE_MAX) {
        heap_start_entry(c, todo.graph);
        return;
    }
    const struct heap_cut *cut = &c->cuts.data[todo.cut];
    const struct shape_graph *g = &cut->loop->graphs.data[todo.graph];
    struct heap_state *s = calloc(1, sizeof *s);
    term_list numbers = {0};
    bool good = heap_read(c, g, s, &numbers);
    heap_bound_lengths(c, s);
    for (size_t i = 0; i < cut->frames.count; i++)
        heap_add_frame(s, cut->frames.data[i]);
    if (!good)
        heap_uncovered(c, s, "a part of a graph");
    for (uint32_t depth = 0; good && depth < s->frames.count; depth++)
        heap_set_roots(c, g, &numbers, depth, &s->frames.data[s->frames.count - 1 - depth]);
    if (good)
        heap_rank_source(c, g, graph_number(c, todo.cut, todo.graph), &numbers, s);
    VECTOR_RELEASE(&numbers);
    if (good)
        VECTOR_PUSH(&c->waiting, s);
    else
        heap_free(s);
}

static void run_all(struct heap_checker *c)
{
    start(c);
    run_waiting(c);
    while (c->todo.count && !c->why[0]) {
        start_from(c, VECTOR_POP(&c->todo));
        run_waiting(c);
    }
    if (!c->ranking.wanted || c->why[0] ||
        heap_edges_end(c->ranking.edges.data, c->ranking.edges.count))
        return;
    c->answer = CHECK_NOT_SHOWN;
    snprintf(c->why, sizeof c->why, "no measure falls on every way round");
}

/* --- the certificate --- */

static bool tell(struct check_result *r, const char *why)
{
    snprintf(r->why, sizeof r->why, "%s", why);
    return false;
}

static bool has_lengths(const struct certificate_loop *l)
{
    for (size_t i = 0; i < l->graphs.count; i++) {
        const struct shape_graph *g = &l->graphs.data[i];
        for (size_t k = 0; k < g->objects.count; k++)
            if (g->objects.data[k].length)
                return true;
    }
    return false;
}

/* False if there is nothing to check. Lengths are bounded (unfold.c), which a run without end
 * contradicts. */
static bool begin(const struct program *p, const struct certificate *certificate,
                  struct check_result *r)
{
    const char *why;
    *r = (struct check_result){.answer = CHECK_NOT_COVERED};
    uint32_t entry = certificate->entry;
    bool terminates = certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION);
    if (entry != UINT32_MAX && entry != p->entry)
        return tell(r, "shapes of a function alone");
    for (size_t i = 0; i < certificate->loops.count; i++) {
        const struct certificate_loop *l = &certificate->loops.data[i];
        if (terminates && l->at != CERTIFICATE_AT_HEAD)
            return tell(r, "termination of recursive functions");
        if (terminates && has_lengths(l))
            return tell(r, "termination with lengths of lists");
        for (size_t k = 0; k < l->graphs.count; k++)
            if (!shape_graph_fits(&l->graphs.data[k], p->pointer_width / 8, &why)) {
                r->answer = CHECK_INVALID;
                return tell(r, why);
            }
    }
    return true;
}

static void add_cuts(struct heap_checker *c)
{
    for (size_t i = 0; i < c->base.certificate->loops.count; i++) {
        const struct certificate_loop *l = &c->base.certificate->loops.data[i];
        if (!l->graphs.count || l->at != CERTIFICATE_AT_HEAD)
            continue;
        bool *used = calloc(l->graphs.count, sizeof *used);
        VECTOR_PUSH(&c->cuts, ((struct heap_cut){.loop = l, .used = used}));
    }
}

static void release(struct heap_checker *c)
{
    for (size_t i = 0; i < c->cuts.count; i++) {
        free(c->cuts.data[i].used);
        VECTOR_RELEASE(&c->cuts.data[i].frames);
    }
    VECTOR_RELEASE(&c->cuts);
    VECTOR_RELEASE(&c->entries);
    VECTOR_RELEASE(&c->todo);
    VECTOR_RELEASE(&c->ranking.edges);
    VECTOR_RELEASE(&c->waiting);
    map_release(&c->answers);
    map_release(&c->parsed);
    map_release(&c->names);
    map_release(&c->numbers);
    map_release(&c->strides);
    solver_free(c->solver);
    view_release(&c->base.view);
    plans_release(&c->base.plans);
    VECTOR_RELEASE(&c->base.duties);
    arena_release(&c->base.arena);
    terms_free(c->base.terms);
}

void shapes_check(const struct program *p, const struct certificate *certificate,
                  double seconds, struct check_result *r)
{
    struct heap_checker c = {.base = {.program = p,
                                      .certificate = certificate,
                                      .entry = p->entry,
                                      .until = cpu_now() + seconds}};
    if (!begin(p, certificate, r))
        return;
    arena_init(&c.base.arena);
    c.base.terms = terms_new();
    view_init(&c.base.view, c.base.terms, p, &c.base.plans);
    c.solver = solver_new(c.base.terms, "cadical");
    solver_keep_plain(c.solver);
    c.ranking.wanted = certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION);
    heap_note_strides(&c);
    add_cuts(&c);
    const char *why = NULL;
    if (heap_add_entries(&c, &why)) {
        run_all(&c);
        r->answer = c.why[0] ? c.answer : CHECK_CONFIRMED;
        snprintf(r->why, sizeof r->why, "%s", c.why);
    } else {
        r->answer = CHECK_INVALID;
        tell(r, why);
    }
    release(&c);
}
