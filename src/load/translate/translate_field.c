/* Floats in bit-fields. A bit-field has as many bits as it is declared with, and a float that
 * does not fit into these is undefined (C17 6.3.1.4, 6.7.2.1); clang's trap is that of the
 * declared type. So where clang writes a converted float to a bit-field, another check is
 * placed (decision 464).
 *
 * Notation: such a write is, one instruction after the other and at one place,
 *     n = trunc|zext|sext x;  w = load p;  v = n & ones [<< k];  store (w & others) | v, p
 * or, of a field that fills its bytes, `n = trunc x; store n, p`, where x is the float as
 * number of the declared type. In code that a program spells out itself, w is loaded before
 * x is there, or after v. An explicit conversion in front of it (`s.a = (int)d`) leaves the
 * same code and is defined: what the source says at the place of x tells them apart, where it
 * can be read. */
#include "load/translate/translate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 1000, LONGEST_NAME = 64 };

/* What is written to a bit-field: a converted float and how many bits are kept. */
struct field_write {
    const struct ir_instruction *number;
    uint32_t bits;
};

static const struct ir_instruction *made_by(const struct ir_value *v, enum ir_op op)
{
    bool made = v->kind == IR_INSTRUCTION && v->op == op;
    return made ? (const struct ir_instruction *)v : NULL;
}

static bool same_place(const struct ir_instruction *a, const struct ir_instruction *b)
{
    return a->line == b->line && a->column == b->column && a->file == b->file;
}

/* 2^n - 1 as n; 0: another number */
static uint32_t count_of_ones(const struct ir_value *v)
{
    if (!ir_is_small_number(v))
        return 0;
    uint64_t ones = ir_unsigned(v);
    if (!ones || (ones & (ones + 1)))
        return 0;
    return (uint32_t)__builtin_popcountll(ones);
}

static const struct ir_instruction *converted_float(const struct ir_value *v)
{
    const struct ir_instruction *to_signed = made_by(v, IR_FPTOSI);
    return to_signed ? to_signed : made_by(v, IR_FPTOUI);
}

static const struct ir_instruction *resized_float(const struct ir_value *v)
{
    static const enum ir_op resizes[] = {IR_TRUNC, IR_ZEXT, IR_SEXT};
    for (size_t i = 0; i < sizeof resizes / sizeof *resizes; i++) {
        const struct ir_instruction *resize = made_by(v, resizes[i]);
        if (resize)
            return converted_float(resize->operands[0]);
    }
    return converted_float(v);
}

/* The load of the bits beside the field; null: this is no write to one. */
static const struct ir_instruction *bits_beside(const struct ir_instruction *store,
                                                const struct ir_instruction *joined)
{
    const struct ir_instruction *others = made_by(joined->operands[0], IR_AND);
    const struct ir_instruction *load = others ? made_by(others->operands[0], IR_LOAD) : NULL;
    if (!load || load->operands[0] != store->operands[1])
        return NULL;
    bool here = same_place(load, store) && same_place(others, store);
    return here && same_place(joined, store) ? load : NULL;
}

/* Among other bits. */
static struct field_write write_of_part(const struct ir_instruction *store)
{
    struct field_write none = {0};
    const struct ir_instruction *joined = made_by(store->operands[0], IR_OR);
    const struct ir_instruction *load = joined ? bits_beside(store, joined) : NULL;
    if (!load)
        return none;
    const struct ir_instruction *shift = made_by(joined->operands[1], IR_SHL);
    const struct ir_value *value = shift ? shift->operands[0] : joined->operands[1];
    const struct ir_instruction *mask = made_by(value, IR_AND);
    const struct ir_instruction *number = mask ? resized_float(mask->operands[0]) : NULL;
    if (!number || load->value.number < number->value.number ||
        load->value.number > mask->value.number)
        return none;
    return (struct field_write){number, count_of_ones(mask->operands[1])};
}

/* Whole bytes. */
static struct field_write write_of_whole(const struct ir_instruction *store)
{
    const struct ir_instruction *kept = made_by(store->operands[0], IR_TRUNC);
    const struct ir_instruction *number =
        kept && same_place(kept, store) ? converted_float(kept->operands[0]) : NULL;
    return (struct field_write){number, number ? kept->value.type->bits : 0};
}

static struct field_write field_write_of(const struct ir_instruction *store)
{
    struct field_write part = write_of_part(store);
    return part.number && part.bits ? part : write_of_whole(store);
}

/* --- what the source says --- */

static bool read_line(const struct ir_instruction *at, char *line)
{
    FILE *file = at->file ? fopen(at->file->name, "r") : NULL;
    bool found = file && at->line;
    for (uint32_t i = 0; found && i < at->line; i++)
        found = fgets(line, LONGEST_LINE, file) != NULL;
    if (file)
        fclose(file);
    return found && at->column && at->column <= strlen(line);
}

static bool is_assigned_at(const char *text)
{
    if (text[0] == '=')
        return text[1] != '=';
    return text[0] == '{' || (text[0] && strchr("+-*/", text[0]) && text[1] == '=');
}

static bool is_variable_here(struct translator *t, const char *text)
{
    char name[LONGEST_NAME] = "";
    for (size_t i = 0; i + 1 < sizeof name; i++) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            break;
        name[i] = text[i];
    }
    for (uint32_t i = 0; i < t->body.instruction_count; i++) {
        const struct ir_instruction *in = t->body.instructions[i];
        if (in->value.op == IR_DECLARE && in->variable && !strcmp(in->variable->name, name))
            return true;
    }
    return false;
}

/* Behind the parenthesis that closes the one that `text` begins with; null: not on this line.
 */
static const char *behind_parentheses(const char *text)
{
    LAW(text[0] == '(');
    int open = 0;
    for (; *text; text++) {
        open += (*text == '(') - (*text == ')');
        if (!open)
            return text + 1;
    }
    return NULL;
}

/* Behind a name with members and elements, or an expression in parentheses. */
static const char *behind_operand(const char *text)
{
    text += strspn(text, " ");
    if (text[0] == '(')
        return behind_parentheses(text);
    while (isalnum((unsigned char)text[0]) || (text[0] && strchr("_.[]", text[0])) ||
           !strncmp(text, "->", 2))
        text += *text == '-' ? 2 : 1;
    return text;
}

enum conversion { CONVERSION_IMPLICIT, CONVERSION_EXPLICIT, CONVERSION_IN_DOUBT };

/* `(T)x` and nothing more: a conversion of x to T. */
static enum conversion conversion_of_parentheses(struct translator *t, const char *text,
                                                 const struct ir_instruction *number)
{
    const char *inside = text + 1 + strspn(text + 1, "( ");
    if (!strncmp(inside, "float)", 6) || !strncmp(inside, "double)", 7) ||
        isdigit((unsigned char)inside[0]) || is_variable_here(t, inside))
        return CONVERSION_IMPLICIT;
    const char *behind = behind_parentheses(text);
    bool called = made_by(number->operands[0], IR_CALL) != NULL;
    behind = behind && !called ? behind_operand(behind) : NULL;
    bool whole = behind && behind[0] && strchr(";,}", behind[0]);
    return whole ? CONVERSION_EXPLICIT : CONVERSION_IN_DOUBT;
}

/* What begins with a name may be a macro. */
static enum conversion conversion_of(struct translator *t, const struct ir_instruction *store,
                                     const struct ir_instruction *number)
{
    char line[LONGEST_LINE];
    if (!read_line(store, line) || !is_assigned_at(line + store->column - 1))
        return CONVERSION_IN_DOUBT;
    if (!read_line(number, line))
        return CONVERSION_IN_DOUBT;
    const char *text = line + number->column - 1;
    if (text[0] == '(')
        return conversion_of_parentheses(t, text, number);
    bool known = ispunct((unsigned char)text[0]) || isdigit((unsigned char)text[0]) ||
                 is_variable_here(t, text);
    return known ? CONVERSION_IMPLICIT : CONVERSION_IN_DOUBT;
}

/* --- checks --- */

static struct value fits(struct translator *t, const struct field_write *w)
{
    struct value number = value_of(t, &w->number->value);
    struct type type = type_of(t, number), kept = type_int(w->bits);
    enum op extend = w->number->value.op == IR_FPTOSI ? OP_SEXT : OP_ZEXT;
    struct value cut = emit_unary(t, OP_TRUNC, kept, number);
    return emit_compare(t, COMPARE_EQ, emit_unary(t, extend, type, cut), number);
}

void check_field(struct translator *t, const struct ir_instruction *store)
{
    LAW(store->value.op == IR_STORE);
    struct field_write w =
        t->overflow_sites ? field_write_of(store) : (struct field_write){0};
    if (!w.number || w.bits >= w.number->value.type->bits)
        return;
    enum conversion conversion = conversion_of(t, store, w.number);
    if (conversion == CONVERSION_IMPLICIT)
        emit_check(t, CHECK_FLOAT_CAST, fits(t, &w), NULL);
    if (conversion == CONVERSION_IN_DOUBT)
        emit_unsupported_unless(t, fits(t, &w), "a float that does not fit into a bit-field");
}

/* Clang has converted a constant; what is left are the bits that were kept. */
void check_field_of_constant(struct translator *t, const struct ir_block *next)
{
    for (uint32_t i = 0; i < next->count; i++) {
        const struct ir_instruction *in = t->body.instructions[next->first + i];
        if (in->value.op != IR_STORE)
            continue;
        const struct ir_instruction *joined = made_by(in->operands[0], IR_OR);
        if (joined && joined->operands[1]->kind == IR_NUMBER && bits_beside(in, joined))
            emit_unsupported(t, type_void(), "a constant float in a bit-field");
        return;
    }
}
