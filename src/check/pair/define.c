/* Facts that say what a variable is are put in for it: most of what is to be shown is then
 * the same term on both sides. */
#include "check/pair/pair_internal.h"

#include "base/failure.h"

#include <string.h>

struct occurrence {
    struct term variable;
    bool found;
};

static void look(void *context, struct term v)
{
    struct occurrence *o = context;
    o->found = o->found || term_same(o->variable, v);
}

static bool occurs(const struct terms *ts, struct term variable, struct term in)
{
    struct occurrence o = {variable, false};
    term_variables(ts, in, look, &o);
    return o.found;
}

static bool may_be_defined(const struct terms *ts, struct term t)
{
    if (term_op(ts, t) != TERM_VAR)
        return false;
    const char *name = term_name(ts, t);
    return !strncmp(name, "old.", 4) || !strncmp(name, "new.", 4);
}

static struct term put_in(struct terms *ts, struct term t, const struct map *defined)
{
    struct map memo = {0};
    for (size_t i = 0; i < defined->capacity; i++)
        if (defined->slots[i].used)
            map_set(&memo, defined->slots[i].key, defined->slots[i].value);
    struct term r = term_substitute(ts, t, &memo);
    map_release(&memo);
    return r;
}

struct resolution {
    const struct map *defined;
    bool good;
};

static void look_for_defined(void *context, struct term v)
{
    struct resolution *r = context;
    uint64_t known;
    r->good = r->good && !map_get(r->defined, v.id, &known);
}

/* No definition speaks of a variable that is defined. */
static bool all_resolved(const struct terms *ts, const struct map *defined)
{
    struct resolution r = {defined, true};
    for (size_t i = 0; i < defined->capacity; i++)
        if (defined->slots[i].used)
            term_variables(ts, (struct term){(uint32_t)defined->slots[i].value},
                           look_for_defined, &r);
    return r.good;
}

/* X is T from now on: in earlier definitions, too, so that none speaks of a variable that is
 * defined. */
static void define(struct terms *ts, struct map *defined, struct term x, struct term t)
{
    LAW(term_sort(ts, x).id == term_sort(ts, t).id);
    struct map one = {0};
    map_set(&one, x.id, t.id);
    for (size_t i = 0; i < defined->capacity; i++) {
        struct map_slot *slot = &defined->slots[i];
        if (slot->used)
            slot->value = put_in(ts, (struct term){(uint32_t)slot->value}, &one).id;
    }
    map_release(&one);
    map_set(defined, x.id, t.id);
}

static bool define_by(struct terms *ts, struct map *defined, struct term x, struct term t)
{
    uint64_t known;
    if (!may_be_defined(ts, x) || map_get(defined, x.id, &known))
        return false;
    t = put_in(ts, t, defined);
    if (occurs(ts, x, t))
        return false;
    define(ts, defined, x, t);
    return true;
}

void pair_known_find(struct terms *ts, const pair_terms *facts, struct pair_known *out)
{
    pair_terms others = {0};
    *out = (struct pair_known){0};
    for (size_t i = 0; i < facts->count; i++) {
        struct term t = facts->data[i];
        bool equation = term_op(ts, t) == TERM_EQ;
        if (equation && define_by(ts, &out->defined, term_arg(ts, t, 0), term_arg(ts, t, 1)))
            continue;
        if (equation && define_by(ts, &out->defined, term_arg(ts, t, 1), term_arg(ts, t, 0)))
            continue;
        VECTOR_PUSH(&others, t);
    }
    LAW(all_resolved(ts, &out->defined));
    for (size_t i = 0; i < others.count; i++) {
        struct term t = put_in(ts, others.data[i], &out->defined);
        if (!term_is_true(ts, t))
            VECTOR_PUSH(&out->rest, t);
    }
    VECTOR_RELEASE(&others);
}

void pair_known_release(struct pair_known *k)
{
    map_release(&k->defined);
    VECTOR_RELEASE(&k->rest);
}
