/* Reads the text form (text_internal.h). A first walk over the lines learns the names of
 * functions and globals, so that they can be used before they are defined; the second reads
 * everything. Numbers of files, C types and variables must be in order. The result is linked
 * but not checked: program_check tells whether it keeps the laws. */
#include "program/text/scan_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/text/text_internal.h"

#include <ctype.h>
#include <string.h>

/* --- names first --- */

static bool learn_name(struct parser *s, struct text_map *names, uint32_t count,
                       const char **name)
{
    uint32_t index;
    uint64_t known;
    if (!scan_symbol(s, name, &index))
        return false;
    if (index != UINT32_MAX && index != count)
        return scan_fail(s, "#number does not fit the order");
    if (!text_map_get(names, *name, &known))
        text_map_set(names, *name, count);
    return true;
}

static bool learn_names(struct parser *s)
{
    struct program *p = s->program;
    while (*s->at) {
        const char *name;
        if (scan_is(s, "function @")) {
            if (!learn_name(s, &s->functions, (uint32_t)p->functions.count, &name))
                return false;
            program_add_function(p, name);
        } else if (scan_is(s, "global $")) {
            if (!learn_name(s, &s->globals, (uint32_t)p->globals.count, &name))
                return false;
            program_add_global(p, name, 0);
        }
        const char *end = strchr(s->at, '\n');
        s->at = end ? end + 1 : s->at + strlen(s->at);
        s->line++;
    }
    return true;
}

/* --- lines outside functions --- */

static bool expect_index(struct parser *s, size_t count)
{
    uint64_t n;
    if (!scan_number(s, &n))
        return false;
    return n == count ? true : scan_fail(s, "numbers must be in order");
}

static bool parse_file(struct parser *s)
{
    const char *path;
    size_t count = s->program->files.count;
    if (!expect_index(s, count) || !scan_quoted(s, &path))
        return false;
    return program_file(s->program, path) == count ? true
                                                   : scan_fail(s, "a file occurs twice");
}

static bool parse_ctype_kind(struct parser *s, struct ctype *c)
{
    static const char *const kinds[CTYPE_KIND_NAME_COUNT] = CTYPE_KIND_NAMES;
    char word[32];
    if (!scan_word(s, word, sizeof word))
        return false;
    for (uint8_t k = 0; k < CTYPE_KIND_NAME_COUNT; k++)
        if (text_same(kinds[k], word))
            return c->kind = k, true;
    return scan_fail(s, "no such kind of C type");
}

static bool parse_members(struct parser *s, struct ctype *c)
{
    VECTOR(struct cmember) members = {0};
    bool good = true;
    while (good && scan_is(s, "member")) {
        struct cmember m = {0};
        good = scan_quoted(s, &m.name) && scan_number32(s, &m.ctype) &&
               scan_number(s, &m.bit_offset) && scan_number(s, &m.bit_size);
        VECTOR_PUSH(&members, m);
    }
    if (members.count) {
        c->members = ARENA_ARRAY(&s->program->arena, struct cmember, members.count);
        memcpy(c->members, members.data, members.count * sizeof *members.data);
        c->member_count = (uint32_t)members.count;
    }
    VECTOR_RELEASE(&members);
    return good;
}

static bool parse_enumerators(struct parser *s, struct ctype *c)
{
    VECTOR(struct cenumerator) list = {0};
    bool good = true;
    while (good && scan_is(s, "enumerator")) {
        struct cenumerator e = {0};
        good = scan_quoted(s, &e.name) && scan_signed(s, &e.value);
        VECTOR_PUSH(&list, e);
    }
    if (list.count) {
        c->enumerators = ARENA_ARRAY(&s->program->arena, struct cenumerator, list.count);
        memcpy(c->enumerators, list.data, list.count * sizeof *list.data);
        c->enumerator_count = (uint32_t)list.count;
    }
    VECTOR_RELEASE(&list);
    return good;
}

static bool parse_ctype(struct parser *s)
{
    struct ctype c = {0};
    if (!expect_index(s, s->program->ctypes.count) || !parse_ctype_kind(s, &c) ||
        !scan_quoted(s, &c.name))
        return false;
    if (!scan_expect(s, "bytes") || !scan_number(s, &c.bytes))
        return false;
    if (scan_is(s, "element") && !scan_number32(s, &c.element))
        return false;
    if (scan_is(s, "count") && !scan_number(s, &c.count))
        return false;
    if (!parse_members(s, &c) || !parse_enumerators(s, &c))
        return false;
    VECTOR_PUSH(&s->program->ctypes, c);
    return true;
}

static bool parse_variable(struct parser *s)
{
    struct variable v = {.function = UINT32_MAX};
    if (!expect_index(s, s->program->variables.count) || !scan_quoted(s, &v.name))
        return false;
    if (scan_is(s, "ctype") && !scan_number32(s, &v.ctype))
        return false;
    if (scan_is(s, "in") && (!scan_expect(s, "@") || !scan_function(s, &v.function)))
        return false;
    if (scan_is(s, "!") && !scan_place(s, &v.place))
        return false;
    VECTOR_PUSH(&s->program->variables, v);
    return true;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool parse_bytes(struct parser *s, struct global *g)
{
    size_t n = 0;
    while (*s->at == ' ')
        s->at++;
    while (hex_digit(s->at[n]) >= 0)
        n++;
    if (n % 2 || n / 2 != g->size)
        return scan_fail(s, "bytes do not fit the size");
    uint8_t *bytes = arena_alloc(&s->program->arena, n / 2 + 1);
    for (size_t k = 0; k < n / 2; k++)
        bytes[k] = (uint8_t)(hex_digit(s->at[2 * k]) << 4 | hex_digit(s->at[2 * k + 1]));
    g->bytes = bytes;
    s->at += n;
    return true;
}

static bool parse_relocations(struct parser *s, uint32_t index)
{
    VECTOR(struct relocation) list = {0};
    bool good = true;
    while (good && scan_is(s, "at")) {
        struct relocation r = {0};
        good = scan_number(s, &r.offset) && scan_value(s, &r.value.id);
        VECTOR_PUSH(&list, r);
    }
    struct global *g = &s->program->globals.data[index];
    if (list.count) {
        g->relocations = ARENA_ARRAY(&s->program->arena, struct relocation, list.count);
        memcpy(g->relocations, list.data, list.count * sizeof *list.data);
        g->relocation_count = (uint32_t)list.count;
    }
    VECTOR_RELEASE(&list);
    return good;
}

static bool parse_global(struct parser *s, uint32_t index)
{
    const char *name;
    uint32_t ignored;
    struct global *g = &s->program->globals.data[index];
    if (!scan_symbol(s, &name, &ignored))
        return false;
    LAW(text_same(name, g->name)); /* both walks see the same order */
    if (!scan_expect(s, "size") || !scan_number(s, &g->size))
        return false;
    if (!scan_expect(s, "align") || !scan_number32(s, &g->alignment))
        return false;
    g->internal = scan_is(s, "internal");
    g->read_only = scan_is(s, "readonly");
    g->external = scan_is(s, "external");
    g->thread_local_storage = scan_is(s, "thread");
    if (scan_is(s, "unit") && !scan_quoted(s, &g->unit))
        return false;
    if (scan_is(s, "var") && !scan_number32(s, &g->variable))
        return false;
    if (scan_is(s, "bytes") && !parse_bytes(s, g))
        return false;
    return parse_relocations(s, index);
}

static bool parse_types(struct parser *s, struct type **types, uint32_t *count)
{
    VECTOR(struct type) list = {0};
    bool good = scan_expect(s, "(");
    if (good && !scan_is(s, ")")) {
        do {
            struct type t = {0, 0};
            good = scan_type(s, &t);
            VECTOR_PUSH(&list, t);
        } while (good && scan_is(s, ","));
        good = good && scan_expect(s, ")");
    }
    *count = (uint32_t)list.count;
    *types = ARENA_ARRAY(&s->program->arena, struct type, list.count + 1);
    if (list.count)
        memcpy(*types, list.data, list.count * sizeof *list.data);
    VECTOR_RELEASE(&list);
    return good;
}

static bool parse_function(struct parser *s, uint32_t index)
{
    const char *name;
    uint32_t ignored;
    struct function *f = &s->program->functions.data[index];
    if (!scan_symbol(s, &name, &ignored))
        return false;
    LAW(text_same(name, f->name)); /* both walks see the same order */
    if (!parse_types(s, &f->params, &f->param_count) || !scan_expect(s, "->"))
        return false;
    if (!parse_types(s, &f->results, &f->result_count))
        return false;
    if (scan_is(s, "unit") && !scan_quoted(s, &f->unit))
        return false;
    f->internal = scan_is(s, "internal");
    f->variadic = scan_is(s, "variadic");
    f->no_return = scan_is(s, "noreturn");
    if (scan_is(s, "ctype") && !scan_number32(s, &f->ctype_result))
        return false;
    if (scan_is(s, "!") && !scan_place(s, &f->place))
        return false;
    return scan_is(s, "{") ? scan_line_end(s) && parse_body(s, index) : true;
}

static bool parse_header(struct parser *s)
{
    uint64_t width;
    if (!scan_next_line(s))
        return scan_fail(s, "empty text");
    if (!scan_expect(s, "program") || !scan_number(s, &width))
        return false;
    if (width != 32 && width != 64)
        return scan_fail(s, "pointers must have 32 or 64 bits");
    s->program->pointer_width = (uint32_t)width;
    if (scan_is(s, "entry") &&
        (!scan_expect(s, "@") || !scan_function(s, &s->program->entry)))
        return false;
    return scan_line_end(s);
}

static bool parse_all(struct parser *s)
{
    uint32_t function = 0, global = 0;
    if (!parse_header(s))
        return false;
    while (scan_next_line(s)) {
        bool good;
        if (scan_is(s, "file"))
            good = parse_file(s);
        else if (scan_is(s, "ctype"))
            good = parse_ctype(s);
        else if (scan_is(s, "variable"))
            good = parse_variable(s);
        else if (scan_is(s, "global $"))
            good = global < s->program->globals.count ? parse_global(s, global++)
                                                      : scan_fail(s, "misplaced");
        else if (scan_is(s, "function @"))
            good = function < s->program->functions.count ? parse_function(s, function++)
                                                          : scan_fail(s, "misplaced");
        else
            good = scan_fail(s, "expected file, ctype, variable, global or function");
        if (!good || !scan_line_end(s))
            return false;
    }
    return true;
}

struct program *program_parse(const char *text, struct failure *failure)
{
    struct parser s = {.program = program_new(64), .at = text, .line = 1, .failure = failure};
    bool good = learn_names(&s);
    s.at = text;
    s.line = 1;
    good = good && parse_all(&s);
    text_map_release(&s.functions);
    text_map_release(&s.globals);
    if (good) {
        program_link(s.program);
        return s.program;
    }
    program_free(s.program);
    return NULL;
}
