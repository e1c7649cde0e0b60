/* Iterated programs: a short body is repeated, once for each power of two below the width,
 * and reads the number of bits c = 1, 2, 4, ... (or the other way round) and the mask of
 * every second block of c bits. One step before and one after may go with it. Sums over all
 * bits, smearing and mirroring have this form; as plain programs they are far too long to be
 * enumerated.
 *
 * The body is enumerated over three inputs (the state, c, the mask); a body is run on the
 * first point and kept when its result, or a last step on it, is what is wanted there. */
#include "synth/explicit/explicit_internal.h"

#include "base/failure.h"

#include <string.h>

enum { ROUNDS = 6, PREFIXES = 400, ORDERS = 2, BODY_POINTS = 12 };

struct iterate {
    struct explicit *x;
    struct enumerator body;
    enum iterate_extent extent;
    unsigned rounds;
    uint64_t bits[ORDERS][ROUNDS], mask[ORDERS][ROUNDS];
    /* NEG of register r stands for register r itself where `plain` */
    struct step prefix[PREFIXES];
    bool plain[PREFIXES];
    unsigned prefix_count;
};
/* One program of this form. */
struct choice {
    unsigned order, prefix;
    const struct requirement *last; /* null: no step after */
};

static unsigned rounds_of(unsigned width)
{
    unsigned n = 0;
    while ((1u << n) < width)
        n++;
    return n;
}

unsigned iterate_length(unsigned width, unsigned body)
{
    LAW(width && body);
    return rounds_of(width) * body;
}

static uint64_t blocks(unsigned bits, unsigned width)
{
    LAW(bits >= 1 && bits < width && width <= 64);
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        if (i / bits % 2 == 0)
            v |= (uint64_t)1 << i;
    return v;
}

static void fill_rounds(struct iterate *n, unsigned width)
{
    n->rounds = rounds_of(width);
    LAW(n->rounds <= ROUNDS);
    for (unsigned order = 0; order < ORDERS; order++)
        for (unsigned i = 0; i < n->rounds; i++) {
            unsigned bits = 1u << (order ? n->rounds - 1 - i : i);
            n->bits[order][i] = bits;
            n->mask[order][i] = blocks(bits, width);
        }
}

/* --- the state before the first round --- */

static void add_prefix(struct iterate *n, struct step s, bool plain)
{
    if (n->prefix_count == PREFIXES)
        return;
    n->plain[n->prefix_count] = plain;
    n->prefix[n->prefix_count++] = s;
}

static bool see_prefix(struct enumerator *e, unsigned done, const struct production *p,
                       const uint8_t operand[3])
{
    struct explicit *x = e->context;
    bool joins = operator_table[p->op].arity == 2 && operand[0] < e->inputs &&
                 operand[1] < e->inputs && operand[0] != operand[1];
    (void)done;
    if (operator_table[p->op].arity <= 2 && (joins || x->iterate->extent == ITERATE_AROUND))
        add_prefix(x->iterate, (struct step){p->op, {operand[0], operand[1], 0}}, false);
    return false;
}

/* An input, two inputs joined by a step, or any step where `extent` asks for it. */
static void fill_prefixes(struct iterate *n)
{
    struct enumerator *e = &n->x->e;
    n->prefix_count = 0;
    for (unsigned i = 0; i < e->inputs; i++)
        add_prefix(n, (struct step){OPERATOR_NEG, {(uint8_t)i, 0, 0}}, true);
    for (unsigned i = 0; i < e->production_count; i++)
        enumerate_operands(e, 0, &e->production[i], see_prefix);
}

static uint64_t state_before(const struct iterate *n, unsigned prefix, unsigned point)
{
    LAW(prefix < n->prefix_count);
    const struct enumerator *e = &n->x->e;
    const struct step *s = &n->prefix[prefix];
    uint64_t a = e->value[s->operand[0]][point];
    return n->plain[prefix]
               ? a
               : operator_apply(s->op, a, e->value[s->operand[1]][point], 0, e->width);
}

/* --- running a body --- */

static uint64_t run_rounds(const struct iterate *n, unsigned order, uint64_t state)
{
    LAW(order < ORDERS);
    uint64_t r[CANDIDATE_REGISTERS];
    const struct enumerator *b = &n->body;
    for (unsigned i = 0; i < n->rounds; i++) {
        r[0] = state;
        r[1] = n->bits[order][i];
        r[2] = n->mask[order][i];
        for (unsigned k = 0; k < b->length; k++) {
            const struct step *s = &b->step[k];
            r[b->inputs + k] = operator_apply(s->op, r[s->operand[0]], r[s->operand[1]],
                                              r[s->operand[2]], b->width);
        }
        state = r[b->inputs + b->length - 1];
    }
    return state;
}

static uint64_t run_choice(const struct iterate *n, struct choice c, unsigned point)
{
    const struct enumerator *e = &n->x->e;
    uint64_t v = run_rounds(n, c.order, state_before(n, c.prefix, point)), in[3];
    if (!c.last)
        return v;
    for (unsigned k = 0; k < 3; k++)
        in[k] = requirement_operand(e, c.last, k, v, point);
    return operator_apply(c.last->production->op, in[0], in[1], in[2], e->width);
}

/* --- writing it out --- */

struct writer {
    struct candidate c;
    bool full; /* it does not fit */
};

static uint8_t constant_register(struct writer *w, uint64_t value)
{
    struct candidate *c = &w->c;
    for (unsigned i = 0; i < c->constants; i++)
        if (c->constant[i] == value)
            return (uint8_t)(c->inputs + i);
    if (c->constants == CANDIDATE_CONSTANTS)
        return w->full = true, 0;
    c->constant[c->constants] = value;
    return (uint8_t)(c->inputs + c->constants++);
}

/* A register of the enumerator, which is an input or a constant. */
static uint8_t outer_register(struct writer *w, const struct enumerator *e, unsigned r)
{
    return r < e->inputs ? (uint8_t)r : constant_register(w, e->constant[r - e->inputs]);
}

static uint8_t add_step(struct writer *w, unsigned op, const uint8_t operand[3])
{
    struct candidate *c = &w->c;
    if (c->length == CANDIDATE_STEPS)
        return w->full = true, 0;
    struct step *s = &c->step[c->length];
    *s = (struct step){.op = (uint8_t)op};
    memcpy(s->operand, operand, operator_table[op].arity);
    return (uint8_t)(c->inputs + c->constants + c->length++);
}

static uint8_t write_rounds(struct writer *w, const struct iterate *n, unsigned order,
                            uint8_t state)
{
    const struct enumerator *b = &n->body;
    uint8_t at[CANDIDATE_REGISTERS];
    for (unsigned i = 0; i < n->rounds; i++) {
        at[0] = state;
        at[1] = constant_register(w, n->bits[order][i]);
        if (b->inputs > 2)
            at[2] = constant_register(w, n->mask[order][i]);
        for (unsigned k = 0; k < b->length; k++) {
            const struct step *s = &b->step[k];
            uint8_t operand[3] = {at[s->operand[0]], at[s->operand[1]], at[s->operand[2]]};
            at[b->inputs + k] = add_step(w, s->op, operand);
        }
        state = at[b->inputs + b->length - 1];
    }
    return state;
}

static uint8_t write_all(struct writer *w, const struct iterate *n, struct choice c)
{
    const struct enumerator *e = &n->x->e;
    const struct step *s = &n->prefix[c.prefix];
    uint8_t operand[3] = {outer_register(w, e, s->operand[0]), 0, 0};
    if (!n->plain[c.prefix] && operator_table[s->op].arity > 1)
        operand[1] = outer_register(w, e, s->operand[1]);
    uint8_t state = n->plain[c.prefix] ? operand[0] : add_step(w, s->op, operand);
    state = write_rounds(w, n, c.order, state);
    if (!c.last)
        return state;
    for (unsigned k = 0; k < operator_table[c.last->production->op].arity; k++)
        operand[k] = k == c.last->position || c.last->operand[k] == TWICE
                         ? state
                         : outer_register(w, e, c.last->operand[k]);
    return add_step(w, c.last->production->op, operand);
}

/* The first pass finds the constants, which come before the steps; the second writes the
 * steps. */
static bool offer_choice(struct iterate *n, struct choice c)
{
    struct writer w = {.c = {.inputs = (uint8_t)n->x->e.inputs, .outputs = 1}};
    write_all(&w, n, c);
    w.c.length = 0;
    w.c.output[0] = write_all(&w, n, c);
    return !w.full && explicit_offer(n->x, &w.c);
}

/* --- the search --- */

static bool try_choice(struct iterate *n, struct choice c)
{
    for (unsigned t = 0; t < n->x->e.points; t++)
        if (!explicit_right(n->x, t, run_choice(n, c, t)))
            return false;
    return offer_choice(n, c);
}

static bool try_last(struct iterate *n, struct choice c, uint64_t v,
                     const struct requirements *list)
{
    uint64_t full = width_mask(n->x->e.width);
    for (unsigned i = 0; i < list->count; i++) {
        const struct requirement *q = &list->item[i];
        c.last = q;
        if ((((v & q->mask) - q->lo) & full) <= q->span && try_choice(n, c))
            return true;
    }
    return false;
}

static bool try_body(struct enumerator *body, unsigned done)
{
    struct iterate *n = body->context;
    struct explicit *x = n->x;
    const uint64_t *seen = x->seen_all[x->e.registers];
    (void)done;
    for (unsigned order = 0; order < ORDERS; order++)
        for (unsigned prefix = 0; prefix < n->prefix_count; prefix++) {
            struct choice c = {order, prefix, NULL};
            uint64_t v = run_rounds(n, order, state_before(n, prefix, 0));
            unsigned hash = exact_hash(v);
            body->visited++;
            if (v == x->goal[0].value && try_choice(n, c))
                return true;
            if (n->extent == ITERATE_ALONE)
                continue;
            if ((seen[hash >> 6] >> (hash & 63) & 1) && try_last(n, c, v, &x->exact))
                return true;
            if (try_last(n, c, v, &x->loose))
                return true;
        }
    return false;
}

/* Points at which bodies that compute the same are told apart: states from the tests, all
 * rounds. */
static void fill_body(struct iterate *n)
{
    struct enumerator *b = &n->body;
    const struct enumerator *e = &n->x->e;
    b->points = BODY_POINTS;
    for (unsigned i = 0; i < b->points; i++) {
        b->value[0][i] =
            (e->value[i % e->inputs][i % e->points] ^ (i * 0x9e3779b97f4a7c15u)) &
            width_mask(e->width);
        b->value[1][i] = n->bits[0][i % n->rounds];
        b->value[2][i] = n->mask[0][i % n->rounds];
    }
    for (unsigned i = 0; i < 3; i++) {
        b->type[i] = 1;
        b->use_input[i] = true;
    }
}

bool explicit_iterate(struct explicit *x, enum iterate_extent extent, enum iterate_mask mask,
                      unsigned length, const struct production *production,
                      unsigned productions)
{
    static struct iterate state;
    struct iterate *n = &state;
    const struct enumerator *e = &x->e;
    memset(n, 0, sizeof *n);
    n->x = x;
    n->extent = extent;
    x->iterate = n;
    fill_rounds(n, e->width);
    fill_prefixes(n);
    n->body = (struct enumerator){.inputs = mask == ITERATE_WITH_MASK ? 3 : 2,
                                  .length = length,
                                  .outputs = 1,
                                  .width = e->width,
                                  .production = production,
                                  .production_count = productions,
                                  .leaf = try_body,
                                  .context = n,
                                  .interrupt = e->interrupt};
    fill_body(n);
    explicit_require(x);
    enumerate(&n->body);
    atomic_fetch_add(&x->host->mine->tried, n->body.visited);
    return x->done || host_stopped(x->host);
}
