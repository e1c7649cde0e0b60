/* Slots of a cut loop: what it changes. Each is arbitrary at the head, within what is known
 * of pointers, and has a value at the entry and one after the body. Changes that no slot
 * tells of make the memo grow. */
#include "formula/cut/cut_internal.h"

#include <stdio.h>

enum { MOST_CHOICES = 8 }; /* nested, looked through */

uint32_t cut_find_object(struct cut_attempt *a, uint64_t path)
{
    struct memory *m = a->e->memory;
    for (uint32_t o = a->old_objects; o-- > 1;)
        if (m->objects.data[o].path == path)
            return o;
    return 0;
}

static struct term fresh(struct cut_attempt *a, size_t slot, const char *part,
                         struct sort sort)
{
    char name[96];
    snprintf(name, sizeof name, "cut!%016lx!%zu%s!%u", (unsigned long)a->name, slot, part,
             sort.id);
    return term_var(a->e->terms, sort, name);
}

static bool any_summary(struct cut_attempt *a, const struct slot_memo *s)
{
    for (size_t i = 0; i < s->targets.count; i++)
        if (s->targets.data[i] &&
            a->e->memory->objects.data[cut_find_object(a, s->targets.data[i])].summary)
            return true;
    return false;
}

/* Any pointer whose object is one of the targets. There are none only where this formula is
 * given up: it is built anew with a summary, or the loop cannot be cut. */
static struct sym fresh_pointer(struct cut_attempt *a, size_t slot, const struct slot_memo *s)
{
    LAW(s->targets.count || a->e->memory->restart || a->e->options->cuts->failed);
    struct terms *ts = a->e->terms;
    struct term object = term_bv(ts, OBJECT_BITS, 0);
    bool first = true;
    for (size_t i = 0; i < s->targets.count; i++) {
        uint32_t id = s->targets.data[i] ? cut_find_object(a, s->targets.data[i]) : 0;
        struct term t = term_bv(ts, OBJECT_BITS, id);
        char part[24];
        snprintf(part, sizeof part, "!t%zu", i);
        object = first ? t : term_ite(ts, fresh(a, slot, part, sort_bool(ts)), t, object);
        first = false;
    }
    struct term offset = fresh(a, slot, "!o", sort_bv(ts, a->e->memory->width)),
                zero = term_bv(ts, a->e->memory->width, 0);
    if (any_summary(a,
                    s)) { /* no row tells of fields that these pointers go into: shapes do */
        if (!s->moved)
            offset = zero;
        if (!s->garbage)
            offset =
                term_ite(ts, term_eq(ts, object, term_bv(ts, OBJECT_BITS, 0)), zero, offset);
    }
    return sym_pointer(object, offset);
}

static struct sym fresh_like(struct cut_attempt *a, size_t slot, const struct slot_memo *s,
                             struct sym model, bool array)
{
    struct terms *ts = a->e->terms;
    if (model.kind == SYM_POINTER && !array)
        return fresh_pointer(a, slot, s);
    struct sym v = {.kind = model.kind, .a = fresh(a, slot, "", term_sort(ts, model.a))};
    if (model.kind == SYM_POINTER)
        v.b = fresh(a, slot, "!b", term_sort(ts, model.b));
    if (model.kind == SYM_BITS)
        memory_carrier(a->e->memory, v.a);
    return v;
}

/* Objects a pointer may name that the memo does not list yet are added. */
static void learn_targets(struct cut_attempt *a, struct slot_memo *s, struct sym p)
{
    LAW(p.kind == SYM_POINTER);
    struct memory *m = a->e->memory;
    if (m->restart)
        return; /* void already: nothing to learn from these values */
    struct candidates c;
    pointer_candidates(m, p, &c);
    if (c.open)
        cut_fail(a->e, CUT_OPEN_POINTER);
    if (c.null)
        VECTOR_PUSH(&c.objects, 0);
    struct pointer_shape shape = pointer_shape(a->e->terms, p);
    if ((shape.moved && !s->moved) || (shape.garbage && !s->garbage))
        a->grew = true;
    s->moved |= shape.moved;
    s->garbage |= shape.garbage;
    for (size_t i = 0; i < c.objects.count && !c.open; i++) {
        uint32_t o = c.objects.data[i];
        if (o >= a->old_objects && !(o = summary_for(a->e, o)))
            break;
        uint64_t path = o ? m->objects.data[o].path : 0;
        bool known = false;
        for (size_t t = 0; t < s->targets.count; t++)
            known |= s->targets.data[t] == path;
        if (known && o && cut_find_object(a, path) != o)
            cut_fail(a->e, CUT_TWINS_NAMED);
        if (known)
            continue;
        VECTOR_PUSH(&s->targets, path);
        a->grew = true;
    }
    candidates_release(&c);
}

static void learn_value(struct cut_attempt *a, size_t slot, struct sym v, bool array)
{
    if (v.kind != SYM_POINTER)
        return;
    if (array) {
        cut_fail(a->e, CUT_POINTER_ARRAY);
        return;
    }
    learn_targets(a, &a->memo->slots.data[slot], v);
}

/* --- the state at the head --- */

uint32_t cut_phi_at(struct cut_attempt *a, uint32_t i)
{
    LAW(i < a->phis);
    return a->fr->f->blocks.data[a->header].instructions.data[i];
}

void cut_learn_phis(struct cut_attempt *a)
{
    for (uint32_t i = 0; i < a->phis; i++)
        cut_memo_add(a->memo,
                     (struct slot_memo){.kind = SLOT_PHI, .instruction = cut_phi_at(a, i)});
}

/* Are these the bits of a float on some way through its choices? */
static bool holds_float(const struct terms *ts, struct term t, int depth)
{
    if (term_op(ts, t) == TERM_FP_TO_BITS)
        return true;
    if (term_op(ts, t) != TERM_ITE || !depth)
        return false;
    return holds_float(ts, term_arg(ts, t, 2), depth - 1) ||
           holds_float(ts, term_arg(ts, t, 1), depth - 1);
}

/* A cell may hold a float once and other bits another time: at the head of a loop it holds
 * bits. */
static void as_bits(struct cut_attempt *a, struct slot *slot, struct sym *value)
{
    if (value->kind == SYM_BITS)
        slot->is_float |= holds_float(a->e->terms, value->a, MOST_CHOICES);
    if (value->kind != SYM_FLOAT)
        return;
    *value = sym_bits(sym_to_bits(a->e->memory, *value, 8 * slot->bytes));
    slot->is_float = true;
}

void cut_open_slot(struct cut_attempt *a, size_t i, const struct sym *entry_phis)
{
    LAW(i < a->memo->slots.count);
    LAW(a->out.slots.count == i);
    struct exec *e = a->e;
    const struct slot_memo *s = &a->memo->slots.data[i];
    struct slot slot = {
        .kind = s->kind, .instruction = s->instruction, .object = s->object, .at = s->at};
    if (s->kind != SLOT_PHI)
        slot.object_id = cut_find_object(a, s->object);
    switch (s->kind) {
    case SLOT_PHI:
        for (uint32_t k = 0; k < a->phis; k++)
            if (cut_phi_at(a, k) == s->instruction)
                slot.entry = entry_phis[k];
        learn_value(a, i, slot.entry, false);
        slot.pre = fresh_like(a, i, s, slot.entry, false);
        break;
    case SLOT_CELL:
        if (slot.object_id && !memory_use_cell(e->memory, slot.object_id, s->at, s->bytes))
            slot.object_id = 0;
        if (!slot.object_id)
            break; /* not in this layout */
        slot.entry = memory_cell(e->memory, &a->head, slot.object_id, s->at, &slot.array);
        slot.bytes = s->bytes;
        learn_value(a, i, slot.entry, slot.array);
        if (slot.entry.kind == SYM_BITS && s->targets.count &&
            !slot.array) /* becomes a pointer on the way */
            slot.entry = sym_of_type(e->memory, slot.entry,
                                     (struct type){TYPE_POINTER, e->memory->width}),
            learn_value(a, i, slot.entry, false);
        for (size_t g = 0; g < e->options->cuts->ghosts.count; g++)
            slot.is_ghost |= slot.object_id == ghost_object(e->memory, g);
        if (!slot.array)
            as_bits(a, &slot, &slot.entry);
        slot.pre = fresh_like(a, i, s, slot.entry, slot.array);
        memory_set_cell(e->memory, &a->head, slot.object_id, s->at, slot.pre, slot.array);
        break;
    case SLOT_ALIVE:
        if (!slot.object_id)
            break;
        slot.entry = sym_bits(memory_alive(e->memory, &a->head, slot.object_id));
        slot.pre = sym_bits(fresh(a, i, "!alive", sort_bool(e->terms)));
        memory_set_alive(e->memory, &a->head, slot.object_id, slot.pre.a);
        break;
    case SLOT_OBJECT:
        if (slot.object_id)
            memory_havoc(e->memory, &a->head, slot.object_id, hash_pair(a->name, i));
        break;
    }
    VECTOR_PUSH(&a->out.slots, slot);
}

/* --- the state after the body --- */

void cut_see_change(void *context, struct change c)
{
    LAW(c.object < ((const struct cut_attempt *)context)->e->memory->objects.count);
    struct cut_attempt *a = context;
    struct memory *m = a->e->memory;
    if (c.object >= a->old_objects)
        return; /* made in this iteration: nothing outside can name it */
    static const enum slot_kind kinds[] = {[CHANGE_CELL] = SLOT_CELL,
                                           [CHANGE_ALIVE] = SLOT_ALIVE,
                                           [CHANGE_OBJECT] = SLOT_OBJECT};
    struct slot_memo s = {.kind = kinds[c.kind],
                          .object = m->objects.data[c.object].path,
                          .at = c.kind == CHANGE_CELL ? c.at : 0};
    if (c.kind == CHANGE_CELL)
        s.bytes = memory_cell_bytes(m, c.object, c.at);
    if (cut_find_object(a, s.object) != c.object)
        cut_fail(a->e, CUT_TWINS_CHANGED);
    if (c.kind == CHANGE_CELL) /* covered when the whole object is arbitrary */
        for (size_t i = 0; i < a->memo->slots.count; i++)
            if (a->memo->slots.data[i].kind == SLOT_OBJECT &&
                a->memo->slots.data[i].object == s.object)
                return;
    if (cut_memo_add(a->memo, s))
        a->grew = true;
}

void cut_close_slot(struct cut_attempt *a, size_t i, const struct sym *post_phis,
                    const struct memory_state *after)
{
    LAW(i < a->out.slots.count);
    LAW(a->out.slots.data[i].kind == a->memo->slots.data[i].kind);
    struct slot *slot = &a->out.slots.data[i];
    bool array = false;
    if (slot->kind == SLOT_PHI) {
        for (uint32_t k = 0; k < a->phis; k++)
            if (cut_phi_at(a, k) == slot->instruction)
                slot->post = post_phis[k];
    } else if (slot->kind == SLOT_CELL && slot->object_id) {
        slot->post = memory_cell(a->e->memory, after, slot->object_id, slot->at, &array);
        if (slot->pre.kind == SYM_BITS && !array)
            as_bits(a, slot, &slot->post);
        if (slot->pre.kind == SYM_POINTER && !array)
            slot->post = sym_of_type(a->e->memory, slot->post,
                                     (struct type){TYPE_POINTER, a->e->memory->width});
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
    if (slot->post.kind != slot->pre.kind)
        cut_fail(a->e, CUT_SEVERAL_KINDS);
}
