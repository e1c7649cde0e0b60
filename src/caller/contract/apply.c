/* Contracts applied to a guess: `valid(p, n)`, `readable(p, n)` and `string(s)` about spots
 * say what memory is made; everything else is assumed as it stands. Separate objects are made
 * in any case. */
#include "caller/caller.h"
#include "caller/caller_internal.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PARTS = 64 };

static struct spot *spot_named(struct caller *p, const char *name)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (text_same(p->spots.data[i].name, name))
            return &p->spots.data[i];
    return NULL;
}

static bool is_pointer(const struct caller *p, const struct spot *s)
{
    return s && p->program->ctypes.data[s->ctype].kind == CTYPE_POINTER &&
           s->shape != SPOT_FUNCTION;
}

static bool apply_valid(struct caller *p, const char *pointer, const char *count)
{
    struct spot *s = spot_named(p, pointer), *n = count ? spot_named(p, count) : NULL;
    if (!is_pointer(p, s) || !count)
        return false;
    bool one = text_same(count, "1") && (s->shape == SPOT_ONE || s->shape == SPOT_LIST);
    s->by_contract = true;
    s->may_be_null = false;
    if (one)
        return true;
    s->shape = SPOT_COUNTED;
    s->expression = NULL;
    if (n && n->shape == SPOT_NUMBER)
        s->length = (uint32_t)(n - p->spots.data);
    else
        s->expression = count;
    return true;
}

static bool apply_string(struct caller *p, const char *pointer)
{
    struct spot *s = spot_named(p, pointer);
    if (!is_pointer(p, s))
        return false;
    s->shape = SPOT_STRING;
    s->by_contract = true;
    s->may_be_null = false;
    return true;
}

static bool apply_separate(struct caller *p, const char *first, const char *second)
{
    struct spot *one = spot_named(p, first), *other = second ? spot_named(p, second) : NULL;
    if (!is_pointer(p, one) || !is_pointer(p, other))
        return false;
    VECTOR_PUSH(&p->apart, (struct apart){(uint32_t)(one - p->spots.data),
                                          (uint32_t)(other - p->spots.data)});
    return true;
}

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next place at or after `from` where the name stands as a word; null: none. */
static const char *mention(const char *text, const char *from, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = from; (at = strstr(at, name)); at += n)
        if ((at == text || !is_part_of_name(at[-1])) && !is_part_of_name(at[n]))
            return at;
    return NULL;
}

static bool mentions(const char *text, const char *name)
{
    return mention(text, text, name);
}

/* The pointer itself is spoken about somewhere, not only what it leads to. */
static bool mentions_itself(const char *text, const char *name)
{
    for (const char *at = text; (at = mention(text, at, name)); at += strlen(name)) {
        const char *after = at + strlen(name), *before = at;
        while (before > text && before[-1] == ' ')
            before--;
        bool leads =
            *after == '[' || text_starts(after, "->") || (before > text && before[-1] == '*');
        if (!leads)
            return true;
    }
    return false;
}

static bool has_parts(const struct caller *p, uint32_t spot)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].parent == spot)
            return true;
    return false;
}

/* A condition of several cases says which pointers may be null, and how much memory they lead
 * to: nothing more is guessed. */
static void open_pointers(struct caller *p, const char *part)
{
    LAW(*part);
    bool cases = strstr(part, "||") || strchr(part, '?');
    bool sizes =
        mentions(part, "valid") || mentions(part, "readable") || mentions(part, "string");
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *s = &p->spots.data[i];
        if (s->parent != SPOT_NONE || !is_pointer(p, s) || s->by_contract ||
            !mentions_itself(part, s->name))
            continue;
        if (!cases && !sizes)
            continue;
        s->may_be_null = s->null_early = true;
        if (!sizes)
            continue;
        if (!has_parts(p, i))
            s->shape = SPOT_SPAN;
        s->by_contract = true;
    }
}

/* Of numbers that are spoken about, nothing more is assumed. */
static void keep_numbers(struct caller *p, const char *part)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].shape == SPOT_NUMBER && mentions(part, p->spots.data[i].name))
            p->spots.data[i].by_contract = true;
}

static void apply_part(struct caller *p, const char *part)
{
    const char *first, *second;
    if (clause_call(&p->arena, part, "valid", &first, &second) &&
        apply_valid(p, first, second))
        return;
    if (clause_call(&p->arena, part, "readable", &first, &second) &&
        apply_valid(p, first, second))
        return;
    if (clause_call(&p->arena, part, "string", &first, &second) && apply_string(p, first))
        return;
    if (clause_call(&p->arena, part, "separate", &first, &second) &&
        apply_separate(p, first, second))
        return;
    keep_numbers(p, part);
    open_pointers(p, part);
    VECTOR_PUSH(&p->extra, part);
}

void caller_apply(struct caller *p, const struct contracts *c, bool fixed)
{
    const char *name = p->program->functions.data[p->function].name;
    for (size_t i = 0; i < c->clauses.count; i++) {
        const struct clause *k = &c->clauses.data[i];
        if (!text_same(k->function, name))
            continue;
        if (k->kind != CLAUSE_REQUIRES) {
            VECTOR_PUSH(&p->ensured, *k);
            continue;
        }
        const char *parts[MOST_PARTS];
        size_t count = clause_parts(&p->arena, k->text, parts, MOST_PARTS);
        for (size_t m = 0; m < count; m++)
            apply_part(p, parts[m]);
        p->fixed |= fixed;
    }
    LAW(caller_is_lawful(p));
}
