/* Reads the blocks and instructions of one function. Numbers of values are kept as written;
 * instructions without result get the free numbers in the order they are written. */
#include "program/text/scan_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/text/text_internal.h"

#include <ctype.h>
#include <string.h>

/* An instruction as read: its number comes later if it has no result. */
struct line {
    struct instruction instruction;
    uint32_t id; /* UINT32_MAX: free choice */
};

struct body {
    struct parser *parser;
    uint32_t function;
    uint32_t limit; /* numbers must be below */
    uint32_t block;
    VECTOR(struct line) lines;
};

static struct function *function_of(const struct body *b)
{
    LAW(b->function < b->parser->program->functions.count);
    return &b->parser->program->functions.data[b->function];
}

static bool find_op(struct parser *s, struct instruction *i)
{
    char word[64];
    if (!scan_word(s, word, sizeof word))
        return false;
    char *dot = strchr(word, '.');
    if (dot)
        *dot = 0;
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        if (!text_same(op_text((enum op)op), word))
            continue;
        uint32_t subs = op_sub_count((enum op)op), sub = 0;
        while (dot && sub < subs && !text_same(op_sub_text((enum op)op, sub), dot + 1))
            sub++;
        if ((dot != NULL) != (subs > 0) || (dot && sub == subs))
            return scan_fail(s, "wrong variant of the operation");
        i->op = (uint8_t)op;
        i->sub = (uint8_t)sub;
        return true;
    }
    return scan_fail(s, "no such operation");
}

static bool read_block_id(struct parser *s, uint32_t *out)
{
    while (*s->at == ' ')
        s->at++;
    if (*s->at != 'b' || !isdigit((unsigned char)s->at[1]))
        return scan_fail(s, "expected a block");
    s->at++;
    return scan_number32(s, out);
}

static bool read_pair(struct parser *s, struct function *f)
{
    uint32_t value, block;
    if (!scan_value(s, &value) || !read_block_id(s, &block) || !scan_expect(s, "]"))
        return false;
    VECTOR_PUSH(&f->operands, value);
    VECTOR_PUSH(&f->operands, block);
    return true;
}

/* Whether the rest of the line starts with a value rather than a block, an attribute or
 * nothing. */
static bool value_follows(const struct parser *s)
{
    const char *at = s->at;
    while (*at == ' ')
        at++;
    if (strchr("%@$", *at))
        return *at != 0;
    if ((*at == 'i' || *at == 'f') && isdigit((unsigned char)at[1]))
        return true;
    return !strncmp(at, "null", 4) || !strncmp(at, "undef ", 6) || !strncmp(at, "block ", 6);
}

static bool read_operands(struct parser *s, struct function *f, struct instruction *i)
{
    uint32_t value;
    i->operand = (uint32_t)f->operands.count;
    if (i->op != OP_PHI && value_follows(s))
        do {
            if (!scan_value(s, &value))
                return false;
            VECTOR_PUSH(&f->operands, value);
        } while (scan_is(s, ","));
    while (scan_is(s, "["))
        if (!read_pair(s, f))
            return false;
    i->count = (uint32_t)f->operands.count - i->operand;
    LAW(i->operand + i->count == f->operands.count);
    if (i->op != OP_JUMP && i->op != OP_BRANCH && i->op != OP_SWITCH)
        return true;
    if (!read_block_id(s, &i->target[0]))
        return false;
    return i->op != OP_BRANCH || read_block_id(s, &i->target[1]);
}

static bool read_flag(struct parser *s, struct instruction *i)
{
    static const char *const names[FLAG_NAME_COUNT] = FLAG_NAMES;
    for (uint32_t k = 0; k < FLAG_NAME_COUNT; k++)
        if (scan_is(s, names[k]))
            return i->flags |= (uint16_t)(1u << k), true;
    return false;
}

static bool read_attributes(struct parser *s, struct instruction *i)
{
    if (scan_is(s, "{") && (!scan_number(s, &i->extra) || !scan_expect(s, "}")))
        return false;
    while (read_flag(s, i))
        continue;
    if (scan_is(s, "var") && !scan_number32(s, &i->variable))
        return false;
    while (*s->at == ' ')
        s->at++;
    if (*s->at == '"' && !scan_quoted(s, &i->text))
        return false;
    struct place place;
    if (scan_is(s, "!")) {
        if (!scan_place(s, &place))
            return false;
        i->place = program_place(s->program, place);
    }
    return scan_line_end(s);
}

static bool read_instruction(struct body *b)
{
    struct parser *s = b->parser;
    struct line line = {instruction_make(OP_COUNT, type_void()), UINT32_MAX};
    LAW(b->block < function_of(b)->blocks.count);
    bool valued = scan_is(s, "%");
    if (valued && (!scan_number32(s, &line.id) || !scan_expect(s, "=")))
        return false;
    if (valued && line.id >= b->limit)
        return scan_fail(s, "number of a value is out of proportion");
    if (!find_op(s, &line.instruction))
        return false;
    if (valued && !scan_type(s, &line.instruction.type))
        return false;
    line.instruction.block = b->block;
    if (!read_operands(s, function_of(b), &line.instruction))
        return false;
    if (!read_attributes(s, &line.instruction))
        return false;
    VECTOR_PUSH(&b->lines, line);
    return true;
}

static bool read_label(struct body *b)
{
    struct parser *s = b->parser;
    uint32_t id;
    const char *name = NULL;
    struct function *f = function_of(b);
    if (!read_block_id(s, &id))
        return false;
    if (id != f->blocks.count)
        return scan_fail(s, "blocks must be numbered in order");
    while (*s->at == ' ')
        s->at++;
    if (*s->at == '"' && !scan_quoted(s, &name))
        return false;
    b->block = function_add_block(s->program, f, name);
    LAW(b->block + 1 == f->blocks.count);
    return scan_expect(s, ":") && scan_line_end(s);
}

/* Puts the lines into the pool and the blocks' lists. */
static bool place_lines(struct body *b)
{
    LAW(!function_of(b)->instructions.count);
    struct function *f = function_of(b);
    uint32_t count = (uint32_t)b->lines.count, free_id = 0;
    struct instruction gone = instruction_make(OP_STOP, type_void());
    for (size_t k = 0; k < b->lines.count; k++)
        if (b->lines.data[k].id != UINT32_MAX && b->lines.data[k].id >= count)
            count = b->lines.data[k].id + 1;
    for (uint32_t k = 0; k < count; k++)
        VECTOR_PUSH(&f->instructions, gone);
    for (size_t k = 0; k < b->lines.count; k++) {
        const struct line *line = &b->lines.data[k];
        if (line->id == UINT32_MAX)
            continue;
        if (f->instructions.data[line->id].block != UINT32_MAX)
            return scan_fail(b->parser, "a value is defined twice");
        f->instructions.data[line->id] = line->instruction;
    }
    for (size_t k = 0; k < b->lines.count; k++) {
        struct line *line = &b->lines.data[k];
        if (line->id == UINT32_MAX) {
            while (free_id < count && f->instructions.data[free_id].block != UINT32_MAX)
                free_id++;
            line->id = free_id;
            if (free_id == count) {
                VECTOR_PUSH(&f->instructions, gone);
                count++;
            }
            f->instructions.data[free_id] = line->instruction;
        }
        LAW(line->id < f->instructions.count);
        VECTOR_PUSH(&f->blocks.data[line->instruction.block].instructions, line->id);
    }
    return true;
}

static bool is_label(const struct parser *s)
{
    return s->at[0] == 'b' && isdigit((unsigned char)s->at[1]);
}

static bool read_lines(struct body *b)
{
    struct parser *s = b->parser;
    for (;;) {
        if (!scan_next_line(s))
            return scan_fail(s, "a function does not end");
        if (scan_is(s, "}"))
            return scan_line_end(s);
        if (is_label(s)) {
            if (!read_label(b))
                return false;
            continue;
        }
        if (b->block == UINT32_MAX)
            return scan_fail(s, "an instruction before the first block");
        if (!read_instruction(b))
            return false;
    }
}

bool parse_body(struct parser *s, uint32_t function)
{
    const char *end = strstr(s->at, "\n}");
    size_t bytes = end ? (size_t)(end - s->at) : strlen(s->at);
    struct body b = {.parser = s, .function = function, .block = UINT32_MAX};
    LAW(!function_of(&b)->has_body && !function_of(&b)->blocks.count); /* read once */
    b.limit = bytes < 100000000 ? (uint32_t)bytes * 4 + 1000 : 400000000;
    function_of(&b)->has_body = true;
    bool good = read_lines(&b) && place_lines(&b);
    VECTOR_RELEASE(&b.lines);
    return good;
}
