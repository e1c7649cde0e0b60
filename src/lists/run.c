/* The order in which the blocks are run, and how states join. */
#include "lists/run.h"

#include "base/failure.h"
#include "lists/slh/slh.h"

#include <string.h>

/* A piece of a block: before its cut point (or all of it), or after. Pass 0 leads from a
 * header to the start's cut point; each cut point that is passed begins the next one. */
struct piece {
    uint32_t block;
    unsigned part, pass;
};

struct travel {
    struct run *r;
    struct state **arrived; /* by piece; null: not yet */
    bool *seen;
    VECTOR(struct piece) order; /* a piece before those that it leads to, once reversed */
};

static size_t piece_index(const struct travel *t, struct piece p)
{
    return (p.block * 2 + p.part) * (t->r->unwind + 2) + p.pass;
}

static const struct cut *start_cut(const struct run *r)
{
    return r->start == UINT32_MAX ? NULL : &r->l->cuts.list.data[r->start];
}

static bool ends_at_cut(const struct run *r, struct piece p)
{
    return p.part == 0 && r->l->cuts.cut_of[p.block] != UINT32_MAX;
}

/* The pieces that follow; returns how many. */
static unsigned followers(const struct run *r, struct piece p, struct piece next[2])
{
    const struct function *f = r->l->f;
    if (ends_at_cut(r, p)) {
        next[0] = (struct piece){p.block, 1, p.pass + 1};
        return p.pass < r->unwind ? 1 : 0;
    }
    uint32_t to[2];
    unsigned n = block_successors(f, &f->blocks.data[p.block], to, 2), kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (p.pass || start_cut(r)->prefix[to[i]])
            next[kept++] = (struct piece){to[i], 0, p.pass};
    return kept;
}

static void visit(struct travel *t, struct piece p)
{
    size_t at = piece_index(t, p);
    if (t->seen[at])
        return;
    t->seen[at] = true;
    struct piece next[2];
    unsigned n = followers(t->r, p, next);
    for (unsigned i = 0; i < n; i++)
        visit(t, next[i]);
    VECTOR_PUSH(&t->order, p);
}

/* --- states --- */

static struct state *state_copy(struct run *r, const struct state *old)
{
    size_t count = r->l->f->instructions.count;
    struct state *s = ARENA_NEW(r->arena, struct state);
    *s = *old;
    s->values = ARENA_ARRAY(r->arena, struct lists_value, count + 1);
    memcpy(s->values, old->values, count * sizeof *s->values);
    s->ghosts = ARENA_ARRAY(r->arena, struct term *, r->l->cuts.list.count + 1);
    memcpy(s->ghosts, old->ghosts, r->l->cuts.list.count * sizeof *s->ghosts);
    return s;
}

static bool value_equal(const struct lists_value *a, const struct lists_value *b)
{
    return a->kind == b->kind && a->number.id == b->number.id &&
           a->pointer.id == b->pointer.id && a->offset == b->offset;
}

static struct lists_value value_join(struct run *r, struct term when, struct lists_value a,
                                     struct lists_value b)
{
    if (value_equal(&a, &b))
        return a;
    if (a.kind != b.kind || a.offset != b.offset)
        return (struct lists_value){.kind = VALUE_UNSUPPORTED};
    if (a.kind == VALUE_POINTER)
        a.pointer = slh_if(r->slh, when, a.pointer, b.pointer);
    if (a.kind == VALUE_NUMBER)
        a.number = term_ite(r->l->terms, when, a.number, b.number);
    return a;
}

static struct term *ghost_join(struct run *r, uint32_t cut, struct term when, struct term *a,
                               struct term *b)
{
    if (!a || !b || a == b)
        return a ? a : b;
    uint32_t n = r->l->rank_count[cut];
    struct term *both = ARENA_ARRAY(r->arena, struct term, n + 1);
    for (uint32_t i = 0; i < n; i++)
        both[i] = term_is(a[i]) && term_is(b[i]) ? term_ite(r->l->terms, when, a[i], b[i])
                                                 : TERM_NONE;
    return both;
}

static bool has_load(const struct state *s, const struct state_load *l)
{
    for (unsigned i = 0; i < s->load_count; i++)
        if (s->loads[i].heap.id == l->heap.id && s->loads[i].from.id == l->from.id &&
            s->loads[i].next.id == l->next.id)
            return true;
    return false;
}

static void loads_join(struct state *s, const struct state *more)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < s->load_count; i++)
        if (has_load(more, &s->loads[i]))
            s->loads[kept++] = s->loads[i];
    s->load_count = kept;
}

static void state_join(struct run *r, struct state *s, const struct state *more)
{
    struct term when = more->guard;
    loads_join(s, more);
    for (size_t i = 0; i < r->l->f->instructions.count; i++)
        s->values[i] = value_join(r, when, more->values[i], s->values[i]);
    for (uint32_t c = 0; c < r->l->cuts.list.count; c++)
        s->ghosts[c] = ghost_join(r, c, when, more->ghosts[c], s->ghosts[c]);
    s->heap = slh_heap_if(r->slh, when, more->heap, s->heap);
    s->guard = term_or(r->l->terms, s->guard, when);
    if (more->nexts > s->nexts)
        s->nexts = more->nexts;
    if (more->fresh > s->fresh)
        s->fresh = more->fresh;
}

static void arrive(struct travel *t, struct piece to, struct state *s)
{
    if (term_is_false(t->r->l->terms, s->guard))
        return;
    struct state **place = &t->arrived[piece_index(t, to)];
    if (*place)
        state_join(t->r, *place, s);
    else
        *place = s;
}

/* --- edges --- */

static const struct instruction *instruction_at(const struct function *f, uint32_t block,
                                                size_t position)
{
    return &f->instructions.data[f->blocks.data[block].instructions.data[position]];
}

/* All PHIs of a block take their values at once. */
static void take_phis(struct run *r, const struct state *from, uint32_t edge, uint32_t block,
                      struct state *to)
{
    const struct function *f = r->l->f;
    const struct block *b = &f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct instruction *phi = instruction_at(f, block, i);
        if (phi->op != OP_PHI)
            break;
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(f, phi, k + 1).id == edge)
                to->values[b->instructions.data[i]] =
                    run_value(r, from, instruction_operand(f, phi, k));
    }
}

static void follow_edge(struct travel *t, struct piece from, const struct state *s,
                        uint32_t block, struct term when)
{
    struct run *r = t->r;
    if (!from.pass && !start_cut(r)->prefix[block])
        return;
    struct state *next = state_copy(r, s);
    next->guard = term_and(r->l->terms, s->guard, when);
    take_phis(r, s, from.block, block, next);
    arrive(t, (struct piece){block, 0, from.pass}, next);
}

static void leave_block(struct travel *t, struct piece p, struct state *s)
{
    struct run *r = t->r;
    const struct function *f = r->l->f;
    const struct block *b = &f->blocks.data[p.block];
    uint32_t id = VECTOR_LAST(&b->instructions);
    const struct instruction *in = &f->instructions.data[id];
    struct term always = term_bool(r->l->terms, true);
    if (in->op == OP_JUMP)
        follow_edge(t, p, s, in->target[0], always);
    if (in->op != OP_BRANCH)
        return;
    struct lists_value c = run_value(r, s, instruction_operand(f, in, 0));
    if (c.kind != VALUE_NUMBER) {
        run_give_up(r, s, id, "a branch on something that is not covered");
        return;
    }
    follow_edge(t, p, s, in->target[0], c.number);
    follow_edge(t, p, s, in->target[1], term_not(r->l->terms, c.number));
}

/* --- cut points --- */

static void keep_ranks(struct run *r, uint32_t cut, struct state *s)
{
    uint32_t n = r->l->rank_count[cut];
    s->ghosts[cut] = ARENA_ARRAY(r->arena, struct term, n + 1);
    for (uint32_t i = 0; i < n; i++)
        s->ghosts[cut][i] = rank_term(r, s, &r->l->cuts.list.data[cut], &r->l->ranks[cut][i]);
}

static void reach_cut(struct travel *t, struct piece p, struct state *s)
{
    struct run *r = t->r;
    uint32_t cut = r->l->cuts.cut_of[p.block];
    struct state *after = state_copy(r, s);
    if (!p.pass) {
        keep_ranks(r, cut, after);
        r->begin = state_copy(r, after); /* the run goes on in the other one */
    } else {
        bool inside = r->start != UINT32_MAX &&
                      loop_contains(&r->l->cuts.forest, r->l->cuts.list.data[cut].loop,
                                    start_cut(r)->block);
        VECTOR_PUSH(&r->arrivals, (struct arrival){cut, inside, p.pass, s});
        if (p.pass >= r->unwind)
            return;
        keep_ranks(r, cut, after);
    }
    arrive(t, (struct piece){p.block, 1, p.pass + 1}, after);
}

static void run_piece(struct travel *t, struct piece p)
{
    struct run *r = t->r;
    struct state *s = t->arrived[piece_index(t, p)];
    if (!s)
        return;
    const struct block *b = &r->l->f->blocks.data[p.block];
    uint32_t cut = r->l->cuts.cut_of[p.block];
    size_t from = 0, to = b->instructions.count - 1;
    if (cut != UINT32_MAX && p.part == 0)
        to = r->l->cuts.list.data[cut].after;
    if (cut != UINT32_MAX && p.part == 1)
        from = r->l->cuts.list.data[cut].after;
    r->assuming = !p.pass;
    for (size_t i = from; i < to; i++)
        if (instruction_at(r->l->f, p.block, i)->op != OP_PHI)
            run_step(r, s, b->instructions.data[i]);
    if (ends_at_cut(r, p))
        reach_cut(t, p, s);
    else
        leave_block(t, p, s);
}

/* --- where it begins --- */

static const char *value_name(const struct run *r, uint32_t id)
{
    return arena_format(r->arena, "v%u", id);
}

/* Any value of its type. */
static struct lists_value any_value(struct run *r, uint32_t id)
{
    struct terms *t = r->l->terms;
    struct type type = r->l->f->instructions.data[id].type;
    const char *name = value_name(r, id);
    const struct crossing *c = &r->l->crossings[id];
    if (c->unsupported)
        return (struct lists_value){.kind = VALUE_UNSUPPORTED};
    if (type.kind == TYPE_POINTER)
        return (struct lists_value){.kind = VALUE_POINTER,
                                    .pointer = slh_variable(r->slh, name, r->l->junk),
                                    .offset = c->offset};
    if (type.kind != TYPE_INT || type.width > 64)
        return (struct lists_value){.kind = VALUE_UNSUPPORTED};
    struct sort sort = type.width == 1 ? sort_bool(t) : sort_bv(t, type.width);
    return (struct lists_value){.kind = VALUE_NUMBER, .number = term_fresh(t, sort, name)};
}

bool run_carries(const struct lists *l, const struct cut *c, uint32_t id)
{
    const struct instruction *in = &l->f->instructions.data[id];
    bool phi = in->op == OP_PHI && in->block == c->header;
    return phi || value_set_has(l->live->before[c->header], id);
}

static void any_values(struct run *r, struct state *s)
{
    for (uint32_t id = 0; id < r->l->f->instructions.count; id++)
        if (run_carries(r->l, start_cut(r), id))
            s->values[id] = any_value(r, id);
}

static bool cross(struct crossing *c, const struct lists_value *v)
{
    struct crossing old = *c;
    if (v->kind == VALUE_UNSUPPORTED)
        c->unsupported = true;
    if (v->kind == VALUE_POINTER && c->known && v->offset != c->offset)
        c->unsupported = true;
    if (v->kind == VALUE_POINTER && !c->known)
        c->offset = v->offset;
    c->known = true;
    return c->unsupported != old.unsupported || c->offset != old.offset;
}

bool run_cross(struct run *r)
{
    bool changed = false;
    for (size_t a = 0; a < r->arrivals.count; a++) {
        const struct cut *c = &r->l->cuts.list.data[r->arrivals.data[a].cut];
        for (uint32_t id = 0; id < r->l->f->instructions.count; id++)
            if (run_carries(r->l, c, id))
                changed |=
                    cross(&r->l->crossings[id], &r->arrivals.data[a].state->values[id]);
    }
    return changed;
}

static void any_ghosts(struct run *r, struct state *s)
{
    struct terms *t = r->l->terms;
    for (uint32_t c = 0; c < r->l->cuts.list.count; c++) {
        const struct cut *cut = &r->l->cuts.list.data[c];
        if (c == r->start ||
            !loop_contains(&r->l->cuts.forest, cut->loop, start_cut(r)->header))
            continue;
        s->ghosts[c] = ARENA_ARRAY(r->arena, struct term, r->l->rank_count[c] + 1);
        for (uint32_t i = 0; i < r->l->rank_count[c]; i++)
            s->ghosts[c][i] = term_fresh(t, sort_bv(t, 64), "rank");
    }
}

static struct state *first_state(struct run *r)
{
    struct state *s = ARENA_NEW(r->arena, struct state);
    s->guard = term_bool(r->l->terms, true);
    s->values = ARENA_ARRAY(r->arena, struct lists_value, r->l->f->instructions.count + 1);
    s->ghosts = ARENA_ARRAY(r->arena, struct term *, r->l->cuts.list.count + 1);
    s->heap = slh_base(r->slh, r->start == UINT32_MAX ? SLH_PROPER : r->l->junk);
    if (r->start == UINT32_MAX)
        return s;
    any_values(r, s);
    any_ghosts(r, s);
    return s;
}

void run_from(struct lists *l, uint32_t start, unsigned unwind, struct run *r)
{
    *r = (struct run){.l = l,
                      .slh = slh_new(l->terms),
                      .start = start,
                      .unwind = unwind,
                      .arena = &l->arena};
    r->fields = ARENA_ARRAY(r->arena, unsigned, l->layout.count + 1);
    for (unsigned m = 0; m < l->layout.count; m++)
        r->fields[m] = slh_field(r->slh, l->layout.members[m].width,
                                 l->layout.members[m].is_signed ? SLH_SIGNED : SLH_UNSIGNED);
    if (l->frees)
        r->freed = slh_field(r->slh, 1, SLH_UNSIGNED);
    if (l->frees && start == UINT32_MAX)
        slh_field_zero(r->slh, r->freed);
    struct travel t = {.r = r};
    size_t pieces = l->f->blocks.count * 2 * (unwind + 2);
    t.arrived = ARENA_ARRAY(r->arena, struct state *, pieces);
    t.seen = ARENA_ARRAY(r->arena, bool, pieces);
    struct piece first = {start == UINT32_MAX ? 0 : start_cut(r)->header, 0,
                          start == UINT32_MAX ? 1 : 0};
    visit(&t, first);
    t.arrived[piece_index(&t, first)] = first_state(r);
    if (start == UINT32_MAX)
        r->begin = t.arrived[piece_index(&t, first)];
    for (size_t i = t.order.count; i-- > 0;)
        run_piece(&t, t.order.data[i]);
    VECTOR_RELEASE(&t.order);
}

void run_release(struct run *r)
{
    VECTOR_RELEASE(&r->obligations);
    VECTOR_RELEASE(&r->arrivals);
    slh_free(r->slh);
}
