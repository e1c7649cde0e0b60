/* Loops that count: a number that each round changes by a constant is compared with a
 * constant, so that the loop is left after a few rounds. Where such loops are unrolled,
 * graphs at their heads are not folded (heads of short ones have none): lists that they make
 * or take apart stay exact. */
#include "engine/shapes/shapes.h"

enum { MOST_ROUNDS = 16 };

struct counting {
    struct shapes *s;
    const struct graph *g;
    const struct function *f;
    const struct loop_forest *loops;
    uint32_t loop;
};

static bool constant_of(const struct counting *c, struct value v, uint64_t *out)
{
    if (value_is_constant(v)) {
        const struct constant *k = program_constant(c->s->program, v);
        bool number =
            k->kind == CONSTANT_BITS && k->type.kind == TYPE_INT && k->type.width <= 64;
        if (number)
            *out = constant_low_bits(k);
        return number;
    }
    const struct graph_value *known = &c->g->frame->values[v.id];
    return known->kind == GRAPH_NUMBER && term_const_u64(c->s->terms, known->term, out);
}

/* phi + step: what the counter is in the next round. */
static bool is_step(const struct counting *c, struct value v, uint32_t phi, uint64_t *step)
{
    if (value_is_constant(v))
        return false;
    const struct instruction *in = &c->f->instructions.data[v.id];
    if (in->op != OP_ADD && in->op != OP_SUB)
        return false;
    struct value x = instruction_operand(c->f, in, 0), y = instruction_operand(c->f, in, 1);
    if (in->op == OP_ADD && value_is_constant(x)) {
        struct value swapped = x;
        x = y;
        y = swapped;
    }
    if (value_is_constant(x) || x.id != phi || !value_is_constant(y) ||
        !constant_of(c, y, step))
        return false;
    if (in->op == OP_SUB)
        *step = 0 - *step;
    return true;
}

static bool compares(enum compare how, uint64_t x, uint64_t y, unsigned width)
{
    LAW(width && width <= 64);
    unsigned unused = 64 - width;
    x <<= unused;
    y <<= unused;
    int64_t a = (int64_t)x, b = (int64_t)y;
    switch (how) {
    case COMPARE_EQ:
        return x == y;
    case COMPARE_NE:
        return x != y;
    case COMPARE_ULT:
        return x < y;
    case COMPARE_ULE:
        return x <= y;
    case COMPARE_UGT:
        return x > y;
    case COMPARE_UGE:
        return x >= y;
    case COMPARE_SLT:
        return a < b;
    case COMPARE_SLE:
        return a <= b;
    case COMPARE_SGT:
        return a > b;
    case COMPARE_SGE:
        return a >= b;
    }
    return false;
}

struct counter {
    uint32_t phi;
    struct value next;
    uint64_t now, step;
    unsigned width;
};

/* Each round gives the phi the same next value. */
static bool is_counter(const struct counting *c, uint32_t phi, struct counter *out)
{
    LAW(c->f->instructions.data[phi].op == OP_PHI);
    const struct instruction *in = &c->f->instructions.data[phi];
    if (in->type.kind != TYPE_INT || in->type.width > 64)
        return false;
    *out = (struct counter){.phi = phi, .width = in->type.width};
    if (!constant_of(c, (struct value){phi}, &out->now))
        return false;
    bool found = false;
    for (uint32_t k = 0; k + 1 < in->count; k += 2) {
        if (!loop_contains(c->loops, c->loop, instruction_operand(c->f, in, k + 1).id))
            continue;
        struct value v = instruction_operand(c->f, in, k);
        if (found && v.id != out->next.id)
            return false;
        out->next = v;
        found = true;
    }
    return found && is_step(c, out->next, phi, &out->step);
}

/* The bound does not change in the loop. */
static bool is_bound(const struct counting *c, struct value v, uint64_t *out)
{
    if (!value_is_constant(v) &&
        loop_contains(c->loops, c->loop, c->f->instructions.data[v.id].block))
        return false;
    return constant_of(c, v, out);
}

/* Is the loop left soon by this comparison, which each round makes? */
static bool ends_soon(const struct counting *c, const struct counter *k,
                      const struct instruction *test, bool leaves)
{
    LAW(test->op == OP_ICMP);
    struct value x = instruction_operand(c->f, test, 0),
                 y = instruction_operand(c->f, test, 1);
    uint64_t bound, now = k->now;
    bool left = !value_is_constant(x) && (x.id == k->phi || x.id == k->next.id);
    bool right = !value_is_constant(y) && (y.id == k->phi || y.id == k->next.id);
    if (left == right || !is_bound(c, left ? y : x, &bound))
        return false;
    if ((left ? x : y).id == k->next.id && k->next.id != k->phi)
        now += k->step;
    for (uint32_t round = 0; round <= MOST_ROUNDS; round++, now += k->step)
        if (compares(test->sub, left ? now : bound, left ? bound : now, k->width) == leaves)
            return true;
    return false;
}

/* Of `i < n && f()` the second part is a block of its own: if the first is false, the branch
 * after it is decided. */
static bool goes_on(const struct counting *c, uint32_t from, uint32_t to)
{
    const struct block *b = &c->f->blocks.data[to];
    const struct instruction *in = &c->f->instructions.data[VECTOR_LAST(&b->instructions)];
    uint64_t bit;
    if (!loop_contains(c->loops, c->loop, to))
        return false;
    if (in->op != OP_BRANCH || value_is_constant(instruction_operand(c->f, in, 0)))
        return true;
    const struct instruction *phi =
        &c->f->instructions.data[instruction_operand(c->f, in, 0).id];
    if (phi->op != OP_PHI || phi->block != to)
        return true;
    for (uint32_t k = 0; k + 1 < phi->count; k += 2) {
        struct value v = instruction_operand(c->f, phi, k);
        if (instruction_operand(c->f, phi, k + 1).id != from || !value_is_constant(v))
            continue;
        if (constant_of(c, v, &bit))
            return loop_contains(c->loops, c->loop, in->target[bit ? 0 : 1]);
    }
    return true;
}

/* A branch out of the loop that each round comes by. */
static bool leaves_soon(const struct counting *c, const struct counter *k, uint32_t block)
{
    LAW(block < c->f->blocks.count && loop_contains(c->loops, c->loop, block));
    const struct block *b = &c->f->blocks.data[block];
    const struct instruction *in = &c->f->instructions.data[VECTOR_LAST(&b->instructions)];
    if (in->op != OP_BRANCH)
        return false;
    bool stays[2] = {goes_on(c, block, in->target[0]), goes_on(c, block, in->target[1])};
    struct value condition = instruction_operand(c->f, in, 0);
    if (stays[0] == stays[1] || value_is_constant(condition))
        return false;
    const struct instruction *test = &c->f->instructions.data[condition.id];
    return test->op == OP_ICMP && ends_soon(c, k, test, stays[1]);
}

bool shapes_is_short(struct shapes *s, const struct graph_frame *fr)
{
    LAW(shapes_is_head(s, fr, fr->block));
    const struct function_facts *facts = facts_of(s->facts, fr->function);
    const struct loop *l = &facts->loops.loops[facts->child_of[fr->block]];
    for (uint32_t i = 0; i < l->block_count; i++) {
        const struct block *b = &fr->f->blocks.data[l->blocks[i]];
        if (l->blocks[i] != l->header && facts->child_of[l->blocks[i]] != UINT32_MAX)
            return false;
        for (size_t k = 0; k < b->instructions.count; k++) {
            const struct instruction *in = &fr->f->instructions.data[b->instructions.data[k]];
            if (in->op != OP_CALL)
                continue;
            struct value callee = instruction_operand(fr->f, in, 0);
            if (!value_is_constant(callee))
                return false;
            const struct constant *c = program_constant(s->program, callee);
            if (c->kind != CONSTANT_FUNCTION || s->program->functions.data[c->index].has_body)
                return false;
        }
    }
    return true;
}

bool shapes_counts(struct shapes *s, const struct graph *g)
{
    LAW(shapes_is_head(s, g->frame, g->frame->block));
    const struct graph_frame *fr = g->frame;
    const struct function_facts *facts = facts_of(s->facts, fr->function);
    struct counting c = {s, g, fr->f, &facts->loops, facts->child_of[fr->block]};
    const struct loop *l = &c.loops->loops[c.loop];
    for (uint32_t i = 0; i < exec_phi_count(fr->f, fr->block); i++) {
        struct counter k;
        if (!is_counter(&c, fr->f->blocks.data[fr->block].instructions.data[i], &k))
            continue;
        if (leaves_soon(&c, &k, l->header))
            return true;
        if (l->latch_count == 1 && leaves_soon(&c, &k, l->latches[0]))
            return true;
    }
    return false;
}
