/* The symbolic executor: blocks in reverse postorder, paths joined where control flow joins.
 * (P18 292-357 gives the formula; here it is built by execution, so that constants fold on
 * the way and memory is known where it is accessed.) */
#include "base/clock.h"
#include "base/failure.h"
#include "formula/cut/cut.h"
#include "formula/exec_internal.h"

#include <stdlib.h>

enum { LONG_CHAIN = 24 };

static inline bool is_condition(const struct exec *e, struct term t)
{
    return term_is(t) && sort_kind(e->terms, term_sort(e->terms, t)) == SORT_BOOL;
}

bool exec_stopped(struct exec *e)
{
    if (e->out->stopped)
        return true;
    if (++e->steps % 256)
        return false;
    const struct formula_options *o = e->options;
    if ((o->stop && *o->stop) || (o->term_limit && terms_count(e->terms) > o->term_limit) ||
        (o->until > 0 && cpu_now() > o->until))
        e->out->stopped = true;
    return e->out->stopped;
}

void exec_assume(struct exec *e, struct term condition)
{
    LAW(is_condition(e, condition));
    if (!e->guard)
        return;
    e->guard = guard_and(&e->arena, e->terms, e->guard, condition);
    if (guard_is_false(e->terms, e->guard))
        e->guard = NULL;
}

void exec_claim(struct exec *e, struct frame *fr, uint32_t instruction, enum violation kind,
                struct term good)
{
    LAW(is_condition(e, good));
    LAW(kind < VIOLATION_COUNT);
    LAW(instruction < fr->f->instructions.count);
    if (!e->guard || !(e->options->violations & VIOLATION_BIT(kind)))
        return;
    if (e->assuming) {
        exec_assume(e, good);
        return;
    }
    struct term bad = term_and(e->terms, e->guard->term, term_not(e->terms, good));
    if (term_is_false(e->terms, bad))
        return;
    VECTOR_PUSH(&e->out->claims, (struct claim){kind, fr->function, instruction, bad});
}

void exec_cut(struct exec *e, struct frame *fr, uint32_t instruction, enum cut_reason reason,
              struct term when, const char *what)
{
    LAW(is_condition(e, when));
    LAW(instruction < fr->f->instructions.count);
    if (term_is_false(e->terms, when))
        return;
    VECTOR_PUSH(&e->out->cuts, (struct cut){reason, fr->function, instruction, when, what});
}

void exec_note_inexact(struct exec *e, struct frame *fr, uint32_t id,
                       const struct guard *guard)
{
    if (guard)
        for (size_t i = 0; i < e->memory->inexact.count; i++)
            exec_cut(e, fr, id, CUT_INEXACT,
                     term_and(e->terms, guard->term, e->memory->inexact.data[i]),
                     "index that wraps around, or address of unknown origin");
    VECTOR_CLEAR(&e->memory->inexact);
}

void exec_event(struct exec *e, struct frame *fr, uint32_t instruction, enum event_kind kind,
                struct sym value)
{
    LAW(instruction < fr->f->instructions.count);
    if (e->guard)
        VECTOR_PUSH(&e->out->events,
                    (struct event){kind, fr->function, instruction, e->guard->term, value});
}

uint64_t exec_name(struct exec *e, struct frame *fr, uint32_t instruction)
{
    LAW(instruction < fr->f->instructions.count);
    (void)e;
    uint64_t h = hash_pair(fr->context, instruction);
    uint32_t block = fr->f->instructions.data[instruction].block;
    for (uint32_t l = fr->facts->loops.loop_of[block]; l != UINT32_MAX;
         l = fr->facts->loops.loops[l].parent)
        h = hash_pair(h, fr->iteration[l]);
    return h;
}

struct sym exec_value(struct exec *e, struct frame *fr, struct value v)
{
    LAW(value_is_constant(v) || value_is_none(v) || v.id < fr->f->instructions.count);
    if (!value_is_constant(v))
        return fr->values[v.id];
    const struct constant *c = program_constant(e->program, v);
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        return sym_from_bits(e->memory, term_bv_limbs(e->terms, c->type.width, c->limbs),
                             c->type);
    case CONSTANT_NULL:
        return sym_null(e->memory);
    case CONSTANT_GLOBAL:
        return sym_object(e->memory, memory_global(e->memory, c->index), c->offset);
    case CONSTANT_FUNCTION:
        return sym_object(e->memory, memory_function(e->memory, c->index), c->offset);
    case CONSTANT_BLOCK:
        return sym_object(e->memory, memory_function(e->memory, c->index),
                          constant_label_offset(c));
    case CONSTANT_UNDEF:
        break;
    }
    struct term t;
    if (c->type.kind == TYPE_FLOAT)
        return (struct sym){
            .kind = SYM_FLOAT,
            .a = term_fresh(e->terms, memory_float_sort(e->memory, c->type.width), "undef")};
    t = term_fresh(e->terms, sort_bv(e->terms, c->type.width), "undef");
    return c->type.kind == TYPE_POINTER ? sym_pointer(term_bv(e->terms, OBJECT_BITS, 0), t)
                                        : sym_bits(t);
}

/* --- edges and joins --- */

uint32_t exec_phi_count(const struct function *f, uint32_t block)
{
    LAW(block < f->blocks.count);
    const struct block *b = &f->blocks.data[block];
    uint32_t n = 0;
    while (n < b->instructions.count &&
           f->instructions.data[b->instructions.data[n]].op == OP_PHI)
        n++;
    return n;
}

static struct sym *phi_values(struct exec *e, struct frame *fr, uint32_t from, uint32_t to)
{
    uint32_t n = exec_phi_count(fr->f, to);
    struct sym *out = ARENA_ARRAY(&e->arena, struct sym, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct instruction *phi =
            &fr->f->instructions.data[fr->f->blocks.data[to].instructions.data[i]];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(fr->f, phi, k + 1).id == from) {
                out[i] = exec_value(e, fr, instruction_operand(fr->f, phi, k));
                break;
            }
    }
    return out;
}

static void carry(struct exec *e, struct frame *fr, uint32_t to, struct edge *edge)
{
    const struct brought *b = &fr->facts->brought[to];
    if (!b->count)
        return;
    edge->carried = ARENA_ARRAY(&e->arena, struct carried, b->count);
    edge->carried_count = b->count;
    for (uint32_t i = 0; i < b->count; i++)
        edge->carried[i] = (struct carried){b->values[i], fr->values[b->values[i]]};
}

static void set_ghosts(struct exec *e, const struct frame *fr, uint32_t from, uint32_t to,
                       struct memory_state *memory)
{
    const struct cut_model *c = e->options->cuts;
    for (size_t g = 0; c && g < c->ghosts.count; g++) {
        const struct ghost *ghost = &c->ghosts.data[g];
        if (ghost->path != fr->path || ghost->to != to)
            continue;
        uint32_t loop = fr->facts->child_of[to];
        bool passed = ghost->kind == GHOST_LOOP
                          ? loop != UINT32_MAX && loop_contains(&fr->facts->loops, loop, from)
                          : ghost->from == from;
        if (passed)
            ghost_set(e->memory, memory, g);
    }
}

void exec_edge(struct exec *e, struct frame *fr, uint32_t from, uint32_t to,
               struct term condition, bool last)
{
    LAW(from < fr->f->blocks.count);
    LAW(to < fr->f->blocks.count);
    LAW(is_condition(e, condition));
    const struct guard *g = guard_and(&e->arena, e->terms, e->guard, condition);
    if (guard_is_false(e->terms, g))
        return;
    if (e->closed_frame == fr && loop_contains(&fr->facts->loops, e->closed_loop, from) &&
        !loop_contains(&fr->facts->loops, e->closed_loop, to))
        return;
    struct edge edge = {.guard = g};
    edge.memory = last ? e->state : memory_share(e->memory, &e->state);
    set_ghosts(e, fr, from, to, &edge.memory);
    edge.phis = phi_values(e, fr, from, to);
    carry(e, fr, to, &edge);
    VECTOR_PUSH(&fr->pending[to], edge);
}

/* All edges to one block carry the same values in the same order. The result has arrays of
 * its own. */
static struct edge join_two(struct exec *e, const struct edge *yes, const struct edge *no,
                            struct term condition, uint32_t phis)
{
    struct edge out = {.memory = memory_merge(e->memory, condition, yes->memory, no->memory),
                       .carried_count = yes->carried_count};
    out.phis = ARENA_ARRAY(&e->arena, struct sym, phis);
    out.carried = ARENA_ARRAY(&e->arena, struct carried, out.carried_count);
    for (uint32_t i = 0; i < phis; i++)
        out.phis[i] = sym_ite(e->memory, condition, yes->phis[i], no->phis[i]);
    for (uint32_t i = 0; i < out.carried_count; i++)
        out.carried[i] = (struct carried){
            yes->carried[i].instruction,
            sym_ite(e->memory, condition, yes->carried[i].value, no->carried[i].value)};
    return out;
}

/* Joins edges as a balanced tree, so that what n exits of a loop changed in turn is merged
 * log n times, not n times. The parts are of sizes that are powers of two: those of a smaller
 * bound are shared. *any: the condition of one of them. */
static struct edge join_many(struct exec *e, const struct edge *in,
                             const struct term *conditions, size_t count, uint32_t phis,
                             struct term *any)
{
    *any = conditions[0];
    if (count == 1)
        return in[0];
    size_t first = 1;
    while (first * 2 < count)
        first *= 2;
    struct term other;
    struct edge yes = join_many(e, in, conditions, first, phis, any);
    struct edge no =
        join_many(e, in + first, conditions + first, count - first, phis, &other);
    struct edge out = join_two(e, &yes, &no, *any, phis);
    *any = term_or(e->terms, *any, other);
    return out;
}

static struct term condition_since(struct exec *e, const struct guard *g,
                                   const struct guard *ancestor)
{
    return g->depth - ancestor->depth > LONG_CHAIN ? g->term
                                                   : guard_since(e->terms, g, ancestor);
}

static const struct guard *common_of(const edges *in)
{
    const struct guard *g = in->data[0].guard;
    for (size_t i = 1; i < in->count; i++)
        g = guard_common(g, in->data[i].guard);
    return g;
}

bool exec_join(struct exec *e, struct frame *fr, edges *in, uint32_t block)
{
    LAW(block < fr->f->blocks.count);
    if (!in->count)
        return false;
    uint32_t phis = exec_phi_count(fr->f, block);
    struct edge all = in->data[in->count - 1];
    if (in->count > 1) {
        const struct guard *common = common_of(in);
        struct term *conditions = ARENA_ARRAY(&e->arena, struct term, in->count), any;
        for (size_t i = 0; i < in->count; i++)
            conditions[i] = condition_since(e, in->data[i].guard, common);
        all = join_many(e, in->data, conditions, in->count, phis, &any);
        all.guard = guard_and(&e->arena, e->terms, common, any);
    }
    VECTOR_CLEAR(in);
    e->guard = all.guard;
    e->state = all.memory;
    for (uint32_t i = 0; i < phis; i++)
        fr->values[fr->f->blocks.data[block].instructions.data[i]] = all.phis[i];
    for (uint32_t i = 0; i < all.carried_count; i++)
        fr->values[all.carried[i].instruction] = all.carried[i].value;
    if (guard_is_false(e->terms, e->guard))
        e->guard = NULL;
    return e->guard != NULL;
}

/* --- blocks and regions --- */

static void run_terminator(struct exec *e, struct frame *fr, uint32_t block,
                           const struct instruction *t)
{
    struct term yes = term_bool(e->terms, true);
    if (t->op == OP_JUMP) {
        exec_edge(e, fr, block, t->target[0], yes, true);
    } else if (t->op == OP_BRANCH) {
        struct term c = exec_value(e, fr, instruction_operand(fr->f, t, 0)).a;
        c = term_eq(e->terms, c, term_bv(e->terms, 1, 1));
        exec_edge(e, fr, block, t->target[0], c, false);
        exec_edge(e, fr, block, t->target[1], term_not(e->terms, c), true);
    }
    e->guard = NULL;
}

static void run_block(struct exec *e, struct frame *fr, uint32_t block)
{
    if (!exec_join(e, fr, &fr->pending[block], block))
        return;
    const struct block *b = &fr->f->blocks.data[block];
    exec_note_inexact(e, fr, b->instructions.data[0], e->guard);
    if (exec_stopped(e)) {
        exec_cut(e, fr, b->instructions.data[0], CUT_UNSUPPORTED, e->guard->term,
                 "resource limit");
        e->guard = NULL;
    }
    for (size_t i = exec_phi_count(fr->f, block); i < b->instructions.count && e->guard;
         i++) {
        const struct instruction *in = &fr->f->instructions.data[b->instructions.data[i]];
        if (in->op == OP_JUMP || in->op == OP_BRANCH)
            run_terminator(e, fr, block, in);
        else
            exec_instruction(e, fr, b->instructions.data[i]);
    }
}

void exec_region(struct exec *e, struct frame *fr, uint32_t region)
{
    LAW(region <= fr->facts->loops.count);
    const struct region *r = &fr->facts->region[region];
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t b = r->blocks[i];
        if (!fr->pending[b].count)
            continue;
        uint32_t inner = fr->facts->child_of[b];
        if (inner != UINT32_MAX && inner != region)
            exec_loop(e, fr, inner);
        else
            run_block(e, fr, b);
    }
}
