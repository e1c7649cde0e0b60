/* Lemmas on demand: reads and calls. A read is followed down the writes, choices and defining
 * equalities of its array to the place that fixes its value in the model; if the value is
 * another, the lemma says "under the conditions met on the way, the read equals what was
 * found". After Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays"
 * (2009), with the conditions collected as terms. */
#include "solver/lemmas.h"

#include "base/failure.h"

void lemmas_init(struct lemmas *l, struct terms *terms)
{
    *l = (struct lemmas){.terms = terms, .blaster = blaster_of(terms)};
}

void lemmas_release(struct lemmas *l)
{
    map_release(&l->seen);
    VECTOR_RELEASE(&l->reads);
    VECTOR_RELEASE(&l->calls);
    VECTOR_RELEASE(&l->equalities);
    VECTOR_RELEASE(&l->arrays);
    VECTOR_RELEASE(&l->stores);
    map_release(&l->entries);
    VECTOR_RELEASE(&l->entry_list);
    map_release(&l->definitions);
    map_release(&l->array_values);
    map_release(&l->call_values);
    VECTOR_RELEASE(&l->clause);
}

/* --- watching --- */

static bool is_array(const struct terms *terms, struct term t)
{
    return sort_kind(terms, term_sort(terms, t)) == SORT_ARRAY;
}

static bool is_watched(void *context, struct term t)
{
    struct lemmas *l = context;
    return map_has(&l->seen, t.id) || !blaster_needs_lemmas(l->blaster, t);
}

static void watch_call(struct lemmas *l, struct term t)
{
    VECTOR_PUSH(&l->calls, t);
    l->unsupported |= is_array(l->terms, t);
    for (size_t i = 0; i < term_count(l->terms, t); i++)
        l->unsupported |= is_array(l->terms, term_arg(l->terms, t, i));
}

static void watch_one(void *context, struct term t)
{
    struct lemmas *l = context;
    LAW(!map_has(&l->seen, t.id));
    map_set(&l->seen, t.id, 1);
    bool array = is_array(l->terms, t);
    if (array &&
        sort_kind(l->terms, sort_element(l->terms, term_sort(l->terms, t))) == SORT_ARRAY)
        l->unsupported = true;
    enum term_op op = term_op(l->terms, t);
    if (op == TERM_VAR && array)
        VECTOR_PUSH(&l->arrays, t);
    if (op == TERM_SELECT)
        VECTOR_PUSH(&l->reads, t);
    if (op == TERM_STORE)
        VECTOR_PUSH(&l->stores, t);
    if (op == TERM_CALL)
        watch_call(l, t);
    if (op == TERM_EQ && is_array(l->terms, term_arg(l->terms, t, 0)))
        VECTOR_PUSH(&l->equalities, t);
}

void lemmas_watch(struct lemmas *l, struct term t)
{
    if (blaster_needs_lemmas(l->blaster, t))
        term_walk(l->terms, t, is_watched, watch_one, l);
}

/* --- expanding --- */

unsigned lemmas_expansion_depth = 48;

/* The read in terms of reads one step further down. */
static struct term one_step_down(struct lemmas *l, struct term read)
{
    LAW(term_op(l->terms, read) == TERM_SELECT);
    struct terms *terms = l->terms;
    struct term array = term_arg(terms, read, 0), index = term_arg(terms, read, 1), below[2];
    if (term_op(terms, array) == TERM_STORE) {
        below[0] = term_select(terms, term_arg(terms, array, 0), index);
        return term_ite(terms, term_eq(terms, index, term_arg(terms, array, 1)),
                        term_arg(terms, array, 2), below[0]);
    }
    CHECK_LAW(term_op(terms, array) ==
              TERM_ITE); /* a read of a constant array is rewritten */
    for (size_t i = 0; i < 2; i++)
        below[i] = term_select(terms, term_arg(terms, array, i + 1), index);
    return term_ite(terms, term_arg(terms, array, 0), below[0], below[1]);
}

/* Does the array stand on a constant array, not far down? (On a variable lemmas are better:
 * measured up to 3 times.) */
static bool is_small(const struct lemmas *l, struct term array)
{
    for (unsigned depth = 0; depth < lemmas_expansion_depth; depth++) {
        enum term_op op = term_op(l->terms, array);
        if (op != TERM_STORE && op != TERM_ITE)
            return op == TERM_ARRAY_CONST;
        array = term_arg(l->terms, array, op == TERM_ITE);
    }
    return false;
}

void lemmas_expand(struct lemmas *l, const struct lemmas_host *host)
{
    for (; l->expanded < l->reads.count; l->expanded++) {
        struct term read = l->reads.data[l->expanded];
        if (is_array(l->terms, read) || !is_small(l, term_arg(l->terms, read, 0)))
            continue;
        struct term definition = one_step_down(l, read);
        struct term equal = term_eq(l->terms, read, definition);
        host->clause(host->context, &equal, 1);
    }
}

/* --- checking --- */

static struct term leaf_value(void *context, struct term t)
{
    struct lemmas *l = context;
    return l->host->leaf(l->host->context, t);
}

struct term lemmas_evaluate(struct lemmas *l, struct term t)
{
    LAW(l->host && l->memo);
    return term_evaluate_memo(l->terms, t, l->memo, leaf_value, l);
}

void lemmas_add(struct lemmas *l)
{
    LAW(l->clause.count > 0);
    l->added++;
    l->host->clause(l->host->context, l->clause.data, l->clause.count);
    l->clause.count = 0;
}

/* Where a read has got to on its way down. */
struct descent {
    struct term read, index, index_value, at;
    bool collect; /* conditions of the steps go to l->clause, negated */
    size_t definitions;
};

static void condition(struct lemmas *l, const struct descent *d, struct term negated)
{
    if (d->collect)
        VECTOR_PUSH(&l->clause, negated);
}

static struct descent descent_of(struct lemmas *l, struct term read, bool collect)
{
    LAW(term_op(l->terms, read) == TERM_SELECT);
    struct term index = term_arg(l->terms, read, 1);
    return (struct descent){
        read, index, lemmas_evaluate(l, index), term_arg(l->terms, read, 0), collect, 0};
}

/* Down to a write at the index, a constant array or a variable. */
static void descend(struct lemmas *l, struct descent *d)
{
    for (;;) {
        enum term_op op = term_op(l->terms, d->at);
        if (op == TERM_STORE) {
            struct term written = term_arg(l->terms, d->at, 1);
            if (term_same(lemmas_evaluate(l, written), d->index_value))
                return;
            if (d->collect)
                condition(l, d, term_eq(l->terms, d->index, written));
            d->at = term_arg(l->terms, d->at, 0);
        } else if (op == TERM_ITE) {
            struct term choice = term_arg(l->terms, d->at, 0);
            bool yes = term_is_true(l->terms, lemmas_evaluate(l, choice));
            if (d->collect)
                condition(l, d, yes ? term_not(l->terms, choice) : choice);
            d->at = term_arg(l->terms, d->at, yes ? 1 : 2);
        } else {
            return;
        }
    }
}

/* From a variable that an equality defines to its definition; false if there is none (or too
 * many in a circle). */
static bool enter_definition(struct lemmas *l, struct descent *d)
{
    LAW(is_array(l->terms, d->at));
    uint64_t equality;
    if (!map_get(&l->definitions, d->at.id, &equality) ||
        d->definitions++ > l->definitions.count)
        return false;
    struct term e = {(uint32_t)equality}, left = term_arg(l->terms, e, 0),
                right = term_arg(l->terms, e, 1);
    condition(l, d, term_not(l->terms, e));
    d->at = term_same(left, d->at) ? right : left;
    return true;
}

/* The conditions (negated) under which the read reaches `target`. */
static void collect_path(struct lemmas *l, struct term read, struct term target)
{
    struct descent d = descent_of(l, read, true);
    for (;;) {
        descend(l, &d);
        if (term_same(d.at, target))
            return;
        if (!enter_definition(l, &d))
            BUG("a read does not reach its array again");
    }
}

/* The read must equal `value`, found at `target`, if its index equals `index` (when there is
 * one). */
static void lemma_read(struct lemmas *l, struct term read, struct term target,
                       struct term index, struct term value)
{
    LAW(term_sort(l->terms, read).id == term_sort(l->terms, value).id);
    l->clause.count = 0;
    collect_path(l, read, target);
    if (term_is(index))
        VECTOR_PUSH(&l->clause, term_ne(l->terms, term_arg(l->terms, read, 1), index));
    VECTOR_PUSH(&l->clause, term_eq(l->terms, read, value));
    lemmas_add(l);
}

/* Two reads that meet at one variable with one index but have two values. */
static void lemma_congruence(struct lemmas *l, struct term a, struct term b,
                             struct term variable)
{
    LAW(term_op(l->terms, variable) == TERM_VAR);
    LAW(term_sort(l->terms, a).id == term_sort(l->terms, b).id);
    l->clause.count = 0;
    collect_path(l, a, variable);
    collect_path(l, b, variable);
    VECTOR_PUSH(&l->clause,
                term_ne(l->terms, term_arg(l->terms, a, 1), term_arg(l->terms, b, 1)));
    VECTOR_PUSH(&l->clause, term_eq(l->terms, a, b));
    lemmas_add(l);
}

/* At a variable: true if the read agrees with the reads before it. */
static bool meets(struct lemmas *l, const struct descent *d, struct term value)
{
    LAW(term_op(l->terms, d->at) == TERM_VAR);
    uint64_t key = (uint64_t)d->at.id << 32 | d->index_value.id, other;
    if (!map_get(&l->entries, key, &other)) {
        map_set(&l->entries, key, d->read.id);
        VECTOR_PUSH(&l->entry_list, (struct array_entry){d->at, d->index_value, d->read});
        return true;
    }
    struct term before = {(uint32_t)other};
    if (term_same(lemmas_evaluate(l, before), value))
        return true;
    lemma_congruence(l, d->read, before, d->at);
    return false;
}

static void check_read(struct lemmas *l, struct term read)
{
    struct term value = lemmas_evaluate(l, read);
    struct descent d = descent_of(l, read, false);
    for (;;) {
        descend(l, &d);
        enum term_op op = term_op(l->terms, d.at);
        if (op == TERM_STORE) {
            struct term written = term_arg(l->terms, d.at, 2);
            if (!term_same(lemmas_evaluate(l, written), value))
                lemma_read(l, read, d.at, term_arg(l->terms, d.at, 1), written);
            return;
        }
        if (op == TERM_ARRAY_CONST) {
            struct term element = term_arg(l->terms, d.at, 0);
            if (!term_same(lemmas_evaluate(l, element), value))
                lemma_read(l, read, d.at, TERM_NONE, element);
            return;
        }
        if (!meets(l, &d, value) || !enter_definition(l, &d))
            return;
    }
}

/* The call with its arguments' values instead of its arguments. */
static struct term constant_call(struct lemmas *l, struct term call)
{
    VECTOR(struct term) args = {0};
    for (size_t i = 0; i < term_count(l->terms, call); i++)
        VECTOR_PUSH(&args, lemmas_evaluate(l, term_arg(l->terms, call, i)));
    struct term t = term_call(l->terms, term_name(l->terms, call), term_sort(l->terms, call),
                              args.data, args.count);
    VECTOR_RELEASE(&args);
    return t;
}

static void check_call(struct lemmas *l, struct term call)
{
    LAW(term_op(l->terms, call) == TERM_CALL);
    struct term key = constant_call(l, call);
    uint64_t other;
    if (!map_get(&l->call_values, key.id, &other)) {
        map_set(&l->call_values, key.id, call.id);
        return;
    }
    struct term before = {(uint32_t)other};
    if (term_same(lemmas_evaluate(l, call), lemmas_evaluate(l, before)))
        return;
    l->clause.count = 0;
    for (size_t i = 0; i < term_count(l->terms, call); i++)
        VECTOR_PUSH(&l->clause, term_ne(l->terms, term_arg(l->terms, call, i),
                                        term_arg(l->terms, before, i)));
    VECTOR_PUSH(&l->clause, term_eq(l->terms, call, before));
    lemmas_add(l);
}

/* An equality that holds and has a variable on a side defines it, if the variable has no
 * definition yet. */
static void choose_definitions(struct lemmas *l)
{
    for (size_t i = 0; i < l->equalities.count; i++) {
        struct term e = l->equalities.data[i];
        if (!term_is_true(l->terms, lemmas_evaluate(l, e)))
            continue;
        struct term left = term_arg(l->terms, e, 0), right = term_arg(l->terms, e, 1);
        struct term later = left.id > right.id ? left : right,
                    earlier = left.id > right.id ? right : left;
        if (term_op(l->terms, later) == TERM_VAR && !map_has(&l->definitions, later.id))
            map_set(&l->definitions, later.id, e.id);
        else if (term_op(l->terms, earlier) == TERM_VAR &&
                 !map_has(&l->definitions, earlier.id))
            map_set(&l->definitions, earlier.id, e.id);
    }
}

static void seed(struct lemmas *l, struct term leaf)
{
    LAW(blaster_is_leaf(l->blaster, leaf));
    struct term value = leaf_value(l, leaf);
    if (!term_is(value))
        value = term_default(l->terms, term_sort(l->terms, leaf));
    map_set(l->memo, leaf.id, value.id);
}

static void keep_call_values(struct lemmas *l)
{
    struct map values = {0};
    for (size_t i = 0; i < l->calls.count; i++)
        map_set(&values, constant_call(l, l->calls.data[i]).id,
                lemmas_evaluate(l, l->calls.data[i]).id);
    map_release(&l->call_values);
    l->call_values = values;
}

size_t lemmas_check(struct lemmas *l, const struct lemmas_host *host, struct map *memo)
{
    map_clear(memo);
    if (l->reads.count + l->calls.count + l->equalities.count + l->arrays.count == 0)
        return 0;
    l->host = host;
    l->memo = memo;
    l->added = 0;
    map_clear(&l->entries);
    l->entry_list.count = 0;
    map_clear(&l->definitions);
    map_clear(&l->array_values);
    map_clear(&l->call_values);
    size_t reads = l->reads.count, calls = l->calls.count,
           equalities = l->equalities.count; /* lemmas may add more */
    for (size_t i = 0; i < reads; i++)
        seed(l, l->reads.data[i]);
    for (size_t i = 0; i < calls; i++)
        seed(l, l->calls.data[i]);
    for (size_t i = 0; i < equalities; i++)
        seed(l, l->equalities.data[i]);
    choose_definitions(l);
    for (size_t i = 0; i < reads; i++)
        check_read(l, l->reads.data[i]);
    for (size_t i = 0; i < calls; i++)
        check_call(l, l->calls.data[i]);
    if (l->added == 0)
        array_model_check(l);
    if (l->added == 0)
        keep_call_values(l);
    map_clear(memo);
    return l->added;
}

struct term lemmas_value(const struct lemmas *l, struct term t)
{
    const struct map *values =
        term_op(l->terms, t) == TERM_CALL ? &l->call_values : &l->array_values;
    return (struct term){(uint32_t)map_or(values, t.id, 0)};
}
