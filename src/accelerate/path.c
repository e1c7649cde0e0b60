#include "accelerate/path_internal.h"

#include "base/failure.h"

enum { MOST_PATHS = 24 };

void path_init(struct path *p, const struct program *program, uint32_t function,
               const struct loop_forest *forest, uint32_t loop, uint32_t ignored)
{
    LAW(loop < forest->count);
    *p = (struct path){.program = program,
                       .function = function,
                       .loop = loop,
                       .forest = forest,
                       .ignored = ignored,
                       .rounds = 1};
}

void path_release(struct path *p)
{
    VECTOR_RELEASE(&p->symbols);
    VECTOR_RELEASE(&p->tests);
    VECTOR_RELEASE(&p->taken);
    VECTOR_RELEASE(&p->phis);
    VECTOR_RELEASE(&p->cells);
    VECTOR_RELEASE(&p->stores);
    VECTOR_RELEASE(&p->inputs);
    VECTOR_RELEASE(&p->loads);
    VECTOR_RELEASE(&p->calls);
    VECTOR_RELEASE(&p->decisions);
}

/* --- activations --- */

void activation_set(struct activation *a, uint32_t instruction, struct walked v)
{
    map_set(&a->values, instruction, a->pool.count);
    VECTOR_PUSH(&a->pool, v);
}

static void activation_release(struct activation *a)
{
    map_release(&a->values);
    VECTOR_RELEASE(&a->pool);
    VECTOR_RELEASE(&a->results);
}

static struct walked of_symbol(const struct path *p, uint32_t symbol)
{
    if (symbol == NO_SYMBOL)
        return walked_not();
    struct type t = p->symbols.data[symbol].type;
    if (t.kind == TYPE_INT && t.width <= 64)
        return walked_number(polynomial_symbol(symbol), t.width);
    if (t.kind == TYPE_POINTER)
        return (struct walked){.kind = WALKED_POINTER, .width = t.width, .symbol = symbol};
    return (struct walked){.kind = WALKED_WHOLE, .symbol = symbol};
}

static struct walked constant_value(struct path *p, struct value v)
{
    const struct constant *c = program_constant(p->program, v);
    if (c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64)
        return walked_number(polynomial_number(constant_low_bits(c), c->type.width),
                             c->type.width);
    if (c->kind == CONSTANT_UNDEF)
        return walked_not();
    if (c->kind == CONSTANT_GLOBAL) {
        struct symbol s = {.kind = SYMBOL_GLOBAL, .type = c->type, .of = c->index};
        struct walked w = of_symbol(p, path_symbol(p, &s));
        w.number = polynomial_number((uint64_t)c->offset, c->type.width);
        return w;
    }
    return of_symbol(
        p,
        path_symbol(p, &(struct symbol){.kind = SYMBOL_VALUE, .type = c->type, .value = v}));
}

const struct walked *activation_value(struct path *p, struct activation *a, struct value v,
                                      struct walked *room)
{
    uint64_t at;
    if (value_is_constant(v)) {
        *room = constant_value(p, v);
        return room;
    }
    if (map_get(&a->values, v.id, &at))
        return &a->pool.data[at];
    *room = walked_not();
    if (!a->is_loop)
        return room;
    struct type type = p->program->functions.data[p->function].instructions.data[v.id].type;
    *room = of_symbol(
        p, path_symbol(p, &(struct symbol){.kind = SYMBOL_VALUE, .type = type, .value = v}));
    return room;
}

/* --- decisions --- */

static bool test_same(const struct test *a, const struct test *b)
{
    return a->kind == b->kind && a->compare == b->compare && a->a.kind == b->a.kind &&
           a->a.symbol == b->a.symbol && a->b.symbol == b->b.symbol &&
           polynomial_same(&a->a.number, &b->a.number) &&
           polynomial_same(&a->b.number, &b->b.number);
}

static enum compare opposite(enum compare c)
{
    static const uint8_t other[] = {
        [COMPARE_EQ] = COMPARE_NE,   [COMPARE_NE] = COMPARE_EQ,   [COMPARE_ULT] = COMPARE_UGE,
        [COMPARE_ULE] = COMPARE_UGT, [COMPARE_UGT] = COMPARE_ULE, [COMPARE_UGE] = COMPARE_ULT,
        [COMPARE_SLT] = COMPARE_SGE, [COMPARE_SLE] = COMPARE_SGT, [COMPARE_SGT] = COMPARE_SLE,
        [COMPARE_SGE] = COMPARE_SLT};
    return (enum compare)other[c];
}

static bool is_taken(const struct path *p, const struct test *t)
{
    for (size_t i = 0; i < p->taken.count; i++)
        if (test_same(&p->taken.data[i], t))
            return true;
    return false;
}

bool path_require(struct path *p, struct walked w, bool holds)
{
    uint64_t value;
    if (w.kind == WALKED_NUMBER && polynomial_is_number(&w.number, &value))
        return (value != 0) == holds;
    if (w.kind == WALKED_NUMBER) { /* an i1 */
        struct test t = {TEST_COMPARE, holds ? COMPARE_NE : COMPARE_EQ, w,
                         walked_number(polynomial_number(0, w.width), w.width)};
        VECTOR_PUSH(&p->taken, t);
        return true;
    }
    if (w.kind != WALKED_CONDITION)
        return false;
    struct test t = p->tests.data[w.symbol];
    bool wanted = holds != w.negated;
    if (t.kind == TEST_NO_OVERFLOW && !wanted)
        return false;
    if (!wanted)
        t.compare = opposite((enum compare)t.compare);
    if (!is_taken(p, &t))
        VECTOR_PUSH(&p->taken, t);
    return true;
}

/* Of a test that was made before, the same again. */
static bool is_known(const struct path *p, const struct walked *w, bool *holds)
{
    if (w->kind != WALKED_CONDITION)
        return false;
    struct test t = p->tests.data[w->symbol];
    if (is_taken(p, &t))
        return *holds = !w->negated, true;
    if (t.kind != TEST_COMPARE)
        return false;
    t.compare = opposite((enum compare)t.compare);
    if (is_taken(p, &t))
        return *holds = w->negated, true;
    return false;
}

bool path_decide(struct path *p, struct walked *w)
{
    uint64_t value;
    bool holds;
    if (w->kind == WALKED_NUMBER &&
        (w->width > 1 || polynomial_is_number(&w->number, &value)))
        return true;
    if (w->kind != WALKED_NUMBER && w->kind != WALKED_CONDITION)
        return false;
    if (!is_known(p, w, &holds)) {
        if (p->met == MOST_DECISIONS)
            return false;
        if (p->met == p->decisions.count)
            VECTOR_PUSH(&p->decisions, true);
        holds = p->decisions.data[p->met++];
        if (!path_require(p, *w, holds))
            return false;
    }
    *w = walked_number(polynomial_number(holds, 1), 1);
    return true;
}

/* --- blocks --- */

static bool enter_block(struct path *p, struct activation *a, uint32_t block, uint32_t from)
{
    const struct function *f = &p->program->functions.data[a->function];
    const struct block *b = &f->blocks.data[block];
    VECTOR(struct walked) values = {0};
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[b->instructions.data[i]];
        if (in->op != OP_PHI)
            break;
        struct walked room = walked_not(), v = room;
        for (uint32_t k = 0; k < in->count; k += 2)
            if (instruction_operand(f, in, k + 1).id == from)
                v = *activation_value(p, a, instruction_operand(f, in, k), &room);
        VECTOR_PUSH(&values, v);
    }
    for (size_t i = 0; i < values.count; i++)
        activation_set(a, b->instructions.data[i], values.data[i]);
    VECTOR_RELEASE(&values);
    return true;
}

static bool run(struct path *, struct activation *);

static bool step_call(struct path *p, struct activation *a, uint32_t id)
{
    const struct function *f = &p->program->functions.data[a->function];
    const struct instruction *in = &f->instructions.data[id];
    struct value callee = instruction_operand(f, in, 0);
    if (!value_is_constant(callee) ||
        program_constant(p->program, callee)->kind != CONSTANT_FUNCTION)
        return false;
    uint32_t target = program_constant(p->program, callee)->index;
    const struct function *g = &p->program->functions.data[target];
    if (!g->has_body || g->variadic || a->depth >= MOST_DEPTH ||
        !call_matches(p->program, f, in, g))
        return false;
    struct activation inner = {.function = target, .depth = a->depth + 1, .caller = a};
    const struct block *entry = &g->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *param = &g->instructions.data[entry->instructions.data[i]];
        if (param->op != OP_PARAM)
            break;
        struct walked room;
        struct walked v = *activation_value(
            p, a, instruction_operand(f, in, 1 + (uint32_t)param->extra), &room);
        activation_set(&inner, entry->instructions.data[i], v);
    }
    VECTOR_PUSH(&p->calls, (struct asking){target, id, 0});
    bool good = run(p, &inner);
    if (good && inner.results.count)
        activation_set(a, id, inner.results.data[0]);
    for (size_t i = 0; good && i < f->instructions.count && inner.results.count > 1; i++) {
        const struct instruction *r = &f->instructions.data[i];
        if (r->op == OP_RESULT && instruction_operand(f, r, 0).id == id &&
            r->extra < inner.results.count)
            activation_set(a, (uint32_t)i, inner.results.data[r->extra]);
    }
    activation_release(&inner);
    return good;
}

static bool step_return(struct path *p, struct activation *a, const struct instruction *in)
{
    const struct function *f = &p->program->functions.data[a->function];
    struct walked room;
    if (a->is_loop)
        return false;
    for (uint32_t k = 0; k < in->count; k++)
        VECTOR_PUSH(&a->results,
                    *activation_value(p, a, instruction_operand(f, in, k), &room));
    return true;
}

static bool run_block(struct path *p, struct activation *a, uint32_t block)
{
    const struct function *f = &p->program->functions.data[a->function];
    const struct block *b = &f->blocks.data[block];
    for (size_t i = 0; i + 1 < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        enum op op = (enum op)f->instructions.data[id].op;
        if (op == OP_PHI || op == OP_PARAM || op == OP_NOTE || op == OP_RESULT)
            continue;
        if (!(op == OP_CALL ? step_call(p, a, id) : path_step(p, a, id)))
            return false;
    }
    return true;
}

static bool next_block(struct path *p, struct activation *a, const struct instruction *last,
                       uint32_t *next)
{
    const struct function *f = &p->program->functions.data[a->function];
    struct walked room;
    uint64_t holds = 1;
    if (last->op == OP_BRANCH && last->target[0] != last->target[1]) {
        struct walked w = *activation_value(p, a, instruction_operand(f, last, 0), &room);
        if (!path_decide(p, &w) || !polynomial_is_number(&w.number, &holds))
            return false;
    }
    *next = last->target[holds ? 0 : 1];
    return last->op == OP_BRANCH || last->op == OP_JUMP;
}

static bool take_phis(struct path *p, struct activation *a)
{
    const struct function *f = &p->program->functions.data[p->function];
    const struct block *head = &f->blocks.data[p->forest->loops[p->loop].header];
    for (size_t i = 0; i < head->instructions.count; i++) {
        uint32_t id = head->instructions.data[i];
        if (f->instructions.data[id].op != OP_PHI)
            break;
        struct walked room, v = *activation_value(p, a, (struct value){id}, &room);
        if (v.kind == WALKED_CONDITION && !path_decide(p, &v))
            return false;
        VECTOR_PUSH(&p->phis, (struct after){id, v});
    }
    return true;
}

struct visit {
    uint32_t block;
    size_t met; /* decisions that were made before */
};
/* A loop inside is followed as long as numbers alone decide on its rounds. */
static bool is_allowed(const struct visit *visits, uint32_t count, uint32_t block, size_t met)
{
    for (uint32_t i = count; i-- > 0;)
        if (visits[i].block == block)
            return visits[i].met == met;
    return true;
}

/* From the current block of a to its end: of the loop, the head again. */
static bool run(struct path *p, struct activation *a)
{
    const struct function *f = &p->program->functions.data[a->function];
    uint32_t header = p->forest->loops[p->loop].header, block = a->is_loop ? header : 0,
             next = 0;
    struct visit visits[MOST_BLOCKS];
    for (uint32_t count = 0;; count++) {
        if (count == MOST_BLOCKS || !is_allowed(visits, count, block, p->met))
            return false;
        visits[count] = (struct visit){block, p->met};
        if (!run_block(p, a, block))
            return false;
        const struct instruction *last = block_terminator(f, &f->blocks.data[block]);
        if (last && last->op == OP_RETURN)
            return step_return(p, a, last);
        if (!last || !next_block(p, a, last, &next))
            return false;
        if (a->is_loop && !loop_contains(p->forest, p->loop, next))
            return false;
        enter_block(p, a, next, block);
        if (a->is_loop && next == header)
            return true;
        block = next;
    }
}

static void start_phis(struct path *p, struct activation *a)
{
    const struct function *f = &p->program->functions.data[p->function];
    const struct block *head = &f->blocks.data[p->forest->loops[p->loop].header];
    for (size_t i = 0; i < head->instructions.count; i++) {
        uint32_t id = head->instructions.data[i];
        const struct instruction *in = &f->instructions.data[id];
        if (in->op != OP_PHI)
            break;
        struct symbol s = {
            .kind = SYMBOL_VALUE, .type = in->type, .value = {id}, .is_phi = true};
        activation_set(a, id, of_symbol(p, path_symbol(p, &s)));
    }
}

static bool walk(struct path *p)
{
    struct activation a = {.function = p->function, .is_loop = true};
    VECTOR_CLEAR(&p->symbols);
    VECTOR_CLEAR(&p->tests);
    VECTOR_CLEAR(&p->taken);
    VECTOR_CLEAR(&p->phis);
    VECTOR_CLEAR(&p->cells);
    VECTOR_CLEAR(&p->stores);
    VECTOR_CLEAR(&p->inputs);
    VECTOR_CLEAR(&p->loads);
    VECTOR_CLEAR(&p->calls);
    p->met = 0;
    p->guesses = false;
    start_phis(p, &a);
    bool good = true;
    for (uint32_t r = 0; r < p->rounds && good; r++)
        good = run(p, &a);
    good = good && take_phis(p, &a);
    activation_release(&a);
    return good;
}

bool path_next(struct path *p, bool *possible)
{
    if (p->walked) { /* not the first one */
        p->decisions.count = p->met < p->decisions.count ? p->met : p->decisions.count;
        while (p->decisions.count && !VECTOR_LAST(&p->decisions))
            (void)VECTOR_POP(&p->decisions);
        if (!p->decisions.count)
            return false;
        VECTOR_LAST(&p->decisions) = false;
    }
    if (p->walked++ == MOST_PATHS)
        return false;
    *possible = walk(p);
    return true;
}
