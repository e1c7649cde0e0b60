/* Which tasks the explicit search has, and about what they cost: the number of steps tried,
 * weighted by how unlikely such a program is. */
#include "synth/explicit/explicit_plan.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST = 12, TIERS = 3 };
static const double definition_cost =
    3e7; /* after several seconds of search for a shorter program */
static const unsigned choices_for[MOST_CONSTANTS + 1][TIERS] = {
    {0}, {3, 12, 40}, {3, 6, 14}, {3, 5, 9}};

unsigned plan_productions(const struct host *h, operator_set operators,
                          struct production *out)
{
    unsigned n = 0;
    const struct grammar *g = h->spec->grammar;
    for (unsigned i = 0; g && i < g->production_count; i++)
        if (operators & OPERATOR_BIT(g->production[i].op))
            out[n++] = g->production[i];
    for (unsigned op = 0; op < OPERATOR_COUNT && !g; op++)
        if (h->operators & operators & OPERATOR_BIT(op))
            out[n++] = (struct production){(uint8_t)op, {1, 1, 1}, 1};
    return n;
}

static double steps_over(const struct host *h, operator_set operators, double registers)
{
    struct production p[PRODUCTIONS];
    unsigned n = plan_productions(h, operators, p);
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += pow(registers, operator_table[p[i].op].arity) /
               (operator_table[p[i].op].commutes ? 2 : 1);
    return sum;
}

static unsigned families_of(operator_set operators)
{
    unsigned families = 0;
    for (; operators; operators &= operators - 1)
        families |= operator_table[__builtin_ctzll(operators)].family;
    return families;
}

/* Time per step tried, relative to the basic instructions (measured: divisions and selections
 * pass more wrong pairs on). */
static double weight_of(operator_set operators)
{
    unsigned families = families_of(operators);
    if (families == FAMILY_BASIC)
        return 1;
    return (families & FAMILY_MULTIPLY ? 4 : 1) + (families & FAMILY_COMPARE ? 2 : 0);
}

/* How much less likely such programs are: unusual instructions, several constants, unusual
 * ones. */
static double rarity_of(const struct task *t)
{
    if (t->kind == TASK_VOCABULARY)
        return 1;
    double rare = t->constants > 1 ? (t->constants > 2 ? 40 : 6) : 1;
    unsigned families = t->suggested ? 0 : families_of(t->operators);
    if (families & ~(unsigned)FAMILY_BASIC)
        rare *= 2;
    if ((families & FAMILY_COMPARE) && (families & FAMILY_MULTIPLY))
        rare *= 2;
    if (t->kind == TASK_SOLVE)
        rare *= 2;
    return rare * (t->beyond ? (t->beyond > choices_for[t->constants][0] ? 12 : 4) : 1);
}

/* About how many steps the task tries: products of choices, less the orders of independent
 * steps; each constant, as it must be used, leaves about a quarter. */
static double cost_of(const struct host *h, const struct task *t, unsigned inputs)
{
    const struct spec *s = h->spec;
    double cost = 1, all = 1, before = 1;
    double registers = inputs + t->constants + (s->grammar ? s->grammar->constant_count : 0);
    unsigned deep = t->length > 1 ? t->length - 1 : t->length,
             orders = t->suggested && deep > 5 ? 5 : deep;
    for (unsigned i = 0; i < deep; i++) {
        unsigned divisor = i + 1 < orders
                               ? i + 1
                               : orders; /* fewer instructions depend on each other more */
        cost *= steps_over(h, t->operators, registers + i) / (i + 1 < deep ? divisor : 1);
    }
    for (unsigned i = 0; i < t->constants && t->kind != TASK_VOCABULARY; i++) {
        all *= (double)(t->choices - i) / (i + 1) / 4;
        before *= t->beyond > i ? (double)(t->beyond - i) / (i + 1) / 4 : 0;
    }
    cost *= t->constants && t->kind != TASK_VOCABULARY ? all - before : 1;
    return cost * (t->kind == TASK_SOLVE ? 20 : weight_of(t->operators)) * rarity_of(t);
}

static int by_cost(const void *a, const void *b)
{
    double x = ((const struct task *)a)->cost, y = ((const struct task *)b)->cost;
    return x < y ? -1 : x > y;
}

operator_set plan_all_operators(const struct host *h)
{
    return h->spec->grammar ? OPERATOR_BIT(OPERATOR_COUNT) - 1 : h->operators;
}

/* The choices of instructions, cheap ones first; the last one stands for all. */
enum { CHOICES = SUGGESTION_COUNT + 4 };
struct choices {
    operator_set operators[CHOICES];
};

static struct choices choices_of(const struct plan *p, const struct host *h)
{
    return (struct choices){
        {p->named[SUGGESTION_VALUES].operators, p->named[SUGGESTION_CONDITIONS].operators,
         operators_of(FAMILY_BASIC), operators_of(FAMILY_BASIC | FAMILY_COMPARE),
         operators_of(FAMILY_BASIC | FAMILY_MULTIPLY), plan_all_operators(h)}};
}

/* The same instructions as a greater choice, which is planned anyway. */
static bool adds_nothing(const struct host *h, const struct choices *c, unsigned which)
{
    struct production p[PRODUCTIONS];
    unsigned n = plan_productions(h, c->operators[which], p);
    for (unsigned k = which + 1; k < CHOICES; k++)
        if (!(c->operators[which] & ~c->operators[k]) &&
            plan_productions(h, c->operators[k], p) == n)
            return true;
    return which < SUGGESTION_COUNT ? n < 2 : n == 0 && which + 1 != CHOICES;
}

static void plan_add(struct plan *p, const struct host *h, struct task t)
{
    for (unsigned tier = 0; tier < (t.constants ? TIERS : 1); tier++) {
        t.beyond = tier ? t.choices : 0;
        t.choices = choices_for[t.constants][tier];
        if (t.choices > p->list_count)
            t.choices = p->list_count;
        if (t.choices < t.constants || (tier && t.choices == t.beyond))
            continue;
        t.cost = cost_of(h, &t, h->spec->program_count ? h->spec->program[0].arity : 0);
        VECTOR_PUSH(&p->tasks, t);
    }
}

/* Iterated programs: with the instructions of the specification and those that cut blocks of
 * bits out, then with all basic ones. */
static void plan_iterated(struct plan *p, const struct host *h, const struct choices *choices)
{
    static const struct {
        uint8_t body, extent, mask;
    } forms[] = {{1, ITERATE_AROUND, ITERATE_WITHOUT_MASK},
                 {2, ITERATE_BEFORE_LAST, ITERATE_WITHOUT_MASK},
                 {2, ITERATE_AROUND, ITERATE_WITHOUT_MASK},
                 {3, ITERATE_BEFORE_LAST, ITERATE_WITHOUT_MASK},
                 {2, ITERATE_BEFORE_LAST, ITERATE_WITH_MASK},
                 {3, ITERATE_BEFORE_LAST, ITERATE_WITH_MASK},
                 {4, ITERATE_ALONE, ITERATE_WITH_MASK},
                 {5, ITERATE_ALONE, ITERATE_WITH_MASK}};
    const operator_set logic = OPERATOR_BIT(OPERATOR_OR) | OPERATOR_BIT(OPERATOR_XOR),
                       blocks = OPERATOR_BIT(OPERATOR_AND) | OPERATOR_BIT(OPERATOR_LSHR) |
                                OPERATOR_BIT(OPERATOR_SHL),
                       joins =
                           logic | OPERATOR_BIT(OPERATOR_ADD) | OPERATOR_BIT(OPERATOR_SUB),
                       named = choices->operators[0],
                       suggested = blocks | named | (named & joins ? 0 : logic);
    for (unsigned f = 0; f < 2; f++)
        for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
            struct task t = {.operators =
                                 f ? choices->operators[SUGGESTION_COUNT] : suggested,
                             .suggested = f == 0,
                             .kind = TASK_ITERATE,
                             .body = forms[i].body,
                             .extent = forms[i].extent,
                             .mask = forms[i].mask,
                             .length = iterate_length(h->spec->width, forms[i].body)};
            if (t.length > CANDIDATE_STEPS || h->spec->width < 8)
                continue;
            double readable =
                h->spec->input_count + (t.extent == ITERATE_AROUND ? ITERATE_CONSTANTS : 0);
            t.cost =
                0.05 * t.length *
                (readable > 1 ? steps_over(h, operators_of(FAMILY_BASIC), readable) : 1) *
                (t.extent == ITERATE_ALONE ? 1 : 4);
            for (unsigned k = 0; k < t.body; k++)
                t.cost *=
                    steps_over(h, t.operators, (t.mask == ITERATE_WITH_MASK ? 3 : 2) + k) /
                    (k + 1);
            t.cost += 2e4; /* not before the shortest programs */
            VECTOR_PUSH(&p->tasks, t);
        }
}

/* What the specification names: its instructions, inputs and constants. */
static void plan_vocabulary(struct plan *p, const struct host *h)
{
    operator_set last = 0;
    for (enum suggestion s = SUGGESTION_VALUES; s < SUGGESTION_COUNT; s++) {
        const struct vocabulary *v = &p->named[s];
        if (!v->operators || v->operators == last)
            continue;
        last = v->operators;
        for (unsigned length = 1; length <= LONGEST; length++) {
            struct task t = {.length = length,
                             .constants = v->constants,
                             .operators = v->operators,
                             .suggestion = (uint8_t)s,
                             .suggested = true,
                             .kind = TASK_VOCABULARY};
            t.cost = cost_of(h, &t, (unsigned)__builtin_popcountll(v->inputs));
            VECTOR_PUSH(&p->tasks, t);
        }
    }
}

/* Banks over what the specification names, then over all instructions and likely constants;
 * from the inputs, and from every start of a few steps, which later ones may share. */
static void plan_banks(struct plan *p, const struct host *h)
{
    static const struct {
        unsigned entries;
        uint8_t start, extent;
        double cost; /* of one start */
    } sizes[] = {{20000, 0, BANK_JOINED, 1e5},  {20000, 0, BANK_WRAPPED, 3e6},
                 {150000, 0, BANK_JOINED, 3e6}, {150000, 0, BANK_WRAPPED, 6e7},
                 {600000, 0, BANK_JOINED, 1e8}, {3000, 1, BANK_JOINED, 3e4},
                 {20000, 1, BANK_JOINED, 2e5},  {3000, 2, BANK_JOINED, 3e4},
                 {20000, 2, BANK_JOINED, 2e5},  {3000, 3, BANK_JOINED, 3e4},
                 {3000, 1, BANK_WRAPPED, 2e5},  {3000, 2, BANK_WRAPPED, 2e5}};
    const struct vocabulary *named = &p->named[SUGGESTION_CONDITIONS];
    for (unsigned all = 0; all < 2; all++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct task t = {.length = 1,
                             .constants = all ? BANK_CONSTANTS : named->constants,
                             .operators =
                                 h->operators & (all ? ~(operator_set)0 : named->operators),
                             .suggestion = all ? SUGGESTION_COUNT : SUGGESTION_CONDITIONS,
                             .kind = TASK_BANK,
                             .body = sizes[i].start,
                             .extent = sizes[i].extent,
                             .entries = sizes[i].entries,
                             .cost = sizes[i].cost * (all ? 6 : 1)};
            unsigned inputs =
                all ? h->spec->input_count : (unsigned)__builtin_popcountll(named->inputs);
            for (unsigned k = 0; k < t.body; k++)
                t.cost *= steps_over(h, t.operators, inputs + t.constants + k) / (k + 1);
            if (t.constants > p->list_count)
                t.constants = p->list_count;
            if (t.operators && inputs)
                VECTOR_PUSH(&p->tasks, t);
        }
}

void plan_make(struct plan *p, const struct host *h)
{
    const struct grammar *g = h->spec->grammar;
    for (enum suggestion v = SUGGESTION_VALUES; v < SUGGESTION_COUNT; v++)
        p->named[v] = vocabulary_of(h->spec, v);
    struct choices choices = choices_of(p, h);
    bool plain = spec_is_plain(h->spec) && h->spec->program[0].outputs == 1;
    p->list_count = constants_list(h->spec, p->list, LIST_ROOM);
    for (unsigned length = 0; length <= LONGEST; length++)
        for (unsigned c = 0;
             c <= MOST_CONSTANTS && (plain || c <= 2) && c <= (length ? length : 1); c++) {
            if (g && c && !g->any_constant)
                continue;
            for (unsigned f = length ? 0 : CHOICES - 1; f < CHOICES; f++) {
                struct task t = {.length = length,
                                 .constants = c,
                                 .operators = choices.operators[f],
                                 .suggested = f < SUGGESTION_COUNT,
                                 .kind = TASK_LIST};
                if (adds_nothing(h, &choices, f))
                    continue;
                plan_add(p, h, t);
                t.kind = TASK_SOLVE;
                if (plain && !g && length && c <= 1)
                    plan_add(p, h, t);
            }
        }
    if (plain && !g)
        plan_iterated(p, h, &choices);
    if (plain && !g)
        plan_vocabulary(p, h);
    if (plain && !g)
        plan_banks(p, h);
    struct task definition = {.length = 1, .kind = TASK_DEFINITION, .cost = definition_cost};
    if (plain && !g)
        VECTOR_PUSH(&p->tasks, definition);
    qsort(p->tasks.data, p->tasks.count, sizeof *p->tasks.data, by_cost);
}
