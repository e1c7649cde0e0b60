/* Reading SMT-LIB scripts: the commands and terms that print.c writes, plus common spellings.
 * `assert`s are collected; check-sat, options and the like are passed over. Errors name the
 * line. */
#include "term/text/smtlib.h"

#include "base/failure.h"
#include "base/text.h"
#include "term/limbs.h"
#include "term/term_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 20000 };

struct function {
    struct sort result;
    size_t count;
    struct sort *domain;
};
struct binding {
    const char *name;
    struct term value;
};

struct smtlib_reader {
    struct terms *terms;
    const char *at;
    unsigned line, depth;
    struct failure *failure;
    struct arena arena;
    struct text_map functions;   /* name to struct function * */
    struct text_map definitions; /* name to term id */
    VECTOR(struct binding) bindings;
    VECTOR(struct term) asserts;
    char token[512];
};

static bool fail(struct smtlib_reader *r, const char *what)
{
    return failure_set(r->failure, FAILURE_INPUT, "line %u: %s near `%.40s`", r->line, what,
                       r->token);
}

/* --- tokens --- */

static void skip_blank(struct smtlib_reader *r)
{
    for (; *r->at; r->at++) {
        if (*r->at == ';')
            while (r->at[1] && r->at[1] != '\n')
                r->at++;
        else if (*r->at == '\n')
            r->line++;
        else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
            return;
    }
}

static bool next_is(struct smtlib_reader *r, char c)
{
    skip_blank(r);
    return *r->at == c;
}

static bool take(struct smtlib_reader *r, char c)
{
    if (!next_is(r, c)) {
        snprintf(r->token, sizeof r->token, "%.30s", r->at);
        return fail(r, c == '(' ? "expected `(`" : "expected `)`");
    }
    r->at++;
    return true;
}

/* |a symbol|, with %25 and the like turned back into characters. */
static bool read_quoted(struct smtlib_reader *r)
{
    size_t n = 0;
    for (r->at++; *r->at && *r->at != '|' && n + 1 < sizeof r->token; r->at++) {
        unsigned code;
        if (*r->at == '%' && sscanf(r->at, "%%%2x", &code) == 1 &&
            (code == '%' || code == '|' || code == '\\')) {
            r->token[n++] = (char)code;
            r->at += 2;
        } else {
            r->token[n++] = *r->at;
        }
    }
    r->token[n] = 0;
    if (*r->at != '|')
        return fail(r, "a quoted symbol without end");
    r->at++;
    return true;
}

static bool read_word(struct smtlib_reader *r)
{
    skip_blank(r);
    if (*r->at == '|')
        return read_quoted(r);
    size_t n = strcspn(r->at, " \t\r\n();");
    if (*r->at == '"')
        n = 1 + strcspn(r->at + 1, "\"") + 1;
    if (n >= sizeof r->token)
        n = sizeof r->token - 1;
    memcpy(r->token, r->at, n);
    r->token[n] = 0;
    if (n == 0)
        return fail(r, "expected a word");
    r->at += n;
    return true;
}

static bool read_number(struct smtlib_reader *r, unsigned *number)
{
    char *end;
    if (!read_word(r))
        return false;
    unsigned long value = strtoul(r->token, &end, 10);
    if (*end || value > 1u << 24)
        return fail(r, "expected a number");
    *number = (unsigned)value;
    return true;
}

/* Passes over the rest of a list. */
static bool skip_list(struct smtlib_reader *r)
{
    for (unsigned depth = 1; depth > 0;) {
        if (next_is(r, '(')) {
            depth++;
            r->at++;
        } else if (next_is(r, ')')) {
            depth--;
            r->at++;
        } else if (!read_word(r)) {
            return false;
        }
    }
    return true;
}

/* --- sorts --- */

static bool read_sort(struct smtlib_reader *r, struct sort *sort)
{
    unsigned a, b;
    struct sort index, element;
    if (!next_is(r, '(')) {
        if (!read_word(r))
            return false;
        if (text_same(r->token, "Bool"))
            return *sort = sort_bool(r->terms), true;
        if (text_same(r->token, "RoundingMode"))
            return *sort = sort_rounding(r->terms), true;
        if (text_same(r->token, "Float16"))
            return *sort = sort_float(r->terms, 5, 11), true;
        if (text_same(r->token, "Float32"))
            return *sort = sort_float(r->terms, 8, 24), true;
        if (text_same(r->token, "Float64"))
            return *sort = sort_float(r->terms, 11, 53), true;
        return fail(r, "unknown sort");
    }
    if (!take(r, '(') || !read_word(r))
        return false;
    if (text_same(r->token, "Array")) {
        if (!read_sort(r, &index) || !read_sort(r, &element))
            return false;
        if (sort_kind(r->terms, index) != SORT_BV && sort_kind(r->terms, index) != SORT_BOOL)
            return fail(r, "unsupported index sort");
        *sort = sort_array(r->terms, index, element);
        return take(r, ')');
    }
    if (!text_same(r->token, "_") || !read_word(r))
        return fail(r, "unknown sort");
    bool word = text_same(r->token, "BitVec");
    if (!word && !text_same(r->token, "FloatingPoint"))
        return fail(r, "unknown sort");
    if (!read_number(r, &a) || (!word && !read_number(r, &b)))
        return false;
    if (word ? a < 1 : a < 2 || b < 2)
        return fail(r, "a sort without bits");
    *sort = word ? sort_bv(r->terms, a) : sort_float(r->terms, a, b);
    return take(r, ')');
}

/* --- terms --- */

static bool read_term(struct smtlib_reader *r, struct term *t);

static bool read_bits(struct smtlib_reader *r, struct term *t)
{
    LAW(r->token[0] == '#');
    bool hexadecimal = r->token[1] == 'x';
    const char *digits = r->token + 2;
    unsigned each = hexadecimal ? 4 : 1, width = (unsigned)strlen(digits) * each;
    if (width == 0)
        return fail(r, "a number without digits");
    uint32_t *limbs = ARENA_ARRAY(&r->arena, uint32_t, LIMBS(width));
    for (const char *d = digits; *d; d++) {
        char one[2] = {*d, 0}, *end;
        unsigned long value = strtoul(one, &end, hexadecimal ? 16 : 2);
        if (*end)
            return fail(r, "a wrong digit");
        unsigned at = width - each * (unsigned)(d - digits + 1);
        for (unsigned i = 0; i < each; i++)
            limbs_set_bit(limbs, at + i, value >> i & 1);
    }
    *t = term_bv_limbs(r->terms, width, limbs);
    return true;
}

static bool read_name(struct smtlib_reader *r, struct term *t)
{
    static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    uint64_t found;
    for (size_t i = r->bindings.count; i-- > 0;)
        if (text_same(r->bindings.data[i].name, r->token))
            return *t = r->bindings.data[i].value, true;
    if (text_map_get(&r->definitions, r->token, &found))
        return *t = (struct term){(uint32_t)found}, true;
    if (text_map_get(&r->functions, r->token, &found)) {
        const struct function *function = (const struct function *)(uintptr_t)found;
        if (function->count)
            return fail(r, "a function without arguments");
        uint64_t known;
        if (text_map_get(&r->terms->variables, r->token, &known) &&
            term_sort(r->terms, (struct term){(uint32_t)known}).id != function->result.id)
            return fail(r, "a variable that is known with another sort");
        return *t = term_var(r->terms, function->result, r->token), true;
    }
    for (size_t i = 0; i < 5; i++)
        if (text_same(r->token, modes[i]))
            return *t = term_rounding(r->terms, (enum rounding)i), true;
    if (text_same(r->token, "true") || text_same(r->token, "false"))
        return *t = term_bool(r->terms, r->token[0] == 't'), true;
    return fail(r, "unknown name");
}

static bool read_let(struct smtlib_reader *r, struct term *t)
{
    size_t before = r->bindings.count;
    LAW(r->depth > 0); /* it stands in a list */
    VECTOR(struct binding) fresh = {0};
    bool ok = take(r, '(');
    while (ok && !next_is(r, ')')) {
        struct binding binding;
        ok = take(r, '(') && read_word(r);
        if (!ok)
            break;
        binding.name = arena_text(&r->arena, r->token);
        ok = read_term(r, &binding.value) && take(r, ')');
        VECTOR_PUSH(&fresh, binding);
    }
    for (size_t i = 0; i < fresh.count; i++)
        VECTOR_PUSH(&r->bindings, fresh.data[i]);
    VECTOR_RELEASE(&fresh);
    ok = ok && take(r, ')') && read_term(r, t) && take(r, ')');
    r->bindings.count = before;
    return ok;
}

/* (_ name n m), after the underscore, up to and including `)`. */
static bool read_indexed(struct smtlib_reader *r, struct smtlib_head *head)
{
    if (!read_word(r))
        return false;
    snprintf(head->name, sizeof head->name, "%.255s", r->token);
    while (!next_is(r, ')')) {
        if (head->number_count == 3)
            return fail(r, "too many numbers");
        if (!read_number(r, &head->numbers[head->number_count++]))
            return false;
    }
    return take(r, ')');
}

/* (_ bv5 8), (_ +oo 8 24) and the like. */
static bool make_indexed_constant(struct smtlib_reader *r, const struct smtlib_head *head,
                                  struct term *t)
{
    if (text_starts(head->name, "bv") && head->number_count == 1 && head->numbers[0] >= 1) {
        unsigned width = head->numbers[0];
        struct term ten = term_bv(r->terms, width, 10), sum = term_bv(r->terms, width, 0);
        for (const char *d = head->name + 2; *d >= '0' && *d <= '9'; d++)
            sum = term_2(r->terms, TERM_BV_ADD, term_2(r->terms, TERM_BV_MUL, sum, ten),
                         term_bv(r->terms, width, (uint64_t)(*d - '0')));
        return *t = sum, true;
    }
    static const char *const names[] = {"+zero", "-zero", "+oo", "-oo", "NaN"};
    for (unsigned i = 0; i < 5; i++) {
        if (!text_same(head->name, names[i]) || head->number_count != 2 ||
            head->numbers[0] < 2 || head->numbers[1] < 2)
            continue;
        unsigned eb = head->numbers[0], sb = head->numbers[1];
        uint32_t *limbs = ARENA_ARRAY(&r->arena, uint32_t, LIMBS(eb + sb));
        for (unsigned b = 0; b < eb && i >= 2; b++)
            limbs_set_bit(limbs, sb - 1 + b, true);
        if (i == 4)
            limbs_set_bit(limbs, 0, true);
        if (i == 1 || i == 3)
            limbs_set_bit(limbs, eb + sb - 1, true);
        return *t = term_float_bits(r->terms, sort_float(r->terms, eb, sb), limbs), true;
    }
    return fail(r, "unknown constant");
}

static bool make_application(struct smtlib_reader *r, const struct smtlib_head *head,
                             struct sort array, const struct term *args, size_t count,
                             struct term *t)
{
    uint64_t found;
    snprintf(r->token, sizeof r->token, "%s", head->name);
    if (array.id) {
        bool fits = count == 1 && sort_kind(r->terms, array) == SORT_ARRAY &&
                    sort_element(r->terms, array).id == term_sort(r->terms, args[0]).id;
        if (!fits)
            return fail(r, "wrong element of a constant array");
        return *t = term_array_const(r->terms, array, args[0]), true;
    }
    if (head->number_count == 0 && text_map_get(&r->functions, head->name, &found)) {
        const struct function *function = (const struct function *)(uintptr_t)found;
        bool fits = function->count == count;
        for (size_t i = 0; i < count && fits; i++)
            fits = function->domain[i].id == term_sort(r->terms, args[i]).id;
        if (!fits)
            return fail(r, "wrong arguments for a function");
        return *t = term_call(r->terms, head->name, function->result, args, count), true;
    }
    *t = smtlib_apply(r->terms, head, args, count);
    return term_is(*t) || fail(r, "unknown operator or wrong arguments");
}

/* The head, after `(`: a name, (_ name ...) or (as const SORT). *done: it was a whole term.
 */
static bool read_head(struct smtlib_reader *r, struct smtlib_head *head, struct sort *array,
                      struct term *t, bool *done)
{
    if (!next_is(r, '(')) {
        if (!read_word(r))
            return false;
        if (text_same(r->token, "let"))
            return *done = true, read_let(r, t);
        if (text_same(r->token, "_"))
            return *done = true, read_indexed(r, head) && make_indexed_constant(r, head, t);
        snprintf(head->name, sizeof head->name, "%.255s", r->token);
        return true;
    }
    if (!take(r, '(') || !read_word(r))
        return false;
    if (text_same(r->token, "_"))
        return read_indexed(r, head);
    if (!text_same(r->token, "as") || !read_word(r) || !text_same(r->token, "const"))
        return fail(r, "unknown operator");
    return read_sort(r, array) && take(r, ')');
}

static bool read_list(struct smtlib_reader *r, struct term *t)
{
    struct smtlib_head head = {0};
    struct sort array = {0};
    bool done = false;
    if (!take(r, '(') || !read_head(r, &head, &array, t, &done))
        return false;
    if (done)
        return true;
    VECTOR(struct term) args = {0};
    bool ok = true;
    while (ok && !next_is(r, ')')) {
        struct term arg = TERM_NONE;
        ok = read_term(r, &arg);
        if (ok)
            VECTOR_PUSH(&args, arg);
    }
    ok = ok && take(r, ')') && make_application(r, &head, array, args.data, args.count, t);
    VECTOR_RELEASE(&args);
    return ok;
}

static bool read_term(struct smtlib_reader *r, struct term *t)
{
    if (r->depth > MOST_DEPTH)
        return fail(r, "nested too deep");
    if (next_is(r, '(')) {
        r->depth++;
        bool ok = read_list(r, t);
        r->depth--;
        return ok;
    }
    if (!read_word(r))
        return false;
    if (r->token[0] == '#')
        return read_bits(r, t);
    return read_name(r, t);
}

/* --- commands --- */

static bool read_declaration(struct smtlib_reader *r, bool constant)
{
    struct function *function = ARENA_NEW(&r->arena, struct function);
    VECTOR(struct sort) domain = {0};
    if (!read_word(r))
        return false;
    const char *name = arena_text(&r->arena, r->token);
    bool ok = constant || take(r, '(');
    while (ok && !constant && !next_is(r, ')')) {
        struct sort sort;
        ok = read_sort(r, &sort);
        if (ok)
            VECTOR_PUSH(&domain, sort);
    }
    ok = ok && (constant || take(r, ')')) && read_sort(r, &function->result) && take(r, ')');
    function->count = domain.count;
    function->domain = ARENA_ARRAY(&r->arena, struct sort, domain.count + 1);
    if (domain.count)
        memcpy(function->domain, domain.data, domain.count * sizeof *domain.data);
    VECTOR_RELEASE(&domain);
    if (ok)
        text_map_set(&r->functions, name, (uint64_t)(uintptr_t)function);
    return ok;
}

/* Names of parts are taken; functions with parameters are the printer's own definitions of
 * known operators.
 */
static bool read_definition(struct smtlib_reader *r)
{
    struct sort sort;
    struct term t = TERM_NONE;
    if (!read_word(r))
        return false;
    const char *name = arena_text(&r->arena, r->token);
    if (!take(r, '('))
        return false;
    if (!next_is(r, ')'))
        return strchr(name, '.') ? skip_list(r) && skip_list(r)
                                 : fail(r, "a function with parameters");
    if (!take(r, ')') || !read_sort(r, &sort) || !read_term(r, &t) || !take(r, ')'))
        return false;
    if (term_sort(r->terms, t).id != sort.id)
        return fail(r, "a definition of another sort");
    text_map_set(&r->definitions, name, t.id);
    return true;
}

static bool read_command(struct smtlib_reader *r)
{
    if (!take(r, '(') || !read_word(r))
        return false;
    if (text_same(r->token, "declare-fun"))
        return read_declaration(r, false);
    if (text_same(r->token, "declare-const"))
        return read_declaration(r, true);
    if (text_same(r->token, "define-fun"))
        return read_definition(r);
    if (!text_same(r->token, "assert")) {
        if (text_same(r->token, "push") || text_same(r->token, "pop"))
            return fail(r, "unsupported command");
        return skip_list(r);
    }
    struct term t = TERM_NONE;
    if (!read_term(r, &t) || !take(r, ')'))
        return false;
    if (sort_kind(r->terms, term_sort(r->terms, t)) != SORT_BOOL)
        return fail(r, "an assertion that is not Boolean");
    VECTOR_PUSH(&r->asserts, t);
    return true;
}

bool term_read_script(struct terms *terms, const char *text, struct term **asserts,
                      size_t *count, struct failure *failure)
{
    struct smtlib_reader r = {.terms = terms, .at = text, .line = 1, .failure = failure};
    arena_init(&r.arena);
    bool ok = true;
    while (ok && (skip_blank(&r), *r.at))
        ok = read_command(&r);
    if (ok && r.asserts.count) {
        *asserts = realloc(*asserts, (*count + r.asserts.count) * sizeof **asserts);
        if (!*asserts)
            BUG("out of memory");
        memcpy(*asserts + *count, r.asserts.data, r.asserts.count * sizeof **asserts);
        *count += r.asserts.count;
    }
    VECTOR_RELEASE(&r.asserts);
    VECTOR_RELEASE(&r.bindings);
    text_map_release(&r.functions);
    text_map_release(&r.definitions);
    arena_release(&r.arena);
    return ok;
}
