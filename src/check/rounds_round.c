/* One round of a loop as terms: from the head to the head, through the functions it calls,
 * without any effect on memory. */
#include "check/rounds_internal.h"

#include "base/failure.h"
#include "check/partial_op.h"
#include "program/passes.h"

enum { MOST_STEPS = 400, MOST_DEPTH = 8 };

static uint64_t key_of(const struct rounds *r, uint32_t instruction)
{
    LAW(r->activation <= r->activations);
    return (uint64_t)r->activation << 32 | instruction;
}

/* --- operations --- */

/* None: it is not known here. */
static struct term value_of(struct rounds *r, struct value v)
{
    const struct program *p = r->question->program;
    uint64_t id, bits;
    struct type t = value_type(p, r->f, v);
    if (!rounds_plain(t))
        return TERM_NONE;
    if (value_is_constant(v)) {
        const struct constant *c = program_constant(p, v);
        return c->kind == CONSTANT_BITS ? term_bv(r->terms, t.width, constant_low_bits(c))
                                        : TERM_NONE;
    }
    if (map_get(&r->values, key_of(r, v.id), &id))
        return (struct term){(uint32_t)id};
    if (r->activation || !r->question->value(r->question->context, v, &bits))
        return TERM_NONE;
    return term_bv(r->terms, t.width, bits);
}

static struct term flag(struct rounds *r, struct term condition)
{
    return term_ite(r->terms, condition, term_bv(r->terms, 1, 1), term_bv(r->terms, 1, 0));
}

static struct term holds(struct rounds *r, struct term i1)
{
    LAW(term_width(r->terms, i1) == 1);
    return term_eq(r->terms, i1, term_bv(r->terms, 1, 1));
}

static struct term compare(struct rounds *r, enum compare k, struct term x, struct term y)
{
    static const enum term_op ops[] = {
        [COMPARE_ULT] = TERM_BV_ULT, [COMPARE_ULE] = TERM_BV_ULE, [COMPARE_UGT] = TERM_BV_UGT,
        [COMPARE_UGE] = TERM_BV_UGE, [COMPARE_SLT] = TERM_BV_SLT, [COMPARE_SLE] = TERM_BV_SLE,
        [COMPARE_SGT] = TERM_BV_SGT, [COMPARE_SGE] = TERM_BV_SGE,
    };
    if (k == COMPARE_EQ)
        return term_eq(r->terms, x, y);
    if (k == COMPARE_NE)
        return term_ne(r->terms, x, y);
    return term_2(r->terms, ops[k], x, y);
}

/* Shifts and divisions that C does not define must not happen. */
static struct term guarded(struct rounds *r, enum integer_op op, struct term x, struct term y)
{
    LAW(term_width(r->terms, x) == term_width(r->terms, y));
    struct terms *ts = r->terms;
    unsigned width = term_width(ts, x);
    bool shifts = op == INTEGER_SHL || op == INTEGER_LSHR || op == INTEGER_ASHR;
    struct term fine = shifts ? term_2(ts, TERM_BV_ULT, term_zext(ts, y, width + 8),
                                       term_bv(ts, width + 8, width))
                              : term_ne(ts, y, term_bv(ts, width, 0));
    VECTOR_PUSH(&r->must, fine);
    return term_2(ts, check_partial_op(op), x, y);
}

static struct term overflows(struct rounds *r, enum bits_function f, struct term x,
                             struct term y)
{
    LAW(term_width(r->terms, x) == term_width(r->terms, y));
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
    return flag(
        r, term_ne(ts, exact, term_sext(ts, term_extract(ts, exact, width - 1, 0), wide)));
}

static struct term on_integers(struct rounds *r, const struct instruction *in, struct term x,
                               struct term y)
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
        return guarded(r, (enum integer_op)in->op, x, y);
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
    if (in->op == OP_NOTE || in->op == OP_PARAM)
        return true;
    if (in->op == OP_CALL)
        return ++r->steps <= MOST_STEPS && call(r, id, in);
    if (++r->steps > MOST_STEPS || in->count < 1 || in->count > 3)
        return false;
    for (uint32_t k = 0; k < in->count; k++) {
        operands[k] = value_of(r, instruction_operand(r->f, in, k));
        if (!term_is(operands[k]))
            return false;
    }
    if (in->op == OP_CHECK || in->op == OP_ASSUME) {
        VECTOR_PUSH(&r->must, holds(r, operands[0]));
        return true;
    }
    struct term out = TERM_NONE;
    if (in->op == OP_SELECT)
        out = term_ite(r->terms, holds(r, operands[0]), operands[1], operands[2]);
    if (op_class((enum op)in->op) == CLASS_INTEGER && rounds_plain(in->type))
        out = on_integers(r, in, operands[0], operands[1]);
    LAW(!term_is(out) || term_width(r->terms, out) == in->type.width);
    if (!term_is(out))
        return false;
    map_set(&r->values, key_of(r, id), out.id);
    return true;
}

struct term rounds_no_value(void *context, struct term variable)
{
    (void)context, (void)variable;
    return TERM_NONE;
}

/* The next block: in the first round as its values say; later the same again, which then must
 * be so. */
static bool follow(struct rounds *r, const struct instruction *last, uint32_t *next)
{
    *next = last->target[0];
    if (last->op == OP_JUMP || last->target[0] == last->target[1])
        return last->op == OP_JUMP || last->op == OP_BRANCH;
    if (last->op != OP_BRANCH)
        return false;
    struct term condition = value_of(r, instruction_operand(r->f, last, 0));
    if (!term_is(condition))
        return false;
    condition = holds(r, condition);
    if (r->first) {
        bool taken =
            term_is_true(r->terms, term_evaluate(r->terms, condition, rounds_no_value, NULL));
        *next = last->target[taken ? 0 : 1];
        return true;
    }
    if (r->at == r->way.count)
        return false;
    *next = r->way.data[r->at];
    if (*next != last->target[0])
        condition = term_not(r->terms, condition);
    VECTOR_PUSH(&r->must, condition);
    return *next == last->target[0] || *next == last->target[1];
}

/* The phis of a block that is entered, all at once. */
static bool enter(struct rounds *r, uint32_t block, uint32_t from)
{
    LAW(block < r->f->blocks.count);
    const struct block *b = &r->f->blocks.data[block];
    struct term values[MOST_PHIS];
    uint32_t count = 0;
    for (; count < b->instructions.count; count++) {
        const struct instruction *in = &r->f->instructions.data[b->instructions.data[count]];
        if (in->op != OP_PHI)
            break;
        if (count == MOST_PHIS)
            return false;
        values[count] = TERM_NONE;
        for (uint32_t k = 0; k < in->count; k += 2)
            if (instruction_operand(r->f, in, k + 1).id == from)
                values[count] = value_of(r, instruction_operand(r->f, in, k));
        if (!term_is(values[count]))
            return false;
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
        if (r->f->instructions.data[id].op != OP_PHI && !step(r, id))
            return false;
    }
    return true;
}

/* From the end of a block to the next one, which is entered. */
static bool leave(struct rounds *r, const struct instruction *last, uint32_t block,
                  uint32_t *next)
{
    if (r->steps > MOST_STEPS || !follow(r, last, next))
        return false;
    if (r->first)
        VECTOR_PUSH(&r->way, *next);
    r->at++;
    r->steps++;
    return enter(r, *next, block);
}

/* A function from its start to its end; the result, if there is one. */
static bool run_function(struct rounds *r, struct term *result)
{
    for (uint32_t block = 0;;) {
        if (!run_block(r, block))
            return false;
        const struct instruction *last = block_terminator(r->f, &r->f->blocks.data[block]);
        if (last && last->op == OP_RETURN) {
            if (last->count)
                *result = value_of(r, instruction_operand(r->f, last, 0));
            return !last->count || term_is(*result);
        }
        if (!last || !leave(r, last, block, &block))
            return false;
    }
}

static bool bind(struct rounds *r, const struct instruction *in,
                 const struct function *callee, uint32_t activation)
{
    const struct block *entry = &callee->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *param = &callee->instructions.data[id];
        if (param->op != OP_PARAM)
            break;
        struct term t =
            value_of(r, instruction_operand(r->f, in, 1 + (uint32_t)param->extra));
        if (!term_is(t))
            return false;
        map_set(&r->values, (uint64_t)activation << 32 | id, t.id);
    }
    return true;
}

static bool call(struct rounds *r, uint32_t id, const struct instruction *in)
{
    const struct program *p = r->question->program;
    const struct function *caller = r->f;
    struct value target = instruction_operand(caller, in, 0);
    if (!value_is_constant(target) || program_constant(p, target)->kind != CONSTANT_FUNCTION)
        return false;
    const struct function *callee = &p->functions.data[program_constant(p, target)->index];
    if (!callee->has_body || callee->variadic || callee->result_count > 1 ||
        r->depth == MOST_DEPTH)
        return false;
    if (!call_matches(p, caller, in, callee))
        return false;
    uint32_t activation = r->activation, inner = ++r->activations;
    struct term result = TERM_NONE;
    if (!bind(r, in, callee, inner))
        return false;
    r->f = callee;
    r->activation = inner;
    r->depth++;
    bool good = run_function(r, &result);
    r->f = caller;
    r->activation = activation;
    r->depth--;
    if (good && term_is(result))
        map_set(&r->values, key_of(r, id), result.id);
    return good;
}

bool rounds_run(struct rounds *r)
{
    uint32_t header = r->question->header, block = header;
    map_clear(&r->values);
    VECTOR_CLEAR(&r->must);
    r->steps = r->activations = 0;
    r->at = 0;
    for (uint32_t i = 0; i < r->count; i++)
        map_set(&r->values, r->phis[i].id, r->phis[i].before.id);
    do {
        if (!run_block(r, block))
            return false;
        const struct instruction *last = block_terminator(r->f, &r->f->blocks.data[block]);
        if (!last || !leave(r, last, block, &block))
            return false;
    } while (block != header);
    for (uint32_t i = 0; i < r->count; i++)
        r->phis[i].after = value_of(r, (struct value){r->phis[i].id});
    return true;
}
