#include "domain/array.h"

#include "base/text.h"
#include "domain/array_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 400, MOST_INSTANCES = 14, MOST_SCALARS = 6, MOST_OTHERS = 4, MOST_LIMITS = 8, ROUNDS = 2 };

/* The engine adds the rows: they need the whole formula. */
static void no_rows(struct terms *ts, const struct domain *d, uint32_t loop, const struct cut_loop *cut,
                    const struct variable_view *v, size_t count, rows *out)
{
    (void)ts, (void)d, (void)loop, (void)cut, (void)v, (void)count, (void)out;
}
const struct domain domain_segment = {
    .name = "segments", .summary = "facts about all elements that a loop has passed", .rows = no_rows};
static const struct domain *const inner[] = {&domain_segment, NULL};
const struct domain domain_array = {.name = "arrays",
                                    .summary = "facts about all elements of any segment of an array",
                                    .rows = no_rows,
                                    .inner = inner};

bool array_matters(const struct cut_model *m)
{
    for (size_t l = 0; l < m->loops.count; l++)
        for (size_t i = 0; i < m->loops.data[l].slots.count; i++) {
            const struct slot *s = &m->loops.data[l].slots.data[i];
            if (s->kind == SLOT_CELL && s->array && s->pre.kind == SYM_BITS) return true;
        }
    return false;
}

/* --- what loops see --- */

static void add_view(struct array_looking *k, struct array_loop *l, struct array_view v)
{
    const struct object *o = &k->formula->memory.objects.data[v.object_id];
    v.stride = memory_stride((struct memory *)&k->formula->memory, v.object_id);
    v.size = o->size;
    v.function = arena_format(k->arena, "forall!a%zu!%u", l->views.count, v.bytes);
    if (v.stride && v.bytes <= 8 && term_is(v.post)) VECTOR_PUSH(&l->views, v);
}

static void see_loop(struct array_looking *k, uint32_t loop)
{
    struct array_loop *l = &k->loops[loop];
    const struct cut_loop *c = l->cut = &k->model->loops.data[loop];
    if (c->kind != CUT_AT_HEAD) return; /* of recursive functions nothing is said here */
    domain_variables(k->terms, c, &l->scalars);
    l->stands = ARENA_ARRAY(k->arena, struct term, l->scalars.count + 1);
    for (size_t i = 0; i < l->scalars.count; i++) {
        const struct variable_view *v = &l->scalars.data[i];
        char name[40];
        snprintf(name, sizeof name, "forall!x%zu!%u", i, v->width);
        l->stands[i] = term_var(k->terms, sort_bv(k->terms, v->width), name);
        if (!map_has(&l->to_stand_ins, v->pre.id)) map_set(&l->to_stand_ins, v->pre.id, l->stands[i].id);
    }
    for (size_t i = 0; i < c->slots.count; i++) {
        const struct slot *s = &c->slots.data[i];
        if (s->kind != SLOT_CELL || !s->array || s->pre.kind != SYM_BITS) continue;
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

/* --- drafts --- */

static void draft(struct array_looking *k, struct array_draft d)
{
    d.domain = k->domain;
    if (k->domain != &domain_segment && k->effort == ARRAY_SEGMENTS) return;
    if (k->drafts.count < MOST_ROWS) VECTOR_PUSH(&k->drafts, d);
}

static void fact(struct array_looking *k, uint32_t loop, struct array_segment s, struct term value)
{
    draft(k, (struct array_draft){.loop = loop, .kind = ROW_FACT, .segment = s, .value = value});
}

/* +-x <= d, in a word wide enough. */
static void bounds(struct array_looking *k, uint32_t loop, struct array_segment s, struct term x,
                   __int128 least, __int128 most)
{
    struct array_draft d = {.loop = loop, .kind = ROW_BOUND, .segment = s, .value = x, .most = most};
    draft(k, d);
    d.value = term_1(k->terms, TERM_BV_NEG, x);
    d.most = -least;
    draft(k, d);
}

static void draft_bounds(struct array_looking *k, uint32_t loop, struct array_segment s,
                         const struct array_view *v)
{
    struct terms *ts = k->terms;
    struct term element = array_element(k, v, k->index);
    unsigned w = 8 * v->bytes;
    __int128 top = ((__int128)1 << (w - 1)) - 1, far = ((__int128)1 << k->index_width) - 1;
    bounds(k, loop, s, term_sext(ts, element, w + 2), -top - 1, top);
    if (w < 16) return;
    unsigned wide = (w > k->index_width ? w : k->index_width) + 3;
    struct term index = term_zext(ts, term_resize(ts, k->index, k->index_width), wide);
    struct term difference = term_2(ts, TERM_BV_SUB, term_sext(ts, element, wide), index);
    bounds(k, loop, s, difference, -top - 1 - far, top);
}

static void draft_comparisons(struct array_looking *k, uint32_t loop, struct array_segment s,
                              const struct array_view *v)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct term element = array_element(k, v, k->index);
    unsigned scalars = 0;
    for (size_t i = 0; i < l->scalars.count && scalars < MOST_SCALARS; i++) {
        const struct variable_view *x = &l->scalars.data[i];
        if (x->width != 8 * v->bytes || x->offset || (!v->changed && x->slot == UINT32_MAX)) continue;
        scalars++;
        fact(k, loop, s, term_2(ts, TERM_BV_SLE, element, l->stands[i]));
        fact(k, loop, s, term_2(ts, TERM_BV_SLE, l->stands[i], element));
        fact(k, loop, s, term_ne(ts, element, l->stands[i]));
    }
}

/* Facts, and what is left of them where rounds write under a condition. */
static void conditional_fact(struct array_looking *k, uint32_t loop, struct array_segment s,
                             struct term condition, struct term value)
{
    fact(k, loop, s, value);
    if (term_is(condition) && s.part == SEGMENT_PASSED)
        fact(k, loop, s, term_implies(k->terms, condition, value));
}

static void draft_equalities(struct array_looking *k, uint32_t loop, struct array_segment s,
                             struct term condition, const struct array_view *v)
{
    const struct array_loop *l = &k->loops[loop];
    struct term element = array_element(k, v, k->index);
    unsigned others = 0;
    for (size_t i = 0; i < l->views.count && others < MOST_OTHERS && v->changed; i++) {
        const struct array_view *o = &l->views.data[i];
        if (o == v || o->bytes != v->bytes || (o->changed && o < v)) continue;
        others++;
        conditional_fact(k, loop, s, condition, term_eq(k->terms, element, array_element(k, o, k->index)));
    }
}

static void draft_view(struct array_looking *k, uint32_t loop, const struct array_view *v)
{
    struct array_segment segments[MOST_SEGMENTS];
    unsigned count = array_segments(k, loop, v, segments);
    terms_list claims = {0};
    struct term condition = count && v->changed ? array_write_condition(k, loop, v) : TERM_NONE;
    if (count) array_claims(k, loop, v, &claims);
    for (unsigned s = 0; s < count; s++) {
        bool passed = segments[s].part == SEGMENT_PASSED;
        k->domain = passed || segments[s].part == SEGMENT_WHOLE ? &domain_segment : &domain_array;
        for (size_t i = 0; i < claims.count; i++)
            conditional_fact(k, loop, segments[s], condition, claims.data[i]);
        k->domain = passed ? &domain_segment : &domain_array;
        draft_equalities(k, loop, segments[s], condition, v);
        k->domain = passed && !claims.count ? &domain_segment : &domain_array;
        if (v->changed) draft_bounds(k, loop, segments[s], v);
        draft_comparisons(k, loop, segments[s], v);
    }
    VECTOR_RELEASE(&claims);
}

/* What some loop does to a class of elements, others may keep. */
static void draft_classes(struct array_looking *k, uint32_t loop, const struct array_view *v)
{
    terms_list claims = {0};
    if (v->changed && k->classes.count) array_claims(k, loop, v, &claims);
    k->domain = &domain_segment;
    for (size_t c = 0; c < k->classes.count; c++)
        for (size_t i = 0; i < claims.count; i++)
            fact(k, loop, (struct array_segment){SEGMENT_WHOLE, TERM_NONE, TERM_NONE, k->classes.data[c]},
                 claims.data[i]);
    VECTOR_RELEASE(&claims);
}

/* A variable that moves by more than one keeps its rest, unless it wraps around. */
static void draft_rests(struct array_looking *k, uint32_t loop)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t step;
    uint64_t entry;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++) {
        const struct variable_view *x = &l->scalars.data[i];
        if (x->slot == UINT32_MAX || !array_constant_difference(ts, x->post, x->pre, &step)) continue;
        uint64_t modulus = step < 0 ? (uint64_t)-step : (uint64_t)step;
        if (modulus < 2 || modulus > 16 || !term_const_u64(ts, x->entry, &entry)) continue;
        struct term rest = term_2(ts, TERM_BV_UREM, l->stands[i], term_bv(ts, x->width, modulus));
        fact(k, loop, whole, term_eq(ts, rest, term_bv(ts, x->width, entry % modulus)));
    }
}

/* A cursor is at most, or at least, what it is compared with: cheaper than zones, and mostly enough here. */
static void draft_limits(struct array_looking *k, uint32_t loop)
{
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t step;
    unsigned count = 0;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++)
        for (size_t j = 0; j < l->scalars.count && count < MOST_LIMITS; j++) {
            const struct variable_view *x = &l->scalars.data[i], *y = &l->scalars.data[j];
            if (x->slot == UINT32_MAX || y->slot != UINT32_MAX || x->width != y->width || x->width < 8)
                continue;
            if (!array_constant_difference(k->terms, x->post, x->pre, &step) || !step) continue;
            struct term low = step > 0 ? l->stands[i] : l->stands[j],
                        high = step > 0 ? l->stands[j] : l->stands[i];
            fact(k, loop, whole, term_2(k->terms, TERM_BV_SLE, low, high));
            count++;
        }
}

/* Two variables that move by different steps: q * x - p * y is what it was at entry. */
static void draft_lockstep(struct array_looking *k, uint32_t loop)
{
    struct terms *ts = k->terms;
    const struct array_loop *l = &k->loops[loop];
    struct array_segment whole = {.part = SEGMENT_WHOLE};
    int64_t p, q;
    k->domain = &domain_segment;
    for (size_t i = 0; i < l->scalars.count; i++)
        for (size_t j = i + 1; j < l->scalars.count; j++) {
            const struct variable_view *x = &l->scalars.data[i], *y = &l->scalars.data[j];
            if (x->slot == UINT32_MAX || y->slot == UINT32_MAX || x->width != y->width) continue;
            if (!array_constant_difference(ts, x->post, x->pre, &p) ||
                !array_constant_difference(ts, y->post, y->pre, &q))
                continue;
            if (!p || !q || p == q || !term_is_const(ts, x->entry) || !term_is_const(ts, y->entry)) continue;
            struct term px = term_bv_signed(ts, x->width, q), py = term_bv_signed(ts, x->width, p);
            struct term start = term_2(ts, TERM_BV_SUB, term_2(ts, TERM_BV_MUL, px, x->entry),
                                       term_2(ts, TERM_BV_MUL, py, y->entry));
            struct term now = term_2(ts, TERM_BV_SUB, term_2(ts, TERM_BV_MUL, px, l->stands[i]),
                                     term_2(ts, TERM_BV_MUL, py, l->stands[j]));
            fact(k, loop, whole, term_eq(ts, now, start));
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
    return &k->instances.data[at];
}

static void add_instance(terms_list *list, struct term j)
{
    for (size_t i = 0; i < list->count; i++)
        if (term_same(list->data[i], j)) return;
    if (list->count < MOST_INSTANCES) VECTOR_PUSH(list, j);
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

/* Relying on a draft reads its arrays, at entry and behind the body too. */
static void spread(struct array_looking *k, const struct array_draft *d)
{
    terms_list calls = {0}, indices = {0};
    array_calls(k->terms, d->value, &calls);
    indices_of(k, d, &indices);
    for (size_t i = 0; i < calls.count; i++) {
        const struct array_view *v = array_view_of(k, d->loop, calls.data[i]);
        struct term at = term_arg(k->terms, calls.data[i], 0);
        read_at(k, v->entry, array_at(k, d->loop, at, ROW_AT_ENTRY, k->witness));
        read_at(k, v->post, array_at(k, d->loop, at, ROW_BEHIND, k->witness));
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
            read_at(k, k->accesses.data[i].array, term_zext(k->terms, k->accesses.data[i].index, 64));
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < k->drafts.count; i++)
            spread(k, &k->drafts.data[i]);
}

/* --- rows --- */

static struct term condition_at(struct array_looking *k, const struct array_draft *d, struct term segment,
                                enum row_moment m, struct term j)
{
    return term_and(k->terms, array_inside(k, d->loop, d->value, m, j), array_at(k, d->loop, segment, m, j));
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
    if (term_op(o->k->terms, t) == TERM_CALL) return;
    for (size_t i = 0; i < f->scalar_count; i++)
        if (term_same(f->scalars[i].stands, t)) return;
    for (size_t i = 0; i < o->loop->scalars.count; i++)
        if (term_same(o->loop->stands[i], t))
            f->scalars[f->scalar_count++] = (struct row_scalar){row_operand(&o->loop->scalars.data[i]), t};
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
            f->arrays[f->array_count++] =
                (struct row_array){v->object, v->object_id, v->at, v->bytes, v->stride, v->function};
    }
    VECTOR_RELEASE(&calls);
}

static uint64_t shape_of(struct array_looking *k, const struct array_draft *d, const struct forall *f)
{
    struct text t = {0};
    term_print(k->terms, f->segment, &t);
    term_print(k->terms, f->body, &t);
    uint64_t h = hash_pair(50 + d->kind, hash_bytes(text_of(&t), strlen(text_of(&t))));
    for (uint32_t i = 0; i < f->scalar_count; i++)
        h = hash_pair(h, hash_pair(f->scalars[i].operand.slot, f->scalars[i].operand.constant));
    for (uint32_t i = 0; i < f->array_count; i++)
        h = hash_pair(h, hash_pair(f->arrays[i].object, f->arrays[i].at));
    text_release(&t);
    return h;
}

static void make_row(struct array_looking *k, const struct array_draft *d, rows *out)
{
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
    r.post = array_at(k, d->loop, d->value, ROW_BEHIND, k->witness);
    r.pre = array_at(k, d->loop, d->value, ROW_AT_HEAD, k->witness);
    for (int m = 0; m < 3; m++)
        r.guard[m] = condition_at(k, d, f->segment, (enum row_moment)m, k->witness);
    indices_of(k, d, &indices);
    f->guard = ARENA_ARRAY(k->arena, struct term, indices.count);
    f->value = ARENA_ARRAY(k->arena, struct term, indices.count);
    for (size_t i = 0; i < indices.count; i++) {
        struct term guard = condition_at(k, d, f->segment, ROW_AT_HEAD, indices.data[i]);
        if (term_is_false(ts, guard)) continue;
        f->guard[f->instances] = guard;
        f->value[f->instances++] = array_at(k, d->loop, d->value, ROW_AT_HEAD, indices.data[i]);
    }
    VECTOR_RELEASE(&indices);
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
            if (width > most) most = width;
        }
    return most;
}

void array_rows(struct terms *ts, const struct formula *f, const struct cut_model *m,
                enum array_effort effort, struct arena *arena, rows *out)
{
    if (!array_matters(m)) return;
    struct array_looking k = {.terms = ts, .formula = f, .model = m, .effort = effort, .arena = arena};
    k.index = term_var(ts, sort_bv(ts, 64), "forall!j");
    k.loops = calloc(m->loops.count + 1, sizeof *k.loops);
    array_accesses_find(&k);
    for (uint32_t l = 0; l < m->loops.count; l++)
        see_loop(&k, l);
    char name[24];
    k.index_width = index_width(&k);
    snprintf(name, sizeof name, "witness!%u", k.index_width);
    k.witness = term_zext(ts, term_var(ts, sort_bv(ts, k.index_width), name), 64);
    for (uint32_t l = 0; l < m->loops.count; l++)
        for (size_t v = 0; v < k.loops[l].views.count; v++)
            draft_view(&k, l, &k.loops[l].views.data[v]);
    for (uint32_t l = 0; l < m->loops.count; l++) {
        for (size_t v = 0; v < k.loops[l].views.count; v++)
            draft_classes(&k, l, &k.loops[l].views.data[v]);
        draft_rests(&k, l);
        draft_limits(&k, l);
        draft_lockstep(&k, l);
    }
    find_instances(&k);
    for (size_t i = 0; i < k.drafts.count; i++)
        make_row(&k, &k.drafts.data[i], out);
    release(&k);
}
