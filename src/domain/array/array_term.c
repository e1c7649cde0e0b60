/* Terms with arrays in them: accesses, where arrays come from, stand-ins and back. */
#include "domain/array/array_internal.h"

#include "base/text.h"

#include <stdio.h>

enum { MOST_ACCESSES = 400 };

/* --- accesses --- */

struct finding {
    struct array_looking *k;
    struct map seen;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct finding *)context)->seen, t.id);
}

static void see(void *context, struct term t)
{
    struct finding *f = context;
    struct terms *ts = f->k->terms;
    enum term_op op = term_op(ts, t);
    map_set(&f->seen, t.id, 1);
    if ((op != TERM_SELECT && op != TERM_STORE) || f->k->accesses.count >= MOST_ACCESSES)
        return;
    VECTOR_PUSH(&f->k->accesses, (struct array_access){term_arg(ts, t, 0), term_arg(ts, t, 1),
                                                       op == TERM_STORE});
}

static void look(struct finding *f, struct term t)
{
    if (term_is(t))
        term_walk(f->k->terms, t, is_seen, see, f);
}

void array_accesses_find(struct array_looking *k)
{
    struct finding f = {.k = k};
    for (size_t i = 0; i < k->formula->claims.count; i++)
        look(&f, k->formula->claims.data[i].bad);
    for (size_t i = 0; i < k->formula->cuts.count; i++)
        look(&f, k->formula->cuts.data[i].when);
    for (size_t l = 0; l < k->model->loops.count; l++) {
        const struct cut_loop *c = &k->model->loops.data[l];
        look(&f, c->entered);
        look(&f, c->arrived);
        look(&f, c->back);
        for (size_t i = 0; i < c->slots.count; i++) {
            const struct slot *s = &c->slots.data[i];
            look(&f, s->entry.a);
            look(&f, s->post.a);
            if (s->pre.kind == SYM_POINTER)
                look(&f, s->entry.b), look(&f, s->post.b);
        }
        for (size_t i = 0; i < c->arrays.count; i++)
            look(&f, c->arrays.data[i].value);
    }
    map_release(&f.seen);
}

void array_leaves(struct terms *ts, struct term array, terms_list *out)
{
    terms_list todo = {0};
    struct map seen = {0};
    if (term_is(array))
        VECTOR_PUSH(&todo, array);
    while (todo.count) {
        struct term t = VECTOR_POP(&todo);
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        enum term_op op = term_op(ts, t);
        if (op == TERM_VAR)
            VECTOR_PUSH(out, t);
        if (op == TERM_STORE)
            VECTOR_PUSH(&todo, term_arg(ts, t, 0));
        if (op == TERM_ITE) {
            VECTOR_PUSH(&todo, term_arg(ts, t, 1));
            VECTOR_PUSH(&todo, term_arg(ts, t, 2));
        }
    }
    VECTOR_RELEASE(&todo);
    map_release(&seen);
}

static bool any_same(const terms_list *a, const terms_list *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (term_same(a->data[i], b->data[k]))
                return true;
    return false;
}

bool array_shares_leaf(struct terms *ts, struct term array, const struct array_view *v)
{
    terms_list mine = {0}, its = {0};
    array_leaves(ts, array, &mine);
    array_leaves(ts, v->pre, &its);
    array_leaves(ts, v->entry, &its);
    array_leaves(ts, v->post, &its);
    bool so = any_same(&mine, &its);
    VECTOR_RELEASE(&mine);
    VECTOR_RELEASE(&its);
    return so;
}

/* --- stand-ins --- */

struct judging {
    struct array_looking *k;
    bool good;
};

static void judge(void *context, struct term t)
{
    struct judging *j = context;
    j->good &= text_starts(term_name(j->k->terms, t), "forall!");
}

bool array_only_stand_ins(struct array_looking *k, struct term t)
{
    struct judging j = {k, true};
    term_variables(k->terms, t, judge, &j);
    return j.good;
}

static void copy_map(struct map *to, const struct map *from)
{
    for (size_t i = 0; from && i < from->capacity; i++)
        if (from->slots[i].used)
            map_set(to, from->slots[i].key, from->slots[i].value);
}

struct term array_generalise(struct array_looking *k, uint32_t loop, struct term t,
                             const struct map *also)
{
    LAW(loop < k->model->loops.count);
    struct map map = {0};
    copy_map(&map, &k->loops[loop].to_stand_ins);
    copy_map(&map, also);
    struct term s = term_substitute(k->terms, t, &map);
    map_release(&map);
    return array_only_stand_ins(k, s) ? s : TERM_NONE;
}

struct call_list {
    struct terms *terms;
    terms_list *out;
    struct map seen;
};

static bool call_seen(void *context, struct term t)
{
    return map_has(&((struct call_list *)context)->seen, t.id);
}

static void see_call(void *context, struct term t)
{
    struct call_list *c = context;
    map_set(&c->seen, t.id, 1);
    if (term_op(c->terms, t) == TERM_CALL && text_starts(term_name(c->terms, t), "forall!a"))
        VECTOR_PUSH(c->out, t);
}

void array_calls(struct terms *ts, struct term t, terms_list *out)
{
    struct call_list c = {.terms = ts, .out = out};
    if (term_is(t))
        term_walk(ts, t, call_seen, see_call, &c);
    map_release(&c.seen);
}

struct term array_element(struct array_looking *k, const struct array_view *v,
                          struct term index)
{
    LAW(term_width(k->terms, index) == 64);
    LAW(v->bytes);
    return term_call(k->terms, v->function, sort_bv(k->terms, 8 * v->bytes), &index, 1);
}

const struct array_view *array_view_of(struct array_looking *k, uint32_t loop,
                                       struct term call)
{
    LAW(loop < k->model->loops.count);
    struct array_loop *l = &k->loops[loop];
    for (size_t i = 0; i < l->views.count; i++)
        if (text_same(l->views.data[i].function, term_name(k->terms, call)))
            return &l->views.data[i];
    return NULL;
}

static struct term moment_of(struct term pre, struct term entry, struct term post,
                             enum row_moment m)
{
    LAW(term_is(pre) && term_is(entry) && term_is(post));
    if (m == ROW_AT_HEAD)
        return pre;
    return m == ROW_AT_ENTRY ? entry : post;
}

static void begin_map(struct array_looking *k, uint32_t loop, enum row_moment m,
                      struct term j, struct map *map)
{
    LAW(term_width(k->terms, j) == 64);
    const struct array_loop *l = &k->loops[loop];
    map_set(map, k->index.id, j.id);
    for (size_t i = 0; i < l->scalars.count; i++) {
        const struct variable_view *v = &l->scalars.data[i];
        map_set(map, l->stands[i].id, moment_of(v->pre, v->entry, v->post, m).id);
    }
}

static void map_calls(struct array_looking *k, uint32_t loop, const terms_list *calls,
                      enum row_moment m, struct map *map)
{
    struct terms *ts = k->terms;
    for (size_t i = 0; i < calls->count; i++) {
        const struct array_view *v = array_view_of(k, loop, calls->data[i]);
        struct term array = moment_of(v->pre, v->entry, v->post, m);
        LAW(sort_kind(ts, term_sort(ts, array)) == SORT_ARRAY);
        struct term index = term_substitute(ts, term_arg(ts, calls->data[i], 0), map);
        index = term_resize(ts, index, sort_width(ts, sort_index(ts, term_sort(ts, array))));
        map_set(map, calls->data[i].id, term_select(ts, array, index).id);
    }
}

struct term array_at(struct array_looking *k, uint32_t loop, struct term t, enum row_moment m,
                     struct term j)
{
    LAW(loop < k->model->loops.count);
    struct map map = {0};
    terms_list calls = {0};
    begin_map(k, loop, m, j, &map);
    array_calls(k->terms, t, &calls);
    map_calls(k, loop, &calls, m, &map);
    struct term result = term_substitute(k->terms, t, &map);
    VECTOR_RELEASE(&calls);
    map_release(&map);
    return result;
}

static struct term inside(struct array_looking *k, const struct array_view *v,
                          struct term index)
{
    LAW(v->stride && term_width(k->terms, index) == 64);
    struct terms *ts = k->terms;
    unsigned width = term_width(ts, v->size);
    uint64_t size, end = v->at + v->bytes;
    if (term_const_u64(ts, v->size, &size))
        return size < end ? term_bool(ts, false)
                          : term_2(ts, TERM_BV_ULE, index,
                                   term_bv(ts, 64, (size - end) / v->stride));
    uint64_t most = (((uint64_t)1 << (width - 1)) - end) / v->stride;
    struct term offset =
        term_2(ts, TERM_BV_MUL, term_resize(ts, index, width), term_bv(ts, width, v->stride));
    struct term last = term_2(ts, TERM_BV_ADD, offset, term_bv(ts, width, end));
    return term_and(ts, term_2(ts, TERM_BV_ULE, index, term_bv(ts, 64, most)),
                    term_2(ts, TERM_BV_ULE, last, v->size));
}

struct term array_inside(struct array_looking *k, uint32_t loop, struct term t,
                         enum row_moment m, struct term j)
{
    LAW(loop < k->model->loops.count);
    struct term all = term_bool(k->terms, true);
    terms_list calls = {0};
    if (k->index_width < 64) /* the witness has no more bits */
        all = term_2(k->terms, TERM_BV_ULT, j,
                     term_bv(k->terms, 64, (uint64_t)1 << k->index_width));
    array_calls(k->terms, t, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        struct term index = array_at(k, loop, term_arg(k->terms, calls.data[i], 0), m, j);
        all =
            term_and(k->terms, all, inside(k, array_view_of(k, loop, calls.data[i]), index));
    }
    VECTOR_RELEASE(&calls);
    return all;
}

struct term array_rename(struct terms *ts, const struct forall *f, struct term t,
                         struct map *map)
{
    terms_list calls = {0};
    array_calls(ts, t, &calls);
    for (size_t i = 0; i < calls.count; i++)
        for (uint32_t a = 0; a < f->array_count; a++) {
            char name[32];
            if (!text_same(f->arrays[a].function, term_name(ts, calls.data[i])))
                continue;
            struct term at = term_substitute(ts, term_arg(ts, calls.data[i], 0), map);
            snprintf(name, sizeof name, "a%ub%u", a, f->arrays[a].bytes);
            map_set(map, calls.data[i].id,
                    term_call(ts, name, term_sort(ts, calls.data[i]), &at, 1).id);
        }
    VECTOR_RELEASE(&calls);
    return term_substitute(ts, t, map);
}

/* --- left-overs --- */

struct stand_in_search {
    struct terms *terms;
    struct map seen;
    bool found;
};

static bool is_searched(void *context, struct term t)
{
    return map_has(&((struct stand_in_search *)context)->seen, t.id);
}

static void search_one(void *context, struct term t)
{
    struct stand_in_search *s = context;
    enum term_op op = term_op(s->terms, t);
    map_set(&s->seen, t.id, 1);
    if (op == TERM_VAR || op == TERM_CALL)
        s->found |= text_starts(term_name(s->terms, t), "forall!");
}

bool array_has_stand_in(struct terms *ts, struct term t)
{
    struct stand_in_search s = {.terms = ts};
    term_walk(ts, t, is_searched, search_one, &s);
    map_release(&s.seen);
    return s.found;
}
