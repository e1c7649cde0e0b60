/* Facts for people: two bounds of one expression become one chain, readings that add nothing
 * are left out. */
#include "certificate/certificate.h"
#include "base/failure.h"
#include "certificate/shape_print.h"

#include "program/passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_number(struct text *t, __int128 v)
{
    if (v < 0)
        text_put(t, "-");
    unsigned __int128 u = v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;
    char digits[48];
    int n = 0;
    do
        digits[n++] = (char)('0' + (int)(u % 10));
    while (u /= 10);
    while (n)
        text_add(t, "%c", digits[--n]);
}

static void put_operand(struct text *t, const struct fact *f, const struct fact_operand *x)
{
    LAW(x->kind != FACT_NO_OPERAND);
    if (f->is_unsigned)
        text_put(t, "(unsigned)");
    text_add(t,
             x->offset && f->kind != FACT_NOT_NULL && f->kind != FACT_PLAIN ? "offset(%s)"
                                                                            : "%s",
             x->name);
}

/* x [+-y] as it is when its first sign is plus. */
static void put_sum(struct text *t, const struct fact *f)
{
    put_operand(t, f, &f->x);
    if (f->y.kind == FACT_NO_OPERAND)
        return;
    text_put(t, f->x.minus == f->y.minus ? " + " : " - ");
    put_operand(t, f, &f->y);
}

static bool same_operand(const struct fact_operand *x, const struct fact_operand *y)
{
    return x->kind == y->kind && x->offset == y->offset && x->instruction == y->instruction &&
           x->object == y->object && x->at == y->at;
}

/* The bound of the negated expression, if the loop has one. */
static const struct fact *opposite(const struct certificate_loop *l, const struct fact *f)
{
    LAW(f->kind == FACT_BOUND);
    for (size_t i = 0; i < l->facts.count; i++) {
        const struct fact *g = &l->facts.data[i];
        if (g->kind != FACT_BOUND || g->is_unsigned != f->is_unsigned)
            continue;
        bool straight = same_operand(&g->x, &f->x) && same_operand(&g->y, &f->y) &&
                        g->x.minus != f->x.minus &&
                        (f->y.kind == FACT_NO_OPERAND || g->y.minus != f->y.minus);
        bool crossed = f->y.kind != FACT_NO_OPERAND && same_operand(&g->x, &f->y) &&
                       same_operand(&g->y, &f->x) && g->x.minus != f->y.minus &&
                       g->y.minus != f->x.minus;
        if (straight || crossed)
            return g;
    }
    return NULL;
}

static const struct fact *other_float_bound(const struct certificate_loop *l,
                                            const struct fact *f)
{
    for (size_t i = 0; i < l->facts.count; i++) {
        const struct fact *g = &l->facts.data[i];
        if (g->kind == FACT_FLOAT_BOUND && g->x.minus != f->x.minus &&
            same_operand(&g->x, &f->x))
            return g;
    }
    return NULL;
}

static bool printed_elsewhere(const struct certificate_loop *l, const struct fact *f)
{
    if (f->kind == FACT_FLOAT_BOUND)
        return f->x.minus && other_float_bound(l, f);
    if (f->kind != FACT_BOUND)
        return false;
    const struct fact *g = opposite(l, f);
    if (g && (f->x.minus || g < f) && !(g->x.minus && !f->x.minus))
        return true; /* the other one begins the chain */
    if (!f->is_unsigned || f->y.kind != FACT_NO_OPERAND)
        return false;
    for (size_t i = 0; i < l->facts.count;
         i++) { /* a signed x >= 0 says the same about small numbers */
        const struct fact *s = &l->facts.data[i];
        if (s->kind == FACT_BOUND && !s->is_unsigned && s->y.kind == FACT_NO_OPERAND &&
            s->x.minus && s->value <= 0 && same_operand(&s->x, &f->x))
            return true;
    }
    return false;
}

static void put_bound(struct text *t, const struct certificate_loop *l, const struct fact *f)
{
    const struct fact *g = opposite(l, f), *upper = f->x.minus ? g : f,
                      *lower = f->x.minus ? f : g;
    struct fact plain = *f;
    if (plain.x.minus)
        plain.x.minus = false, plain.y.minus = !plain.y.minus;
    if (upper && lower && upper->value == -lower->value) {
        put_sum(t, &plain);
        text_put(t, " = ");
        put_number(t, upper->value);
        return;
    }
    if (lower)
        put_number(t, -lower->value), text_put(t, " <= ");
    put_sum(t, &plain);
    if (upper)
        text_put(t, " <= "), put_number(t, upper->value);
}

/* The shortest decimal that reads back as the same float. */
static void put_float(struct text *t, const struct fact *f, bool negated)
{
    uint64_t bits = (uint64_t)f->value;
    double v = 0;
    if (f->bits == 64)
        memcpy(&v, &bits, sizeof v);
    if (f->bits == 32) {
        uint32_t half = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &half, sizeof narrow);
        v = (double)narrow;
    }
    if (f->bits == 16) {
        text_add(t, "%sfloat16:0x%04lx", negated ? "-" : "", (unsigned long)bits);
        return;
    }
    if (negated)
        v = v == 0 ? 0 : -v;
    char digits[40];
    for (int n = 1; n <= 17; n++) {
        snprintf(digits, sizeof digits, "%.*g", n, v);
        double back = strtod(digits, NULL);
        if (f->bits == 64 ? back == v : (float)back == (float)v)
            break;
    }
    text_put(t, digits);
}

static void put_float_bound(struct text *t, const struct certificate_loop *l,
                            const struct fact *f)
{
    const struct fact *g = other_float_bound(l, f), *upper = f->x.minus ? NULL : f,
                      *lower = f->x.minus ? f : g;
    bool number = false;
    for (size_t i = 0; i < l->facts.count; i++)
        number |=
            l->facts.data[i].kind == FACT_NUMBER && same_operand(&l->facts.data[i].x, &f->x);
    if (lower)
        put_float(t, lower, true), text_put(t, " <= ");
    put_operand(t, f, &f->x);
    if (upper)
        text_put(t, " <= "), put_float(t, upper, false);
    if (!number)
        text_put(t, " or NaN");
}

/* x - y = 0 reads x = y, x + y - z = 0 reads x + y = z; all of it modulo 2^width, as in the
 * program. */
static void put_modular_sum(struct text *t, const struct fact *f)
{
    const struct fact_operand *operands[3] = {&f->x, &f->y, &f->z};
    bool any = false;
    for (int i = 0; i < 3; i++) {
        if (operands[i]->kind == FACT_NO_OPERAND || operands[i]->minus)
            continue;
        if (any)
            text_put(t, " + ");
        put_operand(t, f, operands[i]);
        any = true;
    }
    text_put(t, any ? " = " : "0 = ");
    any = false;
    for (int i = 0; i < 3; i++) {
        if (operands[i]->kind == FACT_NO_OPERAND || !operands[i]->minus)
            continue;
        if (any)
            text_put(t, " + ");
        put_operand(t, f, operands[i]);
        any = true;
    }
    if (any && f->value)
        text_put(t, " + ");
    if (!any || f->value)
        put_number(t, f->value);
}

static void put_low_bits(struct text *t, const struct fact *f)
{
    bool two = f->y.kind != FACT_NO_OPERAND;
    if (two)
        text_put(t, "(");
    put_operand(t, f, &f->x);
    if (two) {
        text_put(t, " - ");
        put_operand(t, f, &f->y);
        text_put(t, ")");
    }
    text_add(t, " mod %u = ", 1u << f->bits);
    put_number(t, f->value);
}

static void put_equality(struct text *t, const struct fact *f)
{
    put_operand(t, f, &f->x);
    text_put(t, f->kind == FACT_EQUAL ? " = " : " != ");
    if (f->y.kind == FACT_NO_OPERAND)
        text_put(t, "0");
    else
        put_operand(t, f, &f->y);
}

/* "%x <= %y" */
static void put_words(struct text *t, const struct fact *f, const char *words)
{
    for (const char *p = words; *p; p++) {
        bool x = p[0] == '%' && p[1] == 'x', y = p[0] == '%' && p[1] == 'y';
        if (!x && !y) {
            text_add(t, "%c", *p);
            continue;
        }
        put_operand(t, f, x ? &f->x : &f->y);
        p++;
    }
}

static void put_fact(struct text *t, const struct certificate_loop *l, const struct fact *f)
{
    static const char *const words[] = {
#define FACT(kind, word, carries, words, meaning) words,
#include "certificate/facts.def"
#undef FACT
    };
    if (words[f->kind])
        put_words(t, f, words[f->kind]);
    if (f->kind == FACT_BOUND)
        put_bound(t, l, f);
    if (f->kind == FACT_LOW_BITS)
        put_low_bits(t, f);
    if (f->kind == FACT_EQUAL || f->kind == FACT_DIFFERENT)
        put_equality(t, f);
    if (f->kind == FACT_SUM)
        put_modular_sum(t, f);
    if (f->kind == FACT_FLOAT_BOUND)
        put_float_bound(t, l, f);
    if (f->kind == FACT_RELATION)
        fact_relation_print(t, &f->relation);
    if (f->kind == FACT_FORALL)
        fact_forall_print(t, f->forall);
    if (f->kind == FACT_CONDITION)
        fact_condition_print(t, f->forall);
    if (f->kind == FACT_LIST_FALLS)
        text_put(t, "in every round falls ");
    if (f->list)
        list_formula_print(t, f->list);
}

static const struct instruction *with_place(const struct function *f, uint32_t block)
{
    const struct block *b = &f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++)
        if (f->instructions.data[b->instructions.data[i]].place)
            return &f->instructions.data[b->instructions.data[i]];
    return &f->instructions.data[b->instructions.data[0]];
}

static void put_place(struct text *t, const struct program *p, uint32_t function,
                      uint32_t block)
{
    char place[256];
    const struct function *f = &p->functions.data[function];
    if (block >= f->blocks.count)
        return;
    text_put(t,
             place_text(p, instruction_place(p, with_place(f, block)), place, sizeof place));
}

/* "[after repeating the loop at a.c:5, not the loop at a.c:9]" */
static void put_guard(struct text *t, const struct certificate *c, const struct program *p,
                      const struct fact *f)
{
    const char *separator = " [after";
    for (size_t g = 0; g < c->ghosts.count; g++) {
        const struct certificate_ghost *ghost = &c->ghosts.data[g];
        if (!(f->ghosts >> g & 1))
            continue;
        bool loop = ghost->kind == CERTIFICATE_GHOST_LOOP;
        text_add(t, "%s %s%s", separator, f->values >> g & 1 ? "" : "not ",
                 loop ? "repeating the loop at " : "taking the branch at ");
        put_place(t, p, ghost->function, loop ? ghost->to : ghost->from);
        separator = ",";
    }
    text_put(t, "]");
}

static void put_facts(struct text *t, const struct certificate_loop *l)
{
    bool any = false;
    for (size_t k = 0; k < l->facts.count; k++) {
        if (printed_elsewhere(l, &l->facts.data[k]))
            continue;
        if (any)
            text_put(t, ", ");
        put_fact(t, l, &l->facts.data[k]);
        any = true;
    }
    if (!any)
        text_put(t, "any state");
}

static bool same_guard(const struct fact *f, const struct fact *g)
{
    return f->ghosts == g->ghosts && f->values == g->values;
}

/* "loop at a.c:5", "calls of f" */
static void put_where(struct text *t, const struct program *p,
                      const struct certificate_loop *l)
{
    static const char *const words[] = {
        [CERTIFICATE_AT_CALLS] = "calls of ", [CERTIFICATE_AT_RETURN] = "returns of "};
    if (l->at == CERTIFICATE_AT_HEAD) {
        text_put(t, "loop at ");
        put_place(t, p, l->function, l->header);
    } else {
        text_add(t, "%s%s", words[l->at], p->functions.data[l->function].name);
    }
}

/* The facts under one guard. */
static void put_facts_like(struct text *t, const struct certificate_loop *l,
                           const struct fact *first)
{
    struct certificate_loop part = {
        .path = l->path, .function = l->function, .header = l->header};
    for (size_t k = 0; k < l->facts.count; k++)
        if (same_guard(&l->facts.data[k], first))
            VECTOR_PUSH(&part.facts, l->facts.data[k]);
    put_facts(t, &part);
    VECTOR_RELEASE(&part.facts);
}

/* They are a line of their own. */
static void put_guarded(struct text *t, const struct certificate *c, const struct program *p,
                        const struct certificate_loop *l, const struct fact *first)
{
    put_where(t, p, l);
    if (first->ghosts)
        put_guard(t, c, p, first);
    text_put(t, ": ");
    put_facts_like(t, l, first);
    text_put(t, "\n");
}

void certificate_print_facts(const struct certificate_loop *l, struct text *t)
{
    LAW(l->facts.count);
    put_facts_like(t, l, &l->facts.data[0]);
}

/* One of them holds. */
static void put_graphs(struct text *t, const struct program *p,
                       const struct certificate_loop *l)
{
    put_where(t, p, l);
    text_add(t, l->graphs.count > 1 ? ": one of\n" : ":\n");
    for (size_t k = 0; k < l->graphs.count; k++) {
        text_put(t, "  ");
        shape_graph_print(&l->graphs.data[k], p, l->path, l->function, t);
        text_put(t, "\n");
    }
}

/* Heads are those of the function without calls. */
static void print_lists(const struct certificate *c, const struct program *p, struct text *t)
{
    uint32_t entry = c->entry == UINT32_MAX ? p->entry : c->entry;
    struct failure failure = {0};
    struct program *flat = program_flatten(p, entry, entry == p->entry, &failure);
    for (size_t i = 0; flat && i < c->loops.count; i++) {
        const struct certificate_loop *l = &c->loops.data[i];
        if (l->function == entry && l->facts.count)
            put_guarded(t, c, flat, l, &l->facts.data[0]);
    }
    if (flat)
        program_free(flat);
}

static void print_all(const struct certificate *c, const struct program *p, struct text *t)
{
    static const struct fact anywhere;
    for (size_t i = 0; i < c->loops.count; i++) {
        const struct certificate_loop *l = &c->loops.data[i];
        if (l->function >= p->functions.count)
            continue;
        for (size_t k = 0; k < l->facts.count; k++) {
            bool again = false;
            for (size_t b = 0; b < k && !again; b++)
                again = same_guard(&l->facts.data[b], &l->facts.data[k]);
            if (!again)
                put_guarded(t, c, p, l, &l->facts.data[k]);
        }
        if (l->graphs.count) {
            put_graphs(t, p, l);
            continue;
        }
        if (!l->facts.count)
            put_guarded(t, c, p, l, &anywhere);
        if (!l->ranks.count)
            continue;
        text_put(t, "  in every round falls");
        for (size_t k = 0; k < l->ranks.count; k++) {
            text_put(t, k ? ", or, where that stays, " : " ");
            fact_rank_print(t, &l->ranks.data[k]);
        }
        text_put(t, "\n");
    }
}

void certificate_print(const struct certificate *c, const struct program *p, struct text *t)
{
    if (c->kind == CERTIFICATE_LISTS)
        print_lists(c, p, t);
    else
        print_all(c, p, t);
}
