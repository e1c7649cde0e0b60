/* Search from both ends: a bank of expressions is grown from the inputs and constants, and
 * the wanted values are carried back through the last step. Where that step can be undone
 * (sums, exclusive or) its other operand is looked up; where it narrows the operands (and,
 * or, minimum, maximum) those that fit are paired; for the others one operand is taken from
 * the front of the bank. So two expressions of n steps give programs of 2n + 1, with shared
 * steps written once. */
#include "synth/explicit/explicit_bank.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

enum { FILTER_BITS = 20, FITTING = 2500, CHUNK = 256, MOST_POINTS = 32 };

/* --- offers --- */

void seek_begin(const struct seek *s, struct bank_writer *w, struct candidate *c)
{
    *c = s->base;
    *w = (struct bank_writer){.bank = &s->bank, .candidate = c};
}

bool seek_offer(struct seek *s, struct bank_writer *w, uint8_t result)
{
    LAW(s->wraps <= sizeof s->wrap / sizeof *s->wrap);
    for (unsigned i = s->wraps; i-- > 0;) {
        const struct seek_wrap *p = &s->wrap[i];
        if (operator_table[p->op].arity == 1) {
            result = bank_write_step(w, p->op, result, 0, 0);
            continue;
        }
        uint8_t other = bank_write(w, p->other);
        result = bank_write_step(w, p->op, p->position ? other : result,
                                 p->position ? result : other, 0);
    }
    w->candidate->output[0] = result;
    return !w->full && explicit_offer(s->x, w->candidate);
}

static bool offer_entry(struct seek *s, size_t entry)
{
    LAW(entry < s->bank.entry.count);
    struct bank_writer w;
    struct candidate c;
    seek_begin(s, &w, &c);
    return seek_offer(s, &w, bank_write(&w, entry));
}

static bool offer_join(struct seek *s, unsigned op, size_t a, size_t b)
{
    LAW(op < OPERATOR_COUNT && operator_table[op].arity == 2);
    struct bank_writer w;
    struct candidate c;
    seek_begin(s, &w, &c);
    uint8_t left = bank_write(&w, a), right = bank_write(&w, b);
    return seek_offer(s, &w, bank_write_step(&w, op, left, right, 0));
}

/* A last step with a constant that is in no list. */
static bool offer_constant(struct seek *s, unsigned op, size_t a, uint64_t constant)
{
    LAW(!(constant & ~width_mask(s->bank.width)));
    struct bank_writer w;
    struct candidate c;
    seek_begin(s, &w, &c);
    if (c.constants == CANDIDATE_CONSTANTS)
        return false;
    uint8_t right = (uint8_t)(c.inputs + c.constants);
    c.constant[c.constants++] = constant;
    return seek_offer(s, &w, bank_write_step(&w, op, bank_write(&w, a), right, 0));
}

/* --- last steps that can be undone --- */

static bool can_undo(enum operator_kind op)
{
    return op == OPERATOR_ADD || op == OPERATOR_SUB || op == OPERATOR_XOR ||
           op == OPERATOR_NEG || op == OPERATOR_NOT;
}

/* The x whose last step with c gives t. */
static uint64_t undone(struct seek_wrap p, uint64_t t, uint64_t c)
{
    if (p.op == OPERATOR_ADD)
        return t - c;
    if (p.op == OPERATOR_SUB)
        return p.position ? c - t : t + c;
    if (p.op == OPERATOR_XOR)
        return t ^ c;
    return p.op == OPERATOR_NEG ? -t : ~t;
}

bool seek_undo(const struct seek *s, struct seek_wrap p, const uint64_t *target,
               uint64_t *out)
{
    LAW(p.other < s->bank.entry.count || p.op == OPERATOR_NEG || p.op == OPERATOR_NOT);
    const uint64_t *other = bank_values(&s->bank, p.other);
    uint64_t full = width_mask(s->bank.width);
    if (!can_undo(p.op))
        return false;
    for (unsigned i = 0; i < s->bank.points; i++)
        out[i] = undone(p, target[i], other[i]) & full;
    return true;
}

static unsigned filter_of(uint64_t v)
{
    return (unsigned)((v * 0x9e3779b97f4a7c15u) >> (64 - FILTER_BITS));
}

static bool find_other(struct seek *s, const uint64_t *target, struct seek_wrap p,
                       uint64_t first, uint64_t second)
{
    uint64_t row[BANK_POINTS];
    size_t entry;
    unsigned bit = filter_of(first);
    bool known = s->filter[bit >> 6] >> (bit & 63) & 1;
    if ((!known && first != second) || !seek_undo(s, p, target, row))
        return false;
    if (known && bank_find(&s->bank, row, &entry) &&
        offer_join(s, p.op, p.position ? p.other : entry, p.position ? entry : p.other))
        return true;
    for (unsigned i = 1; i < s->bank.points; i++)
        if (row[i] != row[0])
            return false;
    return p.op != OPERATOR_SUB && !s->bank.entry.data[p.other].constant &&
           s->bank.points > 3 && offer_constant(s, p.op, p.other, row[0]);
}

static bool seek_sums(struct seek *s, const uint64_t *t)
{
    uint64_t full = width_mask(s->bank.width);
    bool add = seek_allows(s, OPERATOR_ADD), sub = seek_allows(s, OPERATOR_SUB),
         xor = seek_allows(s, OPERATOR_XOR);
    unsigned last = s->bank.points - 1;
    for (size_t x = 0; x < s->bank.entry.count; x++) {
        uint64_t a = s->bank.first.data[x], z = bank_values(&s->bank, x)[last];
        struct seek_wrap p = {OPERATOR_ADD, 0, (uint32_t)x};
        if (add && find_other(s, t, p, (t[0] - a) & full, (t[last] - z) & full))
            return true;
        p.op = OPERATOR_XOR;
        if (xor&&find_other(s, t, p, t[0] ^ a, t[last] ^ z))
            return true;
        p.op = OPERATOR_SUB;
        p.position = 1;
        if (sub && find_other(s, t, p, (a - t[0]) & full, (z - t[last]) & full))
            return true;
    }
    return false;
}

/* --- last steps that bound their operands --- */

/* Of AND, OR, MIN and MAX. */
static bool fits(unsigned op, uint64_t v, uint64_t t)
{
    if (op == OPERATOR_AND)
        return (v & t) == t;
    if (op == OPERATOR_OR)
        return (v | t) == t;
    if (op == OPERATOR_MIN)
        return v >= t;
    LAW(op == OPERATOR_MAX);
    return v <= t;
}

static bool joins_to(const struct seek *s, unsigned op, size_t a, size_t b, const uint64_t *t)
{
    const uint64_t *x = bank_values(&s->bank, a), *y = bank_values(&s->bank, b);
    for (unsigned i = 0; i < s->bank.points; i++)
        if (operator_apply((enum operator_kind)op, x[i], y[i], 0, s->bank.width) != t[i])
            return false;
    return true;
}

static bool seek_bounded(struct seek *s, unsigned op, const uint64_t *t)
{
    uint32_t fitting[FITTING];
    unsigned n = 0;
    for (size_t x = 0; x < s->bank.entry.count && n < FITTING; x++) {
        const uint64_t *v = bank_values(&s->bank, x);
        unsigned i = 0;
        while (i < s->bank.points && fits(op, v[i], t[i]))
            i++;
        if (i == s->bank.points)
            fitting[n++] = (uint32_t)x;
    }
    for (unsigned i = 0; i < n && !seek_over(s); i++)
        for (unsigned k = 0; k < i; k++)
            if (joins_to(s, op, fitting[i], fitting[k], t) &&
                offer_join(s, op, fitting[i], fitting[k]))
                return true;
    return false;
}

/* --- last steps that are run --- */

size_t seek_seconds(const struct seek *s, uint64_t budget)
{
    size_t n = s->bank.entry.count, seconds = s->wraps ? 0 : (size_t)(budget / (n + 1));
    if (seconds < s->bank.level[1])
        seconds = s->bank.level[1];
    return seconds < n ? seconds : n;
}

static bool seek_pairs_with(struct seek *s, unsigned op, size_t second, unsigned position,
                            const uint64_t *t)
{
    uint64_t fixed[CHUNK], row[CHUNK];
    const uint64_t *first = s->bank.first.data;
    for (unsigned i = 0; i < CHUNK; i++)
        fixed[i] = first[second];
    for (size_t from = 0; from < s->bank.entry.count; from += CHUNK) {
        size_t left = s->bank.entry.count - from, n = left < CHUNK ? left : CHUNK;
        operator_apply_row((enum operator_kind)op, position ? first + from : fixed,
                           position ? fixed : first + from, fixed, row, n, s->bank.width);
        for (size_t i = 0; i < n; i++) {
            size_t a = position ? from + i : second, b = position ? second : from + i;
            if (row[i] == t[0] && joins_to(s, op, a, b, t) && offer_join(s, op, a, b))
                return true;
        }
    }
    return false;
}

static bool all_truth(const struct seek *s, const uint64_t *t)
{
    for (unsigned i = 0; i < s->bank.points; i++)
        if (t[i] > 1)
            return false;
    return true;
}

static bool gives_truth(unsigned op)
{
    return op >= OPERATOR_EQ && op <= OPERATOR_SLE;
}

static bool seek_pairs(struct seek *s, const uint64_t *t)
{
    size_t seconds = seek_seconds(s, s->budget);
    bool truth = all_truth(s, t);
    for (operator_set set = s->operators; set && !seek_over(s); set &= set - 1) {
        unsigned op = (unsigned)__builtin_ctzll(set);
        if (operator_table[op].arity != 2 || (gives_truth(op) && !truth))
            continue;
        if (can_undo(op))
            continue;
        if (op == OPERATOR_AND || op == OPERATOR_OR || op == OPERATOR_MIN ||
            op == OPERATOR_MAX) {
            if (seek_bounded(s, op, t))
                return true;
            continue;
        }
        for (size_t y = 0; y < seconds && !seek_over(s); y++)
            for (unsigned position = operator_table[op].commutes; position < 2; position++)
                if (seek_pairs_with(s, op, y, position, t))
                    return true;
    }
    return false;
}

/* --- targets --- */

static bool seek_target(struct seek *s, const uint64_t *t)
{
    size_t entry;
    if (bank_find(&s->bank, t, &entry) && offer_entry(s, entry))
        return true;
    if (seek_sums(s, t) || seek_pairs(s, t))
        return true;
    return s->x->host->operators >> OPERATOR_ITE & 1 && seek_choice(s, t);
}

/* One step more at the end, over a leaf. */
static bool seek_wrapped(struct seek *s, const uint64_t *t)
{
    static const uint8_t steps[][2] = {{OPERATOR_NEG, 0}, {OPERATOR_NOT, 0},
                                       {OPERATOR_ADD, 0}, {OPERATOR_XOR, 0},
                                       {OPERATOR_SUB, 0}, {OPERATOR_SUB, 1}};
    uint64_t row[BANK_POINTS];
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
        if (!seek_allows(s, steps[k][0]))
            continue;
        size_t n = operator_table[steps[k][0]].arity == 1 ? 1 : s->bank.level[1];
        for (size_t x = 0; x < n && !seek_over(s); x++) {
            s->wrap[0] = (struct seek_wrap){steps[k][0], steps[k][1], (uint32_t)x};
            if (!seek_undo(s, s->wrap[0], t, row))
                continue;
            s->wraps = 1;
            bool over = seek_target(s, row);
            s->wraps = 0;
            if (over)
                return true;
        }
    }
    return false;
}

static void fill_filter(struct seek *s)
{
    s->filter = calloc(((size_t)1 << FILTER_BITS) / 64, sizeof *s->filter);
    for (size_t i = 0; i < s->bank.entry.count; i++) {
        unsigned bit = filter_of(s->bank.first.data[i]);
        s->filter[bit >> 6] |= (uint64_t)1 << (bit & 63);
    }
}

/* The points that want one value, the most telling one first, then the newest. */
static unsigned choose_points(const struct explicit *x, unsigned *point)
{
    unsigned n = 0;
    point[n++] = 0;
    for (unsigned i = x->e.points; i-- > 1 && n < MOST_POINTS;)
        if (x->goal[i].kind == GOAL_EQUAL)
            point[n++] = i;
    LAW(n <= x->e.points);
    return n;
}

/* The registers there are become the leaves. */
static void fill_leaves(struct seek *s, const unsigned *point)
{
    const struct enumerator *e = &s->x->e;
    uint64_t row[BANK_POINTS];
    for (unsigned r = 0; r < e->registers; r++) {
        bool readable = e->type[r] != 0;
        for (unsigned i = 0; i < s->bank.points; i++)
            row[i] = readable ? e->value[r][point[i]] : 0;
        bank_add_leaf(&s->bank, row,
                      !readable || (r >= e->inputs && r < e->inputs + e->constants));
    }
}

bool finish_bank(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    const struct bank_task *task = x->bank;
    struct seek s = {.x = x, .budget = task->budget, .operators = task->operators};
    unsigned point[BANK_POINTS];
    uint64_t target[BANK_POINTS];
    unsigned points = choose_points(x, point);
    if (points < 3)
        return false;
    s.all = width_mask(points);
    bank_init(&s.bank, points, e->width, task->entries);
    for (unsigned i = 0; i < points; i++)
        target[i] = x->goal[point[i]].value;
    enumerate_candidate(e, done, NULL, &s.base);
    s.base.outputs = 1;
    fill_leaves(&s, point);
    bank_grow(&s.bank, s.operators, e->interrupt);
    fill_filter(&s);
    e->visited += s.bank.entry.count;
    if (task->extent == BANK_WRAPPED)
        (void)(seek_choice_wrapped(&s, target) || seek_wrapped(&s, target));
    else
        seek_target(&s, target);
    free(s.filter);
    bank_release(&s.bank);
    return seek_over(&s);
}
