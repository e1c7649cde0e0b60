/* Which number says how many elements a pointer leads to. */
#include "caller/caller_internal.h"

#include <string.h>
#include <strings.h>

enum { STEM_SCORE = 7, LEAST_SCORE = 3, WEIGHED_SCORE = 4, SURE_WEIGHT = 5 };

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    return &p->program->ctypes.data[ctype];
}

bool caller_contains(const char *name, const char *word)
{
    for (size_t n = strlen(word); *name; name++)
        if (!strncasecmp(name, word, n))
            return true;
    return false;
}

const char *caller_last_name(const char *path)
{
    for (const char *c = path; *c; c++)
        if (*c == '>' || *c == '.' || *c == '*' || *c == '(')
            path = c + 1;
    return path;
}

bool caller_names_length(const char *name)
{
    static const char *const words[] = {"len",   "size", "count", "num",   "cnt",   "cap",
                                        "bytes", "sz",   "max",   "avail", "limit", "nmemb"};
    name = caller_last_name(name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (caller_contains(name, words[i]))
            return true;
    return !strcmp(name, "n") || !strcmp(name, "nb") || !strcmp(name, "l") ||
           !strcmp(name, "N");
}

static int name_score(const char *pointer, const char *number)
{
    pointer = caller_last_name(pointer);
    number = caller_last_name(number);
    int score = caller_names_length(number) ? 2 : 0;
    if (caller_contains(number, "cap") || caller_contains(number, "alloc") ||
        caller_contains(number, "max") || caller_contains(number, "storage"))
        score = 4;
    size_t stem = strlen(pointer);
    if (score && stem > 1 && !strncasecmp(pointer, number, stem))
        score += STEM_SCORE;
    return score;
}

/* What is behind the pointer is looked at, but never by an index: names say nothing then. */
static bool is_accessed_at_constants(const struct caller *p, const struct spot *s)
{
    if (s->use == USE_NONE)
        return false;
    const struct use *u = &p->usage.uses.data[s->use];
    return (u->read || u->written) && !u->indexed;
}

bool caller_is_weighed(const struct caller *p, uint32_t use, uint32_t number, uint32_t least)
{
    for (size_t i = 0; i < p->usage.weighed.count; i++)
        if (p->usage.weighed.data[i].number == number &&
            p->usage.weighed.data[i].weight >= least &&
            usage_is_index(&p->usage, use, p->usage.weighed.data[i].use))
            return true;
    return false;
}

/* How well the number would do as the pointer's number of elements; 0: not at all. */
static int length_score(const struct caller *p, uint32_t pointer, uint32_t number)
{
    const struct spot *a = &p->spots.data[pointer], *b = &p->spots.data[number];
    const struct ctype *t = ctype_of(p, b->ctype);
    if (b->shape != SPOT_NUMBER || a->parent != b->parent || t->bytes < 2)
        return 0;
    if (t->kind != CTYPE_SIGNED && t->kind != CTYPE_UNSIGNED)
        return 0;
    if (a->tried & 1u << number % 32)
        return 0;
    int score = is_accessed_at_constants(p, a) ? 0 : name_score(a->name, b->name);
    if (a->use != USE_NONE && b->number != USE_NONE) {
        uint32_t weight = usage_weight(&p->usage, a->use, b->number);
        if (weight < SURE_WEIGHT && usage_is_index(&p->usage, a->use, b->number))
            return 0;
        score += (int)weight;
        if (caller_is_weighed(p, a->use, b->number, IN_CALLEE))
            score += WEIGHED_SCORE;
    }
    if (score && number == pointer + 1)
        score += 1;
    return score;
}

static uint32_t best_above(const struct caller *p, uint32_t pointer, int most)
{
    uint32_t best = SPOT_NONE;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        int score = length_score(p, pointer, i);
        if (score > most)
            most = score, best = i;
    }
    return best;
}

uint32_t caller_best_length(const struct caller *p, uint32_t pointer)
{
    LAW(pointer < p->spots.count);
    return best_above(p, pointer, LEAST_SCORE - 1);
}

uint32_t caller_any_length(const struct caller *p, uint32_t pointer)
{
    LAW(pointer < p->spots.count);
    return best_above(p, pointer, 1);
}
