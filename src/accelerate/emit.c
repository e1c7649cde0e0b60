#include "accelerate/emit.h"

#include "base/failure.h"

/* --- single operations --- */

static struct value add(struct emitter *e, struct instruction in,
                        const struct value *operands, uint32_t count)
{
    uint32_t ids[3];
    LAW(count <= 3);
    for (uint32_t k = 0; k < count; k++)
        ids[k] = operands[k].id;
    in.place = e->place;
    return (struct value){
        function_add(&e->program->functions.data[e->function], e->block, in, ids, count)};
}

struct value emitter_1(struct emitter *e, enum op op, struct type t, struct value a)
{
    return add(e, instruction_make(op, t), &a, 1);
}

struct value emitter_2(struct emitter *e, enum op op, struct type t, struct value a,
                       struct value b)
{
    return add(e, instruction_make(op, t), (struct value[]){a, b}, 2);
}

struct value emitter_compare(struct emitter *e, enum compare c, struct value a,
                             struct value b)
{
    struct instruction in = instruction_make(OP_ICMP, type_int(1));
    in.sub = (uint8_t)c;
    return add(e, in, (struct value[]){a, b}, 2);
}

struct value emitter_number(struct emitter *e, uint32_t width, uint64_t n)
{
    return constant_int(e->program, type_int(width), n);
}

struct value emitter_resized(struct emitter *e, struct value v, uint32_t from, uint32_t to,
                             bool is_signed)
{
    LAW(from >= 1 && to >= 1);
    if (from == to)
        return v;
    if (to < from)
        return emitter_1(e, OP_TRUNC, type_int(to), v);
    return emitter_1(e, is_signed ? OP_SEXT : OP_ZEXT, type_int(to), v);
}

void emitter_assume(struct emitter *e, struct value v)
{
    emitter_1(e, OP_ASSUME, type_void(), v);
}

struct value emitter_input(struct emitter *e, struct type t, const char *name)
{
    struct instruction in = instruction_make(OP_INPUT, t);
    in.text = name;
    return add(e, in, NULL, 0);
}

static struct value emit_select(struct emitter *e, struct type t, struct value c,
                                struct value a, struct value b)
{
    return add(e, instruction_make(OP_SELECT, t), (struct value[]){c, a, b}, 3);
}

/* --- values in the first round --- */

static struct value product(struct emitter *e, const struct part *part, uint32_t width)
{
    struct value v = VALUE_NONE;
    for (int k = 0; k < MOST_DEGREE && part->monomial.symbols[k] != NO_SYMBOL; k++) {
        struct value s = emitter_symbol(e, part->monomial.symbols[k]);
        v = value_is_none(v) ? s : emitter_2(e, OP_MUL, type_int(width), v, s);
    }
    if (value_is_none(v))
        return emitter_number(e, width, part->factor);
    if (part->factor == 1)
        return v;
    return emitter_2(e, OP_MUL, type_int(width), v, emitter_number(e, width, part->factor));
}

struct value emitter_polynomial(struct emitter *e, const struct polynomial *p, uint32_t width)
{
    LAW(!p->fails);
    LAW(width >= 1);
    struct value sum = VALUE_NONE;
    for (int i = 0; i < p->count; i++) {
        struct value v = product(e, &p->parts[i], width);
        sum = value_is_none(sum) ? v : emitter_2(e, OP_ADD, type_int(width), sum, v);
    }
    return value_is_none(sum) ? emitter_number(e, width, 0) : sum;
}

static struct value pointer_at(struct emitter *e, uint32_t base, struct value offset)
{
    return emitter_2(e, OP_PTRADD, type_pointer(e->program), emitter_symbol(e, base), offset);
}

static struct value cloned(struct emitter *e, const struct symbol *s)
{
    LAW(s->operand_count <= 2);
    const struct instruction *original = &e->plan->path->program->functions.data[s->function]
                                              .instructions.data[s->instruction];
    struct instruction in = instruction_make((enum op)original->op, s->type);
    struct value operands[2];
    in.sub = original->sub;
    for (uint32_t k = 0; k < s->operand_count; k++)
        operands[k] = emitter_polynomial(e, &s->operands[k].number, s->operands[k].width);
    return add(e, in, operands, s->operand_count);
}

static void anchor(struct emitter *e, struct value added, uint32_t function,
                   uint32_t instruction)
{
    LAW(!value_is_constant(added) && !value_is_none(added));
    VECTOR_PUSH(&e->out->anchors,
                (struct accelerated_anchor){added.id, function, instruction});
}

static struct value write_symbol(struct emitter *e, uint32_t symbol)
{
    LAW(symbol < e->plan->path->symbols.count);
    struct symbol s = e->plan->path->symbols.data[symbol];
    uint32_t width = e->program->pointer_width;
    switch (s.kind) {
    case SYMBOL_VALUE:
        return s.value;
    case SYMBOL_GLOBAL:
        return constant_global(e->program, s.of, 0);
    case SYMBOL_CELL:
        return emitter_1(e, OP_LOAD, s.type,
                         pointer_at(e, s.of, emitter_polynomial(e, &s.inner, width)));
    case SYMBOL_INPUT:
    case SYMBOL_ELEMENT:
        return emitter_input(e, s.type, "the same in all rounds");
    case SYMBOL_EXTENDED:
        return emitter_resized(e, emitter_polynomial(e, &s.inner, s.inner_width),
                               s.inner_width, s.type.width, s.is_signed);
    case SYMBOL_TRUNCATED: {
        struct type wide = e->plan->path->symbols.data[s.of].type;
        return emitter_resized(e, emitter_symbol(e, s.of), wide.width, s.type.width, false);
    }
    case SYMBOL_ADDRESS:
        return emitter_1(e, OP_PTRTOINT, s.type, emitter_symbol(e, s.of));
    case SYMBOL_CLONE:
        return cloned(e, &s);
    }
    BUG("a symbol of no kind");
}

struct value emitter_symbol(struct emitter *e, uint32_t symbol)
{
    while (e->symbols.count <= symbol)
        VECTOR_PUSH(&e->symbols, VALUE_NONE);
    if (value_is_none(e->symbols.data[symbol])) {
        struct value v = write_symbol(e, symbol);
        e->symbols.data[symbol] = v;
    }
    return e->symbols.data[symbol];
}

/* --- values in later rounds --- */

/* binomial(n, m) modulo 2^width; n has ROUND_BITS. */
static struct value binomial(struct emitter *e, struct value n, uint32_t m, uint32_t width)
{
    uint32_t wide = m == 2 ? 64 : 128;
    if (m == 1)
        wide = ROUND_BITS;
    struct type t = type_int(wide);
    struct value x = emitter_resized(e, n, ROUND_BITS, wide, false), product = x;
    for (uint32_t i = 1; i < m; i++)
        product = emitter_2(e, OP_MUL, t, product,
                            emitter_2(e, OP_SUB, t, x, emitter_number(e, wide, i)));
    if (m == 2)
        product = emitter_2(e, OP_LSHR, t, product, emitter_number(e, wide, 1));
    if (m == 3)
        product = emitter_2(e, OP_UDIV, t, product, emitter_number(e, wide, 6));
    return emitter_resized(e, product, wide, width, false);
}

static struct value sum_at(struct emitter *e, const struct closed *c, struct value round)
{
    struct type t = type_int(c->width);
    if (!c->count)
        return emitter_number(e, c->width, 0);
    struct value sum = emitter_polynomial(e, &c->differences[0], c->width);
    for (uint32_t m = 1; m < c->count; m++) {
        struct value d = emitter_polynomial(e, &c->differences[m], c->width);
        d = emitter_2(e, OP_MUL, t, d, binomial(e, round, m, c->width));
        sum = emitter_2(e, OP_ADD, t, sum, d);
    }
    return sum;
}

static void square(uint64_t m[MOST_DIMENSION][MOST_DIMENSION], uint32_t count, uint32_t width)
{
    uint64_t out[MOST_DIMENSION][MOST_DIMENSION];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            out[i][k] = 0;
            for (uint32_t j = 0; j < count; j++)
                out[i][k] += m[i][j] * m[j][k];
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            m[i][k] = out[i][k] & mask_of(width);
}

static struct value row_times(struct emitter *e, const uint64_t *row, const struct value *v,
                              uint32_t count, uint32_t width)
{
    struct type t = type_int(width);
    struct value sum = VALUE_NONE;
    for (uint32_t k = 0; k < count; k++) {
        if (!row[k])
            continue;
        struct value x =
            row[k] == 1 ? v[k]
                        : emitter_2(e, OP_MUL, t, v[k], emitter_number(e, width, row[k]));
        sum = value_is_none(sum) ? x : emitter_2(e, OP_ADD, t, sum, x);
    }
    return value_is_none(sum) ? emitter_number(e, width, 0) : sum;
}

/* For each bit of the number of rounds, the matrix of so many rounds, or none. */
static struct value power_at(struct emitter *e, const struct closed *c, struct value round)
{
    struct type t = type_int(c->width), bits = type_int(ROUND_BITS);
    struct value v[MOST_DIMENSION], next[MOST_DIMENSION];
    uint64_t m[MOST_DIMENSION][MOST_DIMENSION], start[MOST_DIMENSION] = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        struct polynomial one = polynomial_of(c->basis[i]);
        v[i] = emitter_polynomial(e, &one, c->width);
        for (uint32_t k = 0; k < c->count; k++)
            m[i][k] = c->matrix[i][k];
        for (int k = 0; k < c->start.count; k++)
            if (monomial_same(c->start.parts[k].monomial, c->basis[i]))
                start[i] = c->start.parts[k].factor;
    }
    for (uint32_t bit = 0; bit < ROUND_BITS; bit++, square(m, c->count, c->width)) {
        struct value masked = emitter_2(e, OP_AND, bits, round,
                                        emitter_number(e, ROUND_BITS, (uint64_t)1 << bit));
        struct value set =
            emitter_compare(e, COMPARE_NE, masked, emitter_number(e, ROUND_BITS, 0));
        for (uint32_t i = 0; i < c->count; i++)
            next[i] = emit_select(e, t, set, row_times(e, m[i], v, c->count, c->width), v[i]);
        for (uint32_t i = 0; i < c->count; i++)
            v[i] = next[i];
    }
    return row_times(e, start, v, c->count, c->width);
}

struct value emitter_closed(struct emitter *e, const struct closed *c, struct value round)
{
    LAW(c->kind != CLOSED_NOT);
    struct type bits = type_int(ROUND_BITS);
    if (c->late)
        round = emitter_2(e, OP_SUB, bits, round, emitter_number(e, ROUND_BITS, 1));
    return c->kind == CLOSED_POWER ? power_at(e, c, round) : sum_at(e, c, round);
}

/* --- the whole plan --- */

static struct value final_value(struct emitter *e, const struct planned_value *v)
{
    struct value n = emitter_closed(e, &v->closed, e->rounds);
    return v->base == NO_SYMBOL ? n : pointer_at(e, v->base, n);
}

/* A store, or a read that must give the element, in one round. */
static void access_in(struct emitter *e, const struct planned_access *a, struct value round)
{
    struct value at = pointer_at(e, a->base, emitter_closed(e, &a->offset, round));
    if (a->store) {
        struct value v = emitter_closed(e, &a->value, round);
        if (a->store->value.kind == WALKED_POINTER)
            v = pointer_at(e, a->store->value.symbol, v);
        struct value done = emitter_2(e, OP_STORE, type_void(), at, v);
        anchor(e, done, a->store->function, a->store->instruction);
        return;
    }
    const struct symbol *s = &e->plan->path->symbols.data[a->element];
    struct value read = emitter_1(e, OP_LOAD, s->type, at);
    anchor(e, read, s->function, s->instruction);
    emitter_assume(e, emitter_compare(e, COMPARE_EQ, read, emitter_symbol(e, a->element)));
}

static struct value element_at(struct emitter *e, const struct planned_access *a,
                               struct value round)
{
    return pointer_at(e, a->base, emitter_closed(e, &a->offset, round));
}

/* A byte that the program set apart is among those that are read: then it is the same, too.
 */
static void meets_mark(struct emitter *e, const struct planned_access *a, uint32_t mark,
                       struct value first, struct value last)
{
    struct type pointer = type_pointer(e->program),
                number = type_int(e->program->pointer_width);
    struct value at = emitter_1(e, OP_LOAD, pointer, constant_global(e->program, mark, 0));
    struct value x = emitter_1(e, OP_PTRTOINT, number, at);
    struct value low = emitter_1(e, OP_PTRTOINT, number, first),
                 high = emitter_1(e, OP_PTRTOINT, number, last);
    struct type i1 = type_int(1);
    struct value upwards = emitter_2(e, OP_AND, i1, emitter_compare(e, COMPARE_UGE, x, low),
                                     emitter_compare(e, COMPARE_ULE, x, high));
    struct value downwards =
        emitter_2(e, OP_AND, i1, emitter_compare(e, COMPARE_UGE, x, high),
                  emitter_compare(e, COMPARE_ULE, x, low));
    struct value inside = emitter_2(e, OP_OR, i1, upwards, downwards);
    struct value byte =
        emitter_1(e, OP_LOAD, type_int(8), emit_select(e, pointer, inside, at, first));
    emitter_assume(e, emitter_compare(e, COMPARE_EQ, byte, emitter_symbol(e, a->element)));
}

static void emit_marks(struct emitter *e)
{
    struct rounds_plan *p = e->plan;
    for (size_t i = 0; i < p->accesses.count; i++) {
        const struct planned_access *a = &p->accesses.data[i];
        if (a->store || p->path->symbols.data[a->element].type.width != 8)
            continue;
        struct value first = element_at(e, a, emitter_number(e, ROUND_BITS, 0)),
                     last = element_at(e, a, e->last);
        for (uint32_t k = 0; k < e->whole->mark_count; k++)
            meets_mark(e, a, e->whole->marks[k], first, last);
    }
}

/* In the first round, in the last one, and in another that the solver may choose. */
static void emit_accesses(struct emitter *e)
{
    struct rounds_plan *p = e->plan;
    if (!p->accesses.count)
        return;
    struct value witness = emitter_input(e, type_int(ROUND_BITS), "a round");
    emitter_assume(e, emitter_compare(e, COMPARE_ULT, witness, e->rounds));
    struct value rounds[] = {emitter_number(e, ROUND_BITS, 0), witness, e->last};
    emit_marks(e);
    for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++)
        for (size_t i = 0; i < p->accesses.count; i++)
            access_in(e, &p->accesses.data[i], rounds[k]);
}

static void note_choices(struct emitter *e)
{
    struct path *p = e->plan->path;
    for (size_t i = 0; i < p->inputs.count; i++) {
        struct asking a = p->inputs.data[i];
        uint32_t answer = emitter_symbol(e, a.symbol).id;
        VECTOR_PUSH(&e->out->asks,
                    (struct accelerated_choice){a.function, a.instruction, answer});
    }
    for (size_t i = 0; i < p->loads.count; i++) {
        struct asking a = p->loads.data[i];
        uint32_t answer = a.symbol == NO_SYMBOL ? UINT32_MAX : emitter_symbol(e, a.symbol).id;
        VECTOR_PUSH(&e->out->asks,
                    (struct accelerated_choice){a.function, a.instruction, answer});
    }
}

static bool asks(const struct path *p)
{
    bool any = p->inputs.count > 0;
    for (size_t i = 0; i < p->loads.count; i++)
        any |= p->loads.data[i].symbol != NO_SYMBOL;
    return any;
}

static void emit_rounds(struct emitter *e)
{
    e->rounds = emitter_input(e, type_int(ROUND_BITS), "rounds");
    e->out->rounds = e->rounds.id;
    emitter_assume(
        e, emitter_compare(e, COMPARE_NE, e->rounds, emitter_number(e, ROUND_BITS, 0)));
    struct value most = emitter_number(e, ROUND_BITS, MOST_ASKED_ROUNDS);
    if (asks(e->plan->path))
        emitter_assume(e, emitter_compare(e, COMPARE_ULE, e->rounds, most));
    e->last = emitter_2(e, OP_SUB, type_int(ROUND_BITS), e->rounds,
                        emitter_number(e, ROUND_BITS, 1));
}

static void store_cells(struct emitter *e, const struct value *after)
{
    struct rounds_plan *p = e->plan;
    for (size_t i = 0; i < p->values.count; i++) {
        const struct planned_value *v = &p->values.data[i];
        if (v->cell == UINT32_MAX)
            continue;
        struct symbol cell = p->path->symbols.data[v->cell];
        struct value at = pointer_at(
            e, cell.of, emitter_polynomial(e, &cell.inner, e->program->pointer_width));
        emitter_2(e, OP_STORE, type_void(), at, after[i]);
    }
}

/* Objects of their own: what other pointers lead to is somewhere else. */
static bool is_object(const struct path *p, uint32_t symbol)
{
    const struct symbol *s = &p->symbols.data[symbol];
    if (s->kind == SYMBOL_GLOBAL)
        return true;
    return s->kind == SYMBOL_VALUE && !value_is_constant(s->value) &&
           p->program->functions.data[p->function].instructions.data[s->value.id].op ==
               OP_ALLOCA;
}

bool rounds_plan_guesses(const struct rounds_plan *p)
{
    bool guesses = p->path->guesses || p->accesses.count;
    for (size_t i = 0; i < p->path->cells.count; i++)
        guesses |=
            !is_object(p->path, p->path->symbols.data[p->path->cells.data[i].symbol].of);
    return guesses;
}

void emitter_plan(struct emitter *e, struct value *after)
{
    struct rounds_plan *p = e->plan;
    e->out->guesses = rounds_plan_guesses(p);
    emitter_assume(
        e, emitter_compare(e, COMPARE_NE, e->before, emitter_number(e, WAY_BITS, e->number)));
    emit_rounds(e);
    note_choices(e);
    emitter_tests(e);
    for (size_t i = 0; i < p->values.count; i++)
        after[i] = final_value(e, &p->values.data[i]);
    emit_accesses(e);
    store_cells(e, after);
}

void emitter_release(struct emitter *e)
{
    VECTOR_RELEASE(&e->symbols);
}
