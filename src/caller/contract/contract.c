/* Reading contracts, and taking their text apart. */
#include "caller/contract/contract.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

static const char *const names[] = {"requires", "ensures", "assigns"};

const char *clause_name(enum clause_kind kind)
{
    LAW(kind < sizeof names / sizeof *names);
    return names[kind];
}

void contracts_init(struct contracts *c)
{
    *c = (struct contracts){0};
    arena_init(&c->arena);
}

void contracts_release(struct contracts *c)
{
    VECTOR_RELEASE(&c->clauses);
    VECTOR_RELEASE(&c->names);
    arena_release(&c->arena);
}

void contracts_add(struct contracts *c, const char *function, enum clause_kind kind,
                   const char *text)
{
    LAW(kind <= CLAUSE_ASSIGNS && *function);
    struct clause made = {arena_text(&c->arena, function), kind, arena_text(&c->arena, text)};
    VECTOR_PUSH(&c->clauses, made);
}

bool contracts_has(const struct contracts *c, const char *function)
{
    for (size_t i = 0; i < c->clauses.count; i++)
        if (text_same(c->clauses.data[i].function, function))
            return true;
    return false;
}

/* "requires x > 0" is a clause of the function. */
static bool add_clause(struct contracts *c, const char *function, const char *line)
{
    for (int k = CLAUSE_REQUIRES; k <= CLAUSE_ASSIGNS; k++) {
        size_t n = strlen(names[k]);
        if (strncmp(line, names[k], n) || !isspace((unsigned char)line[n]))
            continue;
        contracts_add(c, function, (enum clause_kind)k, line + n + 1);
        return true;
    }
    return false;
}

void contracts_read_program(struct contracts *c, const struct program *p)
{
    for (size_t i = 0; i < p->annotations.count; i++) {
        const struct annotation *a = &p->annotations.data[i];
        LAW(a->function < p->functions.count);
        const struct function *f = &p->functions.data[a->function];
        if (!text_starts(a->text, "sooth "))
            continue;
        if (!f->has_body && a->file && !contracts_has(c, f->name))
            contracts_read_names(c, a->file, f->name);
        add_clause(c, f->name, a->text + 6);
    }
}

/* NAME or NAME(a, b): the name. */
static char *read_head(struct contracts *c, char *line)
{
    char *name = line + strspn(line, " \t");
    char *open = strchr(name, '(');
    if (!open)
        return name;
    *open++ = 0;
    open[strcspn(open, ")")] = 0;
    for (char *word; (word = strsep(&open, ","));) {
        word += strspn(word, " \t");
        word[strcspn(word, " \t")] = 0;
        if (*word)
            VECTOR_PUSH(&c->names, (struct contract_name){name, word});
    }
    return name;
}

const char *contracts_parameter(const struct contracts *c, const struct function *f,
                                uint32_t k)
{
    LAW(k < f->signature_count);
    if (*f->signature[k].name)
        return f->signature[k].name;
    for (size_t i = 0; i < c->names.count; i++)
        if (text_same(c->names.data[i].function, f->name) && k-- == 0)
            return c->names.data[i].name;
    return NULL;
}

bool contracts_read_file(struct contracts *c, const char *path, struct failure *f)
{
    struct text text = {0};
    if (!text_read_file(&text, path, f))
        return false;
    char *function = NULL, *rest = arena_text(&c->arena, text_of(&text));
    text_release(&text);
    bool good = true;
    for (int number = 1; good && rest; number++) {
        char *line = strsep(&rest, "\n");
        line += strspn(line, " \t");
        for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]);)
            line[--n] = 0;
        if (!*line || *line == '#')
            continue;
        if (text_starts(line, "function "))
            function = read_head(c, line + 9);
        else if (!function || !add_clause(c, function, line))
            good = failure_set(f, FAILURE_INPUT,
                               "%s:%d: expected `function NAME`, or `requires`, `ensures` or "
                               "`assigns` after it",
                               path, number);
    }
    return good;
}

/* --- taking text apart --- */

static const char *trimmed(struct arena *arena, const char *from, size_t n)
{
    while (n && isspace((unsigned char)*from))
        from++, n--;
    while (n && isspace((unsigned char)from[n - 1]))
        n--;
    return arena_text_range(arena, from, n);
}

/* Where the first of these characters stands outside parentheses, strings and characters; the
 * end if none does. */
static size_t find_outside(const char *text, const char *what)
{
    LAW(*what);
    int depth = 0;
    size_t n = strlen(what);
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '"' || text[i] == '\'') {
            char quote = text[i++];
            while (text[i] && text[i] != quote)
                i += text[i] == '\\' && text[i + 1] ? 2 : 1;
            if (!text[i])
                return i;
            continue;
        }
        if (!depth && !strncmp(text + i, what, n))
            return i;
        depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
    }
    return strlen(text);
}

/* Without parentheses around all of it. */
static const char *unwrapped(struct arena *arena, const char *text)
{
    for (;;) {
        size_t n = strlen(text);
        if (text[0] != '(' || text[n - 1] != ')')
            return text;
        const char *inner = trimmed(arena, text + 1, n - 2);
        if (inner[find_outside(inner, ")")])
            return text; /* (a) == (b) */
        text = inner;
    }
}

size_t clause_parts(struct arena *arena, const char *text, const char **parts, size_t room)
{
    LAW(room);
    size_t count = 0;
    text = unwrapped(arena, trimmed(arena, text, strlen(text)));
    bool mixed = text[find_outside(text, "||")] || text[find_outside(text, "?")];
    if (mixed || !text[find_outside(text, "&&")])
        return parts[0] = text, 1;
    for (bool more = true; more && count < room;) {
        size_t n = find_outside(text, "&&");
        more = text[n];
        if (count + 1 < room || !more)
            count +=
                clause_parts(arena, trimmed(arena, text, n), parts + count, room - count);
        else
            parts[count++] = text; /* no room for more: the rest as it stands */
        text += n + 2 * more;
    }
    LAW(count && count <= room);
    return count;
}

bool clause_call(struct arena *arena, const char *text, const char *word, const char **first,
                 const char **second)
{
    LAW(*word);
    size_t n = strlen(word), end = strlen(text);
    if (strncmp(text, word, n) || text[n] != '(' || !end || text[end - 1] != ')')
        return false;
    const char *inner = trimmed(arena, text + n + 1, end - n - 2);
    if (inner[find_outside(inner, ")")])
        return false; /* word(a) + (b) */
    size_t comma = find_outside(inner, ",");
    *first = trimmed(arena, inner, comma);
    *second =
        inner[comma] ? trimmed(arena, inner + comma + 1, strlen(inner + comma + 1)) : NULL;
    return true;
}

bool clause_names(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += n) {
        bool begins = at == list || strchr(" ,*", at[-1]);
        if (begins && (!at[n] || strchr(" ,[", at[n])))
            return true;
    }
    return false;
}

static bool begins_word(const char *text, size_t i)
{
    return !i || (!isalnum((unsigned char)text[i - 1]) && text[i - 1] != '_');
}

const char *clause_without_old(struct arena *arena, const char *text,
                               struct text *declarations, int *count)
{
    LAW(*count >= 0);
    struct text out = {0};
    for (size_t i = 0; text[i];) {
        if (strncmp(text + i, "old(", 4) || !begins_word(text, i)) {
            text_put_range(&out, text + i++, 1);
            continue;
        }
        size_t n = find_outside(text + i + 4, ")");
        const char *inner = trimmed(arena, text + i + 4, n);
        text_add(declarations, "    __typeof__(%s) sooth_old_%d = (%s);\n", inner, ++*count,
                 inner);
        text_add(&out, "sooth_old_%d", *count);
        i += 4 + n + (text[i + 4 + n] == ')');
    }
    const char *result = arena_text(arena, text_of(&out));
    text_release(&out);
    return result;
}

/* --- what is no contract --- */

/* `=` that is not part of ==, !=, <= and >=: an assignment, perhaps with an operator. */
static bool is_assignment(const char *text, const char *at)
{
    if (*at != '=')
        return false;
    if (at[1] == '=' || (at > text && strchr("=!", at[-1])))
        return false;
    if (at > text && strchr("<>", at[-1]))
        return at - 1 > text && at[-2] == at[-1];
    return true;
}

/* Behind a character or string constant. */
static const char *behind_quote(const char *at)
{
    LAW(*at == '"' || *at == '\'');
    char quote = *at++;
    for (; *at && *at != quote; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

bool clause_is_sound(const char *text, struct failure *f)
{
    for (const char *at = text; *at;) {
        if (*at == '"' || *at == '\'') {
            at = behind_quote(at);
            continue;
        }
        bool counts = (at[0] == '+' && at[1] == '+') || (at[0] == '-' && at[1] == '-');
        if (counts || is_assignment(text, at))
            return failure_set(f, FAILURE_INPUT,
                               "'%s' changes something; contracts and --assume only look",
                               text);
        at++;
    }
    return true;
}

bool contracts_are_sound(const struct contracts *c, struct failure *f)
{
    for (size_t i = 0; i < c->clauses.count; i++) {
        const struct clause *k = &c->clauses.data[i];
        if (k->kind != CLAUSE_ASSIGNS && !clause_is_sound(k->text, f))
            return false;
    }
    return true;
}
