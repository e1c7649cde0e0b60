/* The lexical level of the text form: words, numbers, quoted text, types, names and values.
 */
#include "program/text/scan_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

bool scan_fail(struct parser *s, const char *what)
{
    char near[24] = {0};
    for (size_t k = 0; k + 1 < sizeof near && s->at[k] && s->at[k] != '\n'; k++)
        near[k] = isprint((unsigned char)s->at[k]) ? s->at[k] : '?';
    return failure_set(s->failure, FAILURE_INPUT, "program text, line %u: %s at '%s'",
                       s->line, what, near);
}

static void skip_spaces(struct parser *s)
{
    while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r')
        s->at++;
    if (*s->at == ';')
        while (*s->at && *s->at != '\n')
            s->at++;
}

bool scan_line_end(struct parser *s)
{
    skip_spaces(s);
    return *s->at == '\n' || !*s->at ? true : scan_fail(s, "more than expected");
}

bool scan_next_line(struct parser *s)
{
    for (;;) {
        skip_spaces(s);
        if (*s->at != '\n')
            return *s->at != 0;
        s->at++;
        s->line++;
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool scan_is(struct parser *s, const char *word)
{
    size_t n = strlen(word);
    LAW(n > 0);
    skip_spaces(s);
    if (strncmp(s->at, word, n))
        return false;
    if (is_word(word[n - 1]) && is_word(s->at[n]))
        return false;
    s->at += n;
    return true;
}

bool scan_expect(struct parser *s, const char *word)
{
    LAW(*word);
    if (scan_is(s, word))
        return true;
    char what[64] = "expected ";
    strncat(what, word, sizeof what - strlen(what) - 1);
    return scan_fail(s, what);
}

bool scan_word(struct parser *s, char *out, size_t room)
{
    LAW(room > 1);
    size_t n = 0;
    skip_spaces(s);
    while (is_word(s->at[n]))
        n++;
    if (!n || n >= room)
        return scan_fail(s, "expected a word");
    memcpy(out, s->at, n);
    out[n] = 0;
    s->at += n;
    return true;
}

bool scan_number(struct parser *s, uint64_t *out)
{
    skip_spaces(s);
    if (!isdigit((unsigned char)*s->at))
        return scan_fail(s, "expected a number");
    uint64_t n = 0;
    for (; isdigit((unsigned char)*s->at); s->at++) {
        uint64_t digit = (uint64_t)(*s->at - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return scan_fail(s, "number too large");
        n = n * 10 + digit;
    }
    *out = n;
    return true;
}

bool scan_number32(struct parser *s, uint32_t *out)
{
    uint64_t n;
    if (!scan_number(s, &n))
        return false;
    if (n >= UINT32_MAX)
        return scan_fail(s, "number too large");
    *out = (uint32_t)n;
    return true;
}

bool scan_signed(struct parser *s, int64_t *out)
{
    uint64_t n;
    bool negative = scan_is(s, "-");
    if (!negative)
        scan_is(s, "+");
    if (!scan_number(s, &n))
        return false;
    if (n > (uint64_t)INT64_MAX + negative)
        return scan_fail(s, "number too large");
    *out = (int64_t)(negative ? -n : n);
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool scan_quoted(struct parser *s, const char **out)
{
    if (!scan_expect(s, "\""))
        return false;
    size_t n = 0;
    while (s->at[n] && s->at[n] != '"' && s->at[n] != '\n')
        n++;
    if (s->at[n] != '"')
        return scan_fail(s, "text does not end");
    char *to = arena_alloc(&s->program->arena, n + 1);
    *out = to;
    for (; *s->at != '"'; s->at++) {
        if (*s->at != '\\') {
            *to++ = *s->at;
            continue;
        }
        int high = hex_digit(s->at[1]), low = high < 0 ? -1 : hex_digit(s->at[2]);
        if (low < 0 || (!high && !low))
            return scan_fail(s, "wrong escape in text");
        *to++ = (char)(high << 4 | low);
        s->at += 2;
    }
    s->at++;
    return true;
}

bool scan_type(struct parser *s, struct type *out)
{
    uint32_t width = 0;
    *out = type_pointer(s->program);
    if (scan_is(s, "ptr"))
        return true;
    skip_spaces(s);
    if ((*s->at != 'i' && *s->at != 'f') || !isdigit((unsigned char)s->at[1]))
        return scan_fail(s, "expected a type");
    bool integer = *s->at++ == 'i';
    if (!scan_number32(s, &width))
        return false;
    bool good =
        integer ? width >= 1 && width <= 1u << 23
                : width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
    if (!good)
        return scan_fail(s, "no such width");
    *out = integer ? type_int(width) : type_float(width);
    return true;
}

bool scan_place(struct parser *s, struct place *out)
{
    if (!scan_number32(s, &out->file) || !scan_expect(s, ":") ||
        !scan_number32(s, &out->line))
        return false;
    if (!scan_expect(s, ":") || !scan_number32(s, &out->column))
        return false;
    return out->file < s->program->files.count ? true : scan_fail(s, "no such file");
}

bool scan_symbol(struct parser *s, const char **name, uint32_t *index)
{
    *index = UINT32_MAX;
    if (*s->at == '"') {
        if (!scan_quoted(s, name))
            return false;
    } else {
        size_t n = 0;
        while (is_word(s->at[n]))
            n++;
        if (!n)
            return scan_fail(s, "expected a name");
        *name = arena_text_range(&s->program->arena, s->at, n);
        s->at += n;
    }
    return *s->at == '#' ? (s->at++, scan_number32(s, index)) : true;
}

bool scan_function(struct parser *s, uint32_t *index)
{
    const char *name;
    uint64_t known;
    if (!scan_symbol(s, &name, index))
        return false;
    if (*index == UINT32_MAX && text_map_get(&s->functions, name, &known))
        *index = (uint32_t)known;
    return *index < s->program->functions.count ? true : scan_fail(s, "no such function");
}

static bool scan_global(struct parser *s, uint32_t *index)
{
    const char *name;
    uint64_t known;
    if (!scan_symbol(s, &name, index))
        return false;
    if (*index == UINT32_MAX && text_map_get(&s->globals, name, &known))
        *index = (uint32_t)known;
    return *index < s->program->globals.count ? true : scan_fail(s, "no such global");
}

/* --- values --- */

static bool scan_hex(struct parser *s, struct type t, uint32_t *out)
{
    LAW(t.kind != TYPE_POINTER && t.width > 0);
    size_t n = 0, limbs = (t.width + 31) / 32;
    while (hex_digit(s->at[n]) >= 0)
        n++;
    if (!n || n > 8 * limbs)
        return scan_fail(s, "wrong number of hexadecimal digits");
    uint32_t *bits = ARENA_ARRAY(&s->program->arena, uint32_t, limbs);
    for (size_t k = 0; k < n; k++)
        bits[k / 8] |= (uint32_t)hex_digit(s->at[n - 1 - k]) << 4 * (k % 8);
    s->at += n;
    LAW(n <= 8 * limbs);
    *out = constant_bits(s->program, t, bits).id;
    return true;
}

static bool scan_bits(struct parser *s, uint32_t *out)
{
    struct type t;
    int64_t value;
    if (!scan_type(s, &t))
        return false;
    if (t.kind == TYPE_POINTER)
        return scan_fail(s, "a pointer constant has no number");
    skip_spaces(s);
    if (s->at[0] == '0' && s->at[1] == 'x') {
        s->at += 2;
        return scan_hex(s, t, out);
    }
    if (t.kind != TYPE_INT)
        return scan_fail(s, "a float is written as hexadecimal bits");
    uint64_t large;
    if (*s->at != '-') {
        if (!scan_number(s, &large))
            return false;
        *out = constant_int(s->program, t, large).id;
        return true;
    }
    if (!scan_signed(s, &value))
        return false;
    size_t limbs = (t.width + 31) / 32;
    uint32_t *bits = ARENA_ARRAY(&s->program->arena, uint32_t, limbs + 1);
    for (size_t k = 0; k < limbs; k++)
        bits[k] = k < 2 ? (uint32_t)((uint64_t)value >> 32 * k) : UINT32_MAX;
    *out = constant_bits(s->program, t, bits).id;
    return true;
}

static bool scan_offset(struct parser *s, int64_t *offset)
{
    *offset = 0;
    return *s->at == '+' || *s->at == '-' ? scan_signed(s, offset) : true;
}

static bool scan_block_address(struct parser *s, uint32_t *out)
{
    uint32_t function = 0, block = 0;
    if (!scan_expect(s, "@") || !scan_function(s, &function) || !scan_number32(s, &block))
        return false;
    *out = constant_block(s->program, function, block).id;
    return true;
}

bool scan_value(struct parser *s, uint32_t *out)
{
    struct type t;
    uint32_t index;
    int64_t offset;
    struct program *p = s->program;
    if (scan_is(s, "%"))
        return scan_number32(s, out) &&
               (*out < VALUE_NONE.id || scan_fail(s, "number too large"));
    if (scan_is(s, "null"))
        return *out = constant_null(p).id, true;
    if (scan_is(s, "undef"))
        return scan_type(s, &t) && (*out = constant_undef(p, t).id, true);
    if (scan_is(s, "block"))
        return scan_block_address(s, out);
    if (scan_is(s, "@")) {
        if (!scan_function(s, &index) || !scan_offset(s, &offset))
            return false;
        return *out = constant_function(p, index, offset).id, true;
    }
    if (scan_is(s, "$")) {
        if (!scan_global(s, &index) || !scan_offset(s, &offset))
            return false;
        return *out = constant_global(p, index, offset).id, true;
    }
    return scan_bits(s, out);
}
