/* Candidates as text: steps for people, a C function, a C expression. The C text works on
 * `unsigned` (or `unsigned long long` above 32 bits), masks after operations that can leave
 * the width, and guards shifts and divisions, so that it is defined C with exactly the
 * meaning of candidate_run. */
#include "synth/language/language.h"

#include "base/failure.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct printer {
    const struct candidate *p;
    unsigned width;
    bool wide; /* computed in unsigned long long */
    bool inline_steps;
    struct text *out;
};

static void put_register(struct printer *, unsigned r);

static void put_constant(struct printer *q, uint64_t v)
{
    text_add(q->out, v < 10 ? "%" PRIu64 "%s" : "0x%" PRIx64 "%s", v, q->wide ? "ull" : "u");
}

static bool constant_of(const struct printer *q, unsigned r, uint64_t *value)
{
    if (r < q->p->inputs || r >= (unsigned)q->p->inputs + q->p->constants)
        return false;
    LAW(r - q->p->inputs < CANDIDATE_CONSTANTS);
    *value = q->p->constant[r - q->p->inputs];
    return true;
}

static const char *mask_text(const struct printer *q, char room[40])
{
    LAW(q->width && q->width <= 64 && q->wide == (q->width > 32));
    if (q->width == 32 || q->width == 64)
        return "";
    snprintf(room, 40, " & 0x%" PRIx64 "%s", width_mask(q->width), q->wide ? "ull" : "u");
    return room;
}

/* `(a OP b)`, masked when the result may leave the width */
static void put_binary(struct printer *q, const struct step *s, const char *op, bool masked)
{
    LAW(operator_table[s->op].arity == 2);
    char room[40];
    const char *mask = masked ? mask_text(q, room) : "";
    text_put(q->out, *mask ? "((" : "(");
    put_register(q, s->operand[0]);
    text_add(q->out, " %s ", op);
    put_register(q, s->operand[1]);
    text_add(q->out, *mask ? ")%s)" : "%s)", mask);
}

static void put_signed(struct printer *q, unsigned r)
{
    LAW(q->width <= (q->wide ? 64u : 32u));
    const char *type = q->wide ? "long long" : "int";
    unsigned full = q->wide ? 64 : 32;
    if (q->width == full) {
        text_add(q->out, "(%s)", type);
        put_register(q, r);
    } else {
        text_add(q->out, "((%s)(", type);
        put_register(q, r);
        text_add(q->out, " << %u) >> %u)", full - q->width, full - q->width);
    }
}

static void put_signed_comparison(struct printer *q, const struct step *s, const char *op)
{
    text_put(q->out, "(");
    put_signed(q, s->operand[0]);
    text_add(q->out, " %s ", op);
    put_signed(q, s->operand[1]);
    text_put(q->out, ")");
}

static void put_shift(struct printer *q, const struct step *s, const char *op)
{
    uint64_t amount;
    bool known = constant_of(q, s->operand[1], &amount);
    if (known && amount >= q->width) {
        put_constant(q, 0);
        return;
    }
    if (!known) {
        text_put(q->out, "(");
        put_register(q, s->operand[1]);
        text_add(q->out, " < %u ? ", q->width);
    }
    put_binary(q, s, op, op[0] == '<');
    if (!known) {
        text_put(q->out, " : ");
        put_constant(q, 0);
        text_put(q->out, ")");
    }
}

static void put_arithmetic_shift(struct printer *q, const struct step *s)
{
    char room[40];
    uint64_t amount;
    bool known = constant_of(q, s->operand[1], &amount);
    text_add(q->out, "((unsigned%s)(", q->wide ? " long long" : "");
    put_signed(q, s->operand[0]);
    text_put(q->out, " >> ");
    if (known) {
        text_add(q->out, "%u", (unsigned)(amount < q->width ? amount : q->width - 1));
    } else {
        text_put(q->out, "(");
        put_register(q, s->operand[1]);
        text_add(q->out, " < %u ? ", q->width);
        put_register(q, s->operand[1]);
        text_add(q->out, " : %u)", q->width - 1);
    }
    text_add(q->out, ")%s)", mask_text(q, room));
}

/* division by a register that may be 0 is guarded */
static void put_division(struct printer *q, const struct step *s, const char *op)
{
    LAW(op[0] == '/' || op[0] == '%');
    uint64_t divisor;
    bool known = constant_of(q, s->operand[1], &divisor) && divisor;
    if (!known) {
        text_put(q->out, "(");
        put_register(q, s->operand[1]);
        text_put(q->out, " ? ");
    }
    put_binary(q, s, op, false);
    if (known)
        return;
    text_put(q->out, " : ");
    if (op[0] == '/')
        put_constant(q, width_mask(q->width));
    else
        put_register(q, s->operand[0]);
    text_put(q->out, ")");
}

static void put_choice(struct printer *q, const struct step *s, const char *op)
{
    text_put(q->out, "(");
    put_register(q, s->operand[0]);
    text_add(q->out, " %s ", op);
    put_register(q, s->operand[1]);
    text_put(q->out, " ? ");
    put_register(q, s->operand[0]);
    text_put(q->out, " : ");
    put_register(q, s->operand[1]);
    text_put(q->out, ")");
}

static void put_unary(struct printer *q, const struct step *s, const char *op)
{
    LAW(operator_table[s->op].arity == 1);
    char room[40];
    const char *mask = op[0] == '!' ? "" : mask_text(q, room);
    text_add(q->out, "(%s", op);
    put_register(q, s->operand[0]);
    text_add(q->out, "%s)", mask);
}

static void put_inverted(struct printer *q, const struct step *s, const char *op)
{
    char room[40];
    text_put(q->out, "(~");
    put_binary(q, s, op, false);
    text_add(q->out, "%s)", mask_text(q, room));
}

static void put_helper(struct printer *q, const struct step *s)
{
    LAW(operator_table[s->op].family == FAMILY_FLOAT || s->op == OPERATOR_SDIV ||
        s->op == OPERATOR_SREM);
    text_add(q->out, "%s_word(", operator_table[s->op].name);
    put_register(q, s->operand[0]);
    text_put(q->out, ", ");
    put_register(q, s->operand[1]);
    text_put(q->out, ")");
}

static void put_step(struct printer *q, const struct step *s)
{
    switch ((enum operator_kind)s->op) {
    case OPERATOR_ADD:
        put_binary(q, s, "+", true);
        break;
    case OPERATOR_SUB:
        put_binary(q, s, "-", true);
        break;
    case OPERATOR_MUL:
        put_binary(q, s, "*", true);
        break;
    case OPERATOR_NEG:
        put_unary(q, s, "-");
        break;
    case OPERATOR_NOT:
        put_unary(q, s, "~");
        break;
    case OPERATOR_LNOT:
        put_unary(q, s, "!");
        break;
    case OPERATOR_AND:
        put_binary(q, s, "&", false);
        break;
    case OPERATOR_OR:
        put_binary(q, s, "|", false);
        break;
    case OPERATOR_XOR:
        put_binary(q, s, "^", false);
        break;
    case OPERATOR_NAND:
        put_inverted(q, s, "&");
        break;
    case OPERATOR_NOR:
        put_inverted(q, s, "|");
        break;
    case OPERATOR_XNOR:
        put_inverted(q, s, "^");
        break;
    case OPERATOR_SHL:
        put_shift(q, s, "<<");
        break;
    case OPERATOR_LSHR:
        put_shift(q, s, ">>");
        break;
    case OPERATOR_ASHR:
        put_arithmetic_shift(q, s);
        break;
    case OPERATOR_EQ:
        put_binary(q, s, "==", false);
        break;
    case OPERATOR_NEQ:
        put_binary(q, s, "!=", false);
        break;
    case OPERATOR_LT:
        put_binary(q, s, "<", false);
        break;
    case OPERATOR_LE:
        put_binary(q, s, "<=", false);
        break;
    case OPERATOR_SLT:
        put_signed_comparison(q, s, "<");
        break;
    case OPERATOR_SLE:
        put_signed_comparison(q, s, "<=");
        break;
    case OPERATOR_MIN:
        put_choice(q, s, "<");
        break;
    case OPERATOR_MAX:
        put_choice(q, s, ">");
        break;
    case OPERATOR_IMPLIES:
        text_put(q->out, "(!");
        put_register(q, s->operand[0]);
        text_put(q->out, " || ");
        put_register(q, s->operand[1]);
        text_put(q->out, ")");
        break;
    case OPERATOR_ITE:
        text_put(q->out, "(");
        put_register(q, s->operand[0]);
        text_put(q->out, " ? ");
        put_register(q, s->operand[1]);
        text_put(q->out, " : ");
        put_register(q, s->operand[2]);
        text_put(q->out, ")");
        break;
    case OPERATOR_DIV:
        put_division(q, s, "/");
        break;
    case OPERATOR_MOD:
        put_division(q, s, "%");
        break;
    case OPERATOR_FADD:
    case OPERATOR_FSUB:
    case OPERATOR_FMUL:
    case OPERATOR_FDIV:
    case OPERATOR_SDIV:
    case OPERATOR_SREM:
        put_helper(q, s);
        break;
    case OPERATOR_COUNT:
        break;
    }
}

static void put_register(struct printer *q, unsigned r)
{
    LAW(r < (unsigned)q->p->inputs + q->p->constants + q->p->length);
    const struct candidate *p = q->p;
    unsigned base = p->inputs + p->constants;
    if (r < p->inputs)
        text_add(q->out, q->inline_steps ? "in[%u]" : "x%u", r);
    else if (r < base)
        put_constant(q, p->constant[r - p->inputs]);
    else if (q->inline_steps)
        put_step(q, &p->step[r - base]);
    else
        text_add(q->out, "t%u", r - base + 1);
}

static bool reads(const struct candidate *p, unsigned r)
{
    for (unsigned i = 0; i < p->length; i++)
        for (unsigned k = 0; k < operator_table[p->step[i].op].arity; k++)
            if (p->step[i].operand[k] == r)
                return true;
    for (unsigned i = 0; i < p->outputs; i++)
        if (p->output[i] == r)
            return true;
    return false;
}

/* `(` and `)` around a whole right-hand side add nothing */
static void strip_outer(struct text *line)
{
    size_t n = line->count, depth = 0;
    if (n < 2 || line->data[0] != '(' || line->data[n - 1] != ')')
        return;
    for (size_t i = 0; i + 1 < n; i++) {
        depth += line->data[i] == '(';
        depth -= line->data[i] == ')';
        if (!depth)
            return;
    }
    memmove(line->data, line->data + 1, n - 2);
    line->count = n - 2;
    line->data[line->count] = 0;
}

static void put_line(struct printer *q, struct text *out,
                     void (*what)(struct printer *, const void *), const void *of)
{
    struct text line = {0};
    q->out = &line;
    what(q, of);
    strip_outer(&line);
    text_add(out, "%s;\n", text_of(&line));
    text_release(&line);
}

static void step_line(struct printer *q, const void *s)
{
    put_step(q, s);
}
static void register_line(struct printer *q, const void *r)
{
    put_register(q, *(const uint8_t *)r);
}

void candidate_print_c(const struct candidate *p, unsigned width, const char *word,
                       const char *name, struct text *out)
{
    LAW(candidate_well_formed(p, width));
    struct printer q = {.p = p, .width = width, .wide = width > 32, .out = out};
    const char *type = q.wide ? "unsigned long long" : "unsigned";
    text_add(out, "void %s(const %s in[], %s out[])\n{\n", name, word, word);
    if (!p->inputs)
        text_put(out, "    (void)in;\n");
    bool any = false;
    for (unsigned i = 0; i < p->inputs; i++) {
        if (!reads(p, i))
            continue;
        any = true;
        text_add(out, "    const %s x%u = in[%u];\n", type, i, i);
    }
    if (!any && p->inputs)
        text_put(out, "    (void)in;\n");
    for (unsigned i = 0; i < p->length; i++) {
        text_add(out, "    const %s t%u = ", type, i + 1);
        put_line(&q, out, step_line, &p->step[i]);
    }
    for (unsigned i = 0; i < p->outputs; i++) {
        text_add(out, "    out[%u] = ", i);
        put_line(&q, out, register_line, &p->output[i]);
    }
    text_put(out, "}\n");
}

void candidate_print_expression(const struct candidate *p, unsigned width, unsigned which,
                                struct text *out)
{
    LAW(which < p->outputs && candidate_well_formed(p, width));
    struct printer q = {.p = p, .width = width, .wide = width > 32, .inline_steps = true};
    struct text line = {0};
    q.out = &line;
    put_register(&q, p->output[which]);
    strip_outer(&line);
    text_put(out, text_of(&line));
    text_release(&line);
}

void candidate_print(const struct candidate *p, unsigned width, struct text *out)
{
    LAW(candidate_well_formed(p, width));
    struct printer q = {.p = p, .width = width, .wide = width > 32, .out = out};
    for (unsigned i = 0; i < p->length; i++) {
        const struct step *s = &p->step[i];
        text_add(out, "t%u = %s", i + 1, operator_table[s->op].name);
        for (unsigned k = 0; k < operator_table[s->op].arity; k++) {
            text_put(out, " ");
            put_register(&q, s->operand[k]);
        }
        text_put(out, "\n");
    }
    for (unsigned i = 0; i < p->outputs; i++) {
        text_add(out, "out%u = ", i);
        put_register(&q, p->output[i]);
        text_put(out, "\n");
    }
}

static void put_float_helper(enum operator_kind op, unsigned width, struct text *out)
{
    LAW(operator_table[op].family == FAMILY_FLOAT);
    const char *type = width == 64 ? "unsigned long long" : "unsigned",
               *number = width == 64 ? "double" : "float";
    const char *sign = "/";
    if (op == OPERATOR_FADD)
        sign = "+";
    if (op == OPERATOR_FSUB)
        sign = "-";
    if (op == OPERATOR_FMUL)
        sign = "*";
    text_add(out, "static %s %s_word(%s a, %s b)\n{\n", type, operator_table[op].name, type,
             type);
    if (width != 32 && width != 64) {
        text_put(out, "    (void)a, (void)b;\n    return 0;\n}\n\n");
        return;
    }
    text_add(out, "    union { %s bits; %s value; } x = {a}, y = {b}, r;\n", type, number);
    text_add(out, "    r.value = x.value %s y.value;\n", sign);
    text_add(out, "    return r.value == r.value ? r.bits : %s;\n}\n\n",
             width == 64 ? "0x7ff8000000000000ull" : "0x7fc00000u");
}

static void put_signed_helper(enum operator_kind op, unsigned width, struct text *out)
{
    LAW(op == OPERATOR_SDIV || op == OPERATOR_SREM);
    LAW(width && width <= 64);
    const char *type = width > 32 ? "unsigned long long" : "unsigned";
    const char *mask = width > 32 ? "ull" : "u";
    text_add(out, "static %s %s_word(%s a, %s b)\n{\n", type, operator_table[op].name, type,
             type);
    text_add(out, "    const long long x = (long long)((unsigned long long)a << %u) >> %u;\n",
             64 - width, 64 - width);
    text_add(out, "    const long long y = (long long)((unsigned long long)b << %u) >> %u;\n",
             64 - width, 64 - width);
    if (op == OPERATOR_SDIV)
        text_add(out,
                 "    if (!y) return x < 0 ? 1 : 0x%" PRIx64
                 "%s;\n    if (y == -1) return -a & 0x%" PRIx64 "%s;\n",
                 width_mask(width), mask, width_mask(width), mask);
    else
        text_put(out, "    if (!y) return a;\n    if (y == -1) return 0;\n");
    text_add(out, "    return (%s)(x %s y) & 0x%" PRIx64 "%s;\n}\n\n", type,
             op == OPERATOR_SDIV ? "/" : "%", width_mask(width), mask);
}

void candidate_print_helpers(const struct solution *s, unsigned width, struct text *out)
{
    LAW(s->count <= SOLUTION_PROGRAMS);
    operator_set used = 0;
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned k = 0; k < s->program[i].length; k++)
            used |= OPERATOR_BIT(s->program[i].step[k].op);
    for (unsigned op = 0; op < OPERATOR_COUNT; op++) {
        if (!(used & OPERATOR_BIT(op)))
            continue;
        if (operator_table[op].family == FAMILY_FLOAT)
            put_float_helper(op, width, out);
        if (op == OPERATOR_SDIV || op == OPERATOR_SREM)
            put_signed_helper(op, width, out);
    }
}
