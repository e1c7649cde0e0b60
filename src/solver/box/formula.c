/* From terms to nodes. */
#include "solver/box/box_internal.h"

#include "base/failure.h"
#include "term/float_fold.h"
#include "term/float_number.h"

static bool is_float_class(enum term_op op)
{
    return term_class(op) == TERM_CLASS_FLOAT || term_class(op) == TERM_CLASS_FLOAT_TEST;
}

static void set_operation(const struct terms *terms, struct box_node *n)
{
    struct term arguments[BOX_ARGUMENTS];
    size_t count = term_count(terms, n->term);
    LAW(count && count <= BOX_ARGUMENTS);
    for (size_t i = 0; i < count; i++)
        arguments[i] = term_arg(terms, n->term, i);
    struct float_operation plain =
        float_operation_of(terms, n->op, arguments, term_sort(terms, n->term));
    n->opaque |= n->rounds && term_op(terms, arguments[0]) != TERM_ROUNDING;
    n->operation = (struct box_operation){plain.op, plain.mode,  plain.format,
                                          plain.to, plain.width, false};
    n->operation.same = count >= 2 && term_same(arguments[count - 2], arguments[count - 1]);
}

static void add_arguments(struct box_formula *f, struct box_node *n)
{
    LAW(!n->rounds || term_count(f->terms, n->term));
    uint32_t skip = n->rounds ? 1 : 0;
    n->first = (uint32_t)f->arguments.count;
    n->count = (uint32_t)term_count(f->terms, n->term) - skip;
    for (uint32_t i = 0; i < n->count; i++) {
        uint64_t at;
        bool known = map_get(&f->node_of, term_arg(f->terms, n->term, i + skip).id, &at);
        LAW(known);
        n->opaque |= f->nodes.data[at].form.kind == BOX_OTHER;
        VECTOR_PUSH(&f->arguments, (uint32_t)at);
    }
}

/* The bits of a float, put together so that they are in order: ranges of the parts would say
 * nothing where the sign is open. */
static void set_number(struct box_formula *f, struct box_node *n)
{
    if (n->op != TERM_ITE || n->form.kind != BOX_WORD)
        return;
    struct term nan = term_arg(f->terms, n->term, 0);
    if (term_op(f->terms, nan) != TERM_FP_IS_NAN)
        return;
    struct term x = term_arg(f->terms, nan, 0);
    uint64_t at;
    bool known = map_get(&f->node_of, x.id, &at);
    LAW(known);
    if (f->nodes.data[at].form.kind != BOX_FLOAT)
        return;
    n->argument = (uint32_t)at;
    if (term_same(n->term, float_number_term(f->terms, x, false)))
        n->number = BOX_NUMBER;
    if (term_same(n->term, float_number_term(f->terms, x, true)))
        n->number = BOX_MINUS_NUMBER;
}

static void add_one(void *context, struct term t)
{
    struct box_formula *f = context;
    LAW(!map_has(&f->node_of, t.id));
    struct box_node n = {.term = t, .op = term_op(f->terms, t)};
    enum term_class class = term_class(n.op);
    n.form = box_form(f->terms, term_sort(f->terms, t));
    n.opaque = class == TERM_CLASS_ARRAY || class == TERM_CLASS_APPLY ||
               class == TERM_CLASS_OVERFLOW;
    n.rounds = is_float_class(n.op) && float_op_rounds(n.op);
    if (class != TERM_CLASS_LEAF)
        add_arguments(f, &n);
    if (is_float_class(n.op))
        set_operation(f->terms, &n);
    set_number(f, &n);
    map_set(&f->node_of, t.id, f->nodes.count);
    VECTOR_PUSH(&f->nodes, n);
}

static bool is_added(void *context, struct term t)
{
    const struct box_formula *f = context;
    uint64_t at;
    return map_get(&f->node_of, t.id, &at);
}

uint32_t box_add_node(struct box_formula *f, struct term t)
{
    uint64_t at;
    term_walk(f->terms, t, is_added, add_one, f);
    bool known = map_get(&f->node_of, t.id, &at);
    LAW(known);
    return (uint32_t)at;
}

void box_formula_release(struct box_formula *f)
{
    VECTOR_RELEASE(&f->nodes);
    VECTOR_RELEASE(&f->arguments);
    VECTOR_RELEASE(&f->literals);
    VECTOR_RELEASE(&f->clauses);
    map_release(&f->node_of);
}

/* --- is it worth it? --- */

struct look {
    const struct terms *terms;
    struct map *seen;
    bool hard;
};

/* Products of two variables, quotients and roots: circuits of sums, and of products with a
 * constant, are searched quickly enough, and what is learnt there serves the next question.
 */
static bool is_hard_operation(const struct terms *terms, struct term t)
{
    enum { LEAST = 32 }; /* circuits of narrower floats are small */
    enum term_op op = term_op(terms, t);
    if (op != TERM_FP_MUL && op != TERM_FP_DIV && op != TERM_FP_SQRT)
        return false;
    size_t last = term_count(terms, t) - 1;
    return term_width(terms, t) >= LEAST && !term_is_const(terms, term_arg(terms, t, last)) &&
           (op != TERM_FP_MUL || !term_is_const(terms, term_arg(terms, t, last - 1)));
}

static bool was_seen(void *context, struct term t)
{
    struct look *look = context;
    uint64_t hard;
    if (!map_get(look->seen, t.id, &hard))
        return false;
    look->hard |= hard != 0;
    return true;
}

static void see(void *context, struct term t)
{
    struct look *look = context;
    bool hard = is_hard_operation(look->terms, t);
    for (size_t i = 0; !hard && i < term_count(look->terms, t); i++) {
        uint64_t below;
        hard = map_get(look->seen, term_arg(look->terms, t, i).id, &below) && below;
    }
    map_set(look->seen, t.id, hard);
    look->hard |= hard;
}

bool box_is_hard(const struct terms *terms, struct term t, struct map *seen)
{
    struct look look = {terms, seen, false};
    term_walk(terms, t, was_seen, see, &look);
    uint64_t hard;
    return map_get(seen, t.id, &hard) && hard;
}
