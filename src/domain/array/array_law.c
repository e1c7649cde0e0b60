/* The law of rows about all elements, checked in debug builds. */
#include "domain/array/array.h"

#include "base/text.h"

struct looking {
    struct terms *terms;
    const struct forall *forall;
    bool good;
};

static bool names_array(const struct looking *k, struct term call)
{
    const char *name = term_name(k->terms, call);
    if (!text_starts(name, "forall!a"))
        return true; /* a sum over elements */
    for (uint32_t i = 0; i < k->forall->array_count; i++)
        if (text_same(k->forall->arrays[i].function, name))
            return true;
    return false;
}

static bool names_scalar(const struct looking *k, struct term variable)
{
    if (term_same(variable, k->forall->index))
        return true;
    for (uint32_t i = 0; i < k->forall->scalar_count; i++)
        if (term_same(k->forall->scalars[i].stands, variable))
            return true;
    return false;
}

/* What is neither the index nor listed could not be written down: the fact would be about
 * something else. */
static void look(void *context, struct term t)
{
    struct looking *k = context;
    bool call = term_op(k->terms, t) == TERM_CALL;
    k->good &= call ? names_array(k, t) : names_scalar(k, t);
}

static bool is_condition(struct terms *ts, struct term t)
{
    return term_is(t) && sort_kind(ts, term_sort(ts, t)) == SORT_BOOL;
}

static bool arrays_are_lawful(const struct forall *f)
{
    for (uint32_t i = 0; i < f->array_count; i++) {
        const struct row_array *a = &f->arrays[i];
        if (!a->bytes || !a->stride || a->at + a->bytes > a->stride)
            return false;
    }
    return true; /* a body of numbers alone speaks of no array */
}

bool forall_is_lawful(struct terms *ts, const struct forall *f, struct sort sort)
{
    struct looking k = {ts, f, true};
    if (!arrays_are_lawful(f) || !is_condition(ts, f->segment))
        return false;
    if (term_width(ts, f->index) != 64 || term_sort(ts, f->body).id != sort.id)
        return false;
    term_variables(ts, f->segment, look, &k);
    term_variables(ts, f->body, look, &k);
    for (uint32_t i = 0; i < f->instances; i++) {
        k.good &= is_condition(ts, f->guard[i]);
        k.good &= term_is(f->value[i]) && term_sort(ts, f->value[i]).id == sort.id;
    }
    return k.good;
}
