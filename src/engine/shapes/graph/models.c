/* Models that were found last. Questions have the same names, and those about one head are
 * alike: a model of an earlier one is often a model of this one, and finding that out takes a
 * fraction of the time of a new one. */
#include "engine/shapes/graph/question.h"

enum { MOST_MODELS = 48 };

/* A name that the model does not know has any value. */
static struct term value_in(void *context, struct term variable)
{
    const struct model_use *m = context;
    struct terms *ts = m->s->terms;
    uint64_t value;
    if (map_get(m->model, variable.id, &value))
        return (struct term){(uint32_t)value};
    if (sort_kind(ts, term_sort(ts, variable)) == SORT_BV)
        return term_bv(ts, term_width(ts, variable), 0);
    return term_bool(ts, false);
}

static bool word_in(void *context, struct term variable, uint64_t *out)
{
    const struct model_use *m = context;
    struct terms *ts = m->s->terms;
    uint64_t value;
    *out = 0;
    if (!map_get(m->model, variable.id, &value))
        return true;
    struct term t = {(uint32_t)value};
    *out = term_is_true(ts, t);
    return term_is_true(ts, t) || term_is_false(ts, t) || term_const_u64(ts, t, out);
}

/* One model is in use at a time. */
bool model_holds(struct model_use *m, struct term t)
{
    struct terms *ts = m->s->terms;
    uint64_t word;
    if (term_word(ts, t, &m->s->questions->words, word_in, m, &word))
        return word;
    return term_is_true(ts, term_evaluate_memo(ts, t, &m->memo, value_in, m));
}

/* Only numbers and truths can be made up. */
static bool is_complete(const struct naming *n, const struct map *model)
{
    struct terms *ts = n->s->terms;
    for (size_t i = 0; i < n->names.capacity; i++) {
        const struct map_slot *x = &n->names.slots[i];
        struct term name = {(uint32_t)x->value};
        if (!x->used || term_op(ts, name) != TERM_VAR || map_has(model, name.id))
            continue;
        enum sort_kind kind = sort_kind(ts, term_sort(ts, name));
        if (kind != SORT_BV && kind != SORT_BOOL)
            return false;
    }
    return true;
}

bool model_begin(struct model_use *m, const struct naming *n, size_t i,
                 const struct term *facts, size_t count)
{
    LAW(i < n->s->questions->models.count);
    *m = (struct model_use){.s = n->s, .model = &n->s->questions->models.data[i]};
    term_words_begin(&n->s->questions->words);
    if (n->other && !is_complete(n, m->model))
        return false;
    for (size_t k = 0; k < count; k++)
        if (!model_holds(m, facts[k]))
            return false;
    return true;
}

void model_end(struct model_use *m)
{
    map_release(&m->memo);
}

static size_t make_room(struct graph_questions *q)
{
    if (q->models.count < MOST_MODELS) {
        VECTOR_PUSH(&q->models, (struct map){0});
        return q->models.count - 1;
    }
    q->next_model = (q->next_model + 1) % MOST_MODELS;
    map_clear(&q->models.data[q->next_model]);
    return q->next_model;
}

size_t model_note(const struct naming *n)
{
    struct graph_questions *q = n->s->questions;
    size_t at = make_room(q);
    for (size_t i = 0; i < n->names.capacity; i++) {
        const struct map_slot *x = &n->names.slots[i];
        struct term name = {(uint32_t)x->value};
        if (x->used && term_op(q->terms, name) == TERM_VAR)
            map_set(&q->models.data[at], name.id, solver_value(q->solver, name).id);
    }
    return at;
}
