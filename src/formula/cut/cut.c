/* Cut loops: find what a loop changes, start it from an arbitrary state of that, and record the states before
 * and after. */
#include "formula/cut/cut_internal.h"

#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>

/* --- what is remembered of a loop --- */

void cut_model_init(struct cut_model *c, uint32_t k)
{
    LAW(k >= 1);
    *c = (struct cut_model){.k = k, .memo = calloc(1, sizeof(struct cut_memo))};
}

static void release_loop(struct cut_loop *l)
{
    VECTOR_RELEASE(&l->slots);
    VECTOR_RELEASE(&l->constants);
    VECTOR_RELEASE(&l->arrays);
    VECTOR_RELEASE(&l->ghosts);
    for (size_t i = 0; i < l->uses.count; i++)
        VECTOR_RELEASE(&l->uses.data[i].values);
    VECTOR_RELEASE(&l->uses);
}

void cut_model_clear(struct cut_model *c)
{
    for (size_t i = 0; i < c->loops.count; i++)
        release_loop(&c->loops.data[i]);
    VECTOR_CLEAR(&c->loops);
    for (size_t i = 0; i < c->descents.count; i++)
        release_loop(&c->descents.data[i].step);
    VECTOR_CLEAR(&c->descents);
    c->failed = CUT_POSSIBLE;
}

void cut_model_release(struct cut_model *c)
{
    cut_model_clear(c);
    VECTOR_RELEASE(&c->loops);
    VECTOR_RELEASE(&c->descents);
    VECTOR_RELEASE(&c->ghosts);
    for (size_t i = 0; i < c->memo->loops.count; i++) {
        struct loop_memo *l = c->memo->loops.data[i];
        for (size_t s = 0; s < l->slots.count; s++)
            VECTOR_RELEASE(&l->slots.data[s].targets);
        VECTOR_RELEASE(&l->slots);
        free(l);
    }
    VECTOR_RELEASE(&c->memo->loops);
    summaries_release(&c->memo->summaries);
    for (size_t i = 0; i < c->memo->recursive.count; i++) {
        VECTOR_RELEASE(&c->memo->recursive.data[i]->touched);
        free(c->memo->recursive.data[i]);
    }
    VECTOR_RELEASE(&c->memo->recursive);
    map_release(&c->memo->index);
    free(c->memo);
}

static struct loop_memo *memo_of(struct cut_model *c, uint64_t path)
{
    uint64_t at;
    if (map_get(&c->memo->index, path, &at)) return c->memo->loops.data[at];
    struct loop_memo *l = calloc(1, sizeof *l);
    l->path = path;
    map_set(&c->memo->index, path, c->memo->loops.count);
    VECTOR_PUSH(&c->memo->loops, l);
    return l;
}

static bool memo_add(struct loop_memo *l, struct slot_memo s)
{
    for (size_t i = 0; i < l->slots.count; i++) {
        const struct slot_memo *o = &l->slots.data[i];
        if (o->kind == s.kind && o->instruction == s.instruction && o->at == s.at && o->bytes == s.bytes &&
            o->object == s.object)
            return false;
    }
    VECTOR_PUSH(&l->slots, s);
    return true;
}

/* --- one attempt at a loop --- */

enum {
    MOST_CHOICES = 8,   /* nested, looked through */
    MOST_CONSTANTS = 24 /* with those in memory */
};

struct attempt {
    struct exec *e;
    struct frame *fr;
    uint32_t loop, header, phis;
    uint64_t name; /* of this instance */
    struct loop_memo *memo;
    uint32_t old_objects; /* objects from here on were made inside the loop */
    struct cut_loop out;
    struct memory_state head; /* memory at the head */
    bool grew;                /* the memo became larger: try again */
};

void cut_fail(struct exec *e, enum cut_obstacle why)
{
    LAW(why != CUT_POSSIBLE);
    if (!e->options->cuts->failed) e->options->cuts->failed = why;
}

const char *cut_obstacle_text(enum cut_obstacle o)
{
    switch (o) {
    case CUT_POSSIBLE:
        return "nothing";
    case CUT_MAY_LEAK:
        return "memory allocated in a loop and not freed in the same iteration";
    case CUT_SEVERAL_SIZES:
        return "objects of several sizes that outlive the iteration that made them";
    case CUT_OLD_LOCAL:
        return "a local that outlives the iteration that made it";
    case CUT_OPEN_POINTER:
        return "a pointer whose objects are not known at the head of a loop";
    case CUT_TWINS_NAMED:
        return "two objects of one site in a pointer at the head of a loop";
    case CUT_TWINS_CHANGED:
        return "two objects of one site changed in a loop";
    case CUT_POINTER_ARRAY:
        return "an array of pointers that a loop changes";
    case CUT_SEVERAL_KINDS:
        return "a cell that holds values of several kinds in a loop";
    }
    BUG("no such obstacle");
}

static uint32_t find_object(struct attempt *a, uint64_t path)
{
    struct memory *m = a->e->memory;
    for (uint32_t o = a->old_objects; o-- > 1;)
        if (m->objects.data[o].path == path) return o;
    return 0;
}

static struct term fresh(struct attempt *a, size_t slot, const char *part, struct sort sort)
{
    char name[96];
    snprintf(name, sizeof name, "cut!%016lx!%zu%s!%u", (unsigned long)a->name, slot, part, sort.id);
    return term_var(a->e->terms, sort, name);
}

static bool any_summary(struct attempt *a, const struct slot_memo *s)
{
    for (size_t i = 0; i < s->targets.count; i++)
        if (s->targets.data[i] && a->e->memory->objects.data[find_object(a, s->targets.data[i])].summary)
            return true;
    return false;
}

/* Any pointer whose object is one of the targets. */
static struct sym fresh_pointer(struct attempt *a, size_t slot, const struct slot_memo *s)
{
    struct terms *ts = a->e->terms;
    struct term object = term_bv(ts, OBJECT_BITS, 0);
    bool first = true;
    for (size_t i = 0; i < s->targets.count; i++) {
        uint32_t id = s->targets.data[i] ? find_object(a, s->targets.data[i]) : 0;
        struct term t = term_bv(ts, OBJECT_BITS, id);
        char part[24];
        snprintf(part, sizeof part, "!t%zu", i);
        object = first ? t : term_ite(ts, fresh(a, slot, part, sort_bool(ts)), t, object);
        first = false;
    }
    struct term offset = fresh(a, slot, "!o", sort_bv(ts, a->e->memory->width)),
                zero = term_bv(ts, a->e->memory->width, 0);
    if (any_summary(a, s)) { /* no row tells of fields that these pointers go into: shapes do */
        if (!s->moved) offset = zero;
        if (!s->garbage)
            offset = term_ite(ts, term_eq(ts, object, term_bv(ts, OBJECT_BITS, 0)), zero, offset);
    }
    return sym_pointer(object, offset);
}

static struct sym fresh_like(struct attempt *a, size_t slot, const struct slot_memo *s, struct sym model,
                             bool array)
{
    struct terms *ts = a->e->terms;
    if (model.kind == SYM_POINTER && !array) return fresh_pointer(a, slot, s);
    struct sym v = {.kind = model.kind, .a = fresh(a, slot, "", term_sort(ts, model.a))};
    if (model.kind == SYM_POINTER) v.b = fresh(a, slot, "!b", term_sort(ts, model.b));
    if (model.kind == SYM_BITS) memory_carrier(a->e->memory, v.a);
    return v;
}

/* Objects a pointer may name that the memo does not list yet are added. */
static void learn_targets(struct attempt *a, struct slot_memo *s, struct sym p)
{
    struct memory *m = a->e->memory;
    if (m->restart) return; /* void already: nothing to learn from these values */
    struct candidates c;
    pointer_candidates(m, p, &c);
    if (c.open) cut_fail(a->e, CUT_OPEN_POINTER);
    if (c.null) VECTOR_PUSH(&c.objects, 0);
    struct pointer_shape shape = pointer_shape(a->e->terms, p);
    if ((shape.moved && !s->moved) || (shape.garbage && !s->garbage)) a->grew = true;
    s->moved |= shape.moved;
    s->garbage |= shape.garbage;
    for (size_t i = 0; i < c.objects.count && !c.open; i++) {
        uint32_t o = c.objects.data[i];
        if (o >= a->old_objects && !(o = summary_for(a->e, o))) break;
        uint64_t path = o ? m->objects.data[o].path : 0;
        bool known = false;
        for (size_t t = 0; t < s->targets.count; t++)
            known |= s->targets.data[t] == path;
        if (known && o && find_object(a, path) != o)
            cut_fail(a->e, CUT_TWINS_NAMED);
        if (known) continue;
        VECTOR_PUSH(&s->targets, path);
        a->grew = true;
    }
    candidates_release(&c);
}

static void learn_value(struct attempt *a, size_t slot, struct sym v, bool array)
{
    if (v.kind != SYM_POINTER) return;
    if (array) {
        cut_fail(a->e, CUT_POINTER_ARRAY);
        return;
    }
    learn_targets(a, &a->memo->slots.data[slot], v);
}

/* --- the state at the head --- */

static uint32_t phi_at(struct attempt *a, uint32_t i)
{
    return a->fr->f->blocks.data[a->header].instructions.data[i];
}

static void learn_phis(struct attempt *a)
{
    for (uint32_t i = 0; i < a->phis; i++)
        memo_add(a->memo, (struct slot_memo){.kind = SLOT_PHI, .instruction = phi_at(a, i)});
}

/* Are these the bits of a float on some way through its choices? */
static bool holds_float(const struct terms *ts, struct term t, int depth)
{
    if (term_op(ts, t) == TERM_FP_TO_BITS) return true;
    if (term_op(ts, t) != TERM_ITE || !depth) return false;
    return holds_float(ts, term_arg(ts, t, 2), depth - 1) || holds_float(ts, term_arg(ts, t, 1), depth - 1);
}

/* A cell may hold a float once and other bits another time: at the head of a loop it holds bits. */
static void as_bits(struct attempt *a, struct slot *slot, struct sym *value)
{
    if (value->kind == SYM_BITS) slot->is_float |= holds_float(a->e->terms, value->a, MOST_CHOICES);
    if (value->kind != SYM_FLOAT) return;
    *value = sym_bits(sym_to_bits(a->e->memory, *value, 8 * slot->bytes));
    slot->is_float = true;
}

/* Fills slot.entry from the state at entry and slot.pre with fresh variables; changes the head's memory
 * accordingly. */
static void open_slot(struct attempt *a, size_t i, const struct sym *entry_phis)
{
    struct exec *e = a->e;
    const struct slot_memo *s = &a->memo->slots.data[i];
    struct slot slot = {.kind = s->kind, .instruction = s->instruction, .object = s->object, .at = s->at};
    if (s->kind != SLOT_PHI) slot.object_id = find_object(a, s->object);
    switch (s->kind) {
    case SLOT_PHI:
        for (uint32_t k = 0; k < a->phis; k++)
            if (phi_at(a, k) == s->instruction) slot.entry = entry_phis[k];
        learn_value(a, i, slot.entry, false);
        slot.pre = fresh_like(a, i, s, slot.entry, false);
        break;
    case SLOT_CELL:
        if (slot.object_id && !memory_use_cell(e->memory, slot.object_id, s->at, s->bytes))
            slot.object_id = 0;
        if (!slot.object_id) break; /* not in this layout */
        slot.entry = memory_cell(e->memory, &a->head, slot.object_id, s->at, &slot.array);
        slot.bytes = s->bytes;
        learn_value(a, i, slot.entry, slot.array);
        if (slot.entry.kind == SYM_BITS && s->targets.count && !slot.array) /* becomes a pointer on the way */
            slot.entry = sym_of_type(e->memory, slot.entry, (struct type){TYPE_POINTER, e->memory->width}),
            learn_value(a, i, slot.entry, false);
        for (size_t g = 0; g < e->options->cuts->ghosts.count; g++)
            slot.is_ghost |= slot.object_id == ghost_object(e->memory, g);
        if (!slot.array) as_bits(a, &slot, &slot.entry);
        slot.pre = fresh_like(a, i, s, slot.entry, slot.array);
        memory_set_cell(e->memory, &a->head, slot.object_id, s->at, slot.pre, slot.array);
        break;
    case SLOT_ALIVE:
        if (!slot.object_id) break;
        slot.entry = sym_bits(memory_alive(e->memory, &a->head, slot.object_id));
        slot.pre = sym_bits(fresh(a, i, "!alive", sort_bool(e->terms)));
        memory_set_alive(e->memory, &a->head, slot.object_id, slot.pre.a);
        break;
    case SLOT_OBJECT:
        if (slot.object_id) memory_havoc(e->memory, &a->head, slot.object_id, hash_pair(a->name, i));
        break;
    }
    VECTOR_PUSH(&a->out.slots, slot);
}

/* --- the state after the body --- */

static void see_change(void *context, struct change c)
{
    struct attempt *a = context;
    struct memory *m = a->e->memory;
    if (c.object >= a->old_objects) return; /* made in this iteration: nothing outside can name it */
    static const enum slot_kind kinds[] = {
        [CHANGE_CELL] = SLOT_CELL, [CHANGE_ALIVE] = SLOT_ALIVE, [CHANGE_OBJECT] = SLOT_OBJECT};
    struct slot_memo s = {.kind = kinds[c.kind],
                          .object = m->objects.data[c.object].path,
                          .at = c.kind == CHANGE_CELL ? c.at : 0};
    if (c.kind == CHANGE_CELL) s.bytes = memory_cell_bytes(m, c.object, c.at);
    if (find_object(a, s.object) != c.object) cut_fail(a->e, CUT_TWINS_CHANGED);
    if (c.kind == CHANGE_CELL) /* covered when the whole object is arbitrary */
        for (size_t i = 0; i < a->memo->slots.count; i++)
            if (a->memo->slots.data[i].kind == SLOT_OBJECT && a->memo->slots.data[i].object == s.object)
                return;
    if (memo_add(a->memo, s)) a->grew = true;
}

static void close_slot(struct attempt *a, size_t i, const struct sym *post_phis,
                       const struct memory_state *after)
{
    struct slot *slot = &a->out.slots.data[i];
    bool array = false;
    if (slot->kind == SLOT_PHI) {
        for (uint32_t k = 0; k < a->phis; k++)
            if (phi_at(a, k) == slot->instruction) slot->post = post_phis[k];
    } else if (slot->kind == SLOT_CELL && slot->object_id) {
        slot->post = memory_cell(a->e->memory, after, slot->object_id, slot->at, &array);
        if (slot->pre.kind == SYM_BITS && !array) as_bits(a, slot, &slot->post);
        if (slot->pre.kind == SYM_POINTER && !array)
            slot->post =
                sym_of_type(a->e->memory, slot->post, (struct type){TYPE_POINTER, a->e->memory->width});
        else if (slot->post.kind == SYM_POINTER && !array &&
                 slot->pre.kind == SYM_BITS) { /* the memo makes it a pointer next time */
            learn_value(a, i, slot->post, false);
            return;
        }
    } else if (slot->kind == SLOT_ALIVE && slot->object_id) {
        slot->post = sym_bits(memory_alive(a->e->memory, after, slot->object_id));
        return;
    } else {
        return;
    }
    learn_value(a, i, slot->post, slot->array);
    if (slot->post.kind != slot->pre.kind) cut_fail(a->e, CUT_SEVERAL_KINDS);
}

static void check_leaks(struct attempt *a, const struct memory_state *after)
{
    struct exec *e = a->e;
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if (!(e->options->violations & leaks)) return;
    for (size_t i = 0; i < e->heap_objects.count; i++) {
        uint32_t o = e->heap_objects.data[i];
        if (o >= a->old_objects && !term_is_false(e->terms, memory_alive(e->memory, after, o)))
            cut_fail(e, CUT_MAY_LEAK);
    }
}

/* --- running it --- */

static void begin_iterations(struct attempt *a, const struct guard *guard, struct memory_state memory,
                             struct sym *phis)
{
    struct edge in = {.guard = guard, .memory = memory, .phis = phis};
    VECTOR_CLEAR(&a->fr->pending[a->header]);
    if (!guard_is_false(a->e->terms, guard)) VECTOR_PUSH(&a->fr->pending[a->header], in);
}

static void iterate(struct attempt *a, uint32_t number)
{
    a->fr->iteration[a->loop] = number;
    if (a->fr->pending[a->header].count) exec_region(a->e, a->fr, a->loop);
}

enum { STEP_NUMBERS = 1000000 }; /* iterations from an arbitrary state are numbered from here */

/* The first k-1 iterations from the entry. */
static void run_base(struct attempt *a, const struct guard *guard, struct memory_state memory,
                     struct sym *phis)
{
    begin_iterations(a, guard, memory, phis);
    for (uint32_t i = 0; i + 1 < a->e->options->cuts->k; i++)
        iterate(a, i);
    VECTOR_CLEAR(&a->fr->pending[a->header]);
}

static void run_step(struct attempt *a, const struct guard *guard, struct sym *phis)
{
    struct exec *e = a->e;
    bool assuming = e->assuming;
    struct frame *closed_frame = e->closed_frame;
    uint32_t closed_loop = e->closed_loop, k = e->options->cuts->k;
    struct memory_state start = memory_share(e->memory, &a->head);
    begin_iterations(a, guard, start, phis);
    for (uint32_t i = 0; i + 1 < k; i++) {
        e->assuming = true;
        e->closed_frame = a->fr;
        e->closed_loop = a->loop;
        iterate(a, STEP_NUMBERS + i);
        /* A change that a later iteration takes back is a change. */
        const edges *back = &a->fr->pending[a->header];
        for (size_t b = 0; b < back->count; b++)
            memory_difference(e->memory, &a->head, &back->data[b].memory, see_change, a);
    }
    e->assuming = assuming;
    e->closed_frame = closed_frame;
    e->closed_loop = closed_loop;
    iterate(a, STEP_NUMBERS + k - 1);
}

static void collect_post(struct attempt *a)
{
    struct exec *e = a->e;
    struct sym *saved = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1),
               *post = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
    for (uint32_t i = 0; i < a->phis; i++)
        saved[i] = a->fr->values[phi_at(a, i)];
    a->out.back = term_bool(e->terms, false);
    if (!exec_join(e, a->fr, &a->fr->pending[a->header], a->header)) return;
    for (uint32_t i = 0; i < a->phis; i++) {
        post[i] = a->fr->values[phi_at(a, i)];
        a->fr->values[phi_at(a, i)] = saved[i];
    }
    const struct guard *back = e->guard;
    a->out.back = back->term;
    e->guard = NULL;
    summaries_fold(e, a->old_objects, &e->state);
    memory_difference(e->memory, &a->head, &e->state, see_change, a);
    for (size_t i = 0; i < a->out.slots.count; i++)
        close_slot(a, i, post, &e->state);
    for (size_t g = 0; g < a->out.ghosts.count; g++)
        a->out.ghosts.data[g].post = ghost_value(e->memory, &e->state, g);
    exec_note_inexact(e, a->fr, a->fr->f->blocks.data[a->header].instructions.data[0], back);
    check_leaks(a, &e->state);
}

/* What the lists held before an attempt, to take it back. */
struct saved {
    size_t claims, cuts, events, loops, calls, heap, locals, *pending;
    struct memory_mark memory;
};

static void save(struct attempt *a, struct saved *s)
{
    struct formula *f = a->e->out;
    *s = (struct saved){f->claims.count,          f->cuts.count,
                        f->events.count,          a->e->options->cuts->loops.count,
                        a->e->calls.count,        a->e->heap_objects.count,
                        a->fr->locals.count,      NULL,
                        memory_mark(a->e->memory)};
    s->pending = calloc(a->fr->f->blocks.count, sizeof *s->pending);
    for (size_t b = 0; b < a->fr->f->blocks.count; b++)
        s->pending[b] = a->fr->pending[b].count;
}

static void take_back(struct attempt *a, const struct saved *s)
{
    struct formula *f = a->e->out;
    struct cut_model *c = a->e->options->cuts;
    f->claims.count = s->claims;
    f->cuts.count = s->cuts;
    f->events.count = s->events;
    for (size_t i = s->loops; i < c->loops.count; i++)
        release_loop(&c->loops.data[i]);
    c->loops.count = s->loops;
    a->e->calls.count = s->calls;
    a->e->heap_objects.count = s->heap;
    a->fr->locals.count = s->locals;
    memory_rewind(a->e->memory, s->memory);
    for (size_t b = 0; b < a->fr->f->blocks.count; b++)
        a->fr->pending[b].count = s->pending[b];
}

static void add_constant(struct attempt *a, uint32_t instruction)
{
    struct sym s = a->fr->values[instruction];
    if (s.kind != SYM_BITS || term_is_const(a->e->terms, s.a) || term_width(a->e->terms, s.a) < 8) return;
    for (size_t c = 0; c < a->out.constants.count; c++)
        if (a->out.constants.data[c].instruction == instruction) return;
    VECTOR_PUSH(&a->out.constants, (struct loop_constant){.instruction = instruction, .value = s.a});
}

static bool dominates_header(struct attempt *a, uint32_t instruction)
{
    return dominates(&a->fr->facts->dominators, a->fr->f->instructions.data[instruction].block, a->header);
}

/* Integers computed before the loop and used inside it, or at its entry. */
static void find_constants(struct attempt *a)
{
    const struct function *f = a->fr->f;
    const struct loop *l = &a->fr->facts->loops.loops[a->loop];
    for (uint32_t b = 0; b < l->block_count; b++) {
        const struct block *block = &f->blocks.data[l->blocks[b]];
        for (size_t i = 0; i < block->instructions.count; i++) {
            const struct instruction *in = &f->instructions.data[block->instructions.data[i]];
            for (uint32_t k = 0; k < in->count && in->op != OP_PHI && in->op != OP_NOTE; k++) {
                struct value v = instruction_operand(f, in, k);
                if (value_is_constant(v) || value_is_none(v)) continue;
                if (loop_contains(&a->fr->facts->loops, a->loop, f->instructions.data[v.id].block)) continue;
                add_constant(a, v.id);
            }
        }
    }
    for (uint32_t i = 0; i < a->phis; i++) { /* what they are at entry */
        const struct instruction *phi = &f->instructions.data[phi_at(a, i)];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2) {
            struct value v = instruction_operand(f, phi, k);
            bool inside = loop_contains(&a->fr->facts->loops, a->loop, instruction_operand(f, phi, k + 1).id);
            if (!inside && !value_is_constant(v) && !value_is_none(v) && dominates_header(a, v.id))
                add_constant(a, v.id);
        }
    }
}

static bool is_slot(const struct attempt *a, uint32_t object, uint32_t at)
{
    for (size_t i = 0; i < a->out.slots.count; i++) {
        const struct slot *s = &a->out.slots.data[i];
        if (s->object_id == object && (s->kind == SLOT_OBJECT || (s->kind == SLOT_CELL && s->at == at)))
            return true;
    }
    return false;
}

/* An initialised table would be a long term, and says what it holds by itself. */
static bool is_table(const struct memory *m, const struct object *o)
{
    if (o->kind != OBJECT_GLOBAL) return false;
    const struct global *g = &m->program->globals.data[o->index];
    return g->read_only || g->bytes || g->relocation_count;
}

static void see_left_alone(struct attempt *a, const struct memory_state *entry, uint32_t o,
                           struct cell_range r)
{
    struct memory *m = a->e->memory;
    uint64_t name = m->objects.data[o].path;
    bool array;
    bool scalar = !memory_stride(m, o) || (r.at & PINNED);
    if (scalar ? r.bytes > 8 : r.kind != SYM_BITS) return;
    struct sym value = memory_cell(m, entry, o, r.at, &array);
    if (array)
        VECTOR_PUSH(&a->out.arrays, (struct loop_array){name, o, r.at, r.bytes, value.a});
    else if (value.kind == SYM_BITS && !term_is_const(a->e->terms, value.a) &&
             a->out.constants.count < MOST_CONSTANTS)
        VECTOR_PUSH(&a->out.constants,
                    ((struct loop_constant){.instruction = UINT32_MAX,
                                            .value = value.a,
                                            .object = name,
                                            .object_id = o,
                                            .at = r.at,
                                            .bytes = r.bytes}));
}

/* Arrays and scalars in memory that the loop does not change. */
static void find_left_alone(struct attempt *a, const struct memory_state *entry)
{
    struct memory *m = a->e->memory;
    for (uint32_t o = 1; o < a->old_objects && a->e->options->cuts->arrays; o++) {
        const struct object *object = &m->objects.data[o];
        if (object->kind == OBJECT_FUNCTION || object->kind == OBJECT_WILD || object->summary ||
            is_table(m, object))
            continue;
        if (find_object(a, object->path) != o || term_is_false(a->e->terms, memory_alive(m, entry, o)))
            continue;
        bool ghost = false;
        for (size_t g = 0; g < a->e->options->cuts->ghosts.count; g++)
            ghost |= o == ghost_object(m, g);
        for (size_t i = 0; i < m->sites.data[object->site].cells.count && !ghost; i++) {
            struct cell_range r = m->sites.data[object->site].cells.data[i];
            if (!is_slot(a, o, r.at)) see_left_alone(a, entry, o, r);
        }
    }
}

static void attempt(struct attempt *a, const struct guard *guard, struct memory_state *entry,
                    const struct sym *entry_phis)
{
    struct exec *e = a->e;
    struct terms *ts = e->terms;
    uint32_t k = e->options->cuts->k;
    a->grew = false;
    a->old_objects = (uint32_t)e->memory->objects.count;
    a->out = (struct cut_loop){
        .name = a->memo->path, .function = a->fr->function, .loop = a->loop, .header = a->header};
    a->out.path = a->fr->path;
    a->out.arrived = guard->term;
    find_constants(a);
    /* `select` tells runs that start from an arbitrary state from those that have just arrived: while nothing
     * is known to reach the head (all rows at bottom) the former are excluded and the latter are not. */
    char name[64];
    snprintf(name, sizeof name, "select!%016lx", (unsigned long)a->name);
    struct term select = term_var(ts, sort_bool(ts), name);
    const struct guard *step = guard_and(&e->arena, ts, guard, select);
    if (k > 1) {
        struct sym *base_phis = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
        for (uint32_t i = 0; i < a->phis; i++)
            base_phis[i] = entry_phis[i];
        run_base(a, guard_and(&e->arena, ts, guard, term_not(ts, select)), memory_share(e->memory, entry),
                 base_phis);
        a->old_objects = (uint32_t)e->memory->objects.count;
    }
    a->out.entered = step->term;
    a->head = memory_share(e->memory, entry);
    for (size_t i = 0; i < a->memo->slots.count; i++)
        open_slot(a, i, entry_phis);
    exec_note_inexact(e, a->fr, a->fr->f->blocks.data[a->header].instructions.data[0], guard);
    struct sym *phis = ARENA_ARRAY(&e->arena, struct sym, a->phis + 1);
    for (uint32_t i = 0; i < a->phis; i++)
        for (size_t s = 0; s < a->out.slots.count; s++)
            if (a->out.slots.data[s].kind == SLOT_PHI && a->out.slots.data[s].instruction == phi_at(a, i))
                phis[i] = a->out.slots.data[s].pre;
    for (size_t g = 0; g < e->options->cuts->ghosts.count; g++) {
        struct term before = ghost_value(e->memory, &a->head, g);
        VECTOR_PUSH(&a->out.ghosts, (struct ghost_view){before, ghost_value(e->memory, entry, g), before});
    }
    a->head.epoch = ++e->memory->epoch;
    run_step(a, step, phis);
    collect_post(a);
    find_left_alone(a, &a->head);
}

void exec_cut_loop(struct exec *e, struct frame *fr, uint32_t loop)
{
    struct attempt a = {.e = e, .fr = fr, .loop = loop, .header = fr->facts->loops.loops[loop].header};
    a.phis = exec_phi_count(fr->f, a.header);
    a.memo = memo_of(e->options->cuts, hash_pair(fr->path, loop));
    uint32_t first = fr->f->blocks.data[a.header].instructions.data[0];
    a.name = exec_name(e, fr, first);
    uint32_t outer = fr->iteration[loop];
    if (!exec_join(e, fr, &fr->pending[a.header], a.header)) return;
    const struct guard *guard = e->guard;
    exec_note_inexact(e, fr, first, guard);
    struct memory_state entry = e->state;
    struct sym *entry_phis = ARENA_ARRAY(&e->arena, struct sym, a.phis + 1);
    for (uint32_t i = 0; i < a.phis; i++)
        entry_phis[i] = fr->values[phi_at(&a, i)];
    e->guard = NULL;
    learn_phis(&a);
    struct saved before;
    save(&a, &before);
    for (;;) {
        attempt(&a, guard, &entry, entry_phis);
        if (!a.grew || e->options->cuts->failed || e->memory->restart || exec_stopped(e)) break;
        take_back(&a, &before);
        release_loop(&a.out);
    }
    free(before.pending);
    fr->iteration[loop] = outer;
    a.out.inner = (uint32_t)before.loops;
    VECTOR_PUSH(&e->options->cuts->loops, a.out);
}
