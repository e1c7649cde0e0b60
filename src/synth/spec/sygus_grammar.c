/* Grammars of SyGuS as productions over L's operators. A nested right-hand side gets
 * nonterminals of its own; a literal becomes a constant register; chains of nonterminals are
 * closed. Printing an answer derives each register from the nonterminal asked for. */
#include "synth/spec/sygus_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <stdlib.h>
#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name;
    enum operator_kind op;
    bool swapped;
    uint8_t boolean; /* bit k: operand k is Bool; bit 3: the result is */
} writings[] = {
    {"bvadd", OPERATOR_ADD, false, 0},   {"bvsub", OPERATOR_SUB, false, 0},
    {"bvneg", OPERATOR_NEG, false, 0},   {"bvand", OPERATOR_AND, false, 0},
    {"bvor", OPERATOR_OR, false, 0},     {"bvxor", OPERATOR_XOR, false, 0},
    {"bvnot", OPERATOR_NOT, false, 0},   {"bvshl", OPERATOR_SHL, false, 0},
    {"bvlshr", OPERATOR_LSHR, false, 0}, {"bvashr", OPERATOR_ASHR, false, 0},
    {"bvmul", OPERATOR_MUL, false, 0},   {"bvudiv", OPERATOR_DIV, false, 0},
    {"bvurem", OPERATOR_MOD, false, 0},  {"bvsdiv", OPERATOR_SDIV, false, 0},
    {"bvsrem", OPERATOR_SREM, false, 0}, {"bvnand", OPERATOR_NAND, false, 0},
    {"bvnor", OPERATOR_NOR, false, 0},   {"bvxnor", OPERATOR_XNOR, false, 0},
    {"bvult", OPERATOR_LT, false, 8},    {"bvule", OPERATOR_LE, false, 8},
    {"bvugt", OPERATOR_LT, true, 8},     {"bvuge", OPERATOR_LE, true, 8},
    {"bvslt", OPERATOR_SLT, false, 8},   {"bvsle", OPERATOR_SLE, false, 8},
    {"bvsgt", OPERATOR_SLT, true, 8},    {"bvsge", OPERATOR_SLE, true, 8},
    {"=", OPERATOR_EQ, false, 8},        {"distinct", OPERATOR_NEQ, false, 8},
    {"ite", OPERATOR_ITE, false, 1},     {"not", OPERATOR_LNOT, false, 9},
    {"and", OPERATOR_AND, false, 11},    {"or", OPERATOR_OR, false, 11},
    {"xor", OPERATOR_XOR, false, 11},    {"=>", OPERATOR_IMPLIES, false, 11},
};

struct builder {
    struct sygus *g;
    VECTOR(const char *) names; /* of nonterminals; "" for those of nested parts */
    VECTOR(struct sygus_sort) sorts;
    nonterminals chain[32]; /* chain[k]: nonterminals with k itself as a right-hand side */
    VECTOR(struct production) productions;
    VECTOR(struct sygus_writing) writing;
    VECTOR(uint64_t) constants;
    VECTOR(nonterminals) constant_types;
    VECTOR(struct sygus_sort) constant_sorts;
};

static unsigned add_nonterminal(struct builder *b, const char *name, struct sygus_sort sort)
{
    VECTOR_PUSH(&b->names, name);
    VECTOR_PUSH(&b->sorts, sort);
    return (unsigned)b->names.count - 1;
}

static int find_nonterminal(const struct builder *b, const char *name)
{
    for (size_t i = 0; i < b->names.count; i++)
        if (*b->names.data[i] && !strcmp(b->names.data[i], name))
            return (int)i;
    return -1;
}

static void add_constant(struct builder *b, uint64_t value, struct sygus_sort sort,
                         nonterminals type)
{
    for (size_t i = 0; i < b->constants.count; i++)
        if (b->constants.data[i] == value && b->constant_sorts.data[i].width == sort.width) {
            b->constant_types.data[i] |= type;
            return;
        }
    VECTOR_PUSH(&b->constants, value);
    VECTOR_PUSH(&b->constant_types, type);
    VECTOR_PUSH(&b->constant_sorts, sort);
}

static bool add_rule(struct builder *, unsigned nonterminal, const struct sexpr *);

/* The nonterminal of an operand: named, or a new one for a nested part. */
static bool operand_of(struct builder *b, const struct sexpr *s, struct sygus_sort sort,
                       nonterminals *out)
{
    int known = s->atom ? find_nonterminal(b, s->atom) : -1;
    if (known >= 0)
        return *out = (nonterminals)1 << known, true;
    if (b->names.count >= 31)
        return sygus_fail(b->g, s,
                          "a grammar with more than 31 nonterminals and nested parts");
    unsigned made = add_nonterminal(b, "", sort);
    *out = (nonterminals)1 << made;
    return add_rule(b, made, s);
}

static bool add_application(struct builder *b, unsigned nonterminal, const struct sexpr *s)
{
    struct sygus_sort word = {b->g->spec->width}, boolean = {0};
    bool result_boolean = b->sorts.data[nonterminal].width == 0;
    for (size_t i = 0; i < sizeof writings / sizeof *writings; i++) {
        const struct operator_info *info = &operator_table[writings[i].op];
        if (!sexpr_is(s->item[0], writings[i].name) || s->count != info->arity + 1u)
            continue;
        struct production p = {.op = (uint8_t)writings[i].op,
                               .result = (nonterminals)1 << nonterminal};
        bool choice = writings[i].op == OPERATOR_ITE;
        for (unsigned k = 0; k < info->arity; k++) {
            unsigned at = writings[i].swapped ? info->arity - 1 - k : k;
            bool is_boolean =
                choice && k ? result_boolean : (writings[i].boolean >> k & 1) != 0;
            if (!operand_of(b, s->item[at + 1], is_boolean ? boolean : word, &p.operand[k]))
                return false;
        }
        for (size_t k = 0; k < b->productions.count; k++)
            if (b->productions.data[k].op == p.op &&
                b->writing.data[k].name == writings[i].name &&
                !memcmp(b->productions.data[k].operand, p.operand, sizeof p.operand)) {
                b->productions.data[k].result |= p.result;
                return true;
            }
        if (b->productions.count >= PRODUCTIONS)
            return sygus_fail(b->g, s, "a grammar with more than 250 rules");
        VECTOR_PUSH(&b->productions, p);
        VECTOR_PUSH(&b->writing,
                    (struct sygus_writing){writings[i].name, writings[i].swapped});
        return true;
    }
    return sygus_fail(b->g, s, "an operator of the grammar that is not known");
}

static bool add_rule(struct builder *b, unsigned nonterminal, const struct sexpr *s)
{
    struct sygus *g = b->g;
    nonterminals self = (nonterminals)1 << nonterminal;
    uint64_t value;
    struct sygus_sort sort;
    if (sygus_literal(g, s, &value, &sort))
        return add_constant(b, value, sort, self), true;
    if (sexpr_starts(s, "Constant"))
        return g->grammar.any_constant |= self, true;
    if (sexpr_starts(s, "Variable")) {
        for (unsigned i = 0; i < g->unknown->parameters; i++)
            if (g->unknown->parameter[i].sort.width == b->sorts.data[nonterminal].width)
                g->grammar.input[i] |= self;
        return true;
    }
    if (s->atom) {
        int other = find_nonterminal(b, s->atom);
        if (other >= 0)
            return b->chain[other] |= self, true;
        for (unsigned i = 0; i < g->unknown->parameters; i++)
            if (!strcmp(g->unknown->parameter[i].name, s->atom))
                return g->grammar.input[i] |= self, true;
        return sygus_fail(
            g, s, arena_format(g->arena, "name %s in the grammar is not known", s->atom));
    }
    if (!s->count || !s->item[0]->atom)
        return sygus_fail(g, s, "a right-hand side that is not known");
    return add_application(b, nonterminal, s);
}

/* Adds every nonterminal that derives one of the set through chains. */
static nonterminals close_chains(const struct builder *b, nonterminals set)
{
    for (nonterminals before = 0; before != set;) {
        before = set;
        for (unsigned k = 0; k < b->names.count; k++)
            if (set >> k & 1)
                set |= b->chain[k];
    }
    return set;
}

static void finish(struct builder *b)
{
    struct sygus *g = b->g;
    struct grammar *out = &g->grammar;
    for (unsigned i = 0; i < g->unknown->parameters; i++)
        out->input[i] = close_chains(b, out->input[i]);
    for (size_t i = 0; i < b->productions.count; i++)
        b->productions.data[i].result = close_chains(b, b->productions.data[i].result);
    for (size_t i = 0; i < b->constants.count; i++)
        b->constant_types.data[i] = close_chains(b, b->constant_types.data[i]);
    out->any_constant = close_chains(b, out->any_constant);
#define KEEP(field, vector, type)                                                            \
    (field = ARENA_ARRAY(g->arena, type, (vector).count + 1),                                \
     (vector).count ? memcpy((void *)field, (vector).data, (vector).count * sizeof(type))    \
                    : NULL)
    struct sygus_writing *writing;
    KEEP(out->production, b->productions, struct production);
    KEEP(writing, b->writing, struct sygus_writing);
    KEEP(out->constant, b->constants, uint64_t);
    KEEP(out->constant_type, b->constant_types, nonterminals);
    KEEP(g->constant_sort, b->constant_sorts, struct sygus_sort);
#undef KEEP
    g->writing = writing;
    out->production_count = (unsigned)b->productions.count;
    out->constant_count = (unsigned)b->constants.count;
}

/* All operators, all constants: one nonterminal for words, one for Booleans. */
static void add_default(struct builder *b)
{
    struct sygus *g = b->g;
    unsigned word = add_nonterminal(b, "word", (struct sygus_sort){g->spec->width}),
             boolean = add_nonterminal(b, "truth", (struct sygus_sort){0});
    for (unsigned i = 0; i < g->unknown->parameters; i++)
        g->grammar.input[i] = (nonterminals)1
                              << (g->unknown->parameter[i].sort.width ? word : boolean);
    for (size_t i = 0; i < sizeof writings / sizeof *writings; i++) {
        if (writings[i].swapped)
            continue;
        bool result = writings[i].boolean >> 3 & 1;
        struct production p = {.op = (uint8_t)writings[i].op,
                               .result = (nonterminals)1 << (result ? boolean : word)};
        for (unsigned k = 0; k < 3; k++)
            p.operand[k] = (nonterminals)1 << (writings[i].boolean >> k & 1 ? boolean : word);
        VECTOR_PUSH(&b->productions, p);
        VECTOR_PUSH(&b->writing, (struct sygus_writing){writings[i].name, false});
    }
    g->grammar.any_constant = (nonterminals)1 << word;
    g->grammar.start = (nonterminals)1 << (g->unknown->result.width ? word : boolean);
}

static bool add_groups(struct builder *b, const struct sexpr *declarations,
                       const struct sexpr *groups)
{
    struct sygus *g = b->g;
    const struct sexpr *heads =
        declarations ? declarations : groups; /* version 1 has the groups only */
    for (size_t i = 0; i < heads->count; i++) {
        const struct sexpr *head = heads->item[i];
        struct sygus_sort sort;
        if (head->atom || head->count < 2 || !head->item[0]->atom)
            return sygus_fail(g, head, "a nonterminal without name or sort");
        if (!sygus_sort(g, head->item[1], &sort))
            return false;
        add_nonterminal(b, head->item[0]->atom, sort);
        if (b->names.count >= 31)
            return sygus_fail(g, head, "a grammar with more than 31 nonterminals");
    }
    if (!b->names.count)
        return sygus_fail(g, groups, "a grammar without nonterminals");
    int start = find_nonterminal(b, "Start");
    g->grammar.start = (nonterminals)1 << (declarations || start < 0 ? 0 : start);
    for (size_t i = 0; i < groups->count; i++) {
        const struct sexpr *group = groups->item[i];
        int which = !group->atom && group->count >= 3 && group->item[0]->atom
                        ? find_nonterminal(b, group->item[0]->atom)
                        : -1;
        if (which < 0 || group->item[2]->atom)
            return sygus_fail(g, group, "rules of no nonterminal");
        for (size_t k = 0; k < group->item[2]->count; k++)
            if (!add_rule(b, (unsigned)which, group->item[2]->item[k]))
                return false;
    }
    return true;
}

bool sygus_grammar(struct sygus *g, const struct sexpr *declarations,
                   const struct sexpr *groups)
{
    struct builder b = {.g = g};
    g->grammar.input = ARENA_ARRAY(g->arena, nonterminals, g->unknown->parameters + 1);
    bool good = true;
    if (groups)
        good = add_groups(&b, declarations, groups);
    else
        add_default(&b);
    if (good)
        finish(&b);
    if (good && g->grammar.constant_count > CANDIDATE_CONSTANTS)
        good = sygus_fail(g, groups, "a grammar with more than 8 literals");
    VECTOR_RELEASE(&b.names);
    VECTOR_RELEASE(&b.sorts);
    VECTOR_RELEASE(&b.productions);
    VECTOR_RELEASE(&b.writing);
    VECTOR_RELEASE(&b.constants);
    VECTOR_RELEASE(&b.constant_types);
    VECTOR_RELEASE(&b.constant_sorts);
    return good;
}

/* --- printing --- */

struct answer {
    const struct sygus *g;
    const struct candidate *c;
    nonterminals type[CANDIDATE_REGISTERS];
    struct text *out;
};

static bool fits(const struct answer *a, const struct step *s, const struct production *p)
{
    if (s->op != p->op)
        return false;
    for (unsigned k = 0; k < operator_table[s->op].arity; k++)
        if (!(a->type[s->operand[k]] & p->operand[k]))
            return false;
    return true;
}

static void find_types(struct answer *a)
{
    const struct grammar *g = &a->g->grammar;
    const struct candidate *c = a->c;
    unsigned base = c->inputs + c->constants;
    for (unsigned i = 0; i < c->inputs; i++)
        a->type[i] = g->input[i];
    for (unsigned i = 0; i < c->constants; i++)
        a->type[c->inputs + i] =
            i < g->constant_count ? g->constant_type[i] : g->any_constant;
    for (unsigned i = 0; i < c->length; i++) {
        a->type[base + i] = 0;
        for (unsigned k = 0; k < g->production_count; k++)
            if (fits(a, &c->step[i], &g->production[k]))
                a->type[base + i] |= g->production[k].result;
    }
}

static void put_literal(struct answer *a, unsigned constant)
{
    LAW(constant < a->c->constants);
    struct sygus_sort sort = constant < a->g->grammar.constant_count
                                 ? a->g->constant_sort[constant]
                                 : (struct sygus_sort){a->g->spec->width};
    uint64_t v = a->c->constant[constant];
    if (!sort.width)
        text_put(a->out, v ? "true" : "false");
    else if (sort.width % 4 == 0)
        text_add(a->out, "#x%0*" PRIx64, (int)sort.width / 4, v);
    else
        text_add(a->out, "(_ bv%" PRIu64 " %u)", v, sort.width);
}

static void put_register(struct answer *a, unsigned r, nonterminals wanted)
{
    const struct candidate *c = a->c;
    const struct grammar *g = &a->g->grammar;
    unsigned base = c->inputs + c->constants;
    LAW(r < base + c->length);
    if (r < c->inputs) {
        text_put(a->out, a->g->unknown->parameter[r].name);
        return;
    }
    if (r < base) {
        put_literal(a, r - c->inputs);
        return;
    }
    const struct step *s = &c->step[r - base];
    for (unsigned k = 0; k < g->production_count; k++) {
        const struct production *p = &g->production[k];
        if (!(p->result & wanted) || !fits(a, s, p))
            continue;
        unsigned arity = operator_table[s->op].arity;
        text_add(a->out, "(%s", a->g->writing[k].name);
        for (unsigned n = 0; n < arity; n++) {
            unsigned at = a->g->writing[k].swapped ? arity - 1 - n : n;
            text_put(a->out, " ");
            put_register(a, s->operand[at], p->operand[at]);
        }
        text_put(a->out, ")");
        return;
    }
    BUG("an answer that the grammar does not derive");
}

static void put_sort(struct text *out, struct sygus_sort sort)
{
    if (sort.width)
        text_add(out, "(_ BitVec %u)", sort.width);
    else
        text_put(out, "Bool");
}

void sygus_print(const struct sygus *g, const struct spec *spec,
                 const struct solution *solution, struct text *out)
{
    (void)spec;
    struct answer a = {.g = g, .c = &solution->program[0], .out = out};
    find_types(&a);
    text_add(out, "(\n(define-fun %s (", g->unknown->name);
    for (unsigned i = 0; i < g->unknown->parameters; i++) {
        text_add(out, i ? " (%s " : "(%s ", g->unknown->parameter[i].name);
        put_sort(out, g->unknown->parameter[i].sort);
        text_put(out, ")");
    }
    text_put(out, ") ");
    put_sort(out, g->unknown->result);
    text_put(out, " ");
    put_register(&a, solution->program[0].output[0], g->grammar.start);
    text_put(out, ")\n)\n");
}
