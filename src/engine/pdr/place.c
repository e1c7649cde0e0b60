/* Places: heads of cut loops, what a step to them passes, and states of models. */
#include "engine/pdr/pdr_internal.h"

#include <stdio.h>
#include <stdlib.h>

/* The value after a step that arrives from outside or over a back edge, as `back` says. */
static void map_variable(struct pdr *p, struct head *place, const struct variable_view *v,
                         struct term back)
{
    LAW(term_sort(p->terms, v->pre).id == term_sort(p->terms, v->post).id);
    LAW(term_sort(p->terms, v->pre).id == term_sort(p->terms, v->entry).id);
    if (v->slot == UINT32_MAX)
        return; /* it stays what it is */
    map_set(&place->to_next, v->pre.id, term_ite(p->terms, back, v->post, v->entry).id);
    map_set(&place->to_entry, v->pre.id, v->entry.id);
    map_set(&place->to_post, v->pre.id, v->post.id);
}

static void add_place(struct pdr *p, uint32_t loop)
{
    LAW(loop < p->model->loops.count);
    const struct cut_loop *l = &p->model->loops.data[loop];
    struct head place = {.loop = loop};
    struct term back = term_fresh(p->terms, sort_bool(p->terms), "pdr.back");
    place.step = term_ite(p->terms, back, l->back, l->arrived);
    domain_variables(p->terms, l, &place.variables);
    for (size_t i = 0; i < place.variables.count; i++)
        map_variable(p, &place, &place.variables.data[i], back);
    VECTOR_PUSH(&p->places, place);
}

struct heads {
    const struct pdr *pdr;
    bool *passed; /* by place */
};

static void see_variable(void *context, struct term variable)
{
    struct heads *h = context;
    for (size_t i = 0; i < h->pdr->places.count; i++) {
        const struct cut_loop *l = &h->pdr->model->loops.data[h->pdr->places.data[i].loop];
        h->passed[i] |= term_same(l->select, variable);
    }
}

static void find_passed(const struct pdr *p, struct term t, bool *passed)
{
    struct heads h = {p, passed};
    term_variables(p->terms, t, see_variable, &h);
}

/* How many heads come before it. */
static size_t depth_of(const struct pdr *p, uint32_t place)
{
    bool *passed = calloc(p->places.count + 1, sizeof *passed);
    size_t depth = 0;
    find_passed(p, p->model->loops.data[p->places.data[place].loop].arrived, passed);
    for (size_t i = 0; i < p->places.count; i++)
        depth += passed[i];
    free(passed);
    return depth;
}

void places_before(const struct pdr *p, struct term t, place_list *out)
{
    bool *passed = calloc(p->places.count + 1, sizeof *passed);
    find_passed(p, t, passed);
    VECTOR_CLEAR(out);
    for (uint32_t i = 0; i < p->places.count; i++) {
        if (!passed[i])
            continue;
        VECTOR_PUSH(out, i);
        for (size_t k = out->count - 1; k && depth_of(p, out->data[k - 1]) < depth_of(p, i);
             k--) {
            out->data[k] = out->data[k - 1];
            out->data[k - 1] = i;
        }
    }
    free(passed);
}

void places_find(struct pdr *p)
{
    LAW(!p->places.count);
    for (uint32_t i = 0; i < p->model->loops.count; i++)
        if (p->model->loops.data[i].kind == CUT_AT_HEAD)
            add_place(p, i);
    for (size_t i = 0; i < p->places.count; i++) {
        place_list before = {0};
        places_before(p, p->places.data[i].step, &before);
        for (size_t k = 0; k < before.count; k++)
            VECTOR_PUSH(&p->places.data[i].before, before.data[k]);
        VECTOR_RELEASE(&before);
    }
}

void places_release(struct pdr *p)
{
    for (size_t i = 0; i < p->places.count; i++) {
        struct head *place = &p->places.data[i];
        VECTOR_RELEASE(&place->variables);
        VECTOR_RELEASE(&place->predicates);
        VECTOR_RELEASE(&place->before);
        map_release(&place->to_next);
        map_release(&place->to_entry);
        map_release(&place->to_post);
        map_release(&place->known);
    }
    VECTOR_RELEASE(&p->places);
}

struct literal place_literal(struct pdr *p, uint32_t place, struct term head, enum rank rank)
{
    LAW(sort_kind(p->terms, term_sort(p->terms, head)) == SORT_BOOL);
    LAW(place < p->places.count);
    return (struct literal){
        .rank = rank,
        .head = head,
        .next = term_substitute(p->terms, head, &p->places.data[place].to_next)};
}

void state_read(struct pdr *p, uint32_t place, struct state *out)
{
    LAW(place < p->places.count);
    const struct head *at = &p->places.data[place];
    *out = (struct state){.place = place};
    for (size_t i = 0; i < at->variables.count; i++) {
        struct term x = at->variables.data[i].pre;
        map_set(&out->values, x.id, solver_value(p->solver, x).id);
    }
}

void states_release(states *s)
{
    for (size_t i = 0; i < s->count; i++)
        map_release(&s->data[i].values);
    VECTOR_RELEASE(s);
}
