/* Calls: inlined; function pointers by the functions their value may name; builtins;
 * functions without a body. */
#include "formula/environment.h"
#include "formula/cut/recursion.h"

#include "program/analysis/record.h"
#include "program/library.h"

#include <stdio.h>
#include <stdlib.h>

struct frame *exec_frame(struct exec *e, struct frame *caller, uint32_t call,
                         uint32_t function, uint64_t context)
{
    LAW(function < e->program->functions.count);
    LAW(e->program->functions.data[function].blocks.count);
    const struct function *f = &e->program->functions.data[function];
    struct frame *fr = calloc(1, sizeof *fr);
    fr->caller = caller;
    fr->call = call;
    fr->function = function;
    fr->f = f;
    fr->facts = facts_of(e->facts, function);
    fr->context = context;
    fr->path =
        caller ? hash_pair(hash_pair(caller->path, call), function) : hash_pair(6, function);
    fr->values = calloc(f->instructions.count + 1, sizeof *fr->values);
    fr->extra = calloc(f->instructions.count + 1, sizeof *fr->extra);
    fr->pending = calloc(f->blocks.count + 1, sizeof *fr->pending);
    fr->iteration = calloc(fr->facts->loops.count + 1, sizeof *fr->iteration);
    return fr;
}

void exec_free_frame(struct frame *fr)
{
    for (size_t i = 0; i < fr->f->blocks.count; i++)
        VECTOR_RELEASE(&fr->pending[i]);
    free(fr->values);
    free(fr->extra);
    free(fr->pending);
    free(fr->iteration);
    VECTOR_RELEASE(&fr->returns);
    VECTOR_RELEASE(&fr->locals);
    free(fr);
}

static void join_returns(struct exec *e, struct frame *fr, struct sym *results)
{
    e->guard = NULL;
    size_t n = fr->returns.count;
    if (!n)
        return;
    const struct guard *common = fr->returns.data[0].guard;
    for (size_t i = 1; i < n; i++)
        common = guard_common(common, fr->returns.data[i].guard);
    struct return_edge all = fr->returns.data[n - 1];
    VECTOR(struct term) conditions = {0};
    for (size_t i = 0; i < n; i++)
        VECTOR_PUSH(&conditions, guard_since(e->terms, fr->returns.data[i].guard, common));
    for (size_t i = n - 1; i-- > 0;) {
        all.memory = memory_merge(e->memory, conditions.data[i], fr->returns.data[i].memory,
                                  all.memory);
        for (uint32_t k = 0; k < fr->f->result_count; k++)
            all.results[k] = sym_ite(e->memory, conditions.data[i],
                                     fr->returns.data[i].results[k], all.results[k]);
    }
    e->guard =
        guard_and(&e->arena, e->terms, common, term_or_n(e->terms, conditions.data, n));
    VECTOR_RELEASE(&conditions);
    e->state = all.memory;
    for (uint32_t k = 0; k < fr->f->result_count; k++)
        results[k] = all.results[k];
    for (size_t i = 0; i < fr->locals.count; i++)
        memory_end(e->memory, &e->state, fr->locals.data[i], term_bool(e->terms, true));
}

void exec_run_frame(struct exec *e, struct frame *fr, struct sym *results)
{
    struct edge in = {.guard = e->guard, .memory = e->state};
    VECTOR_PUSH(&fr->pending[0], in);
    e->depth++;
    exec_region(e, fr, fr->facts->loops.count);
    e->depth--;
    join_returns(e, fr, results);
    exec_free_frame(fr);
}

static uint32_t open_activations(const struct frame *fr, uint32_t function)
{
    uint32_t n = 0;
    for (; fr; fr = fr->caller)
        n += fr->function == function;
    return n;
}

/* Runs a callee that has a body from the current path; its results, merged over all returns,
 * go to `results`.
 */
void exec_call_function(struct exec *e, struct frame *fr, uint32_t id, uint32_t function,
                        struct sym *arguments, uint32_t count, struct sym *results)
{
    LAW(function < e->program->functions.count);
    LAW(e->guard);
    const struct function *f = &e->program->functions.data[function];
    if (count < f->param_count) {
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                 "call with another number of arguments");
        e->guard = NULL;
        return;
    }
    if (!facts_of(e->facts, function)->reducible) {
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term, "irreducible loop");
        e->guard = NULL;
        return;
    }
    if (e->options->cuts && recursion_call(e, fr, id, function, arguments, results))
        return;
    if (open_activations(fr, function) > e->options->recursion) {
        exec_cut(e, fr, id, CUT_RECURSION, e->guard->term, f->name);
        e->guard = NULL;
        return;
    }
    struct frame *callee =
        exec_frame(e, fr, id, function, hash_pair(exec_name(e, fr, id), function));
    const struct block *entry = &f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[entry->instructions.data[i]];
        if (in->op == OP_PARAM)
            callee->values[entry->instructions.data[i]] = arguments[in->extra];
    }
    exec_run_frame(e, callee, results);
}

/* --- builtins --- */

static struct term choose_failure(struct exec *e, struct frame *fr, uint32_t id,
                                  uint64_t name)
{
    char text[64];
    snprintf(text, sizeof text, "malloc!%016lx", (unsigned long)name);
    struct term fails = term_var(e->terms, sort_bv(e->terms, 1), text);
    exec_event(e, fr, id, EVENT_MALLOC, sym_bits(fails));
    return term_eq(e->terms, fails, term_bv(e->terms, 1, 1));
}

/* A size that no object has gives null, as does a failure. */
static void call_malloc(struct exec *e, struct frame *fr, uint32_t id, struct sym size,
                        struct sym *result)
{
    uint64_t name = exec_name(e, fr, id);
    struct term bytes = term_resize(e->terms, size.a, e->memory->width);
    uint64_t site = hash_pair(hash_pair(3, fr->function), id);
    if (fr->caller)
        site = hash_pair(site, fr->caller->function); /* one level of wrappers */
    uint32_t object = memory_new_object(e->memory, OBJECT_HEAP, site, name,
                                        hash_pair(fr->path, id), bytes, 16);
    exec_pin_members(e, object, record_behind(e->program, fr->f, id));
    memory_begin(e->memory, &e->state, object, name);
    VECTOR_PUSH(&e->heap_objects, object);
    exec_external_sees(e, fr, id, object);
    struct term failed = term_not(e->terms, memory_size_fits(e->memory, bytes));
    if (e->options->malloc_may_fail)
        failed = term_or(e->terms, failed, choose_failure(e, fr, id, name));
    e->memory->objects.data[object].born =
        term_and(e->terms, e->guard->term, term_not(e->terms, failed));
    memory_never_was(e->memory, &e->state, object, failed);
    *result =
        sym_ite(e->memory, failed, sym_null(e->memory), sym_object(e->memory, object, 0));
}

/* Condition under which p is the start of a live heap object. */
static struct term is_heap_start(struct exec *e, struct sym p)
{
    struct terms *ts = e->terms;
    struct candidates c;
    pointer_candidates(e->memory, p, &c);
    struct term good = term_bool(ts, false);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        if (e->memory->objects.data[o].kind != OBJECT_HEAP)
            continue;
        struct term is = term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, o));
        good = term_or(ts, good, term_and(ts, is, memory_lives(e->memory, &e->state, o)));
    }
    candidates_release(&c);
    return term_and(ts, good, term_eq(ts, p.b, term_bv(ts, e->memory->width, 0)));
}

static void call_free(struct exec *e, struct frame *fr, uint32_t id, struct sym p)
{
    struct terms *ts = e->terms;
    exec_known_pointer(e, fr, id, p);
    if (!e->guard)
        return;
    environment_cut(e, fr, id, p, "free of what a parameter points to");
    if (!e->guard)
        return;
    struct term null = pointer_is_null(e->memory, p);
    struct term good = term_or(ts, null, is_heap_start(e, p));
    exec_claim(e, fr, id, VIOLATION_FREE, good);
    exec_assume(e, good);
    if (!e->guard)
        return;
    struct candidates c;
    pointer_candidates(e->memory, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint32_t o = c.objects.data[i];
        if (e->memory->objects.data[o].kind != OBJECT_HEAP)
            continue;
        struct term is = term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, o));
        memory_end(e->memory, &e->state, o, is);
    }
    candidates_release(&c);
}

static struct sym of_bool(struct exec *e, struct term c, struct type type)
{
    return sym_bits(term_ite(e->terms, c, term_bv(e->terms, type.width, 1),
                             term_bv(e->terms, type.width, 0)));
}

static void call_builtin(struct exec *e, struct frame *fr, uint32_t id,
                         const struct function *f, const struct sym *a, uint32_t count,
                         struct sym *results)
{
    struct terms *ts = e->terms;
    struct type type = f->result_count ? f->results[0] : (struct type){0};
    enum builtin b = f->builtin;
    if (b == BUILTIN_OBJECT_SIZE || b == BUILTIN_OBJECT_OFFSET || b == BUILTIN_IS_HEAP) {
        exec_known_pointer(e, fr, id, a[0]);
        if (!e->guard)
            return;
    }
    switch (b) {
    case BUILTIN_MALLOC:
        call_malloc(e, fr, id, a[0], &results[0]);
        return;
    case BUILTIN_FREE:
        call_free(e, fr, id, a[0]);
        return;
    case BUILTIN_ASSUME:
        exec_assume(e, term_ne(ts, a[0].a, term_bv(ts, term_width(ts, a[0].a), 0)));
        return;
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
        exec_claim(e, fr, id, VIOLATION_REACH, term_bool(ts, false));
        e->guard = NULL;
        return;
    case BUILTIN_ASSERT: {
        struct term good = term_ne(ts, a[0].a, term_bv(ts, term_width(ts, a[0].a), 0));
        exec_claim(e, fr, id, VIOLATION_REACH, good);
        exec_assume(e, good);
        return;
    }
    case BUILTIN_ABORT:
        e->guard = NULL;
        return;
    case BUILTIN_EXIT:
        exec_end_of_program(e, fr, id);
        e->guard = NULL;
        return;
    case BUILTIN_QUIT:
        exec_program_over(e, fr, id);
        e->guard = NULL;
        return;
    case BUILTIN_OBJECT_SIZE:
        results[0] = sym_bits(term_resize(ts, memory_size_of(e->memory, a[0]), type.width));
        return;
    case BUILTIN_OBJECT_OFFSET:
        results[0] = sym_bits(term_resize(ts, a[0].b, type.width));
        return;
    case BUILTIN_IS_HEAP:
        environment_cut(e, fr, id, a[0], "reallocation of what a parameter points to");
        if (e->guard)
            results[0] = of_bool(e, is_heap_start(e, a[0]), type);
        return;
    case BUILTIN_PUTCHAR:
        if (f->result_count)
            results[0] = a[count - 1];
        return;
    case BUILTIN_INPUT:
        for (uint32_t k = 0; k < f->result_count; k++) {
            char name[64];
            snprintf(name, sizeof name, "in!%016lx!%u", (unsigned long)exec_name(e, fr, id),
                     k);
            results[k] = sym_fresh(e->memory, f->results[k], name);
            exec_event(e, fr, id, EVENT_INPUT, results[k]);
        }
        return;
    case BUILTIN_NONE:
    case BUILTIN_COUNT:
        break;
    }
}

static void call_one(struct exec *e, struct frame *fr, uint32_t id, uint32_t function,
                     struct sym *arguments, uint32_t count, struct sym *results)
{
    const struct function *f = &e->program->functions.data[function];
    if (f->builtin != BUILTIN_NONE)
        call_builtin(e, fr, id, f, arguments, count, results);
    else if (f->has_body)
        exec_call_function(e, fr, id, function, arguments, count, results);
    else
        exec_call_external(e, fr, id, function, arguments, count, results);
}

/* --- the call itself --- */

struct outcome {
    const struct guard *guard;
    struct memory_state memory;
    struct sym *results;
};

static void call_pointer(struct exec *e, struct frame *fr, uint32_t id, struct sym target,
                         struct sym *arguments, uint32_t count, struct sym *results)
{
    struct terms *ts = e->terms;
    const struct instruction *in = &fr->f->instructions.data[id];
    exec_known_pointer(e, fr, id, target);
    if (!e->guard)
        return;
    struct candidates c;
    pointer_candidates(e->memory, target, &c);
    VECTOR(struct outcome) outcomes = {0};
    const struct guard *before = e->guard;
    struct term known = environment_named(e, target);
    if (!term_is_false(ts, known)) { /* a function of which nothing is known */
        e->guard = guard_and(&e->arena, ts, before, known);
        struct memory_state saved = memory_share(e->memory, &e->state);
        struct sym *r = ARENA_ARRAY(&e->arena, struct sym, in->extra + 1);
        exec_call_unknown(e, fr, id, arguments, count, r);
        if (e->guard)
            VECTOR_PUSH(&outcomes, (struct outcome){e->guard, e->state, r});
        e->state = saved;
    }
    for (size_t i = 0; i < c.objects.count; i++) {
        const struct object *o = &e->memory->objects.data[c.objects.data[i]];
        if (o->kind != OBJECT_FUNCTION)
            continue;
        uint32_t function = o->index;
        const struct function *f = &e->program->functions.data[function];
        struct term is = term_eq(ts, target.a, term_bv(ts, OBJECT_BITS, c.objects.data[i]));
        is = term_and(ts, is, term_eq(ts, target.b, term_bv(ts, e->memory->width, 0)));
        e->guard = guard_and(&e->arena, ts, before, is);
        if (guard_is_false(ts, e->guard))
            continue;
        if (!call_matches(e->program, fr->f, in, f)) {
            exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                     "call through a pointer of another type");
            known = term_or(ts, known, is);
            continue;
        }
        known = term_or(ts, known, is);
        struct memory_state saved = memory_share(e->memory, &e->state);
        struct sym *r = ARENA_ARRAY(&e->arena, struct sym, f->result_count + 1);
        call_one(e, fr, id, function, arguments, count, r);
        if (e->guard)
            VECTOR_PUSH(&outcomes, (struct outcome){e->guard, e->state, r});
        e->state = saved;
    }
    candidates_release(&c);
    e->guard = before;
    exec_claim(e, fr, id, VIOLATION_DEREF, known);
    e->guard = NULL;
    for (size_t i = 0; i < outcomes.count; i++) {
        const struct outcome *o = &outcomes.data[i];
        if (!e->guard) {
            e->guard = o->guard;
            e->state = o->memory;
            for (uint32_t k = 0; k < in->extra; k++)
                results[k] = o->results[k];
            continue;
        }
        const struct guard *common = guard_common(e->guard, o->guard);
        struct term mine = guard_since(ts, e->guard, common),
                    other = guard_since(ts, o->guard, common);
        e->state = memory_merge(e->memory, mine, e->state, o->memory);
        for (uint32_t k = 0; k < in->extra; k++)
            results[k] = sym_ite(e->memory, mine, results[k], o->results[k]);
        e->guard = guard_and(&e->arena, ts, common, term_or(ts, mine, other));
    }
    VECTOR_RELEASE(&outcomes);
}

void exec_call(struct exec *e, struct frame *fr, uint32_t id)
{
    LAW(fr->f->instructions.data[id].op == OP_CALL);
    const struct instruction *in = &fr->f->instructions.data[id];
    uint32_t count = in->count - 1;
    struct sym *arguments = ARENA_ARRAY(&e->arena, struct sym, count + 1);
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = exec_value(e, fr, instruction_operand(fr->f, in, i + 1));
    struct value callee = instruction_operand(fr->f, in, 0);
    struct sym *results = ARENA_ARRAY(&e->arena, struct sym, in->extra + 8);
    const struct constant *c =
        value_is_constant(callee) ? program_constant(e->program, callee) : NULL;
    const struct function *target = c && c->kind == CONSTANT_FUNCTION && !c->offset
                                        ? &e->program->functions.data[c->index]
                                        : NULL;
    bool direct = target && target->result_count <= in->extra + 8 &&
                  (!target->has_body || call_matches(e->program, fr->f, in, target));
    if (direct)
        call_one(e, fr, id, c->index, arguments, count, results);
    else
        call_pointer(e, fr, id, exec_value(e, fr, callee), arguments, count, results);
    if (!e->guard)
        return;
    fr->values[id] = results[0];
    fr->extra[id] = results;
}
