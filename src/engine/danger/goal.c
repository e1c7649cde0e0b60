/* Goals: from a check back to the entry, by the branches that dominate it, through the calls
 * of the functions it stands in; and how far a condition is from holding (the distances of
 * search-based testing). */
#include "base/arena.h"
#include "engine/danger/danger_internal.h"
#include "program/passes.h"
#include "property/property.h"

enum { MOST_GOALS = 8, DEEPEST_CALL = 3, DEEPEST_CONDITION = 6 };

/* --- distances --- */

static uint64_t masked(uint64_t v, uint32_t width)
{
    return width < 64 ? v & ((UINT64_C(1) << width) - 1) : v;
}

static int64_t signed_of(uint64_t v, uint32_t width)
{
    uint32_t unused = 64 - width;
    return (int64_t)(v << unused) >> unused;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a < b ? b - a : a - b;
}

static uint64_t signed_apart(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static uint64_t above(bool holds, uint64_t by) /* `by` falls to 0 just before it holds */
{
    if (holds)
        return 0;
    return by == UINT64_MAX ? by : by + 1;
}

static uint64_t compare_distance(enum compare how, uint64_t a, uint64_t b, uint32_t width)
{
    int64_t sa = signed_of(a, width), sb = signed_of(b, width);
    uint64_t unsigned_way = apart(a, b), signed_way = signed_apart(sa, sb);
    switch (how) {
    case COMPARE_EQ:
        return unsigned_way < signed_way ? unsigned_way : signed_way;
    case COMPARE_NE:
        return a == b;
    case COMPARE_ULT:
        return above(a < b, unsigned_way);
    case COMPARE_ULE:
        return a <= b ? 0 : unsigned_way;
    case COMPARE_UGT:
        return above(a > b, unsigned_way);
    case COMPARE_UGE:
        return a >= b ? 0 : unsigned_way;
    case COMPARE_SLT:
        return above(sa < sb, signed_way);
    case COMPARE_SLE:
        return sa <= sb ? 0 : signed_way;
    case COMPARE_SGT:
        return above(sa > sb, signed_way);
    case COMPARE_SGE:
        return sa >= sb ? 0 : signed_way;
    }
    BUG("a comparison");
}

static enum compare opposite(enum compare how)
{
    static const enum compare other[] = {
        [COMPARE_EQ] = COMPARE_NE,   [COMPARE_NE] = COMPARE_EQ,   [COMPARE_ULT] = COMPARE_UGE,
        [COMPARE_ULE] = COMPARE_UGT, [COMPARE_UGT] = COMPARE_ULE, [COMPARE_UGE] = COMPARE_ULT,
        [COMPARE_SLT] = COMPARE_SGE, [COMPARE_SLE] = COMPARE_SGT, [COMPARE_SGT] = COMPARE_SLE,
        [COMPARE_SGE] = COMPARE_SLT,
    };
    return other[how];
}

static bool is_zero(const struct program *p, struct value v)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64 &&
           !constant_low_bits(c);
}

static const struct instruction *definition(const struct function *f, struct value v)
{
    return value_is_constant(v) || value_is_none(v) ? NULL : &f->instructions.data[v.id];
}

/* A truth that is only passed on: the value it comes from, whose truth is the same, or the
 * other one; else no value. */
static struct value passed_on(const struct program *p, const struct function *f,
                              const struct instruction *in, bool *wanted)
{
    struct value first = in->count ? instruction_operand(f, in, 0) : VALUE_NONE;
    bool tests_zero = in->op == OP_ICMP && is_zero(p, instruction_operand(f, in, 1));
    if (tests_zero && (in->sub == COMPARE_NE || in->sub == COMPARE_EQ)) {
        *wanted ^= in->sub == COMPARE_EQ;
        return first;
    }
    if (in->op == OP_ZEXT || in->op == OP_SEXT || in->op == OP_TRUNC)
        return first;
    bool flips = in->op == OP_XOR && in->type.width == 1 &&
                 value_is_constant(instruction_operand(f, in, 1)) &&
                 !is_zero(p, instruction_operand(f, in, 1));
    *wanted ^= flips;
    return flips ? first : VALUE_NONE;
}

/* Is the value a truth: does looking at what it comes from tell more than its bits? */
static bool is_truth(const struct program *p, const struct function *f, struct value v)
{
    bool unused = true;
    for (unsigned depth = 0; depth < DEEPEST_CONDITION; depth++) {
        const struct instruction *in = definition(f, v);
        if (!in)
            return false;
        if (in->op == OP_ICMP || (in->type.kind == TYPE_INT && in->type.width == 1))
            return true;
        v = passed_on(p, f, in, &unused);
        if (value_is_none(v))
            return false;
    }
    return false;
}

struct seen {
    const struct program *program;
    const struct function *function;
    const struct interp *interp;
};

static uint64_t value_bits(const struct seen *s, struct value v, uint32_t width)
{
    return masked(interp_value_of(s->interp, v).low, width);
}

static uint64_t distance(const struct seen *s, struct value v, bool wanted, unsigned depth);

static uint64_t both(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t joined(const struct seen *s, const struct instruction *in, bool wanted,
                       unsigned depth)
{
    uint64_t a = distance(s, instruction_operand(s->function, in, 0), wanted, depth + 1);
    uint64_t b = distance(s, instruction_operand(s->function, in, 1), wanted, depth + 1);
    bool all = (in->op == OP_AND) == wanted;
    return all ? both(a, b) : a < b ? a : b;
}

static uint64_t compared(const struct seen *s, const struct instruction *in, bool wanted)
{
    struct value a = instruction_operand(s->function, in, 0),
                 b = instruction_operand(s->function, in, 1);
    struct type type = value_type(s->program, s->function, a);
    if (type.width > 64)
        return 1;
    enum compare how = (enum compare)in->sub;
    return compare_distance(wanted ? how : opposite(how), value_bits(s, a, type.width),
                            value_bits(s, b, type.width), type.width);
}

static uint64_t distance(const struct seen *s, struct value v, bool wanted, unsigned depth)
{
    const struct instruction *in = definition(s->function, v);
    if (in && depth < DEEPEST_CONDITION) {
        bool passed = wanted;
        struct value from = passed_on(s->program, s->function, in, &passed);
        if (!value_is_none(from) && is_truth(s->program, s->function, from))
            return distance(s, from, passed, depth + 1);
        if (in->op == OP_ICMP)
            return compared(s, in, wanted);
        if ((in->op == OP_AND || in->op == OP_OR) && in->type.width == 1)
            return joined(s, in, wanted, depth);
    }
    return (value_bits(s, v, 64) != 0) != wanted;
}

uint64_t danger_distance(const struct program *p, const struct interp *t,
                         const struct danger_link *link)
{
    struct seen s = {p, &p->functions.data[link->function], t};
    return distance(&s, link->value, link->wanted, 0);
}

/* --- chains --- */

struct search {
    const struct program *program;
    danger_goals *out;
    struct arena arena;
};

/* The parameter whose truth a condition is; UINT32_MAX: none. */
static uint32_t parameter_behind(const struct search *s, const struct danger_link *link,
                                 bool *wanted)
{
    const struct function *f = &s->program->functions.data[link->function];
    struct value v = link->value;
    *wanted = link->wanted;
    for (unsigned depth = 0; depth < DEEPEST_CONDITION; depth++) {
        const struct instruction *in = definition(f, v);
        if (!in)
            return UINT32_MAX;
        if (in->op == OP_PARAM)
            return (uint32_t)in->extra;
        v = passed_on(s->program, f, in, wanted);
        if (value_is_none(v))
            return UINT32_MAX;
    }
    return UINT32_MAX;
}

static void add_front(struct danger_goal *g, struct danger_link link)
{
    if (g->count == MOST_LINKS)
        return; /* the nearest ones count */
    for (uint32_t i = g->count; i > 0; i--)
        g->links[i] = g->links[i - 1];
    g->links[0] = link;
    g->count++;
}

/* The branches that every way to the block passes, the nearest first, go to the front. */
static void add_branches(struct search *s, uint32_t function, uint32_t block,
                         struct danger_goal *g)
{
    const struct function *f = &s->program->functions.data[function];
    struct dominators d;
    dominators_find(f, &s->arena, &d);
    for (uint32_t b = block; d.idom[b] != UINT32_MAX && d.idom[b] != b; b = d.idom[b]) {
        const struct instruction *last = block_terminator(f, &f->blocks.data[d.idom[b]]);
        if (!last || last->op != OP_BRANCH || last->target[0] == last->target[1])
            continue;
        bool first = dominates(&d, last->target[0], block);
        if (first == dominates(&d, last->target[1], block))
            continue;
        add_front(g, (struct danger_link){function, (uint32_t)(last - f->instructions.data),
                                          instruction_operand(f, last, 0), first});
    }
}

/* Conditions on the callee's parameters are those on the arguments, at the call. */
static void bind_parameters(struct search *s, struct danger_goal *g, uint32_t callee,
                            uint32_t caller, uint32_t call)
{
    const struct function *f = &s->program->functions.data[caller];
    const struct instruction *in = &f->instructions.data[call];
    for (uint32_t i = 0; i < g->count; i++) {
        bool wanted;
        if (g->links[i].function != callee)
            continue;
        uint32_t parameter = parameter_behind(s, &g->links[i], &wanted);
        if (parameter != UINT32_MAX && parameter + 1 < in->count)
            g->links[i] = (struct danger_link){
                caller, call, instruction_operand(f, in, parameter + 1), wanted};
    }
}

static bool calls(const struct program *p, const struct function *f,
                  const struct instruction *in, uint32_t callee)
{
    if (in->block == UINT32_MAX || in->op != OP_CALL)
        return false;
    struct value to = instruction_operand(f, in, 0);
    if (!value_is_constant(to))
        return false;
    const struct constant *c = program_constant(p, to);
    return c->kind == CONSTANT_FUNCTION && c->index == callee && !c->offset;
}

static void add_callers(struct search *s, uint32_t function, const struct danger_goal *g,
                        unsigned depth)
{
    const struct program *p = s->program;
    if (function == p->entry && g->count && s->out->count < MOST_GOALS)
        VECTOR_PUSH(s->out, *g);
    if (function == p->entry || depth == DEEPEST_CALL)
        return;
    for (uint32_t c = 0; c < p->functions.count; c++) {
        const struct function *caller = &p->functions.data[c];
        for (uint32_t i = 0; i < caller->instructions.count; i++) {
            const struct instruction *in = &caller->instructions.data[i];
            if (s->out->count == MOST_GOALS || !calls(p, caller, in, function))
                continue;
            struct danger_goal longer = *g;
            bind_parameters(s, &longer, function, c, i);
            add_branches(s, c, in->block, &longer);
            add_callers(s, c, &longer, depth + 1);
        }
    }
}

static void add_check(struct search *s, uint32_t function, uint32_t instruction,
                      enum violation kind)
{
    const struct function *f = &s->program->functions.data[function];
    const struct instruction *in = &f->instructions.data[instruction];
    struct danger_goal g = {.violation = kind};
    struct value condition = instruction_operand(f, in, 0);
    if (!value_is_constant(condition))
        add_front(&g, (struct danger_link){function, instruction, condition, false});
    add_branches(s, function, in->block, &g);
    add_callers(s, function, &g, 0);
}

void danger_goals_find(const struct program *p, uint32_t violations, danger_goals *out)
{
    struct search s = {.program = p, .out = out};
    arena_init(&s.arena);
    for (uint32_t f = 0; f < p->functions.count; f++)
        for (uint32_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            enum violation kind;
            if (in->block == UINT32_MAX || in->op != OP_CHECK ||
                !violation_of_check((enum check_kind)in->sub, &kind))
                continue;
            if (violations & VIOLATION_BIT(kind))
                add_check(&s, f, i, kind);
        }
    arena_release(&s.arena);
}
