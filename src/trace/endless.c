/* States are compared with one kept state, which is replaced after 1, 2, 4, ... visits of
 * loop heads, so that a cycle of any length is found in the end (Brent). Calls likewise, per
 * function, by depth of nesting. */
#include "trace/endless.h"

#include "base/failure.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COMPARED ((uint64_t)4 << 30) /* bytes: comparing large states takes time */

struct endless_call {
    struct text state;
    struct interp_extent extent;
    uint64_t serial;
    uint32_t depth, visits, next;
};

static bool looks_at_addresses(const struct program *p)
{
    for (size_t f = 0; f < p->functions.count; f++)
        for (size_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->op == OP_PTRTOINT && in->block != UINT32_MAX)
                return true;
        }
    return false;
}

void endless_init(struct endless *e, const struct program *p, enum endless_reason reason,
                  uint32_t function, uint32_t instruction)
{
    LAW(function < p->functions.count);
    *e = (struct endless){
        .program = p, .reason = reason, .function = function, .instruction = instruction};
    e->next = 1;
    e->addresses = looks_at_addresses(p);
}

void endless_release(struct endless *e)
{
    for (size_t i = 0; i < e->known.count; i++) {
        text_release(&e->known.data[i]->state);
        free(e->known.data[i]);
    }
    VECTOR_RELEASE(&e->known);
    VECTOR_RELEASE(&e->serials);
    map_release(&e->index);
    map_release(&e->heads);
    text_release(&e->kept);
    text_release(&e->now);
}

static void find(struct endless *e, uint32_t function, uint32_t instruction)
{
    e->found = true;
    e->function = function;
    e->instruction = instruction;
}

/* --- loops --- */

static void saw_head(struct endless *e, const struct interp *t, uint32_t function,
                     uint32_t instruction)
{
    e->visits++;
    uint64_t hint = interp_state_hint(t);
    bool fresh = e->visits == e->next;
    if (!fresh && hint != e->hint)
        return;
    if (e->compared > MOST_COMPARED)
        return;
    text_clear(&e->now);
    interp_state(t, &e->now);
    e->compared += e->now.count;
    if (e->visits > 1 && hint == e->hint && e->now.count == e->kept.count &&
        !memcmp(e->now.data, e->kept.data, e->now.count)) {
        e->rounds = e->visits - e->kept_at;
        find(e, function, instruction);
        return;
    }
    if (!fresh)
        return;
    struct text old = e->kept;
    e->kept = e->now;
    e->now = old;
    e->hint = hint;
    e->kept_at = e->visits;
    e->next *= 2;
}

/* --- calls --- */

static struct endless_call *call_of(struct endless *e, uint32_t function)
{
    uint64_t at;
    if (map_get(&e->index, function, &at))
        return e->known.data[at];
    struct endless_call *c = calloc(1, sizeof *c);
    map_set(&e->index, function, e->known.count);
    VECTOR_PUSH(&e->known, c);
    return c;
}

static bool is_open(const struct endless *e, const struct endless_call *c, uint32_t depth)
{
    return c->serial && c->depth < depth && e->serials.data[c->depth] == c->serial;
}

static void saw_call(struct endless *e, const struct interp *t, uint32_t function,
                     uint32_t instruction)
{
    uint32_t depth = interp_depth(t);
    while (e->serials.count <= depth)
        VECTOR_PUSH(&e->serials, 0);
    e->serials.data[depth] = ++e->serial;
    if (e->addresses || e->compared > MOST_COMPARED)
        return;
    struct endless_call *c = call_of(e, function);
    bool open = is_open(e, c, depth);
    if (open) {
        text_clear(&e->now);
        interp_call_state(t, c->extent, &e->now);
        e->compared += e->now.count;
        c->visits++;
        if (e->now.count == c->state.count &&
            !memcmp(e->now.data, c->state.data, e->now.count)) {
            e->calls = true;
            find(e, function, instruction);
            return;
        }
        if (c->visits < c->next)
            return;
    }
    c->next = open ? 2 * c->next : 1;
    c->visits = 0;
    c->serial = e->serial;
    c->depth = depth;
    c->extent = interp_extent(t);
    text_clear(&c->state);
    interp_call_state(t, c->extent, &c->state);
    e->compared += c->state.count;
}

static bool is_head(struct endless *e, uint32_t function, uint32_t block)
{
    uint64_t key = (uint64_t)function << 32 | block, head;
    if (map_get(&e->heads, key, &head))
        return head;
    head = block_is_head(&e->program->functions.data[function], block);
    map_set(&e->heads, key, head);
    return head;
}

void endless_saw(struct endless *e, const struct interp *t, uint32_t function,
                 uint32_t instruction)
{
    LAW(function < e->program->functions.count);
    const struct function *f = &e->program->functions.data[function];
    uint32_t block = f->instructions.data[instruction].block;
    if (e->found || f->blocks.data[block].instructions.data[0] != instruction)
        return;
    if (e->reason == ENDLESS_STAYS) {
        if (function == e->function && instruction == e->instruction &&
            ++e->rounds >= ENDLESS_ROUNDS)
            e->found = true;
    } else if (!block) {
        saw_call(e, t, function, instruction);
    } else if (is_head(e, function, block)) {
        saw_head(e, t, function, instruction);
    }
}

static const struct place *place_of(const struct endless *e)
{
    const struct function *f = &e->program->functions.data[e->function];
    const struct block *b = &f->blocks.data[f->instructions.data[e->instruction].block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct place *p =
            instruction_place(e->program, &f->instructions.data[b->instructions.data[i]]);
        if (p->line)
            return p;
    }
    return &f->place;
}

void endless_tell(const struct endless *e, const char *invariant, struct place *place,
                  char *message, size_t room)
{
    LAW(e->found || e->reason == ENDLESS_STAYS);
    char where[200];
    const struct function *f = &e->program->functions.data[e->function];
    *place = e->calls || (e->reason == ENDLESS_STAYS &&
                          !f->instructions.data[e->instruction].block)
                 ? f->place
                 : *place_of(e);
    place_text(e->program, place, where, sizeof where);
    bool entry =
        !f->instructions.data[e->instruction].block; /* of a function, not of a loop */
    if (e->reason == ENDLESS_STAYS && entry)
        snprintf(message, room, "%s: each call of `%s` makes another one%s%s", where, f->name,
                 invariant[0] ? ": always " : "", invariant);
    else if (e->reason == ENDLESS_STAYS)
        snprintf(message, room, "%s: the loop is never left%s%s", where,
                 invariant[0] ? ": always " : "", invariant);
    else if (e->calls)
        snprintf(message, room,
                 "%s: `%s` is called with what it was called with before, inside that call",
                 where, f->name);
    else
        snprintf(
            message, room,
            "%s: the program is in the same state again and can go on like that for ever",
            where);
}
