/* Tokens, statements by recursive descent, then the text with its braces. Expressions and
 * declarations are runs of tokens up to a semicolon; all that is read off them is whether
 * they hold a literal, `){`, and where statements in expressions, `({`, begin. What only
 * looks like a literal (a struct with attributes) gets braces in vain. What is inserted comes
 * right after the token before it: directives keep their lines.
 */
#include "load/blocks.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum token_kind { TOKEN_WORD, TOKEN_SIGN, TOKEN_DIRECTIVE, TOKEN_OTHER, TOKEN_END };
struct token {
    enum token_kind kind;
    /* of TOKEN_SIGN: a bracket, semicolon, colon or another sign; digraphs as what they mean
     */
    char sign;
    uint32_t start, end;
};
struct insertion {
    uint32_t after; /* the end of a token */
    enum insertion_kind { INSERT_CLOSE, INSERT_MARK, INSERT_OPEN, INSERT_LABEL } kind;
    unsigned label;
};
struct block_reader {
    const char *source;
    size_t size;
    VECTOR(struct token) tokens;
    VECTOR(struct insertion) insertions;
    size_t at;
    unsigned depth, labels;
    bool unclear;
};
enum { DEEPEST = 5000 };
#define MARK "__asm__(\"" BLOCK_MARK "\");"

/* --- tokens --- */

static bool is_word_sign(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static size_t end_of_line(const struct block_reader *r, size_t i)
{
    while (i < r->size && r->source[i] != '\n')
        i++;
    return i;
}

static size_t end_of_quoted(const struct block_reader *r, size_t i)
{
    LAW(r->source[i] == '"' || r->source[i] == '\'');
    char quote = r->source[i++];
    while (i < r->size && r->source[i] != quote && r->source[i] != '\n')
        i += r->source[i] == '\\' ? 2 : 1;
    return i < r->size ? i + 1 : r->size;
}

/* Of a name or a number; digits may be grouped, 1'000. */
static size_t end_of_word(const struct block_reader *r, size_t i)
{
    bool number = isdigit((unsigned char)r->source[i]);
    while (i < r->size && is_word_sign(r->source[i])) {
        bool grouped = number && i + 2 < r->size && r->source[i + 1] == '\'';
        i += grouped && isalnum((unsigned char)r->source[i + 2]) ? 2 : 1;
    }
    return i;
}

static struct token sign_at(const struct block_reader *r, size_t i)
{
    static const char digraphs[][3] = {"<%{", "%>}", "<:[", ":>]"};
    struct token t = {TOKEN_SIGN, r->source[i], (uint32_t)i, (uint32_t)i + 1};
    for (size_t k = 0; k < sizeof digraphs / sizeof *digraphs; k++) {
        bool is = i + 1 < r->size && r->source[i] == digraphs[k][0] &&
                  r->source[i + 1] == digraphs[k][1];
        if (!is)
            continue;
        t.sign = digraphs[k][2];
        t.end++;
    }
    return t;
}

static struct token token_at(const struct block_reader *r, size_t i, bool first_of_line)
{
    char c = r->source[i];
    struct token t = {TOKEN_OTHER, 0, (uint32_t)i, (uint32_t)i};
    if (c == '#' && first_of_line) {
        t.kind = TOKEN_DIRECTIVE;
        t.end = (uint32_t)end_of_line(r, i);
    } else if (c == '"' || c == '\'') {
        t.end = (uint32_t)end_of_quoted(r, i);
    } else if (is_word_sign(c)) {
        t.kind = isdigit((unsigned char)c) ? TOKEN_OTHER : TOKEN_WORD;
        t.end = (uint32_t)end_of_word(r, i);
    } else {
        t = sign_at(r, i);
    }
    return t;
}

static void read_tokens(struct block_reader *r)
{
    bool first_of_line = true;
    for (size_t i = 0; i < r->size;) {
        if (isspace((unsigned char)r->source[i])) {
            first_of_line |= r->source[i++] == '\n';
            continue;
        }
        struct token t = token_at(r, i, first_of_line);
        LAW(t.end > i && t.end <= r->size); /* each has some text */
        first_of_line = false;
        VECTOR_PUSH(&r->tokens, t);
        i = t.end;
    }
    VECTOR_PUSH(&r->tokens,
                (struct token){TOKEN_END, 0, (uint32_t)r->size, (uint32_t)r->size});
}

/* --- where the reader is --- */

static const struct token *here(const struct block_reader *r)
{
    LAW(r->at < r->tokens.count); /* the last one is the end */
    return &r->tokens.data[r->at];
}

static bool over(const struct block_reader *r)
{
    return r->unclear || here(r)->kind == TOKEN_END;
}

static void step(struct block_reader *r)
{
    if (here(r)->kind != TOKEN_END)
        r->at++;
}

static bool at_sign(const struct block_reader *r, char sign)
{
    return here(r)->kind == TOKEN_SIGN && here(r)->sign == sign;
}

static bool sign_follows(const struct block_reader *r, char sign)
{
    size_t next = r->at + 1;
    while (next < r->tokens.count && r->tokens.data[next].kind == TOKEN_DIRECTIVE)
        next++;
    return next < r->tokens.count && r->tokens.data[next].kind == TOKEN_SIGN &&
           r->tokens.data[next].sign == sign;
}

static bool at_word(const struct block_reader *r, const char *word)
{
    const struct token *t = here(r);
    size_t length = strlen(word);
    return t->kind == TOKEN_WORD && t->end - t->start == length &&
           !memcmp(r->source + t->start, word, length);
}

static bool at_one_of(const struct block_reader *r, const char *const *words)
{
    for (; *words; words++)
        if (at_word(r, *words))
            return true;
    return false;
}

static bool take_sign(struct block_reader *r, char sign)
{
    bool there = at_sign(r, sign);
    if (there)
        step(r);
    else
        r->unclear = true;
    return there;
}

static void skip_directives(struct block_reader *r)
{
    while (here(r)->kind == TOKEN_DIRECTIVE)
        step(r);
}

/* --- insertions --- */

/* The end of the token before this place. A brace there stands on no directive's line. */
static uint32_t before(const struct block_reader *r)
{
    size_t i = r->at;
    while (i && r->tokens.data[i - 1].kind == TOKEN_DIRECTIVE)
        i--;
    return i ? r->tokens.data[i - 1].end : 0;
}

static void enclose(struct block_reader *r, uint32_t start)
{
    LAW(start <= before(r));
    VECTOR_PUSH(&r->insertions, (struct insertion){start, INSERT_OPEN, 0});
    VECTOR_PUSH(&r->insertions, (struct insertion){before(r), INSERT_CLOSE, 0});
}

/* --- expressions and declarations: each tells whether a literal of the block around it is in
 * it --- */

static bool read_statement(struct block_reader *);
static bool read_to_semicolon(struct block_reader *);
static void read_braces(struct block_reader *);
static bool read_run(struct block_reader *, char until);

static bool is_closing(const struct block_reader *r)
{
    return at_sign(r, ')') || at_sign(r, ']') || at_sign(r, '}');
}

static bool read_group(struct block_reader *r, char close)
{
    step(r);
    skip_directives(r);
    if (close == ')' && at_sign(r, '{'))
        read_braces(r); /* a block of its own */
    bool holds = read_run(r, close);
    return take_sign(r, close) && holds;
}

/* One token, or all that its bracket encloses. */
static bool read_piece(struct block_reader *r)
{
    if (at_sign(r, '(')) {
        bool holds = read_group(r, ')');
        skip_directives(r);
        return holds || at_sign(r, '{');
    }
    if (at_sign(r, '['))
        return read_group(r, ']');
    if (at_sign(r, '{'))
        return read_group(r, '}');
    step(r);
    return false;
}

/* Up to the sign, or to a bracket that was opened before. */
static bool read_run(struct block_reader *r, char until)
{
    bool holds = false;
    if (++r->depth > DEEPEST)
        r->unclear = true;
    while (!over(r) && !at_sign(r, until) && !is_closing(r))
        holds |= read_piece(r);
    r->depth--;
    return holds;
}

/* --- statements --- */

static bool read_condition(struct block_reader *r)
{
    skip_directives(r);
    if (at_sign(r, '('))
        return read_group(r, ')');
    r->unclear = true;
    return false;
}

/* What a statement repeats or chooses is a block. */
static void read_body(struct block_reader *r)
{
    uint32_t start = before(r);
    if (read_statement(r))
        enclose(r, start);
}

/* clang shows the block of an `if` and of a `for`, whatever stands in it, but not that it is
 * entered again. */
static bool read_if(struct block_reader *r)
{
    step(r);
    bool holds = read_condition(r);
    read_body(r);
    size_t end = r->at;
    skip_directives(r);
    if (at_word(r, "else")) {
        step(r);
        read_body(r);
    } else {
        r->at = end;
    }
    return holds;
}

static bool read_loop(struct block_reader *r)
{
    step(r);
    bool holds = read_condition(r);
    read_body(r);
    return holds;
}

static bool read_do(struct block_reader *r)
{
    step(r);
    read_body(r);
    skip_directives(r);
    if (!at_word(r, "while"))
        r->unclear = true;
    step(r);
    bool holds = read_condition(r);
    skip_directives(r);
    take_sign(r, ';');
    return holds;
}

/* clang leaves out the blocks between a switch whose condition is a constant and the case
 * that it chooses. A condition with a label is none to it. */
static void read_switch(struct block_reader *r)
{
    step(r);
    skip_directives(r);
    VECTOR_PUSH(&r->insertions, (struct insertion){here(r)->end, INSERT_LABEL, r->labels++});
    read_condition(r);
    read_statement(r);
}

static void read_braces(struct block_reader *r)
{
    take_sign(r, '{');
    skip_directives(r);
    while (at_word(r, "__label__")) /* these come first in their block */
        read_to_semicolon(r), skip_directives(r);
    uint32_t start = before(r);
    while (!over(r) && !at_sign(r, '}')) {
        read_statement(r);
        skip_directives(r);
    }
    take_sign(r, '}');
    if (r->depth)
        VECTOR_PUSH(&r->insertions, (struct insertion){start, INSERT_MARK, 0});
}

/* `case 1 ? 2 : 3:` has a colon that is not the label's. */
static void read_case(struct block_reader *r)
{
    unsigned open = 0;
    for (; !over(r) && !is_closing(r); read_piece(r)) {
        if (at_sign(r, '?'))
            open++;
        if (!at_sign(r, ':'))
            continue;
        if (!open)
            break;
        open--;
    }
    take_sign(r, ':');
}

/* Labels, attributes and directives before a statement. False: none is here. */
static bool read_prefix(struct block_reader *r)
{
    static const char *const attributes[] = {"__attribute__", "__attribute", "__declspec",
                                             NULL};
    static const char *const labels[] = {"case", "default", NULL};
    if (here(r)->kind == TOKEN_DIRECTIVE || at_word(r, "__extension__"))
        step(r);
    else if (at_one_of(r, attributes) && sign_follows(r, '('))
        step(r), read_condition(r);
    else if (at_sign(r, '[') && sign_follows(r, '['))
        read_group(r, ']');
    else if (at_one_of(r, labels))
        read_case(r);
    else if (here(r)->kind == TOKEN_WORD && sign_follows(r, ':'))
        step(r), skip_directives(r), step(r);
    else
        return false;
    return true;
}

static bool read_to_semicolon(struct block_reader *r)
{
    bool holds = read_run(r, ';');
    if (at_sign(r, ';'))
        step(r);
    else if (!at_sign(r, '}'))
        r->unclear = true;
    return holds;
}

/* The statement without its labels. */
static bool read_plain(struct block_reader *r)
{
    uint32_t start = before(r);
    bool hidden = true;
    if (at_sign(r, '{'))
        read_braces(r), hidden = false;
    else if (at_word(r, "if"))
        hidden = read_if(r);
    else if (at_word(r, "for") || at_word(r, "while"))
        hidden = read_loop(r);
    else if (at_word(r, "do"))
        hidden = read_do(r);
    else if (at_word(r, "switch"))
        read_switch(r);
    else if (at_word(r, "goto"))
        /* a jump from one block into another may pass nothing but this */
        read_to_semicolon(r);
    else
        return read_to_semicolon(r);
    if (hidden)
        enclose(r, start);
    return false;
}

/* Whether literals of the block around the statement stand in it. */
static bool read_statement(struct block_reader *r)
{
    bool holds = false;
    if (++r->depth > DEEPEST)
        r->unclear = true;
    while (!over(r) && read_prefix(r)) {
    }
    if (!over(r) && !at_sign(r, '}'))
        holds = read_plain(r);
    r->depth--;
    return holds;
}

/* --- files --- */

/* Functions' bodies are what stands in braces before any `=`; bodies of structs are read the
 * same way, and hold no statements. */
static void read_file(struct block_reader *r)
{
    LAW(!r->at && !r->depth);
    bool initialised = false;
    while (!over(r)) {
        if (at_sign(r, '{') && !initialised) {
            read_braces(r);
            continue;
        }
        if (is_closing(r))
            r->unclear = true;
        if (at_sign(r, ';'))
            initialised = false;
        if (at_sign(r, '='))
            initialised = true;
        read_piece(r);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct insertion *x = a, *y = b;
    if (x->after != y->after)
        return x->after < y->after ? -1 : 1;
    return (int)x->kind - (int)y->kind; /* what ends comes before what begins */
}

static void insert(const struct insertion *i, struct text *out)
{
    switch (i->kind) {
    case INSERT_CLOSE:
        text_put(out, "}");
        break;
    case INSERT_OPEN:
        text_put(out, "{" MARK);
        break;
    case INSERT_MARK:
        text_put(out, MARK);
        break;
    case INSERT_LABEL:
        text_add(out, "({sooth_switch_%u:;}),", i->label);
        break;
    }
}

static void write_out(const struct block_reader *r, struct text *out)
{
    size_t done = 0;
    for (size_t i = 0; i < r->insertions.count; i++) {
        const struct insertion *next = &r->insertions.data[i];
        LAW(next->after >= done && next->after <= r->size); /* sorted */
        text_put_range(out, r->source + done, next->after - done);
        insert(next, out);
        done = next->after;
    }
    text_put_range(out, r->source + done, r->size - done);
}

enum blocks_found blocks_write(const char *source, size_t size, struct text *out)
{
    struct block_reader r = {.source = source, .size = size};
    enum blocks_found found = BLOCKS_UNCLEAR;
    if (size < UINT32_MAX) {
        read_tokens(&r);
        read_file(&r);
        LAW(!r.depth);
        if (!r.unclear)
            found = r.insertions.count ? BLOCKS_ADDED : BLOCKS_SHOWN;
    }
    if (found != BLOCKS_UNCLEAR) {
        if (r.insertions.count)
            qsort(r.insertions.data, r.insertions.count, sizeof *r.insertions.data, by_place);
        write_out(&r, out);
    }
    VECTOR_RELEASE(&r.tokens);
    VECTOR_RELEASE(&r.insertions);
    return found;
}
