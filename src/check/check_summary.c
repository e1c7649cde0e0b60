/* Recursive functions in the checker: where the certificate has facts about a function's
 * calls and returns, a call must meet the former, changes the globals that it is said to
 * write, and returns anything that the latter allow. The function itself is run once, with
 * any arguments and any globals that the former allow: it must meet the latter where it
 * returns, and change nothing else that existed before. What it can reach is found by running
 * it: it is given no pointers, and pointers that it finds are not covered. */
#include "check/check_internal.h"

#include "base/failure.h"

#include <stdlib.h>

static const struct certificate_loop *facts_of(const struct checker *c, uint32_t function,
                                               enum certificate_at at)
{
    for (size_t i = 0; i < c->certificate->loops.count; i++) {
        const struct certificate_loop *l = &c->certificate->loops.data[i];
        if (l->at == at && l->function == function)
            return l;
    }
    return NULL;
}

bool check_summarised(const struct checker *c, uint32_t function)
{
    return facts_of(c, function, CERTIFICATE_AT_RETURN) != NULL;
}

/* A call as facts see it: parameters are values of the function. */
static struct activation view_of(struct checker *c, uint32_t function,
                                 const struct datum *arguments)
{
    struct activation view = {.function = function,
                              .f = &c->program->functions.data[function]};
    const struct block *entry = &view.f->blocks.data[0];
    view.values = ARENA_ARRAY(&c->arena, struct datum, view.f->instructions.count + 1);
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *in =
            &view.f->instructions.data[entry->instructions.data[i]];
        LAW(in->op != OP_PARAM || in->extra < view.f->param_count);
        if (in->op == OP_PARAM)
            view.values[entry->instructions.data[i]] = arguments[in->extra];
    }
    return view;
}

static struct term holds(struct checker *c, struct activation *view, enum certificate_at at,
                         const struct view_state *memory, enum facts_use use)
{
    const struct certificate_loop *l = facts_of(c, view->function, at);
    uint32_t objects = (uint32_t)c->view.objects.count;
    return l ? check_facts(c, view, l, memory, objects, use) : term_bool(c->terms, true);
}

/* The results hold any value, and so do the globals that are written. */
static void change(struct checker *c, const struct certificate_loop *returns,
                   const struct function *f, struct datum *results)
{
    LAW(returns && returns->at == CERTIFICATE_AT_RETURN);
    for (uint32_t k = 0; k < f->result_count; k++) {
        results[k] = check_any(c, f->results[k]);
        if (results[k].kind == DATUM_BITS)
            view_carrier(&c->view, results[k].a);
    }
    for (size_t i = 0; i < returns->written.count; i++) {
        const struct fact_operand *w = &returns->written.data[i];
        uint32_t object = check_fact_object(c, w->object, (uint32_t)c->view.objects.count);
        struct type type = {w->is_float ? TYPE_FLOAT : TYPE_INT, w->bytes * 8};
        struct datum v = check_any(c, type);
        if (v.kind == DATUM_BITS)
            view_carrier(&c->view, v.a);
        view_store(&c->view, &c->state, view_at(&c->view, object, w->at), v, type,
                   term_bool(c->terms, true));
    }
}

void check_summary_call(struct checker *c, struct activation *a, uint32_t call,
                        uint32_t function, const struct datum *arguments,
                        struct datum *results)
{
    LAW(c->now);
    LAW(check_summarised(c, function));
    struct activation view = view_of(c, function, arguments);
    struct term no =
        term_not(c->terms, holds(c, &view, CERTIFICATE_AT_CALLS, &c->state, FACTS_SHOWN));
    check_duty(c, DUTY_CALL, a, call, term_and(c->terms, c->now->all, no), NULL);
    struct view_state before = view_share(&c->view, &c->state);
    change(c, facts_of(c, function, CERTIFICATE_AT_RETURN), view.f, results);
    view.outcome = results;
    view.before = &before;
    check_assume(c, holds(c, &view, CERTIFICATE_AT_RETURN, &c->state, FACTS_KNOWN));
}

/* --- the function itself --- */

struct looking {
    struct checker *checker;
    const struct certificate_loop *returns;
    uint32_t objects; /* those that existed before */
};

static void see_change(void *context, const struct view_change *change)
{
    struct looking *l = context;
    struct checker *c = l->checker;
    if (change->object >= l->objects)
        return;
    bool told = false, byte = change->kind == CHANGE_PART && !change->array;
    for (size_t i = 0; i < l->returns->written.count && byte; i++) {
        const struct fact_operand *w = &l->returns->written.data[i];
        told |= check_fact_object(c, w->object, l->objects) == change->object &&
                w->at <= change->byte && change->byte - w->at < w->bytes;
    }
    if (!told)
        c->failed = "a recursive function changes more than is said of it";
}

static bool allocates(const struct program *p)
{
    bool any = false;
    for (size_t i = 0; i < p->functions.count; i++)
        any |= p->functions.data[i].builtin == BUILTIN_MALLOC;
    return any;
}

static bool is_described(struct checker *c, const struct certificate_loop *l)
{
    /* It says nothing of what is allocated, nor of whether calls return. */
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if (l->function >= c->program->functions.count ||
        !c->program->functions.data[l->function].has_body)
        return false;
    const struct function *f = &c->program->functions.data[l->function];
    bool good = f->result_count <= 8 && !f->variadic && !c->certificate->ghosts.count &&
                c->entry == c->program->entry;
    good &= c->certificate->external != CERTIFICATE_EXTERN_HAVOC &&
            !(c->certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION)) &&
            (!(c->certificate->violations & leaks) || !allocates(c->program));
    for (uint32_t i = 0; i < f->param_count; i++)
        good &= f->params[i].kind != TYPE_POINTER;
    for (uint32_t k = 0; k < f->result_count; k++)
        good &= f->results[k].kind != TYPE_POINTER;
    for (size_t i = 0; i < l->written.count; i++) {
        const struct fact_operand *w = &l->written.data[i];
        uint32_t object = check_fact_object(c, w->object, (uint32_t)c->view.objects.count);
        const struct view_object *o = &c->view.objects.data[object];
        good &= object && o->kind == VIEW_GLOBAL && o->size_known &&
                (w->bytes == 1 || w->bytes == 2 || w->bytes == 4 || w->bytes == 8) &&
                w->at <= o->bytes && w->bytes <= o->bytes - w->at;
    }
    return good;
}

void check_described(struct checker *c)
{
    bool any = false;
    for (size_t i = 0; i < c->certificate->loops.count; i++)
        any |= c->certificate->loops.data[i].at == CERTIFICATE_AT_RETURN;
    for (uint32_t g = 0; any && g < c->program->globals.count; g++)
        view_global(&c->view, g); /* so that cells can be found by name */
    for (size_t i = 0; any && i < c->certificate->loops.count; i++) {
        const struct certificate_loop *l = &c->certificate->loops.data[i];
        if (l->at == CERTIFICATE_AT_RETURN && !is_described(c, l))
            c->failed = "a function that facts about its calls and returns cannot describe";
    }
}

static void run(struct checker *c, const struct certificate_loop *returns)
{
    uint32_t function = returns->function;
    const struct function *f = &c->program->functions.data[function];
    struct datum *arguments = ARENA_ARRAY(&c->arena, struct datum, f->param_count + 1);
    struct datum *results = ARENA_ARRAY(&c->arena, struct datum, f->result_count + 8);
    struct activation below = {.function = c->entry,
                               .f = &c->program->functions.data[c->entry]};
    below.path = certificate_path(0, 0, c->entry);
    below.values = ARENA_ARRAY(&c->arena, struct datum, below.f->instructions.count + 1);
    c->now = step_and(c, NULL, term_bool(c->terms, true));
    c->state = view_start(&c->view);
    check_forget_globals(c);
    for (uint32_t i = 0; i < f->param_count; i++) {
        arguments[i] = check_any(c, f->params[i]);
        if (arguments[i].kind == DATUM_BITS)
            view_carrier(&c->view, arguments[i].a);
    }
    struct activation view = view_of(c, function, arguments);
    check_assume(c, holds(c, &view, CERTIFICATE_AT_CALLS, &c->state, FACTS_KNOWN));
    if (!c->now)
        return;
    struct view_state start = view_share(&c->view, &c->state);
    struct looking looking = {c, returns, (uint32_t)c->view.objects.count};
    size_t heap = c->heap.count;
    check_function(c, &below, UINT32_MAX, function, arguments, results);
    if (c->heap.count > heap)
        c->failed = "a recursive function that allocates memory";
    if (!c->now || c->failed)
        return;
    view_difference(&c->view, &start, &c->state, see_change, &looking);
    view.outcome = results;
    view.before = &start;
    struct term no =
        term_not(c->terms, holds(c, &view, CERTIFICATE_AT_RETURN, &c->state, FACTS_SHOWN));
    check_duty(c, DUTY_RETURN, &below, 0, term_and(c->terms, c->now->all, no), NULL);
}

void check_summaries(struct checker *c)
{
    c->apart = true;
    for (size_t i = 0; i < c->certificate->loops.count && !c->failed; i++)
        if (c->certificate->loops.data[i].at == CERTIFICATE_AT_RETURN)
            run(c, &c->certificate->loops.data[i]);
    c->apart = false;
}
