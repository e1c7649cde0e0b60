/* Operations on whole terms: walking, substitution, variables, evaluation. None recurses
 * (terms are as deep as programs are long), and all visit a shared part once. */
#include "term/term_internal.h"

#include "base/failure.h"

#include <stdlib.h>

void term_walk(const struct terms *terms, struct term root, bool (*done)(void *, struct term),
               void (*visit)(void *, struct term), void *context)
{
    VECTOR(struct term) stack = {0};
    VECTOR_PUSH(&stack, root);
    while (stack.count) {
        struct term t = VECTOR_LAST(&stack);
        if (done(context, t)) {
            stack.count--;
            continue;
        }
        const struct node *node = node_of(terms, t);
        size_t before = stack.count;
        for (size_t i = node->count; i-- > 0;) {
            struct term arg = {node->words[i]};
            if (!done(context, arg))
                VECTOR_PUSH(&stack, arg);
        }
        if (stack.count > before)
            continue;
        stack.count--;
        visit(context, t);
        LAW(done(context, t));
    }
    VECTOR_RELEASE(&stack);
}

/* --- rebuilding --- */

struct rebuilding {
    struct terms *terms;
    struct map *memo;
    struct term (*value)(void *, struct term); /* of variables; null when substituting */
    void *context;
};

static bool is_rebuilt(void *context, struct term t)
{
    return map_has(((struct rebuilding *)context)->memo, t.id);
}

static struct term remake(struct terms *terms, struct term t, const struct term *args)
{
    LAW(term_count(terms, t) > 0);
    struct node node = *node_of(terms, t); /* a copy: making terms moves nodes */
    if (node.op == TERM_CALL)
        return term_call(terms, terms->names.data[node.parameters[0]],
                         (struct sort){node.sort}, args, node.count);
    if (node.op == TERM_ARRAY_CONST)
        return term_array_const(terms, (struct sort){node.sort}, args[0]);
    return term_make(terms, (enum term_op)node.op, args, node.count, node.parameters);
}

/* t with its arguments replaced by what the memo says. */
static struct term rebuild(struct rebuilding *r, struct term t)
{
    size_t count = term_count(r->terms, t);
    struct term small[8], *args = count <= 8 ? small : malloc(count * sizeof *args);
    if (!args)
        BUG("out of memory");
    bool changed = false;
    for (size_t i = 0; i < count; i++) {
        struct term old = arg_of(r->terms, t, i);
        args[i] = (struct term){(uint32_t)map_or(r->memo, old.id, old.id)};
        changed |= !term_same(args[i], old);
    }
    struct term made = changed ? remake(r->terms, t, args) : t;
    LAW(term_sort(r->terms, made).id == term_sort(r->terms, t).id);
    if (args != small)
        free(args);
    return made;
}

static void substitute_one(void *context, struct term t)
{
    struct rebuilding *r = context;
    LAW(!r->value);
    map_set(r->memo, t.id, rebuild(r, t).id);
}

struct term term_substitute(struct terms *terms, struct term t, struct map *from_to)
{
    struct rebuilding r = {.terms = terms, .memo = from_to};
    term_walk(terms, t, is_rebuilt, substitute_one, &r);
    return (struct term){(uint32_t)map_or(from_to, t.id, t.id)};
}

static void evaluate_one(void *context, struct term t)
{
    struct rebuilding *r = context;
    struct term value = op_of(r->terms, t) == TERM_VAR ? t : rebuild(r, t);
    enum term_op op = op_of(r->terms, value);
    if (op == TERM_VAR || op == TERM_CALL) {
        struct term given = r->value ? r->value(r->context, value) : TERM_NONE;
        value = term_is(given) ? given : term_default(r->terms, term_sort(r->terms, t));
    }
    if (!term_is_value(r->terms, value))
        BUG("operator %d does not fold to a constant", (int)op);
    LAW(term_sort(r->terms, value).id == term_sort(r->terms, t).id);
    map_set(r->memo, t.id, value.id);
}

struct term term_evaluate_memo(struct terms *terms, struct term t, struct map *memo,
                               struct term (*value)(void *, struct term), void *context)
{
    struct rebuilding r = {terms, memo, value, context};
    term_walk(terms, t, is_rebuilt, evaluate_one, &r);
    return (struct term){(uint32_t)map_or(memo, t.id, 0)};
}

struct term term_evaluate(struct terms *terms, struct term t,
                          struct term (*value)(void *, struct term), void *context)
{
    struct map memo = {0};
    struct term result = term_evaluate_memo(terms, t, &memo, value, context);
    map_release(&memo);
    return term_normal(terms, result);
}

struct term term_normal(struct terms *terms, struct term value)
{
    LAW(term_is_value(terms, value));
    return sort_kind(terms, term_sort(terms, value)) == SORT_ARRAY
               ? array_value_normal(terms, value)
               : value;
}

/* --- variables --- */

struct looking {
    const struct terms *terms;
    struct map seen;
    void (*see)(void *, struct term);
    void *context;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct looking *)context)->seen, t.id);
}

static void look_at(void *context, struct term t)
{
    struct looking *looking = context;
    map_set(&looking->seen, t.id, 1);
    enum term_op op = op_of(looking->terms, t);
    if (op == TERM_VAR || op == TERM_CALL)
        looking->see(looking->context, t);
}

void term_variables(const struct terms *terms, struct term t,
                    void (*see)(void *, struct term), void *context)
{
    struct looking looking = {.terms = terms, .see = see, .context = context};
    term_walk(terms, t, is_seen, look_at, &looking);
    map_release(&looking.seen);
}
