#include "domain/array/array.h"

#include "base/text.h"
#include "domain/array/array_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTANCES = 14, ROUNDS = 2 };

bool array_matters(const struct cut_model *m)
{
    for (size_t l = 0; l < m->loops.count; l++) {
        if (m->loops.data[l].leaves_arrays)
            return true;
        for (size_t i = 0; i < m->loops.data[l].slots.count; i++) {
            const struct slot *s = &m->loops.data[l].slots.data[i];
            if (s->kind == SLOT_CELL && s->array && s->pre.kind == SYM_BITS && !s->idle)
                return true;
        }
    }
    return false;
}

/* --- what loops see --- */

static void add_view(struct array_looking *k, struct array_loop *l, struct array_view v)
{
    LAW(v.bytes && v.object_id < k->formula->memory.objects.count);
    const struct object *o = &k->formula->memory.objects.data[v.object_id];
    v.stride = memory_stride((struct memory *)&k->formula->memory, v.object_id);
    v.size = o->size;
    v.function = arena_format(k->arena, "forall!a%zu!%u", l->views.count, v.bytes);
    if (v.stride && v.bytes <= 8 && term_is(v.post))
        VECTOR_PUSH(&l->views, v);
}

static void see_loop(struct array_looking *k, uint32_t loop)
{
    LAW(!k->loops[loop].views.count);
    struct array_loop *l = &k->loops[loop];
    const struct cut_loop *c = l->cut = &k->model->loops.data[loop];
    if (c->kind != CUT_AT_HEAD)
        return; /* of recursive functions nothing is said here */
    domain_variables(k->terms, c, &l->scalars);
    l->stands = ARENA_ARRAY(k->arena, struct term, l->scalars.count + 1);
    for (size_t i = 0; i < l->scalars.count; i++) {
        const struct variable_view *v = &l->scalars.data[i];
        char name[40];
        bool constant = v->slot == UINT32_MAX;
        snprintf(name, sizeof name, "forall!%c%u!%u", constant ? 'c' : 'x',
                 constant ? v->constant : v->slot, v->width);
        l->stands[i] = term_var(k->terms, sort_bv(k->terms, v->width), name);
        if (!map_has(&l->to_stand_ins, v->pre.id))
            map_set(&l->to_stand_ins, v->pre.id, l->stands[i].id);
    }
    for (size_t i = 0; i < c->slots.count; i++) {
        const struct slot *s = &c->slots.data[i];
        if (s->kind != SLOT_CELL || !s->array || s->pre.kind != SYM_BITS)
            continue;
        add_view(k, l,
                 (struct array_view){.changed = true,
                                     .object = s->object,
                                     .object_id = s->object_id,
                                     .at = s->at,
                                     .bytes = s->bytes,
                                     .pre = s->pre.a,
                                     .entry = s->entry.a,
                                     .post = s->post.a});
    }
    for (size_t i = 0; i < c->arrays.count; i++) {
        const struct loop_array *a = &c->arrays.data[i];
        add_view(k, l,
                 (struct array_view){.object = a->object,
                                     .object_id = a->object_id,
                                     .at = a->at,
                                     .bytes = a->bytes,
                                     .pre = a->value,
                                     .entry = a->value,
                                     .post = a->value});
    }
}

/* --- instances --- */

static terms_list *instances_of(struct array_looking *k, struct term leaf)
{
    uint64_t at = k->instances.count;
    if (!map_get(&k->lists, leaf.id, &at)) {
        map_set(&k->lists, leaf.id, at);
        VECTOR_PUSH(&k->instances, (terms_list){0});
        VECTOR_PUSH(&k->instances.data[at], k->witness);
    }
    LAW(at < k->instances.count);
    return &k->instances.data[at];
}

static void add_instance(terms_list *list, struct term j)
{
    LAW(list->count <= MOST_INSTANCES);
    for (size_t i = 0; i < list->count; i++)
        if (term_same(list->data[i], j))
            return;
    if (list->count < MOST_INSTANCES)
        VECTOR_PUSH(list, j);
}

static void read_at(struct array_looking *k, struct term array, struct term j)
{
    terms_list leaves = {0};
    array_leaves(k->terms, array, &leaves);
    for (size_t i = 0; i < leaves.count; i++)
        add_instance(instances_of(k, leaves.data[i]), j);
    VECTOR_RELEASE(&leaves);
}

/* The indices at which a draft is relied on: where the arrays that it reads at j are read. */
static void indices_of(struct array_looking *k, const struct array_draft *d, terms_list *out)
{
    LAW(d->loop < k->model->loops.count);
    terms_list calls = {0}, leaves = {0};
    array_calls(k->terms, d->value, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (term_same(term_arg(k->terms, calls.data[i], 0), k->index))
            array_leaves(k->terms, array_view_of(k, d->loop, calls.data[i])->pre, &leaves);
    add_instance(out, k->witness);
    for (size_t i = 0; i < leaves.count; i++) {
        const terms_list *list = instances_of(k, leaves.data[i]);
        for (size_t n = 0; n < list->count; n++)
            add_instance(out, list->data[n]);
    }
    VECTOR_RELEASE(&calls);
    VECTOR_RELEASE(&leaves);
}

/* Relying on a draft reads its arrays, at entry and after the body too. */
static void spread(struct array_looking *k, const struct array_draft *d)
{
    terms_list calls = {0}, indices = {0};
    array_calls(k->terms, d->value, &calls);
    indices_of(k, d, &indices);
    for (size_t i = 0; i < calls.count; i++) {
        const struct array_view *v = array_view_of(k, d->loop, calls.data[i]);
        struct term at = term_arg(k->terms, calls.data[i], 0);
        read_at(k, v->entry, array_at(k, d->loop, at, ROW_AT_ENTRY, k->witness));
        read_at(k, v->post, array_at(k, d->loop, at, ROW_AFTER, k->witness));
        for (size_t n = 0; n < indices.count; n++)
            read_at(k, v->pre, array_at(k, d->loop, at, ROW_AT_HEAD, indices.data[n]));
    }
    VECTOR_RELEASE(&calls);
    VECTOR_RELEASE(&indices);
}

static void find_instances(struct array_looking *k)
{
    for (size_t i = 0; i < k->accesses.count; i++)
        if (!k->accesses.data[i].write)
            read_at(k, k->accesses.data[i].array,
                    term_zext(k->terms, k->accesses.data[i].index, 64));
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < k->drafts.count; i++)
            spread(k, &k->drafts.data[i]);
}

/* --- rows --- */

static struct term condition_at(struct array_looking *k, const struct array_draft *d,
                                struct term segment, enum row_moment m, struct term j)
{
    LAW(sort_kind(k->terms, term_sort(k->terms, segment)) == SORT_BOOL);
    LAW(term_width(k->terms, j) == 64);
    return term_and(k->terms, array_inside(k, d->loop, d->value, m, j),
                    array_at(k, d->loop, segment, m, j));
}

/* The stand-ins that occur in the draft. */
struct occurring {
    struct array_looking *k;
    const struct array_loop *loop;
    struct forall *out;
};

static void see_stand_in(void *context, struct term t)
{
    struct occurring *o = context;
    struct forall *f = o->out;
    if (term_op(o->k->terms, t) == TERM_CALL)
        return;
    for (size_t i = 0; i < f->scalar_count; i++)
        if (term_same(f->scalars[i].stands, t))
            return;
    LAW(f->scalar_count <= o->loop->scalars.count);
    for (size_t i = 0; i < o->loop->scalars.count; i++)
        if (term_same(o->loop->stands[i], t))
            f->scalars[f->scalar_count++] =
                (struct row_scalar){row_operand(&o->loop->scalars.data[i]), t};
}

static void name_parts(struct array_looking *k, const struct array_draft *d, struct forall *f)
{
    const struct array_loop *l = &k->loops[d->loop];
    struct occurring o = {k, l, f};
    terms_list calls = {0};
    array_calls(k->terms, d->value, &calls);
    f->scalars = ARENA_ARRAY(k->arena, struct row_scalar, l->scalars.count + 1);
    f->arrays = ARENA_ARRAY(k->arena, struct row_array, l->views.count + 1);
    term_variables(k->terms, f->segment, see_stand_in, &o);
    term_variables(k->terms, f->body, see_stand_in, &o);
    for (size_t i = 0; i < calls.count; i++) {
        const struct array_view *v = array_view_of(k, d->loop, calls.data[i]);
        bool known = false;
        for (uint32_t a = 0; a < f->array_count; a++)
            known |= f->arrays[a].object == v->object && f->arrays[a].at == v->at;
        if (!known)
            f->arrays[f->array_count++] = (struct row_array){
                v->object, v->object_id, v->at, v->bytes, v->stride, v->function};
    }
    LAW(f->array_count <= l->views.count);
    VECTOR_RELEASE(&calls);
}

/* The same in every formula, which numbers of constants are not. */
static uint64_t name_of(const struct array_loop *l, struct term stands)
{
    size_t i = 0;
    while (!term_same(l->stands[i], stands))
        i++;
    return l->scalars.data[i].name;
}

static uint64_t shape_of(struct array_looking *k, const struct array_draft *d,
                         const struct forall *f)
{
    struct text t = {0};
    term_print(k->terms, f->segment, &t);
    term_print(k->terms, f->body, &t);
    uint64_t h = hash_pair(50 + d->kind, hash_bytes(text_of(&t), strlen(text_of(&t))));
    for (uint32_t i = 0; i < f->scalar_count; i++)
        h = hash_pair(h, name_of(&k->loops[d->loop], f->scalars[i].stands));
    for (uint32_t i = 0; i < f->array_count; i++)
        h = hash_pair(h, hash_pair(f->arrays[i].object, f->arrays[i].at));
    text_release(&t);
    return h;
}

static void make_row(struct array_looking *k, const struct array_draft *d, rows *out)
{
    LAW(d->domain && d->loop < k->model->loops.count);
    struct terms *ts = k->terms;
    struct forall *f = ARENA_NEW(k->arena, struct forall);
    terms_list indices = {0};
    f->index = k->index;
    f->segment = array_segment_guard(k, d->segment);
    f->body = d->value;
    name_parts(k, d, f);
    struct row r = {.kind = d->kind,
                    .loop = d->loop,
                    .domain = d->domain,
                    .most = d->most,
                    .forall = f,
                    .shape = shape_of(k, d, f)};
    r.expression.form = FORM_FORALL;
    snprintf(r.text, sizeof r.text, "all elements of a segment");
    r.entry = array_at(k, d->loop, d->value, ROW_AT_ENTRY, k->witness);
    r.post = array_at(k, d->loop, d->value, ROW_AFTER, k->witness);
    r.pre = array_at(k, d->loop, d->value, ROW_AT_HEAD, k->witness);
    for (int m = 0; m < 3; m++)
        r.guard[m] = condition_at(k, d, f->segment, (enum row_moment)m, k->witness);
    indices_of(k, d, &indices);
    f->guard = ARENA_ARRAY(k->arena, struct term, indices.count);
    f->value = ARENA_ARRAY(k->arena, struct term, indices.count);
    for (size_t i = 0; i < indices.count; i++) {
        struct term guard = condition_at(k, d, f->segment, ROW_AT_HEAD, indices.data[i]);
        if (term_is_false(ts, guard))
            continue;
        f->guard[f->instances] = guard;
        f->value[f->instances++] =
            array_at(k, d->loop, d->value, ROW_AT_HEAD, indices.data[i]);
    }
    LAW(f->instances <= indices.count);
    VECTOR_RELEASE(&indices);
    LAW(forall_is_lawful(ts, f, term_sort(ts, r.pre)));
    VECTOR_PUSH(out, r);
}

static void release(struct array_looking *k)
{
    for (uint32_t l = 0; l < k->model->loops.count; l++) {
        VECTOR_RELEASE(&k->loops[l].scalars);
        VECTOR_RELEASE(&k->loops[l].views);
        map_release(&k->loops[l].to_stand_ins);
    }
    free(k->loops);
    for (size_t i = 0; i < k->instances.count; i++)
        VECTOR_RELEASE(&k->instances.data[i]);
    VECTOR_RELEASE(&k->instances);
    VECTOR_RELEASE(&k->accesses);
    VECTOR_RELEASE(&k->drafts);
    VECTOR_RELEASE(&k->classes);
    map_release(&k->lists);
}

/* No element that lies inside its object has a number of more bits. */
static unsigned index_width(const struct array_looking *k)
{
    unsigned most = 1;
    for (uint32_t l = 0; l < k->model->loops.count; l++)
        for (size_t i = 0; i < k->loops[l].views.count; i++) {
            struct sort array = term_sort(k->terms, k->loops[l].views.data[i].pre);
            unsigned width = sort_width(k->terms, sort_index(k->terms, array));
            if (width > most)
                most = width;
        }
    return most;
}

static void array_rows(const struct domain_context *c, enum array_effort effort, rows *out)
{
    struct terms *ts = c->terms;
    const struct cut_model *m = c->model;
    if (!c->formula || !array_matters(m))
        return;
    struct array_looking k = {
        .terms = ts, .formula = c->formula, .model = m, .effort = effort, .arena = c->arena};
    k.index = term_var(ts, sort_bv(ts, 64), "forall!j");
    k.loops = calloc(m->loops.count + 1, sizeof *k.loops);
    array_accesses_find(&k);
    for (uint32_t l = 0; l < m->loops.count; l++)
        see_loop(&k, l);
    char name[24];
    k.index_width = index_width(&k);
    snprintf(name, sizeof name, "witness!%u", k.index_width);
    k.witness = term_zext(ts, term_var(ts, sort_bv(ts, k.index_width), name), 64);
    array_drafts(&k);
    find_instances(&k);
    for (size_t i = 0; i < k.drafts.count; i++)
        make_row(&k, &k.drafts.data[i], out);
    release(&k);
}

static void simple_rows(const struct domain_context *c, const struct domain *d, rows *out)
{
    (void)d;
    array_rows(c, ARRAY_SEGMENTS, out);
}

static void all_rows(const struct domain_context *c, const struct domain *d, rows *out)
{
    (void)d;
    array_rows(c, ARRAY_ALL, out);
}

const struct domain domain_segment = {.name = "segments",
                                      .summary =
                                          "facts about all elements that a loop has passed",
                                      .needs = DOMAIN_NEEDS_ARRAYS,
                                      .model_rows = simple_rows};
static const struct domain *const inner[] = {&domain_segment, NULL};
const struct domain domain_array = {.name = "arrays",
                                    .summary =
                                        "facts about all elements of any segment of an array",
                                    .needs = DOMAIN_NEEDS_ARRAYS,
                                    .model_rows = all_rows,
                                    .inner = inner};
