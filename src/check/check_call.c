/* Calls in the checker: functions with a body run in place; builtins; functions without body
 * give any result.
 */
#include "check/check_internal.h"

#include "program/analysis/record.h"
#include "program/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct call {
    struct checker *c;
    struct activation *a;
    uint32_t id, count;
    struct datum *arguments, *results;
};

static void give_up_path(struct call *k, const char *why)
{
    check_uncovered(k->c, k->a, k->id, term_bool(k->c->terms, true), why);
    k->c->now = NULL;
}

struct datum check_any(struct checker *c, struct type type)
{
    return datum_fresh(&c->view, type, "result");
}

/* --- functions without body --- */

struct reached {
    struct checker *c;
    struct map seen;
    VECTOR(uint32_t) objects;
    bool pointers;
};

static void reach(struct reached *r, struct datum p)
{
    struct candidates found;
    if (p.kind != DATUM_POINTER)
        return;
    view_candidates(&r->c->view, p, &found);
    for (size_t i = 0; i < found.objects.count; i++) {
        if (map_has(&r->seen, found.objects.data[i]))
            continue;
        map_set(&r->seen, found.objects.data[i], 1);
        VECTOR_PUSH(&r->objects, found.objects.data[i]);
    }
    view_candidates_release(&found);
}

static void reach_stored(void *context, struct datum p)
{
    struct reached *r = context;
    uint64_t object;
    r->pointers |= !term_const_u64(r->c->terms, p.a, &object) || object;
    reach(r, p);
}

void check_external_sees(struct checker *c, const struct activation *a, uint32_t id,
                         uint32_t object)
{
    if (c->certificate->external != CERTIFICATE_EXTERN_HAVOC)
        return;
    if (c->addresses->known[a->function][id])
        VECTOR_PUSH(&c->known, object);
}

static bool writable(struct checker *c, uint32_t id)
{
    const struct view_object *o = &c->view.objects.data[id];
    if (o->kind == VIEW_FUNCTION)
        return false;
    return o->kind != VIEW_GLOBAL || !c->addresses->globals[o->index].fixed;
}

/* Pointers to what has a known address may have been kept anywhere. */
static void reach_everything(struct reached *r)
{
    struct checker *c = r->c;
    for (uint32_t g = 0; g < c->program->globals.count; g++)
        reach(r, view_at(&c->view, view_global(&c->view, g), 0));
    for (size_t i = 0; i < c->known.count; i++)
        reach(r, view_at(&c->view, c->known.data[i], 0));
    r->pointers |= c->addresses->heap_known; /* objects of iterations that are not seen */
}

static bool may_be_called(struct checker *c, uint32_t id)
{
    const struct view_object *o = &c->view.objects.data[id];
    if (o->kind != VIEW_FUNCTION)
        return false;
    const struct function *f = &c->program->functions.data[o->index];
    return f->has_body && !library_unit(f->unit);
}

/* Whatever the function can reach holds any value afterwards. */
static void change_reachable(struct call *k)
{
    struct checker *c = k->c;
    struct reached r = {.c = c};
    for (uint32_t i = 0; i < k->count; i++)
        reach(&r, k->arguments[i]);
    if (c->certificate->external == CERTIFICATE_EXTERN_HAVOC)
        reach_everything(&r);
    for (size_t i = 0; i < r.objects.count; i++)
        r.pointers |=
            !view_pointers(&c->view, &c->state, r.objects.data[i], reach_stored, &r) ||
            r.objects.data[i] == VIEW_WILD_OBJECT ||
            view_holds_wild(&c->view, &c->state,
                            r.objects.data[i]) || /* may hold what was kept before */
            may_be_called(c, r.objects.data[i]);
    if (r.pointers)
        check_uncovered(c, k->a, k->id, term_bool(c->terms, true),
                        "pointers that a function without body may change, or functions that "
                        "it may call");
    for (size_t i = 0; i < r.objects.count; i++)
        if (writable(c, r.objects.data[i]))
            view_havoc(&c->view, &c->state, r.objects.data[i]);
    VECTOR_RELEASE(&r.objects);
    map_release(&r.seen);
}

static void call_unknown(struct call *k, const struct function *f)
{
    if (library_result(f->name)) {
        k->results[0] = check_any(k->c, f->results[0]);
        return;
    }
    if (library_function(f->name)) {
        give_up_path(k, "a library function without model");
        return;
    }
    for (uint32_t i = 0; i < f->result_count; i++)
        k->results[i] = check_any(k->c, f->results[i]);
    if (f->no_return)
        k->c->now = NULL;
    else if (k->c->certificate->external != CERTIFICATE_EXTERN_PURE)
        change_reachable(k);
}

/* --- builtins --- */

/* Sizes above half of the address space do not exist: their highest bit is set. */
static struct term possible_size(struct checker *c, struct term bytes)
{
    unsigned top = c->view.width - 1;
    return term_eq(c->terms, term_extract(c->terms, bytes, top, top),
                   term_bv(c->terms, 1, 0));
}

static void call_malloc(struct call *k)
{
    struct checker *c = k->c;
    uint64_t site = hash_pair(hash_pair(3, k->a->function), k->id);
    if (k->a->caller)
        site = hash_pair(site, k->a->caller->function);
    struct term bytes = term_resize(c->terms, k->arguments[0].a, c->view.width);
    struct term exists = possible_size(c, bytes);
    if (c->certificate->malloc_may_fail)
        exists =
            term_and(c->terms, exists, term_fresh(c->terms, sort_bool(c->terms), "made"));
    uint32_t object =
        view_new_object(&c->view, VIEW_HEAP, site, hash_pair(k->a->path, k->id), bytes, 16);
    view_keep_members(&c->view, object, record_behind(c->program, k->a->f, k->id));
    view_begin(&c->view, &c->state, object);
    VECTOR_PUSH(&c->heap, object);
    check_external_sees(c, k->a, k->id, object);
    check_born(c, object, exists);
    view_never_was(&c->view, &c->state, object, term_not(c->terms, exists));
    struct datum made = view_at(&c->view, object, 0);
    k->results[0] = datum_ite(&c->view, exists, made, view_null(&c->view));
}

/* Under which condition p is the start of this object. */
static struct term starts_at(struct checker *c, struct datum p, uint32_t object)
{
    struct terms *ts = c->terms;
    return term_and(ts, term_eq(ts, p.a, term_bv(ts, VIEW_OBJECT_BITS, object)),
                    term_eq(ts, p.b, term_bv(ts, c->view.width, 0)));
}

static struct term starts(struct checker *c, struct datum p, uint32_t object)
{
    if (c->view.objects.data[object].kind != VIEW_HEAP)
        return term_bool(c->terms, false);
    return starts_at(c, p, object);
}

static struct term is_heap(struct checker *c, struct datum p)
{
    struct term any = term_bool(c->terms, false);
    struct candidates found;
    view_candidates(&c->view, p, &found);
    for (size_t i = 0; i < found.objects.count; i++) {
        struct term alive = view_alive(&c->view, &c->state, found.objects.data[i]);
        any = term_or(c->terms, any,
                      term_and(c->terms, alive, starts(c, p, found.objects.data[i])));
    }
    view_candidates_release(&found);
    return any;
}

static void call_free(struct call *k)
{
    struct checker *c = k->c;
    struct datum p = k->arguments[0];
    check_known_pointer(c, k->a, k->id, p);
    if (c->now)
        check_not_environment(c, k->a, k->id, p, "a free of memory behind a parameter");
    if (!c->now)
        return;
    struct term good = term_or(c->terms, view_is_null(&c->view, p), is_heap(c, p));
    check_claim(c, k->a, k->id, VIOLATION_FREE, good);
    check_assume(c, good);
    if (!c->now)
        return;
    struct candidates found;
    view_candidates(&c->view, p, &found);
    for (size_t i = 0; i < found.objects.count; i++)
        if (c->view.objects.data[found.objects.data[i]].kind == VIEW_HEAP)
            view_end(&c->view, &c->state, found.objects.data[i],
                     starts(c, p, found.objects.data[i]));
    view_candidates_release(&found);
}

static struct term truth(struct checker *c, struct datum v)
{
    return term_ne(c->terms, v.a, term_bv(c->terms, term_width(c->terms, v.a), 0));
}

static void call_builtin(struct call *k, const struct function *f)
{
    struct checker *c = k->c;
    unsigned w = f->result_count ? f->results[0].width : 0;
    const struct datum *v = k->arguments;
    enum builtin b = f->builtin;
    if (b == BUILTIN_OBJECT_SIZE || b == BUILTIN_OBJECT_OFFSET || b == BUILTIN_IS_HEAP) {
        check_known_pointer(c, k->a, k->id, v[0]);
        if (!c->now)
            return;
    }
    switch (b) {
    case BUILTIN_MALLOC:
        call_malloc(k);
        return;
    case BUILTIN_FREE:
        call_free(k);
        return;
    case BUILTIN_ASSUME:
        check_assume(c, truth(c, v[0]));
        return;
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
        check_claim(c, k->a, k->id, VIOLATION_REACH, term_bool(c->terms, false));
        c->now = NULL;
        return;
    case BUILTIN_ASSERT:
        check_claim(c, k->a, k->id, VIOLATION_REACH, truth(c, v[0]));
        check_assume(c, truth(c, v[0]));
        return;
    case BUILTIN_ABORT:
        c->now = NULL;
        return;
    case BUILTIN_EXIT:
        check_end_of_program(c, k->a, k->id);
        c->now = NULL;
        return;
    case BUILTIN_QUIT:
        check_program_over(c, k->a, k->id);
        c->now = NULL;
        return;
    case BUILTIN_OBJECT_SIZE:
        k->results[0] = datum_bits(term_resize(c->terms, view_size_of(&c->view, v[0]), w));
        return;
    case BUILTIN_OBJECT_OFFSET:
        k->results[0] = datum_bits(term_resize(c->terms, v[0].b, w));
        return;
    case BUILTIN_IS_HEAP:
        check_not_environment(c, k->a, k->id, v[0],
                              "a reallocation of memory behind a parameter");
        if (!c->now)
            return;
        k->results[0] = datum_bits(term_zext(c->terms, check_flag(c, is_heap(c, v[0])), w));
        return;
    case BUILTIN_PUTCHAR:
        if (f->result_count)
            k->results[0] = v[k->count - 1];
        return;
    case BUILTIN_INPUT:
        for (uint32_t i = 0; i < f->result_count; i++)
            k->results[i] = check_any(c, f->results[i]);
        return;
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        return;
    }
}

/* --- the call --- */

static void call_body(struct call *k, uint32_t function)
{
    uint32_t open = 0;
    for (const struct activation *a = k->a; a; a = a->caller)
        open += a->function == function;
    if (k->count < k->c->program->functions.data[function].param_count)
        give_up_path(k, "a call with another number of arguments");
    else if (check_summarised(k->c, function))
        check_summary_call(k->c, k->a, k->id, function, k->arguments, k->results);
    else if (open > k->c->certificate->recursion)
        give_up_path(k, "deeper recursion");
    else
        check_function(k->c, k->a, k->id, function, k->arguments, k->results);
}

static void call_one(struct call *k, uint32_t function)
{
    const struct function *f = &k->c->program->functions.data[function];
    if (f->builtin != BUILTIN_NONE)
        call_builtin(k, f);
    else if (f->has_body)
        call_body(k, function);
    else
        call_unknown(k, f);
}

/* Each function that the pointer may name, under that condition; then the paths join. */
static void call_pointer(struct call *k, struct datum target, uint32_t results)
{
    struct checker *c = k->c;
    struct candidates found;
    visits out = {0};
    check_known_pointer(c, k->a, k->id, target);
    if (c->now)
        check_not_environment(c, k->a, k->id, target, "a call of what a parameter points to");
    if (!c->now)
        return;
    const struct step *before = c->now;
    struct view_state start = c->state;
    struct term known = term_bool(c->terms, false);
    struct datum *own = k->results;
    view_candidates(&c->view, target, &found);
    for (size_t i = 0; i < found.objects.count && !c->failed; i++) {
        const struct view_object *o = &c->view.objects.data[found.objects.data[i]];
        if (o->kind != VIEW_FUNCTION)
            continue;
        struct term is = starts_at(c, target, found.objects.data[i]);
        known = term_or(c->terms, known, is);
        c->now = before;
        check_assume(c, is);
        if (!c->now)
            continue;
        c->state = view_share(&c->view, &start);
        const struct function *f = &c->program->functions.data[o->index];
        if (!call_matches(c->program, k->a->f, &k->a->f->instructions.data[k->id], f)) {
            give_up_path(k, "a call through a pointer of another type");
            continue;
        }
        k->results = calloc(f->result_count + 1, sizeof *k->results);
        call_one(k, o->index);
        if (c->now)
            VECTOR_PUSH(&out, (struct visit){c->now, c->state, k->results});
        else
            free(k->results);
    }
    view_candidates_release(&found);
    c->now = before;
    c->state = start;
    check_claim(c, k->a, k->id, VIOLATION_DEREF, known);
    k->results = own;
    struct datum *joined = NULL;
    if (check_join(c, &out, results, &joined))
        memcpy(own, joined, results * sizeof *own);
    free(joined);
    VECTOR_RELEASE(&out);
}

void check_call(struct checker *c, struct activation *a, uint32_t id)
{
    const struct instruction *in = &a->f->instructions.data[id];
    struct call k = {
        c, a, id, in->count - 1, ARENA_ARRAY(&c->arena, struct datum, in->count), NULL};
    for (uint32_t i = 0; i < k.count; i++)
        k.arguments[i] = check_operand(c, a, in, i + 1);
    struct value callee = instruction_operand(a->f, in, 0);
    const struct constant *constant =
        value_is_constant(callee) ? program_constant(c->program, callee) : NULL;
    uint32_t results = (uint32_t)in->extra;
    bool direct = constant && constant->kind == CONSTANT_FUNCTION && constant->offset == 0;
    if (direct && c->program->functions.data[constant->index].has_body)
        direct =
            call_matches(c->program, a->f, in, &c->program->functions.data[constant->index]);
    if (direct && c->program->functions.data[constant->index].result_count > results)
        results = c->program->functions.data[constant->index].result_count;
    k.results = ARENA_ARRAY(&c->arena, struct datum, results + 1);
    if (direct)
        call_one(&k, constant->index);
    else
        call_pointer(&k, check_value(c, a, callee), results);
    if (!c->now)
        return;
    a->values[id] = k.results[0];
    a->results[id] = k.results;
}
