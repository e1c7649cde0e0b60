/* Meeting in the middle: when three steps are left and the last one joins two that do not
 * depend on each other, both are taken from one table of all single steps over the registers.
 * For each of them, what the other must be on the first point is looked up by its value; the
 * cost is that of the table, not of its square. */
#include "synth/explicit/explicit_internal.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 8192, BUCKETS = 4096 };

struct entry {
    uint64_t value; /* on the first point */
    uint64_t used;  /* registers that had to be used and are */
    const struct production *production;
    uint8_t operand[3];
    uint16_t next; /* in its bucket, plus one */
};
struct meeting {
    unsigned count;
    uint64_t unused;
    uint16_t bucket[BUCKETS]; /* first entry plus one */
    struct entry entry[ENTRIES];
    struct requirements exact, loose;
};

static uint64_t bit_of(unsigned r)
{
    return r < 64 ? (uint64_t)1 << r : 0;
}
static unsigned bucket_of(uint64_t v)
{
    return (unsigned)((v * 0x9e3779b97f4a7c15u) >> 52);
}

static void add_entry(struct enumerator *e, struct meeting *m, const struct production *p,
                      unsigned a, unsigned b, uint64_t v)
{
    if (m->count == ENTRIES) {
        ((struct explicit *)e->context)->partial = true;
        return;
    }
    struct entry *n = &m->entry[m->count];
    unsigned where = bucket_of(v);
    *n = (struct entry){v,
                        (bit_of(a) | (operator_table[p->op].arity > 1 ? bit_of(b) : 0)) &
                            m->unused,
                        p,
                        {(uint8_t)a, (uint8_t)b, 0},
                        m->bucket[where]};
    m->bucket[where] = (uint16_t)++m->count;
}

static void fill(struct enumerator *e, struct meeting *m)
{
    m->count = 0;
    memset(m->bucket, 0, sizeof m->bucket);
    for (unsigned i = 0; i < e->production_count; i++) {
        const struct production *p = &e->production[i];
        bool two = operator_table[p->op].arity == 2;
        for (unsigned a = 0; a < e->registers; a++)
            for (unsigned b = 0; b < (two ? e->registers : 1); b++) {
                uint8_t operand[3] = {(uint8_t)a, (uint8_t)b, 0};
                if (!enumerate_allowed(e, 0, p, operand))
                    continue; /* in any order: a pair is looked at once */
                add_entry(e, m, p, a, b,
                          operator_apply(p->op, e->value[a][0], e->value[b][0], 0, e->width));
            }
    }
    e->visited += m->count;
}

static uint64_t run_entry(const struct enumerator *e, const struct entry *n, unsigned t)
{
    return operator_apply(n->production->op, e->value[n->operand[0]][t],
                          e->value[n->operand[1]][t], 0, e->width);
}

/* w is the operand that was given, v the one found for it. */
static bool try_join(struct explicit *x, unsigned done, const struct entry *v,
                     const struct entry *w, const struct requirement *q)
{
    struct enumerator *e = &x->e;
    const struct production *p = q->production;
    if (x->meeting->unused & ~(v->used | w->used) ||
        !(v->production->result & p->operand[q->position]))
        return false;
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t a = run_entry(e, v, t), b = run_entry(e, w, t);
        if (!explicit_right(
                x, t,
                operator_apply(p->op, q->position ? b : a, q->position ? a : b, 0, e->width)))
            return false;
    }
    uint8_t first = (uint8_t)e->registers, last[3] = {first, first, 0};
    struct candidate c;
    e->step[done] = (struct step){v->production->op, {v->operand[0], v->operand[1], 0}};
    e->step[done + 1] = (struct step){w->production->op, {w->operand[0], w->operand[1], 0}};
    last[1 - q->position] = (uint8_t)(first + 1);
    explicit_set_last(e, &c, done + 2, p->op, last);
    return explicit_offer(x, &c);
}

static bool join_with(struct explicit *x, unsigned done, const struct entry *w)
{
    struct meeting *m = x->meeting;
    uint64_t full = width_mask(x->e.width);
    explicit_require_value(x, w->value, w->production->result, &m->exact, &m->loose);
    for (unsigned i = 0; i < m->exact.count; i++) {
        const struct requirement *q = &m->exact.item[i];
        for (unsigned k = m->bucket[bucket_of(q->lo)]; k; k = m->entry[k - 1].next)
            if (m->entry[k - 1].value == q->lo && try_join(x, done, &m->entry[k - 1], w, q))
                return true;
    }
    for (unsigned i = 0; i < m->loose.count; i++) {
        const struct requirement *q = &m->loose.item[i];
        for (unsigned k = 0; k < m->count; k++)
            if ((((m->entry[k].value & q->mask) - q->lo) & full) <= q->span &&
                try_join(x, done, &m->entry[k], w, q))
                return true;
    }
    return false;
}

bool finish_meeting(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    if (!explicit_take_unused(x, 4))
        return false; /* two steps can take no more; the others belong to finish_two */
    if (!x->meeting)
        x->meeting = malloc(sizeof *x->meeting);
    struct meeting *m = x->meeting;
    m->unused = 0;
    for (unsigned i = 0; i < x->unused_count; i++)
        m->unused |= bit_of(x->unused[i]);
    fill(e, m);
    for (unsigned k = 0; k < m->count; k++) {
        if (m->unused && x->unused_count > 2 && !m->entry[k].used)
            continue; /* its partner takes two at most */
        if (join_with(x, done, &m->entry[k]))
            return true;
    }
    return false;
}
