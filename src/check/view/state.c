/* States: sharing, joining, and what differs between two of them. */
#include "check/view/view_internal.h"

#include "base/failure.h"

const struct view_content *view_get(struct view *v, const struct view_state *st,
                                    uint32_t object)
{
    LAW(object < v->objects.count);
    const struct view_content *c = trie_get(&st->objects, object);
    return c ? c : v->objects.data[object].first;
}

struct view_content *view_own(struct view *v, struct view_state *st, uint32_t object)
{
    const struct view_content *c = view_get(v, st, object);
    if (c->epoch == st->epoch)
        return (struct view_content *)c;
    struct view_content *copy = ARENA_NEW(&v->arena, struct view_content);
    *copy = *c;
    copy->epoch = st->epoch;
    trie_set(&v->arena, &st->objects, object, copy, st->epoch);
    LAW(view_get(v, st, object) == copy);
    return copy;
}

struct view_state view_start(struct view *v)
{
    return (struct view_state){.epoch = ++v->epoch};
}

struct view_state view_share(struct view *v, struct view_state *st)
{
    struct view_state copy = *st;
    copy.epoch = ++v->epoch;
    st->epoch = ++v->epoch;
    return copy;
}

/* --- joining --- */

struct joining {
    struct view *view;
    struct term condition;
    uint32_t epoch, object;
    const struct view_content *yes, *no;
    struct datum x, y,
        z; /* the last choice of two values, which the next byte probably wants too */
};

static struct datum choose(struct joining *j, struct datum x, struct datum y)
{
    if (datum_same(x, j->x) && datum_same(y, j->y))
        return j->z;
    j->z = datum_ite(j->view, j->condition, x, y);
    j->x = x;
    j->y = y;
    return j->z;
}

static const void *join_column(void *context, uint32_t at, const void *a, const void *b)
{
    struct joining *j = context;
    LAW(view_stride(j->view, j->object));
    struct view *v = j->view;
    const struct view_column *column = column_at(v, j->object, at);
    struct datum x = a ? *(const struct datum *)a : column_get(v, j->yes, j->object, column);
    struct datum y = b ? *(const struct datum *)b : column_get(v, j->no, j->object, column);
    struct datum *d = ARENA_NEW(&v->arena, struct datum);
    *d = datum_ite(v, j->condition, x, y);
    return d;
}

/* A byte that only one side has written is of the ground on the other, as part of a value
 * like the one written. */
static const void *join_byte(void *context, uint32_t at, const void *a, const void *b)
{
    LAW(a || b);
    struct joining *j = context;
    struct view *v = j->view;
    const struct view_byte *known = a ? a : b;
    struct view_span s = view_span_of(known, at);
    struct view_byte x, y, *joined = ARENA_NEW(&v->arena, struct view_byte);
    x = a ? *known
          : ground_byte(v, j->object, j->yes->ground, at, s.start, s.n, known->value.kind);
    y = b ? *(const struct view_byte *)b
          : ground_byte(v, j->object, j->no->ground, at, s.start, s.n, known->value.kind);
    if (x.k == y.k && x.n == y.n)
        *joined = (struct view_byte){choose(j, x.value, y.value), x.k, x.n};
    else
        *joined = view_byte_ite(v, j->condition, x, y);
    return joined;
}

static const void *join_element(void *context, uint32_t at, const void *a, const void *b)
{
    return at & APART ? join_byte(context, at, a, b) : join_column(context, at, a, b);
}

/* What an object holds that was made on one side only does not matter on the other. */
static bool only_here(struct view *v, uint32_t object, const void *other)
{
    enum view_kind kind = v->objects.data[object].kind;
    return !other && (kind == VIEW_HEAP || kind == VIEW_STACK);
}

static const void *join_object(void *context, uint32_t object, const void *a, const void *b)
{
    struct joining *j = context;
    struct view *v = j->view;
    struct view_content *c = ARENA_NEW(&v->arena, struct view_content);
    j->object = object;
    j->yes = a ? a : v->objects.data[object].first;
    j->no = b ? b : v->objects.data[object].first;
    *c = only_here(v, object, a) ? *j->no : *j->yes;
    c->epoch = j->epoch;
    c->alive = term_ite(v->terms, j->condition, j->yes->alive, j->no->alive);
    if (only_here(v, object, a) || only_here(v, object, b))
        return c;
    c->ground = ground_either(v, j->condition, j->yes->ground, j->no->ground);
    c->written = trie_merge(&v->arena, j->yes->written, j->no->written, j->epoch,
                            view_stride(v, object) ? join_element : join_byte, j);
    return c;
}

struct view_state view_merge(struct view *v, struct term condition, struct view_state yes,
                             struct view_state no)
{
    LAW(sort_kind(v->terms, term_sort(v->terms, condition)) == SORT_BOOL);
    struct joining j = {.view = v, .condition = condition, .epoch = ++v->epoch};
    struct view_state st = {
        .epoch = ++v->epoch}; /* the new contents are shared with the arguments in part */
    st.objects = trie_merge(&v->arena, yes.objects, no.objects, j.epoch, join_object, &j);
    return st;
}

/* --- what differs --- */

struct differing {
    struct view *view;
    struct view_change change;
    void (*see)(void *, const struct view_change *);
    void *context;
};

static void see_column(void *context, uint32_t at, const void *a, const void *b)
{
    struct differing *d = context;
    if (a && b && datum_same(*(const struct datum *)a, *(const struct datum *)b))
        return;
    struct view_change c = {CHANGE_PART, d->change.object, at, 0, at, true};
    c.bytes = column_at(d->view, c.object, at)->bytes;
    d->see(d->context, &c);
}

static void see_byte(void *context, uint32_t at, const void *a, const void *b)
{
    struct differing *d = context;
    const struct view_byte *x = a, *y = b;
    if (x && y && x->k == y->k && x->n == y->n && datum_same(x->value, y->value))
        return;
    struct view_span s = view_span_of(y ? y : x, at);
    struct view_change c = {CHANGE_PART, d->change.object, s.start, s.n, at, false};
    d->see(d->context, &c);
}

static void see_element(void *context, uint32_t at, const void *a, const void *b)
{
    if (at & APART)
        see_byte(context, at, a, b);
    else
        see_column(context, at, a, b);
}

static void see_object(void *context, uint32_t object, const void *a, const void *b)
{
    struct differing *d = context;
    LAW(object < d->view->objects.count);
    const struct view_content *x = a ? a : d->view->objects.data[object].first;
    const struct view_content *y = b ? b : d->view->objects.data[object].first;
    struct view_change c = {.kind = CHANGE_ALIVE, .object = object};
    if (!term_same(x->alive, y->alive))
        d->see(d->context, &c);
    c.kind = CHANGE_OBJECT;
    d->change.object = object;
    if (!ground_same(x->ground, y->ground))
        d->see(d->context, &c);
    else
        trie_difference(&x->written, &y->written,
                        view_stride(d->view, object) ? see_element : see_byte, d);
}

void view_difference(struct view *v, const struct view_state *before,
                     const struct view_state *after,
                     void (*see)(void *, const struct view_change *), void *context)
{
    struct differing d = {.view = v, .see = see, .context = context};
    trie_difference(&before->objects, &after->objects, see_object, &d);
}

struct datum view_part(struct view *v, const struct view_state *st,
                       const struct view_change *c)
{
    LAW(c->kind == CHANGE_PART);
    const struct view_content *content = view_get(v, st, c->object);
    if (c->array)
        return column_get(v, content, c->object, column_at(v, c->object, c->at));
    return bytes_read(v, content, c->object, c->at, c->bytes, DATUM_BITS);
}

void view_set_part(struct view *v, struct view_state *st, const struct view_change *c,
                   struct datum d)
{
    LAW(c->kind == CHANGE_PART);
    LAW(d.kind != DATUM_NONE);
    struct view_content *content = view_own(v, st, c->object);
    if (c->array)
        column_put(v, content, c->at, d);
    else
        bytes_write(v, content, c->object, c->at, c->bytes, d, term_bool(v->terms, true));
}
