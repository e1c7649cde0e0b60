#include "engine/shapes/precision.h"

/* --- ways --- */

/* The step of that number on the way that is to be followed. */
static const struct graph_way *expected(const struct shapes *s, uint32_t number)
{
    const struct graph_way *w = s->follow;
    while (w && w->steps > number)
        w = w->before;
    return w && w->steps == number ? w : NULL;
}

bool precision_step(struct shapes *s, struct graph *g)
{
    LAW(s->precision && g->frame->block < g->frame->f->blocks.count);
    const struct graph_frame *fr = g->frame;
    struct graph_way *w = ARENA_NEW(&s->arena, struct graph_way);
    *w = (struct graph_way){.before = g->way,
                            .steps = g->way ? g->way->steps + 1 : 1,
                            .path = fr->path,
                            .function = fr->function,
                            .block = fr->block,
                            .head = shapes_is_head(s, fr, fr->block)};
    g->way = w;
    LAW(w->steps > (w->before ? w->before->steps : 0));
    if (!s->follow)
        return true;
    const struct graph_way *wanted = expected(s, w->steps);
    return wanted && wanted->path == w->path && wanted->block == w->block;
}

/* --- predicates --- */

struct precision_head *precision_head(struct graph_precision *p, uint64_t path,
                                      uint32_t function, uint32_t block)
{
    LAW(p->all.count <= PRECISION_MOST);
    for (size_t i = 0; i < p->heads.count; i++)
        if (p->heads.data[i].path == path && p->heads.data[i].block == block)
            return &p->heads.data[i];
    VECTOR_PUSH(&p->heads, (struct precision_head){path, function, block, 0});
    return &VECTOR_LAST(&p->heads);
}

static struct term holds(struct shapes *s, const struct graph_predicate *p, struct term x)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, x)) == SORT_BV &&
        term_width(s->terms, x) <= 64);
    struct term c = term_bv_signed(s->terms, term_width(s->terms, x), p->constant);
    switch (p->compare) {
    case COMPARE_EQ:
        return term_eq(s->terms, x, c);
    case COMPARE_NE:
        return term_ne(s->terms, x, c);
    case COMPARE_ULT:
        return term_2(s->terms, TERM_BV_ULT, x, c);
    case COMPARE_ULE:
        return term_2(s->terms, TERM_BV_ULE, x, c);
    case COMPARE_UGT:
        return term_2(s->terms, TERM_BV_UGT, x, c);
    case COMPARE_UGE:
        return term_2(s->terms, TERM_BV_UGE, x, c);
    case COMPARE_SLT:
        return term_2(s->terms, TERM_BV_SLT, x, c);
    case COMPARE_SLE:
        return term_2(s->terms, TERM_BV_SLE, x, c);
    case COMPARE_SGT:
        return term_2(s->terms, TERM_BV_SGT, x, c);
    case COMPARE_SGE:
        return term_2(s->terms, TERM_BV_SGE, x, c);
    }
    BUG("no such comparison: %d", (int)p->compare);
}

static bool is_word(const struct shapes *s, struct graph_value v)
{
    if (v.kind != GRAPH_NUMBER)
        return false;
    struct sort sort = term_sort(s->terms, v.term);
    return sort_kind(s->terms, sort) == SORT_BV && sort_width(s->terms, sort) <= 64;
}

static bool is_of_field(const struct graph_predicate *p, const struct graph_field *f)
{
    return p->kind == PREDICATE_FIELD && p->at == f->at && p->bytes == f->bytes;
}

static bool is_of_root(const struct graph_predicate *p, const struct graph_frame *fr,
                       uint32_t instruction)
{
    return p->kind == PREDICATE_ROOT && p->function == fr->function &&
           p->instruction == instruction;
}

/* --- forgetting --- */

/* A number of which is known what some predicates say of the old one. */
struct keeping {
    struct shapes *s;
    struct graph *graph;
    struct term old, made;
    bool constant; /* the old one is kept: a predicate says what it is */
};

static void keep_truth(struct keeping *k, const struct graph_predicate *p)
{
    struct shapes *s = k->s;
    struct term before = holds(s, p, k->old), after = holds(s, p, k->made);
    bool yes = shapes_prove(s, k->graph, before),
         no = !yes && shapes_prove(s, k->graph, term_not(s->terms, before));
    bool equal = (p->compare == COMPARE_EQ && yes) || (p->compare == COMPARE_NE && no);
    k->constant |= equal && term_is_const(s->terms, k->old);
    if (yes)
        graph_assume(&s->arena, k->graph, after);
    if (no)
        graph_assume(&s->arena, k->graph, term_not(s->terms, after));
}

static struct term new_number(struct keeping *k)
{
    return k->constant ? k->old : k->made;
}

static struct keeping begin_keeping(struct shapes *s, struct graph *g, struct term old)
{
    LAW(is_word(s, graph_number(old)));
    return (struct keeping){s, g, old, term_fresh(s->terms, term_sort(s->terms, old), "v"),
                            false};
}

static void forget_root(struct shapes *s, struct graph *g, struct graph_frame *fr,
                        uint32_t instruction, uint64_t tracked)
{
    LAW(instruction < fr->f->instructions.count);
    struct graph_value *v = &fr->values[instruction];
    if (!is_word(s, *v))
        return;
    struct keeping k = begin_keeping(s, g, v->term);
    for (size_t i = 0; i < s->precision->all.count; i++)
        if ((tracked >> i & 1) && is_of_root(&s->precision->all.data[i], fr, instruction))
            keep_truth(&k, &s->precision->all.data[i]);
    v->term = new_number(&k);
}

/* Of elements of lists nothing is made anew: what is known of them came from nodes of which
 * only that was known. */
static bool forget_field(struct shapes *s, struct graph *g, struct graph_object *o,
                         struct graph_field *f, uint64_t tracked)
{
    LAW(is_word(s, f->value));
    struct keeping k = begin_keeping(s, g, f->value.term);
    bool any = false;
    for (size_t i = 0; i < s->precision->all.count; i++) {
        const struct graph_predicate *p = &s->precision->all.data[i];
        if (!(tracked >> i & 1) || !is_of_field(p, f))
            continue;
        if (o->kind == GRAPH_REGION)
            keep_truth(&k, p);
        any = true;
    }
    if (any && o->kind == GRAPH_REGION)
        f->value.term = new_number(&k);
    return any;
}

static void forget_fields(struct shapes *s, struct graph *g, uint32_t id, uint64_t tracked)
{
    if (g->objects[id]->storage != GRAPH_HEAP || g->objects[id]->background != GRAPH_UNKNOWN)
        return;
    struct graph_object *o = graph_edit(&s->arena, g, id);
    for (uint32_t i = 0; i < o->field_count;) {
        struct graph_field f = o->fields[i];
        bool kept = !is_word(s, f.value) || forget_field(s, g, o, &o->fields[i], tracked);
        if (kept)
            i++;
        else
            object_drop_fields(o, f.at, f.bytes);
    }
}

static void forget(struct shapes *s, struct graph *g, uint64_t tracked)
{
    for (struct graph_frame *fr = g->frame; fr; fr = fr->caller)
        for (uint32_t i = 0; i < fr->f->instructions.count; i++)
            forget_root(s, g, fr, i, fr == g->frame ? tracked : 0);
    for (uint32_t id = 1; id < g->count; id++)
        if (g->objects[id] && g->objects[id]->alive)
            forget_fields(s, g, id, tracked);
}

/* --- graphs apart by roots --- */

static uint64_t truths_of(struct shapes *s, const struct graph *g, uint64_t tracked)
{
    uint64_t out = 0;
    for (size_t i = 0; i < s->precision->all.count; i++) {
        const struct graph_predicate *p = &s->precision->all.data[i];
        const struct graph_frame *fr = g->frame;
        if (!(tracked >> i & 1) || p->kind != PREDICATE_ROOT || p->function != fr->function)
            continue;
        LAW(p->instruction < g->frame->f->instructions.count);
        if (!is_word(s, fr->values[p->instruction]))
            continue;
        bool yes = shapes_prove(s, g, holds(s, p, fr->values[p->instruction].term));
        out |= (uint64_t)yes << i;
    }
    LAW(!(out & ~tracked));
    return out;
}

typedef VECTOR(struct graph *) graph_list;

static void split_on(struct shapes *s, graph_list *all, struct term condition, size_t at)
{
    LAW(at < all->count && sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    struct graph *g = all->data[at];
    struct term otherwise = term_not(s->terms, condition);
    if (!shapes_possible(s, g, condition) || !shapes_possible(s, g, otherwise))
        return;
    struct graph *other = graph_copy(&s->arena, g);
    shapes_assume(s, other, otherwise);
    shapes_assume(s, g, condition);
    VECTOR_PUSH(all, other);
}

static void split_on_root(struct shapes *s, graph_list *all, const struct graph_predicate *p)
{
    LAW(p->kind == PREDICATE_ROOT);
    for (size_t i = 0, count = all->count; i < count; i++) {
        const struct graph_frame *fr = all->data[i]->frame;
        if (p->function != fr->function || !is_word(s, fr->values[p->instruction]))
            continue;
        split_on(s, all, holds(s, p, fr->values[p->instruction].term), i);
    }
}

void precision_apply(struct shapes *s, struct graph *g)
{
    LAW(shapes_is_head(s, g->frame, g->frame->block));
    const struct graph_frame *fr = g->frame;
    struct graph_precision *p = s->precision;
    uint64_t tracked =
        precision_head(p, fr->path, fr->function, fr->block)->tracked | p->everywhere;
    graph_list all = {0};
    VECTOR_PUSH(&all, g);
    for (size_t i = 0; i < p->all.count; i++)
        if ((tracked >> i & 1) && p->all.data[i].kind == PREDICATE_ROOT)
            split_on_root(s, &all, &p->all.data[i]);
    for (size_t i = 0; i < all.count; i++) {
        forget(s, all.data[i], tracked);
        all.data[i]->truths = truths_of(s, all.data[i], tracked);
        VECTOR_PUSH(&s->stack, all.data[i]);
    }
    VECTOR_RELEASE(&all);
}
