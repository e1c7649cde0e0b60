/* The facts of a match: equal values, paired blocks, local objects and effects; and the trail
 * that takes them back. */
#include "diff/match/compare_internal.h"

#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t id_of(struct match *m, const void *handle)
{
    uint64_t key = (uint64_t)(uintptr_t)handle, id;
    if (map_get(&m->ids, key, &id))
        return id;
    id = m->ids.count + 1;
    map_set(&m->ids, key, id);
    return id;
}

uint64_t match_key(struct match *m, const void *old_value, const void *new_value)
{
    return id_of(m, old_value) << 32 | id_of(m, new_value);
}

struct match_mark match_mark(const struct match *m)
{
    return (struct match_mark){m->trail.count, m->merges.count, m->assumptions};
}

static void remove_pair(struct map pairs[2], const struct trail_entry *entry)
{
    LAW(map_has(&pairs[OLD], entry->key[0]) && map_has(&pairs[NEW], entry->key[1]));
    map_remove(&pairs[OLD], entry->key[0]);
    map_remove(&pairs[NEW], entry->key[1]);
}

void match_undo(struct match *m, struct match_mark mark)
{
    LAW(mark.trail <= m->trail.count);
    LAW(mark.merges <= m->merges.count);
    while (m->trail.count > mark.trail) {
        struct trail_entry entry = VECTOR_POP(&m->trail);
        switch (entry.kind) {
        case TRAIL_EQUAL:
            map_remove(&m->equal, entry.key[0]);
            break;
        case TRAIL_BLOCK:
            remove_pair(m->blocks, &entry);
            break;
        case TRAIL_OBJECT:
            remove_pair(m->objects, &entry);
            break;
        case TRAIL_EFFECT:
            remove_pair(m->effects, &entry);
            break;
        case TRAIL_MERGE:
            break;
        }
    }
    m->merges.count = mark.merges;
    m->assumptions = mark.assumptions;
    m->stamp++;
}

void match_add_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    uint64_t key = match_key(m, a, b);
    if (map_has(&m->equal, key))
        return;
    map_set(&m->equal, key, 1);
    VECTOR_PUSH(&m->trail, (struct trail_entry){TRAIL_EQUAL, {key, 0}});
}

bool match_has_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    return map_has(&m->equal, match_key(m, a, b));
}

enum pairing match_pairing(const struct map pairs[2], const void *a, const void *b)
{
    uint64_t x = (uint64_t)(uintptr_t)a, y = (uint64_t)(uintptr_t)b, other;
    bool has_a = map_get(&pairs[OLD], x, &other);
    if (has_a && other == y)
        return PAIRING_SAME;
    return has_a || map_has(&pairs[NEW], y) ? PAIRING_CLASH : PAIRING_NONE;
}

static void add_pair(struct match *m, struct map pairs[2], enum trail_kind kind,
                     const void *a, const void *b)
{
    LAW(match_pairing(pairs, a, b) == PAIRING_NONE); /* each has one partner */
    uint64_t x = (uint64_t)(uintptr_t)a, y = (uint64_t)(uintptr_t)b;
    map_set(&pairs[OLD], x, y);
    map_set(&pairs[NEW], y, x);
    VECTOR_PUSH(&m->trail, (struct trail_entry){kind, {x, y}});
    m->stamp++;
}

void match_add_block(struct match *m, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    add_pair(m, m->blocks, TRAIL_BLOCK, a, b);
}

void match_add_object(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    add_pair(m, m->objects, TRAIL_OBJECT, a, b);
}

void match_add_effect(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    add_pair(m, m->effects, TRAIL_EFFECT, a, b);
    match_add_equal(m, a, b);
}

void match_add_merge(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsAPHINode(a) && LLVMIsAPHINode(b));
    match_add_equal(m, a, b);
    VECTOR_PUSH(&m->merges, (struct match_values){{a, b}});
    LAW(match_has_equal(m, a, b));
    m->stamp++;
}

struct extra_memory *match_memory(struct match *m, enum side side)
{
    LAW(side == OLD || side == NEW);
    if (!m->memory[side])
        m->memory[side] = extra_memory_new(m->body[side]);
    return m->memory[side];
}

bool match_hint(struct match *m, enum compare_cause cause, const char *subject,
                const char *format, ...)
{
    char reason[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    m->hint_cause = cause;
    m->hint_subject = subject ? arena_text(&m->comparer->arena, subject) : NULL;
    m->hint_reason = arena_text(&m->comparer->arena, reason);
    return false;
}

bool match_differ(struct match *m, LLVMValueRef a, LLVMValueRef b, const char *reason)
{
    LAW(*reason);
    m->difference = (struct difference){{a, b}, CAUSE_CODE, NULL, reason, m->hint_callee, 0};
    if (m->hint_reason) {
        m->difference.cause = m->hint_cause;
        m->difference.subject = m->hint_subject;
        m->difference.reason = m->hint_reason;
    }
    return false;
}
