/* Frames: clauses by level, and the questions about them. */
#include "engine/pdr/pdr_internal.h"

#include "base/clock.h"

enum { MOST_REFINEMENTS = 200 };

bool pdr_is_over(const struct pdr *p)
{
    if (p->refinements > MOST_REFINEMENTS)
        return true; /* it lists states one by one */
    return (p->task->stop && *p->task->stop) || cpu_now() > p->until;
}

static const struct cut_loop *loop_of(const struct pdr *p, uint32_t place)
{
    LAW(place < p->places.count);
    return &p->model->loops.data[p->places.data[place].loop];
}

/* States at heads are those of the frame; frame 0 has none. */
static void assume_frame(struct pdr *p, uint32_t level, term_list *out)
{
    LAW(level < p->levels.count);
    for (size_t i = level; i < p->levels.count && level; i++)
        VECTOR_PUSH(out, p->levels.data[i]);
    for (uint32_t i = 0; i < p->places.count && !level; i++)
        VECTOR_PUSH(out, term_not(p->terms, loop_of(p, i)->entered));
}

static struct solver_limits limits_of(const struct pdr *p, int64_t conflicts)
{
    double left = p->until - cpu_now();
    return (struct solver_limits){.seconds = left > 0.001 ? left : 0.001,
                                  .conflicts = conflicts,
                                  .stop = p->task->stop};
}

static void keep_core(struct pdr *p, cube *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (solver_failed(p->solver, c->data[i].next))
            c->data[kept++] = c->data[i];
    c->count = kept;
    LAW(is_by_rank(c));
}

enum answer frame_step(struct pdr *p, uint32_t place, uint32_t level, cube *c,
                       int64_t conflicts)
{
    LAW(level && level <= p->levels.count);
    term_list assumed = {0}, outside = {0};
    struct solver_limits limits = limits_of(p, conflicts);
    assume_frame(p, level - 1, &assumed);
    VECTOR_PUSH(&assumed, p->places.data[place].step);
    VECTOR_PUSH(&outside, term_not(p->terms, loop_of(p, place)->entered));
    for (size_t i = 0; i < c->count; i++) {
        VECTOR_PUSH(&assumed, c->data[i].next);
        VECTOR_PUSH(&outside, term_not(p->terms, c->data[i].head));
    }
    p->questions++;
    enum answer a = solver_solve_clause(p->solver, assumed.data, assumed.count, outside.data,
                                        outside.count, &limits);
    if (a == ANSWER_UNSAT)
        keep_core(p, c);
    VECTOR_RELEASE(&assumed);
    VECTOR_RELEASE(&outside);
    return a;
}

enum answer frame_ask(struct pdr *p, uint32_t level, struct term t)
{
    LAW(sort_kind(p->terms, term_sort(p->terms, t)) == SORT_BOOL);
    term_list assumed = {0};
    struct solver_limits limits = limits_of(p, 0);
    assume_frame(p, level, &assumed);
    VECTOR_PUSH(&assumed, t);
    p->questions++;
    enum answer a = solver_solve_under(p->solver, assumed.data, assumed.count, &limits);
    VECTOR_RELEASE(&assumed);
    return a;
}

static void assert_at(struct pdr *p, const struct clause *c)
{
    LAW(c->level && c->level < p->levels.count && !c->dropped);
    term_list clause = {0};
    VECTOR_PUSH(&clause, term_not(p->terms, p->levels.data[c->level]));
    VECTOR_PUSH(&clause, term_not(p->terms, loop_of(p, c->place)->entered));
    for (size_t i = 0; i < c->cube.count; i++)
        VECTOR_PUSH(&clause, term_not(p->terms, c->cube.data[i].head));
    solver_assert_clause(p->solver, clause.data, clause.count);
    VECTOR_RELEASE(&clause);
}

static bool has_literal(const cube *c, struct term head)
{
    for (size_t i = 0; i < c->count; i++)
        if (term_same(c->data[i].head, head))
            return true;
    return false;
}

/* All literals of the first are in the second: it excludes more. */
static bool says_more(const cube *first, const cube *second)
{
    for (size_t i = 0; i < first->count; i++)
        if (!has_literal(second, first->data[i].head))
            return false;
    return true;
}

void frame_add_clause(struct pdr *p, uint32_t place, uint32_t level, const cube *c)
{
    LAW(place < p->places.count);
    LAW(level && level < p->levels.count);
    struct clause made = {.place = place, .level = level};
    for (size_t i = 0; i < p->clauses.count; i++) {
        struct clause *old = &p->clauses.data[i];
        if (old->place == place && old->level <= level && says_more(c, &old->cube))
            old->dropped = true;
    }
    for (size_t i = 0; i < c->count; i++)
        VECTOR_PUSH(&made.cube, c->data[i]);
    assert_at(p, &made);
    VECTOR_PUSH(&p->clauses, made);
}

void frames_grow(struct pdr *p)
{
    VECTOR_PUSH(&p->levels, term_fresh(p->terms, sort_bool(p->terms), "pdr.level"));
}

/* One level on, if the next frame keeps it; false: time is over. */
static bool push_clause(struct pdr *p, struct clause *c)
{
    LAW(!c->dropped && c->level + 1 < p->levels.count);
    cube core = {0};
    for (size_t i = 0; i < c->cube.count; i++)
        VECTOR_PUSH(&core, c->cube.data[i]);
    enum answer a = frame_step(p, c->place, c->level + 1, &core, 0);
    VECTOR_RELEASE(&core);
    if (a == ANSWER_UNSAT) {
        c->level++;
        assert_at(p, c);
    }
    return a != ANSWER_UNKNOWN;
}

static bool has_own(const struct pdr *p, uint32_t level)
{
    for (size_t i = 0; i < p->clauses.count; i++)
        if (!p->clauses.data[i].dropped && p->clauses.data[i].level == level)
            return true;
    return false;
}

uint32_t frames_push(struct pdr *p)
{
    LAW(p->levels.count > 1);
    for (uint32_t level = 1; level + 1 < p->levels.count; level++) {
        for (size_t i = 0; i < p->clauses.count; i++) {
            struct clause *c = &p->clauses.data[i];
            if (c->dropped || c->level != level)
                continue;
            if (!push_clause(p, c) || pdr_is_over(p))
                return 0;
        }
        if (!has_own(p, level))
            return level;
    }
    return 0;
}
