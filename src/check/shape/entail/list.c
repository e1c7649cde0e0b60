/* Lists in the entailment of the checker of shapes: a wanted list is stood for by a run of
 * given regions and lists, found by walking along `next` from the value that leads to its
 * first element. */
#include "check/shape/entail/match.h"

bool match_is_link(const struct heap_object *o, uint64_t at, uint32_t bytes, uint32_t word)
{
    uint32_t links[3] = {o->next, o->prev, o->other};
    bool there[3] = {true, o->has_prev, o->kind == SHAPE_TREE || o->fork};
    for (int i = 0; i < 3; i++)
        if (there[i] && at < (uint64_t)links[i] + word && links[i] < at + bytes)
            return true;
    return false;
}

struct term match_rows(struct matching *m, uint32_t given, enum shape_row_kind kind)
{
    LAW(heap_is_segment(heap_at(m->given, given)));
    const struct heap_object *g = heap_at(m->given, given);
    struct term all = term_bool(m->c->base.terms, true);
    for (size_t i = 0; i < g->rows.count; i++)
        if (g->rows.data[i].kind == kind)
            all = term_and(m->c->base.terms, all, g->rows.data[i].condition);
    return all;
}

struct match_run *match_run_of(struct context *x, uint32_t object)
{
    for (size_t i = 0; i < x->runs.count; i++)
        if (x->runs.data[i].object == object)
            return &x->runs.data[i];
    return NULL;
}

static const struct match_pair *pair_of(const struct context *x, uint32_t object,
                                        enum shape_target target)
{
    for (size_t i = 0; i < x->pairs.count; i++)
        if (x->pairs.data[i].object == object && x->pairs.data[i].target == target)
            return &x->pairs.data[i];
    return NULL;
}

/* --- where a run ends --- */

/* What stands for the wanted pointer, if one to the same node but perhaps another byte of it
 * stands for the pair's. */
static struct heap_value moved(struct matching *m, const struct match_pair *p,
                               struct heap_value w)
{
    struct terms *ts = m->c->base.terms;
    struct heap_value out = p->given;
    if (out.kind == HEAP_POINTER)
        out.term =
            term_2(ts, TERM_BV_ADD, out.term, term_2(ts, TERM_BV_SUB, w.term, p->offset));
    return out;
}

/* The given value that stands for a wanted one, if that is clear already. */
static bool known_value(struct matching *m, struct context *x, struct heap_value w,
                        struct heap_value *out)
{
    uint64_t given;
    if (w.kind == HEAP_NUMBER && !map_has(&m->owner_of, w.term.id))
        return *out = w, true;
    if (w.kind != HEAP_POINTER || w.target == SHAPE_AT_SELF)
        return false;
    const struct heap_object *o = heap_at(m->wanted, w.object);
    struct context *at = match_owner(x, o->owner);
    if (!at)
        return false;
    if (o->kind == SHAPE_LIST) {
        const struct match_pair *p = pair_of(at, w.object, w.target);
        return p ? (*out = moved(m, p, w), true) : false;
    }
    if (!map_get(&at->objects, w.object, &given))
        return false;
    *out = w;
    out->object = (uint32_t)given;
    if (!given)
        *out = heap_null(m->c);
    return true;
}

static bool same_value(const struct heap_value *a, const struct heap_value *b)
{
    if (a->kind != b->kind || !term_same(a->term, b->term))
        return false;
    return a->kind != HEAP_POINTER || (a->object == b->object && a->target == b->target);
}

/* --- what may be part of a run --- */

static bool same_links(const struct heap_object *w, const struct heap_object *g)
{
    if (w->fork || g->fork)
        return false;
    if (w->head != g->head || w->next != g->next)
        return false;
    return !w->has_prev || (g->has_prev && g->prev == w->prev);
}

static bool can_be_item(struct matching *m, struct context *x, const struct heap_object *w,
                        struct heap_value v, bool backward)
{
    enum shape_target end = backward ? SHAPE_AT_LAST : SHAPE_AT_FIRST;
    uint64_t at;
    if (v.kind != HEAP_POINTER || !term_const_u64(m->c->base.terms, v.term, &at) ||
        at != w->head)
        return false;
    const struct heap_object *g = heap_at(m->given, v.object);
    bool region = g->kind == SHAPE_REGION && v.target == SHAPE_AT_NODE;
    bool list = g->kind == SHAPE_LIST && v.target == end && same_links(w, g);
    bool maybe = g->kind == SHAPE_MAYBE && v.target == SHAPE_AT_NODE && !w->has_prev &&
                 g->head == w->head && !g->has_other;
    if (!region && !list && !maybe)
        return false;
    if (!g->alive || g->storage != SHAPE_HEAP)
        return false;
    if (term_is_const(m->c->base.terms, w->size) && !term_same(g->size, w->size))
        return false;
    return g->owner == x->owner && !map_has(&m->claimed, v.object);
}

static struct heap_value pointer_to_item(struct matching *m, const struct heap_object *w,
                                         const struct context *item, bool last)
{
    enum shape_target end = last ? SHAPE_AT_LAST : SHAPE_AT_FIRST;
    return heap_pointer(m->c, item->item, item->generic ? end : SHAPE_AT_NODE, w->head);
}

static bool take_item(struct matching *m, struct context *x, uint32_t list,
                      struct match_run *run, uint32_t given)
{
    map_set(&m->claimed, given, 1);
    struct context *item = match_context(m, x, list, given);
    VECTOR_PUSH(&run->items, item);
    if (!match_offset(m, item, heap_at(m->wanted, list)->size,
                      heap_at(m->given, given)->size))
        return false;
    return match_cells(m, item, list, given) && match_lists(m, item);
}

/* Each item leads to the next one, and back; the ends lead where the wanted list says. */
static bool match_links(struct matching *m, struct context *x, uint32_t list,
                        const struct match_run *run)
{
    const struct heap_object *w = heap_at(m->wanted, list);
    size_t count = run->items.count;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct context *a = run->items.data[i], *b = run->items.data[i + 1];
        struct heap_value next = match_link(m, m->given, a->item, w->next),
                          to_next = pointer_to_item(m, w, b, false);
        if (!same_value(&next, &to_next))
            return match_fails(m, "a link that leads elsewhere");
        if (!w->has_prev)
            continue;
        struct heap_value back = match_link(m, m->given, b->item, w->prev),
                          to_back = pointer_to_item(m, w, a, true);
        if (!same_value(&back, &to_back))
            return match_fails(m, "a link back that leads elsewhere");
    }
    uint32_t first = run->items.data[0]->item, last = run->items.data[count - 1]->item;
    if (!match_value(m, x, match_link(m, m->wanted, list, w->next),
                     match_link(m, m->given, last, w->next)))
        return false;
    return !w->has_prev || match_value(m, x, match_link(m, m->wanted, list, w->prev),
                                       match_link(m, m->given, first, w->prev));
}

/* --- rows --- */

static bool may_be_none(struct matching *m, const struct context *item)
{
    return heap_may_be_empty(heap_at(m->given, item->item));
}

static void want_row(struct matching *m, const struct heap_row *row, uint32_t list,
                     struct context *here, struct context *there, struct term when)
{
    VECTOR_PUSH(&m->rows,
                ((struct match_row){row->condition, here, there, there ? list : 0, when}));
}

static struct term end_known(struct matching *m, const struct context *item,
                             enum shape_row_kind kind)
{
    if (!item->generic)
        return term_bool(m->c->base.terms, true);
    return match_rows(m, item->item, kind);
}

/* An element is first if all items before it may be empty; it is followed by one after items
 * that may be. */
static void want_first(struct matching *m, const struct match_run *run,
                       const struct heap_row *row)
{
    for (size_t i = 0; i < run->items.count; i++) {
        want_row(m, row, 0, run->items.data[i], NULL,
                 end_known(m, run->items.data[i], SHAPE_FIRST));
        if (!may_be_none(m, run->items.data[i]))
            return;
    }
}

static void want_last(struct matching *m, const struct match_run *run,
                      const struct heap_row *row)
{
    for (size_t i = run->items.count; i-- > 0;) {
        want_row(m, row, 0, run->items.data[i], NULL,
                 end_known(m, run->items.data[i], SHAPE_LAST));
        if (!may_be_none(m, run->items.data[i]))
            return;
    }
}

static void want_steps(struct matching *m, const struct match_run *run, uint32_t list,
                       const struct heap_row *row)
{
    struct terms *ts = m->c->base.terms;
    for (size_t i = 0; i < run->items.count; i++) {
        struct context *a = run->items.data[i];
        if (a->generic)
            want_row(m, row, list, a, a, match_rows(m, a->item, SHAPE_STEP));
        for (size_t k = i + 1; k < run->items.count; k++) {
            struct context *b = run->items.data[k];
            struct term ends =
                term_and(ts, end_known(m, a, SHAPE_LAST), end_known(m, b, SHAPE_FIRST));
            want_row(m, row, list, a, b, ends);
            if (!may_be_none(m, b))
                break;
        }
    }
}

static void want_rows(struct matching *m, const struct match_run *run, uint32_t list)
{
    const struct heap_object *w = heap_at(m->wanted, list);
    struct term yes = term_bool(m->c->base.terms, true);
    for (size_t i = 0; i < w->rows.count; i++) {
        const struct heap_row *row = &w->rows.data[i];
        for (size_t k = 0; row->kind == SHAPE_EACH && k < run->items.count; k++)
            want_row(m, row, 0, run->items.data[k], NULL, yes);
        if (row->kind == SHAPE_FIRST)
            want_first(m, run, row);
        if (row->kind == SHAPE_LAST)
            want_last(m, run, row);
        if (row->kind == SHAPE_STEP)
            want_steps(m, run, list, row);
    }
}

/* --- lengths --- */

/* How many elements it is; none: that is open. */
static struct term length_of(struct matching *m, const struct heap_object *g)
{
    struct terms *ts = m->c->base.terms;
    switch (g->kind) {
    case SHAPE_REGION:
        return term_bv(ts, SHAPE_LENGTH_BITS, 1);
    case SHAPE_MAYBE:
        return term_is(g->when) ? term_zext(ts, g->when, SHAPE_LENGTH_BITS) : TERM_NONE;
    case SHAPE_LIST:
        return g->length;
    case SHAPE_TREE:
    case SHAPE_CELL:
    case SHAPE_CELLS:
        break;
    }
    return TERM_NONE;
}

/* That of the wanted list is the sum of those of its items. */
static bool match_length(struct matching *m, struct context *x, const struct match_run *run,
                         uint32_t list)
{
    struct terms *ts = m->c->base.terms;
    struct term wanted = heap_at(m->wanted, list)->length;
    if (!term_is(wanted))
        return true;
    struct term sum = term_bv(ts, SHAPE_LENGTH_BITS, 0);
    for (size_t i = 0; i < run->items.count; i++) {
        struct term length = length_of(m, heap_at(m->given, run->items.data[i]->item));
        if (!term_is(length))
            return match_fails(m, "a list whose length is open");
        sum = term_2(ts, TERM_BV_ADD, sum, length);
    }
    return match_offset(m, x, wanted, sum);
}

/* --- runs --- */

static uint32_t least_of(const struct heap_object *g)
{
    if (g->kind == SHAPE_LIST)
        return g->least;
    return g->kind == SHAPE_REGION;
}

struct list_walk {
    uint32_t list;
    bool backward; /* from its last element along `prev` */
    struct heap_value at;
    bool ends; /* the end is known: */
    struct heap_value end;
};

static void reverse(struct match_run *run)
{
    for (size_t i = 0, k = run->items.count; i + 1 < k; i++) {
        struct context *item = run->items.data[i];
        run->items.data[i] = run->items.data[--k];
        run->items.data[k] = item;
    }
}

static bool is_at_end(const struct list_walk *k, const struct match_run *run, uint32_t least)
{
    return k->ends && same_value(&k->at, &k->end) && (run->items.count || least == 0);
}

static bool walk(struct matching *m, struct context *x, struct list_walk *k,
                 struct match_run *run)
{
    const struct heap_object *w = heap_at(m->wanted, k->list);
    uint32_t length = 0, link = k->backward ? w->prev : w->next;
    while (!is_at_end(k, run, w->least)) {
        if ((!k->ends && run->items.count >= m->longest) ||
            !can_be_item(m, x, w, k->at, k->backward))
            break;
        uint32_t given = k->at.object;
        const struct heap_object *g = heap_at(m->given, given);
        bool maybe = g->kind == SHAPE_MAYBE;
        length += least_of(g);
        k->at = match_link(m, m->given, given, link);
        /* what leads to it is null then */
        if (maybe && !(heap_is_zero(m->c, k->at) && k->ends && heap_is_zero(m->c, k->end)))
            return match_fails(m, "a node in the middle that may be missing");
        if (!take_item(m, x, k->list, run, given))
            return false;
    }
    if (length < w->least)
        return match_fails(m, "a list that is too short");
    if (!run->items.count)
        return match_value(m, x, match_link(m, m->wanted, k->list, link), k->at) &&
               match_length(m, x, run, k->list);
    if (k->backward)
        reverse(run);
    return match_links(m, x, k->list, run) && match_length(m, x, run, k->list);
}

/* A value that leads to the first element, or else (in lists of two ways) to the last one. */
static bool start_of(struct matching *m, struct context *x, struct list_walk *k)
{
    const struct heap_object *w = heap_at(m->wanted, k->list);
    const struct match_pair *first = pair_of(x, k->list, SHAPE_AT_FIRST),
                            *last = pair_of(x, k->list, SHAPE_AT_LAST);
    k->backward = !first && last && w->has_prev;
    if (!first && !k->backward)
        return false;
    k->at = first ? first->given : last->given;
    if (k->at.kind == HEAP_POINTER && w->least > 0)
        k->at.term = heap_word(m->c, w->head);
    return true;
}

static bool run_list(struct matching *m, struct context *x, uint32_t list, bool force,
                     bool *done)
{
    const struct heap_object *w = heap_at(m->wanted, list);
    struct list_walk k = {.list = list};
    if (!start_of(m, x, &k))
        return true;
    if (w->fork && k.backward)
        k.at = match_path_start(m, x, list, k.at);
    if (w->fork)
        k.backward = false;
    k.ends = known_value(m, x, match_link(m, m->wanted, list, k.backward ? w->prev : w->next),
                         &k.end);
    if (!k.ends && !force)
        return true;
    if (w->fork && !k.ends) {
        const struct match_pair *last = pair_of(x, list, SHAPE_AT_LAST);
        k.end = match_path_end(m, list, last ? last->given : k.at);
        k.ends = true;
    }
    struct match_run run = {.object = list};
    *done = true;
    m->guessed |= !k.ends;
    bool good = w->fork ? match_path(m, x, list, &run, k.at, k.end) : walk(m, x, &k, &run);
    VECTOR_PUSH(&x->runs, run);
    want_rows(m, &run, list);
    return good;
}

bool match_lists(struct matching *m, struct context *x)
{
    bool done;
    do {
        done = false;
        for (int force = 0; force < 2 && !done; force++)
            for (uint32_t i = 1; i < m->wanted->objects.count && !done; i++) {
                const struct heap_object *w = heap_at(m->wanted, i);
                if (w->kind != SHAPE_LIST || w->owner != x->segment || match_run_of(x, i))
                    continue;
                if (!run_list(m, x, i, force, &done))
                    return false;
            }
    } while (done);
    return true;
}

/* --- pointers to the ends of lists, once all runs are known --- */

/* The list may be empty, and nothing leads back from what follows it: is what leads to its
 * last element then among what the wanted list says? */
static bool match_last_of_none(struct matching *m, struct context *x,
                               const struct heap_object *w, const struct match_run *run)
{
    const struct heap_object *g = heap_at(m->given, VECTOR_LAST(&run->items)->item);
    if (!heap_may_be_empty(g))
        return true;
    if (run->items.count > 1)
        return match_fails(m, "a last node that may be missing");
    if (!w->has_other)
        return true;
    if (g->has_other)
        return match_value(m, x, w->otherwise, g->otherwise);
    return g->kind == SHAPE_MAYBE ? match_value(m, x, w->otherwise, heap_null(m->c))
                                  : match_fails(m, "the last of a list that may be empty");
}

static bool match_end(struct matching *m, struct context *x, const struct match_pair *p)
{
    const struct heap_object *w = heap_at(m->wanted, p->object);
    const struct match_run *run = match_run_of(x, p->object);
    bool last = p->target == SHAPE_AT_LAST;
    if (!run)
        return match_fails(m, "a list that is not there");
    if (!run->items.count && last && !w->has_prev)
        return !w->has_other || match_value(m, x, w->otherwise, p->given);
    if (!run->items.count)
        return match_value(
            m, x, match_link(m, m->wanted, p->object, last ? w->prev : w->next), p->given);
    const struct context *item = last ? VECTOR_LAST(&run->items) : run->items.data[0];
    struct heap_value end = pointer_to_item(m, w, item, last);
    if (last && !w->has_prev && !match_last_of_none(m, x, w, run))
        return false;
    if (last && w->has_prev && heap_at(m->given, item->item)->kind == SHAPE_MAYBE)
        return match_fails(m, "a last node that may be missing");
    if (p->given.kind != HEAP_POINTER || p->given.object != end.object ||
        p->given.target != end.target)
        return match_fails(m, "a pointer to another element");
    return match_offset(m, x, p->offset, p->given.term);
}

bool match_pairs(struct matching *m, struct context *x)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        bool led_to = pair_of(x, i, SHAPE_AT_FIRST) || pair_of(x, i, SHAPE_AT_LAST);
        if (w->kind != SHAPE_LIST || w->owner != x->segment || w->least || led_to ||
            match_run_of(x, i))
            continue;
        struct match_run none = {.object = i};
        VECTOR_PUSH(&x->runs, none);
        if (!match_length(m, x, &none, i))
            return false;
    }
    while (x->verified < x->pairs.count) {
        struct match_pair p = x->pairs.data[x->verified++];
        if (!match_end(m, x, &p))
            return false;
    }
    return true;
}
