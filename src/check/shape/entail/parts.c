/* Rows of words in the entailment of the checker of shapes: each part of a wanted region
 * stands for neighbouring parts of the given one. A wanted boundary is a constant, a number
 * that is bound already, or one that the wanted facts determine: the first given boundary for
 * which they hold is taken. That is only a choice; that all fits is shown with everything
 * else. */
#include "check/shape/entail/match.h"

struct boundary {
    struct matching *m;
    struct context *x;
    struct term number; /* that is to be bound */
    bool found, other;
};

static void see_number(void *context, struct term t)
{
    struct boundary *b = context;
    if (term_same(t, b->number))
        b->found = true;
    else if (map_has(&b->m->owner_of, t.id) && !map_has(&b->x->numbers, t.id))
        b->other = true;
}

static struct term with_given(struct matching *m, struct context *x, struct term t,
                              struct term number, struct term by)
{
    struct map map = {0};
    for (size_t i = 0; i < x->numbers.capacity; i++)
        if (x->numbers.slots[i].used)
            map_set(&map, x->numbers.slots[i].key, x->numbers.slots[i].value);
    if (term_is(number))
        map_set(&map, number.id, by.id);
    struct term out = term_substitute(m->c->base.terms, t, &map);
    map_release(&map);
    return out;
}

static bool facts_allow(struct matching *m, struct context *x, struct term number,
                        struct term given)
{
    struct terms *ts = m->c->base.terms;
    struct term all = term_bool(ts, true);
    bool some = false;
    for (size_t i = 0; i < m->wanted->facts.count; i++) {
        struct boundary b = {m, x, number, false, false};
        term_variables(ts, m->wanted->facts.data[i], see_number, &b);
        if (!b.found || b.other)
            continue;
        some = true;
        all = term_and(ts, all, with_given(m, x, m->wanted->facts.data[i], number, given));
    }
    return some && heap_shown(m->c, m->given, all);
}

static bool is_boundary(struct matching *m, struct context *x, struct term wanted,
                        struct term given)
{
    struct term t = with_given(m, x, wanted, TERM_NONE, TERM_NONE);
    return heap_shown(m->c, m->given, term_eq(m->c->base.terms, t, given));
}

static uint32_t count_of(const struct heap_state *s, uint32_t region)
{
    return (uint32_t)heap_at(s, region)->cells.count;
}

/* Whether the given part of that number can stand for the wanted one, as far as kinds tell.
 */
static bool is_such_part(struct matching *m, const struct match_parted *p, uint32_t wanted,
                         uint32_t i)
{
    uint32_t part = heap_part_at(m->wanted, p->wanted, wanted);
    if (heap_at(m->wanted, part)->kind != SHAPE_CELL)
        return true;
    return i < count_of(m->given, p->given) &&
           heap_at(m->given, heap_part_at(m->given, p->given, i))->kind == SHAPE_CELL;
}

/* A number that is not bound yet: the only given part at which the facts hold; else, where as
 * many parts are left on both sides, the next one. Further attempts take the others. */
static bool guess_end(struct matching *m, const struct match_parted *p, uint32_t wanted,
                      uint32_t at, bool alike, uint32_t *end)
{
    VECTOR(uint32_t) others = {0};
    struct term from = heap_at(m->wanted, heap_part_at(m->wanted, p->wanted, wanted))->from;
    uint32_t allowed = 0;
    for (uint32_t i = at; i <= count_of(m->given, p->given); i++) {
        if (!facts_allow(m, p->context, from, heap_part_start(m->c, m->given, p->given, i)))
            continue;
        if (!allowed++)
            *end = i;
        if (is_such_part(m, p, wanted, i))
            VECTOR_PUSH(&others, i);
    }
    if (allowed != 1 && alike)
        *end = at + 1;
    for (size_t i = 0; i < others.count; i++)
        if (others.data[i] == *end)
            others.data[i] = VECTOR_POP(&others);
    size_t choice = match_choice(m, others.count + 1);
    if (choice)
        *end = others.data[choice - 1];
    VECTOR_RELEASE(&others);
    return allowed || alike || match_fails(m, "a boundary in a row of words");
}

/* The first given part, from `at` on, that begins at the wanted boundary. */
static bool find_end(struct matching *m, const struct match_parted *p, uint32_t part,
                     uint32_t at, bool alike, uint32_t *end)
{
    struct term wanted = heap_at(m->wanted, heap_part_at(m->wanted, p->wanted, part))->from;
    bool open = map_has(&m->owner_of, wanted.id) && !map_has(&p->context->numbers, wanted.id);
    if (open)
        return guess_end(m, p, part, at, alike, end);
    for (*end = at; *end <= count_of(m->given, p->given); ++*end)
        if (is_boundary(m, p->context, wanted,
                        heap_part_start(m->c, m->given, p->given, *end)))
            return true;
    return match_fails(m, "a boundary in a row of words");
}

static bool match_stretch(struct matching *m, const struct match_parted *p, uint32_t part,
                          uint32_t given)
{
    struct context *item = match_context(m, p->context, part, given);
    struct term yes = term_bool(m->c->base.terms, true);
    if (!match_cells(m, item, part, given) || !match_lists(m, item))
        return false;
    const struct heap_object *w = heap_at(m->wanted, part);
    for (size_t i = 0; i < w->rows.count; i++)
        VECTOR_PUSH(&m->rows,
                    ((struct match_row){w->rows.data[i].condition, item, NULL, 0, yes}));
    return true;
}

static bool match_part(struct matching *m, const struct match_parted *p, uint32_t part,
                       uint32_t from, uint32_t to)
{
    bool one = heap_at(m->wanted, part)->kind == SHAPE_CELL;
    if (one && (to != from + 1 || to > count_of(m->given, p->given)))
        return match_fails(m, "a word of a row");
    for (uint32_t i = from; i < to; i++) {
        uint32_t given = heap_part_at(m->given, p->given, i);
        if (one && heap_at(m->given, given)->kind != SHAPE_CELL)
            return match_fails(m, "a word of a row");
        if (one ? !match_cells(m, p->context, part, given)
                : !match_stretch(m, p, part, given))
            return false;
    }
    return true;
}

/* Of rows that elements own only the numbers of parts are compared: the first stretch stands
 * for whatever parts there are more, or for none. That is a choice like any other. */
static uint32_t owned_end(struct matching *m, const struct match_parted *p, uint32_t wanted,
                          uint32_t at)
{
    uint32_t left = count_of(m->given, p->given) - at,
             more = count_of(m->wanted, p->wanted) - wanted;
    uint32_t part = heap_part_at(m->wanted, p->wanted, wanted);
    if (heap_at(m->wanted, part)->kind == SHAPE_CELL)
        return at + 1;
    return left + 1 > more ? at + left + 1 - more : at;
}

static bool match_row_of(struct matching *m, const struct match_parted *p)
{
    bool owned = p->context->up;
    if (!heap_at(m->given, p->given)->owner)
        heap_drop_empty_parts(m->c, m->given, p->given);
    uint32_t at = 0, count = count_of(m->given, p->given);
    for (uint32_t i = 0; i < count_of(m->wanted, p->wanted); i++) {
        uint32_t end = count;
        if (i + 1 < count_of(m->wanted, p->wanted)) {
            struct term from =
                heap_at(m->wanted, heap_part_at(m->wanted, p->wanted, i + 1))->from;
            end = at + 1;
            bool alike = count - at == count_of(m->wanted, p->wanted) - i;
            if (term_is(from) && owned)
                end = owned_end(m, p, i, at);
            else if (term_is(from) && !find_end(m, p, i + 1, at, alike, &end))
                return false;
            if (end > count)
                return match_fails(m, "a row of words that is too short");
            struct term given = heap_part_start(m->c, m->given, p->given, end);
            if (term_is(from) && !match_offset(m, p->context, from, given))
                return false;
        }
        if (!match_part(m, p, heap_part_at(m->wanted, p->wanted, i), at, end))
            return false;
        at = end;
    }
    return at == count || match_fails(m, "a row of words that is too long");
}

bool match_parts(struct matching *m)
{
    while (m->parted.count) {
        struct match_parted p = VECTOR_POP(&m->parted);
        if (!match_row_of(m, &p))
            return false;
    }
    return true;
}
