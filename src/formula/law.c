/* The laws of cut loops, checked in debug builds when a formula is ready. */
#include "formula/cut/cut.h"

static bool same_form(struct terms *ts, struct sym x, struct sym y)
{
    if (x.kind != y.kind)
        return false;
    if (x.kind == SYM_NONE)
        return true;
    if (term_sort(ts, x.a).id != term_sort(ts, y.a).id)
        return false;
    return x.kind != SYM_POINTER || term_sort(ts, x.b).id == term_sort(ts, y.b).id;
}

static bool is_condition(struct terms *ts, struct term t)
{
    return !term_is(t) || sort_kind(ts, term_sort(ts, t)) == SORT_BOOL;
}

/* A slot is the same part of the state at three moments; there may be no third one if no back
 * edge is taken. */
static bool slot_is_lawful(struct terms *ts, const struct memory *m, const struct slot *s,
                           bool goes_back)
{
    if (s->kind == SLOT_OBJECT)
        return true;
    if (!same_form(ts, s->pre, s->entry))
        return false;
    if (!same_form(ts, s->pre, s->post) && (goes_back || s->post.kind != SYM_NONE))
        return false;
    if (s->pre.kind == SYM_NONE)
        return true; /* of an object that this formula does not have */
    switch (s->kind) {
    case SLOT_PHI:
        return !s->array;
    case SLOT_CELL:
        return s->object_id < m->objects.count && s->bytes;
    case SLOT_ALIVE:
        return s->object_id < m->objects.count && is_condition(ts, s->pre.a);
    case SLOT_OBJECT:
        break;
    }
    return true;
}

static bool ghosts_are_lawful(struct terms *ts, const struct cut_loop *l)
{
    for (size_t i = 0; i < l->ghosts.count; i++) {
        const struct ghost_view *g = &l->ghosts.data[i];
        if (!is_condition(ts, g->pre) || !is_condition(ts, g->entry) ||
            !is_condition(ts, g->post))
            return false;
    }
    return true;
}

/* What the loop leaves alone: words and arrays, of objects that are there. */
static bool constants_are_lawful(const struct formula *f, const struct cut_loop *l)
{
    for (size_t i = 0; i < l->constants.count; i++) {
        const struct loop_constant *c = &l->constants.data[i];
        if (sort_kind(f->terms, term_sort(f->terms, c->value)) != SORT_BV)
            return false;
        if (c->instruction == UINT32_MAX &&
            (!c->bytes || c->object_id >= f->memory.objects.count))
            return false;
    }
    for (size_t i = 0; i < l->arrays.count; i++) {
        const struct loop_array *a = &l->arrays.data[i];
        if (sort_kind(f->terms, term_sort(f->terms, a->value)) != SORT_ARRAY)
            return false;
        if (!a->bytes || a->object_id >= f->memory.objects.count)
            return false;
    }
    return true;
}

static bool loop_is_lawful(const struct formula *f, const struct cut_model *m, size_t number)
{
    const struct cut_loop *l = &m->loops.data[number];
    bool goes_back = l->kind != CUT_AT_HEAD || !term_is_false(f->terms, l->back);
    if (l->function >= f->program->functions.count)
        return false;
    if (m->k == 1 && l->kind == CUT_AT_HEAD && l->inner > number)
        return false;
    if (!is_condition(f->terms, l->entered) || !is_condition(f->terms, l->arrived))
        return false;
    if (!is_condition(f->terms, l->back) || !ghosts_are_lawful(f->terms, l) ||
        !constants_are_lawful(f, l))
        return false;
    if (l->uses.count && l->kind != CUT_AT_RETURN)
        return false;
    for (size_t i = 0; i < l->slots.count; i++)
        if (!slot_is_lawful(f->terms, &f->memory, &l->slots.data[i], goes_back))
            return false;
    for (size_t i = 0; i < l->uses.count; i++)
        if (l->uses.data[i].values.count != l->slots.count)
            return false;
    return true;
}

bool cut_model_is_lawful(const struct formula *f, const struct cut_model *m)
{
    if (f->stopped || f->memory.restart || m->failed)
        return true; /* unfinished */
    if (m->k < 1 || m->ghosts.count > MOST_GHOSTS)
        return false;
    for (size_t i = 0; i < m->loops.count; i++)
        if (!loop_is_lawful(f, m, i))
            return false;
    return true;
}

static bool is_place(const struct formula *f, uint32_t function, uint32_t instruction)
{
    const struct program *p = f->program;
    return function < p->functions.count &&
           instruction < p->functions.data[function].instructions.count;
}

static bool claim_is_lawful(const struct formula *f, const struct claim *c)
{
    return is_condition(f->terms, c->bad) && is_place(f, c->function, c->instruction);
}

/* Inputs are of one value that a model can give. */
static bool event_is_lawful(const struct formula *f, const struct event *e)
{
    if (!is_condition(f->terms, e->when) || !is_place(f, e->function, e->instruction))
        return false;
    return e->kind != EVENT_INPUT || e->value.kind != SYM_NONE;
}

bool formula_is_lawful(const struct formula *f)
{
    for (size_t i = 0; i < f->claims.count; i++)
        if (!claim_is_lawful(f, &f->claims.data[i]))
            return false;
    for (size_t i = 0; i < f->cuts.count; i++)
        if (!is_condition(f->terms, f->cuts.data[i].when))
            return false;
    for (size_t i = 0; i < f->events.count; i++)
        if (!event_is_lawful(f, &f->events.data[i]))
            return false;
    return is_condition(f->terms, f->finished);
}
