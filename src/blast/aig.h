/* And-inverter graph with structural hashing and local rewriting.
 *
 * A literal is 2 * node + (1 if negated). Node 0 is the constant: literal 0 is false, 1 is
 * true. Every other node is an input or the conjunction of two literals of smaller nodes, so
 * ascending nodes are a topological order. Laws: equal conjunctions are one node; no AND node
 * is one of the trivial or two-level cases that aig_and rewrites. */
#ifndef BLAST_AIG_H
#define BLAST_AIG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t literal;

enum { LITERAL_FALSE = 0, LITERAL_TRUE = 1 };

struct aig_node {
    literal left, right; /* left > right; an input has AIG_INPUT on the left */
};
#define AIG_INPUT UINT32_MAX

struct aig {
    struct aig_node *nodes;
    uint8_t *fanout; /* of each node, up to 255 */
    size_t count, capacity;
    uint32_t *slots;
    size_t slot_mask;
    uint64_t gates; /* AND nodes */
};

void aig_init(struct aig *);
void aig_release(struct aig *);

static inline literal literal_not(literal a)
{
    return a ^ 1;
}
static inline literal literal_not_if(literal a, bool negate)
{
    return a ^ (literal)negate;
}
static inline uint32_t literal_node(literal a)
{
    return a >> 1;
}
static inline bool literal_negated(literal a)
{
    return a & 1;
}
static inline bool literal_is_constant(literal a)
{
    return a <= LITERAL_TRUE;
}
static inline literal literal_of_bool(bool value)
{
    return value ? LITERAL_TRUE : LITERAL_FALSE;
}
static inline bool aig_is_input(const struct aig *aig, uint32_t node)
{
    return aig->nodes[node].left == AIG_INPUT;
}
static inline bool aig_is_gate(const struct aig *aig, uint32_t node)
{
    return node != 0 && !aig_is_input(aig, node);
}

literal aig_input(struct aig *); /* a new one */
literal aig_and(struct aig *, literal, literal);
static inline literal aig_or(struct aig *aig, literal a, literal b)
{
    return aig_and(aig, a ^ 1, b ^ 1) ^ 1;
}
literal aig_xor(struct aig *, literal, literal);
static inline literal aig_equal(struct aig *aig, literal a, literal b)
{
    return aig_xor(aig, a, b) ^ 1;
}
static inline literal aig_implies(struct aig *aig, literal a, literal b)
{
    return aig_or(aig, a ^ 1, b);
}
literal aig_ite(struct aig *, literal condition, literal then, literal otherwise);
/* At least two of three; with aig_xor(aig_xor(a, b), c) a full adder. The CNF recognises
 * both. */
literal aig_majority(struct aig *, literal a, literal b, literal c);
literal aig_and_n(struct aig *, const literal *, size_t); /* a balanced tree */
literal aig_or_n(struct aig *, const literal *, size_t);

/* Values of all nodes: `values` (one byte per node, 0 or 1) holds the inputs' and gets the
 * gates' up to `count` nodes. */
void aig_simulate(const struct aig *, uint8_t *values, size_t count);
static inline bool aig_value(const uint8_t *values, literal a)
{
    return values[literal_node(a)] ^ literal_negated(a);
}

#endif
