/* Obligations: states from which something bad is reached must not be in a frame. Each is
 * excluded with as many others as can be had: by what the program's own conditions say of it,
 * else by what it looks like. A state that is reached from states of the frame before hands
 * the question on to one of them.
 *
 * REACHED is no error yet: states leave out what their loops do not change, and with several
 * heads states were looked at one by one. It means that this way leads nowhere. */
#include "engine/pdr/pdr_internal.h"

enum {
    MOST_CONFLICTS_OF_A_DROP = 2000,
    MOST_LEARNT = 80,
    MOST_WAYS = 3,
    MOST_DROPS = 60,
    MOST_TRIES = 6,
    MOST_DEPTH = 2
};

static void copy_cube(const cube *from, cube *to)
{
    VECTOR_CLEAR(to);
    for (size_t i = 0; i < from->count; i++)
        VECTOR_PUSH(to, from->data[i]);
}

static void copy_without(const cube *from, size_t left_out, cube *to)
{
    LAW(left_out < from->count);
    VECTOR_CLEAR(to);
    for (size_t i = 0; i < from->count; i++)
        if (i != left_out)
            VECTOR_PUSH(to, from->data[i]);
}

/* Leaves out literals, those of the highest rank first, while no step leads to the cube. */
static void drop_literals(struct pdr *p, uint32_t place, uint32_t level, cube *c)
{
    struct map needed = {0};
    cube less = {0};
    unsigned drops = 0;
    for (size_t i = c->count; i-- > 0 && !pdr_is_over(p) && drops < MOST_DROPS;) {
        if (i >= c->count)
            continue;
        if (map_has(&needed, c->data[i].head.id))
            continue;
        struct term head = c->data[i].head;
        copy_without(c, i, &less);
        drops++;
        if (frame_step(p, place, level, &less, MOST_CONFLICTS_OF_A_DROP) == ANSWER_UNSAT) {
            copy_cube(&less, c);
            if (i > c->count)
                i = c->count;
        } else {
            map_set(&needed, head.id, 1);
        }
    }
    map_release(&needed);
    VECTOR_RELEASE(&less);
}

/* The cube with another literal in that place, if no step leads to it. */
static bool replace(struct pdr *p, uint32_t place, uint32_t level, cube *c, size_t at,
                    const struct literal *by)
{
    LAW(at < c->count && by->rank == RANK_BOUND);
    cube other = {0};
    copy_cube(c, &other);
    other.data[at] = *by;
    bool good = frame_step(p, place, level, &other, MOST_CONFLICTS_OF_A_DROP) == ANSWER_UNSAT;
    if (good)
        c->data[at] = *by;
    VECTOR_RELEASE(&other);
    return good;
}

/* A bound instead of a value, where that is enough; one by a constant of the program is
 * better still. */
static void weaken_literal(struct pdr *p, uint32_t place, uint32_t level, cube *c, size_t at)
{
    struct literal value = c->data[at], other;
    LAW(value.rank == RANK_BOUND && term_is(value.value));
    for (enum bound b = 0; b < BOUNDS; b++) {
        if (!literal_bound(p, place, &value, b, &other) ||
            !replace(p, place, level, c, at, &other))
            continue;
        bool done = literal_bound_further(p, place, &value, b, true, &other) &&
                    replace(p, place, level, c, at, &other);
        if (!done && literal_bound_further(p, place, &value, b, false, &other))
            replace(p, place, level, c, at, &other);
        return;
    }
}

static void weaken_values(struct pdr *p, uint32_t place, uint32_t level, cube *c)
{
    for (size_t i = 0; i < c->count && !pdr_is_over(p); i++)
        if (term_is(c->data[i].x))
            weaken_literal(p, place, level, c, i);
}

/* What the clause was learnt from becomes part of the pool. */
static void learn_predicates(struct pdr *p, uint32_t place, const cube *c)
{
    for (size_t i = 0; i < c->count; i++) {
        enum rank rank = c->data[i].rank;
        bool room = p->places.data[place].learnt < MOST_LEARNT;
        if (rank == RANK_PROGRAM || rank == RANK_PAIR)
            continue;
        p->refinements++;
        if (room && rank != RANK_LEARNT)
            place_add_predicate(p, place, c->data[i].head, RANK_LEARNT);
    }
}

static void exclude(struct pdr *p, uint32_t place, uint32_t level, cube *c)
{
    uint32_t last = (uint32_t)p->levels.count - 1;
    LAW(level && level <= last);
    drop_literals(p, place, level, c);
    weaken_values(p, place, level, c);
    cube further = {0};
    for (; level < last; level++) {
        copy_cube(c, &further);
        if (frame_step(p, place, level + 1, &further, MOST_CONFLICTS_OF_A_DROP) !=
            ANSWER_UNSAT)
            break;
    }
    VECTOR_RELEASE(&further);
    learn_predicates(p, place, c);
    frame_add_clause(p, place, level, c);
}

/* After SAT: the states that the run passes, the last one first. */
static void read_states(struct pdr *p, const uint32_t *passed, size_t count, states *out)
{
    for (size_t i = 0; i < count && out->count < MOST_WAYS; i++) {
        LAW(passed[i] < p->places.count);
        const struct cut_loop *l = &p->model->loops.data[p->places.data[passed[i]].loop];
        struct state s;
        if (!solver_true(p->solver, l->entered))
            continue;
        state_read(p, passed[i], &s);
        VECTOR_PUSH(out, s);
    }
}

static void exclude_state(struct pdr *p, struct state *s, uint32_t level, cube *last,
                          unsigned depth);

/* After SAT: is one of the states that the run passes easily excluded? Then it is. */
static bool exclude_passed(struct pdr *p, uint32_t place, uint32_t level, unsigned depth)
{
    LAW(level && depth < MOST_DEPTH);
    const struct head *at = &p->places.data[place];
    states passed = {0};
    bool done = false;
    if (level > 1)
        read_states(p, at->before.data, at->before.count, &passed);
    for (size_t i = 0; i < passed.count && !done; i++) {
        cube c = {0};
        struct state *s = &passed.data[i];
        LAW(s->place < p->places.count);
        state_values(p, s, &c);
        done =
            frame_step(p, s->place, level - 1, &c, MOST_CONFLICTS_OF_A_DROP) == ANSWER_UNSAT;
        if (done)
            exclude_state(p, s, level - 1, &c, depth + 1);
        VECTOR_RELEASE(&c);
    }
    states_release(&passed);
    return done;
}

/* Does no step lead to the cube? States from which one does are excluded if that is easy
 * (Hassan, Bradley and Somenzi 2013). */
static bool is_closed(struct pdr *p, uint32_t place, uint32_t level, cube *c, unsigned depth)
{
    for (unsigned tries = 0; tries <= MOST_TRIES && !pdr_is_over(p); tries++) {
        enum answer a = frame_step(p, place, level, c, MOST_CONFLICTS_OF_A_DROP);
        if (a != ANSWER_SAT)
            return a == ANSWER_UNSAT;
        if (depth >= MOST_DEPTH || !exclude_passed(p, place, level, depth))
            return false;
    }
    return false;
}

/* A core among the literals up to a rank; false: they are not enough. */
static bool find_core(struct pdr *p, struct state *s, uint32_t level, const cube *all,
                      enum rank most, cube *out, unsigned depth)
{
    VECTOR_CLEAR(out);
    for (size_t i = 0; i < all->count; i++)
        if (all->data[i].rank <= most)
            VECTOR_PUSH(out, all->data[i]);
    return is_closed(p, s->place, level, out, most < RANK_BOUND ? depth : MOST_DEPTH);
}

/* No step leads to the state, by the values in `last`. */
static void exclude_state(struct pdr *p, struct state *s, uint32_t level, cube *last,
                          unsigned depth)
{
    LAW(level && depth <= MOST_DEPTH);
    static const enum rank layers[] = {RANK_PROGRAM, RANK_PAIR, RANK_BOUND, RANK_BIT};
    cube all = {0}, core = {0};
    bool found = false;
    state_literals(p, s, &all);
    for (size_t i = 0; i < sizeof layers / sizeof *layers && !found; i++)
        found = find_core(p, s, level, &all, layers[i], &core, depth);
    exclude(p, s->place, level, found ? &core : last);
    VECTOR_RELEASE(&all);
    VECTOR_RELEASE(&core);
}

static enum blocked block(struct pdr *p, struct state *s, uint32_t level);

static enum blocked block_one(struct pdr *p, states *all, uint32_t level)
{
    for (size_t i = 0; i < all->count; i++) {
        enum blocked b = block(p, &all->data[i], level);
        if (b != REACHED)
            return b;
    }
    return REACHED;
}

static enum blocked block(struct pdr *p, struct state *s, uint32_t level)
{
    LAW(level);
    const struct head *place = &p->places.data[s->place];
    enum blocked result = BLOCKED;
    cube c = {0};
    p->obligations++;
    for (bool more = true; more;) {
        if (pdr_is_over(p)) {
            result = GAVE_UP;
            break;
        }
        VECTOR_CLEAR(&c);
        state_values(p, s, &c);
        enum answer a = frame_step(p, s->place, level, &c, 0);
        if (a == ANSWER_UNSAT)
            exclude_state(p, s, level, &c, 0);
        if (a != ANSWER_SAT) {
            result = a == ANSWER_UNSAT ? BLOCKED : GAVE_UP;
            break;
        }
        states passed = {0};
        if (level > 1)
            read_states(p, place->before.data, place->before.count, &passed);
        result = passed.count ? block_one(p, &passed, level - 1) : REACHED;
        more = result == BLOCKED;
        states_release(&passed);
    }
    VECTOR_RELEASE(&c);
    return result;
}

enum blocked pdr_block_one(struct pdr *p, const place_list *passed, uint32_t level)
{
    LAW(level && level < p->levels.count);
    states all = {0};
    read_states(p, passed->data, passed->count, &all);
    enum blocked b = block_one(p, &all, level);
    states_release(&all);
    return b;
}
