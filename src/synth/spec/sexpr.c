/* Reader of S-expressions: comments from `;` to the end of the line, `|quoted|` symbols,
 * strings kept with their quotes. */
#include "synth/spec/sexpr.h"

#include "base/failure.h"
#include "base/vector.h"

#include <string.h>

struct sexpr_reader {
    struct arena *arena;
    const char *at, *path;
    unsigned line, depth;
    struct failure *failure;
};

static void skip(struct sexpr_reader *r)
{
    for (;; r->at++) {
        if (*r->at == '\n')
            r->line++;
        else if (*r->at == ';') {
            while (r->at[1] && r->at[1] != '\n')
                r->at++;
        } else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
            return;
    }
}

static struct sexpr *make(struct sexpr_reader *r)
{
    struct sexpr *s = ARENA_NEW(r->arena, struct sexpr);
    s->line = r->line;
    return s;
}

static struct sexpr *read_atom(struct sexpr_reader *r)
{
    struct sexpr *s = make(r);
    const char *from = r->at;
    if (*from == '|' || *from == '"') {
        const char *end = strchr(from + 1, *from);
        if (!end)
            return failure_set(r->failure, FAILURE_INPUT, "%s:%u: %c without end", r->path,
                               r->line, *from),
                   NULL;
        s->atom = *from == '|'
                      ? arena_text_range(r->arena, from + 1, (size_t)(end - from - 1))
                      : arena_text_range(r->arena, from, (size_t)(end - from + 1));
        r->at = end + 1;
        return s;
    }
    size_t n = strcspn(from, " \t\r\n();");
    s->atom = arena_text_range(r->arena, from, n);
    r->at = from + n;
    return s;
}

static struct sexpr *read_items(struct sexpr_reader *r, char end)
{
    struct sexpr *s = make(r);
    VECTOR(struct sexpr *) items = {0};
    bool good =
        ++r->depth < 2000 ||
        failure_set(r->failure, FAILURE_INPUT, "%s:%u: nested too deeply", r->path, r->line);
    while (good) {
        skip(r);
        if (*r->at == end)
            break;
        if (!*r->at || *r->at == ')') {
            good = failure_set(r->failure, FAILURE_INPUT, "%s:%u: parentheses do not match",
                               r->path, r->line);
            break;
        }
        bool list = *r->at == '(';
        if (list)
            r->at++;
        struct sexpr *item = list ? read_items(r, ')') : read_atom(r);
        good = item != NULL;
        if (good && list)
            r->at++;
        if (good)
            VECTOR_PUSH(&items, item);
    }
    r->depth--;
    s->count = items.count;
    s->item = ARENA_ARRAY(r->arena, struct sexpr *, items.count + 1);
    if (items.count)
        memcpy(s->item, items.data, items.count * sizeof *items.data);
    VECTOR_RELEASE(&items);
    return good ? s : NULL;
}

struct sexpr *sexpr_read(struct arena *arena, const char *text, const char *path,
                         struct failure *f)
{
    struct sexpr_reader r = {
        .arena = arena, .at = text, .path = path, .line = 1, .failure = f};
    return read_items(&r, 0);
}

bool sexpr_is(const struct sexpr *s, const char *atom)
{
    return s->atom && !strcmp(s->atom, atom);
}
bool sexpr_starts(const struct sexpr *s, const char *atom)
{
    return !s->atom && s->count && sexpr_is(s->item[0], atom);
}
