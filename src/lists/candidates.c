/* What may be known at a cut point and is worth a try. */
#include "lists/facts.h"

#include "base/failure.h"

enum { MOST_POINTERS = 7, MOST_NUMBERS = 6, MOST_FOR_PAIRS = 4 };

struct pool {
    const struct lists *l;
    uint32_t cut;
    uint32_t pointers[MOST_POINTERS + 1], numbers[MOST_NUMBERS];
    uint32_t pointer_count, number_count;
    struct facts *facts;
};

static void add(struct pool *p, enum fact_kind kind, uint32_t a, uint32_t b, uint32_t c,
                uint32_t d)
{
    VECTOR_PUSH(&p->facts->list, (struct fact){kind, a, b, c, d, 0, NULL});
    VECTOR_PUSH(&p->facts->alive, true);
}

/* Values of member m from a on are not below the constant, or not above it. */
static void add_bounds(struct pool *p, uint32_t a, uint32_t m, int64_t constant)
{
    for (enum fact_kind kind = FACT_LEAST; kind <= FACT_MOST; kind++) {
        struct fact f = {.kind = kind, .a = a, .c = m, .constant = constant};
        VECTOR_PUSH(&p->facts->list, f);
        VECTOR_PUSH(&p->facts->alive, true);
    }
}

/* Live values that have a name. */
static void fill_pool(struct pool *p)
{
    const struct lists *l = p->l;
    const struct cut *c = &l->cuts.list.data[p->cut];
    struct arena arena;
    arena_init(&arena);
    uint64_t *live = ARENA_ARRAY(&arena, uint64_t, l->live->words);
    liveness_at(l->live, c->block, c->after, live);
    for (uint32_t id = 0; id < l->f->instructions.count; id++) {
        const struct instruction *in = &l->f->instructions.data[id];
        if (!value_set_has(live, id) || !value_source_name(l, id) ||
            l->crossings[id].unsupported)
            continue;
        bool pointer = in->type.kind == TYPE_POINTER && !l->crossings[id].offset;
        bool number = in->type.kind == TYPE_INT && in->type.width <= 64;
        if (pointer && p->pointer_count < MOST_POINTERS)
            p->pointers[p->pointer_count++] = id;
        if (number && p->number_count < MOST_NUMBERS)
            p->numbers[p->number_count++] = id;
    }
    p->pointers[p->pointer_count] = FACT_NULL_POINTER;
    arena_release(&arena);
}

static void shape_single(struct pool *p, uint32_t a)
{
    add(p, FACT_NOT_NULL, a, 0, 0, 0);
    add(p, FACT_CIRCULAR, a, 0, 0, 0);
    add(p, FACT_NOT_CIRCULAR, a, 0, 0, 0);
    if (p->l->junk == SLH_MAYBE_JUNK)
        add(p, FACT_INITIALISED, a, 0, 0, 0);
    if (!p->l->frees)
        return;
    add(p, FACT_ALIVE, a, 0, 0, 0);
    add(p, FACT_NODE_ALIVE, a, 0, 0, 0);
}

static void shape_pair(struct pool *p, uint32_t a, uint32_t b)
{
    add(p, FACT_PATH, a, b, 0, 0);
    add(p, FACT_NO_PATH, a, b, 0, 0);
    if (b == FACT_NULL_POINTER)
        return;
    add(p, FACT_PATH_IF, a, b, 0, 0);
    add(p, FACT_NULL_IF, a, b, 0, 0);
    if (a > b)
        return;
    add(p, FACT_ALIAS, a, b, 0, 0);
    add(p, FACT_NOT_ALIAS, a, b, 0, 0);
    add(p, FACT_DISJOINT, a, b, 0, 0);
}

static void length_pair(struct pool *p, uint32_t a, uint32_t b)
{
    for (uint32_t n = 0; n < p->number_count; n++)
        add(p, FACT_LENGTH, a, b, p->numbers[n], 0);
    for (uint32_t n = 0; n < p->number_count; n++)
        for (uint32_t m = 0; m < p->number_count; m++)
            if (m != n)
                add(p, FACT_LENGTH_LEFT, a, b, p->numbers[n], p->numbers[m]);
    if (b == FACT_NULL_POINTER || a > b)
        return;
    add(p, FACT_SAME_LENGTH, a, FACT_NULL_POINTER, b, FACT_NULL_POINTER);
    for (uint32_t n = 0; n < p->number_count; n++)
        add(p, FACT_LENGTH_SUM, a, b, p->numbers[n], 0);
}

/* A cursor and the one that runs after it. */
static void step_pair(struct pool *p, uint32_t a, uint32_t b)
{
    if (b == FACT_NULL_POINTER)
        return;
    add(p, FACT_STEP, a, b, 0, 0);
    for (uint32_t i = 0; i < p->pointer_count; i++)
        if (p->pointers[i] != a && p->pointers[i] < b && a != b)
            add(p, FACT_ALIAS_IF, a, b, p->pointers[i], 0);
}

static void data_pair(struct pool *p, uint32_t a, uint32_t b)
{
    for (uint32_t m = 0; m < p->l->layout.count; m++) {
        if (!p->l->layout.members[m].ordered)
            continue;
        add(p, FACT_SORTED, a, b, m, 0);
        if (b == FACT_NULL_POINTER)
            continue;
        add(p, FACT_BOUNDED, a, b, m, b);
        add(p, FACT_VALUE_AT_MOST, a, b, m, 0);
    }
}

/* --- constants that values are compared with --- */

enum { MOST_CONSTANTS = 6 };

static void add_constant(int64_t *constants, uint32_t *count, int64_t value)
{
    for (uint32_t i = 0; i < *count; i++)
        if (constants[i] == value)
            return;
    if (*count < MOST_CONSTANTS)
        constants[(*count)++] = value;
}

static int64_t constant_number(const struct constant *c, const struct layout_member *m)
{
    uint64_t bits = c->limbs[0];
    if (m->width > 32)
        bits |= (uint64_t)c->limbs[1] << 32;
    bool negative = m->is_signed && m->width < 64 && bits >> (m->width - 1) & 1;
    return (int64_t)(negative ? bits | ~UINT64_C(0) << m->width : bits);
}

/* Constants of comparisons as wide as the member. */
static uint32_t find_constants(const struct lists *l, const struct layout_member *m,
                               int64_t *constants)
{
    uint32_t count = 0;
    for (size_t i = 0; i < l->f->instructions.count; i++) {
        const struct instruction *in = &l->f->instructions.data[i];
        if (in->op != OP_ICMP || in->block == UINT32_MAX)
            continue;
        struct value v = instruction_operand(l->f, in, 1);
        if (!value_is_constant(v))
            continue;
        const struct constant *c = program_constant(l->program, v);
        if (c->kind == CONSTANT_BITS && c->type.width == m->width && m->width <= 64)
            add_constant(constants, &count, constant_number(c, m));
    }
    return count;
}

static void constant_facts(struct pool *p)
{
    for (uint32_t m = 0; m < p->l->layout.count; m++) {
        if (!p->l->layout.members[m].ordered)
            continue;
        int64_t constants[MOST_CONSTANTS];
        uint32_t count = find_constants(p->l, &p->l->layout.members[m], constants);
        for (uint32_t i = 0; i < p->pointer_count; i++)
            for (uint32_t k = 0; k < 3 * count; k++)
                add_bounds(p, p->pointers[i], m, constants[k / 3] + (int64_t)(k % 3) - 1);
    }
}

/* Two ways of one length: from a to b and from c to d. */
static void length_pairs(struct pool *p)
{
    uint32_t n = p->pointer_count;
    if (n > MOST_FOR_PAIRS)
        return;
    for (uint32_t i = 0; i < n * n; i++)
        for (uint32_t j = i + 1; j < n * n; j++) {
            uint32_t a = p->pointers[i / n], b = p->pointers[i % n];
            uint32_t c = p->pointers[j / n], d = p->pointers[j % n];
            if (a != b && c != d && a != c)
                add(p, FACT_SAME_LENGTH, a, b, c, d);
        }
}

static void number_facts(struct pool *p)
{
    for (uint32_t i = 0; i < p->number_count; i++) {
        add(p, FACT_NOT_NEGATIVE, p->numbers[i], 0, 0, 0);
        add(p, FACT_POSITIVE, p->numbers[i], 0, 0, 0);
        for (uint32_t j = 0; j < p->number_count; j++)
            if (i != j)
                add(p, FACT_AT_MOST, p->numbers[i], p->numbers[j], 0, 0);
    }
}

/* What is left of outer loops' rankings. */
static void rank_facts(struct pool *p)
{
    const struct lists *l = p->l;
    for (uint32_t c = 0; c < l->cuts.list.count; c++) {
        if (c == p->cut || !loop_contains(&l->cuts.forest, l->cuts.list.data[c].loop,
                                          l->cuts.list.data[p->cut].header))
            continue;
        for (uint32_t k = 0; k < l->rank_count[c]; k++)
            for (uint32_t i = 0; i < p->pointer_count; i++) {
                add(p, FACT_RANK_AT_MOST, p->pointers[i], FACT_NULL_POINTER, c, k);
                add(p, FACT_RANK_LESS, p->pointers[i], FACT_NULL_POINTER, c, k);
            }
    }
}

static void each_pair(struct pool *p, void (*make)(struct pool *, uint32_t a, uint32_t b))
{
    for (uint32_t i = 0; i < p->pointer_count; i++)
        for (uint32_t j = 0; j <= p->pointer_count; j++)
            if (i != j)
                make(p, p->pointers[i], p->pointers[j]);
}

void facts_candidates(const struct lists *l, uint32_t cut, enum fact_stage stage,
                      struct facts *facts)
{
    struct pool p = {.l = l, .cut = cut, .facts = facts};
    fill_pool(&p);
    switch (stage) {
    case FACTS_ANNOTATED:
        rank_facts(&p);
        return;
    case FACTS_SHAPE:
        for (uint32_t i = 0; i < p.pointer_count; i++)
            shape_single(&p, p.pointers[i]);
        each_pair(&p, shape_pair);
        number_facts(&p);
        return;
    case FACTS_EQUATIONS: /* equations.c */
        return;
    case FACTS_LENGTH:
        each_pair(&p, length_pair);
        each_pair(&p, step_pair);
        return;
    case FACTS_PAIRS:
        length_pairs(&p);
        return;
    case FACTS_DATA:
        each_pair(&p, data_pair);
        constant_facts(&p);
        return;
    case FACT_STAGES:
        return;
    }
}

static bool has_path(const struct facts *facts, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < facts->list.count; i++) {
        const struct fact *f = &facts->list.data[i];
        if (facts->alive.data[i] && f->kind == FACT_PATH && f->a == a && f->b == b)
            return true;
    }
    return false;
}

static void add_quantity(struct quantities *out, struct quantity q)
{
    if (out->count < MOST_QUANTITIES)
        out->list[out->count++] = q;
}

void facts_quantities(const struct lists *l, uint32_t cut, const struct facts *facts,
                      struct quantities *out)
{
    struct pool p = {.l = l, .cut = cut};
    fill_pool(&p);
    out->count = 0;
    for (uint32_t j = p.pointer_count + 1; j-- > 0;)
        for (uint32_t i = 0; i < p.pointer_count; i++)
            if (i != j && has_path(facts, p.pointers[i], p.pointers[j]))
                add_quantity(out, (struct quantity){true, p.pointers[i], p.pointers[j]});
    for (uint32_t i = 0; i < p.number_count; i++)
        add_quantity(out, (struct quantity){false, p.numbers[i], 0});
}

struct lists_rank *ranks_candidates(const struct lists *l, uint32_t cut, struct arena *arena,
                                    uint32_t *count)
{
    struct facts none = {0};
    struct pool p = {.l = l, .cut = cut, .facts = &none};
    fill_pool(&p);
    uint32_t most = MOST_POINTERS * (MOST_POINTERS + 1) + MOST_NUMBERS * MOST_NUMBERS;
    struct lists_rank *ranks = ARENA_ARRAY(arena, struct lists_rank, most);
    uint32_t n = 0;
    for (uint32_t j = p.pointer_count + 1; j-- > 0;)
        for (uint32_t i = 0; i < p.pointer_count; i++)
            if (i != j)
                ranks[n++] = (struct lists_rank){RANK_LENGTH, p.pointers[i], p.pointers[j]};
    for (uint32_t i = 0; i < p.number_count; i++) {
        ranks[n++] = (struct lists_rank){RANK_NUMBER, p.numbers[i], RANK_NULL};
        for (uint32_t j = 0; j < p.number_count; j++)
            if (i != j)
                ranks[n++] = (struct lists_rank){RANK_DIFFERENCE, p.numbers[i], p.numbers[j]};
    }
    *count = n;
    return ranks;
}
