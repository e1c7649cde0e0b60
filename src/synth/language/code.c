/* Fast evaluation of a specification: the formula as straight-line code over 64-bit
 * registers. Code that depends on the inputs only comes first and runs once per test; what
 * depends on the results of the unknown programs runs once per candidate. Words of up to 64
 * bits, Booleans and floats of 32 and 64 bits (by their bits); a rare operator is folded by
 * the term store. */
#include "synth/spec/spec.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

struct line {
    uint8_t op;    /* enum term_op */
    uint8_t width; /* of the result (Boolean: 1) */
    uint8_t of;    /* width of the first argument */
    /* 0: inputs only; 1 + k: needs the result of application k and of none after */
    uint8_t stage;
    uint32_t argument[3];
    uint32_t parameter[2];
    uint32_t term; /* id, for rare operators */
};
struct code {
    const struct spec *spec;
    /* line i writes register base + i; lines of a lower stage stand first */
    VECTOR(struct line) lines;
    uint32_t base; /* inputs, then results of application 0, 1, ... */
    uint32_t *result_base;
    uint32_t *stage_end; /* lines [0, stage_end[k]) are of stage <= k */
    uint32_t **argument; /* register of each argument of each application */
    uint32_t holds;
    uint64_t *constants; /* value of each constant register, set by code_prepare */
    uint32_t constant_base, constant_count;
};

struct builder {
    struct code *c;
    struct map line_of; /* term id to line number */
    VECTOR(uint64_t) constants;
    /* arguments: line number, or LEAF + register, or CONSTANT + index */
    VECTOR(struct line) lines;
    struct failure *failure;
};
enum { LEAF = 0x40000000, CONSTANT = 0x20000000 };
#define NOWHERE UINT32_MAX

static uint32_t add_constant(struct builder *b, uint64_t value)
{
    for (size_t i = 0; i < b->constants.count; i++)
        if (b->constants.data[i] == value)
            return (uint32_t)(CONSTANT + i);
    VECTOR_PUSH(&b->constants, value);
    return (uint32_t)(CONSTANT + b->constants.count - 1);
}

static uint8_t stage_of(const struct builder *b, uint32_t reference)
{
    if (reference & CONSTANT)
        return 0;
    if (!(reference & LEAF))
        return b->lines.data[reference].stage;
    uint32_t leaf = reference & ~(uint32_t)LEAF;
    const struct spec *s = b->c->spec;
    if (leaf < s->input_count)
        return 0;
    unsigned a = 0;
    while (a + 1 < s->application_count && b->c->result_base[a + 1] <= leaf)
        a++;
    return (uint8_t)(1 + a);
}

static uint32_t leaf_of(const struct builder *b, struct term t)
{
    const struct spec *s = b->c->spec;
    for (unsigned i = 0; i < s->input_count; i++)
        if (term_same(s->input[i], t))
            return LEAF + i;
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].outputs; i++)
            if (term_same(s->application[a].result[i], t))
                return LEAF + b->c->result_base[a] + i;
    return NOWHERE;
}

static bool scalar_width(const struct terms *ts, struct term t, uint8_t *width)
{
    struct sort s = term_sort(ts, t);
    switch (sort_kind(ts, s)) {
    case SORT_BOOL:
        *width = 1;
        return true;
    case SORT_BV:
        *width = (uint8_t)(sort_width(ts, s) <= 64 ? sort_width(ts, s) : 0);
        return *width != 0;
    case SORT_FLOAT:
        *width = (uint8_t)sort_width(ts, s);
        return *width == 32 || *width == 64;
    case SORT_ROUNDING:
        *width = 3;
        return true;
    case SORT_ARRAY:
        break;
    }
    return false;
}

static uint32_t build(struct builder *, struct term);

static uint32_t push_line(struct builder *b, struct line l)
{
    for (unsigned i = 0; i < 3; i++) {
        if (l.argument[i] == NOWHERE)
            continue;
        uint8_t stage = stage_of(b, l.argument[i]);
        if (stage > l.stage)
            l.stage = stage;
    }
    VECTOR_PUSH(&b->lines, l);
    LAW(l.width >= 1 && l.width <= 64);
    return (uint32_t)(b->lines.count - 1);
}

static uint32_t build_application(struct builder *b, struct term t)
{
    struct terms *ts = b->c->spec->terms;
    enum term_op op = term_op(ts, t);
    size_t n = term_count(ts, t);
    struct line l = {
        .op = (uint8_t)op, .argument = {NOWHERE, NOWHERE, NOWHERE}, .term = t.id};
    if (!scalar_width(ts, t, &l.width) || (n > 3 && op != TERM_AND && op != TERM_OR) ||
        op == TERM_CALL) {
        failure_set(
            b->failure, FAILURE_UNSUPPORTED,
            "specification uses words of more than 64 bits, arrays or too large operators");
        return NOWHERE;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t argument = build(b, term_arg(ts, t, i));
        if (argument == NOWHERE)
            return NOWHERE;
        if (i == 0 && !scalar_width(ts, term_arg(ts, t, 0), &l.of))
            return NOWHERE;
        if (i < 3 && n <= 3) {
            l.argument[i] = argument;
        } else if (i == 0) {
            l.argument[0] = argument;
        } else { /* an n-ary conjunction or disjunction as a chain */
            l.argument[1] = argument;
            if (i + 1 < n) {
                l.argument[0] = push_line(b, l);
                l.stage = 0;
            }
        }
    }
    if (op == TERM_AND || op == TERM_OR) {
        if (n == 3) { /* both ways of storing three arguments end in a chain */
            struct line first = l;
            first.argument[2] = NOWHERE;
            l.argument[0] = push_line(b, first);
            l.argument[1] = l.argument[2];
            l.argument[2] = NOWHERE;
        }
    }
    if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT)
        l.parameter[0] = 0;
    if (op == TERM_BV_EXTRACT)
        l.parameter[0] = term_parameter(ts, t, 1);
    if (op == TERM_BV_CONCAT)
        l.parameter[0] = l.width - (uint32_t)l.of;
    return push_line(b, l);
}

static uint32_t build(struct builder *b, struct term t)
{
    uint64_t known, value;
    struct terms *ts = b->c->spec->terms;
    if (map_get(&b->line_of, t.id, &known))
        return (uint32_t)known;
    uint32_t made;
    if (term_is_true(ts, t) || term_is_false(ts, t))
        made = add_constant(b, term_is_true(ts, t));
    else if (term_op(ts, t) == TERM_ROUNDING)
        made = add_constant(b, 0);
    else if (term_const_u64(ts, t, &value))
        made = add_constant(b, value);
    else if (term_op(ts, t) == TERM_FLOAT && term_width(ts, t) <= 64) {
        const uint32_t *limbs = term_limbs(ts, t);
        made = add_constant(b, limbs[0] |
                                   (term_width(ts, t) > 32 ? (uint64_t)limbs[1] << 32 : 0));
    } else if (term_op(ts, t) == TERM_VAR) {
        made = leaf_of(b, t);
        if (made == NOWHERE)
            failure_set(b->failure, FAILURE_UNSUPPORTED,
                        "specification depends on an unknown value (%s)", term_name(ts, t));
    } else
        made = build_application(b, t);
    if (made != NOWHERE)
        map_set(&b->line_of, t.id, made);
    return made;
}

/* Lines sorted by stage, references turned into registers. */
static void lay_out(struct builder *b, struct code *c)
{
    size_t n = b->lines.count;
    uint32_t *position = calloc(n + 1, sizeof *position);
    const struct spec *s = c->spec;
    c->constant_base = c->base;
    c->constant_count = (uint32_t)b->constants.count;
    c->base += c->constant_count;
    for (unsigned stage = 0; stage <= s->application_count; stage++) {
        for (size_t i = 0; i < n; i++) {
            if (b->lines.data[i].stage != stage)
                continue;
            position[i] = (uint32_t)c->lines.count;
            VECTOR_PUSH(&c->lines, b->lines.data[i]);
        }
        c->stage_end[stage] = (uint32_t)c->lines.count;
    }
#define REGISTER(r)                                                                          \
    ((r) & LEAF       ? (r) & ~(uint32_t)LEAF                                                \
     : (r) & CONSTANT ? c->constant_base + ((r) & ~(uint32_t)CONSTANT)                       \
                      : c->base + position[r])
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < 3; k++) {
            uint32_t *r = &c->lines.data[i].argument[k];
            *r = *r == NOWHERE ? 0 : REGISTER(*r);
        }
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned i = 0; i < s->program[s->application[a].program].arity; i++)
            c->argument[a][i] = REGISTER(c->argument[a][i]);
    c->holds = REGISTER(c->holds);
#undef REGISTER
    free(position);
}

struct code *code_new(const struct spec *s, struct failure *failure)
{
    struct code *c = calloc(1, sizeof *c);
    struct builder b = {.c = c, .failure = failure};
    bool good = true;
    c->spec = s;
    c->base = s->input_count;
    c->result_base = calloc(s->application_count + 1, sizeof *c->result_base);
    c->stage_end = calloc(s->application_count + 1, sizeof *c->stage_end);
    c->argument = calloc(s->application_count + 1, sizeof *c->argument);
    for (unsigned a = 0; a < s->application_count; a++) {
        c->result_base[a] = c->base;
        c->base += s->program[s->application[a].program].outputs;
    }
    for (unsigned a = 0; a < s->application_count && good; a++) {
        unsigned arity = s->program[s->application[a].program].arity;
        c->argument[a] = calloc(arity + 1, sizeof **c->argument);
        for (unsigned i = 0; i < arity && good; i++) {
            c->argument[a][i] = build(&b, s->application[a].argument[i]);
            good = c->argument[a][i] != NOWHERE;
        }
    }
    if (good) {
        c->holds = build(&b, s->holds);
        good = c->holds != NOWHERE;
    }
    if (good) {
        lay_out(&b, c);
        c->constants = b.constants.data;
        b.constants.data = NULL;
    }
    map_release(&b.line_of);
    free(b.constants.data);
    VECTOR_RELEASE(&b.lines);
    if (good)
        return c;
    code_free(c);
    return NULL;
}

void code_free(struct code *c)
{
    if (!c)
        return;
    for (unsigned a = 0; a < c->spec->application_count; a++)
        free(c->argument[a]);
    free(c->argument);
    free(c->result_base);
    free(c->stage_end);
    free(c->constants);
    VECTOR_RELEASE(&c->lines);
    free(c);
}

unsigned code_registers(const struct code *c)
{
    return c->base + (unsigned)c->lines.count + 1;
}

static struct term constant_term(struct terms *ts, struct term like, uint64_t value)
{
    struct sort s = term_sort(ts, like);
    uint32_t limbs[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    if (sort_kind(ts, s) == SORT_ROUNDING)
        return like;
    if (sort_kind(ts, s) == SORT_BOOL)
        return term_bool(ts, value != 0);
    if (sort_kind(ts, s) == SORT_FLOAT)
        return term_float_bits(ts, s, limbs);
    return term_bv(ts, sort_width(ts, s), value);
}

static uint64_t run_rare(const struct code *c, const struct line *l, const uint64_t *r)
{
    struct terms *ts = c->spec->terms;
    struct term t = {l->term}, argument[3];
    unsigned parameter[2] = {term_parameter(ts, t, 0), term_parameter(ts, t, 1)};
    size_t n = term_count(ts, t);
    for (size_t i = 0; i < n; i++)
        argument[i] = constant_term(ts, term_arg(ts, t, i), r[l->argument[i]]);
    enum term_op op = l->op;
    struct term v = term_make(ts, op, argument, n, parameter);
    uint64_t value = 0;
    if (term_is_true(ts, v))
        return 1;
    if (term_op(ts, v) == TERM_FLOAT) {
        const uint32_t *limbs = term_limbs(ts, v);
        return limbs[0] | (term_width(ts, v) > 32 ? (uint64_t)limbs[1] << 32 : 0);
    }
    if (!term_is_false(ts, v) && !term_const_u64(ts, v, &value))
        BUG("operator %d does not fold", (int)op);
    return value;
}

static uint64_t canonical_nan(uint64_t v, unsigned width)
{
    if (width == 32)
        return (v & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : v;
    return (v & 0x7fffffffffffffffu) > 0x7ff0000000000000u ? 0x7ff8000000000000u : v;
}

static uint64_t run_line(const struct code *c, const struct line *l, const uint64_t *r)
{
    uint64_t a = r[l->argument[0]], b = r[l->argument[1]], mask = width_mask(l->width);
    unsigned w = l->of;
    /* the innermost loop of searches: one switch over operators of all classes */
    switch ((enum term_op)l->op) {
    case TERM_NOT:
        return !a;
    case TERM_AND:
        return a & b;
    case TERM_OR:
        return a | b;
    case TERM_XOR:
        return a ^ b;
    case TERM_IMPLIES:
        return (uint64_t)(!a) | b;
    case TERM_ITE:
        return a ? b : r[l->argument[2]];
    case TERM_EQ:
    case TERM_BV_COMP:
        return a == b;
    case TERM_BV_NEG:
        return -a & mask;
    case TERM_BV_ADD:
        return (a + b) & mask;
    case TERM_BV_SUB:
        return (a - b) & mask;
    case TERM_BV_MUL:
        return a * b & mask;
    case TERM_BV_UDIV:
        return b ? a / b : mask;
    case TERM_BV_UREM:
        return b ? a % b : a;
    case TERM_BV_SDIV:
        return operator_apply(OPERATOR_SDIV, a, b, 0, w);
    case TERM_BV_SREM:
        return operator_apply(OPERATOR_SREM, a, b, 0, w);
    case TERM_BV_NOT:
        return ~a & mask;
    case TERM_BV_AND:
        return a & b;
    case TERM_BV_OR:
        return a | b;
    case TERM_BV_XOR:
        return a ^ b;
    case TERM_BV_NAND:
        return ~(a & b) & mask;
    case TERM_BV_NOR:
        return ~(a | b) & mask;
    case TERM_BV_XNOR:
        return ~(a ^ b) & mask;
    case TERM_BV_SHL:
        return b < w ? a << b & mask : 0;
    case TERM_BV_LSHR:
        return b < w ? a >> b : 0;
    case TERM_BV_ASHR:
        return operator_apply(OPERATOR_ASHR, a, b, 0, w);
    case TERM_BV_ULT:
        return a < b;
    case TERM_BV_ULE:
        return a <= b;
    case TERM_BV_UGT:
        return a > b;
    case TERM_BV_UGE:
        return a >= b;
    case TERM_BV_SLT:
        return width_signed(a, w) < width_signed(b, w);
    case TERM_BV_SLE:
        return width_signed(a, w) <= width_signed(b, w);
    case TERM_BV_SGT:
        return width_signed(a, w) > width_signed(b, w);
    case TERM_BV_SGE:
        return width_signed(a, w) >= width_signed(b, w);
    case TERM_BV_CONCAT:
        return a << l->parameter[0] | b;
    case TERM_BV_EXTRACT:
        return a >> l->parameter[0] & mask;
    case TERM_BV_ZEXT:
        return a;
    case TERM_BV_SEXT:
        return (uint64_t)width_signed(a, w) & mask;
    case TERM_FP_FROM_BITS:
    case TERM_FP_TO_BITS:
        return canonical_nan(a, l->width);
    case TERM_BV_SMOD:
    case TERM_BV_REPEAT:
    case TERM_BV_ROTL:
    case TERM_BV_ROTR:
    case TERM_BV_NEGO:
    case TERM_BV_UADDO:
    case TERM_BV_SADDO:
    case TERM_BV_USUBO:
    case TERM_BV_SSUBO:
    case TERM_BV_UMULO:
    case TERM_BV_SMULO:
    case TERM_BV_SDIVO:
    case TERM_FP_ADD:
    case TERM_FP_SUB:
    case TERM_FP_MUL:
    case TERM_FP_DIV:
    case TERM_FP_FMA:
    case TERM_FP_SQRT:
    case TERM_FP_REM:
    case TERM_FP_ROUND:
    case TERM_FP_MIN:
    case TERM_FP_MAX:
    case TERM_FP_ABS:
    case TERM_FP_NEG:
    case TERM_FP_EQ:
    case TERM_FP_LT:
    case TERM_FP_LE:
    case TERM_FP_IS_NAN:
    case TERM_FP_IS_INF:
    case TERM_FP_IS_ZERO:
    case TERM_FP_IS_NORMAL:
    case TERM_FP_IS_SUBNORMAL:
    case TERM_FP_IS_NEGATIVE:
    case TERM_FP_IS_POSITIVE:
    case TERM_FP_FROM_FP:
    case TERM_FP_FROM_SBV:
    case TERM_FP_FROM_UBV:
    case TERM_FP_TO_SBV:
    case TERM_FP_TO_UBV:
        return run_rare(c, l, r);
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_CONST:
    case TERM_FLOAT:
    case TERM_ROUNDING:
    case TERM_VAR:
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_ARRAY_CONST:
    case TERM_CALL:
    case TERM_OP_COUNT:
        break;
    }
    BUG("operator %d is not one of a line", l->op);
}

static void run_stage(const struct code *c, uint64_t *r, uint32_t from, uint32_t to)
{
    LAW(from <= to && to <= c->lines.count);
    for (uint32_t i = from; i < to; i++)
        r[c->base + i] = run_line(c, &c->lines.data[i], r);
}

void code_prepare(const struct code *c, const uint64_t *inputs, uint64_t *r)
{
    memcpy(r, inputs, c->spec->input_count * sizeof *r);
    if (c->constant_count)
        memcpy(r + c->constant_base, c->constants, c->constant_count * sizeof *r);
    run_stage(c, r, 0, c->stage_end[0]);
}

void code_arguments(const struct code *c, uint64_t *r, unsigned application,
                    uint64_t *arguments)
{
    LAW(application < c->spec->application_count);
    unsigned arity = c->spec->program[c->spec->application[application].program].arity;
    for (unsigned i = 0; i < arity; i++)
        arguments[i] = r[c->argument[application][i]];
}

void code_give(const struct code *c, uint64_t *r, unsigned application,
               const uint64_t *results)
{
    LAW(application < c->spec->application_count);
    unsigned outputs = c->spec->program[c->spec->application[application].program].outputs;
    memcpy(r + c->result_base[application], results, outputs * sizeof *r);
    run_stage(c, r, c->stage_end[application], c->stage_end[application + 1]);
}

bool code_holds(const struct code *c, uint64_t *r)
{
    return r[c->holds] != 0;
}

bool code_check(const struct code *c, const struct solution *s, uint64_t *r)
{
    LAW(s->count == c->spec->program_count);
    uint64_t in[CANDIDATE_INPUTS], out[CANDIDATE_OUTPUTS];
    for (unsigned a = 0; a < c->spec->application_count; a++) {
        code_arguments(c, r, a, in);
        candidate_run(&s->program[c->spec->application[a].program], c->spec->width, in, out);
        code_give(c, r, a, out);
    }
    return code_holds(c, r);
}
