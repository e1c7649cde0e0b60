/* Folding of arrays of pointers: two parts that are neighbours become one, unless a number
 * that is still used, or a pointer, tells of the boundary between them. Each fold is kept
 * only if it is entailed. */
#include "engine/shapes/fold/fold.h"

#include <stdlib.h>

enum { MOST_NUMBERS = 24, HELD_DEPTH = 3 };

struct boundary {
    struct shapes *s;
    const struct graph *g;
    uint32_t region;
    struct term at;
    bool word; /* the part before it is one word: its start tells of it too */
    uint32_t asked;
    bool told;
    bool counts; /* all that tell of it are wanted */
    uint32_t tellers;
};

static bool leads_to(const struct graph_object *o, uint32_t object)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (graph_is_pointer(o->fields[i].value) && o->fields[i].value.object == object)
            return true;
    return false;
}

/* Does a word of an array lead to it, or to what leads to it and so on? What such objects
 * hold is no way through the array. */
static bool is_held(const struct graph *g, uint32_t object, uint32_t depth)
{
    LAW(object && object < g->count);
    for (uint32_t id = 1; id < g->count && depth; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || !leads_to(o, object))
            continue;
        bool inner = o->storage == GRAPH_HEAP && o->kind == GRAPH_REGION && !o->parted;
        if (o->storage == GRAPH_INSIDE ||
            (inner && id != object && is_held(g, id, depth - 1)))
            return true;
    }
    return false;
}

/* A pointer to the array itself tells nothing of its start. */
static bool is_start(const struct boundary *b)
{
    uint64_t at;
    return term_const_u64(b->s->terms, b->at, &at) && !at;
}

/* The boundary is that many elements from the start, or where a pointer leads. */
static void see_number(void *context, uint32_t from, struct graph_value v)
{
    struct boundary *b = context;
    struct terms *ts = b->s->terms;
    if (b->told || (from && b->g->objects[from]->kind != GRAPH_REGION))
        return;
    if (graph_is_pointer(v) && v.object == b->region &&
        !b->g->objects[from ? from : v.object]->owner) {
        b->told = !is_start(b) && shapes_prove(b->s, b->g, term_eq(ts, v.term, b->at));
        return;
    }
    if (v.kind != GRAPH_NUMBER || sort_kind(ts, term_sort(ts, v.term)) != SORT_BV)
        return;
    unsigned width = term_width(ts, v.term);
    if (width < 8 || width > b->s->width || (from && is_held(b->g, from, HELD_DEPTH)) ||
        b->asked++ >= MOST_NUMBERS)
        return;
    LAW(b->g->objects[b->region]->parted && b->g->objects[b->region]->stride);
    struct term word = shapes_offset(b->s, b->g->objects[b->region]->stride);
    struct term plain = term_2(ts, TERM_BV_MUL, term_zext(ts, v.term, b->s->width), word);
    struct term sign = term_2(ts, TERM_BV_MUL, term_sext(ts, v.term, b->s->width), word);
    struct term is = term_or(ts, term_eq(ts, plain, b->at), term_eq(ts, sign, b->at));
    struct term start = term_2(ts, TERM_BV_SUB, b->at, word);
    if (b->word)
        is =
            term_or(ts, is, term_or(ts, term_eq(ts, plain, start), term_eq(ts, sign, start)));
    b->told = shapes_prove(b->s, b->g, is);
    if (!b->counts)
        return;
    b->tellers += b->told;
    b->told = false;
}

/* Stale pointers, or what was never written. */
static bool holds_nothing(const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_WILD &&
            o->fields[i].value.kind != GRAPH_DANGLING)
            return false;
    return o->field_count || o->background == GRAPH_UNKNOWN;
}

static bool is_zero_word(struct shapes *s, const struct graph_object *o)
{
    uint64_t x;
    return o->kind == GRAPH_CELL && o->field_count == 1 &&
           o->fields[0].value.kind == GRAPH_NUMBER &&
           term_const_u64(s->terms, o->fields[0].value.term, &x) && !x;
}

/* The zero that ends a text: the first one of a row of characters. What follows it in a
 * buffer may be left from an older text; rows of wider numbers are texts only if nothing of
 * use follows. */
static bool is_terminator(struct shapes *s, const struct graph *g, uint32_t region,
                          uint32_t number)
{
    enum { WIDEST = 4, SHORT = 2 };
    const struct graph_object *r = g->objects[region];
    if (r->stride > WIDEST || number >= r->field_count)
        return false;
    const struct graph_object *o = g->objects[graph_part(r, number)];
    if (!is_zero_word(s, o))
        return false;
    for (uint32_t i = 0; i < r->field_count; i++) {
        const struct graph_object *p = g->objects[graph_part(r, i)];
        if (i < number ? is_zero_word(s, p)
                       : i > number && r->stride > 1 && !holds_nothing(p))
            return false;
    }
    uint64_t at;
    if (term_const_u64(s->terms, graph_part_start(s, g, region, number), &at) && at < SHORT)
        shapes_add_threshold(s, (int64_t)(at + r->stride)); /* the size of a short text */
    if (!number)
        return true;
    const struct graph_object *before = g->objects[graph_part(r, number - 1)];
    return before->field_count != 1 ||
           !graph_value_same(before->fields[0].value, o->fields[0].value);
}

static bool matters(struct shapes *s, const struct graph *g, uint32_t region, uint32_t number)
{
    const struct graph_object *part = g->objects[graph_part(g->objects[region], number)];
    struct boundary b = {
        .s = s, .g = g, .region = region, .at = graph_part_start(s, g, region, number + 1)};
    b.word = part->kind == GRAPH_CELL;
    if (is_terminator(s, g, region, number) || is_terminator(s, g, region, number + 1))
        return true;
    if (shapes_is_border(s, g->objects[region], b.at))
        return true;
    graph_each(g, see_number, &b);
    return b.told;
}

/* --- indices that begin again --- */

struct wrapping {
    struct shapes *s;
    const struct graph *g;
    struct term at, stride;
    struct term split; /* what is to be known; none: nothing */
};

/* A number that is neither linear nor known: (i + 1) % n. */
static void see_wrapped(void *context, uint32_t from, struct graph_value v)
{
    struct wrapping *w = context;
    struct terms *ts = w->s->terms;
    LAW(term_width(w->s->terms, w->at) == w->s->width);
    if (term_is(w->split) || v.kind != GRAPH_NUMBER ||
        (from && (w->g->objects[from]->kind != GRAPH_REGION ||
                  w->g->objects[from]->storage == GRAPH_HEAP)) ||
        sort_kind(ts, term_sort(ts, v.term)) != SORT_BV || term_is_const(ts, v.term))
        return;
    enum term_op op = term_op(ts, v.term);
    unsigned width = term_width(ts, v.term);
    bool linear = op == TERM_VAR || op == TERM_BV_ADD || op == TERM_BV_SUB;
    if (linear || width < 8 || width > w->s->width)
        return;
    struct term offset =
        term_2(ts, TERM_BV_MUL, term_zext(ts, v.term, w->s->width), w->stride);
    struct term is = term_eq(ts, offset, w->at);
    if (shapes_possible(w->s, w->g, is) && shapes_possible(w->s, w->g, term_not(ts, is)))
        w->split = is;
}

bool shapes_find_wrapped(struct shapes *s, const struct graph *g, struct term *split)
{
    for (uint32_t id = 1; s->arrays && id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || !o->parted || !o->alive || o->owner)
            continue;
        for (uint32_t i = 1; i < o->field_count; i++) {
            LAW(o->stride);
            struct wrapping w = {s, g, graph_part_start(s, g, id, i),
                                 shapes_offset(s, o->stride), TERM_NONE};
            if (term_is_const(s->terms, w.at))
                continue;
            graph_each(g, see_wrapped, &w);
            *split = w.split;
            if (term_is(w.split))
                return true;
        }
    }
    return false;
}

/* --- words that are copies --- */

/* The one object on the heap that a word leads to; 0: none. */
static uint32_t target_of(const struct graph *g, uint32_t part)
{
    LAW(g->objects[part]->storage == GRAPH_INSIDE);
    const struct graph_object *o = g->objects[part];
    if (o->kind != GRAPH_CELL || o->field_count != 1 || !graph_is_pointer(o->fields[0].value))
        return 0;
    uint32_t to = o->fields[0].value.object;
    const struct graph_object *t = g->objects[to];
    return t->storage == GRAPH_HEAP && !t->owner && !t->parted ? to : 0;
}

/* Does a number that is still used tell where the part begins? */
static bool is_told(struct shapes *s, const struct graph *g, uint32_t region, uint32_t number)
{
    struct boundary b = {
        .s = s, .g = g, .region = region, .at = graph_part_start(s, g, region, number)};
    graph_each(g, see_number, &b);
    return b.told;
}

/* Where two words lead to one object, one was copied to the place of the other, or is about
 * to be overwritten: the array is used up to there, or a loop has come there. What that one
 * leads to is forgotten. */
static void forget_copies(struct shapes *s, struct graph *g, uint32_t region)
{
    const struct graph_object *r = g->objects[region];
    for (uint32_t i = 0; i < r->field_count; i++)
        for (uint32_t k = i + 1; k < r->field_count; k++) {
            uint32_t a = graph_part(r, i), b = graph_part(r, k), to = target_of(g, a);
            if (!to || target_of(g, b) != to ||
                !graph_value_same(g->objects[a]->fields[0].value,
                                  g->objects[b]->fields[0].value))
                continue;
            bool later = is_told(s, g, region, k) || !is_told(s, g, region, i);
            struct graph_object *stale = graph_edit(&s->arena, g, later ? b : a);
            stale->fields[0].value = (struct graph_value){.kind = GRAPH_WILD};
        }
}

/* How many numbers tell of the end of the array: a loop that has come there is one of them.
 */
static uint32_t count_tellers(struct shapes *s, const struct graph *g, uint32_t region)
{
    if (g->objects[region]->bytes != UINT64_MAX)
        return 0; /* of a constant size any constant may tell */
    struct boundary b = {
        .s = s, .g = g, .region = region, .at = g->objects[region]->size, .counts = true};
    graph_each(g, see_number, &b);
    return b.tellers;
}

uint32_t shapes_count_finished(struct shapes *s, const struct graph *g)
{
    uint32_t count = 0;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (o && o->parted && o->alive && !o->owner && o->field_count)
            count += matters(s, g, id, o->field_count - 1) + count_tellers(s, g, id);
    }
    return count;
}

static bool build(struct folding *f, uint32_t region, uint32_t number)
{
    LAW(number + 1 < f->before->objects[region]->field_count);
    const struct graph_object *x = f->before->objects[f->a], *y = f->before->objects[f->b];
    struct graph_object all = *x;
    all.kind = GRAPH_CELLS;
    all.field_count = 0;
    all.link = (struct graph_link){0, 0, -1, 0};
    object_forget_elements(&all);
    if (x->background != y->background)
        all.background = GRAPH_UNKNOWN;
    f->list = graph_add(&f->s->arena, f->after, &all);
    VECTOR_PUSH(&f->lists, f->list);
    if (!fold_fields(f, f->list, x, y, NULL, f->list) || !fold_all_joined(f))
        return false;
    const struct graph_object *r = f->before->objects[region];
    struct graph_start *parts =
        ARENA_ARRAY(&f->s->arena, struct graph_start, r->field_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->field_count; i++) {
        struct term from = graph_part_start(f->s, f->before, region, i);
        if (i == number + 1)
            continue;
        parts[count++] = (struct graph_start){i == number ? f->list : graph_part(r, i), from};
    }
    LAW(count + 1 == r->field_count);
    graph_remove(f->after, f->a);
    graph_remove(f->after, f->b);
    fold_remove_private(f);
    graph_set_parts(f->s, f->after, region, parts, count);
    return true;
}

static struct graph *fold_parts(struct shapes *s, struct graph *g, uint32_t region,
                                uint32_t number)
{
    const struct graph_object *o = g->objects[region];
    struct folding f = {.s = s,
                        .before = g,
                        .a = graph_part(o, number),
                        .b = graph_part(o, number + 1),
                        .flat = true};
    f.private_a = calloc(g->count + 1, sizeof(bool));
    f.private_b = calloc(g->count + 1, sizeof(bool));
    fold_private(g, f.a, NULL, f.private_a);
    fold_private(g, f.b, NULL, f.private_b);
    f.after = graph_copy(&s->arena, g);
    bool good = build(&f, region, number) && fold_is_entailed(&f);
    free(f.private_a);
    free(f.private_b);
    VECTOR_RELEASE(&f.pairs);
    VECTOR_RELEASE(&f.lists);
    if (good)
        s->statistics.folds++;
    return good ? f.after : NULL;
}

static bool holds_numbers(const struct graph_object *o)
{
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].value.kind != GRAPH_NUMBER)
            return false;
    return o->field_count > 0;
}

/* Where numbers are of one kind on both sides of it, or nothing of use is, a boundary tells
 * of no way through them: nothing is lost without it. */
static struct graph *fold_alike(struct shapes *s, struct graph *g, uint32_t region,
                                uint32_t number)
{
    const struct graph_object *r = g->objects[region];
    const struct graph_object *x = g->objects[graph_part(r, number)],
                              *y = g->objects[graph_part(r, number + 1)];
    if (r->bytes == UINT64_MAX && holds_nothing(x) && holds_nothing(y))
        return fold_parts(s, g, region, number);
    if (!holds_numbers(x) || !holds_numbers(y) || x->field_count != y->field_count)
        return NULL;
    struct graph *out = fold_parts(s, g, region, number);
    if (!out)
        return NULL;
    const struct graph_object *z = out->objects[graph_part(out->objects[region], number)];
    uint32_t most = x->facts.count > y->facts.count ? x->facts.count : y->facts.count;
    return z->field_count == x->field_count && most && z->facts.count >= most ? out : NULL;
}

static struct graph *fold_region(struct shapes *s, struct graph *g, uint32_t region)
{
    shapes_drop_empty_parts(s, g, region);
    for (uint32_t i = 0; i + 1 < g->objects[region]->field_count;) {
        struct graph *out = matters(s, g, region, i) ? fold_alike(s, g, region, i)
                                                     : fold_parts(s, g, region, i);
        if (out)
            g = out;
        i = out ? 0 : i + 1;
    }
    return g;
}

static bool is_free_row(const struct graph_object *o) /* that no element owns */
{
    return o && o->parted && o->alive && !o->owner;
}

void shapes_drop_all_empty(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; s->arrays && id < g->count; id++)
        if (is_free_row(g->objects[id]))
            shapes_drop_empty_parts(s, g, id);
}

static bool has_numbers_only(const struct graph *g, uint32_t region)
{
    const struct graph_object *o = g->objects[region];
    for (uint32_t i = 0; i < o->field_count; i++) {
        const struct graph_object *part = g->objects[graph_part(o, i)];
        if (part->field_count && !holds_numbers(part))
            return false;
    }
    return true;
}

struct graph *fold_number_rows(struct shapes *s, struct graph *g)
{
    for (uint32_t id = 1; s->arrays && id < g->count; id++)
        if (is_free_row(g->objects[id]) && g->objects[id]->storage == GRAPH_HEAP &&
            has_numbers_only(g, id))
            g = fold_region(s, g, id);
    return g;
}

struct graph *shapes_fold_cells(struct shapes *s, struct graph *g)
{
    bool found = false;
    for (uint32_t id = 1; id < g->count; id++)
        found |= is_free_row(g->objects[id]);
    if (!found)
        return g;
    for (uint32_t id = 1; id < g->count; id++)
        if (is_free_row(g->objects[id]))
            forget_copies(s, g, id);
    g = fold_singles(s, fold_chains(s, g),
                     true); /* what words lead to is a list, or will be one */
    for (uint32_t id = 1; id < g->count; id++)
        if (is_free_row(g->objects[id]))
            g = fold_region(s, g, id);
    return g;
}
