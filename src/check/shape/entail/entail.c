/* Entailment in the checker of shapes: every state of memory of the given state is one of the
 * listed graph.
 *
 * Values are paired from the roots on; each wanted object gets a given one (a list: a run of
 * them), no given object stands for two, and every live heap object of the given state must
 * stand for something. What numbers must fulfil is collected, and asked at the end in one
 * question. */
#include "check/shape/entail/match.h"

#include <stdlib.h>

static bool all_there(struct matching *m, struct context *x)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->owner != x->segment || map_has(&x->objects, i))
            continue;
        bool tree = w->kind == SHAPE_TREE && w->least;
        if (w->kind == SHAPE_LIST ? !match_run_of(x, i) : w->kind == SHAPE_REGION || tree)
            return match_fails(m, "an object that is not there");
    }
    return true;
}

/* The object, or what has it, that stands for nothing and need not be there: that it is not
 * is to be shown. */
static uint32_t find_missing(const struct matching *m, uint32_t object)
{
    for (uint32_t i = object; i && !map_has(&m->claimed, i);
         i = heap_at(m->given, i)->owner) {
        const struct heap_object *g = heap_at(m->given, i);
        if (!g->owner && g->kind == SHAPE_MAYBE && term_is(g->when))
            return i;
    }
    return 0;
}

static bool all_covered(struct matching *m)
{
    if (m->wanted->lost)
        return true;
    if (m->given->lost)
        return match_fails(m, "memory that may be lost");
    for (uint32_t i = 1; i < m->given->objects.count; i++) {
        const struct heap_object *g = heap_at(m->given, i);
        if (!g->present || g->storage != SHAPE_HEAP || !g->alive || map_has(&m->claimed, i))
            continue;
        uint32_t missing = find_missing(m, i);
        if (!missing)
            return match_fails(m, "heap memory that the graph does not have");
        struct term no = term_bv(m->c->base.terms, 1, 0);
        VECTOR_PUSH(&m->goals,
                    term_eq(m->c->base.terms, heap_at(m->given, missing)->when, no));
    }
    return true;
}

/* Lists wait until what their ends lead to is known; what they hold may lead to others. */
static bool match_everything(struct matching *m, const struct shape_graph *g,
                             const term_list *numbers)
{
    struct context *top = match_context(m, NULL, 0, 0);
    if (!match_globals(m, top) || !match_roots(m, top, g, numbers))
        return false;
    if (!match_parts(m) || !match_lists(m, top) || !match_locals(m, top))
        return false;
    if (!match_parts(m) || !match_lists(m, top))
        return false;
    bool open = true;
    while (open) {
        open = false;
        for (size_t i = 0; i < m->contexts.count; i++)
            if (!match_pairs(m, m->contexts.data[i]))
                return false;
        for (size_t i = 0; i < m->contexts.count; i++)
            open |= m->contexts.data[i]->verified < m->contexts.data[i]->pairs.count;
    }
    for (size_t i = 0; i < m->contexts.count; i++)
        if (!all_there(m, m->contexts.data[i]))
            return false;
    return all_covered(m) && match_shown(m, top);
}

/* --- attempts --- */

struct attempt {
    const struct shape_graph *g;
    enum certificate_at at;
    heap_value_list *witnesses;
    bool guessed;
    size_t choices;
};

static bool attempt(struct heap_checker *c, struct heap_state *s, struct attempt *a,
                    size_t longest, size_t choice)
{
    const struct shape_graph *g = a->g;
    struct heap_state *wanted = calloc(1, sizeof *wanted);
    struct matching m = {.c = c,
                         .given = s,
                         .wanted = wanted,
                         .longest = longest,
                         .choice = choice,
                         .choices = 1,
                         .at = a->at};
    term_list numbers = {0};
    bool good = heap_read(c, g, wanted, &numbers);
    if (!good)
        match_fails(&m, "a graph that is not covered");
    for (size_t i = 0; good && i < numbers.count; i++)
        map_set(&m.owner_of, numbers.data[i].id, g->numbers.data[i].owner);
    good = good && match_everything(&m, g, &numbers);
    if (good && a->witnesses)
        match_witnesses(&m, g, &numbers, a->witnesses);
    if (good && c->ranking.wanted)
        match_measures(&m, g, &numbers);
    c->mismatch = m.why;
    a->guessed = m.guessed;
    a->choices = m.choices;
    matching_release(&m);
    VECTOR_RELEASE(&numbers);
    heap_free(wanted);
    return good;
}

/* Where it is open how far a list goes, because nothing else leads to what follows it, some
 * lengths are tried; and where it is open at which part a row has a boundary, some others. */
bool heap_entails(struct heap_checker *c, struct heap_state *s, const struct shape_graph *g,
                  enum certificate_at at, heap_value_list *witnesses)
{
    enum { MOST_TRIED = 4, MOST_CHOICES = 8 };
    struct attempt a = {g, at, witnesses, false, 1};
    if (attempt(c, s, &a, SIZE_MAX, 0))
        return true;
    size_t choices = a.choices < MOST_CHOICES ? a.choices : MOST_CHOICES;
    bool guessed = a.guessed;
    for (size_t longest = 1; guessed && longest <= MOST_TRIED; longest++)
        if (attempt(c, s, &a, longest, 0))
            return true;
    for (size_t choice = 1; choice < choices; choice++)
        if (attempt(c, s, &a, SIZE_MAX, choice))
            return true;
    return false;
}
