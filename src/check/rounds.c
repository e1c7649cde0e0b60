#include "check/rounds.h"

#include "base/failure.h"
#include "base/map.h"
#include "program/passes.h"
#include "solver/solver.h"

enum { MOST_PHIS = 16, MOST_STEPS = 400, MOST_DEPTH = 8, ROUND_WIDTH = 64 };

struct phi {
    uint32_t id, width;
    uint64_t start, step; /* step: what the first round adds */
    bool linear;          /* it grows by `step` in each round, as far as known */
    struct term before, after;
    uint64_t end;
};
struct rounds {
    const struct rounds_question *question;
    const struct function *f;
    struct terms *terms;
    struct solver *solver;
    struct term round; /* its number, from 0 on */
    struct phi phis[MOST_PHIS];
    uint32_t count;
    struct map values;        /* (activation, instruction) to term */
    VECTOR(struct term) must; /* hold in each round */
    VECTOR(uint32_t) way;     /* blocks of the first round, as they come */
    size_t at;                /* in the way */
    bool first;               /* this is the first round: branches are decided, not followed */
    uint32_t activation;      /* that runs; 0: the loop itself */
    uint32_t activations, depth, steps;
};

static uint64_t key_of(const struct rounds *r, uint32_t instruction)
{
    return (uint64_t)r->activation << 32 | instruction;
}

static uint64_t mask(uint32_t width)
{
    return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static bool is_plain(struct type t)
{
    return t.kind == TYPE_INT && t.width <= 64;
}

/* --- operations --- */

/* None: it is not known here. */
static struct term value_of(struct rounds *r, struct value v)
{
    const struct program *p = r->question->program;
    uint64_t id, bits;
    struct type t = value_type(p, r->f, v);
    if (!is_plain(t)) return TERM_NONE;
    if (value_is_constant(v)) {
        const struct constant *c = program_constant(p, v);
        return c->kind == CONSTANT_BITS ? term_bv(r->terms, t.width, constant_low_bits(c)) : TERM_NONE;
    }
    if (map_get(&r->values, key_of(r, v.id), &id)) return (struct term){(uint32_t)id};
    if (r->activation || !r->question->value(r->question->context, v, &bits)) return TERM_NONE;
    return term_bv(r->terms, t.width, bits);
}

static struct term flag(struct rounds *r, struct term condition)
{
    return term_ite(r->terms, condition, term_bv(r->terms, 1, 1), term_bv(r->terms, 1, 0));
}

static struct term holds(struct rounds *r, struct term i1)
{
    return term_eq(r->terms, i1, term_bv(r->terms, 1, 1));
}

static struct term compare(struct rounds *r, enum compare k, struct term x, struct term y)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
    };
    if (k == COMPARE_EQ) return term_eq(r->terms, x, y);
    if (k == COMPARE_NE) return term_ne(r->terms, x, y);
    return term_2(r->terms, ops[k], x, y);
}

/* Shifts and divisions that C does not define must not happen. */
static struct term guarded(struct rounds *r, enum op op, struct term x, struct term y)
{
    struct terms *ts = r->terms;
    unsigned width = term_width(ts, x);
    bool shifts = op == OP_SHL || op == OP_LSHR || op == OP_ASHR;
    struct term fine = shifts ? term_2(ts, TERM_BV_ULT, term_zext(ts, y, width + 8), term_bv(ts, width + 8, width))
                              : term_ne(ts, y, term_bv(ts, width, 0));
    VECTOR_PUSH(&r->must, fine);
    enum term_op term = op == OP_SHL    ? TERM_BV_SHL
                        : op == OP_LSHR ? TERM_BV_LSHR
                        : op == OP_ASHR ? TERM_BV_ASHR
                        : op == OP_UDIV ? TERM_BV_UDIV
                        : op == OP_SDIV ? TERM_BV_SDIV
                        : op == OP_UREM ? TERM_BV_UREM
                                        : TERM_BV_SREM;
    return term_2(ts, term, x, y);
}

static struct term overflows(struct rounds *r, enum bits_function f, struct term x, struct term y)
{
    struct terms *ts = r->terms;
    unsigned width = term_width(ts, x), wide = 2 * width;
    struct term a = term_sext(ts, x, wide), b = term_sext(ts, y, wide), exact;
    if (f == BITS_SADD_OVERFLOW)
        exact = term_2(ts, TERM_BV_ADD, a, b);
    else if (f == BITS_SSUB_OVERFLOW)
        exact = term_2(ts, TERM_BV_SUB, a, b);
    else if (f == BITS_SMUL_OVERFLOW)
        exact = term_2(ts, TERM_BV_MUL, a, b);
    else
        return TERM_NONE;
    return flag(r, term_ne(ts, exact, term_sext(ts, term_extract(ts, exact, width - 1, 0), wide)));
}

static struct term on_integers(struct rounds *r, const struct instruction *in, struct term x, struct term y)
{
    struct terms *ts = r->terms;
    switch ((enum integer_op)in->op) {
    case INTEGER_ADD:
        return term_2(ts, TERM_BV_ADD, x, y);
    case INTEGER_SUB:
        return term_2(ts, TERM_BV_SUB, x, y);
    case INTEGER_MUL:
        return term_2(ts, TERM_BV_MUL, x, y);
    case INTEGER_AND:
        return term_2(ts, TERM_BV_AND, x, y);
    case INTEGER_OR:
        return term_2(ts, TERM_BV_OR, x, y);
    case INTEGER_XOR:
        return term_2(ts, TERM_BV_XOR, x, y);
    case INTEGER_UDIV:
    case INTEGER_SDIV:
    case INTEGER_UREM:
    case INTEGER_SREM:
    case INTEGER_SHL:
    case INTEGER_LSHR:
    case INTEGER_ASHR:
        return guarded(r, (enum op)in->op, x, y);
    case INTEGER_ICMP:
        return flag(r, compare(r, (enum compare)in->sub, x, y));
    case INTEGER_ZEXT:
        return term_zext(ts, x, in->type.width);
    case INTEGER_SEXT:
        return term_sext(ts, x, in->type.width);
    case INTEGER_TRUNC:
        return term_extract(ts, x, in->type.width - 1, 0);
    case INTEGER_BITS:
        return overflows(r, (enum bits_function)in->sub, x, y);
    }
    return TERM_NONE;
}

/* --- one round --- */

static bool call(struct rounds *, uint32_t id, const struct instruction *);

static bool step(struct rounds *r, uint32_t id)
{
    const struct instruction *in = &r->f->instructions.data[id];
    struct term operands[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    if (in->op == OP_NOTE || in->op == OP_PARAM) return true;
    if (in->op == OP_CALL) return ++r->steps <= MOST_STEPS && call(r, id, in);
    if (++r->steps > MOST_STEPS || in->count < 1 || in->count > 3) return false;
    for (uint32_t k = 0; k < in->count; k++) {
        operands[k] = value_of(r, instruction_operand(r->f, in, k));
        if (!term_is(operands[k])) return false;
    }
    if (in->op == OP_CHECK || in->op == OP_ASSUME) {
        VECTOR_PUSH(&r->must, holds(r, operands[0]));
        return true;
    }
    struct term out = TERM_NONE;
    if (in->op == OP_SELECT) out = term_ite(r->terms, holds(r, operands[0]), operands[1], operands[2]);
    if (op_class((enum op)in->op) == CLASS_INTEGER && is_plain(in->type))
        out = on_integers(r, in, operands[0], operands[1]);
    if (!term_is(out)) return false;
    map_set(&r->values, key_of(r, id), out.id);
    return true;
}

static struct term no_value(void *context, struct term variable)
{
    (void)context, (void)variable;
    return TERM_NONE;
}

/* The next block: in the first round as its values say; later the same again, which then must be so. */
static bool follow(struct rounds *r, const struct instruction *last, uint32_t *next)
{
    *next = last->target[0];
    if (last->op == OP_JUMP || last->target[0] == last->target[1]) return last->op == OP_JUMP || last->op == OP_BRANCH;
    if (last->op != OP_BRANCH) return false;
    struct term condition = value_of(r, instruction_operand(r->f, last, 0));
    if (!term_is(condition)) return false;
    condition = holds(r, condition);
    if (r->first) {
        bool taken = term_is_true(r->terms, term_evaluate(r->terms, condition, no_value, NULL));
        *next = last->target[taken ? 0 : 1];
        return true;
    }
    if (r->at == r->way.count) return false;
    *next = r->way.data[r->at];
    if (*next != last->target[0]) condition = term_not(r->terms, condition);
    VECTOR_PUSH(&r->must, condition);
    return *next == last->target[0] || *next == last->target[1];
}

/* The phis of a block that is entered, all at once. */
static bool enter(struct rounds *r, uint32_t block, uint32_t from)
{
    const struct block *b = &r->f->blocks.data[block];
    struct term values[MOST_PHIS];
    uint32_t count = 0;
    for (; count < b->instructions.count; count++) {
        const struct instruction *in = &r->f->instructions.data[b->instructions.data[count]];
        if (in->op != OP_PHI) break;
        if (count == MOST_PHIS) return false;
        values[count] = TERM_NONE;
        for (uint32_t k = 0; k < in->count; k += 2)
            if (instruction_operand(r->f, in, k + 1).id == from)
                values[count] = value_of(r, instruction_operand(r->f, in, k));
        if (!term_is(values[count])) return false;
    }
    for (uint32_t i = 0; i < count; i++)
        map_set(&r->values, key_of(r, b->instructions.data[i]), values[i].id);
    return true;
}

static bool run_block(struct rounds *r, uint32_t block)
{
    const struct block *b = &r->f->blocks.data[block];
    for (size_t i = 0; i + 1 < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        if (r->f->instructions.data[id].op != OP_PHI && !step(r, id)) return false;
    }
    return true;
}

/* From the end of a block to the next one, which is entered. */
static bool leave(struct rounds *r, const struct instruction *last, uint32_t block, uint32_t *next)
{
    if (r->steps > MOST_STEPS || !follow(r, last, next)) return false;
    if (r->first) VECTOR_PUSH(&r->way, *next);
    r->at++;
    r->steps++;
    return enter(r, *next, block);
}

/* A function from its start to its end; the result, if there is one. */
static bool run_function(struct rounds *r, struct term *result)
{
    for (uint32_t block = 0;;) {
        if (!run_block(r, block)) return false;
        const struct instruction *last = block_terminator(r->f, &r->f->blocks.data[block]);
        if (last && last->op == OP_RETURN) {
            if (last->count) *result = value_of(r, instruction_operand(r->f, last, 0));
            return !last->count || term_is(*result);
        }
        if (!last || !leave(r, last, block, &block)) return false;
    }
}

static bool bind(struct rounds *r, const struct instruction *in, const struct function *callee, uint32_t activation)
{
    const struct block *entry = &callee->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *param = &callee->instructions.data[id];
        if (param->op != OP_PARAM) break;
        struct term t = value_of(r, instruction_operand(r->f, in, 1 + (uint32_t)param->extra));
        if (!term_is(t)) return false;
        map_set(&r->values, (uint64_t)activation << 32 | id, t.id);
    }
    return true;
}

static bool call(struct rounds *r, uint32_t id, const struct instruction *in)
{
    const struct program *p = r->question->program;
    const struct function *caller = r->f;
    struct value target = instruction_operand(caller, in, 0);
    if (!value_is_constant(target) || program_constant(p, target)->kind != CONSTANT_FUNCTION) return false;
    const struct function *callee = &p->functions.data[program_constant(p, target)->index];
    if (!callee->has_body || callee->variadic || callee->result_count > 1 || r->depth == MOST_DEPTH) return false;
    if (!call_matches(p, caller, in, callee)) return false;
    uint32_t activation = r->activation, inner = ++r->activations;
    struct term result = TERM_NONE;
    if (!bind(r, in, callee, inner)) return false;
    r->f = callee;
    r->activation = inner;
    r->depth++;
    bool good = run_function(r, &result);
    r->f = caller;
    r->activation = activation;
    r->depth--;
    if (good && term_is(result)) map_set(&r->values, key_of(r, id), result.id);
    return good;
}

/* From the head to the head, with the phis' `before`; sets their `after`. */
static bool run_round(struct rounds *r)
{
    uint32_t header = r->question->header, block = header;
    map_clear(&r->values);
    VECTOR_CLEAR(&r->must);
    r->steps = r->activations = 0;
    r->at = 0;
    for (uint32_t i = 0; i < r->count; i++)
        map_set(&r->values, r->phis[i].id, r->phis[i].before.id);
    do {
        if (!run_block(r, block)) return false;
        const struct instruction *last = block_terminator(r->f, &r->f->blocks.data[block]);
        if (!last || !leave(r, last, block, &block)) return false;
    } while (block != header);
    for (uint32_t i = 0; i < r->count; i++)
        r->phis[i].after = value_of(r, (struct value){r->phis[i].id});
    return true;
}

/* --- the induction --- */

static bool start(struct rounds *r)
{
    const struct block *b = &r->f->blocks.data[r->question->header];
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *in = &r->f->instructions.data[id];
        if (in->op != OP_PHI) break;
        if (r->count == MOST_PHIS || !is_plain(in->type)) return false;
        struct phi *p = &r->phis[r->count++];
        *p = (struct phi){.id = id, .width = in->type.width, .linear = true};
        if (!r->question->value(r->question->context, (struct value){id}, &p->start)) return false;
        p->before = term_bv(r->terms, p->width, p->start);
    }
    r->first = true;
    if (!run_round(r)) return false;
    r->first = false;
    for (uint32_t i = 0; i < r->count; i++) {
        uint64_t value;
        struct phi *p = &r->phis[i];
        struct term t = term_evaluate(r->terms, p->after, no_value, NULL);
        if (!term_const_u64(r->terms, t, &value)) return false;
        p->step = (value - p->start) & mask(p->width);
    }
    return true;
}

/* start + step * (round + more), in the width of the phi. */
static struct term grown(struct rounds *r, const struct phi *p, uint64_t more)
{
    struct terms *ts = r->terms;
    struct term n = term_extract(ts, r->round, p->width - 1, 0);
    struct term by = term_2(ts, TERM_BV_MUL, n, term_bv(ts, p->width, p->step));
    return term_2(ts, TERM_BV_ADD, term_bv(ts, p->width, p->start + p->step * more), by);
}

/* Does it hold in each of the rounds, whatever the variables are? */
static bool always(struct rounds *r, struct term t)
{
    struct term below =
        term_2(r->terms, TERM_BV_ULT, r->round, term_bv(r->terms, ROUND_WIDTH, r->question->rounds));
    struct term assumed[] = {below, term_not(r->terms, t)};
    struct solver_limits limits = {.seconds = r->question->seconds};
    if (term_is_true(r->terms, t)) return true;
    return solver_solve_under(r->solver, assumed, 2, &limits) == ANSWER_UNSAT;
}

/* One arbitrary round: phis that grow as functions of its number, the others arbitrary. */
static bool run_any(struct rounds *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        p->before = p->linear ? grown(r, p, 0) : term_fresh(r->terms, sort_bv(r->terms, p->width), "any");
    }
    return run_round(r);
}

/* Finds out which phis grow so, and runs the arbitrary round with these. */
static bool find_linear(struct rounds *r)
{
    for (;;) {
        bool all = true;
        if (!run_any(r)) return false;
        for (uint32_t i = 0; i < r->count; i++) {
            struct phi *p = &r->phis[i];
            if (!p->linear || always(r, term_eq(r->terms, p->after, grown(r, p, 1)))) continue;
            p->linear = all = false;
        }
        if (all) return true;
    }
}

/* --- phis that do not grow so --- */

/* A linear map of one width: rows are these phis, then the number of the round, then 1. */
struct linear_map {
    uint32_t width, count;
    uint32_t phis[MOST_PHIS];
    uint64_t row[MOST_PHIS + 2][MOST_PHIS + 2];
};

struct point {
    struct rounds *rounds;
    const struct linear_map *map;
    uint32_t one; /* the column that is 1, the others are 0 */
};

static struct term at_point(void *context, struct term variable)
{
    struct point *p = context;
    struct rounds *r = p->rounds;
    for (uint32_t i = 0; i < p->map->count; i++)
        if (term_same(r->phis[p->map->phis[i]].before, variable))
            return term_bv(r->terms, p->map->width, p->one == i);
    if (term_same(variable, r->round)) return term_bv(r->terms, ROUND_WIDTH, p->one == p->map->count);
    return TERM_NONE;
}

static bool value_at(struct rounds *r, const struct linear_map *m, struct term t, uint32_t one, uint64_t *out)
{
    struct point p = {r, m, one};
    return term_const_u64(r->terms, term_evaluate(r->terms, t, at_point, &p), out);
}

/* The row of a phi, read off at the points where one column is 1, and then shown. */
static bool find_row(struct rounds *r, struct linear_map *m, uint32_t i)
{
    struct terms *ts = r->terms;
    uint64_t base, value;
    struct term t = r->phis[m->phis[i]].after;
    if (!value_at(r, m, t, m->count + 1, &base)) return false;
    struct term sum = term_bv(ts, m->width, base);
    m->row[i][m->count + 1] = base;
    for (uint32_t k = 0; k <= m->count; k++) {
        if (!value_at(r, m, t, k, &value)) return false;
        m->row[i][k] = (value - base) & mask(m->width);
        struct term x = k < m->count ? r->phis[m->phis[k]].before : term_extract(ts, r->round, m->width - 1, 0);
        sum = term_2(ts, TERM_BV_ADD, sum, term_2(ts, TERM_BV_MUL, x, term_bv(ts, m->width, m->row[i][k])));
    }
    return always(r, term_eq(ts, t, sum));
}

/* x := map applied n times. */
static void apply(struct linear_map *m, uint64_t n, uint64_t *x)
{
    uint32_t size = m->count + 2;
    for (; n; n >>= 1) {
        uint64_t next[MOST_PHIS + 2], square[MOST_PHIS + 2][MOST_PHIS + 2];
        for (uint32_t i = 0; i < size; i++) {
            next[i] = 0;
            for (uint32_t k = 0; k < size; k++) {
                next[i] += m->row[i][k] * x[k];
                square[i][k] = 0;
                for (uint32_t l = 0; l < size; l++)
                    square[i][k] += m->row[i][l] * m->row[l][k];
            }
        }
        for (uint32_t i = 0; i < size; i++) {
            if (n & 1) x[i] = next[i];
            for (uint32_t k = 0; k < size; k++)
                m->row[i][k] = square[i][k];
        }
    }
}

static bool end_width(struct rounds *r, uint32_t width)
{
    struct linear_map m = {.width = width};
    uint64_t x[MOST_PHIS + 2] = {0};
    for (uint32_t i = 0; i < r->count; i++)
        if (!r->phis[i].linear && r->phis[i].width == width) m.phis[m.count++] = i;
    for (uint32_t i = 0; i < m.count; i++) {
        if (!find_row(r, &m, i)) return false;
        x[i] = r->phis[m.phis[i]].start;
    }
    m.row[m.count][m.count] = m.row[m.count][m.count + 1] = 1; /* the next round */
    m.row[m.count + 1][m.count + 1] = 1;
    x[m.count + 1] = 1;
    apply(&m, r->question->rounds, x);
    for (uint32_t i = 0; i < m.count; i++)
        r->phis[m.phis[i]].end = x[i] & mask(width);
    return true;
}

static bool find_ends(struct rounds *r)
{
    bool done[65] = {false};
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        p->end = (p->start + p->step * r->question->rounds) & mask(p->width);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        struct phi *p = &r->phis[i];
        if (p->linear || done[p->width]) continue;
        done[p->width] = true;
        if (!end_width(r, p->width)) return false;
    }
    return true;
}

static bool all_hold(struct rounds *r)
{
    for (size_t i = 0; i < r->must.count; i++)
        if (!always(r, r->must.data[i])) return false;
    return true;
}

bool check_rounds(const struct rounds_question *q, rounds_values *out)
{
    LAW(q->function < q->program->functions.count);
    const struct function *f = &q->program->functions.data[q->function];
    if (!q->rounds || q->rounds >> 62 || q->header >= f->blocks.count) return false;
    struct rounds r = {.question = q, .f = f, .terms = terms_new()};
    r.solver = solver_new(r.terms, NULL);
    r.round = term_fresh(r.terms, sort_bv(r.terms, ROUND_WIDTH), "round");
    bool good = start(&r) && find_linear(&r) && all_hold(&r) && find_ends(&r);
    for (uint32_t i = 0; i < r.count && good; i++)
        VECTOR_PUSH(out, (struct rounds_value){r.phis[i].id, r.phis[i].end});
    map_release(&r.values);
    VECTOR_RELEASE(&r.must);
    VECTOR_RELEASE(&r.way);
    solver_free(r.solver);
    terms_free(r.terms);
    return good;
}
