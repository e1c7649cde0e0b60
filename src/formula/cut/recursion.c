#include "formula/cut/recursion.h"

#include "base/failure.h"
#include "formula/cut/cut_internal.h"
#include "formula/environment.h"

#include <stdio.h>
#include <stdlib.h>

/* One activation of a recursive function that starts with arbitrary arguments. */
struct body {
    const struct recursive *what;
    const struct function *f;
    uint32_t *params; /* instructions; UINT32_MAX: not used */
    uint64_t path;
    struct term entered, returned;
    struct sym *values; /* as in struct recorded_call */
};

/* --- which functions --- */

static const struct recursive *find(const struct cut_memo *m, uint32_t function)
{
    for (size_t i = 0; i < m->recursive.count; i++)
        if (m->recursive.data[i]->function == function)
            return m->recursive.data[i];
    return NULL;
}

static bool is_open(const struct frame *fr, uint32_t function)
{
    while (fr && fr->function != function)
        fr = fr->caller;
    return fr != NULL;
}

static void add(struct exec *e, uint32_t function)
{
    struct cut_memo *m = e->options->cuts->memo;
    struct recursive *r = calloc(1, sizeof *r);
    if (!r)
        BUG("out of memory");
    r->function = function;
    r->fits = !environment_used(e) && recursion_fits(e->program, e->options->external, r);
    VECTOR_PUSH(&m->recursive, r);
    if (r->fits)
        m->again = true;
}

/* Where a function exits, its callers are not known: nor what they still point to. */
static bool allocates(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].builtin == BUILTIN_MALLOC)
            return true;
    return false;
}

/* --- calls --- */

static struct sym place_of(struct exec *e, const struct touched *t)
{
    return sym_object(e->memory, memory_global(e->memory, t->global), t->offset);
}

static struct sym fresh(struct exec *e, struct type type, const char *what, uint64_t name,
                        size_t number)
{
    char text[80];
    snprintf(text, sizeof text, "%s!%016lx!%zu", what, (unsigned long)name, number);
    struct sym v = sym_fresh(e->memory, type, text);
    if (v.kind == SYM_BITS)
        memory_carrier(e->memory, v.a);
    return v;
}

static size_t value_count(const struct recursive *r, const struct function *f)
{
    return f->param_count + 2 * r->touched.count + f->result_count;
}

/* What is touched, as it is now. */
static size_t see_touched(struct exec *e, const struct recursive *r, struct sym *out)
{
    for (size_t i = 0; i < r->touched.count; i++)
        out[i] = memory_load(e->memory, &e->state, place_of(e, &r->touched.data[i]),
                             r->touched.data[i].type);
    return r->touched.count;
}

bool recursion_call(struct exec *e, struct frame *fr, uint32_t call, uint32_t function,
                    const struct sym *arguments, struct sym *results)
{
    LAW(function < e->program->functions.count);
    LAW(call < fr->f->instructions.count);
    struct cut_model *c = e->options->cuts;
    if (!c->summaries)
        return false;
    const struct recursive *r = find(c->memo, function);
    if (!r && is_open(fr, function)) {
        add(e, function);
        r = find(c->memo, function);
    }
    if (!r || !r->fits)
        return false;
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if ((e->options->violations & leaks) && allocates(e->program))
        cut_fail(e, CUT_MAY_LEAK);
    const struct function *f = &e->program->functions.data[function];
    struct recorded_call made = {
        .function = function, .within = e->within, .name = exec_name(e, fr, call)};
    made.name = hash_pair(made.name, function);
    made.made = e->guard->term;
    /* Whether it returns is open: while nothing is known to return, the call has been made
     * all the same. */
    char text[64];
    snprintf(text, sizeof text, "returns!%016lx", (unsigned long)made.name);
    exec_assume(e, term_var(e->terms, sort_bool(e->terms), text));
    made.returned = e->guard ? e->guard->term : term_bool(e->terms, false);
    made.values = ARENA_ARRAY(&e->arena, struct sym, value_count(r, f) + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < f->param_count; i++)
        made.values[n++] = arguments[i];
    n += see_touched(e, r, made.values + n);
    for (uint32_t k = 0; k < f->result_count; k++)
        made.values[n++] = results[k] = fresh(e, f->results[k], "result", made.name, k);
    for (size_t i = 0; i < r->touched.count; i++) {
        const struct touched *t = &r->touched.data[i];
        if (!t->written)
            continue;
        made.values[n] = fresh(e, t->type, "after", made.name, i);
        memory_store(e->memory, &e->state, place_of(e, t), made.values[n++], t->type,
                     term_bool(e->terms, true));
    }
    VECTOR_PUSH(&e->calls, made);
    return true;
}

/* --- the body --- */

static void begin_body(struct exec *e, struct body *b, struct frame *fr)
{
    const struct block *entry = &b->f->blocks.data[0];
    char text[64];
    snprintf(text, sizeof text, "activation!%u", b->what->function);
    e->guard = guard_and(&e->arena, e->terms, e->root,
                         term_var(e->terms, sort_bool(e->terms), text));
    e->state = memory_share(e->memory, &e->start);
    b->entered = e->guard->term;
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *in = &b->f->instructions.data[id];
        if (in->op != OP_PARAM)
            continue;
        b->params[in->extra] = id;
        fr->values[id] = b->values[in->extra] =
            fresh(e, in->type, "argument", b->path, in->extra);
    }
    for (size_t i = 0; i < b->what->touched.count; i++) {
        const struct touched *t = &b->what->touched.data[i];
        struct sym v = fresh(e, t->type, "before", b->path, i);
        memory_store(e->memory, &e->state, place_of(e, t), v, t->type,
                     term_bool(e->terms, true));
    }
    see_touched(e, b->what, b->values + b->f->param_count);
}

static void end_body(struct exec *e, struct body *b, const struct sym *results)
{
    b->returned = e->guard ? e->guard->term : term_bool(e->terms, false);
    if (!e->guard)
        return;
    size_t n = b->f->param_count + b->what->touched.count;
    for (uint32_t k = 0; k < b->f->result_count; k++)
        b->values[n++] = results[k];
    struct sym *after = ARENA_ARRAY(&e->arena, struct sym, b->what->touched.count + 1);
    see_touched(e, b->what, after);
    for (size_t i = 0; i < b->what->touched.count; i++)
        if (b->what->touched.data[i].written)
            b->values[n++] = after[i];
}

static void run_body(struct exec *e, const struct recursive *r, struct body *b)
{
    *b = (struct body){.what = r, .f = &e->program->functions.data[r->function]};
    b->params = ARENA_ARRAY(&e->arena, uint32_t, b->f->param_count + 1);
    for (uint32_t i = 0; i < b->f->param_count; i++)
        b->params[i] = UINT32_MAX;
    b->values = ARENA_ARRAY(&e->arena, struct sym, value_count(r, b->f) + 1);
    struct frame *below = exec_frame(e, NULL, 0, e->options->entry, 0);
    struct frame *fr =
        exec_frame(e, below, UINT32_MAX, r->function, hash_pair(8, r->function));
    b->path = fr->path;
    begin_body(e, b, fr);
    struct sym *results = ARENA_ARRAY(&e->arena, struct sym, b->f->result_count + 8);
    uint32_t outer = e->within;
    e->within = r->function;
    exec_run_frame(e, fr, results);
    e->within = outer;
    end_body(e, b, results);
    exec_note_inexact(e, below, 0, e->guard);
    exec_free_frame(below);
}

/* --- context and summary --- */

/* The slots of a body: numbers of values, named as the cut model does; those from `results`
 * on are a summary's. */
static void add_slots(struct exec *e, const struct body *b, enum cut_kind kind,
                      struct cut_loop *l, uint32_t *values)
{
    uint32_t n = 0, touched = (uint32_t)b->what->touched.count;
    struct slot s = {.kind = SLOT_PHI};
    (void)e;
    for (uint32_t i = 0; i < b->f->param_count; i++, n++) {
        if (b->params[i] == UINT32_MAX)
            continue;
        s.instruction = b->params[i];
        values[l->slots.count] = n;
        VECTOR_PUSH(&l->slots, s);
    }
    for (uint32_t i = 0; i < touched; i++, n++) {
        s.instruction = SLOT_BEFORE + i;
        values[l->slots.count] = n;
        VECTOR_PUSH(&l->slots, s);
    }
    if (kind == CUT_AT_CALLS)
        return;
    for (uint32_t k = 0; k < b->f->result_count; k++, n++) {
        s.instruction = SLOT_RESULT + k;
        values[l->slots.count] = n;
        VECTOR_PUSH(&l->slots, s);
    }
    for (uint32_t i = 0; i < touched; i++) {
        if (!b->what->touched.data[i].written)
            continue;
        s.instruction = SLOT_AFTER + i;
        values[l->slots.count] = n++;
        VECTOR_PUSH(&l->slots, s);
    }
}

static struct cut_loop begin_entry(struct exec *e, const struct body *b, enum cut_kind kind,
                                   uint32_t *values)
{
    struct term no = term_bool(e->terms, false);
    struct cut_loop l = {.kind = kind,
                         .name = hash_pair(hash_pair(0x726563, b->what->function), kind),
                         .path = b->path,
                         .function = b->what->function,
                         .loop = UINT32_MAX,
                         .header = UINT32_MAX,
                         .recursive = b->what,
                         .entered = no,
                         .arrived = no,
                         .back = no};
    for (size_t g = 0; g < e->options->cuts->ghosts.count; g++)
        VECTOR_PUSH(&l.ghosts, ((struct ghost_view){no, no, no}));
    add_slots(e, b, kind, &l, values);
    return l;
}

/* Some call of the function: which one is free to choose, so that a question about it is one
 * about all of them. */
static void some_call(struct exec *e, const struct body *b, struct cut_loop *l,
                      const uint32_t *values)
{
    bool first = true;
    for (size_t i = 0; i < e->calls.count; i++) {
        const struct recorded_call *c = &e->calls.data[i];
        char text[64];
        if (c->function != b->what->function)
            continue;
        snprintf(text, sizeof text, "call!%016lx", (unsigned long)c->name);
        struct term chosen = term_var(e->terms, sort_bool(e->terms), text);
        l->arrived = first ? c->made : term_ite(e->terms, chosen, c->made, l->arrived);
        for (size_t s = 0; s < l->slots.count; s++) {
            struct sym *at = &l->slots.data[s].entry, v = c->values[values[s]];
            *at = first ? v : sym_ite(e->memory, chosen, v, *at);
        }
        first = false;
    }
}

static void add_context(struct exec *e, const struct body *b)
{
    uint32_t *values = ARENA_ARRAY(&e->arena, uint32_t, value_count(b->what, b->f) + 1);
    struct cut_loop l = begin_entry(e, b, CUT_AT_CALLS, values);
    l.entered = b->entered;
    some_call(e, b, &l, values);
    for (size_t s = 0; s < l.slots.count; s++) {
        l.slots.data[s].pre = b->values[values[s]];
        l.slots.data[s].post = l.slots.data[s].entry;
    }
    VECTOR_PUSH(&e->options->cuts->loops, l);
}

static void add_summary(struct exec *e, const struct body *b)
{
    uint32_t *values = ARENA_ARRAY(&e->arena, uint32_t, value_count(b->what, b->f) + 1);
    struct cut_loop l = begin_entry(e, b, CUT_AT_RETURN, values);
    bool first = true;
    l.back = b->returned;
    for (size_t i = 0; i < e->calls.count; i++) {
        const struct recorded_call *c = &e->calls.data[i];
        if (c->function != b->what->function)
            continue;
        struct loop_use use = {.entered = c->returned};
        if (first)
            l.entered = c->returned;
        for (size_t s = 0; s < l.slots.count; s++) {
            if (first)
                l.slots.data[s].pre = c->values[values[s]];
            VECTOR_PUSH(&use.values, c->values[values[s]]);
        }
        if (first)
            VECTOR_RELEASE(&use.values);
        else
            VECTOR_PUSH(&l.uses, use);
        first = false;
    }
    bool returns = !term_is_false(e->terms, b->returned);
    for (size_t s = 0; s < l.slots.count; s++) {
        struct slot *slot = &l.slots.data[s];
        slot->entry = slot->post = returns ? b->values[values[s]] : slot->pre;
    }
    VECTOR_PUSH(&e->options->cuts->loops, l);
}

/* Some call in the body of a recursive function, of itself or of another one; which one is
 * free to choose. */
static void add_descent(struct exec *e, const struct body *b, uint32_t to)
{
    struct terms *ts = e->terms;
    struct descent d = {.from = b->what->function, .to = to, .any = term_bool(ts, false)};
    uint32_t *values = ARENA_ARRAY(&e->arena, uint32_t, value_count(b->what, b->f) + 1);
    d.step = begin_entry(e, b, CUT_AT_CALLS, values);
    d.step.entered = b->entered;
    for (size_t s = 0; s < d.step.slots.count; s++)
        d.step.slots.data[s].pre = d.step.slots.data[s].entry = d.step.slots.data[s].post =
            b->values[values[s]];
    bool first = true;
    for (size_t i = 0; i < e->calls.count; i++) {
        const struct recorded_call *c = &e->calls.data[i];
        char text[64];
        if (c->within != d.from || c->function != to)
            continue;
        snprintf(text, sizeof text, "descent!%016lx", (unsigned long)c->name);
        struct term chosen = term_var(ts, sort_bool(ts), text);
        d.any = term_or(ts, d.any, c->made);
        d.step.back = first ? c->made : term_ite(ts, chosen, c->made, d.step.back);
        for (size_t s = 0; d.from == to && s < d.step.slots.count; s++) {
            struct sym *at = &d.step.slots.data[s].post, v = c->values[values[s]];
            *at = first ? v : sym_ite(e->memory, chosen, v, *at);
        }
        first = false;
    }
    if (first)
        VECTOR_RELEASE(&d.step.slots), VECTOR_RELEASE(&d.step.ghosts);
    else
        VECTOR_PUSH(&e->options->cuts->descents, d);
}

static bool is_called(const struct exec *e, uint32_t function)
{
    for (size_t i = 0; i < e->calls.count; i++)
        if (e->calls.data[i].function == function)
            return true;
    return false;
}

void recursion_finish(struct exec *e)
{
    struct cut_model *c = e->options->cuts;
    if (!e->calls.count)
        return;
    VECTOR(struct body) bodies = {0};
    for (bool more = true; more && !c->memo->again && !c->failed;) { /* bodies call others */
        more = false;
        for (size_t i = 0; i < c->memo->recursive.count && !c->memo->again; i++) {
            const struct recursive *r = c->memo->recursive.data[i];
            bool done = !r->fits || !is_called(e, r->function);
            for (size_t k = 0; k < bodies.count; k++)
                done |= bodies.data[k].what->function == r->function;
            if (done)
                continue;
            struct body b;
            run_body(e, r, &b);
            VECTOR_PUSH(&bodies, b);
            more = true;
        }
    }
    if (!c->memo->again && !c->failed) {
        for (size_t i = 0; i < bodies.count; i++)
            add_context(e, &bodies.data[i]);
        for (size_t i = 0; i < bodies.count; i++)
            add_summary(e, &bodies.data[i]);
        for (size_t i = 0; i < bodies.count; i++)
            for (size_t k = 0; k < bodies.count; k++)
                add_descent(e, &bodies.data[i], bodies.data[k].what->function);
    }
    VECTOR_RELEASE(&bodies);
}
