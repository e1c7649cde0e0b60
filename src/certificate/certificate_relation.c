/* Relations in certificates: `relation WIDTH LEFT RIGHT +operand ... #constant ...
 * operation:a:b ...`. */
#include "certificate/certificate.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

const struct fact_operation fact_operations[] = {
    {"add", "+", TERM_BV_ADD},   {"sub", "-", TERM_BV_SUB},
    {"mul", "*", TERM_BV_MUL},   {"and", "&", TERM_BV_AND},
    {"or", "|", TERM_BV_OR},     {"xor", "^", TERM_BV_XOR},
    {"shl", "<<", TERM_BV_SHL},  {"lshr", ">>", TERM_BV_LSHR},
    {"srem", "%", TERM_BV_SREM}, {"urem", "% (unsigned)", TERM_BV_UREM},
    {NULL, NULL, TERM_TRUE},
};

void fact_relation_write(struct text *t, const struct fact *f)
{
    LAW(f->kind == FACT_RELATION);
    LAW(f->relation.operands <= FACT_OPERANDS && f->relation.constants <= FACT_CONSTANTS &&
        f->relation.steps <= FACT_STEPS);
    const struct fact_relation *r = &f->relation;
    text_add(t, " %u %u %u", f->bits, r->left, r->right);
    for (unsigned i = 0; i < r->operands; i++)
        fact_operand_write(t, &r->operand[i]);
    for (unsigned i = 0; i < r->constants; i++)
        text_add(t, " #%lx", (unsigned long)r->constant[i]);
    for (unsigned i = 0; i < r->steps; i++)
        text_add(t, " %s:%u:%u", fact_operations[r->step[i].operation].word, r->step[i].a,
                 r->step[i].b);
}

static bool read_step(const char *word, struct fact_step *s)
{
    char name[16];
    unsigned a, b, i = 0;
    if (sscanf(word, "%15[a-z]:%u:%u", name, &a, &b) != 3)
        return false;
    while (fact_operations[i].word && !text_same(fact_operations[i].word, name))
        i++;
    *s = (struct fact_step){(uint8_t)i, (uint8_t)a, (uint8_t)b};
    return fact_operations[i].word && a < 256 && b < 256;
}

/* Operands, constants and steps stand in this order. */
static bool read_part(struct fact_relation *r, char *word)
{
    if (*word == '+' && !r->constants && !r->steps && r->operands < FACT_OPERANDS)
        return fact_operand_read(word, &r->operand[r->operands++]);
    if (*word == '#' && !r->steps && r->constants < FACT_CONSTANTS) {
        r->constant[r->constants++] = strtoull(word + 1, NULL, 16);
        return true;
    }
    if (r->steps == FACT_STEPS || !read_step(word, &r->step[r->steps]))
        return false;
    unsigned own = (unsigned)r->operands + r->constants + r->steps++;
    const struct fact_step *s = &r->step[r->steps - 1];
    return s->a < own && s->b < own;
}

bool fact_relation_read(struct fact *f, char **rest)
{
    struct fact_relation *r = &f->relation;
    unsigned long number[3];
    char *word, *end;
    for (int i = 0; i < 3; i++) {
        if (!(word = strtok_r(NULL, " ", rest)))
            return false;
        number[i] = strtoul(word, &end, 10);
        if (*end || number[i] > 64)
            return false;
    }
    f->bits = (unsigned)number[0];
    while ((word = strtok_r(NULL, " ", rest)))
        if (!read_part(r, word))
            return false;
    unsigned registers = (unsigned)r->operands + r->constants + r->steps;
    r->left = (uint8_t)number[1];
    r->right = (uint8_t)number[2];
    return f->bits && r->operands && number[1] < registers && number[2] < registers;
}

static void print_register(struct text *t, const struct fact_relation *r, unsigned which,
                           bool inside)
{
    if (which < r->operands) {
        text_add(t, r->operand[which].offset ? "offset(%s)" : "%s", r->operand[which].name);
        return;
    }
    which -= r->operands;
    if (which < r->constants) {
        text_add(t, r->constant[which] < 1000 ? "%lu" : "0x%lx",
                 (unsigned long)r->constant[which]);
        return;
    }
    const struct fact_step *s = &r->step[which - r->constants];
    if (inside)
        text_put(t, "(");
    print_register(t, r, s->a, true);
    text_add(t, " %s ", fact_operations[s->operation].sign);
    print_register(t, r, s->b, true);
    if (inside)
        text_put(t, ")");
}

void fact_relation_print(struct text *t, const struct fact_relation *r)
{
    print_register(t, r, r->left, false);
    text_put(t, " = ");
    print_register(t, r, r->right, false);
}
