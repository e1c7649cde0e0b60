/* A listed graph as a state of the checker of shapes, with variables of its own. */
#include "check/shape/shape_internal.h"

#include "base/failure.h"
#include "program/statics.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct heap_checker *c;
    const struct shape_graph *g;
    struct heap_state *s;
    term_list *numbers;
};

struct heap_value heap_read_value(struct heap_checker *c, const struct shape_value *v,
                                  const term_list *numbers)
{
    struct terms *ts = c->base.terms;
    struct heap_value p;
    switch (v->kind) {
    case SHAPE_UNKNOWN:
        break;
    case SHAPE_NULL:
        return heap_null(c);
    case SHAPE_DANGLING:
        return (struct heap_value){.kind = HEAP_DANGLING};
    case SHAPE_NUMBER:
        return heap_number(numbers->data[v->number - 1]);
    case SHAPE_BITS:
        return heap_number(term_bv(ts, v->width, v->bits));
    case SHAPE_FUNCTION:
        if (v->object >= c->base.program->functions.count)
            break;
        return (struct heap_value){.kind = HEAP_FUNCTION, .object = v->object};
    case SHAPE_STATIC:
        p = heap_number(v->number ? numbers->data[v->number - 1]
                                  : term_bv(ts, STATIC_BITS, v->bits));
        p.kind = HEAP_STATIC;
        return p;
    case SHAPE_POINTER:
        if (v->target == SHAPE_AT_SOME)
            break; /* not followed: as good as unknown */
        p = heap_pointer(c, v->object, v->target, v->offset);
        if (v->number)
            p.term = term_2(ts, TERM_BV_ADD, p.term, numbers->data[v->number - 1]);
        return p;
    }
    return (struct heap_value){.kind = HEAP_UNKNOWN};
}

/* --- conditions --- */

/* Names of variables get their width, as one name has one sort: v3 becomes v3w32 (or v3f32).
 */
static void put_name(struct text *t, const struct reading *r, char letter, unsigned number)
{
    const struct shape_number *n = &r->g->numbers.data[number - 1];
    text_add(t, "%c%u%c%u", letter, number, n->is_float ? 'f' : 'w', n->width);
}

static bool rename_condition(const struct reading *r, const char *at, struct text *t)
{
    while (*at) {
        const char *end = at;
        unsigned number;
        while (*end && !isspace((unsigned char)*end) && *end != '(' && *end != ')')
            end++;
        bool name =
            (*at == 'v' || *at == 'w') && end - at > 1 && isdigit((unsigned char)at[1]);
        if (name) {
            number = (unsigned)strtoul(at + 1, NULL, 10);
            if (!number || number > r->g->numbers.count)
                return false;
            put_name(t, r, *at, number);
            at = end;
        } else {
            size_t length = end > at ? (size_t)(end - at) : 1;
            text_put_range(t, at, length);
            at += length;
        }
    }
    return true;
}

static void declare(struct text *t, const struct reading *r, char letter, unsigned number)
{
    const struct shape_number *n = &r->g->numbers.data[number - 1];
    struct sort s = term_sort(r->c->base.terms, r->numbers->data[number - 1]);
    text_put(t, "(declare-fun ");
    put_name(t, r, letter, number);
    if (n->is_float)
        text_add(t, " () (_ FloatingPoint %u %u))", sort_exponent(r->c->base.terms, s),
                 sort_significand(r->c->base.terms, s));
    else
        text_add(t, " () (_ BitVec %u))", n->width);
}

static struct term named(const struct reading *r, char letter, unsigned number)
{
    const struct shape_number *n = &r->g->numbers.data[number - 1];
    uint64_t key = (uint64_t)(letter == 'w') << 63 | (uint64_t)number << 33 |
                   (uint64_t)n->width << 1 | n->is_float;
    uint64_t known;
    struct text name = {0};
    if (map_get(&r->c->names, key, &known))
        return (struct term){(uint32_t)known};
    put_name(&name, r, letter, number);
    struct sort s = term_sort(r->c->base.terms, r->numbers->data[number - 1]);
    struct term t = term_var(r->c->base.terms, s, text_of(&name));
    map_set(&r->c->names, key, t.id);
    text_release(&name);
    return t;
}

static struct term parse(const struct reading *r, const char *condition)
{
    struct text script = {0};
    struct term *asserts = NULL, t = TERM_NONE;
    size_t count = 0;
    struct failure failure = {0};
    for (unsigned i = 1; i <= r->g->numbers.count; i++) {
        declare(&script, r, 'v', i);
        declare(&script, r, 'w', i);
    }
    text_put(&script, "(assert ");
    bool good = rename_condition(r, condition, &script);
    text_put(&script, ")");
    if (good &&
        term_read_script(r->c->base.terms, text_of(&script), &asserts, &count, &failure) &&
        count == 1)
        t = asserts[0];
    free(asserts);
    text_release(&script);
    if (term_is(t) &&
        sort_kind(r->c->base.terms, term_sort(r->c->base.terms, t)) != SORT_BOOL)
        return TERM_NONE;
    return t;
}

/* --- scope: which names a row may use --- */

static bool is_above(const struct shape_graph *g, uint32_t owner, uint32_t from)
{
    while (from && from != owner)
        from = g->objects.data[from - 1].owner;
    return from == owner;
}

struct scope {
    const struct reading *r;
    const struct shape_row *row;
    bool good;
};

static void see_variable(void *context, struct term t)
{
    struct scope *k = context;
    const struct shape_graph *g = k->r->g;
    const char *name = term_name(k->r->c->base.terms, t);
    unsigned number = name ? (unsigned)strtoul(name + 1, NULL, 10) : 0;
    if (!number || number > g->numbers.count) {
        k->good = false;
        return;
    }
    uint32_t owner = g->numbers.data[number - 1].owner;
    if (*name == 'v')
        k->good &= !owner || is_above(g, owner, k->row->object);
    else
        k->good &= *name == 'w' && k->row->kind == SHAPE_STEP && owner == k->row->object;
}

static bool in_scope(const struct reading *r, const struct shape_row *row, struct term t)
{
    struct scope k = {r, row, true};
    term_variables(r->c->base.terms, t, see_variable, &k);
    return k.good;
}

/* The condition over this state's variables. */
/* A graph is read whenever something may entail it: its text is parsed once. */
static struct term parse_once(struct reading *r, const struct shape_row *row)
{
    uint64_t known;
    if (map_get(&r->c->parsed, (uint64_t)(uintptr_t)row, &known))
        return (struct term){(uint32_t)known};
    struct term t = parse(r, row->condition);
    if (!term_is(t) || !in_scope(r, row, t))
        return TERM_NONE;
    map_set(&r->c->parsed, (uint64_t)(uintptr_t)row, t.id);
    return t;
}

static struct term read_condition(struct reading *r, const struct shape_row *row)
{
    struct term t = parse_once(r, row);
    if (!term_is(t))
        return TERM_NONE;
    struct map map = {0};
    for (unsigned i = 1; i <= r->g->numbers.count; i++) {
        map_set(&map, named(r, 'v', i).id, r->numbers->data[i - 1].id);
        uint32_t owner = r->g->numbers.data[i - 1].owner;
        if (!owner || owner != row->object)
            continue;
        const struct heap_object *o = heap_at(r->s, owner);
        for (size_t k = 0; k < o->numbers.count; k++)
            if (term_same(o->numbers.data[k], r->numbers->data[i - 1]))
                map_set(&map, named(r, 'w', i).id, o->nexts.data[k].id);
    }
    t = term_substitute(r->c->base.terms, t, &map);
    map_release(&map);
    return t;
}

/* --- parts --- */

static bool float_width(uint32_t w)
{
    return w == 16 || w == 32 || w == 64 || w == 80 || w == 128;
}

static bool read_numbers(struct reading *r)
{
    struct terms *ts = r->c->base.terms;
    for (size_t i = 0; i < r->g->numbers.count; i++) {
        const struct shape_number *n = &r->g->numbers.data[i];
        if (n->is_float && !float_width(n->width))
            return false;
        struct sort s =
            n->is_float ? view_float_sort(&r->c->base.view, n->width) : sort_bv(ts, n->width);
        VECTOR_PUSH(r->numbers, term_fresh(ts, s, "number"));
    }
    return true;
}

static void own_numbers(struct reading *r, struct heap_object *o, uint32_t object)
{
    struct terms *ts = r->c->base.terms;
    for (size_t i = 0; i < r->g->numbers.count; i++) {
        if (r->g->numbers.data[i].owner != object)
            continue;
        struct term t = r->numbers->data[i];
        VECTOR_PUSH(&o->numbers, t);
        VECTOR_PUSH(&o->nexts, term_fresh(ts, term_sort(ts, t), "next"));
    }
}

static bool read_object(struct reading *r, uint32_t number)
{
    const struct shape_object *o = &r->g->objects.data[number - 1];
    struct terms *ts = r->c->base.terms;
    struct heap_object h = {.present = true,
                            .kind = o->kind,
                            .storage = o->storage,
                            .background = o->background,
                            .alive = !o->dead,
                            .ended = o->dead && o->storage == SHAPE_HEAP,
                            .outer = o->outer,
                            .site = o->site,
                            .size = heap_word(r->c, o->size),
                            .owner = o->owner,
                            .head = o->head,
                            .next = o->next[0],
                            .other = o->next[1],
                            .prev = o->prev,
                            .has_prev = o->has_prev,
                            .fork = o->kind == SHAPE_LIST && o->next_count == 2,
                            .least = o->least};
    if (o->kind == SHAPE_CELL || o->kind == SHAPE_CELLS) {
        h.least = 1;
        if (!o->follows)
            h.from = o->from_number ? r->numbers->data[o->from_number - 1]
                                    : heap_word(r->c, o->from);
    }
    if (o->when)
        h.when = r->numbers->data[o->when - 1];
    h.loose = o->loose;
    for (int i = 0; i < 2; i++)
        if (o->child[i])
            h.child[i] = r->numbers->data[o->child[i] - 1];
    h.has_other = o->has_other;
    if (o->has_other)
        h.otherwise = heap_read_value(r->c, &o->other, r->numbers);
    if (o->has_other && h.otherwise.kind == HEAP_UNKNOWN)
        return false;
    if (o->length)
        h.length = r->numbers->data[o->length - 1];
    if (o->storage == SHAPE_GLOBAL) {
        while (h.index < r->c->base.program->globals.count &&
               certificate_global(h.index) != o->site)
            h.index++;
        if (h.index == r->c->base.program->globals.count)
            return false;
        const struct global *g = &r->c->base.program->globals.data[h.index];
        if (o->size != g->size || o->size_number || g->external)
            return false;
        if (g->read_only && o->background != SHAPE_INITIAL)
            return false;
    }
    if (o->size_number) {
        struct term size = r->numbers->data[o->size_number - 1];
        if (sort_kind(ts, term_sort(ts, size)) != SORT_BV ||
            term_width(ts, size) != r->c->base.view.width)
            return false;
        h.size = size;
    }
    own_numbers(r, &h, number);
    heap_new(r->s, h);
    if (!o->array)
        return true;
    struct heap_object *region = heap_at(r->s, o->array);
    uint32_t word = r->c->base.view.width / 8;
    struct heap_cell part = {word * region->cells.count, word,
                             heap_pointer(r->c, number, SHAPE_AT_NODE, 0)};
    region->parted = true;
    region->stride = (uint32_t)o->size;
    VECTOR_PUSH(&region->cells, part);
    return true;
}

static bool read_rows(struct reading *r)
{
    for (size_t i = 0; i < r->g->rows.count; i++) {
        const struct shape_row *row = &r->g->rows.data[i];
        struct term t = read_condition(r, row);
        if (!term_is(t))
            return false;
        if (row->kind == SHAPE_FACT)
            heap_assume(r->c, r->s, t);
        else
            VECTOR_PUSH(&heap_at(r->s, row->object)->rows, ((struct heap_row){row->kind, t}));
    }
    return true;
}

bool heap_read(struct heap_checker *c, const struct shape_graph *g, struct heap_state *s,
               term_list *numbers)
{
    struct reading r = {c, g, s, numbers};
    s->lost = g->lost;
    VECTOR_PUSH(&s->objects, (struct heap_object){0});
    if (!read_numbers(&r))
        return false;
    for (uint32_t i = 1; i <= g->objects.count; i++)
        if (!read_object(&r, i))
            return false;
    for (size_t i = 0; i < g->cells.count; i++) {
        const struct shape_cell *k = &g->cells.data[i];
        struct heap_value v = heap_read_value(c, &k->value, numbers);
        VECTOR_PUSH(&heap_at(s, k->object)->cells, ((struct heap_cell){k->at, k->bytes, v}));
    }
    return read_rows(&r);
}
