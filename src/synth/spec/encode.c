/* Walking a function: states wait at blocks, states that meet are merged, and a block waits until all states
 * of this round of its loop have reached it (deeper loops first, a loop's next round last). A loop ends when
 * the guard of its next round folds to false; one that never does runs into the limit and is unsupported. */
#include "synth/spec/encode.h"

#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 400000, DEPTH_LIMIT = 200 };

struct state {
    bool waits;
    bool round;     /* came over a back edge: waits for the rest of its loop */
    unsigned depth; /* of the loop that it is in now; entering a loop counts from outside */
    struct term guard;
    struct slot *slots;
    struct cells memory;
};
struct walk {
    struct encoder *e;
    const struct function *f;
    const struct slot *arguments;
    struct state *waiting; /* per block */
    struct slot **results; /* of calls with several results */
    struct dominators dominators;
    struct loop_forest loops;
    struct outcome *out;
};

static struct slot value_slot(struct walk *w, struct state *s, struct value v)
{
    struct slot out = {0};
    if (value_is_constant(v)) {
        if (!encode_constant(w->e, &s->memory, v, &out)) w->e->failed = true;
        return out;
    }
    return s->slots[v.id];
}

static unsigned depth_of(const struct walk *w, uint32_t block)
{
    uint32_t loop = w->loops.loop_of[block];
    return loop == UINT32_MAX ? 0 : w->loops.loops[loop].depth;
}

static bool is_header(const struct walk *w, uint32_t block)
{
    uint32_t loop = w->loops.loop_of[block];
    return loop != UINT32_MAX && w->loops.loops[loop].header == block;
}

/* --- edges --- */

static void set_phis(struct walk *w, struct state *s, struct slot *into, uint32_t from, uint32_t to)
{
    const struct block *b = &w->f->blocks.data[to];
    for (size_t k = 0; k < b->instructions.count; k++) {
        uint32_t id = b->instructions.data[k];
        const struct instruction *i = &w->f->instructions.data[id];
        if (i->op != OP_PHI) break;
        for (uint32_t n = 0; n + 1 < i->count; n += 2)
            if (w->f->operands.data[i->operand + n + 1] == from)
                into[id] = value_slot(w, s, instruction_operand(w->f, i, n));
    }
}

static void merge(struct walk *w, struct state *into, const struct state *from)
{
    size_t n = w->f->instructions.count;
    for (size_t i = 0; i < n; i++) {
        struct slot *a = &into->slots[i];
        if (a->kind != from->slots[i].kind && a->kind != SLOT_NONE && from->slots[i].kind != SLOT_NONE)
            continue; /* not live in both */
        *a = slot_choose(w->e, from->guard, from->slots[i], *a);
    }
    cells_choose(w->e, from->guard, &from->memory, &into->memory);
    into->guard = term_or(w->e->spec->terms, into->guard, from->guard);
}

static void take_edge(struct walk *w, struct state *s, uint32_t from, uint32_t to, struct term guard)
{
    if (term_is_false(w->e->spec->terms, guard)) return;
    struct state next = {.waits = true, .guard = guard};
    size_t n = w->f->instructions.count;
    next.slots = ARENA_ARRAY(w->e->arena, struct slot, n + 1);
    memcpy(next.slots, s->slots, n * sizeof *s->slots);
    set_phis(w, s, next.slots, from, to);
    cells_copy(w->e, &s->memory, &next.memory);
    next.round = is_header(w, to) && loop_contains(&w->loops, w->loops.loop_of[to], from);
    next.depth = depth_of(w, to);
    if (is_header(w, to) && !next.round) next.depth--;
    if (w->waiting[to].waits)
        merge(w, &w->waiting[to], &next);
    else
        w->waiting[to] = next;
}

static void take_return(struct walk *w, struct state *s, const struct instruction *i)
{
    struct terms *ts = w->e->spec->terms;
    struct outcome *o = w->out;
    bool first = term_is_false(ts, o->returns);
    for (uint32_t k = 0; k < i->count && k < w->f->result_count; k++) {
        struct slot v = value_slot(w, s, instruction_operand(w->f, i, k));
        o->results[k] = first ? v : slot_choose(w->e, s->guard, v, o->results[k]);
    }
    if (first)
        cells_copy(w->e, &s->memory, &o->memory);
    else
        cells_choose(w->e, s->guard, &s->memory, &o->memory);
    o->returns = term_or(ts, o->returns, s->guard);
}

static bool terminate(struct walk *w, struct state *s, uint32_t block, const struct instruction *i)
{
    struct terms *ts = w->e->spec->terms;
    struct slot c;
    switch ((int)i->op) {
    case OP_JUMP:
        take_edge(w, s, block, i->target[0], s->guard);
        return true;
    case OP_BRANCH:
        c = value_slot(w, s, instruction_operand(w->f, i, 0));
        if (c.kind != SLOT_TERM) return encode_unsupported(w->e, w->f, i, "a branch on no number");
        struct term yes = term_eq(ts, c.term, term_bv(ts, 1, 1));
        take_edge(w, s, block, i->target[0], term_and(ts, s->guard, yes));
        take_edge(w, s, block, i->target[1], term_and(ts, s->guard, term_not(ts, yes)));
        return true;
    case OP_RETURN:
        take_return(w, s, i);
        return true;
    case OP_STOP:
        w->e->bad = term_or(ts, w->e->bad, s->guard);
        return true;
    default:
        return encode_unsupported(w->e, w->f, i, "a kind of jump");
    }
}

/* --- calls --- */

/* A function without body is an unknown program: numbers go in, the result and the words behind pointers come
 * out. */
static bool apply_unknown(struct walk *w, struct state *s, uint32_t callee, const struct instruction *call,
                          const struct slot *v, struct slot *out)
{
    struct encoder *e = w->e;
    struct spec *spec = e->spec;
    struct terms *ts = spec->terms;
    const struct function *f = &e->program->functions.data[callee];
    unsigned arity = 0, outputs = f->result_count ? 1 : 0;
    uint64_t number;
    if (f->result_count > 1)
        return encode_unsupported(e, w->f, call, "an unknown program that returns a structure");
    for (uint32_t k = 0; k < f->param_count; k++) {
        if (f->params[k].kind == TYPE_POINTER)
            outputs++;
        else if (f->params[k].kind == TYPE_INT && f->params[k].width <= spec->width)
            arity++;
        else
            return encode_unsupported(e, w->f, call, "an unknown program with a parameter that is no word");
    }
    if (!map_get(&e->program_of, callee, &number)) {
        number = spec_add_program(spec, f->name, arity, outputs);
        map_set(&e->program_of, callee, number);
    }
    if (spec->application_count >= 250)
        return encode_unsupported(e, w->f, call, "more than 250 uses of unknown programs");
    struct spec_application *a = spec_apply(spec, (unsigned)number);
    unsigned in = 0, result = f->result_count ? 1 : 0;
    for (uint32_t k = 0; k < f->param_count; k++) {
        if (f->params[k].kind == TYPE_INT)
            a->argument[in++] = term_resize(ts, v[k].term, spec->width);
        else if (!cells_store(e, &s->memory, s->guard, v[k].pointer, type_int(spec->width),
                              (struct slot){SLOT_TERM, a->result[result++], NULL}))
            return false;
    }
    if (!f->result_count) return true;
    struct type type = f->results[0];
    if (type.kind != TYPE_INT)
        return encode_unsupported(e, w->f, call, "an unknown program whose result is no word");
    struct term r = a->result[0];
    *out = (struct slot){SLOT_TERM,
                         type.width == 1 ? term_ite(ts, term_ne(ts, r, term_bv(ts, spec->width, 0)),
                                                    term_bv(ts, 1, 1), term_bv(ts, 1, 0))
                                         : term_resize(ts, r, type.width),
                         NULL};
    return true;
}

static bool enter(struct walk *w, struct state *s, uint32_t callee, const struct slot *v, uint32_t id,
                  struct slot *out)
{
    struct outcome o = {0};
    struct encoder *e = w->e;
    const struct function *f = &e->program->functions.data[callee];
    if (!encode_function(e, callee, v, s->guard, &s->memory, &o)) return false;
    s->memory = o.memory;
    s->guard = o.returns;
    w->results[id] = o.results;
    if (f->result_count) *out = o.results[0];
    return true;
}

static bool encode_call(struct walk *w, struct state *s, uint32_t id, const struct instruction *i,
                        const struct slot *v, struct slot *out)
{
    struct encoder *e = w->e;
    struct terms *ts = e->spec->terms;
    struct value callee = instruction_operand(w->f, i, 0);
    if (!value_is_constant(callee) || program_constant(e->program, callee)->kind != CONSTANT_FUNCTION)
        return encode_unsupported(e, w->f, i, "a call through a pointer");
    uint32_t index = program_constant(e->program, callee)->index;
    const struct function *f = &e->program->functions.data[index];
    if (f->has_body) return enter(w, s, index, v + 1, id, out);
    switch ((enum builtin)f->builtin) {
    case BUILTIN_NONE:
        return apply_unknown(w, s, index, i, v + 1, out);
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
    case BUILTIN_ABORT:
    case BUILTIN_EXIT:
    case BUILTIN_QUIT:
        e->bad = term_or(ts, e->bad, s->guard);
        s->guard = term_bool(ts, false);
        return true;
    case BUILTIN_ASSERT:
        e->bad = term_or(
            ts, e->bad,
            term_and(ts, s->guard, term_eq(ts, v[1].term, term_bv(ts, term_width(ts, v[1].term), 0))));
        return true;
    case BUILTIN_ASSUME:
    case BUILTIN_INPUT:
    case BUILTIN_MALLOC:
    case BUILTIN_FREE:
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
    case BUILTIN_PUTCHAR:
    case BUILTIN_COUNT:
        break;
    }
    return encode_unsupported(e, w->f, i, "a library function");
}

/* --- instructions --- */

static bool constant_size(struct walk *w, const struct slot *v, uint64_t *size)
{
    return v->kind == SLOT_TERM && term_const_u64(w->e->spec->terms, v->term, size);
}

static bool encode_effect(struct walk *w, struct state *s, uint32_t id, const struct instruction *i,
                          const struct slot *v)
{
    struct encoder *e = w->e;
    struct terms *ts = e->spec->terms;
    struct slot *out = &s->slots[id];
    uint64_t size;
    switch ((int)i->op) {
    case OP_PARAM:
        *out = w->arguments[i->extra];
        return true;
    case OP_PHI:
    case OP_NOTE:
    case OP_LIFEEND:
    case OP_STACKRESTORE:
        return true;
    case OP_STACKSAVE:
        return true;
    case OP_ALLOCA:
        if (!constant_size(w, &v[0], &size))
            return encode_unsupported(e, w->f, i, "an array of variable size");
        *out = (struct slot){
            SLOT_POINTER, TERM_NONE,
            target_to(e, cells_add(e, &s->memory, size), term_bv(ts, e->program->pointer_width, 0))};
        return true;
    case OP_LIFESTART:
        if (v[0].kind == SLOT_POINTER && v[0].pointer->count == 1)
            s->memory.objects[v[0].pointer->target[0].object].cell = 0;
        return true;
    case OP_LOAD:
        if (v[0].kind != SLOT_POINTER) return encode_unsupported(e, w->f, i, "a read through a number");
        return cells_load(e, &s->memory, s->guard, v[0].pointer, i->type, out);
    case OP_STORE:
        if (v[0].kind != SLOT_POINTER) return encode_unsupported(e, w->f, i, "a write through a number");
        return cells_store(e, &s->memory, s->guard, v[0].pointer,
                           value_type(e->program, w->f, instruction_operand(w->f, i, 1)), v[1]);
    case OP_MEMCPY:
    case OP_MEMMOVE:
        if (!constant_size(w, &v[2], &size)) return encode_unsupported(e, w->f, i, "a copy of variable size");
        return cells_move(e, &s->memory, s->guard, v[0].pointer, v[1].pointer, size);
    case OP_MEMSET:
        if (!constant_size(w, &v[2], &size)) return encode_unsupported(e, w->f, i, "a fill of variable size");
        return cells_fill(e, &s->memory, s->guard, v[0].pointer, v[1].term, size);
    case OP_CALL:
        return encode_call(w, s, id, i, v, out);
    case OP_RESULT:
        *out = w->results[instruction_operand(w->f, i, 0).id][i->extra];
        return true;
    case OP_CHECK:
        if (i->sub == CHECK_ASSERTION)
            e->bad = term_or(ts, e->bad, term_and(ts, s->guard, term_eq(ts, v[0].term, term_bv(ts, 1, 0))));
        return true;
    case OP_ASSUME:
        e->excluded =
            term_or(ts, e->excluded, term_and(ts, s->guard, term_eq(ts, v[0].term, term_bv(ts, 1, 0))));
        s->guard = term_and(ts, s->guard, term_eq(ts, v[0].term, term_bv(ts, 1, 1)));
        return true;
    case OP_INPUT:
        if (i->type.kind == TYPE_POINTER)
            *out = (struct slot){SLOT_POINTER, TERM_NONE,
                                 target_to(e, 0, term_bv(ts, e->program->pointer_width, 0))};
        else
            *out = (struct slot){SLOT_TERM,
                                 term_fresh(ts, encode_sort(e, i->type), i->text ? i->text : "input"), NULL};
        return true;
    case OP_UNSUPPORTED:
        return encode_unsupported(e, w->f, i, i->text ? i->text : "a construct");
    default:
        return encode_pure(e, w->f, i, v, out);
    }
}

static bool run_block(struct walk *w, struct state *s, uint32_t block)
{
    const struct block *b = &w->f->blocks.data[block];
    for (size_t k = 0; k < b->instructions.count; k++) {
        uint32_t id = b->instructions.data[k];
        const struct instruction *i = &w->f->instructions.data[id];
        if (++w->e->steps > STEP_LIMIT)
            return encode_unsupported(w->e, w->f, i, "a loop without a constant bound");
        if (i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH || i->op == OP_RETURN ||
            i->op == OP_STOP)
            return terminate(w, s, block, i) && !w->e->failed;
        struct slot few[8], *v = i->count > 8 ? ARENA_ARRAY(w->e->arena, struct slot, i->count) : few;
        uint32_t first = i->op == OP_CALL ? 1 : 0; /* the callee is no value */
        for (uint32_t n = first; n < i->count && i->op != OP_PHI && i->op != OP_RESULT; n++)
            v[n] = value_slot(w, s, instruction_operand(w->f, i, n));
        if (w->e->failed || !encode_effect(w, s, id, i, v) || w->e->failed) return false;
        if (term_is_false(w->e->spec->terms, s->guard)) return true;
    }
    return true;
}

static uint32_t next_block(const struct walk *w)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < w->dominators.count; k++) { /* reverse postorder breaks ties */
        uint32_t b = w->dominators.rpo[k];
        const struct state *s = &w->waiting[b], *t = best == UINT32_MAX ? NULL : &w->waiting[best];
        if (!s->waits) continue;
        if (!t || s->depth > t->depth || (s->depth == t->depth && t->round && !s->round)) best = b;
    }
    return best;
}

bool encode_function(struct encoder *e, uint32_t function, const struct slot *arguments, struct term guard,
                     const struct cells *memory, struct outcome *out)
{
    const struct function *f = &e->program->functions.data[function];
    struct walk w = {.e = e, .f = f, .arguments = arguments, .out = out};
    if (++e->depth > DEPTH_LIMIT)
        return failure_set(e->failure, FAILURE_UNSUPPORTED, "recursion without a constant bound in %s",
                           f->name);
    dominators_find(f, e->arena, &w.dominators);
    loops_find(f, &w.dominators, e->arena, &w.loops);
    w.waiting = ARENA_ARRAY(e->arena, struct state, f->blocks.count + 1);
    w.results = ARENA_ARRAY(e->arena, struct slot *, f->instructions.count + 1);
    *out = (struct outcome){.returns = term_bool(e->spec->terms, false),
                            .results = ARENA_ARRAY(e->arena, struct slot, f->result_count + 1)};
    struct state *first = &w.waiting[0];
    *first = (struct state){.waits = true,
                            .guard = guard,
                            .slots = ARENA_ARRAY(e->arena, struct slot, f->instructions.count + 1)};
    cells_copy(e, memory, &first->memory);
    for (uint32_t b; (b = next_block(&w)) != UINT32_MAX;) {
        struct state now = w.waiting[b];
        w.waiting[b].waits = false;
        if (!run_block(&w, &now, b)) return false;
    }
    e->depth--;
    return !e->failed;
}
