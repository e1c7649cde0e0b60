#include "lists/facts.h"

#include "base/failure.h"

void facts_release(struct facts *f)
{
    VECTOR_RELEASE(&f->list);
    VECTOR_RELEASE(&f->alive);
}

/* --- names --- */

/* Whether a PHI stands for this variable: then a value that only began as it goes by another
 * name. */
static bool has_phi(const struct lists *l, uint32_t variable)
{
    for (size_t i = 0; i < l->f->instructions.count; i++) {
        const struct instruction *in = &l->f->instructions.data[i];
        if (in->op == OP_PHI && in->block != UINT32_MAX && in->variable == variable)
            return true;
    }
    return false;
}

static const struct variable *source_variable(const struct lists *l, uint32_t id)
{
    const struct function *f = l->f;
    const struct instruction *in = &f->instructions.data[id];
    uint32_t found = in->variable;
    bool taken = in->op != OP_PHI && found != UINT32_MAX && has_phi(l, found);
    for (size_t i = 0; (found == UINT32_MAX || taken) && i < f->instructions.count; i++) {
        const struct instruction *note = &f->instructions.data[i];
        if (note->op != OP_NOTE || note->block == UINT32_MAX ||
            instruction_operand(f, note, 0).id != id)
            continue;
        bool also = has_phi(l, note->variable);
        if (found == UINT32_MAX || !also)
            found = note->variable;
        taken = also;
    }
    return found == UINT32_MAX ? NULL : &l->program->variables.data[found];
}

const char *value_source_name(const struct lists *l, uint32_t id)
{
    const struct variable *v = source_variable(l, id);
    return v && v->name && *v->name ? v->name : NULL;
}

bool value_source_signed(const struct lists *l, uint32_t id)
{
    const struct variable *v = source_variable(l, id);
    enum ctype_kind kind =
        v ? (enum ctype_kind)l->program->ctypes.data[v->ctype].kind : CTYPE_SIGNED;
    return kind == CTYPE_SIGNED || kind == CTYPE_CHAR || kind == CTYPE_ENUM;
}

/* --- candidates --- */

enum { MOST_POINTERS = 7, MOST_NUMBERS = 6, MOST_FOR_PAIRS = 4 };

struct pool {
    const struct lists *l;
    uint32_t cut;
    uint32_t pointers[MOST_POINTERS + 1], numbers[MOST_NUMBERS];
    uint32_t pointer_count, number_count;
    struct facts *facts;
};

static void add(struct pool *p, enum fact_kind kind, uint32_t a, uint32_t b, uint32_t c,
                uint32_t d)
{
    VECTOR_PUSH(&p->facts->list, (struct fact){kind, a, b, c, d});
    VECTOR_PUSH(&p->facts->alive, true);
}

/* Live values that have a name. */
static void fill_pool(struct pool *p)
{
    const struct lists *l = p->l;
    const struct cut *c = &l->cuts.list.data[p->cut];
    struct arena arena;
    arena_init(&arena);
    uint64_t *live = ARENA_ARRAY(&arena, uint64_t, l->live->words);
    liveness_at(l->live, c->block, c->after, live);
    for (uint32_t id = 0; id < l->f->instructions.count; id++) {
        const struct instruction *in = &l->f->instructions.data[id];
        if (!value_set_has(live, id) || !value_source_name(l, id) ||
            l->crossings[id].unsupported)
            continue;
        bool pointer = in->type.kind == TYPE_POINTER && !l->crossings[id].offset;
        bool number =
            in->type.kind == TYPE_INT && in->type.width >= 8 && in->type.width <= 64;
        if (pointer && p->pointer_count < MOST_POINTERS)
            p->pointers[p->pointer_count++] = id;
        if (number && p->number_count < MOST_NUMBERS)
            p->numbers[p->number_count++] = id;
    }
    p->pointers[p->pointer_count] = FACT_NULL_POINTER;
    arena_release(&arena);
}

static void shape_single(struct pool *p, uint32_t a)
{
    add(p, FACT_NOT_NULL, a, 0, 0, 0);
    add(p, FACT_CIRCULAR, a, 0, 0, 0);
    add(p, FACT_NOT_CIRCULAR, a, 0, 0, 0);
    if (p->l->junk == SLH_MAYBE_JUNK)
        add(p, FACT_INITIALISED, a, 0, 0, 0);
}

static void shape_pair(struct pool *p, uint32_t a, uint32_t b)
{
    add(p, FACT_PATH, a, b, 0, 0);
    if (b == FACT_NULL_POINTER)
        return;
    add(p, FACT_PATH_IF, a, b, 0, 0);
    add(p, FACT_NULL_IF, a, b, 0, 0);
    if (a > b)
        return;
    add(p, FACT_ALIAS, a, b, 0, 0);
    add(p, FACT_NOT_ALIAS, a, b, 0, 0);
    add(p, FACT_DISJOINT, a, b, 0, 0);
}

static void length_pair(struct pool *p, uint32_t a, uint32_t b)
{
    for (uint32_t n = 0; n < p->number_count; n++)
        add(p, FACT_LENGTH, a, b, p->numbers[n], 0);
    for (uint32_t n = 0; n < p->number_count; n++)
        for (uint32_t m = 0; m < p->number_count; m++)
            if (m != n)
                add(p, FACT_LENGTH_LEFT, a, b, p->numbers[n], p->numbers[m]);
    if (b == FACT_NULL_POINTER || a > b)
        return;
    add(p, FACT_SAME_LENGTH, a, FACT_NULL_POINTER, b, FACT_NULL_POINTER);
    for (uint32_t n = 0; n < p->number_count; n++)
        add(p, FACT_LENGTH_SUM, a, b, p->numbers[n], 0);
}

static void data_pair(struct pool *p, uint32_t a, uint32_t b)
{
    for (uint32_t m = 0; m < p->l->layout.count; m++) {
        add(p, FACT_SORTED, a, b, m, 0);
        if (b != FACT_NULL_POINTER)
            add(p, FACT_BOUNDED, a, b, m, b);
    }
}

/* Two ways of one length: from a to b and from c to d. */
static void length_pairs(struct pool *p)
{
    uint32_t n = p->pointer_count;
    if (n > MOST_FOR_PAIRS)
        return;
    for (uint32_t i = 0; i < n * n; i++)
        for (uint32_t j = i + 1; j < n * n; j++) {
            uint32_t a = p->pointers[i / n], b = p->pointers[i % n];
            uint32_t c = p->pointers[j / n], d = p->pointers[j % n];
            if (a != b && c != d && a != c)
                add(p, FACT_SAME_LENGTH, a, b, c, d);
        }
}

static void number_facts(struct pool *p)
{
    for (uint32_t i = 0; i < p->number_count; i++) {
        add(p, FACT_NOT_NEGATIVE, p->numbers[i], 0, 0, 0);
        for (uint32_t j = 0; j < p->number_count; j++)
            if (i != j)
                add(p, FACT_AT_MOST, p->numbers[i], p->numbers[j], 0, 0);
    }
}

/* What is left of outer loops' rankings. */
static void rank_facts(struct pool *p)
{
    const struct lists *l = p->l;
    for (uint32_t c = 0; c < l->cuts.list.count; c++) {
        if (c == p->cut || !loop_contains(&l->cuts.forest, l->cuts.list.data[c].loop,
                                          l->cuts.list.data[p->cut].header))
            continue;
        for (uint32_t k = 0; k < l->rank_count[c]; k++)
            for (uint32_t i = 0; i < p->pointer_count; i++) {
                add(p, FACT_RANK_AT_MOST, p->pointers[i], FACT_NULL_POINTER, c, k);
                add(p, FACT_RANK_LESS, p->pointers[i], FACT_NULL_POINTER, c, k);
            }
    }
}

static void each_pair(struct pool *p, void (*make)(struct pool *, uint32_t a, uint32_t b))
{
    for (uint32_t i = 0; i < p->pointer_count; i++)
        for (uint32_t j = 0; j <= p->pointer_count; j++)
            if (i != j)
                make(p, p->pointers[i], p->pointers[j]);
}

void facts_candidates(const struct lists *l, uint32_t cut, enum fact_stage stage,
                      struct facts *facts)
{
    struct pool p = {.l = l, .cut = cut, .facts = facts};
    fill_pool(&p);
    switch (stage) {
    case FACTS_ANNOTATED:
        rank_facts(&p);
        return;
    case FACTS_SHAPE:
        for (uint32_t i = 0; i < p.pointer_count; i++)
            shape_single(&p, p.pointers[i]);
        each_pair(&p, shape_pair);
        return;
    case FACTS_LENGTH:
        each_pair(&p, length_pair);
        number_facts(&p);
        return;
    case FACTS_PAIRS:
        length_pairs(&p);
        return;
    case FACTS_DATA:
        each_pair(&p, data_pair);
        return;
    case FACT_STAGES:
        return;
    }
}

void facts_drop_dead(struct facts *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->list.count; i++)
        if (f->alive.data[i])
            f->list.data[kept++] = f->list.data[i];
    f->list.count = kept;
    for (size_t i = 0; i < kept; i++)
        f->alive.data[i] = true;
    f->alive.count = kept;
}

struct lists_rank *ranks_candidates(const struct lists *l, uint32_t cut, struct arena *arena,
                                    uint32_t *count)
{
    struct facts none = {0};
    struct pool p = {.l = l, .cut = cut, .facts = &none};
    fill_pool(&p);
    uint32_t most = MOST_POINTERS * (MOST_POINTERS + 1) + MOST_NUMBERS * MOST_NUMBERS;
    struct lists_rank *ranks = ARENA_ARRAY(arena, struct lists_rank, most);
    uint32_t n = 0;
    for (uint32_t j = p.pointer_count + 1; j-- > 0;)
        for (uint32_t i = 0; i < p.pointer_count; i++)
            if (i != j)
                ranks[n++] = (struct lists_rank){RANK_LENGTH, p.pointers[i], p.pointers[j]};
    for (uint32_t i = 0; i < p.number_count; i++) {
        ranks[n++] = (struct lists_rank){RANK_NUMBER, p.numbers[i], RANK_NULL};
        for (uint32_t j = 0; j < p.number_count; j++)
            if (i != j)
                ranks[n++] = (struct lists_rank){RANK_DIFFERENCE, p.numbers[i], p.numbers[j]};
    }
    *count = n;
    return ranks;
}

/* --- meaning --- */

struct reading {
    struct run *r;
    const struct state *s;
    bool fails;
};

static struct slh_pointer pointer(struct reading *w, uint32_t id)
{
    if (id == FACT_NULL_POINTER)
        return slh_null(w->r->slh);
    struct lists_value v = w->s->values[id];
    if (v.kind != VALUE_POINTER || v.offset)
        w->fails = true;
    return v.pointer;
}

static struct term number(struct reading *w, uint32_t id)
{
    struct lists_value v = w->s->values[id];
    if (v.kind == VALUE_NUMBER)
        return term_as_64(w->r, v.number, value_source_signed(w->r->l, id));
    w->fails = true;
    return term_bv(w->r->l->terms, 64, 0);
}

static struct term length(struct reading *w, uint32_t a, uint32_t b)
{
    struct slh_pointer p = pointer(w, a);
    return slh_length(w->r->slh, w->s->heap, p, pointer(w, b));
}

static struct term path(struct reading *w, uint32_t a, uint32_t b)
{
    struct slh_pointer p = pointer(w, a);
    return slh_is_path(w->r->slh, w->s->heap, p, pointer(w, b));
}

static struct term left(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct term n = number(w, f->c);
    struct term infinite = term_bv(t, 64, SLH_INFINITE);
    struct term rest = term_2(t, TERM_BV_SUB, n, number(w, f->d));
    return term_eq(t, length(w, f->a, f->b),
                   term_ite(t, term_eq(t, n, infinite), infinite, rest));
}

/* Both are finite: their sum does not wrap. */
static struct term length_sum(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    struct term finite =
        term_and(t, path(w, f->a, FACT_NULL_POINTER), path(w, f->b, FACT_NULL_POINTER));
    struct term sum = term_2(t, TERM_BV_ADD, length(w, f->a, FACT_NULL_POINTER),
                             length(w, f->b, FACT_NULL_POINTER));
    return term_and(t, finite, term_eq(t, sum, number(w, f->c)));
}

static struct term bounded(struct reading *w, const struct fact *f)
{
    struct run *r = w->r;
    const struct layout_member *m = &r->l->layout.members[f->c];
    struct term least =
        term_bv(r->l->terms, m->width, m->is_signed ? UINT64_C(1) << (m->width - 1) : 0);
    struct slh_pointer d = pointer(w, f->d);
    struct term most = slh_value(r->slh, w->s->heap, d, r->fields[f->c]);
    struct slh_pointer a = pointer(w, f->a);
    return term_or(
        r->l->terms, slh_is_null(r->slh, d),
        slh_within(r->slh, w->s->heap, a, pointer(w, f->b), r->fields[f->c], least, most));
}

static struct term rank_fact(struct reading *w, const struct fact *f)
{
    struct terms *t = w->r->l->terms;
    const struct term *ghosts = w->s->ghosts[f->c];
    if (!ghosts || !term_is(ghosts[f->d])) {
        w->fails = true;
        return term_bool(t, true);
    }
    enum term_op op = f->kind == FACT_RANK_LESS ? TERM_BV_SLT : TERM_BV_SLE;
    return term_2(t, op, length(w, f->a, f->b), ghosts[f->d]);
}

static struct term meaning(struct reading *w, const struct fact *f)
{
    struct slh *s = w->r->slh;
    struct terms *t = w->r->l->terms;
    struct slh_heap h = w->s->heap;
    switch (f->kind) {
    case FACT_PATH:
        return path(w, f->a, f->b);
    case FACT_NOT_NULL:
        return term_not(t, slh_is_null(s, pointer(w, f->a)));
    case FACT_ALIAS:
    case FACT_NOT_ALIAS: {
        struct slh_pointer a = pointer(w, f->a);
        struct term same = slh_alias(s, a, pointer(w, f->b));
        return f->kind == FACT_ALIAS ? same : term_not(t, same);
    }
    case FACT_DISJOINT: {
        struct slh_pointer a = pointer(w, f->a);
        return slh_disjoint(s, h, a, pointer(w, f->b));
    }
    case FACT_INITIALISED:
        return term_not(t, slh_is_path(s, h, pointer(w, f->a), slh_junk(s)));
    case FACT_CIRCULAR:
        return slh_circular(s, h, pointer(w, f->a));
    case FACT_NOT_CIRCULAR:
        return term_not(t, slh_circular(s, h, pointer(w, f->a)));
    case FACT_PATH_IF:
        return term_implies(t, path(w, f->a, FACT_NULL_POINTER),
                            path(w, f->b, FACT_NULL_POINTER));
    case FACT_NULL_IF: {
        struct slh_pointer a = pointer(w, f->a);
        return term_implies(t, slh_is_null(s, a), slh_is_null(s, pointer(w, f->b)));
    }
    case FACT_SAME_LENGTH: {
        struct term one = length(w, f->a, f->b);
        return term_eq(t, one, length(w, f->c, f->d));
    }
    case FACT_LENGTH: {
        struct term one = length(w, f->a, f->b);
        return term_eq(t, one, number(w, f->c));
    }
    case FACT_LENGTH_LEFT:
        return left(w, f);
    case FACT_LENGTH_SUM:
        return length_sum(w, f);
    case FACT_NOT_NEGATIVE:
        return term_2(t, TERM_BV_SLE, term_bv(t, 64, 0), number(w, f->a));
    case FACT_AT_MOST: {
        struct term a = number(w, f->a);
        return term_2(t, TERM_BV_SLE, a, number(w, f->b));
    }
    case FACT_SORTED: {
        struct slh_pointer a = pointer(w, f->a);
        return slh_sorted(s, h, a, pointer(w, f->b), w->r->fields[f->c]);
    }
    case FACT_BOUNDED:
        return bounded(w, f);
    case FACT_RANK_AT_MOST:
    case FACT_RANK_LESS:
        return rank_fact(w, f);
    }
    BUG("kind of fact");
}

struct term fact_term(struct run *r, const struct state *s, const struct fact *f)
{
    struct reading w = {r, s, false};
    struct term t = meaning(&w, f);
    return w.fails ? TERM_NONE : t;
}

/* --- words --- */

static const char *name(const struct lists *l, uint32_t id)
{
    if (id == FACT_NULL_POINTER)
        return "NULL";
    const char *n = value_source_name(l, id);
    return n ? n : "?";
}

static void tell_length(const struct lists *l, uint32_t a, uint32_t b, struct text *out)
{
    if (b == FACT_NULL_POINTER)
        text_add(out, "sooth_length(%s)", name(l, a));
    else
        text_add(out, "sooth_path_length(%s, %s)", name(l, a), name(l, b));
}

static const char *member(const struct lists *l, uint32_t m)
{
    return l->layout.members[m].name;
}

static void tell_lengths(const struct lists *l, const struct fact *f, struct text *out)
{
    tell_length(l, f->a, f->kind == FACT_LENGTH_SUM ? FACT_NULL_POINTER : f->b, out);
    if (f->kind == FACT_LENGTH)
        text_add(out, " == %s", name(l, f->c));
    if (f->kind == FACT_LENGTH_LEFT)
        text_add(out, " == sooth_minus(%s, %s)", name(l, f->c), name(l, f->d));
    if (f->kind == FACT_RANK_AT_MOST)
        text_put(out, " <= what an outer ranking was");
    if (f->kind == FACT_RANK_LESS)
        text_put(out, " < what an outer ranking was");
    if (f->kind == FACT_SAME_LENGTH) {
        text_put(out, " == ");
        tell_length(l, f->c, f->d, out);
    }
    if (f->kind != FACT_LENGTH_SUM)
        return;
    text_put(out, " + ");
    tell_length(l, f->b, FACT_NULL_POINTER, out);
    text_add(out, " == %s", name(l, f->c));
}

void fact_tell(const struct lists *l, const struct fact *f, struct text *out)
{
    const char *a = name(l, f->a);
    switch (f->kind) {
    case FACT_PATH:
        text_add(out, "sooth_is_path(%s, %s)", a, name(l, f->b));
        return;
    case FACT_NOT_NULL:
        text_add(out, "%s != NULL", a);
        return;
    case FACT_ALIAS:
        text_add(out, "%s == %s", a, name(l, f->b));
        return;
    case FACT_NOT_ALIAS:
        text_add(out, "%s != %s", a, name(l, f->b));
        return;
    case FACT_DISJOINT:
        text_add(out, "sooth_disjoint(%s, %s)", a, name(l, f->b));
        return;
    case FACT_INITIALISED:
        text_add(out, "/* all that %s leads to is initialised */", a);
        return;
    case FACT_CIRCULAR:
        text_add(out, "sooth_circular(%s)", a);
        return;
    case FACT_NOT_CIRCULAR:
        text_add(out, "!sooth_circular(%s)", a);
        return;
    case FACT_PATH_IF:
        text_add(out, "(!sooth_is_path(%s, NULL) || sooth_is_path(%s, NULL))", a,
                 name(l, f->b));
        return;
    case FACT_NULL_IF:
        text_add(out, "(%s != NULL || %s == NULL)", a, name(l, f->b));
        return;
    case FACT_NOT_NEGATIVE:
        text_add(out, "%s >= 0", a);
        return;
    case FACT_AT_MOST:
        text_add(out, "%s <= %s", a, name(l, f->b));
        return;
    case FACT_SORTED:
        text_add(out, "sooth_sorted(%s, %s, %s)", a, name(l, f->b), member(l, f->c));
        return;
    case FACT_BOUNDED:
        text_add(out, "(%s == NULL || sooth_within(%s, %s, %s, SOOTH_LEAST, %s->%s))",
                 name(l, f->d), a, name(l, f->b), member(l, f->c), name(l, f->d),
                 member(l, f->c));
        return;
    case FACT_SAME_LENGTH:
    case FACT_LENGTH:
    case FACT_LENGTH_LEFT:
    case FACT_LENGTH_SUM:
    case FACT_RANK_AT_MOST:
    case FACT_RANK_LESS:
        tell_lengths(l, f, out);
        return;
    }
}

void rank_tell(const struct lists *l, const struct cut *c, const struct lists_rank *rank,
               struct text *out)
{
    (void)c;
    switch (rank->kind) {
    case RANK_OPERAND:
        text_add(out, "expression %u", rank->a + 1);
        return;
    case RANK_LENGTH:
        tell_length(l, rank->a, rank->b, out);
        return;
    case RANK_NUMBER:
        text_put(out, name(l, rank->a));
        return;
    case RANK_DIFFERENCE:
        text_add(out, "%s - %s", name(l, rank->a), name(l, rank->b));
        return;
    }
}
