/* Facts that hold in all samples of a pair of places: linear equations, orders, remainders,
 * equal floats. */
#include "relate/relate_internal.h"

#include "base/failure.h"

#include <string.h>

enum { FEWEST = 3, LARGEST = 64 };
#define LARGEST_CONSTANT 1000000

struct column {
    struct term term;
    unsigned width;
    enum slot_kind kind;
    int from; /* 0, 1: a side; 2: a parameter */
    size_t slot;
    bool defined; /* an equation says what it is */
};
struct view {
    struct terms *terms;
    const struct samples *samples;
    struct column columns[3 * MOST_SLOTS];
    size_t count;
};

static uint64_t raw(const struct view *v, size_t sample, size_t column)
{
    LAW(sample < v->samples->list.count && column < v->count);
    const struct sample *s = &v->samples->list.data[sample];
    const struct column *c = &v->columns[column];
    return c->from == 2 ? s->parameters[c->slot] : s->visit[c->from]->value[c->slot];
}

static bool is_known(const struct view *v, const struct column *c)
{
    for (size_t i = 0; c->from != 2 && i < v->samples->list.count; i++)
        if (!v->samples->list.data[i].visit[c->from]->known[c->slot])
            return false;
    return true;
}

static int64_t number(const struct view *v, size_t sample, size_t column)
{
    unsigned width = v->columns[column].width;
    LAW(width >= 1 && width <= 64);
    return (int64_t)(raw(v, sample, column) << (64 - width)) >> (64 - width);
}

static void add_columns(struct view *v, struct pair_side *s, int from,
                        const struct slots *slots)
{
    struct pair_way nothing = {0};
    for (size_t i = 0; i < slots->count; i++) {
        const struct slot *slot = &slots->list[i];
        LAW(v->count < 3 * MOST_SLOTS);
        struct column c = {.width = slot->width, .kind = slot->kind, .from = from, .slot = i};
        if (from == 2)
            c.term = pair_variable(s, slot->width, "parameter.%u", slot->instruction);
        else if (!slot->path)
            c.term = pair_result(s, slot->instruction, slot->width);
        else
            c.term =
                pair_value_of(s, &nothing, slot->path, slot->instruction, 0, slot->width);
        if (is_known(v, &c))
            v->columns[v->count++] = c;
    }
}

static uint64_t largest(const struct view *v, size_t column)
{
    uint64_t most = 0;
    for (size_t i = 0; i < v->samples->list.count; i++) {
        int64_t n = number(v, i, column);
        uint64_t size = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;
        if (size > most)
            most = size;
    }
    return most;
}

/* Small numbers count rounds: others are told by them. Parameters stay in front, and each
 * side's values together. */
static void sort_columns(struct view *v)
{
    for (size_t i = 1; i < v->count; i++)
        for (size_t k = i; k > 0; k--) {
            struct column *a = &v->columns[k - 1], *b = &v->columns[k];
            if (a->from != b->from || b->from == 2 || largest(v, k - 1) <= largest(v, k))
                break;
            struct column swapped = *a;
            *a = *b;
            *b = swapped;
        }
}

/* --- linear equations, found modulo a prime --- */

static const uint64_t prime = ((uint64_t)1 << 61) - 1;

static uint64_t times(uint64_t a, uint64_t b)
{
    LAW(a < prime && b < prime);
    return (uint64_t)((unsigned __int128)a * b % prime);
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    LAW(a < prime && b < prime);
    return a >= b ? a - b : a + prime - b;
}

static uint64_t inverse(uint64_t a)
{
    LAW(a > 0 && a < prime);
    uint64_t r = 1;
    for (uint64_t n = prime - 2; n; n >>= 1, a = times(a, a))
        if (n & 1)
            r = times(r, a);
    return r;
}

static uint64_t residue(int64_t n)
{
    return n >= 0 ? (uint64_t)n % prime : minus(0, (uint64_t)(-(n + 1)) % prime + 1);
}

static int64_t signed_of(uint64_t r)
{
    return r > prime / 2 ? -(int64_t)(prime - r) : (int64_t)r;
}

struct matrix {
    uint64_t row[MOST_COLUMNS][MOST_COLUMNS];
    size_t pivot[MOST_COLUMNS], rank, columns;
};

static bool is_pivot(const struct matrix *m, size_t column)
{
    for (size_t r = 0; r < m->rank; r++)
        if (m->pivot[r] == column)
            return true;
    return false;
}

/* Each row has a column in which it alone is not 0, and there it is 1. */
static bool is_reduced(const struct matrix *m)
{
    for (size_t r = 0; r < m->rank; r++)
        for (size_t other = 0; other < m->rank; other++)
            if (m->row[other][m->pivot[r]] != (r == other))
                return false;
    return m->rank <= m->columns;
}

static void add_row(struct matrix *m, uint64_t *row)
{
    for (size_t r = 0; r < m->rank; r++) {
        uint64_t factor = row[m->pivot[r]];
        for (size_t c = 0; factor && c < m->columns; c++)
            row[c] = minus(row[c], times(factor, m->row[r][c]));
    }
    size_t pivot = 0;
    while (pivot < m->columns && !row[pivot])
        pivot++;
    if (pivot == m->columns)
        return;
    uint64_t scale = inverse(row[pivot]);
    for (size_t c = 0; c < m->columns; c++)
        row[c] = times(row[c], scale);
    for (size_t r = 0; r < m->rank; r++) {
        uint64_t factor = m->row[r][pivot];
        for (size_t c = 0; factor && c < m->columns; c++)
            m->row[r][c] = minus(m->row[r][c], times(factor, row[c]));
    }
    memcpy(m->row[m->rank], row, sizeof m->row[0]);
    m->pivot[m->rank++] = pivot;
    LAW(is_reduced(m));
}

/* factor[0] + factor[1] * column 0 + ... = 0 */
static bool equation(const struct matrix *m, size_t free, int64_t *factor)
{
    LAW(free > 0 && free < m->columns && !is_pivot(m, free));
    for (uint64_t scale = 1; scale <= 12; scale++) {
        bool small = true;
        memset(factor, 0, m->columns * sizeof *factor);
        factor[free] = (int64_t)scale;
        for (size_t r = 0; r < m->rank && small; r++) {
            int64_t n = signed_of(times(minus(0, m->row[r][free]), scale));
            int64_t most = m->pivot[r] ? LARGEST : LARGEST_CONSTANT;
            small = n <= most && n >= -most;
            factor[m->pivot[r]] = n;
        }
        if (small)
            return true;
    }
    return false;
}

/* The sum of all but the column FREE, as what that one is, if it has this width; else the sum
 * of all is 0. */
static struct term equation_term(const struct view *v, const int64_t *factor, size_t free,
                                 unsigned width, bool exact)
{
    struct terms *ts = v->terms;
    LAW(factor[free + 1] != 0);
    bool solved = v->columns[free].width == width && factor[free + 1] == 1;
    struct term sum = term_bv_signed(ts, width, solved ? -factor[0] : factor[0]);
    for (size_t c = 0; c < v->count; c++) {
        struct term x = v->columns[c].term;
        if (!factor[c + 1] || (solved && c == free))
            continue;
        x = exact ? term_sext(ts, x, width) : term_extract(ts, x, width - 1, 0);
        int64_t n = solved ? -factor[c + 1] : factor[c + 1];
        sum = term_2(ts, TERM_BV_ADD, sum,
                     term_2(ts, TERM_BV_MUL, x, term_bv_signed(ts, width, n)));
    }
    return term_eq(ts, sum, solved ? v->columns[free].term : term_bv(ts, width, 0));
}

static void add_fact(const struct view *v, pair_terms *out, struct term t)
{
    LAW(sort_kind(v->terms, term_sort(v->terms, t)) == SORT_BOOL);
    bool there = term_is_true(v->terms, t) || out->count == MOST_FACTS;
    for (size_t i = 0; i < out->count && !there; i++)
        there = term_same(out->data[i], t);
    if (!there)
        VECTOR_PUSH(out, t);
}

/* One number is another one, or a constant, plus a constant: their order may be worth
 * knowing. */
static bool is_shifted(const struct view *v, const int64_t *factor)
{
    size_t others = 0;
    bool plain = factor[0] != 0;
    for (size_t c = 0; c < v->count; c++) {
        others += factor[c + 1] != 0;
        plain = plain && (factor[c + 1] == 0 || factor[c + 1] == 1 || factor[c + 1] == -1);
    }
    return plain && others <= 2;
}

static void add_equation(struct view *v, const int64_t *factor, size_t free, pair_terms *out)
{
    unsigned least = 64, most = 1;
    for (size_t c = 0; c < v->count; c++) {
        if (!factor[c + 1])
            continue;
        unsigned width = v->columns[c].width;
        if (width < least)
            least = width;
        if (width > most)
            most = width;
    }
    v->columns[free].defined = factor[free + 1] == 1 && !is_shifted(v, factor);
    if (most > least)
        add_fact(v, out, equation_term(v, factor, free, most, true));
    add_fact(v, out, equation_term(v, factor, free, least, false));
}

static void equations(struct view *v, pair_terms *out)
{
    static struct matrix m;
    int64_t factor[MOST_COLUMNS];
    memset(&m, 0, sizeof m);
    m.columns = v->count + 1;
    for (size_t i = 0; i < v->samples->list.count; i++) {
        uint64_t row[MOST_COLUMNS] = {1};
        for (size_t c = 0; c < v->count; c++)
            row[c + 1] = v->columns[c].kind == SLOT_FLOAT ? 0 : residue(number(v, i, c));
        add_row(&m, row);
    }
    for (size_t free = 1; free < m.columns; free++) {
        bool pivot = v->columns[free - 1].kind == SLOT_FLOAT;
        pivot = pivot || is_pivot(&m, free);
        if (!pivot && equation(&m, free, factor))
            add_equation(v, factor, free - 1, out);
    }
}

/* --- others --- */

static bool always(const struct view *v, size_t x, size_t y,
                   bool (*holds)(uint64_t, uint64_t, unsigned width))
{
    for (size_t i = 0; i < v->samples->list.count; i++)
        if (!holds(raw(v, i, x), raw(v, i, y), v->columns[x].width))
            return false;
    return true;
}

static int64_t extended(uint64_t n, unsigned width)
{
    return (int64_t)(n << (64 - width)) >> (64 - width);
}
static bool is_equal(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x == y;
}
static bool is_at_most(uint64_t x, uint64_t y, unsigned width)
{
    return extended(x, width) <= extended(y, width);
}
static bool is_less(uint64_t x, uint64_t y, unsigned width)
{
    return extended(x, width) < extended(y, width);
}
static bool is_at_most_unsigned(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x <= y;
}
static bool is_less_unsigned(uint64_t x, uint64_t y, unsigned width)
{
    (void)width;
    return x < y;
}

static void orders(const struct view *v, size_t x, pair_terms *out)
{
    static const struct {
        bool (*holds)(uint64_t, uint64_t, unsigned);
        enum term_op op;
    } kinds[] = {{is_less, TERM_BV_SLT},
                 {is_at_most, TERM_BV_SLE},
                 {is_less_unsigned, TERM_BV_ULT},
                 {is_at_most_unsigned, TERM_BV_ULE}};
    const struct column *a = &v->columns[x];
    for (size_t y = 0; y < v->count; y++) {
        const struct column *b = &v->columns[y];
        bool both_given = a->from == 2 && b->from == 2;
        bool apart = a->from != b->from && a->from != 2 && b->from != 2;
        bool unlike = b->width != a->width || a->kind != b->kind;
        if (x == y || both_given || b->defined || apart || unlike)
            continue;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (always(v, x, y, kinds[k].holds))
                add_fact(v, out, term_2(v->terms, kinds[k].op, a->term, b->term));
    }
}

/* x is at most y, or at most a small number that it starts with. */
static void caps(const struct view *v, size_t x, pair_terms *out)
{
    struct terms *ts = v->terms;
    const struct column *a = &v->columns[x];
    for (size_t y = 0; y < v->count; y++) {
        const struct column *b = &v->columns[y];
        int64_t cap = -4;
        bool above = false;
        if (x == y || a->from == 2 || b->width != a->width || b->kind != SLOT_NUMBER ||
            b->defined)
            continue;
        if (b->from != a->from && b->from != 2)
            continue;
        for (size_t i = 0; i < v->samples->list.count; i++) {
            int64_t n = number(v, i, x);
            if (n <= number(v, i, y))
                continue;
            above = true;
            if (n > cap)
                cap = n;
        }
        struct term at_most = term_2(ts, TERM_BV_SLE, a->term, b->term);
        struct term start = term_eq(ts, a->term, term_bv_signed(ts, a->width, cap));
        struct term next = term_2(ts, TERM_BV_SLE, a->term,
                                  term_2(ts, TERM_BV_ADD, b->term, term_bv(ts, a->width, 1)));
        struct term small =
            term_2(ts, TERM_BV_SLE, a->term, term_bv_signed(ts, a->width, cap));
        if (above && cap <= 4)
            add_fact(v, out, term_or(ts, at_most, start));
        if (above && cap <= 4)
            add_fact(v, out, term_or(ts, at_most, small));
        if (above)
            add_fact(v, out, term_or(ts, next, at_most));
    }
}

static void bounds(const struct view *v, size_t x, pair_terms *out)
{
    struct terms *ts = v->terms;
    const struct column *a = &v->columns[x];
    int64_t least = INT64_MAX, most = INT64_MIN;
    uint64_t both = ~(uint64_t)0, either = 0;
    for (size_t i = 0; i < v->samples->list.count; i++) {
        int64_t n = number(v, i, x);
        if (n < least)
            least = n;
        if (n > most)
            most = n;
        both &= raw(v, i, x);
        either |= raw(v, i, x);
    }
    struct term zero = term_bv(ts, a->width, 0);
    if (least >= 0)
        add_fact(v, out, term_2(ts, TERM_BV_SLE, zero, a->term));
    if (least >= 1)
        add_fact(v, out, term_2(ts, TERM_BV_SLT, zero, a->term));
    if (least >= 1 || most < 0)
        add_fact(v, out, term_ne(ts, a->term, zero));
    if (most <= 0)
        add_fact(v, out, term_2(ts, TERM_BV_SLE, a->term, zero));
    if (least >= -1)
        add_fact(v, out, term_2(ts, TERM_BV_SLE, term_bv_signed(ts, a->width, -1), a->term));
    for (unsigned bit = 0; bit < 3 && bit < a->width && !((both ^ either) >> bit & 1);
         bit++) {
        struct term low = term_extract(ts, a->term, bit, 0);
        add_fact(v, out, term_eq(ts, low, term_bv(ts, bit + 1, both)));
    }
}

void relate_facts(struct pair_side sides[2], const struct examples *e,
                  const uint32_t place[2], const struct samples *samples, pair_terms *out)
{
    struct view v = {.terms = sides[0].terms, .samples = samples};
    if (samples->list.count < FEWEST)
        return;
    add_columns(&v, &sides[0], 2, &e->parameters);
    for (int s = 0; s < 2; s++)
        add_columns(&v, &sides[s], s, &e->at[s][place[s]]);
    sort_columns(&v);
    equations(&v, out);
    for (size_t x = 0; x < v.count; x++) {
        for (size_t y = x + 1; y < v.count;
             y++) /* also floats, and what no equation is found of */
            if (v.columns[x].width == v.columns[y].width &&
                v.columns[x].from != v.columns[y].from && always(&v, x, y, is_equal))
                add_fact(&v, out, term_eq(v.terms, v.columns[x].term, v.columns[y].term));
        if (v.columns[x].kind != SLOT_NUMBER || v.columns[x].width < 8 ||
            v.columns[x].defined)
            continue;
        if (v.columns[x].from != 2)
            bounds(&v, x, out);
        orders(&v, x, out);
        caps(&v, x, out);
    }
}
