/* Values of terms as plain words: truths, and numbers of at most 64 bits. No term is made, so
 * that many terms can be tried under many assignments. */
#include "term/term_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 2000 };

struct words {
    const struct terms *terms;
    struct term_words *kept;
    bool (*value)(void *context, struct term variable, uint64_t *out);
    void *context;
};

void term_words_begin(struct term_words *w)
{
    if (++w->stamp == 0) {
        memset(w->stamps, 0, w->room * sizeof *w->stamps);
        w->stamp = 1;
    }
}

void term_words_release(struct term_words *w)
{
    free(w->values);
    free(w->stamps);
    *w = (struct term_words){0};
}

static void make_room(struct term_words *w, size_t count)
{
    if (count <= w->room)
        return;
    size_t room = count * 2;
    w->values = realloc(w->values, room * sizeof *w->values);
    w->stamps = realloc(w->stamps, room * sizeof *w->stamps);
    if (!w->values || !w->stamps)
        BUG("out of memory");
    memset(w->stamps + w->room, 0, (room - w->room) * sizeof *w->stamps);
    w->room = room;
}

/* 0: it is no word; a truth is one of one bit. */
static unsigned width_of(const struct terms *terms, struct term t)
{
    const struct sort_entry *s = &terms->sorts.data[node_of(terms, t)->sort];
    if (s->kind == SORT_BOOL)
        return 1;
    return s->kind == SORT_BV && s->a <= 64 ? s->a : 0;
}

static uint64_t cut(uint64_t x, unsigned width)
{
    LAW(width && width <= 64);
    return width == 64 ? x : x & ((1ull << width) - 1);
}

static int64_t with_sign(uint64_t x, unsigned width)
{
    LAW(width && width <= 64);
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

/* What an operator makes of words of `width` bits, whose higher bits are zero; of the result
 * those are cut off by whoever asks. */
typedef uint64_t of_two(uint64_t x, uint64_t y, unsigned width);

static uint64_t exclusive(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x ^ y;
}

static uint64_t same(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x == y;
}

static uint64_t added(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x + y;
}

static uint64_t taken(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x - y;
}

static uint64_t times(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x * y;
}

static uint64_t divided(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return y ? x / y : UINT64_MAX;
}

static uint64_t rest(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return y ? x % y : x;
}

static uint64_t both(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x & y;
}

static uint64_t either(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x | y;
}

static uint64_t below(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x < y;
}

static uint64_t not_above(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x <= y;
}

static uint64_t above(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x > y;
}

static uint64_t not_below(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x >= y;
}

static uint64_t less(uint64_t x, uint64_t y, unsigned width)
{
    return with_sign(x, width) < with_sign(y, width);
}

static uint64_t not_more(uint64_t x, uint64_t y, unsigned width)
{
    return with_sign(x, width) <= with_sign(y, width);
}

static uint64_t more(uint64_t x, uint64_t y, unsigned width)
{
    return with_sign(x, width) > with_sign(y, width);
}

static uint64_t not_less(uint64_t x, uint64_t y, unsigned width)
{
    return with_sign(x, width) >= with_sign(y, width);
}

static uint64_t shifted_up(uint64_t x, uint64_t y, unsigned width)
{
    return y < width ? x << y : 0;
}

static uint64_t shifted_down(uint64_t x, uint64_t y, unsigned width)
{
    return y < width ? x >> y : 0;
}

static uint64_t shifted_with_sign(uint64_t x, uint64_t y, unsigned width)
{
    return (uint64_t)(with_sign(x, width) >> (y < width ? y : width - 1));
}

/* Operators that are not here are not evaluated. */
static of_two *const binary[TERM_OP_COUNT] = {[TERM_XOR] = exclusive,
                                              [TERM_BV_XOR] = exclusive,
                                              [TERM_EQ] = same,
                                              [TERM_BV_ADD] = added,
                                              [TERM_BV_SUB] = taken,
                                              [TERM_BV_MUL] = times,
                                              [TERM_BV_UDIV] = divided,
                                              [TERM_BV_UREM] = rest,
                                              [TERM_BV_AND] = both,
                                              [TERM_BV_OR] = either,
                                              [TERM_BV_ULT] = below,
                                              [TERM_BV_ULE] = not_above,
                                              [TERM_BV_UGT] = above,
                                              [TERM_BV_UGE] = not_below,
                                              [TERM_BV_SLT] = less,
                                              [TERM_BV_SLE] = not_more,
                                              [TERM_BV_SGT] = more,
                                              [TERM_BV_SGE] = not_less,
                                              [TERM_BV_SHL] = shifted_up,
                                              [TERM_BV_LSHR] = shifted_down,
                                              [TERM_BV_ASHR] = shifted_with_sign};

static bool unary(const struct node *n, uint64_t x, unsigned width, uint64_t *out)
{
    enum term_op op = (enum term_op)n->op;
    if (op == TERM_NOT)
        return *out = !x, true;
    if (op == TERM_BV_NEG)
        return *out = 0 - x, true;
    if (op == TERM_BV_NOT)
        return *out = ~x, true;
    if (op == TERM_BV_EXTRACT)
        return *out = x >> n->parameters[1], true;
    if (op == TERM_BV_SEXT)
        return *out = (uint64_t)with_sign(x, width), true;
    return *out = x, op == TERM_BV_ZEXT;
}

static bool evaluate(struct words *w, struct term t, unsigned depth, uint64_t *out);

/* And, or: ends with the first argument that decides. Whoever gives values of variables may
 * make terms, which moves nodes: they are looked up again. */
static bool junction(struct words *w, struct term t, unsigned depth, uint64_t *out)
{
    uint64_t decides = op_of(w->terms, t) == TERM_OR;
    uint32_t count = node_of(w->terms, t)->count;
    for (uint32_t i = 0; i < count; i++) {
        if (!evaluate(w, (struct term){node_of(w->terms, t)->words[i]}, depth, out))
            return false;
        if (*out == decides)
            return true;
    }
    return true;
}

static bool leaf(struct words *w, struct term t, uint64_t *out)
{
    enum term_op op = op_of(w->terms, t);
    if (op == TERM_TRUE || op == TERM_FALSE)
        return *out = op == TERM_TRUE, true;
    if (op == TERM_CONST)
        return term_const_u64(w->terms, t, out);
    return op == TERM_VAR && w->value(w->context, t, out);
}

static bool apply(struct words *w, struct term t, unsigned depth, uint64_t *out)
{
    const struct node *n = node_of(w->terms, t);
    uint64_t x, y;
    if (!n->count)
        return leaf(w, t, out);
    if (n->op == TERM_AND || n->op == TERM_OR)
        return junction(w, t, depth, out);
    struct term first = {n->words[0]};
    unsigned width = width_of(w->terms, first);
    if (!width || !evaluate(w, first, depth, &x))
        return false;
    n = node_of(w->terms, t);
    if (n->op == TERM_ITE)
        return evaluate(w, (struct term){n->words[x ? 1 : 2]}, depth, out);
    if (n->op == TERM_IMPLIES && !x)
        return *out = 1, true;
    if (n->count == 1)
        return unary(n, x, width, out);
    struct term second = {n->words[1]};
    if (n->count != 2 || !width_of(w->terms, second) || !evaluate(w, second, depth, &y))
        return false;
    n = node_of(w->terms, t);
    if (n->op == TERM_IMPLIES)
        return *out = y, true;
    if (n->op == TERM_BV_CONCAT)
        return *out = x << (width_of(w->terms, second) % 64) | y, true;
    if (!binary[n->op])
        return false;
    return *out = binary[n->op](x, y, width), true;
}

static bool evaluate(struct words *w, struct term t, unsigned depth, uint64_t *out)
{
    unsigned width = width_of(w->terms, t);
    if (!width || !depth)
        return false;
    if (w->kept->stamps[t.id] == w->kept->stamp)
        return *out = w->kept->values[t.id], true;
    if (!apply(w, t, depth - 1, out))
        return false;
    *out = cut(*out, width);
    w->kept->stamps[t.id] = w->kept->stamp;
    w->kept->values[t.id] = *out;
    return true;
}

bool term_word(const struct terms *terms, struct term t, struct term_words *kept,
               bool (*value)(void *, struct term, uint64_t *), void *context, uint64_t *out)
{
    LAW(kept->stamp);
    struct words w = {terms, kept, value, context};
    make_room(kept, terms->nodes.count);
    return evaluate(&w, t, MOST_DEPTH, out);
}
