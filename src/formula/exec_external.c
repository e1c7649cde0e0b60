/* Calls of functions without body: any result, and what they can reach holds any value
 * afterwards (--extern). What they may have kept of earlier calls, in memory they were given
 * or behind pointers they returned, they can reach too. */
#include "formula/environment.h"

#include "program/library.h"

#include <stdio.h>

struct reach {
    struct exec *e;
    struct map seen;
    VECTOR(uint32_t) todo, all;
    /* the callee may be, or call, any function of the program that others see */
    bool anything;
    bool pointers;     /* some pointer is stored in what is reachable */
    uint32_t callback; /* a function with body that is reachable; UINT32_MAX: none */
};

void exec_external_sees(struct exec *e, struct frame *fr, uint32_t id, uint32_t object)
{
    LAW(object < e->memory->objects.count);
    if (e->options->external != EXTERN_HAVOC)
        return;
    if (facts_addresses(e->facts)->known[fr->function][id])
        VECTOR_PUSH(&e->known, object);
}

static void reach_pointer(void *context, struct sym p)
{
    struct reach *r = context;
    struct candidates c;
    pointer_candidates(r->e->memory, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        if (map_has(&r->seen, c.objects.data[i]))
            continue;
        map_set(&r->seen, c.objects.data[i], 1);
        VECTOR_PUSH(&r->todo, c.objects.data[i]);
    }
    candidates_release(&c);
}

static void see_stored(void *context, struct sym p)
{
    struct reach *r = context;
    uint64_t object;
    if (!term_const_u64(r->e->terms, p.a, &object) || object)
        r->pointers = true;
    reach_pointer(context, p);
}

static bool writable(const struct exec *e, uint32_t object)
{
    const struct object *o = &e->memory->objects.data[object];
    if (o->kind == OBJECT_FUNCTION)
        return false;
    return o->kind != OBJECT_GLOBAL || !facts_addresses(e->facts)->globals[o->index].fixed;
}

/* What an earlier function without body was given may have been kept wherever such functions
 * may have written. */
static void reach_escaped(struct reach *r)
{
    struct exec *e = r->e;
    for (size_t i = 0; i < e->escaped.count; i++)
        reach_pointer(r, sym_object(e->memory, e->escaped.data[i], 0));
    for (uint32_t g = 0; g < e->program->globals.count; g++)
        if (!e->program->globals.data[g].read_only && !e->program->globals.data[g].internal)
            reach_pointer(r, sym_object(e->memory, memory_global(e->memory, g), 0));
    environment_reach(e, reach_pointer, r);
}

/* All globals, and all else whose address may be known: pointers to it may have been kept
 * anywhere. */
static void reach_everything(struct reach *r)
{
    struct exec *e = r->e;
    const struct address_facts *facts = facts_addresses(e->facts);
    for (uint32_t g = 0; g < e->program->globals.count; g++)
        if (!facts->globals[g].fixed)
            reach_pointer(r, sym_object(e->memory, memory_global(e->memory, g), 0));
    for (size_t i = 0; i < e->known.count; i++)
        reach_pointer(r, sym_object(e->memory, e->known.data[i], 0));
    if (e->options->cuts && facts->heap_known)
        r->pointers = true; /* objects of iterations that are not seen */
}

/* A function may be called by whoever has its address. */
static void see_function(struct reach *r, uint32_t object)
{
    const struct object *o = &r->e->memory->objects.data[object];
    if (o->kind != OBJECT_FUNCTION)
        return;
    const struct function *f = &r->e->program->functions.data[o->index];
    if (f->has_body && !library_unit(f->unit))
        r->callback = o->index;
}

static void reach_all(struct reach *r, struct exec *e, const struct sym *arguments,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (arguments[i].kind == SYM_POINTER)
            reach_pointer(r, arguments[i]);
    if (r->anything || e->options->external == EXTERN_HAVOC)
        reach_everything(r);
    if (r->anything)
        reach_escaped(r);
    bool wild = false;
    while (r->todo.count) {
        uint32_t o = VECTOR_POP(&r->todo);
        VECTOR_PUSH(&r->all, o);
        see_function(r, o);
        if (!memory_pointers(e->memory, &e->state, o, see_stored, r) ||
            e->memory->objects.data[o].summary)
            r->pointers = true;
        if (wild || (o != WILD_OBJECT && !memory_is_wild(e->memory, &e->state, o)))
            continue;
        wild = true;
        if (e->options->cuts)
            r->pointers = true; /* something may escape in an iteration that is not seen */
        reach_escaped(r);
    }
}

/* Everything reachable from the arguments (and, for havoc, from globals) may hold any value
 * afterwards. Pointers in it cannot be given back exactly: such runs are cut. */
static void havoc_arguments(struct exec *e, struct frame *fr, uint32_t id,
                            const struct sym *arguments, uint32_t count, bool anything)
{
    struct reach r = {.e = e, .callback = UINT32_MAX, .anything = anything};
    reach_all(&r, e, arguments, count);
    if (r.callback != UINT32_MAX)
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                 arena_format(&e->memory->arena, "a function without body that may call %s",
                              e->program->functions.data[r.callback].name));
    if (r.pointers)
        exec_cut(e, fr, id, CUT_EXTERNAL, e->guard->term,
                 "pointers that a function without body may change");
    uint64_t birth = exec_name(e, fr, id);
    for (size_t i = 0; i < r.all.count; i++) {
        if (writable(e, r.all.data[i]))
            memory_havoc(e->memory, &e->state, r.all.data[i], birth);
        VECTOR_PUSH(&e->escaped, r.all.data[i]);
    }
    VECTOR_RELEASE(&r.all);
    VECTOR_RELEASE(&r.todo);
    map_release(&r.seen);
}

static struct sym any_result(struct exec *e, struct frame *fr, uint32_t id, uint32_t number,
                             struct type type)
{
    char name[64];
    snprintf(name, sizeof name, "extern!%016lx!%u", (unsigned long)exec_name(e, fr, id),
             number);
    struct sym v = sym_fresh(e->memory, type, name);
    exec_event(e, fr, id, EVENT_EXTERNAL, v);
    return v;
}

void exec_call_unknown(struct exec *e, struct frame *fr, uint32_t id,
                       const struct sym *arguments, uint32_t count, struct sym *results)
{
    LAW(e->guard);
    const struct instruction *in = &fr->f->instructions.data[id];
    if (in->extra > 1) {
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                 "call of a function from outside with several results");
        e->guard = NULL;
        return;
    }
    if (in->extra)
        results[0] = any_result(e, fr, id, 0, in->type);
    if (e->options->external != EXTERN_PURE)
        havoc_arguments(e, fr, id, arguments, count, true);
}

/* Somebody else answers it. */
static bool ask(struct exec *e, struct frame *fr, uint32_t id, uint32_t function,
                const struct sym *arguments, uint32_t count, struct sym *results)
{
    if (!e->options->answer)
        return false;
    struct formula_call call = {.function = function,
                                .name = exec_name(e, fr, id),
                                .guard = e->guard->term,
                                .arguments = arguments,
                                .count = count,
                                .results = results,
                                .written = ARENA_ARRAY(&e->arena, struct sym, count + 1),
                                .stored = ARENA_ARRAY(&e->arena, struct type, count + 1),
                                .goes_on = term_bool(e->terms, true)};
    if (!e->options->answer(e->options->answer_context, &call))
        return false;
    for (uint32_t i = 0; i < count && e->guard; i++)
        if (call.written[i].kind != SYM_NONE)
            exec_store_at(e, fr, id, arguments[i], call.written[i], call.stored[i]);
    exec_assume(e, call.goes_on);
    return true;
}

void exec_call_external(struct exec *e, struct frame *fr, uint32_t id, uint32_t function,
                        const struct sym *arguments, uint32_t count, struct sym *results)
{
    LAW(function < e->program->functions.count);
    LAW(e->guard);
    const struct function *f = &e->program->functions.data[function];
    if (ask(e, fr, id, function, arguments, count, results))
        return;
    if (library_result(f->name)) {
        results[0] = any_result(e, fr, id, 0, f->results[0]);
        return;
    }
    if (library_function(f->name)) {
        char what[120];
        library_describe(f->name, what, sizeof what);
        exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                 arena_format(&e->memory->arena, "%s", what));
        e->guard = NULL;
        return;
    }
    bool known = false;
    for (size_t i = 0; i < e->out->externals.count; i++)
        known |= e->out->externals.data[i] == function;
    if (!known)
        VECTOR_PUSH(&e->out->externals, function);
    for (uint32_t k = 0; k < f->result_count; k++)
        results[k] = any_result(e, fr, id, k, f->results[k]);
    if (f->no_return) {
        e->guard = NULL;
        return;
    }
    if (e->options->external != EXTERN_PURE)
        havoc_arguments(e, fr, id, arguments, count, false);
}
