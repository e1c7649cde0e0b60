/* Selections over a bank: two entries that between them have the wanted value on every point
 * fix where the condition must hold and where not; an entry or a comparison of two that does
 * so is looked for. */
#include "synth/explicit/explicit_bank.h"

#include "base/failure.h"

enum { BRANCHES = 200, WRAPPED_BRANCHES = 16, PAIRS = 40, OFFERS = 8 };

/* What a condition must be on the points that matter, those that tell most first. */
struct wanted {
    unsigned count;
    uint8_t point[BANK_POINTS];
    bool truth[BANK_POINTS];
    size_t yes, no; /* the entries selected */
    unsigned offers;
};

static uint64_t where_equal(const struct seek *s, size_t entry, const uint64_t *t)
{
    const uint64_t *v = bank_values(&s->bank, entry);
    uint64_t mask = 0;
    for (unsigned i = 0; i < s->bank.points; i++)
        mask |= (uint64_t)(v[i] == t[i]) << i;
    return mask;
}

/* Points that want a true condition and those that want a false one in turn. */
static void order_points(struct wanted *w, uint64_t truths, uint64_t falsities)
{
    LAW(!(truths & falsities)); /* no point wants both */
    w->count = 0;
    while (truths | falsities) {
        if (truths) {
            w->truth[w->count] = true;
            w->point[w->count++] = (uint8_t)__builtin_ctzll(truths);
            truths &= truths - 1;
        }
        if (falsities) {
            w->truth[w->count] = false;
            w->point[w->count++] = (uint8_t)__builtin_ctzll(falsities);
            falsities &= falsities - 1;
        }
    }
}

/* op is OPERATOR_COUNT for the entry x itself. */
static bool offer_choice(struct seek *s, struct wanted *w, unsigned op, size_t x, size_t y)
{
    struct bank_writer writer;
    struct candidate c;
    seek_begin(s, &writer, &c);
    w->offers++;
    uint8_t condition = bank_write(&writer, x);
    if (op != OPERATOR_COUNT)
        condition = bank_write_step(&writer, op, condition, bank_write(&writer, y), 0);
    uint8_t yes = bank_write(&writer, w->yes), no = bank_write(&writer, w->no);
    return seek_offer(s, &writer, bank_write_step(&writer, OPERATOR_ITE, condition, yes, no));
}

static bool compares(const struct seek *s, const struct wanted *w, enum operator_kind op,
                     const uint64_t *x, const uint64_t *y)
{
    for (unsigned i = 0; i < w->count; i++) {
        unsigned at = w->point[i];
        if ((operator_apply(op, x[at], y[at], 0, s->bank.width) != 0) != w->truth[i])
            return false;
    }
    return true;
}

static bool seek_comparison(struct seek *s, struct wanted *w, enum operator_kind op)
{
    size_t seconds = seek_seconds(s, s->budget / 8);
    for (size_t y = 0; y < seconds && !seek_over(s); y++)
        for (size_t x = 0; x < s->bank.entry.count && w->offers < OFFERS; x++) {
            const uint64_t *a = bank_values(&s->bank, x), *b = bank_values(&s->bank, y);
            if (compares(s, w, op, a, b) && offer_choice(s, w, op, x, y))
                return true;
            if (!operator_table[op].commutes && x >= seconds && compares(s, w, op, b, a) &&
                offer_choice(s, w, op, y, x))
                return true;
        }
    return false;
}

static bool seek_condition(struct seek *s, struct wanted *w)
{
    static const enum operator_kind comparisons[] = {OPERATOR_LT, OPERATOR_EQ, OPERATOR_SLT};
    for (size_t x = 0; x < s->bank.entry.count && w->offers < OFFERS; x++) {
        const uint64_t *v = bank_values(&s->bank, x);
        unsigned i = 0;
        while (i < w->count && (v[w->point[i]] != 0) == w->truth[i])
            i++;
        if (i == w->count && offer_choice(s, w, OPERATOR_COUNT, x, 0))
            return true;
    }
    for (unsigned k = 0; k < sizeof comparisons / sizeof *comparisons; k++) {
        w->offers = 0;
        if (seek_comparison(s, w, comparisons[k]))
            return true;
    }
    return false;
}

static bool seek_branches(struct seek *s, const uint64_t *t, size_t branches)
{
    LAW(branches <= BRANCHES);
    uint64_t mask[BRANCHES];
    unsigned pairs = 0;
    size_t n = s->bank.entry.count < branches ? s->bank.entry.count : branches;
    for (size_t i = 0; i < n; i++)
        mask[i] = where_equal(s, i, t);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i && pairs < PAIRS && !seek_over(s); k++) {
            if ((mask[i] | mask[k]) != s->all || mask[i] == s->all || mask[k] == s->all)
                continue;
            struct wanted w = {.yes = i, .no = k};
            order_points(&w, s->all & ~mask[k], s->all & ~mask[i]);
            pairs++;
            if (seek_condition(s, &w))
                return true;
            struct wanted swapped = {.yes = k, .no = i};
            order_points(&swapped, s->all & ~mask[i], s->all & ~mask[k]);
            if (seek_condition(s, &swapped))
                return true;
        }
    return false;
}

bool seek_choice(struct seek *s, const uint64_t *t)
{
    return seek_branches(s, t, BRANCHES);
}

/* Could two of the first entries have these values between them? Most rows fail on the first
 * points. */
static bool coverable(const struct seek *s, const uint64_t *t)
{
    size_t n =
        s->bank.entry.count < WRAPPED_BRANCHES ? s->bank.entry.count : WRAPPED_BRANCHES;
    for (unsigned i = 0; i < s->bank.points; i++) {
        bool any = false;
        for (size_t k = 0; k < n && !any; k++)
            any = bank_values(&s->bank, k)[i] == t[i];
        if (!any)
            return false;
    }
    return true;
}

bool seek_choice_wrapped(struct seek *s, const uint64_t *t)
{
    static const uint8_t steps[][2] = {
        {OPERATOR_ADD, 0}, {OPERATOR_XOR, 0}, {OPERATOR_SUB, 0}, {OPERATOR_SUB, 1}};
    uint64_t row[BANK_POINTS];
    for (size_t x = 0; x < s->bank.entry.count && !seek_over(s); x++)
        for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
            struct seek_wrap p = {steps[k][0], steps[k][1], (uint32_t)x};
            if (!seek_allows(s, p.op) || !seek_undo(s, p, t, row) || !coverable(s, row))
                continue;
            LAW(s->wraps < SEEK_WRAPS);
            s->wrap[s->wraps++] = p;
            bool over = seek_branches(s, row, WRAPPED_BRANCHES);
            s->wraps--;
            if (over)
                return true;
        }
    return false;
}
