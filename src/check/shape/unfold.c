/* Unfolding in the checker of shapes: a segment is replaced by all that it can be at one of
 * its ends.
 *
 * A LIST is empty (if least is 0), or one element (if least is at most 1), or an element and
 * a list of at least max(1, least - 1) others. The element is a region with the segment's
 * cells, new variables for its numbers and copies of what it owns; its rows become facts, a
 * STEP between it and the rest a row of the rest's end. A MAYBE is null or a region; a TREE
 * is null or a region with two trees below it. */
#include "check/shape/shape_internal.h"

#include <stdlib.h>
#include <string.h>

struct renaming {
    struct heap_checker *c;
    struct heap_state *s;
    uint32_t segment, node; /* values `self` of the segment lead to the node, */
    uint32_t twin;          /* or stay `self`, of this copy of the segment */
    struct map terms;       /* the segment's numbers to those of the node */
    struct map copies; /* owned objects to the node's copies; empty if they are taken over */
};

/* --- values that lead to a segment --- */

struct retarget {
    uint32_t object;
    bool ends[5];            /* by target: to be replaced */
    struct heap_value by[5]; /* POINTERs keep their offset if `keep` */
    bool keep;
    bool failed;
};

static void retarget_value(void *context, struct heap_value *v)
{
    struct retarget *r = context;
    if (v->kind != HEAP_POINTER || v->object != r->object || !r->ends[v->target])
        return;
    struct heap_value by = r->by[v->target];
    if (r->keep)
        by.term = v->term;
    *v = by;
}

static void lead(struct heap_state *s, uint32_t object, enum shape_target from, uint32_t to,
                 enum shape_target at)
{
    struct retarget r = {.object = object, .keep = true};
    r.ends[from] = true;
    r.by[from] = (struct heap_value){.kind = HEAP_POINTER, .object = to, .target = at};
    heap_values(s, retarget_value, &r);
}

/* --- nothing --- */

static void forget_object(struct heap_state *s, uint32_t object)
{
    struct heap_object *o = heap_at(s, object);
    heap_object_release(o);
    *o = (struct heap_object){0};
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->present && heap_at(s, i)->owner == object)
            forget_object(s, i);
}

static struct heap_value link_value(struct heap_checker *c, struct heap_object *o,
                                    uint32_t at)
{
    struct heap_cell *k = heap_cell_at(o, at, c->base.view.width / 8);
    return k ? k->value : (struct heap_value){.kind = HEAP_UNKNOWN};
}

/* What is left of the list has so many elements. */
static void note_length(struct heap_state *s, struct heap_object *o, uint32_t left)
{
    if (o->origin)
        VECTOR_PUSH(&s->lengths, ((struct heap_length){o->origin, o->taken + left}));
    o->origin = 0;
}

/* What pointers to its last element are if there is none. */
static struct heap_value last_of_none(struct heap_checker *c, struct heap_object *o)
{
    if (o->has_prev)
        return link_value(c, o, o->prev);
    return o->has_other ? o->otherwise : (struct heap_value){.kind = HEAP_UNKNOWN};
}

/* Registers hold some number where a cell is not known. */
static void name_unknown(struct heap_checker *c, struct heap_state *s)
{
    struct type pointer = {.kind = TYPE_POINTER, .width = c->base.view.width};
    for (size_t i = 0; i < s->frames.count; i++) {
        struct heap_frame *f = &s->frames.data[i];
        for (size_t k = 0; k < f->values.count; k++)
            if (f->values.data[k].kind == HEAP_UNKNOWN)
                f->values.data[k] = heap_any(c, pointer);
        for (size_t k = 0; k < f->results.count; k++)
            if (f->results.data[k].value.kind == HEAP_UNKNOWN)
                f->results.data[k].value = heap_any(c, pointer);
    }
}

bool heap_make_empty(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    struct heap_object *o = heap_at(s, object);
    struct retarget r = {.object = object};
    if (term_is(o->length)) {
        struct term none = term_bv(c->base.terms, SHAPE_LENGTH_BITS, 0);
        heap_assume(c, s, term_eq(c->base.terms, o->length, none));
    }
    if (o->kind == SHAPE_LIST) {
        r.ends[SHAPE_AT_FIRST] = r.ends[SHAPE_AT_LAST] = true;
        r.by[SHAPE_AT_FIRST] = link_value(c, o, o->next);
        r.by[SHAPE_AT_LAST] = last_of_none(c, o);
        for (int i = SHAPE_AT_FIRST; i <= SHAPE_AT_LAST; i++)
            if (r.by[i].kind == HEAP_POINTER && r.by[i].object == object)
                return false;
    } else {
        r.ends[SHAPE_AT_NODE] = true;
        r.by[SHAPE_AT_NODE] = o->has_other ? o->otherwise : heap_null(c);
        if (term_is(o->when))
            heap_assume(c, s, term_eq(c->base.terms, o->when, term_bv(c->base.terms, 1, 0)));
    }
    heap_values(s, retarget_value, &r);
    name_unknown(c, s);
    note_length(s, o, 0);
    forget_object(s, object);
    return true;
}

/* --- an element --- */

static struct term renamed(struct renaming *r, struct term t)
{
    return term_is(t) ? term_substitute(r->c->base.terms, t, &r->terms) : t;
}

static struct heap_value renamed_value(struct renaming *r, struct heap_value v)
{
    uint64_t copy;
    if (v.kind == HEAP_NUMBER || v.kind == HEAP_POINTER || v.kind == HEAP_STATIC)
        v.term = renamed(r, v.term);
    if (v.kind != HEAP_POINTER)
        return v;
    if (v.target == SHAPE_AT_SELF && v.object == r->segment) {
        if (!r->twin)
            v.target = SHAPE_AT_NODE;
        v.object = r->twin ? r->twin : r->node;
    } else if (map_get(&r->copies, v.object, &copy)) {
        v.object = (uint32_t)copy;
    }
    return v;
}

static struct term alike(struct renaming *r, struct term variable)
{
    return term_fresh(r->c->base.terms, term_sort(r->c->base.terms, variable), "element");
}

/* An owned segment's own numbers get new names, so that no two segments share any. */
static void rename_numbers(struct renaming *r, struct heap_object *o)
{
    for (size_t i = 0; i < o->numbers.count; i++) {
        struct term number = alike(r, o->numbers.data[i]), next = alike(r, o->nexts.data[i]);
        map_set(&r->terms, o->numbers.data[i].id, number.id);
        map_set(&r->terms, o->nexts.data[i].id, next.id);
        o->numbers.data[i] = number;
        o->nexts.data[i] = next;
    }
}

static void rename_content(struct renaming *r, struct heap_object *o)
{
    o->size = renamed(r, o->size);
    o->when = renamed(r, o->when);
    o->length = renamed(r, o->length);
    o->from = renamed(r, o->from);
    for (int i = 0; i < 2; i++)
        o->child[i] = renamed(r, o->child[i]);
    if (o->has_other)
        o->otherwise = renamed_value(r, o->otherwise);
    for (size_t i = 0; i < o->cells.count; i++)
        o->cells.data[i].value = renamed_value(r, o->cells.data[i].value);
    for (size_t i = 0; i < o->rows.count; i++)
        o->rows.data[i].condition = renamed(r, o->rows.data[i].condition);
}

static bool is_owned_by(const struct heap_state *s, uint32_t object, uint32_t owner)
{
    while (object && object != owner)
        object = heap_at(s, object)->owner;
    return object == owner;
}

/* The node gets copies of all that the segment owns. Owners come before what they own. */
static void copy_owned(struct renaming *r)
{
    struct heap_state *s = r->s;
    size_t count = s->objects.count;
    for (uint32_t i = 1; i < count; i++) {
        if (i == r->segment || !heap_at(s, i)->present || !is_owned_by(s, i, r->segment))
            continue;
        struct heap_object o;
        heap_object_copy(&o, heap_at(s, i));
        o.owner = (uint32_t)map_or(&r->copies, o.owner, heap_at(s, r->segment)->owner);
        rename_numbers(r, &o);
        map_set(&r->copies, i, heap_new(s, o));
    }
    for (size_t i = count; i < s->objects.count; i++)
        rename_content(r, heap_at(s, (uint32_t)i));
}

/* New variables for the element's numbers. */
static void begin_renaming(struct renaming *r)
{
    const struct heap_object *o = heap_at(r->s, r->segment);
    for (size_t i = 0; i < o->numbers.count; i++)
        map_set(&r->terms, o->numbers.data[i].id, alike(r, o->numbers.data[i]).id);
}

static void end_renaming(struct renaming *r)
{
    map_release(&r->terms);
    map_release(&r->copies);
}

static bool is_link(const struct heap_object *o, uint64_t at)
{
    if (o->kind == SHAPE_TREE && (at == o->next || at == o->other))
        return true;
    return (o->kind == SHAPE_LIST && at == o->next) || (o->has_prev && at == o->prev);
}

/* The rows of these kinds, for the element. */
static void assume_rows(struct renaming *r, unsigned kinds)
{
    const struct heap_object *o = heap_at(r->s, r->segment);
    for (size_t i = 0; i < o->rows.count; i++)
        if (kinds >> o->rows.data[i].kind & 1)
            heap_assume(r->c, r->s, renamed(r, o->rows.data[i].condition));
}

static void drop_rows(struct heap_object *o, enum shape_row_kind kind)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->rows.count; i++)
        if (o->rows.data[i].kind != kind)
            o->rows.data[kept++] = o->rows.data[i];
    o->rows.count = kept;
}

/* The STEP rows between the element and the rest become rows of the rest's end. */
static void turn_steps(struct renaming *r, bool element_first)
{
    struct heap_object *o = heap_at(r->s, r->segment);
    struct map ends = {0}, plain = {0};
    for (size_t i = 0; i < o->numbers.count; i++) {
        uint64_t node = map_or(&r->terms, o->numbers.data[i].id, 0);
        map_set(&ends, element_first ? o->numbers.data[i].id : o->nexts.data[i].id, node);
        map_set(&plain, o->nexts.data[i].id, o->numbers.data[i].id);
    }
    enum shape_row_kind kind = element_first ? SHAPE_FIRST : SHAPE_LAST;
    drop_rows(o, kind);
    size_t count = o->rows.count;
    for (size_t i = 0; i < count; i++) {
        if (o->rows.data[i].kind != SHAPE_STEP)
            continue;
        struct term t = term_substitute(r->c->base.terms, o->rows.data[i].condition, &ends);
        if (element_first)
            t = term_substitute(r->c->base.terms, t, &plain);
        VECTOR_PUSH(&o->rows, ((struct heap_row){kind, t}));
    }
    map_release(&ends);
    map_release(&plain);
}

/* No list has 2^48 elements. */
static struct term is_short(struct heap_checker *c, struct term length)
{
    struct terms *ts = c->base.terms;
    return term_2(ts, TERM_BV_SLT, length, term_bv(ts, SHAPE_LENGTH_BITS, 1ull << 48));
}

void heap_bound_lengths(struct heap_checker *c, struct heap_state *s)
{
    for (uint32_t i = 1; i < s->objects.count; i++) {
        const struct heap_object *o = heap_at(s, i);
        if (o->present && !o->owner && term_is(o->length))
            heap_assume(c, s, is_short(c, o->length));
    }
}

/* The length of a list that has one more element than the rest. */
static struct term length_of_rest(struct heap_checker *c, struct heap_state *s,
                                  struct term length)
{
    struct terms *ts = c->base.terms;
    if (!term_is(length))
        return length;
    struct term rest = term_fresh(ts, term_sort(ts, length), "rest"),
                one = term_bv(ts, SHAPE_LENGTH_BITS, 1);
    heap_assume(c, s, term_eq(ts, length, term_2(ts, TERM_BV_ADD, rest, one)));
    heap_assume(c, s, term_2(ts, TERM_BV_SGE, rest, one));
    heap_assume(c, s, is_short(c, rest));
    return rest;
}

/* The other one of a path's two links leads on. */
static void turn_fork(struct heap_checker *c, struct heap_state *s, uint32_t node,
                      uint32_t next, uint32_t other)
{
    uint32_t word = c->base.view.width / 8;
    struct heap_cell *a = heap_cell_at(heap_at(s, node), next, word),
                     *b = heap_cell_at(heap_at(s, node), other, word);
    struct heap_value v = a->value;
    a->value = b->value;
    b->value = v;
}

/* The whole list is this one element: the object stays and becomes a region. */
static void make_single(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    struct renaming r = {.c = c, .s = s, .segment = object, .node = object};
    begin_renaming(&r);
    struct heap_object *o = heap_at(s, object);
    struct term one = term_bv(c->base.terms, SHAPE_LENGTH_BITS, 1);
    if (term_is(o->length))
        heap_assume(c, s, term_eq(c->base.terms, o->length, one));
    o->length = TERM_NONE;
    assume_rows(&r, 1u << SHAPE_EACH | 1u << SHAPE_FIRST | 1u << SHAPE_LAST);
    for (uint32_t i = 1; i < s->objects.count; i++) {
        struct heap_object *owned = heap_at(s, i);
        if (i == object || !owned->present || !is_owned_by(s, i, object))
            continue;
        rename_content(&r, owned);
    }
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->present && heap_at(s, i)->owner == object)
            heap_at(s, i)->owner = o->owner;
    rename_content(&r, o);
    for (int t = SHAPE_AT_FIRST; t <= SHAPE_AT_SELF; t++)
        lead(s, object, t, object, SHAPE_AT_NODE);
    note_length(s, o, 1);
    o->kind = SHAPE_REGION;
    VECTOR_CLEAR(&o->rows);
    VECTOR_CLEAR(&o->numbers);
    VECTOR_CLEAR(&o->nexts);
    end_renaming(&r);
}

static void set_link(struct heap_checker *c, struct heap_state *s, uint32_t object,
                     uint32_t at, struct heap_value v)
{
    heap_cell_at(heap_at(s, object), at, c->base.view.width / 8)->value = v;
}

/* A region with the element's cells; its links are set by the caller. */
static uint32_t make_node(struct renaming *r)
{
    struct heap_object node;
    heap_object_copy(&node, heap_at(r->s, r->segment));
    node.kind = SHAPE_REGION;
    node.length = TERM_NONE;
    node.child[0] = node.child[1] = TERM_NONE;
    node.loose = false;
    node.origin = 0;
    VECTOR_CLEAR(&node.rows);
    VECTOR_CLEAR(&node.numbers);
    VECTOR_CLEAR(&node.nexts);
    r->node = heap_new(r->s, node);
    copy_owned(r);
    struct heap_object *o = heap_at(r->s, r->node), *segment = heap_at(r->s, r->segment);
    o->size = renamed(r, o->size);
    for (size_t i = 0; i < o->cells.count; i++)
        if (!is_link(segment, o->cells.data[i].at))
            o->cells.data[i].value = renamed_value(r, o->cells.data[i].value);
    return r->node;
}

/* An element before (or after) the rest; returns it. */
static uint32_t make_more(struct heap_checker *c, struct heap_state *s, uint32_t object,
                          bool at_first)
{
    struct renaming r = {.c = c, .s = s, .segment = object};
    begin_renaming(&r);
    uint32_t node = make_node(&r);
    struct heap_object *o = heap_at(s, object);
    uint32_t next = o->next, prev = o->prev;
    int64_t head = o->head;
    bool has_prev = o->has_prev;
    assume_rows(&r, 1u << SHAPE_EACH | 1u << (at_first ? SHAPE_FIRST : SHAPE_LAST));
    turn_steps(&r, at_first);
    o = heap_at(s, object);
    o->least = o->least > 2 ? o->least - 1 : 1;
    o->length = length_of_rest(c, s, o->length);
    o->taken++;
    lead(s, object, at_first ? SHAPE_AT_FIRST : SHAPE_AT_LAST, node, SHAPE_AT_NODE);
    struct heap_value to_node = heap_pointer(c, node, SHAPE_AT_NODE, head);
    if (at_first) {
        set_link(c, s, node, next, heap_pointer(c, object, SHAPE_AT_FIRST, head));
        if (has_prev)
            set_link(c, s, object, prev, to_node);
    } else {
        if (has_prev)
            set_link(c, s, node, prev, heap_pointer(c, object, SHAPE_AT_LAST, head));
        set_link(c, s, object, next, to_node);
    }
    end_renaming(&r);
    return node;
}

/* --- trees --- */

static uint32_t make_subtree(struct renaming *r)
{
    struct heap_object *o = heap_at(r->s, r->segment), copy;
    struct renaming below = {.c = r->c, .s = r->s, .segment = r->segment};
    heap_object_copy(&copy, o);
    rename_numbers(&below, &copy);
    copy.least = 0;
    uint32_t child = heap_new(r->s, copy);
    below.twin = child;
    size_t count = r->s->objects.count;
    for (uint32_t i = 1; i < count; i++) {
        if (i == r->segment || i == child || !heap_at(r->s, i)->present)
            continue;
        if (!is_owned_by(r->s, i, r->segment))
            continue;
        struct heap_object owned;
        heap_object_copy(&owned, heap_at(r->s, i));
        owned.owner = (uint32_t)map_or(&below.copies, owned.owner, child);
        rename_numbers(&below, &owned);
        map_set(&below.copies, i, heap_new(r->s, owned));
    }
    for (size_t i = count; i < r->s->objects.count; i++)
        rename_content(&below, heap_at(r->s, (uint32_t)i));
    rename_content(&below, heap_at(r->s, child));
    end_renaming(&below);
    return child;
}

static void make_root(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    struct renaming r = {.c = c, .s = s, .segment = object, .node = object};
    uint32_t bytes = c->base.view.width / 8, child[2] = {make_subtree(&r), make_subtree(&r)};
    struct heap_object *o = heap_at(s, object);
    uint32_t links[2] = {o->next, o->other}, prev = o->prev;
    int64_t head = o->head;
    bool has_prev = o->has_prev;
    make_single(c, s, object);
    for (int i = 0; i < 2; i++) {
        heap_store(c, s, object, links[i], bytes,
                   heap_pointer(c, child[i], SHAPE_AT_NODE, head));
        if (has_prev)
            heap_store(c, s, child[i], prev, bytes,
                       heap_pointer(c, object, SHAPE_AT_NODE, head));
    }
}

/* The root of a tree whose nodes know which of their links lead on, where bit N of `both`
 * says so of link N. */
static void make_told_root(struct heap_checker *c, struct heap_state *s, uint32_t object,
                           unsigned both)
{
    struct terms *ts = c->base.terms;
    struct renaming r = {.c = c, .s = s, .segment = object, .node = object};
    uint32_t bytes = c->base.view.width / 8, child[2] = {0};
    for (int i = 0; i < 2; i++) {
        if (!(both >> i & 1))
            continue;
        child[i] = make_subtree(&r);
        heap_at(s, child[i])->least = 1;
    }
    const struct heap_object tree = *heap_at(s, object);
    uint32_t links[2] = {tree.next, tree.other};
    make_single(c, s, object);
    struct heap_object *o = heap_at(s, object);
    struct term bits[2] = {o->child[0], o->child[1]};
    o->child[0] = o->child[1] = TERM_NONE;
    o->loose = false;
    for (int i = 0; i < 2; i++) {
        struct heap_value v = heap_number(heap_word(c, 0));
        if (tree.loose)
            v = (struct heap_value){.kind = HEAP_UNKNOWN};
        if (child[i])
            v = heap_pointer(c, child[i], SHAPE_AT_NODE, tree.head);
        heap_assume(c, s, term_eq(ts, bits[i], term_bv(ts, 1, both >> i & 1)));
        heap_store(c, s, object, links[i], bytes, v);
        if (child[i] && tree.has_prev)
            heap_store(c, s, child[i], tree.prev, bytes,
                       heap_pointer(c, object, SHAPE_AT_NODE, tree.head));
    }
}

/* --- what may be missing --- */

/* It is there: what it owns is there once. */
static void make_sure(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    struct heap_object *o = heap_at(s, object);
    if (term_is(o->when))
        heap_assume(c, s, term_eq(c->base.terms, o->when, term_bv(c->base.terms, 1, 1)));
    o->kind = SHAPE_REGION;
    o->when = TERM_NONE;
    o->has_other = false;
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->present && heap_at(s, i)->owner == object)
            heap_at(s, i)->owner = o->owner;
}

/* --- apart from the segment --- */

uint32_t heap_take_element(struct heap_checker *c, struct heap_state *s, uint32_t segment)
{
    LAW(heap_is_segment(heap_at(s, segment)));
    struct renaming r = {.c = c, .s = s, .segment = segment};
    begin_renaming(&r);
    uint32_t node = make_node(&r);
    assume_rows(&r, 1u << SHAPE_EACH);
    end_renaming(&r);
    return node;
}

uint32_t heap_copy_segment(struct heap_checker *c, struct heap_state *s, uint32_t segment)
{
    LAW(heap_is_segment(heap_at(s, segment)));
    struct renaming r = {.c = c, .s = s, .segment = segment};
    uint32_t copy = make_subtree(&r);
    heap_at(s, copy)->least = heap_at(s, segment)->least;
    return copy;
}

void heap_remove(struct heap_state *s, uint32_t object)
{
    LAW(object && heap_at(s, object)->present);
    forget_object(s, object);
}

/* --- all cases --- */

void heap_unfold(struct heap_checker *c, struct heap_state *s, uint32_t object,
                 enum shape_target target)
{
    LAW(heap_is_segment(heap_at(s, object)) || heap_at(s, object)->kind == SHAPE_MAYBE);
    const struct heap_object *o = heap_at(s, object);
    uint32_t least = o->least;
    enum shape_kind kind = o->kind;
    if (target == SHAPE_AT_SELF || target == SHAPE_AT_SOME || o->owner || !o->present) {
        heap_uncovered(c, s, "a pointer to some element of a list");
        heap_free(s);
        return;
    }
    if (heap_may_be_empty(o)) {
        struct heap_state *empty = heap_copy(s);
        if (!heap_make_empty(c, empty, object))
            heap_uncovered(c, s, "a ring of empty lists");
        VECTOR_PUSH(&c->waiting, empty);
        heap_at(s, object)->has_other &= kind != SHAPE_LIST;
    }
    bool fork = o->fork, told = term_is(o->child[0]);
    uint32_t next = o->next, other = o->other;
    for (int turned = 0; kind == SHAPE_LIST && least <= 1 && turned <= fork; turned++) {
        struct heap_state *single = heap_copy(s);
        make_single(c, single, object);
        if (turned)
            turn_fork(c, single, object, next, other);
        VECTOR_PUSH(&c->waiting, single);
    }
    if (fork) {
        struct heap_state *turned = heap_copy(s);
        uint32_t node = make_more(c, turned, object, target == SHAPE_AT_FIRST);
        turn_fork(c, turned, node, next, other);
        VECTOR_PUSH(&c->waiting, turned);
    }
    if (kind == SHAPE_LIST)
        make_more(c, s, object, target == SHAPE_AT_FIRST);
    for (unsigned both = 1; kind == SHAPE_TREE && told && both < 4; both++) {
        struct heap_state *root = heap_copy(s);
        make_told_root(c, root, object, both);
        VECTOR_PUSH(&c->waiting, root);
    }
    if (kind == SHAPE_TREE && told)
        make_told_root(c, s, object, 0);
    if (kind == SHAPE_TREE && !told)
        make_root(c, s, object);
    if (kind == SHAPE_MAYBE)
        make_sure(c, s, object);
    VECTOR_PUSH(&c->waiting, s);
}

/* A list with that length has an element. */
static void assume_any(struct heap_checker *c, struct heap_state *s, struct term length)
{
    struct terms *ts = c->base.terms;
    struct term one = term_bv(ts, SHAPE_LENGTH_BITS, 1);
    if (!term_is(length))
        return;
    heap_assume(c, s, term_2(ts, TERM_BV_SGE, length, one));
    heap_assume(c, s, is_short(c, length));
}

void heap_split_empty(struct heap_checker *c, struct heap_state *s, uint32_t object)
{
    LAW(heap_may_be_empty(heap_at(s, object)));
    struct heap_state *empty = heap_copy(s);
    if (heap_at(s, object)->kind == SHAPE_TREE) {
        heap_free(empty);
        heap_unfold(c, s, object, SHAPE_AT_NODE);
        return;
    }
    if (heap_at(s, object)->owner || !heap_make_empty(c, empty, object))
        heap_uncovered(c, s, "a ring of empty lists");
    VECTOR_PUSH(&c->waiting, empty);
    struct heap_object *o = heap_at(s, object);
    if (o->kind == SHAPE_LIST) {
        o->least = 1;
        o->has_other = false;
        assume_any(c, s, o->length);
    }
    if (o->kind == SHAPE_MAYBE)
        make_sure(c, s, object);
    VECTOR_PUSH(&c->waiting, s);
}

bool heap_focus_cells(struct heap_checker *c, struct heap_state *s, uint32_t object,
                      uint64_t at, uint64_t bytes)
{
    const struct heap_object *o = heap_at(s, object);
    for (size_t i = 0; !o->parted && i < o->cells.count; i++) {
        const struct heap_cell *k = &o->cells.data[i];
        bool touched = k->at < at + bytes && at < k->at + k->bytes;
        if (touched && k->value.kind == HEAP_STATIC) {
            heap_split_static(c, s, object, i);
            return true;
        }
        if (!touched || k->value.kind != HEAP_POINTER ||
            !heap_at(s, k->value.object)->has_other ||
            !heap_may_be_empty(heap_at(s, k->value.object)))
            continue;
        heap_split_empty(c, s, k->value.object);
        return true;
    }
    return false;
}
