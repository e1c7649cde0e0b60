/* Chains of one operator are compared part by part, in whatever order these stand. Parts of
 * a conjunction, a disjunction, the largest or the smallest of several are a set; those of
 * an exclusive disjunction count modulo 2; sums are sum.c's. The largest of two is written
 * (ite (p < q) q p), where p and q may be extensions of what is compared. */
#include "term/rewrite/chain.h"

#include "term/limbs.h"

enum { MOST_PARTS = 1 << 17, MOST_DEPTH = 4 };

enum chain_kind {
    CHAIN_NONE,
    CHAIN_AND,
    CHAIN_OR,
    CHAIN_XOR,
    CHAIN_SMALLEST,
    CHAIN_LARGEST,
    CHAIN_SMALLEST_SIGNED,
    CHAIN_LARGEST_SIGNED
};

struct link { /* one node of a chain */
    enum chain_kind kind;
    struct term left, right;
};

/* x and y are what was compared, or one extension of it, which keeps the order. */
static bool stand_for(const struct terms *terms, struct term x, struct term y, struct term p,
                      struct term q, bool is_signed)
{
    if (term_same(x, p) && term_same(y, q))
        return true;
    enum term_op op = op_of(terms, x);
    bool extends = op == TERM_BV_SEXT || (op == TERM_BV_ZEXT && !is_signed);
    return extends && op_of(terms, y) == op && term_same(arg_of(terms, x, 0), p) &&
           term_same(arg_of(terms, y, 0), q);
}

static struct link link_of_choice(const struct terms *terms, struct term t)
{
    struct term c = arg_of(terms, t, 0), x = arg_of(terms, t, 1), y = arg_of(terms, t, 2);
    enum term_op order = op_of(terms, c);
    bool is_signed = order == TERM_BV_SLT;
    if (!is_signed && order != TERM_BV_ULT)
        return (struct link){0};
    struct term p = arg_of(terms, c, 0), q = arg_of(terms, c, 1);
    if (stand_for(terms, x, y, q, p, is_signed))
        return (struct link){is_signed ? CHAIN_LARGEST_SIGNED : CHAIN_LARGEST, x, y};
    if (stand_for(terms, x, y, p, q, is_signed))
        return (struct link){is_signed ? CHAIN_SMALLEST_SIGNED : CHAIN_SMALLEST, x, y};
    return (struct link){0};
}

static struct link link_of(const struct terms *terms, struct term t)
{
    static const enum chain_kind kinds[TERM_OP_COUNT] = {
        [TERM_BV_AND] = CHAIN_AND,
        [TERM_BV_OR] = CHAIN_OR,
        [TERM_BV_XOR] = CHAIN_XOR,
    };
    enum term_op op = op_of(terms, t);
    if (op == TERM_ITE)
        return link_of_choice(terms, t);
    if (!kinds[op])
        return (struct link){0};
    return (struct link){kinds[op], arg_of(terms, t, 0), arg_of(terms, t, 1)};
}

/* The parts of t, each with how often it occurs; false: too many. */
static bool collect(const struct terms *terms, struct term t, enum chain_kind kind,
                    struct map *parts)
{
    VECTOR(struct term) stack = {0};
    unsigned visits = 0;
    VECTOR_PUSH(&stack, t);
    while (stack.count && visits++ < MOST_PARTS) {
        struct term next = VECTOR_POP(&stack);
        struct link l = link_of(terms, next);
        if (l.kind != kind) {
            map_set(parts, next.id, map_or(parts, next.id, 0) + 1);
            continue;
        }
        LAW(term_width(terms, l.left) == term_width(terms, l.right));
        VECTOR_PUSH(&stack, l.left);
        VECTOR_PUSH(&stack, l.right);
    }
    bool all = !stack.count;
    VECTOR_RELEASE(&stack);
    return all;
}

/* Each part of a is one of b. */
static bool is_within(const struct map *a, const struct map *b, enum chain_kind kind)
{
    for (size_t i = 0; i < a->capacity; i++) {
        const struct map_slot *slot = &a->slots[i];
        if (!slot->used)
            continue;
        uint64_t other = map_or(b, slot->key, 0);
        bool fits = kind == CHAIN_XOR ? slot->value % 2 == other % 2 : other > 0;
        if (!fits)
            return false;
    }
    return true;
}

static bool same_parts(const struct terms *terms, struct term a, struct term b)
{
    enum chain_kind kind = link_of(terms, a).kind;
    if (!kind || link_of(terms, b).kind != kind)
        return false;
    struct map left = {0}, right = {0};
    bool same = collect(terms, a, kind, &left) && collect(terms, b, kind, &right) &&
                is_within(&left, &right, kind) && is_within(&right, &left, kind);
    map_release(&left);
    map_release(&right);
    return same;
}

static bool is_sum(const struct terms *terms, struct term t)
{
    enum term_op op = op_of(terms, t);
    return op == TERM_BV_ADD || op == TERM_BV_SUB || op == TERM_BV_EXTRACT ||
           op == TERM_ITE || op == TERM_CONST;
}

static bool is_same(const struct terms *terms, struct term a, struct term b, unsigned depth);

/* One operator over the same arguments. */
static bool same_arguments(const struct terms *terms, struct term a, struct term b,
                           unsigned depth)
{
    const struct node *x = node_of(terms, a), *y = node_of(terms, b);
    bool alike = x->op == y->op && x->count == y->count && x->count > 0 && x->count <= 2 &&
                 x->parameters[0] == y->parameters[0] && x->parameters[1] == y->parameters[1];
    for (size_t i = 0; alike && i < x->count; i++)
        alike = is_same(terms, arg_of(terms, a, i), arg_of(terms, b, i), depth - 1);
    return alike;
}

static bool is_same(const struct terms *terms, struct term a, struct term b, unsigned depth)
{
    if (term_same(a, b))
        return true;
    bool words = sort_kind(terms, term_sort(terms, a)) == SORT_BV &&
                 sort_kind(terms, term_sort(terms, b)) == SORT_BV;
    if (!depth || !words || term_width(terms, a) != term_width(terms, b))
        return false;
    unsigned width = term_width(terms, a);
    if (is_sum(terms, a) && is_sum(terms, b) && width <= 64 && sum_same(terms, a, b, width))
        return true;
    return same_parts(terms, a, b) || same_arguments(terms, a, b, depth);
}

bool chain_same(const struct terms *terms, struct term a, struct term b)
{
    LAW(term_width(terms, a) == term_width(terms, b));
    return is_same(terms, a, b, MOST_DEPTH);
}
