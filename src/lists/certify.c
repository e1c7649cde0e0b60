/* What was found, in the words of certificates (certificate/list_formula.h): facts that
 * proofs needed, and the measures of loops. */
#include "lists/prove.h"

#include "base/failure.h"
#include "certificate/list_formula.h"

struct writing {
    const struct prover *p;
    struct list_formula *f;
    bool fails; /* it has no words, or is too long */
};

static void put(struct writing *w, struct list_item item)
{
    w->fails |= !list_formula_add(w->f, item);
}

static void word(struct writing *w, enum list_word what)
{
    LAW(what < LIST_WORDS);
    put(w, (struct list_item){.word = what});
}

static void name_item(const struct writing *w, struct list_item *i)
{
    const char *name = value_source_name(w->p->l, i->a);
    for (size_t k = 0; name && name[k] && k + 1 < sizeof i->name; k++)
        i->name[k] = name[k] == ' ' || name[k] == '=' ? '_' : name[k];
}

static void pointer(struct writing *w, uint32_t id)
{
    struct list_item i = {.word = LIST_POINTER, .a = id};
    if (id == FACT_NULL_POINTER) {
        word(w, LIST_NULL);
        return;
    }
    name_item(w, &i);
    put(w, i);
}

static void value(struct writing *w, uint32_t id, bool is_signed)
{
    struct list_item i = {.word = is_signed ? LIST_SIGNED : LIST_UNSIGNED, .a = id};
    if (w->p->l->f->instructions.data[id].type.width == 1)
        i.word = LIST_UNSIGNED;
    name_item(w, &i);
    put(w, i);
}

static void number(struct writing *w, uint32_t id)
{
    value(w, id, value_source_signed(w->p->l, id));
}

static void constant(struct writing *w, int64_t n)
{
    put(w, (struct list_item){.word = LIST_NUMBER, .number = n});
}

static void member(struct writing *w, enum list_word what, uint32_t m)
{
    put(w, (struct list_item){.word = what, .a = m});
}

/* path, alias, length, ... of two pointers */
static void pair(struct writing *w, enum list_word what, uint32_t a, uint32_t b)
{
    word(w, what);
    pointer(w, a);
    pointer(w, b);
}

static void is_null(struct writing *w, uint32_t a)
{
    pair(w, LIST_ALIAS, a, FACT_NULL_POINTER);
}

static int64_t least_of(const struct layout_member *m)
{
    return m->is_signed ? (int64_t)(~UINT64_C(0) << (m->width - 1)) : 0;
}

static int64_t most_of(const struct layout_member *m)
{
    return (int64_t)(~UINT64_C(0) >> (64 - m->width + m->is_signed));
}

static void within(struct writing *w, const struct fact *f)
{
    const struct layout_member *m = &w->p->l->layout.members[f->c];
    member(w, LIST_WITHIN, f->c);
    pointer(w, f->a);
    pointer(w, FACT_NULL_POINTER);
    constant(w, f->kind == FACT_LEAST ? f->constant : least_of(m));
    constant(w, f->kind == FACT_LEAST ? most_of(m) : f->constant);
}

static void bounded(struct writing *w, const struct fact *f)
{
    word(w, LIST_OR);
    is_null(w, f->d);
    member(w, LIST_WITHIN, f->c);
    pointer(w, f->a);
    pointer(w, f->b);
    constant(w, least_of(&w->p->l->layout.members[f->c]));
    member(w, LIST_MEMBER, f->c);
    pointer(w, f->d);
}

static void value_at_most(struct writing *w, const struct fact *f)
{
    const struct layout_member *m = &w->p->l->layout.members[f->c];
    w->fails |= m->width == 64 && !m->is_signed;
    word(w, LIST_OR);
    is_null(w, f->a);
    word(w, LIST_OR);
    is_null(w, f->b);
    word(w, LIST_AT_MOST);
    member(w, LIST_MEMBER, f->c);
    pointer(w, f->a);
    member(w, LIST_MEMBER, f->c);
    pointer(w, f->b);
}

static void length_left(struct writing *w, const struct fact *f)
{
    word(w, LIST_OR);
    word(w, LIST_AND);
    word(w, LIST_EQUAL);
    number(w, f->c);
    constant(w, SLH_INFINITE);
    word(w, LIST_EQUAL);
    pair(w, LIST_LENGTH, f->a, f->b);
    constant(w, SLH_INFINITE);
    word(w, LIST_AND);
    word(w, LIST_NOT);
    word(w, LIST_EQUAL);
    number(w, f->c);
    constant(w, SLH_INFINITE);
    word(w, LIST_EQUAL);
    pair(w, LIST_LENGTH, f->a, f->b);
    word(w, LIST_SUB);
    number(w, f->c);
    number(w, f->d);
}

static void length_sum(struct writing *w, const struct fact *f)
{
    word(w, LIST_AND);
    pair(w, LIST_PATH, f->a, FACT_NULL_POINTER);
    word(w, LIST_AND);
    pair(w, LIST_PATH, f->b, FACT_NULL_POINTER);
    word(w, LIST_EQUAL);
    word(w, LIST_ADD);
    pair(w, LIST_LENGTH, f->a, FACT_NULL_POINTER);
    pair(w, LIST_LENGTH, f->b, FACT_NULL_POINTER);
    number(w, f->c);
}

/* Only measures that the certificate has. */
static void rank_fact(struct writing *w, const struct fact *f)
{
    const struct ranking *r = &w->p->rankings[f->c];
    uint32_t place = 0;
    while (place < r->count && r->chosen[place] != f->d)
        place++;
    w->fails |= place == r->count;
    word(w, LIST_AT_MOST);
    if (f->kind == FACT_RANK_LESS) {
        word(w, LIST_ADD);
        constant(w, 1);
    }
    pair(w, LIST_LENGTH, f->a, f->b);
    put(w, (struct list_item){
               .word = LIST_LAST, .a = w->p->l->cuts.list.data[f->c].header, .b = place});
}

static void negated(struct writing *w, enum list_word what, uint32_t a, uint32_t b)
{
    word(w, LIST_NOT);
    pair(w, what, a, b);
}

static void conditional(struct writing *w, enum list_word what, const struct fact *f)
{
    word(w, LIST_OR);
    negated(w, what, f->a, FACT_NULL_POINTER);
}

static void single(struct writing *w, enum list_word what, uint32_t a)
{
    word(w, what);
    pointer(w, a);
}

static void part(struct writing *w, const struct quantity *q, uint64_t factor)
{
    if (factor != 1) {
        word(w, LIST_MUL);
        constant(w, (int64_t)factor);
    }
    if (q->is_length)
        pair(w, LIST_LENGTH, q->a, q->b);
    else
        number(w, q->a);
}

/* Negative factors stand on the other side; a sum ends with its constant. */
static void side(struct writing *w, const struct fact_equation *e, bool negative)
{
    for (unsigned i = 0; i < e->count; i++) {
        if (e->factor[i] >> 63 != negative)
            continue;
        word(w, LIST_ADD);
        part(w, &e->part[i], negative ? 0 - e->factor[i] : e->factor[i]);
    }
    uint64_t rest = e->constant >> 63 == negative ? e->constant : 0;
    constant(w, (int64_t)(negative ? 0 - rest : rest));
}

static void equation(struct writing *w, const struct fact_equation *e)
{
    word(w, LIST_EQUAL);
    side(w, e, false);
    side(w, e, true);
}

static void write_fact(struct writing *w, const struct fact *f)
{
    switch (f->kind) {
    case FACT_PATH:
        pair(w, LIST_PATH, f->a, f->b);
        return;
    case FACT_NOT_NULL:
        negated(w, LIST_ALIAS, f->a, FACT_NULL_POINTER);
        return;
    case FACT_ALIAS:
        pair(w, LIST_ALIAS, f->a, f->b);
        return;
    case FACT_NOT_ALIAS:
        negated(w, LIST_ALIAS, f->a, f->b);
        return;
    case FACT_DISJOINT:
        pair(w, LIST_DISJOINT, f->a, f->b);
        return;
    case FACT_INITIALISED:
        single(w, LIST_WRITTEN, f->a);
        return;
    case FACT_ALIVE:
        pair(w, LIST_ALIVE, f->a, FACT_NULL_POINTER);
        return;
    case FACT_NODE_ALIVE:
        single(w, LIST_KEPT, f->a);
        return;
    case FACT_CIRCULAR:
        single(w, LIST_CIRCULAR, f->a);
        return;
    case FACT_NOT_CIRCULAR:
        word(w, LIST_NOT);
        single(w, LIST_CIRCULAR, f->a);
        return;
    case FACT_NO_PATH:
        negated(w, LIST_PATH, f->a, f->b);
        return;
    case FACT_STEP:
        word(w, LIST_OR);
        is_null(w, f->a);
        word(w, LIST_EQUAL);
        pair(w, LIST_LENGTH, f->a, f->b);
        constant(w, 1);
        return;
    case FACT_ALIAS_IF:
        conditional(w, LIST_ALIAS, f);
        pair(w, LIST_ALIAS, f->b, f->c);
        return;
    case FACT_PATH_IF:
        conditional(w, LIST_PATH, f);
        pair(w, LIST_PATH, f->b, FACT_NULL_POINTER);
        return;
    case FACT_NULL_IF:
        conditional(w, LIST_ALIAS, f);
        is_null(w, f->b);
        return;
    case FACT_SAME_LENGTH:
        word(w, LIST_EQUAL);
        pair(w, LIST_LENGTH, f->a, f->b);
        pair(w, LIST_LENGTH, f->c, f->d);
        return;
    case FACT_LENGTH:
        word(w, LIST_EQUAL);
        pair(w, LIST_LENGTH, f->a, f->b);
        number(w, f->c);
        return;
    case FACT_LENGTH_LEFT:
        length_left(w, f);
        return;
    case FACT_LENGTH_SUM:
        length_sum(w, f);
        return;
    case FACT_NOT_NEGATIVE:
    case FACT_POSITIVE:
        word(w, LIST_AT_MOST);
        constant(w, f->kind == FACT_POSITIVE);
        number(w, f->a);
        return;
    case FACT_AT_MOST:
        word(w, LIST_AT_MOST);
        number(w, f->a);
        number(w, f->b);
        return;
    case FACT_SORTED:
        member(w, LIST_SORTED, f->c);
        pointer(w, f->a);
        pointer(w, f->b);
        return;
    case FACT_BOUNDED:
        bounded(w, f);
        return;
    case FACT_VALUE_AT_MOST:
        value_at_most(w, f);
        return;
    case FACT_LEAST:
    case FACT_MOST:
        within(w, f);
        return;
    case FACT_RANK_AT_MOST:
    case FACT_RANK_LESS:
        rank_fact(w, f);
        return;
    case FACT_EQUATION:
        equation(w, f->equation);
        return;
    }
}

static void write_rank(struct writing *w, const struct lists_rank *r)
{
    switch (r->kind) {
    case RANK_LENGTH:
        pair(w, LIST_LENGTH, r->a, r->b == RANK_NULL ? FACT_NULL_POINTER : r->b);
        return;
    case RANK_NUMBER:
        value(w, r->a, true);
        return;
    case RANK_DIFFERENCE:
        word(w, LIST_SUB);
        value(w, r->a, true);
        value(w, r->b, true);
        return;
    case RANK_OPERAND:
        w->fails = true;
        return;
    }
}

/* Takes the claim if it could be written. */
static void take(struct lists_proof *out, const struct lists_claim *c,
                 const struct writing *w)
{
    if (!w->fails)
        VECTOR_PUSH(&out->claims, *c);
}

static void certify_cut(const struct prover *p, uint32_t cut, struct lists_proof *out)
{
    uint32_t header = p->l->cuts.list.data[cut].header;
    for (size_t i = 0; i < p->facts[cut].list.count; i++) {
        if (!p->facts[cut].alive.data[i] || !p->needed[cut][i])
            continue;
        struct lists_claim c = {.header = header};
        struct writing w = {p, &c.formula, false};
        write_fact(&w, &p->facts[cut].list.data[i]);
        take(out, &c, &w);
    }
    for (uint32_t i = 0; i < p->rankings[cut].count; i++) {
        struct lists_claim c = {.header = header, .falls = true};
        struct writing w = {p, &c.formula, false};
        write_rank(&w, &p->l->ranks[cut][p->rankings[cut].chosen[i]]);
        take(out, &c, &w);
    }
}

void prover_certify(const struct prover *p, struct lists_proof *out)
{
    const struct layout *layout = &p->l->layout;
    out->node = (struct list_node){.size = layout->size, .next = layout->next};
    for (unsigned m = 0; m < layout->count; m++)
        out->node.member[out->node.count++] =
            (struct list_member){layout->members[m].offset, layout->members[m].width,
                                 layout->members[m].is_signed};
    for (uint32_t k = 0; k < p->l->cuts.list.count; k++)
        certify_cut(p, k, out);
}
