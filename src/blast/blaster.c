/* Terms to circuits, bottom up, each term once for all solvers of the store. Words of
 * literals are kept in an arena; what an operator's circuit needs in between lives in a
 * scratch arena that is emptied now and then.
 */
#include "blast/blaster.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"
#include "blast/blaster_internal.h"
#include "blast/float/blast.h"

#include <stdlib.h>
#include <string.h>

enum { SCRATCH_BYTES = 1 << 22 };
enum term_mark { MARK_NEW, MARK_PLAIN, MARK_NEEDS_LEMMAS };

struct blaster {
    struct terms *terms;
    struct aig aig;
    struct arena arena, scratch;
    VECTOR(literal *) words; /* by term id; null: not blasted */
    VECTOR(uint8_t) marks;   /* by term id: enum term_mark */
    struct map inputs;       /* leaf id to its literal *, where those differ from its words */
};

static void blaster_free(void *p)
{
    struct blaster *b = p;
    aig_release(&b->aig);
    arena_release(&b->arena);
    arena_release(&b->scratch);
    VECTOR_RELEASE(&b->words);
    VECTOR_RELEASE(&b->marks);
    map_release(&b->inputs);
    free(b);
}

struct blaster *blaster_of(struct terms *terms)
{
    struct blaster *b = terms_attachment(terms);
    if (b)
        return b;
    b = calloc(1, sizeof *b);
    if (!b)
        BUG("out of memory");
    b->terms = terms;
    aig_init(&b->aig);
    arena_init(&b->arena);
    arena_init(&b->scratch);
    terms_attach(terms, b, blaster_free);
    return b;
}

struct aig *blaster_aig(struct blaster *b)
{
    return &b->aig;
}

unsigned blaster_width(const struct terms *terms, struct sort sort)
{
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        return 1;
    case SORT_ROUNDING:
        return 3;
    case SORT_BV:
    case SORT_FLOAT:
        return sort_width(terms, sort);
    case SORT_ARRAY:
        break;
    }
    BUG("an array has no literals");
}

struct term blaster_value(struct terms *terms, struct sort sort, const uint32_t *limbs)
{
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        return term_bool(terms, limbs[0] & 1);
    case SORT_ROUNDING:
        return term_rounding(terms,
                             limbs[0] & 4 ? ROUND_ZERO : (enum rounding)(limbs[0] & 3));
    case SORT_BV:
        return term_bv_limbs(terms, sort_width(terms, sort), limbs);
    case SORT_FLOAT:
        return term_float_bits(terms, sort, limbs);
    case SORT_ARRAY:
        break;
    }
    BUG("an array has no literals");
}

static bool is_array(const struct terms *terms, struct term t)
{
    return sort_kind(terms, term_sort(terms, t)) == SORT_ARRAY;
}

bool blaster_is_leaf(struct blaster *b, struct term t)
{
    enum term_op op = term_op(b->terms, t);
    if (op == TERM_VAR || op == TERM_SELECT || op == TERM_CALL)
        return !is_array(b->terms, t);
    return op == TERM_EQ && is_array(b->terms, term_arg(b->terms, t, 0));
}

/* --- which terms need lemmas --- */

static bool is_marked(void *context, struct term t)
{
    struct blaster *b = context;
    return t.id < b->marks.count && b->marks.data[t.id] != MARK_NEW;
}

static void mark(void *context, struct term t)
{
    struct blaster *b = context;
    while (b->marks.count <= t.id)
        VECTOR_PUSH(&b->marks, MARK_NEW);
    bool needs = is_array(b->terms, t) || term_op(b->terms, t) == TERM_CALL;
    for (size_t i = 0; i < term_count(b->terms, t); i++)
        needs |= b->marks.data[term_arg(b->terms, t, i).id] == MARK_NEEDS_LEMMAS;
    b->marks.data[t.id] = needs ? MARK_NEEDS_LEMMAS : MARK_PLAIN;
    LAW(is_marked(b, t));
}

bool blaster_needs_lemmas(struct blaster *b, struct term t)
{
    term_walk(b->terms, t, is_marked, mark, b);
    return b->marks.data[t.id] == MARK_NEEDS_LEMMAS;
}

/* --- blasting --- */

static struct bits words_of(const struct blaster *b, struct term t)
{
    LAW(t.id < b->words.count && b->words.data[t.id]);
    return (struct bits){b->words.data[t.id],
                         blaster_width(b->terms, term_sort(b->terms, t))};
}

static bool is_blasted(void *context, struct term t)
{
    struct blaster *b = context;
    return (t.id < b->words.count && b->words.data[t.id]) || is_array(b->terms, t);
}

static struct bits canonical(struct circuit *c, const struct terms *terms, struct sort sort,
                             struct bits inputs)
{
    LAW(inputs.width == blaster_width(terms, sort));
    if (sort_kind(terms, sort) == SORT_FLOAT)
        return float_canonical(c, sort_exponent(terms, sort), sort_significand(terms, sort),
                               inputs);
    struct bits r = bits_new(c, 3); /* a rounding mode: anything above 4 is 4 */
    r.at[2] = inputs.at[2];
    for (unsigned i = 0; i < 2; i++)
        r.at[i] = aig_and(c->aig, inputs.at[i], literal_not(inputs.at[2]));
    return r;
}

static struct bits blast_leaf(struct blaster *b, struct circuit *c, struct term t)
{
    struct sort sort = term_sort(b->terms, t);
    enum sort_kind kind = sort_kind(b->terms, sort);
    struct circuit keep = {&b->aig, &b->arena};
    struct bits inputs = bits_inputs(&keep, blaster_width(b->terms, sort));
    LAW(!map_has(&b->inputs, t.id));
    if (kind != SORT_FLOAT && kind != SORT_ROUNDING)
        return inputs;
    map_set(&b->inputs, t.id, (uint64_t)(uintptr_t)inputs.at);
    return canonical(c, b->terms, sort, inputs);
}

static struct bits blast_junction(struct circuit *c, enum term_op op, const struct bits *args,
                                  size_t count)
{
    LAW(op == TERM_AND || op == TERM_OR);
    LAW(count > 0);
    struct bits list = bits_new(c, (unsigned)count);
    for (size_t i = 0; i < count; i++)
        list.at[i] = args[i].at[0];
    return bits_of(c, op == TERM_AND ? bits_all(c, list) : bits_any(c, list));
}

static struct bits blast_constant(struct blaster *b, struct circuit *c, struct term t)
{
    enum term_op op = term_op(b->terms, t);
    switch ((enum term_leaf_op)op) {
    case TERM_TRUE:
    case TERM_FALSE:
        return bits_of(c, literal_of_bool(op == TERM_TRUE));
    case TERM_CONST:
    case TERM_FLOAT:
        return bits_limbs(c, term_width(b->terms, t), term_limbs(b->terms, t));
    case TERM_ROUNDING:
        return bits_number(c, 3, term_parameter(b->terms, t, 0));
    case TERM_VAR:
        break; /* a leaf of the circuit: blaster_is_leaf */
    }
    BUG("no circuit for operator %d", (int)op);
}

static struct bits blast_logic(struct circuit *c, enum term_op op, const struct bits *args,
                               size_t count)
{
    switch ((enum term_logic_op)op) {
    case TERM_NOT:
        return bits_not(c, args[0]);
    case TERM_AND:
    case TERM_OR:
        return blast_junction(c, op, args, count);
    case TERM_XOR:
        return bits_xor(c, args[0], args[1]);
    case TERM_IMPLIES:
        return bits_or(c, bits_not(c, args[0]), args[1]);
    case TERM_ITE:
        return bits_ite(c, args[0].at[0], args[1], args[2]);
    case TERM_EQ:
        return bits_of(c, bits_equal(c, args[0], args[1]));
    }
    BUG("not a logical operator: %d", (int)op);
}

static struct bits blast_application(struct blaster *b, struct circuit *c, struct term t)
{
    size_t count = term_count(b->terms, t);
    struct bits *args = ARENA_ARRAY(&b->scratch, struct bits, count ? count : 1);
    for (size_t i = 0; i < count; i++)
        args[i] = words_of(b, term_arg(b->terms, t, i));
    enum term_op op = term_op(b->terms, t);
    switch (term_class(op)) {
    case TERM_CLASS_LEAF:
        return blast_constant(b, c, t);
    case TERM_CLASS_LOGIC:
        return blast_logic(c, op, args, count);
    case TERM_CLASS_WORD:
        return blast_bv(c, b->terms, t, args);
    case TERM_CLASS_ORDER:
        return blast_order(c, op, args);
    case TERM_CLASS_OVERFLOW:
        return blast_overflow(c, op, args);
    case TERM_CLASS_FLOAT:
    case TERM_CLASS_FLOAT_TEST:
        return blast_float(c, b->terms, t, args);
    case TERM_CLASS_ARRAY: /* both are leaves of the circuit, or arrays, which have none */
    case TERM_CLASS_APPLY:
        break;
    }
    BUG("no circuit for operator %d", (int)op);
}

static void blast_one(struct blaster *b, struct term t)
{
    LAW(!is_blasted(b, t));
    struct circuit c = {&b->aig, &b->scratch};
    struct bits r =
        blaster_is_leaf(b, t) ? blast_leaf(b, &c, t) : blast_application(b, &c, t);
    CHECK_LAW(r.width == blaster_width(b->terms, term_sort(b->terms, t)));
    struct circuit keep = {&b->aig, &b->arena};
    struct bits kept = bits_new(&keep, r.width);
    memcpy(kept.at, r.at, r.width * sizeof *r.at);
    while (b->words.count <= t.id)
        VECTOR_PUSH(&b->words, NULL);
    b->words.data[t.id] = kept.at;
    LAW(is_blasted(b, t));
    if (b->scratch.total > SCRATCH_BYTES) {
        arena_release(&b->scratch);
        arena_init(&b->scratch);
    }
}

struct blast_limit {
    bool (*over)(void *context);
    void *context;
    unsigned ticks;
};
enum { TERMS_PER_LOOK = 64 };

static bool is_over(struct blast_limit *limit)
{
    return limit && limit->ticks++ % TERMS_PER_LOOK == 0 && limit->over(limit->context);
}

/* As term_walk, but does not go below leaves. False: the limit (null: none) was reached
 * first. */
static bool blast_below(struct blaster *b, struct term root, struct blast_limit *limit)
{
    VECTOR(struct term) stack = {0};
    VECTOR_PUSH(&stack, root);
    while (stack.count && !is_over(limit)) {
        struct term t = VECTOR_LAST(&stack);
        size_t before = stack.count;
        if (!is_blasted(b, t) && !blaster_is_leaf(b, t)) {
            for (size_t i = term_count(b->terms, t); i-- > 0;) {
                struct term arg = term_arg(b->terms, t, i);
                if (!is_blasted(b, arg))
                    VECTOR_PUSH(&stack, arg);
            }
            if (stack.count > before)
                continue;
        }
        stack.count--;
        if (!is_blasted(b, t))
            blast_one(b, t);
    }
    bool done = !stack.count;
    VECTOR_RELEASE(&stack);
    return done;
}

bool blaster_prepare(struct blaster *b, struct term t, bool (*over)(void *context),
                     void *context)
{
    struct blast_limit limit = {over, context, 0};
    return is_blasted(b, t) || blast_below(b, t, &limit);
}

struct bits blaster_bits(struct blaster *b, struct term t)
{
    CHECK_LAW(!is_array(b->terms, t));
    if (!is_blasted(b, t))
        blast_below(b, t, NULL);
    return words_of(b, t);
}

literal blaster_literal(struct blaster *b, struct term t)
{
    CHECK_LAW(sort_kind(b->terms, term_sort(b->terms, t)) == SORT_BOOL);
    return blaster_bits(b, t).at[0];
}

struct bits blaster_inputs(struct blaster *b, struct term leaf)
{
    LAW(blaster_is_leaf(b, leaf));
    if (!is_blasted(b, leaf))
        return (struct bits){0};
    struct bits words = words_of(b, leaf);
    uint64_t inputs;
    if (map_get(&b->inputs, leaf.id, &inputs))
        words.at = (literal *)(uintptr_t)inputs;
    return words;
}
