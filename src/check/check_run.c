/* Running functions: blocks in an order in which edges go forward, loops apart, calls
 * inlined. */
#include "check/check_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

const struct outline *check_outline(struct checker *c, uint32_t function)
{
    LAW(function < c->program->functions.count);
    struct outline *o = &c->outlines[function];
    const struct function *f = &c->program->functions.data[function];
    if (o->ready)
        return o;
    dominators_find(f, &c->arena, &o->dominators);
    loops_find(f, &o->dominators, &c->arena, &o->loops);
    o->headed = ARENA_ARRAY(&c->arena, uint32_t, f->blocks.count);
    for (size_t b = 0; b < f->blocks.count; b++)
        o->headed[b] = UINT32_MAX;
    for (uint32_t l = 0; l < o->loops.count; l++) {
        o->headed[o->loops.loops[l].header] = l;
        o->irreducible |= o->loops.loops[l].irreducible;
    }
    o->ready = true;
    LAW(!o->loops.count || o->headed[o->loops.loops[0].header] == 0);
    return o;
}

uint32_t check_phis(const struct function *f, uint32_t block)
{
    LAW(block < f->blocks.count);
    const struct block *b = &f->blocks.data[block];
    uint32_t n = 0;
    while (n < b->instructions.count &&
           f->instructions.data[b->instructions.data[n]].op == OP_PHI)
        n++;
    return n;
}

struct datum check_value(struct checker *c, struct activation *a, struct value v)
{
    LAW(value_is_constant(v) || v.id < a->f->instructions.count);
    struct terms *ts = c->terms;
    if (!value_is_constant(v))
        return a->values[v.id];
    const struct constant *k = program_constant(c->program, v);
    switch ((enum constant_kind)k->kind) {
    case CONSTANT_BITS:
        return datum_from_bits(&c->view, term_bv_limbs(ts, k->type.width, k->limbs), k->type);
    case CONSTANT_NULL:
        return view_null(&c->view);
    case CONSTANT_GLOBAL:
        return view_at(&c->view, view_global(&c->view, k->index), k->offset);
    case CONSTANT_FUNCTION:
        return view_at(&c->view, view_function(&c->view, k->index), k->offset);
    case CONSTANT_BLOCK:
        return view_at(&c->view, view_function(&c->view, k->index), constant_label_offset(k));
    case CONSTANT_UNDEF:
        break;
    }
    if (k->type.kind == TYPE_FLOAT)
        return (struct datum){
            .kind = DATUM_FLOAT,
            .a = term_fresh(ts, view_float_sort(&c->view, k->type.width), "undef")};
    struct term any = term_fresh(ts, sort_bv(ts, k->type.width), "undef");
    return k->type.kind == TYPE_POINTER ? datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, 0), any)
                                        : datum_bits(any);
}

static void run_block(struct checker *c, struct activation *a, uint32_t block)
{
    LAW(block < a->f->blocks.count);
    if (!check_enter(c, a, block))
        return;
    const struct block *b = &a->f->blocks.data[block];
    for (size_t i = check_phis(a->f, block);
         i < b->instructions.count && c->now && !check_over(c); i++) {
        uint32_t id = b->instructions.data[i];
        const struct instruction *in = &a->f->instructions.data[id];
        if (in->op == OP_JUMP) {
            check_leave(c, a, block, in->target[0], term_bool(c->terms, true));
            c->now = NULL;
        } else if (in->op == OP_BRANCH) {
            struct term yes = check_holds(c, check_operand(c, a, in, 0));
            check_leave(c, a, block, in->target[0], yes);
            check_leave(c, a, block, in->target[1], term_not(c->terms, yes));
            c->now = NULL;
        } else {
            check_instruction(c, a, id);
        }
    }
    c->now = NULL;
}

void check_blocks(struct checker *c, struct activation *a, const uint32_t *blocks,
                  uint32_t count, uint32_t loop)
{
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        if (!a->waiting[blocks[i]].count)
            continue;
        LAW(blocks[i] < a->f->blocks.count);
        uint32_t inner = a->outline->headed[blocks[i]];
        if (inner != UINT32_MAX && inner != loop)
            check_loop(c, a, inner);
        else
            run_block(c, a, blocks[i]);
    }
}

static void begin(struct checker *c, struct activation *a, const struct datum *arguments)
{
    LAW(c->now);
    const struct block *entry = &a->f->blocks.data[0];
    struct visit v = {c->now, c->state,
                      calloc(a->f->instructions.count + 1, sizeof *v.values)};
    for (size_t i = 0; i < entry->instructions.count; i++) {
        const struct instruction *in = &a->f->instructions.data[entry->instructions.data[i]];
        LAW(in->op != OP_PARAM || in->extra < a->f->param_count);
        if (in->op == OP_PARAM)
            v.values[entry->instructions.data[i]] = arguments[in->extra];
    }
    VECTOR_PUSH(&a->waiting[0], v);
}

static void finish(struct checker *c, struct activation *a, struct datum *results)
{
    struct datum *joined = NULL;
    if (check_join(c, &a->returns, a->f->result_count, &joined)) {
        memcpy(results, joined, a->f->result_count * sizeof *results);
        for (size_t i = 0; i < a->locals.count; i++)
            view_end(&c->view, &c->state, a->locals.data[i], term_bool(c->terms, true));
    }
    free(joined);
    for (size_t b = 0; b < a->f->blocks.count; b++) {
        visits_cut(&a->waiting[b], 0);
        VECTOR_RELEASE(&a->waiting[b]);
    }
    VECTOR_RELEASE(&a->returns);
    VECTOR_RELEASE(&a->locals);
    free(a->waiting);
    free(a->values);
    free(a->results);
}

void check_function(struct checker *c, struct activation *caller, uint32_t call,
                    uint32_t function, const struct datum *arguments, struct datum *results)
{
    LAW(function < c->program->functions.count);
    struct activation a = {.caller = caller,
                           .call = call,
                           .function = function,
                           .f = &c->program->functions.data[function]};
    a.outline = check_outline(c, function);
    a.path = certificate_path(caller ? caller->path : 0, call, function);
    if (a.outline->irreducible) {
        c->failed = "a loop with several entries";
        return;
    }
    a.results = calloc(a.f->instructions.count + 1, sizeof *a.results);
    a.waiting = calloc(a.f->blocks.count + 1, sizeof *a.waiting);
    begin(c, &a, arguments);
    check_blocks(c, &a, a.outline->dominators.rpo, a.outline->dominators.count, UINT32_MAX);
    finish(c, &a, results);
}
