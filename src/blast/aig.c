/* And-inverter graph: conjunctions are hashed and simplified by looking two levels down
 * (Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup",
 * 2006): no rule makes more than one new node. */
#include "blast/aig.h"

#include "base/failure.h"

#include <stdlib.h>

static uint32_t node_new(struct aig *aig, literal left, literal right)
{
    if (aig->count == aig->capacity) {
        size_t capacity = aig->capacity ? 2 * aig->capacity : 1024;
        aig->nodes = realloc(aig->nodes, capacity * sizeof *aig->nodes);
        aig->fanout = realloc(aig->fanout, capacity);
        if (!aig->nodes || !aig->fanout)
            BUG("out of memory");
        aig->capacity = capacity;
    }
    if (aig->count >= UINT32_MAX / 2)
        BUG("more than 2^31 gates");
    LAW(left == AIG_INPUT || !aig->count ||
        (left > right && literal_node(left) < aig->count)); /* of smaller nodes */
    aig->nodes[aig->count] = (struct aig_node){left, right};
    aig->fanout[aig->count] = 0;
    return (uint32_t)aig->count++;
}

static bool exists(const struct aig *aig, literal a)
{
    return literal_node(a) < aig->count;
}

void aig_init(struct aig *aig)
{
    *aig = (struct aig){.slot_mask = (1 << 12) - 1};
    aig->slots = calloc(aig->slot_mask + 1, sizeof *aig->slots);
    if (!aig->slots)
        BUG("out of memory");
    node_new(aig, 0, 0);
}

void aig_release(struct aig *aig)
{
    free(aig->nodes);
    free(aig->fanout);
    free(aig->slots);
    *aig = (struct aig){0};
}

literal aig_input(struct aig *aig)
{
    return 2 * node_new(aig, AIG_INPUT, 0);
}

static size_t hash_of(literal left, literal right)
{
    uint64_t h = ((uint64_t)left << 32 | right) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(h ^ h >> 29);
}

static void slots_grow(struct aig *aig)
{
    size_t capacity = (aig->slot_mask + 1) * 2;
    uint32_t *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        BUG("out of memory");
    for (uint32_t node = 1; node < aig->count; node++) {
        if (aig_is_input(aig, node))
            continue;
        size_t at = hash_of(aig->nodes[node].left, aig->nodes[node].right) & (capacity - 1);
        while (slots[at])
            at = (at + 1) & (capacity - 1);
        slots[at] = node;
    }
    free(aig->slots);
    aig->slots = slots;
    aig->slot_mask = capacity - 1;
    LAW(aig->gates <= aig->slot_mask);
}

static void count_use(struct aig *aig, literal a)
{
    uint8_t *fanout = &aig->fanout[literal_node(a)];
    if (*fanout < UINT8_MAX)
        ++*fanout;
}

static literal and_hashed(struct aig *aig, literal left, literal right)
{
    LAW(left > right);
    LAW(exists(aig, left));
    LAW(literal_node(left) != literal_node(right));
    LAW(!literal_is_constant(right)); /* rewritten before */
    size_t at = hash_of(left, right) & aig->slot_mask;
    for (; aig->slots[at]; at = (at + 1) & aig->slot_mask) {
        const struct aig_node *node = &aig->nodes[aig->slots[at]];
        if (node->left == left && node->right == right)
            return 2 * aig->slots[at];
    }
    uint32_t node = node_new(aig, left, right);
    aig->slots[at] = node;
    aig->gates++;
    count_use(aig, left);
    count_use(aig, right);
    if (aig->gates * 2 > aig->slot_mask)
        slots_grow(aig);
    return 2 * node;
}

/* A rule's outcome: the pair stays, became another pair, or is a literal. */
enum outcome { KEEPS, CHANGED, DONE };

/* Rules with a gate on one side: *gate is a literal of a gate (x & y), *other any literal. */
static enum outcome rewrite_one(const struct aig *aig, literal *gate, literal *other,
                                literal *result)
{
    LAW(aig_is_gate(aig, literal_node(*gate)));
    literal x = aig->nodes[literal_node(*gate)].left,
            y = aig->nodes[literal_node(*gate)].right, b = *other;
    if (!literal_negated(*gate)) {
        if (b == x || b == y)
            return *result = *gate, DONE; /* (x & y) & x */
        if (b == (x ^ 1) || b == (y ^ 1))
            return *result = LITERAL_FALSE, DONE; /* (x & y) & !x */
        return KEEPS;
    }
    if (b == (x ^ 1) || b == (y ^ 1))
        return *result = b, DONE; /* !(x & y) & !x */
    if (b == x)
        return *gate = y ^ 1, CHANGED; /* !(x & y) & x = !y & x */
    if (b == y)
        return *gate = x ^ 1, CHANGED;
    return KEEPS;
}

/* Rules with gates on both sides: a is (x & y) or its negation, b is (u & v) or its negation.
 */
static enum outcome rewrite_two(const struct aig *aig, literal *a, literal *b,
                                literal *result)
{
    LAW(aig_is_gate(aig, literal_node(*a)) && aig_is_gate(aig, literal_node(*b)));
    literal x = aig->nodes[literal_node(*a)].left, y = aig->nodes[literal_node(*a)].right;
    literal u = aig->nodes[literal_node(*b)].left, v = aig->nodes[literal_node(*b)].right;
    bool clash = x == (u ^ 1) || x == (v ^ 1) || y == (u ^ 1) || y == (v ^ 1);
    if (!literal_negated(*a) && !literal_negated(*b)) {
        if (clash)
            return *result = LITERAL_FALSE, DONE; /* (x & y) & (!x & v) */
        if (x == u || x == v)
            return *a = y, CHANGED; /* (x & y) & (x & v) = y & (x & v) */
        if (y == u || y == v)
            return *a = x, CHANGED;
        return KEEPS;
    }
    if (literal_negated(*a) && literal_negated(*b)) {
        if ((x == u && y == (v ^ 1)) || (x == v && y == (u ^ 1)))
            return *result = x ^ 1, DONE; /* resolution */
        if ((y == u && x == (v ^ 1)) || (y == v && x == (u ^ 1)))
            return *result = y ^ 1, DONE;
        return KEEPS;
    }
    if (literal_negated(*b)) { /* make a the negated one: !(x & y) & (u & v) */
        literal t = *a;
        *a = *b;
        *b = t;
        t = x, x = u, u = t;
        t = y, y = v, v = t;
    }
    if (clash)
        return *result = *b, DONE; /* !(x & y) & (!x & v) = !x & v */
    if (x == u || x == v)
        return *a = y ^ 1, CHANGED; /* !(x & y) & (x & v) = !y & (x & v) */
    if (y == u || y == v)
        return *a = x ^ 1, CHANGED;
    return KEEPS;
}

static enum outcome rewrite(const struct aig *aig, literal *a, literal *b, literal *result)
{
    if (*a == *b || *b == LITERAL_TRUE)
        return *result = *a, DONE;
    if (*a == LITERAL_TRUE)
        return *result = *b, DONE;
    if (*a == (*b ^ 1) || *a == LITERAL_FALSE || *b == LITERAL_FALSE)
        return *result = LITERAL_FALSE, DONE;
    bool a_gate = aig_is_gate(aig, literal_node(*a)),
         b_gate = aig_is_gate(aig, literal_node(*b));
    enum outcome outcome = KEEPS;
    if (a_gate)
        outcome = rewrite_one(aig, a, b, result);
    if (outcome == KEEPS && b_gate)
        outcome = rewrite_one(aig, b, a, result);
    if (outcome == KEEPS && a_gate && b_gate)
        outcome = rewrite_two(aig, a, b, result);
    return outcome;
}

literal aig_and(struct aig *aig, literal a, literal b)
{
    LAW(exists(aig, a));
    LAW(exists(aig, b));
    literal result;
    for (;;) {
        switch (rewrite(aig, &a, &b, &result)) {
        case DONE:
            return result;
        case KEEPS:
            return a > b ? and_hashed(aig, a, b) : and_hashed(aig, b, a);
        case CHANGED:
            break; /* the pair's nodes got smaller, so this ends */
        }
    }
}

literal aig_xor(struct aig *aig, literal a, literal b)
{
    LAW(exists(aig, a));
    LAW(exists(aig, b));
    bool negate =
        literal_negated(a) != literal_negated(b); /* one form for a xor b and its negations */
    a &= ~(literal)1, b &= ~(literal)1;
    literal both = aig_and(aig, a, b), neither = aig_and(aig, a ^ 1, b ^ 1);
    return literal_not_if(aig_and(aig, both ^ 1, neither ^ 1), negate);
}

literal aig_ite(struct aig *aig, literal condition, literal then, literal otherwise)
{
    LAW(exists(aig, condition));
    LAW(exists(aig, then));
    LAW(exists(aig, otherwise));
    if (literal_is_constant(condition))
        return condition == LITERAL_TRUE ? then : otherwise;
    if (then == otherwise)
        return then;
    if (then == (otherwise ^ 1))
        return aig_xor(aig, condition, otherwise);
    if (literal_negated(condition))
        return aig_ite(aig, condition ^ 1, otherwise, then);
    literal yes = aig_and(aig, condition, then), no = aig_and(aig, condition ^ 1, otherwise);
    return aig_or(aig, yes, no);
}

literal aig_majority(struct aig *aig, literal a, literal b, literal c)
{
    LAW(exists(aig, a));
    LAW(exists(aig, b));
    LAW(exists(aig, c));
    if (literal_is_constant(a))
        return a == LITERAL_TRUE ? aig_or(aig, b, c) : aig_and(aig, b, c);
    if (literal_is_constant(b))
        return b == LITERAL_TRUE ? aig_or(aig, a, c) : aig_and(aig, a, c);
    if (literal_is_constant(c))
        return c == LITERAL_TRUE ? aig_or(aig, a, b) : aig_and(aig, a, b);
    return aig_ite(aig, aig_xor(aig, a, b), c, a);
}

literal aig_and_n(struct aig *aig, const literal *list, size_t count)
{
    if (count == 0)
        return LITERAL_TRUE;
    if (count == 1)
        return list[0];
    return aig_and(aig, aig_and_n(aig, list, count / 2),
                   aig_and_n(aig, list + count / 2, count - count / 2));
}

literal aig_or_n(struct aig *aig, const literal *list, size_t count)
{
    if (count == 0)
        return LITERAL_FALSE;
    if (count == 1)
        return list[0];
    return aig_or(aig, aig_or_n(aig, list, count / 2),
                  aig_or_n(aig, list + count / 2, count - count / 2));
}

void aig_simulate(const struct aig *aig, uint8_t *values, size_t count)
{
    LAW(count >= 1 && count <= aig->count);
    values[0] = 0;
    for (uint32_t node = 1; node < count; node++) {
        if (aig_is_input(aig, node))
            continue;
        values[node] = aig_value(values, aig->nodes[node].left) &&
                       aig_value(values, aig->nodes[node].right);
    }
}
