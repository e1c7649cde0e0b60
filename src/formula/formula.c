/* Building a formula: runs the executor from the entry function; again when memory layouts
 * changed on the way. */
#include "formula/cut/cut.h"
#include "base/failure.h"
#include "formula/environment.h"
#include "formula/cut/recursion.h"
#include "formula/cut/summary.h"

#include <stdio.h>

enum { MOST_ENCODINGS = 40 };

static void clear(struct formula *out)
{
    VECTOR_RELEASE(&out->claims);
    VECTOR_RELEASE(&out->cuts);
    VECTOR_RELEASE(&out->events);
    VECTOR_RELEASE(&out->externals);
    VECTOR_RELEASE(&out->environment);
    VECTOR_RELEASE(&out->preferences);
}

void formula_release(struct formula *out)
{
    clear(out);
    memory_model_release(&out->memory);
}

/* Arguments of the entry function: argc is some number from 1 on; runs that look at argv are
 * not covered. */
static void bind_parameters(struct exec *e, struct frame *fr)
{
    const struct block *entry = &fr->f->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *in = &fr->f->instructions.data[id];
        if (in->op != OP_PARAM)
            continue;
        char name[64];
        snprintf(name, sizeof name, "param!%u", (unsigned)in->extra);
        fr->values[id] = sym_fresh(e->memory, in->type, name);
        if (fr->values[id].kind == SYM_POINTER) {
            fr->values[id] = sym_null(e->memory);
            if (function_uses(fr->f, id))
                exec_cut(e, fr, id, CUT_UNSUPPORTED, e->guard->term,
                         "pointer parameter of the entry function");
        } else {
            exec_event(e, fr, id, EVENT_INPUT, fr->values[id]);
            if (in->extra == 0 && in->type.kind == TYPE_INT)
                exec_assume(e, term_2(e->terms, TERM_BV_SGE, fr->values[id].a,
                                      term_bv(e->terms, in->type.width, 1)));
        }
    }
}

static void encode(struct formula *out, struct program_facts *facts,
                   const struct formula_options *options)
{
    struct exec e = {.out = out,
                     .options = options,
                     .facts = facts,
                     .program = facts->program,
                     .terms = out->terms,
                     .within = UINT32_MAX};
    arena_init(&e.arena);
    e.memory = &out->memory;
    e.memory->most = exec_most;
    e.memory->most_context = &e;
    e.memory->whole_pointers =
        options
            ->cuts; /* unwinding finds them; in cut loops they would no longer be pointers */
    exec_pin_globals(&e);
    e.root = e.guard = guard_root(&e.arena, out->terms);
    e.state.epoch = ++out->memory.epoch;
    if (options->cuts)
        ghosts_begin(e.memory, &e.state, options->cuts->ghosts.count);
    if (options->cuts)
        summaries_begin(&e);
    e.start = memory_share(e.memory, &e.state);
    struct frame *fr = exec_frame(&e, NULL, 0, options->entry, hash_pair(5, options->entry));
    if (environment_used(&e))
        environment_bind(&e, fr);
    else
        bind_parameters(&e, fr);
    if (!fr->facts->reducible)
        exec_cut(&e, fr, 0, CUT_UNSUPPORTED, term_bool(out->terms, true), "irreducible loop");
    else
        exec_run_frame(&e, fr, ARENA_ARRAY(&e.arena, struct sym, fr->f->result_count + 1));
    if (options->cuts)
        recursion_finish(&e);
    e.memory->most = NULL;
    VECTOR_RELEASE(&e.calls);
    environment_release(&e);
    VECTOR_RELEASE(&e.heap_objects);
    VECTOR_RELEASE(&e.escaped);
    VECTOR_RELEASE(&e.known);
    arena_release(&e.arena);
}

void formula_build(struct formula *out, struct terms *terms, struct program_facts *facts,
                   struct layouts *layouts, const struct formula_options *options)
{
    for (int round = 0;; round++) {
        *out = (struct formula){
            .terms = terms, .program = facts->program, .finished = term_bool(terms, false)};
        memory_model_init(&out->memory, terms, facts->program, layouts);
        if (options->cuts)
            cut_model_clear(options->cuts);
        encode(out, facts, options);
        if (options->cuts && summaries_again(options->cuts))
            out->memory.restart = true;
        if (!out->memory.restart || out->stopped)
            break;
        if (round == MOST_ENCODINGS) {
            out->stopped = true;
            break;
        }
        formula_release(out);
    }
    if (out->memory.restart) { /* void: everything is uncovered */
        VECTOR_CLEAR(&out->claims);
        VECTOR_PUSH(&out->cuts, (struct cut){CUT_UNSUPPORTED, options->entry, 0,
                                             term_bool(terms, true), "resource limit"});
    }
    LAW(formula_is_lawful(out));
    LAW(!options->cuts || cut_model_is_lawful(out, options->cuts));
}
