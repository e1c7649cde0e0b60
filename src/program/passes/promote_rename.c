/* Which value each load of one variable sees: promote.c tells the idea. Temporary PHIs have
 * ids from TEMPORARY on until it is known which of them stay. State per block is valid only
 * where its stamp is the current variable's. Blocks are named by their positions in reverse
 * postorder here and their predecessors lie in one array: long live ranges are walked in
 * order. */
#include "program/passes/promote_internal.h"

#include "base/failure.h"

#include <stdlib.h>

enum { TEMPORARY = 0x40000000 };

struct temporary {
    uint32_t block;
    uint32_t start; /* of its operands, one per predecessor of the block in their order */
    uint32_t alias; /* the value it equals; itself as long as it stays */
    uint32_t user;  /* first in the list of PHIs that use it; UINT32_MAX: none */
    uint32_t id;    /* the instruction it becomes */
    bool queued;
};

/* Lists of PHIs that use a temporary. */
struct user {
    uint32_t phi, next;
};

struct rename {
    uint32_t *rpo, *number;
    uint32_t *start, *from; /* predecessors of b: from[start[b]] .. from[start[b + 1] - 1] */
    uint32_t stamp;
    uint32_t *def_stamp, *live_stamp, *in_stamp;
    uint32_t *out,
        *in; /* value at the block's end where it defines one, value on entry where live */
    VECTOR(uint32_t) live;
    VECTOR(struct temporary) phis;
    VECTOR(uint32_t) operands, queue;
    VECTOR(struct user) users;
};

static void collect_predecessors(struct rename *r, const struct function *f, uint32_t most,
                                 struct arena *arena)
{
    uint32_t total = 0;
    r->start = ARENA_ARRAY(arena, uint32_t, f->blocks.count + 1);
    r->from = ARENA_ARRAY(arena, uint32_t, most + 1);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct block *block = &f->blocks.data[r->rpo[b]];
        for (size_t k = 0; k < block->predecessors.count; k++)
            r->from[total++] = r->number[block->predecessors.data[k]];
        r->start[b + 1] = total;
    }
}

/* The one of the memory, whose vectors keep their room. */
static struct rename *rename_of(struct pass_memory *m)
{
    if (!m->rename)
        m->rename = calloc(1, sizeof *m->rename);
    if (!m->rename)
        BUG("out of memory");
    m->rename->stamp = 0;
    VECTOR_CLEAR(&m->rename->queue);
    VECTOR_CLEAR(&m->phis);
    return m->rename;
}

void promotion_start(struct promotion *m)
{
    const struct function *f = m->function;
    struct rename *r = m->rename = rename_of(m->memory);
    uint32_t n = (uint32_t)f->blocks.count;
    struct edges edges;
    CHECK_LAW(f->instructions.count < TEMPORARY);
    edges_find(f, m->scratch, &edges);
    edges_order(&edges, n, m->scratch, &r->rpo, &r->number);
    uint32_t **arrays[] = {&r->def_stamp, &r->live_stamp, &r->in_stamp,
                           &r->out,       &r->in,         &m->first_phi};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = ARENA_ARRAY(m->scratch, uint32_t, n + 1);
    for (uint32_t b = 0; b < n; b++)
        m->first_phi[b] = UINT32_MAX;
    collect_predecessors(r, f, edges.start[n], m->scratch);
    m->read = ARENA_ARRAY(m->scratch, bool, f->instructions.count + 1);
    replacement_init(&m->replacement, f, m->scratch);
}

void rename_free(struct rename *r)
{
    if (!r)
        return;
    VECTOR_RELEASE(&r->live);
    VECTOR_RELEASE(&r->phis);
    VECTOR_RELEASE(&r->operands);
    VECTOR_RELEASE(&r->queue);
    VECTOR_RELEASE(&r->users);
    free(r);
}

static bool is_temporary(uint32_t v)
{
    return v >= TEMPORARY && v < VALUE_NONE.id;
}

static uint32_t resolve(struct rename *r, uint32_t v)
{
    while (is_temporary(v) && r->phis.data[v - TEMPORARY].alias != v) {
        struct temporary *t = &r->phis.data[v - TEMPORARY];
        if (is_temporary(t->alias))
            t->alias = r->phis.data[t->alias - TEMPORARY].alias;
        v = t->alias;
    }
    LAW(!is_temporary(v) || v - TEMPORARY < r->phis.count);
    return v;
}

/* --- blocks where the variable is live on entry --- */

static void make_live(struct rename *r, uint32_t block)
{
    LAW(r->stamp);
    if (r->live_stamp[block] == r->stamp)
        return;
    r->live_stamp[block] = r->stamp;
    VECTOR_PUSH(&r->live, block);
}

/* The value an access gives the variable, the access itself if that is a birth; VALUE_NONE if
 * it only looks.
 */
static uint32_t defined_by(const struct promotion *m, uint32_t id)
{
    const struct instruction *i = &m->function->instructions.data[id];
    if (i->op == OP_LOAD || i->op == OP_NOTE)
        return VALUE_NONE.id;
    return promotion_is_birth(m, i) ? id : m->function->operands.data[i->operand + 1];
}

static void find_live(struct promotion *m, const struct slot *s)
{
    struct rename *r = m->rename;
    const struct function *f = m->function;
    VECTOR_CLEAR(&r->live);
    for (size_t k = 0; k < s->count; k++) {
        uint32_t id = m->accesses[s->first + k],
                 block = r->number[f->instructions.data[id].block];
        uint32_t value = defined_by(m, id);
        if (value != VALUE_NONE.id) {
            r->def_stamp[block] = r->stamp;
            r->out[block] = value;
        } else if (f->instructions.data[id].op == OP_LOAD &&
                   r->def_stamp[block] != r->stamp) {
            make_live(r, block);
        }
    }
    for (size_t k = 0; k < r->live.count; k++) { /* the list grows while it is walked */
        uint32_t b = r->live.data[k];
        CHECK_LAW(r->start[b] < r->start[b + 1]);
        for (uint32_t n = r->start[b]; n < r->start[b + 1]; n++)
            if (r->def_stamp[r->from[n]] != r->stamp)
                make_live(r, r->from[n]);
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* In order: the blocks between the first and the last are looked through where that is
 * quicker. */
static void sort_live(struct rename *r)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t k = 0; k < r->live.count; k++) {
        if (r->live.data[k] < first)
            first = r->live.data[k];
        if (r->live.data[k] > last)
            last = r->live.data[k];
    }
    if (r->live.count < 2)
        return;
    if ((last - first) / 8 > r->live.count) {
        qsort(r->live.data, r->live.count, sizeof *r->live.data, by_number);
        return;
    }
    VECTOR_CLEAR(&r->live);
    for (uint32_t b = first; b <= last; b++)
        if (r->live_stamp[b] == r->stamp)
            VECTOR_PUSH(&r->live, b);
}

/* --- values on entry --- */

/* The value at the end of a block; VALUE_NONE if not known yet. */
static uint32_t value_at_end(const struct rename *r, uint32_t block)
{
    if (r->def_stamp[block] == r->stamp)
        return r->out[block];
    return r->in_stamp[block] == r->stamp ? r->in[block] : VALUE_NONE.id;
}

static uint32_t value_on_entry(struct rename *r, uint32_t block)
{
    uint32_t first = value_at_end(r, r->from[r->start[block]]);
    bool agree = first != VALUE_NONE.id;
    for (uint32_t k = r->start[block] + 1; agree && k < r->start[block + 1]; k++)
        agree = value_at_end(r, r->from[k]) == first;
    if (agree)
        return first;
    uint32_t id = TEMPORARY + (uint32_t)r->phis.count;
    VECTOR_PUSH(
        &r->phis,
        (struct temporary){.block = block, .alias = id, .user = UINT32_MAX, .queued = true});
    VECTOR_PUSH(&r->queue, id);
    return id;
}

static void add_user(struct rename *r, uint32_t of, uint32_t phi)
{
    struct temporary *t = &r->phis.data[of - TEMPORARY];
    VECTOR_PUSH(&r->users, (struct user){phi, t->user});
    t->user = (uint32_t)r->users.count - 1;
}

static void fill_operands(struct rename *r)
{
    for (size_t k = 0; k < r->phis.count; k++) {
        uint32_t b = r->phis.data[k].block;
        r->phis.data[k].start = (uint32_t)r->operands.count;
        for (uint32_t n = r->start[b]; n < r->start[b + 1]; n++) {
            uint32_t v = value_at_end(r, r->from[n]);
            CHECK_LAW(v != VALUE_NONE.id);
            VECTOR_PUSH(&r->operands, v);
            if (is_temporary(v))
                add_user(r, v, TEMPORARY + (uint32_t)k);
        }
    }
}

/* The one value a PHI merges with itself; VALUE_NONE if there are several. */
static uint32_t only_value(struct rename *r, uint32_t phi)
{
    const struct temporary *t = &r->phis.data[phi - TEMPORARY];
    uint32_t only = VALUE_NONE.id;
    for (uint32_t k = 0; k < r->start[t->block + 1] - r->start[t->block]; k++) {
        uint32_t v = resolve(r, r->operands.data[t->start + k]);
        if (v == phi || v == only)
            continue;
        if (only != VALUE_NONE.id)
            return VALUE_NONE.id;
        only = v;
    }
    return only;
}

static void simplify(struct rename *r)
{
    while (r->queue.count) {
        uint32_t phi = VECTOR_POP(&r->queue);
        struct temporary *t = &r->phis.data[phi - TEMPORARY];
        t->queued = false;
        if (t->alias != phi)
            continue;
        uint32_t only = only_value(r, phi);
        if (only == VALUE_NONE.id)
            continue;
        t->alias = only;
        for (uint32_t u = t->user; u != UINT32_MAX; u = r->users.data[u].next) {
            uint32_t user = r->users.data[u].phi;
            if (r->phis.data[user - TEMPORARY].alias != user)
                continue; /* gone: lists stay short in nests of loops */
            if (is_temporary(only))
                add_user(r, only, user);
            if (r->phis.data[user - TEMPORARY].queued)
                continue;
            r->phis.data[user - TEMPORARY].queued = true;
            VECTOR_PUSH(&r->queue, user);
        }
    }
}

/* --- the outcome --- */

static uint32_t final_value(struct promotion *m, uint32_t v)
{
    v = resolve(m->rename, v);
    if (is_temporary(v))
        return m->rename->phis.data[v - TEMPORARY].id;
    if (v < m->replacement.count)
        m->read[v] = true;
    return v;
}

static void make_phis(struct promotion *m, const struct slot *s)
{
    struct rename *r = m->rename;
    struct function *f = m->function;
    uint32_t next = (uint32_t)f->instructions.count;
    for (size_t k = 0; k < r->phis.count; k++)
        if (r->phis.data[k].alias == TEMPORARY + k)
            r->phis.data[k].id = next++;
    for (size_t k = 0; k < r->phis.count; k++) {
        const struct temporary *t = &r->phis.data[k];
        if (t->alias != TEMPORARY + k)
            continue;
        struct instruction i = instruction_make(OP_PHI, s->type);
        uint32_t count = r->start[t->block + 1] - r->start[t->block];
        i.block = r->rpo[t->block];
        i.variable = s->variable;
        i.operand = (uint32_t)f->operands.count;
        i.count = 2 * count;
        for (uint32_t n = 0; n < count; n++) {
            VECTOR_PUSH(&f->operands, final_value(m, r->operands.data[t->start + n]));
            VECTOR_PUSH(&f->operands, r->rpo[r->from[r->start[t->block] + n]]);
        }
        VECTOR_PUSH(&f->instructions, i);
        VECTOR_PUSH(&m->memory->phis, (struct promoted_phi){t->id, m->first_phi[i.block]});
        m->first_phi[i.block] = (uint32_t)m->memory->phis.count - 1;
    }
}

static void replace_loads(struct promotion *m, const struct slot *s)
{
    const struct function *f = m->function;
    const struct rename *r = m->rename;
    uint32_t block = UINT32_MAX, current = VALUE_NONE.id;
    for (size_t k = 0; k < s->count; k++) {
        uint32_t id = m->accesses[s->first + k];
        const struct instruction *i = &f->instructions.data[id];
        if (i->block != block) {
            block = i->block;
            uint32_t at = r->number[block];
            current = r->in_stamp[at] == r->stamp ? r->in[at] : VALUE_NONE.id;
        }
        uint32_t value = defined_by(m, id);
        if (value != VALUE_NONE.id)
            current = value;
        if (i->op == OP_LOAD)
            m->replacement.by[id] = final_value(m, current);
    }
}

void promotion_rename(struct promotion *m, const struct slot *s)
{
    struct rename *r = m->rename;
    r->stamp++;
    VECTOR_CLEAR(&r->phis);
    VECTOR_CLEAR(&r->operands);
    VECTOR_CLEAR(&r->users);
    find_live(m, s);
    sort_live(r);
    for (size_t k = 0; k < r->live.count; k++) {
        uint32_t block = r->live.data[k];
        r->in[block] = value_on_entry(r, block);
        r->in_stamp[block] = r->stamp;
    }
    fill_operands(r);
    simplify(r);
    make_phis(m, s);
    replace_loads(m, s);
}
