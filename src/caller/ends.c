/* Pointers that say where a buffer ends, or point into it. */
#include "caller/caller_internal.h"

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    return &p->program->ctypes.data[ctype];
}

static bool are_compared(const struct caller *p, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < p->usage.ends.count; i++)
        if (p->usage.ends.data[i].use == a && p->usage.ends.data[i].number == b)
            return true;
    return false;
}

static bool has_word(const struct spot *s, const char *const *words, size_t count)
{
    const char *name = caller_last_name(s->name);
    for (size_t i = 0; i < count; i++)
        if (caller_contains(name, words[i]))
            return true;
    return false;
}

static bool is_called_end(const struct spot *s)
{
    static const char *const words[] = {"end", "limit", "last", "stop"};
    return has_word(s, words, sizeof words / sizeof *words);
}

static bool is_called_start(const struct spot *s)
{
    static const char *const words[] = {"start", "begin", "base", "first"};
    return has_word(s, words, sizeof words / sizeof *words);
}

/* "head", "tail", "cursor": where something goes on, not where the buffer begins. */
static bool is_called_position(const struct spot *s)
{
    static const char *const words[] = {"head",  "tail", "cur",  "pos", "read",
                                        "write", "next", "rptr", "wptr"};
    return has_word(s, words, sizeof words / sizeof *words);
}

/* Both lead to elements of one kind; qualifiers aside. */
static bool have_same_elements(const struct caller *p, const struct spot *a,
                               const struct spot *b)
{
    if (a->ctype == b->ctype)
        return true;
    const struct ctype *one = ctype_of(p, ctype_of(p, a->ctype)->element);
    const struct ctype *other = ctype_of(p, ctype_of(p, b->ctype)->element);
    return one->kind == other->kind && one->bytes == other->bytes && one->bytes;
}

/* `*p` beside `end`: where something goes on is behind a pointer, so that it can be moved. */
static bool is_behind(const struct caller *p, const struct spot *a, const struct spot *b)
{
    if (a->parent >= p->spots.count)
        return false;
    const struct spot *up = &p->spots.data[a->parent];
    return up->shape == SPOT_ONE && up->parent == b->parent &&
           ctype_of(p, ctype_of(p, up->ctype)->element)->kind == CTYPE_POINTER;
}

static bool are_siblings(const struct caller *p, const struct spot *a, const struct spot *b)
{
    if (a == b || a->use == USE_NONE || b->use == USE_NONE ||
        ctype_of(p, a->ctype)->kind != CTYPE_POINTER ||
        ctype_of(p, b->ctype)->kind != CTYPE_POINTER)
        return false;
    if (a->parent == b->parent)
        return a->ctype == b->ctype;
    return is_behind(p, a, b) && have_same_elements(p, a, b);
}

static bool may_be_base(const struct spot *s)
{
    return s->shape == SPOT_COUNTED || s->shape == SPOT_SPAN || s->shape == SPOT_ARRAY ||
           s->shape == SPOT_STRING;
}

/* Whether the spot can be a pointer into the buffer of the other one: both are compared with
 * each other. */
static bool points_into(const struct caller *p, const struct spot *base, const struct spot *s)
{
    if (!are_siblings(p, base, s) || !may_be_base(base) || is_called_start(s))
        return false;
    return !is_called_end(base) && are_compared(p, base->use, s->use);
}

/* It is compared with a pointer that leads into a buffer: `top == end`, `top - start`. */
static struct spot *base_of_neighbour(struct caller *p, const struct spot *s)
{
    for (uint32_t i = 0; i < p->spots.count && is_called_end(s); i++) {
        const struct spot *other = &p->spots.data[i];
        if (other->shape == SPOT_INSIDE && are_siblings(p, other, s) &&
            are_compared(p, other->use, s->use))
            return &p->spots.data[other->length];
    }
    return NULL;
}

static void find_base(struct caller *p, struct spot *s)
{
    struct spot *found = NULL;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *base = &p->spots.data[i];
        if (!points_into(p, base, s))
            continue;
        if (!found || base->shape == SPOT_COUNTED || is_called_start(base))
            found = base;
    }
    if (!found)
        found = base_of_neighbour(p, s);
    if (!found)
        return;
    const struct use *u = &p->usage.uses.data[s->use];
    bool end = is_called_end(s) || (!u->read && !u->written && !is_called_position(s));
    bool bounded = found->shape == SPOT_COUNTED || is_called_start(found);
    if (s->shape == SPOT_SPAN || (!end && !bounded))
        return;
    if (found->shape != SPOT_COUNTED)
        found->shape = SPOT_SPAN;
    s->shape = end ? SPOT_END : SPOT_INSIDE;
    s->length = (uint32_t)(found - p->spots.data);
    s->may_be_null = found->may_be_null = false;
}

/* The one of several members of a type that is called neither end nor position, and that a
 * length belongs to. */
static struct spot *find_ring(struct caller *p, const struct spot *s)
{
    struct spot *found = NULL;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *base = &p->spots.data[i];
        if (!are_siblings(p, base, s) || !may_be_base(base) || is_called_end(base) ||
            is_called_position(base))
            continue;
        if (found)
            return NULL; /* which one is not known */
        found = base;
    }
    return found;
}

/* Names are not enough: the two are compared, or a length is added to the buffer to find its
 * end. */
static bool belong_together(const struct caller *p, const struct spot *base,
                            const struct spot *s)
{
    if (are_compared(p, base->use, s->use))
        return true;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        const struct spot *n = &p->spots.data[i];
        if (n->shape != SPOT_NUMBER || n->parent != base->parent || n->number == USE_NONE)
            continue;
        if (usage_weight(&p->usage, base->use, n->number) >= 4)
            return true;
    }
    return false;
}

/* A record with a buffer, its size, and pointers to where one reads and writes: these lead
 * into the buffer. */
static void place_in_ring(struct caller *p, struct spot *s)
{
    bool position = is_called_position(s), end = is_called_end(s);
    if (s->parent == SPOT_NONE || (!position && !end) || !may_be_base(s))
        return;
    struct spot *base = find_ring(p, s);
    if (!base || !belong_together(p, base, s))
        return;
    if (base->shape != SPOT_COUNTED) {
        uint32_t length = caller_any_length(p, (uint32_t)(base - p->spots.data));
        if (length == SPOT_NONE && !end)
            return;
        base->shape = length == SPOT_NONE ? SPOT_SPAN : SPOT_COUNTED;
        base->length = length;
    }
    s->shape = end ? SPOT_END : SPOT_INSIDE;
    s->length = (uint32_t)(base - p->spots.data);
    s->may_be_null = base->may_be_null = false;
}

void caller_find_ends(struct caller *p)
{
    for (uint32_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].use != USE_NONE)
            place_in_ring(p, &p->spots.data[i]);
    for (int ends = 0; ends < 2; ends++) /* ends may be those of what others lead into */
        for (uint32_t i = 0; i < p->spots.count; i++) {
            struct spot *s = &p->spots.data[i];
            bool placed =
                s->shape == SPOT_COUNTED || s->shape == SPOT_END || s->shape == SPOT_INSIDE;
            if (s->use != USE_NONE && !placed && is_called_end(s) == ends)
                find_base(p, s);
        }
}
