/* Growth and lookup of banks; see bank.h. */
#include "synth/search/bank.h"

#include "base/failure.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

void bank_init(struct bank *b, unsigned points, unsigned width, size_t limit)
{
    LAW(points >= 1 && points <= BANK_POINTS);
    LAW(width >= 1 && width <= 64);
    *b = (struct bank){
        .points = points, .width = width, .limit = limit, .slots = 1024, .levels = 1};
    while (b->slots < 3 * limit)
        b->slots *= 2;
    b->table = calloc(b->slots, sizeof *b->table);
}

void bank_release(struct bank *b)
{
    VECTOR_RELEASE(&b->entry);
    VECTOR_RELEASE(&b->values);
    VECTOR_RELEASE(&b->first);
    free(b->table);
}

/* Where an entry with these values is, or would be. */
static size_t slot_of(const struct bank *b, const uint64_t *values)
{
    LAW(b->entry.count < b->slots); /* else the search does not end */
    uint64_t hash = 0;
    for (unsigned i = 0; i < b->points; i++)
        hash = (hash ^ values[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 32;
    size_t slot = hash & (b->slots - 1);
    while (b->table[slot] && memcmp(bank_values(b, b->table[slot] - 1), values,
                                    b->points * sizeof *values) != 0)
        slot = (slot + 1) & (b->slots - 1);
    return slot;
}

bool bank_find(const struct bank *b, const uint64_t *values, size_t *entry)
{
    size_t slot = slot_of(b, values);
    if (!b->table[slot])
        return false;
    *entry = b->table[slot] - 1;
    return true;
}

static void push(struct bank *b, struct bank_entry e, const uint64_t *values, size_t slot)
{
    VECTOR_RESERVE(&b->values, b->values.count + b->points);
    memcpy(b->values.data + b->values.count, values, b->points * sizeof *values);
    b->values.count += b->points;
    VECTOR_PUSH(&b->first, values[0]);
    VECTOR_PUSH(&b->entry, e);
    LAW(b->values.count == b->entry.count * b->points);
    LAW(b->first.count == b->entry.count);
    if (!b->table[slot])
        b->table[slot] = (uint32_t)b->entry.count;
}

void bank_add_leaf(struct bank *b, const uint64_t *values, bool constant)
{
    LAW(b->levels == 1); /* leaves come first */
    struct bank_entry e = {
        .op = OPERATOR_COUNT, .constant = constant, .a = (uint32_t)b->entry.count};
    push(b, e, values, slot_of(b, values));
    b->level[1] = b->entry.count;
}

static bool one_value(const struct bank *b, const uint64_t *values)
{
    for (unsigned i = 1; i < b->points; i++)
        if (values[i] != values[0])
            return false;
    return true;
}

/* op(x, y), unless its values are known; a value that is the same on all points is taken for
 * a constant. */
static void join(struct bank *b, unsigned op, size_t x, size_t y)
{
    LAW(x < b->entry.count && y < b->entry.count); /* operands are earlier entries */
    uint64_t row[BANK_POINTS];
    if (b->entry.count >= b->limit ||
        (b->entry.data[x].constant && b->entry.data[y].constant))
        return;
    const uint64_t *left = bank_values(b, x), *right = bank_values(b, y);
    operator_apply_row((enum operator_kind)op, left, right, left, row, b->points, b->width);
    size_t slot = slot_of(b, row);
    if (b->table[slot] || one_value(b, row))
        return;
    push(b, (struct bank_entry){.op = (uint8_t)op, .a = (uint32_t)x, .b = (uint32_t)y}, row,
         slot);
}

/* All steps with one operand of each level, in both orders where that matters. */
static void join_levels(struct bank *b, operator_set operators, unsigned left, unsigned right,
                        const volatile int *interrupt)
{
    LAW(left < b->levels && right <= left);
    for (size_t x = b->level[left]; x < b->level[left + 1] && b->entry.count < b->limit;
         x++) {
        if (interrupt && *interrupt)
            return;
        for (operator_set set = operators; set; set &= set - 1) {
            unsigned op = (unsigned)__builtin_ctzll(set);
            const struct operator_info *info = &operator_table[op];
            if (info->arity == 1 && right == 0)
                join(b, op, x, x);
            if (info->arity != 2)
                continue;
            size_t end = left == right ? x + 1 : b->level[right + 1];
            for (size_t y = b->level[right]; y < end; y++) {
                join(b, op, x, y);
                if (!info->commutes && x != y)
                    join(b, op, y, x);
            }
        }
    }
}

void bank_grow(struct bank *b, operator_set operators, const volatile int *interrupt)
{
    while (b->levels < BANK_LEVELS && b->entry.count < b->limit &&
           b->level[b->levels - 1] < b->entry.count) {
        unsigned steps = b->levels;
        LAW(b->level[steps - 1] <= b->entry.count);
        for (unsigned right = 0; 2 * right + 1 <= steps; right++)
            join_levels(b, operators, steps - 1 - right, right, interrupt);
        b->level[++b->levels] = b->entry.count;
        if (interrupt && *interrupt)
            return;
    }
}

uint8_t bank_write_step(struct bank_writer *w, unsigned op, uint8_t a, uint8_t b, uint8_t c)
{
    LAW(op < OPERATOR_COUNT);
    struct candidate *to = w->candidate;
    unsigned arity = operator_table[op].arity;
    struct step s = {(uint8_t)op, {a, arity > 1 ? b : 0, arity > 2 ? c : 0}};
    unsigned base = to->inputs + to->constants;
    for (unsigned i = 0; i < to->length; i++)
        if (!memcmp(&to->step[i], &s, sizeof s))
            return (uint8_t)(base + i);
    if (to->length == CANDIDATE_STEPS)
        return w->full = true, 0;
    to->step[to->length] = s;
    return (uint8_t)(base + to->length++);
}

uint8_t bank_write(struct bank_writer *w, size_t entry)
{
    LAW(entry < w->bank->entry.count);
    const struct bank_entry *e = &w->bank->entry.data[entry];
    if (e->op == OPERATOR_COUNT)
        return (uint8_t)e->a;
    uint8_t a = bank_write(w, e->a), b = e->b == e->a ? a : bank_write(w, e->b);
    return bank_write_step(w, e->op, a, b, 0);
}
