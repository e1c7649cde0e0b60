/* Recognising gates in the graph. An if-then-else looks like !(s & a) & !(!s & b) and means s
 * ? !a : !b. */
#include "blast/gate.h"

#include "base/failure.h"

struct ite {
    literal condition, then, otherwise;
};

static bool as_ite(const struct aig *aig, uint32_t node, struct ite *ite)
{
    if (!aig_is_gate(aig, node))
        return false;
    literal left = aig->nodes[node].left, right = aig->nodes[node].right;
    if (!literal_negated(left) || !literal_negated(right))
        return false;
    if (!aig_is_gate(aig, literal_node(left)) || !aig_is_gate(aig, literal_node(right)))
        return false;
    literal x[2] = {aig->nodes[literal_node(left)].left,
                    aig->nodes[literal_node(left)].right};
    literal y[2] = {aig->nodes[literal_node(right)].left,
                    aig->nodes[literal_node(right)].right};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            if (x[i] != literal_not(y[j]))
                continue;
            *ite = (struct ite){x[i], literal_not(x[1 - i]), literal_not(y[1 - j])};
            return true;
        }
    }
    return false;
}

/* The literal as (one xor other), if it is an exclusive or. */
static bool as_xor(const struct aig *aig, literal a, literal *one, literal *other)
{
    struct ite ite;
    if (!as_ite(aig, literal_node(a), &ite) || ite.then != literal_not(ite.otherwise))
        return false;
    *one = ite.condition;
    *other = literal_not_if(ite.otherwise, literal_negated(a));
    return true;
}

/* (x xor y) ? c : x is a majority; so are the variants with negations and swapped branches.
 */
static bool as_majority(const struct aig *aig, const struct ite *ite, struct gate *gate)
{
    literal x, y, same, differ; /* value when x and y agree, when they differ */
    if (!as_xor(aig, ite->condition, &x, &y))
        return false;
    differ = ite->then;
    same = ite->otherwise;
    for (int swapped = 0; swapped < 2; swapped++) {
        if (same == x || same == y || same == literal_not(x) || same == literal_not(y)) {
            bool negate = same == literal_not(x) || same == literal_not(y);
            *gate = (struct gate){.kind = GATE_MAJORITY, .count = 3};
            gate->inputs[0] = literal_not_if(x, negate);
            gate->inputs[1] = literal_not_if(y, negate);
            gate->inputs[2] = differ;
            return true;
        }
        /* the other reading: the condition's negation says that x and !y differ */
        same = ite->then;
        differ = ite->otherwise;
        y = literal_not(y);
    }
    return false;
}

static void recognise_xor(const struct aig *aig, const struct ite *ite,
                          bool (*taken)(const void *, uint32_t), const void *context,
                          struct gate *gate)
{
    LAW(ite->then == literal_not(ite->otherwise));
    literal inputs[2] = {ite->condition, ite->otherwise}, one, other;
    *gate = (struct gate){.kind = GATE_XOR, .count = 2};
    gate->inputs[0] = inputs[0];
    gate->inputs[1] = inputs[1];
    for (int i = 0; i < 2; i++) {
        if (taken(context, literal_node(inputs[i])) || !as_xor(aig, inputs[i], &one, &other))
            continue;
        gate->count = 3;
        gate->inputs[0] = one;
        gate->inputs[1] = other;
        gate->inputs[2] = inputs[1 - i];
        return;
    }
}

/* The leaves of the tree of conjunctions under the node; an inner one is looked through if
 * nothing else uses it. */
static void recognise_and(const struct aig *aig, uint32_t node,
                          bool (*taken)(const void *, uint32_t), const void *context,
                          struct gate *gate)
{
    LAW(aig_is_gate(aig, node));
    *gate = (struct gate){.kind = GATE_AND, .count = 2};
    gate->inputs[0] = aig->nodes[node].left;
    gate->inputs[1] = aig->nodes[node].right;
    for (size_t i = 0; i < gate->count && gate->count < GATE_INPUTS;) {
        literal a = gate->inputs[i];
        uint32_t inner = literal_node(a);
        struct ite ite;
        if (literal_negated(a) || !aig_is_gate(aig, inner) || aig->fanout[inner] > 1 ||
            taken(context, inner) || as_ite(aig, inner, &ite)) {
            i++;
            continue;
        }
        gate->inputs[i] = aig->nodes[inner].left;
        gate->inputs[gate->count++] = aig->nodes[inner].right;
    }
}

void gate_recognise(const struct aig *aig, uint32_t node,
                    bool (*taken)(const void *, uint32_t), const void *context,
                    struct gate *gate)
{
    LAW(aig_is_gate(aig, node));
    struct ite ite;
    if (!as_ite(aig, node, &ite)) {
        recognise_and(aig, node, taken, context, gate);
    } else if (ite.then == literal_not(ite.otherwise)) {
        recognise_xor(aig, &ite, taken, context, gate);
    } else if (!as_majority(aig, &ite, gate)) {
        *gate = (struct gate){.kind = GATE_ITE, .count = 3};
        gate->inputs[0] = ite.condition;
        gate->inputs[1] = ite.then;
        gate->inputs[2] = ite.otherwise;
    }
}
