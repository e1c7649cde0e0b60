/* Regions that are rows of words or records, in the checker of shapes: their parts are single
 * ones (CELL) and stretches of those that are alike (CELLS), all of one size, the stride. An
 * access at an offset that is not constant falls into one part, after states were split where
 * that is open; a stretch is cut in three there. */
#include "check/shape/shape_internal.h"

enum { MOST_PARTS = 24 };

static uint32_t count_of(const struct heap_state *s, uint32_t region)
{
    return (uint32_t)heap_at(s, region)->cells.count;
}

uint32_t heap_part_at(const struct heap_state *s, uint32_t region, uint32_t number)
{
    LAW(heap_at(s, region)->parted);
    LAW(number < heap_at(s, region)->cells.count);
    return heap_at(s, region)->cells.data[number].value.object;
}

struct term heap_part_start(struct heap_checker *c, const struct heap_state *s,
                            uint32_t region, uint32_t number)
{
    if (number >= count_of(s, region))
        return heap_at(s, region)->size;
    struct term from = heap_at(s, heap_part_at(s, region, number))->from;
    if (term_is(from))
        return from;
    struct term before = heap_part_start(c, s, region, number - 1);
    return term_2(c->base.terms, TERM_BV_ADD, before,
                  heap_word(c, heap_at(s, region)->stride));
}

struct row {
    struct {
        uint32_t part;
        struct term from;
    } parts[MOST_PARTS + 4];
    uint32_t count;
};

static void add(struct row *r, uint32_t part, struct term from)
{
    r->parts[r->count].part = part;
    r->parts[r->count++].from = from;
}

static void set_row(struct heap_checker *c, struct heap_state *s, uint32_t region,
                    const struct row *r)
{
    uint32_t word = c->base.view.width / 8;
    VECTOR_CLEAR(&heap_at(s, region)->cells);
    for (uint32_t i = 0; i < r->count; i++) {
        struct heap_value to = heap_pointer(c, r->parts[i].part, SHAPE_AT_NODE, 0);
        VECTOR_PUSH(&heap_at(s, region)->cells,
                    ((struct heap_cell){(uint64_t)word * i, word, to}));
        bool follows = i && heap_at(s, r->parts[i - 1].part)->kind == SHAPE_CELL;
        heap_at(s, r->parts[i].part)->from = follows ? TERM_NONE : r->parts[i].from;
    }
}

/* --- from bytes to words --- */

static bool starts_as_zero(struct heap_checker *c, const struct heap_object *o)
{
    if (o->background != SHAPE_INITIAL)
        return o->background == SHAPE_ZERO;
    const struct global *g = &c->base.program->globals.data[o->index];
    bool zero = !g->relocation_count && !g->external;
    for (uint64_t i = 0; zero && g->bytes && i < g->size; i++)
        zero = g->bytes[i] == 0;
    return zero;
}

void heap_note_strides(struct heap_checker *c)
{
    const struct certificate *k = c->base.certificate;
    for (size_t i = 0; i < k->loops.count; i++)
        for (size_t g = 0; g < k->loops.data[i].graphs.count; g++) {
            const struct shape_graph *graph = &k->loops.data[i].graphs.data[g];
            for (size_t o = 0; o < graph->objects.count; o++) {
                const struct shape_object *part = &graph->objects.data[o];
                if (part->array)
                    map_set(&c->strides, graph->objects.data[part->array - 1].site,
                            part->size);
            }
        }
}

/* How large the records are is a guess of the certificate's; any size would do. */
uint32_t heap_stride(struct heap_checker *c, uint64_t site)
{
    return (uint32_t)map_or(&c->strides, site, c->base.view.width / 8);
}

void heap_begin_parts(struct heap_checker *c, struct heap_state *s, uint32_t region)
{
    uint64_t site = heap_at(s, region)->site;
    if (map_has(&c->strides, site))
        heap_part(c, s, region, heap_stride(c, site));
}

/* Only where no byte is known one by one: then all words are alike. */
bool heap_part(struct heap_checker *c, struct heap_state *s, uint32_t region, uint32_t stride)
{
    LAW(stride);
    LAW(heap_at(s, region)->kind == SHAPE_REGION && !heap_at(s, region)->parted);
    struct heap_object *o = heap_at(s, region);
    bool zero = starts_as_zero(c, o),
         plain = o->kind == SHAPE_REGION && o->alive && !o->owner;
    if (!plain || o->parted || o->cells.count || !stride ||
        (!zero && o->background != SHAPE_ANY))
        return false;
    struct heap_object all = {.present = true,
                              .kind = SHAPE_CELLS,
                              .storage = SHAPE_INSIDE,
                              .background = zero ? SHAPE_ZERO : SHAPE_ANY,
                              .alive = true,
                              .least = 1,
                              .site = o->site,
                              .size = heap_word(c, stride)};
    struct row r = {.count = 0};
    o->background = SHAPE_ANY;
    o->parted = true;
    o->stride = stride;
    add(&r, heap_new(s, all), heap_word(c, 0));
    set_row(c, s, region, &r);
    return true;
}

/* Where in its record the offset lies; false if that is open, or so many bytes go beyond the
 * record. */
static bool rest_within(struct heap_checker *c, const struct heap_state *s,
                        struct term offset, uint32_t stride, uint32_t bytes, uint64_t *at)
{
    struct terms *ts = c->base.terms;
    struct term quotient;
    if (stride & (stride - 1)) {
        bool found = term_guess_multiple(ts, offset, stride, s->facts.data, s->facts.count,
                                         &quotient, at);
        return found && *at + bytes <= stride &&
               heap_shown(c, s, term_is_multiple(ts, offset, stride, quotient, *at));
    }
    struct term low = term_2(ts, TERM_BV_AND, offset, heap_word(c, stride - 1));
    for (*at = 0; *at + bytes <= stride && *at < stride; ++*at)
        if (heap_shown(c, s, term_eq(ts, low, heap_word(c, *at))))
            return true;
    return false;
}

/* --- a copy of all words --- */

/* The words of `from` become those of `to`, before whatever it holds behind them; of `from`
 * nothing is known any more. */
bool heap_move_words(struct heap_checker *c, struct heap_state *s, uint32_t to, uint32_t from)
{
    LAW(to != from);
    struct row moved = {.count = 0}, none = {.count = 0};
    struct term length = heap_at(s, from)->size;
    uint64_t rest_of_length;
    uint32_t stride = heap_at(s, from)->stride;
    if (to == from || !heap_at(s, from)->parted || count_of(s, from) > MOST_PARTS)
        return false;
    if (!rest_within(c, s, length, stride, 0, &rest_of_length) || rest_of_length)
        return false;
    if (!heap_at(s, to)->parted && !heap_part(c, s, to, stride))
        return false;
    if (heap_at(s, to)->stride != stride)
        return false;
    uint32_t rest = count_of(s, to) == 1 ? heap_part_at(s, to, 0) : 0;
    if (!rest || heap_at(s, rest)->kind != SHAPE_CELLS || heap_at(s, rest)->cells.count)
        return false;
    for (uint32_t i = 0; i < count_of(s, from); i++) {
        add(&moved, heap_part_at(s, from, i), heap_part_start(c, s, from, i));
        heap_at(s, heap_part_at(s, from, i))->site = heap_at(s, to)->site;
    }
    add(&moved, rest, length);
    struct heap_object all;
    heap_object_copy(&all, heap_at(s, rest));
    all.site = heap_at(s, from)->site;
    all.background = SHAPE_ANY;
    add(&none, heap_new(s, all), heap_word(c, 0));
    set_row(c, s, from, &none);
    set_row(c, s, to, &moved);
    heap_drop_empty_parts(c, s, to);
    return true;
}

/* --- one word --- */

static uint32_t cut_cells(struct heap_checker *c, struct heap_state *s, uint32_t region,
                          uint32_t number, struct term from)
{
    struct terms *ts = c->base.terms;
    struct row r = {.count = 0};
    uint32_t all = heap_part_at(s, region, number), count = count_of(s, region);
    struct term next =
        term_2(ts, TERM_BV_ADD, from, heap_word(c, heap_at(s, region)->stride));
    uint32_t cell = heap_take_element(c, s, all), after = heap_copy_segment(c, s, all);
    heap_at(s, cell)->kind = SHAPE_CELL;
    for (uint32_t i = 0; i < count; i++) {
        add(&r, heap_part_at(s, region, i), heap_part_start(c, s, region, i));
        if (i != number)
            continue;
        add(&r, cell, from);
        add(&r, after, next);
    }
    set_row(c, s, region, &r);
    heap_drop_empty_parts(c, s, region);
    return cell;
}

static uint32_t split(struct heap_checker *c, struct heap_state *s, struct term condition)
{
    struct heap_state *other = heap_copy(s);
    heap_assume(c, s, condition);
    heap_assume(c, other, term_not(c->base.terms, condition));
    VECTOR_PUSH(&c->waiting, s);
    VECTOR_PUSH(&c->waiting, other);
    return 0;
}

static uint32_t give_up(struct heap_checker *c, struct heap_state *s)
{
    heap_uncovered(c, s, "an access across the words of an array of pointers");
    heap_free(s);
    return 0;
}

/* The whole record is in the stretch. Words are: an access of one is within bounds, and
 * boundaries are multiples. */
static bool lies_before(struct heap_checker *c, const struct heap_state *s, uint32_t region,
                        uint32_t number, struct term from)
{
    struct terms *ts = c->base.terms;
    uint32_t stride = heap_at(s, region)->stride;
    if (stride == c->base.view.width / 8)
        return true;
    struct term end = heap_part_start(c, s, region, number + 1);
    struct term next = term_2(ts, TERM_BV_ADD, from, heap_word(c, stride));
    return heap_shown(c, s,
                      term_and(ts, term_2(ts, TERM_BV_ULE, from, next),
                               term_2(ts, TERM_BV_ULE, next, end)));
}

uint32_t heap_find_cell(struct heap_checker *c, struct heap_state *s, uint32_t region,
                        struct term offset, uint32_t bytes, uint64_t *at)
{
    LAW(heap_at(s, region)->parted);
    LAW(bytes);
    LAW(term_width(c->base.terms, offset) == c->base.view.width);
    struct terms *ts = c->base.terms;
    uint32_t number = 0;
    bool within = rest_within(c, s, offset, heap_at(s, region)->stride, bytes, at);
    if (count_of(s, region) > MOST_PARTS || !within)
        return give_up(c, s);
    struct term from = term_2(ts, TERM_BV_SUB, offset, heap_word(c, *at));
    for (uint32_t i = 1; i < count_of(s, region); i++) {
        struct term before = term_2(ts, TERM_BV_ULT, from, heap_part_start(c, s, region, i));
        if (heap_shown(c, s, before))
            break;
        if (!heap_shown(c, s, term_not(ts, before)))
            return split(c, s, before);
        number = i;
    }
    uint32_t part = heap_part_at(s, region, number);
    if (heap_at(s, part)->kind == SHAPE_CELLS && !lies_before(c, s, region, number, from))
        return give_up(c, s);
    if (heap_at(s, part)->kind == SHAPE_CELLS)
        return cut_cells(c, s, region, number, from);
    bool there = heap_shown(c, s, term_eq(ts, from, heap_part_start(c, s, region, number)));
    return there ? part : give_up(c, s);
}

/* --- ranges --- */

/* Nothing belongs to a part: it can go without a trace. */
static bool owns_nothing(const struct heap_state *s, uint32_t region)
{
    for (uint32_t i = 0; i < count_of(s, region); i++)
        for (uint32_t k = 1; k < s->objects.count; k++)
            if (heap_at(s, k)->present && heap_at(s, k)->owner == heap_part_at(s, region, i))
                return false;
    return true;
}

/* The part in which the offset lies, or the last one; SPLIT: the state was split on that. */
enum { SPLIT = UINT32_MAX };
static uint32_t part_of(struct heap_checker *c, struct heap_state *s, uint32_t region,
                        struct term offset)
{
    struct terms *ts = c->base.terms;
    uint32_t number = 0;
    for (uint32_t i = 1; i < count_of(s, region); i++) {
        struct term before =
            term_2(ts, TERM_BV_ULT, offset, heap_part_start(c, s, region, i));
        if (heap_shown(c, s, before))
            break;
        if (!heap_shown(c, s, term_not(ts, before))) {
            split(c, s, before);
            return SPLIT;
        }
        number = i;
    }
    return number;
}

/* Adds a part with what lies between two offsets of one that lies around them. */
static bool add_piece(struct heap_checker *c, struct heap_state *s, uint32_t region,
                      uint32_t number, struct term from, struct term to, struct row *out)
{
    struct terms *ts = c->base.terms;
    uint32_t part = heap_part_at(s, region, number);
    if (heap_shown(c, s, term_eq(ts, from, to)))
        return true;
    if (heap_at(s, part)->kind != SHAPE_CELLS)
        return false; /* a record that is cut */
    add(out, heap_copy_segment(c, s, part), from);
    return true;
}

static uint32_t new_stretch(struct heap_checker *c, struct heap_state *s, uint32_t region,
                            struct term byte)
{
    uint64_t value = 1;
    uint32_t stride = heap_at(s, region)->stride;
    bool constant = term_is(byte) && term_const_u64(c->base.terms, byte, &value);
    bool zero = constant && !(value & 0xff);
    struct heap_object all = {.present = true,
                              .kind = SHAPE_CELLS,
                              .storage = SHAPE_INSIDE,
                              .background = zero ? SHAPE_ZERO : SHAPE_ANY,
                              .alive = true,
                              .least = 1,
                              .site = heap_at(s, region)->site,
                              .size = heap_word(c, stride)};
    uint32_t made = heap_new(s, all);
    struct heap_value bits = {.kind = HEAP_NUMBER,
                              .term = term_bv(c->base.terms, 8, value & 0xff)};
    if (constant && !zero && stride == 1)
        VECTOR_PUSH(&heap_at(s, made)->cells, ((struct heap_cell){0, 1, bits}));
    return made;
}

/* Both ends of the range lie between records. */
static bool is_even(struct heap_checker *c, const struct heap_state *s, uint32_t stride,
                    struct term offset)
{
    uint64_t rest;
    return stride == 1 || (rest_within(c, s, offset, stride, 0, &rest) && !rest);
}

enum heap_ranged heap_overwrite_words(struct heap_checker *c, struct heap_state *s,
                                      uint32_t region, struct term from, struct term bytes,
                                      struct term byte)
{
    LAW(heap_at(s, region)->parted);
    LAW(term_width(c->base.terms, from) == term_width(c->base.terms, bytes));
    struct row r = {.count = 0}, gone = {.count = 0};
    struct term end = term_2(c->base.terms, TERM_BV_ADD, from, bytes);
    uint32_t stride = heap_at(s, region)->stride, count = count_of(s, region);
    if (count > MOST_PARTS || !owns_nothing(s, region))
        return HEAP_NO_RANGE;
    if (!is_even(c, s, stride, from) || !is_even(c, s, stride, end))
        return HEAP_NO_RANGE;
    uint32_t first = part_of(c, s, region, from);
    if (first == SPLIT)
        return HEAP_RANGE_SPLIT;
    uint32_t last = part_of(c, s, region, end);
    if (last == SPLIT)
        return HEAP_RANGE_SPLIT;
    for (uint32_t i = 0; i < first; i++)
        add(&r, heap_part_at(s, region, i), heap_part_start(c, s, region, i));
    struct term start = heap_part_start(c, s, region, first);
    struct term stop = heap_part_start(c, s, region, last + 1);
    if (last < first || !add_piece(c, s, region, first, start, from, &r))
        return HEAP_NO_RANGE;
    add(&r, new_stretch(c, s, region, byte), from);
    bool whole =
        heap_shown(c, s, term_eq(c->base.terms, end, heap_part_start(c, s, region, last)));
    if (whole)
        add(&r, heap_part_at(s, region, last), end);
    else if (!add_piece(c, s, region, last, end, stop, &r))
        return HEAP_NO_RANGE;
    for (uint32_t i = last + 1; i < count; i++)
        add(&r, heap_part_at(s, region, i), heap_part_start(c, s, region, i));
    for (uint32_t i = first; i < last + !whole; i++)
        add(&gone, heap_part_at(s, region, i), from);
    set_row(c, s, region, &r);
    for (uint32_t i = 0; i < gone.count; i++)
        heap_remove(s, gone.parts[i].part);
    heap_drop_empty_parts(c, s, region);
    return HEAP_RANGE_DONE;
}

/* --- stretches without a word --- */

void heap_drop_empty_parts(struct heap_checker *c, struct heap_state *s, uint32_t region)
{
    struct row kept = {.count = 0}, gone = {.count = 0};
    if (!heap_at(s, region)->parted || count_of(s, region) > MOST_PARTS + 2)
        return;
    for (uint32_t i = 0; i < count_of(s, region); i++) {
        uint32_t part = heap_part_at(s, region, i);
        struct term from = heap_part_start(c, s, region, i),
                    end = heap_part_start(c, s, region, i + 1);
        bool none = heap_at(s, part)->kind == SHAPE_CELLS;
        none = none && heap_shown(c, s, term_2(c->base.terms, TERM_BV_UGE, from, end));
        add(none ? &gone : &kept, part, from);
    }
    if (!gone.count)
        return;
    set_row(c, s, region, &kept);
    for (uint32_t i = 0; i < gone.count; i++)
        heap_remove(s, gone.parts[i].part);
}
