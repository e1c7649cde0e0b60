/* Meaning of the instructions of L: on words and as terms, and the running and tidying of
 * whole candidates. The two meanings stand side by side so that they can be compared;
 * tests/unit/synth checks that they agree.
 */
#include "synth/language/language.h"

#include "base/failure.h"
#include "term/term.h"

#include <string.h>

const struct operator_info operator_table[OPERATOR_COUNT] = {
#define OPERATOR(name, text, arity, commutes, family)                                        \
    {text, arity, commutes, FAMILY_##family},
#include "synth/language/operator.def"
#undef OPERATOR
};

operator_set operators_of(unsigned families)
{
    operator_set set = 0;
    for (unsigned op = 0; op < OPERATOR_COUNT; op++)
        if (operator_table[op].family & families)
            set |= OPERATOR_BIT(op);
    return set;
}

/* In the type of the operands, so that it is rounded once. */
#define FLOAT_RESULT(op, x, y, r)                                                            \
    do {                                                                                     \
        if ((op) == OPERATOR_FADD)                                                           \
            (r) = (x) + (y);                                                                 \
        else if ((op) == OPERATOR_FSUB)                                                      \
            (r) = (x) - (y);                                                                 \
        else if ((op) == OPERATOR_FMUL)                                                      \
            (r) = (x) * (y);                                                                 \
        else                                                                                 \
            (r) = (x) / (y);                                                                 \
    } while (0)

static uint64_t float_apply(enum operator_kind op, uint64_t a, uint64_t b, unsigned width)
{
    if (width == 32) {
        uint32_t bits[2] = {(uint32_t)a, (uint32_t)b}, out;
        float x, y, r;
        memcpy(&x, &bits[0], sizeof x);
        memcpy(&y, &bits[1], sizeof y);
        FLOAT_RESULT(op, x, y, r);
        if (r != r)
            return 0x7fc00000u;
        memcpy(&out, &r, sizeof out);
        return out;
    }
    if (width != 64)
        return 0;
    double x, y, r;
    uint64_t out;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    FLOAT_RESULT(op, x, y, r);
    if (r != r)
        return 0x7ff8000000000000u;
    memcpy(&out, &r, sizeof out);
    return out;
}

static uint64_t signed_divide(uint64_t a, uint64_t b, unsigned width)
{
    LAW(width >= 1 && width <= 64);
    int64_t x = width_signed(a, width), y = width_signed(b, width);
    if (y == 0)
        return x < 0 ? 1 : width_mask(width);
    if (y == -1)
        return -(uint64_t)x & width_mask(width);
    return (uint64_t)(x / y) & width_mask(width);
}

static uint64_t signed_remainder(uint64_t a, uint64_t b, unsigned width)
{
    int64_t x = width_signed(a, width), y = width_signed(b, width);
    if (y == 0)
        return a;
    return y == -1 ? 0 : (uint64_t)(x % y) & width_mask(width);
}

static inline __attribute__((always_inline)) uint64_t apply(enum operator_kind op, uint64_t a,
                                                            uint64_t b, uint64_t c,
                                                            unsigned w, uint64_t mask)
{
    switch (op) {
    case OPERATOR_ADD:
        return (a + b) & mask;
    case OPERATOR_SUB:
        return (a - b) & mask;
    case OPERATOR_NEG:
        return -a & mask;
    case OPERATOR_AND:
        return a & b;
    case OPERATOR_OR:
        return a | b;
    case OPERATOR_XOR:
        return a ^ b;
    case OPERATOR_NOT:
        return ~a & mask;
    case OPERATOR_SHL:
        return b < w ? a << b & mask : 0;
    case OPERATOR_LSHR:
        return b < w ? a >> b : 0;
    case OPERATOR_ASHR:
        return (uint64_t)(width_signed(a, w) >> (b < w ? b : w - 1)) & mask;
    case OPERATOR_EQ:
        return a == b;
    case OPERATOR_NEQ:
        return a != b;
    case OPERATOR_LT:
        return a < b;
    case OPERATOR_LE:
        return a <= b;
    case OPERATOR_SLT:
        return width_signed(a, w) < width_signed(b, w);
    case OPERATOR_SLE:
        return width_signed(a, w) <= width_signed(b, w);
    case OPERATOR_MIN:
        return a < b ? a : b;
    case OPERATOR_MAX:
        return a > b ? a : b;
    case OPERATOR_IMPLIES:
        return !a || b;
    case OPERATOR_ITE:
        return a ? b : c;
    case OPERATOR_MUL:
        return a * b & mask;
    case OPERATOR_DIV:
        return b ? a / b : mask;
    case OPERATOR_MOD:
        return b ? a % b : a;
    case OPERATOR_FADD:
    case OPERATOR_FSUB:
    case OPERATOR_FMUL:
    case OPERATOR_FDIV:
        return float_apply(op, a, b, w);
    case OPERATOR_SDIV:
        return signed_divide(a, b, w);
    case OPERATOR_SREM:
        return signed_remainder(a, b, w);
    case OPERATOR_NAND:
        return ~(a & b) & mask;
    case OPERATOR_NOR:
        return ~(a | b) & mask;
    case OPERATOR_XNOR:
        return ~(a ^ b) & mask;
    case OPERATOR_LNOT:
        return !a;
    case OPERATOR_COUNT:
        break;
    }
    BUG("no such operator: %d", (int)op);
}

uint64_t operator_apply(enum operator_kind op, uint64_t a, uint64_t b, uint64_t c,
                        unsigned width)
{
    LAW(op < OPERATOR_COUNT);
    LAW(width >= 1 && width <= 64);
    return apply(op, a, b, c, width, width_mask(width));
}

void operator_apply_row(enum operator_kind op, const uint64_t *a, const uint64_t *b,
                        const uint64_t *c, uint64_t *out, size_t n, unsigned width)
{
    uint64_t mask = width_mask(width);
    switch (op) {
#define OPERATOR(name, text, arity, commutes, family)                                        \
    case OPERATOR_##name:                                                                    \
        for (size_t i = 0; i < n; i++)                                                       \
            out[i] = apply(OPERATOR_##name, a[i], b[i], c[i], width, mask);                  \
        return;
#include "synth/language/operator.def"
#undef OPERATOR
    case OPERATOR_COUNT:
        break;
    }
    BUG("no such operator: %d", (int)op);
}

static struct term word_of(struct terms *ts, struct term condition, unsigned width)
{
    LAW(sort_kind(ts, term_sort(ts, condition)) == SORT_BOOL);
    return term_ite(ts, condition, term_bv(ts, width, 1), term_bv(ts, width, 0));
}

static struct term float_term(struct terms *ts, enum term_op op, struct term a, struct term b)
{
    unsigned width = term_width(ts, a);
    if (width != 32 && width != 64)
        return term_bv(ts, width, 0);
    unsigned format[2] = {width == 32 ? 8 : 11, width == 32 ? 24 : 53};
    struct term x = term_make(ts, TERM_FP_FROM_BITS, &a, 1, format),
                y = term_make(ts, TERM_FP_FROM_BITS, &b, 1, format);
    return term_1(ts, TERM_FP_TO_BITS,
                  term_3(ts, op, term_rounding(ts, ROUND_NEAREST_EVEN), x, y));
}

enum operator_kind operator_of_term(enum term_op op)
{
    if (term_class(op) != TERM_CLASS_WORD)
        return OPERATOR_COUNT;
    switch ((enum term_word_op)op) {
    case TERM_WORD_BV_NEG:
        return OPERATOR_NEG;
    case TERM_WORD_BV_ADD:
        return OPERATOR_ADD;
    case TERM_WORD_BV_SUB:
        return OPERATOR_SUB;
    case TERM_WORD_BV_MUL:
        return OPERATOR_MUL;
    case TERM_WORD_BV_UDIV:
        return OPERATOR_DIV;
    case TERM_WORD_BV_UREM:
        return OPERATOR_MOD;
    case TERM_WORD_BV_SDIV:
        return OPERATOR_SDIV;
    case TERM_WORD_BV_SREM:
        return OPERATOR_SREM;
    case TERM_WORD_BV_NOT:
        return OPERATOR_NOT;
    case TERM_WORD_BV_AND:
        return OPERATOR_AND;
    case TERM_WORD_BV_OR:
        return OPERATOR_OR;
    case TERM_WORD_BV_XOR:
        return OPERATOR_XOR;
    case TERM_WORD_BV_SHL:
        return OPERATOR_SHL;
    case TERM_WORD_BV_LSHR:
        return OPERATOR_LSHR;
    case TERM_WORD_BV_ASHR:
        return OPERATOR_ASHR;
    case TERM_WORD_BV_SMOD:
    case TERM_WORD_BV_NAND:
    case TERM_WORD_BV_NOR:
    case TERM_WORD_BV_XNOR:
    case TERM_WORD_BV_COMP:
    case TERM_WORD_BV_CONCAT:
    case TERM_WORD_BV_EXTRACT:
    case TERM_WORD_BV_ZEXT:
    case TERM_WORD_BV_SEXT:
    case TERM_WORD_BV_REPEAT:
    case TERM_WORD_BV_ROTL:
    case TERM_WORD_BV_ROTR:
        break;
    }
    return OPERATOR_COUNT;
}

struct term operator_term(struct terms *ts, enum operator_kind op, struct term a,
                          struct term b, struct term c)
{
    LAW(op < OPERATOR_COUNT);
    unsigned w = term_width(ts, a);
    struct term zero = term_bv(ts, w, 0);
    switch (op) {
    case OPERATOR_ADD:
        return term_2(ts, TERM_BV_ADD, a, b);
    case OPERATOR_SUB:
        return term_2(ts, TERM_BV_SUB, a, b);
    case OPERATOR_NEG:
        return term_1(ts, TERM_BV_NEG, a);
    case OPERATOR_AND:
        return term_2(ts, TERM_BV_AND, a, b);
    case OPERATOR_OR:
        return term_2(ts, TERM_BV_OR, a, b);
    case OPERATOR_XOR:
        return term_2(ts, TERM_BV_XOR, a, b);
    case OPERATOR_NOT:
        return term_1(ts, TERM_BV_NOT, a);
    case OPERATOR_SHL:
        return term_2(ts, TERM_BV_SHL, a, b);
    case OPERATOR_LSHR:
        return term_2(ts, TERM_BV_LSHR, a, b);
    case OPERATOR_ASHR:
        return term_2(ts, TERM_BV_ASHR, a, b);
    case OPERATOR_EQ:
        return word_of(ts, term_eq(ts, a, b), w);
    case OPERATOR_NEQ:
        return word_of(ts, term_ne(ts, a, b), w);
    case OPERATOR_LT:
        return word_of(ts, term_2(ts, TERM_BV_ULT, a, b), w);
    case OPERATOR_LE:
        return word_of(ts, term_2(ts, TERM_BV_ULE, a, b), w);
    case OPERATOR_SLT:
        return word_of(ts, term_2(ts, TERM_BV_SLT, a, b), w);
    case OPERATOR_SLE:
        return word_of(ts, term_2(ts, TERM_BV_SLE, a, b), w);
    case OPERATOR_MIN:
        return term_ite(ts, term_2(ts, TERM_BV_ULT, a, b), a, b);
    case OPERATOR_MAX:
        return term_ite(ts, term_2(ts, TERM_BV_ULT, b, a), a, b);
    case OPERATOR_IMPLIES:
        return word_of(ts, term_or(ts, term_eq(ts, a, zero), term_ne(ts, b, zero)), w);
    case OPERATOR_ITE:
        return term_ite(ts, term_ne(ts, a, zero), b, c);
    case OPERATOR_MUL:
        return term_2(ts, TERM_BV_MUL, a, b);
    case OPERATOR_DIV:
        return term_2(ts, TERM_BV_UDIV, a, b);
    case OPERATOR_MOD:
        return term_2(ts, TERM_BV_UREM, a, b);
    case OPERATOR_FADD:
        return float_term(ts, TERM_FP_ADD, a, b);
    case OPERATOR_FSUB:
        return float_term(ts, TERM_FP_SUB, a, b);
    case OPERATOR_FMUL:
        return float_term(ts, TERM_FP_MUL, a, b);
    case OPERATOR_FDIV:
        return float_term(ts, TERM_FP_DIV, a, b);
    case OPERATOR_SDIV:
        return term_2(ts, TERM_BV_SDIV, a, b);
    case OPERATOR_SREM:
        return term_2(ts, TERM_BV_SREM, a, b);
    case OPERATOR_NAND:
        return term_2(ts, TERM_BV_NAND, a, b);
    case OPERATOR_NOR:
        return term_2(ts, TERM_BV_NOR, a, b);
    case OPERATOR_XNOR:
        return term_2(ts, TERM_BV_XNOR, a, b);
    case OPERATOR_LNOT:
        return word_of(ts, term_eq(ts, a, zero), w);
    case OPERATOR_COUNT:
        break;
    }
    BUG("no such operator: %d", (int)op);
}

void candidate_run(const struct candidate *p, unsigned width, const uint64_t *in,
                   uint64_t *out)
{
    LAW(candidate_well_formed(p, width));
    uint64_t r[CANDIDATE_REGISTERS];
    size_t n = p->inputs;
    memcpy(r, in, n * sizeof *r);
    for (unsigned i = 0; i < p->constants; i++)
        r[n++] = p->constant[i];
    for (unsigned i = 0; i < p->length; i++) {
        const struct step *s = &p->step[i];
        r[n++] = operator_apply(s->op, r[s->operand[0]], r[s->operand[1]], r[s->operand[2]],
                                width);
    }
    for (unsigned i = 0; i < p->outputs; i++)
        out[i] = r[p->output[i]];
}

void candidate_terms(struct terms *ts, const struct candidate *p, unsigned width,
                     const struct term *in, struct term *out)
{
    LAW(candidate_well_formed(p, width));
    struct term r[CANDIDATE_REGISTERS];
    size_t n = p->inputs;
    if (n)
        memcpy(r, in, n * sizeof *r);
    for (unsigned i = 0; i < p->constants; i++)
        r[n++] = term_bv(ts, width, p->constant[i]);
    for (unsigned i = 0; i < p->length; i++) {
        const struct step *s = &p->step[i];
        r[n++] =
            operator_term(ts, s->op, r[s->operand[0]], r[s->operand[1]], r[s->operand[2]]);
    }
    for (unsigned i = 0; i < p->outputs; i++)
        out[i] = r[p->output[i]];
}

bool candidate_well_formed(const struct candidate *p, unsigned width)
{
    unsigned base = p->inputs + p->constants;
    if (p->inputs > CANDIDATE_INPUTS || p->constants > CANDIDATE_CONSTANTS ||
        p->outputs > CANDIDATE_OUTPUTS)
        return false;
    if (p->length > CANDIDATE_STEPS)
        return false;
    for (unsigned i = 0; i < p->constants; i++)
        if (p->constant[i] & ~width_mask(width))
            return false;
    for (unsigned i = 0; i < p->length; i++) {
        const struct step *s = &p->step[i];
        if (s->op >= OPERATOR_COUNT)
            return false;
        for (unsigned k = 0; k < 3; k++) {
            bool used = k < operator_table[s->op].arity;
            if (used ? s->operand[k] >= base + i : s->operand[k] != 0)
                return false;
        }
    }
    for (unsigned i = 0; i < p->outputs; i++)
        if (p->output[i] >= base + p->length)
            return false;
    return true;
}

bool candidate_same(const struct candidate *a, const struct candidate *b)
{
    return a->inputs == b->inputs && a->constants == b->constants &&
           a->outputs == b->outputs && a->length == b->length &&
           !memcmp(a->output, b->output, a->outputs) &&
           !memcmp(a->step, b->step, a->length * sizeof *a->step) &&
           !memcmp(a->constant, b->constant, a->constants * sizeof *a->constant);
}

unsigned solution_length(const struct solution *s)
{
    unsigned most = 0;
    for (unsigned i = 0; i < s->count; i++)
        if (s->program[i].length > most)
            most = s->program[i].length;
    return most;
}

unsigned solution_total(const struct solution *s)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < s->count; i++)
        sum += s->program[i].length;
    return sum;
}
