/* Paths of the checker: conditions, joins, obligations. */
#include "check/check_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct step *step_and(struct checker *c, const struct step *s, struct term literal)
{
    LAW(term_is(literal) && sort_kind(c->terms, term_sort(c->terms, literal)) == SORT_BOOL);
    struct term all = s ? term_and(c->terms, s->all, literal) : literal;
    if (s && term_same(all, s->all))
        return s;
    struct step *next = ARENA_NEW(&c->arena, struct step);
    LAW(!next->up || next->depth == next->up->depth + 1);
    *next = (struct step){s, literal, all, s ? s->depth + 1 : 0};
    return next;
}

bool check_over(struct checker *c)
{
    if (c->failed)
        return true;
    if (++c->executed % 64 == 0) {
        struct timespec t;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        if ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec > c->until)
            c->failed = CHECK_OUT_OF_TIME;
    }
    return c->failed != NULL;
}

void check_assume(struct checker *c, struct term condition)
{
    if (!c->now)
        return;
    c->now = step_and(c, c->now, condition);
    if (term_is_false(c->terms, c->now->all))
        c->now = NULL;
}

void check_duty(struct checker *c, enum duty_kind kind, struct activation *a,
                uint32_t instruction, struct term bad, const char *what)
{
    LAW(sort_kind(c->terms, term_sort(c->terms, bad)) == SORT_BOOL);
    LAW(instruction < a->f->instructions.count);
    if (term_is_false(c->terms, bad))
        return;
    VECTOR_PUSH(&c->duties, (struct duty){kind, bad, a->function, instruction, what});
}

void check_claim(struct checker *c, struct activation *a, uint32_t instruction,
                 enum violation kind, struct term good)
{
    LAW(kind < VIOLATION_COUNT);
    if (!c->now || !(c->certificate->violations & VIOLATION_BIT(kind)))
        return;
    if (c->assuming)
        check_assume(c, good);
    else
        check_duty(c, DUTY_VIOLATION, a, instruction,
                   term_and(c->terms, c->now->all, term_not(c->terms, good)),
                   violation_name(kind));
}

void check_uncovered(struct checker *c, struct activation *a, uint32_t instruction,
                     struct term when, const char *what)
{
    if (c->now)
        check_duty(c, DUTY_COVERED, a, instruction, term_and(c->terms, c->now->all, when),
                   what);
}

static void exclude(struct checker *c, struct activation *a, uint32_t instruction,
                    struct term when, const char *what)
{
    if (!c->now || term_is_false(c->terms, when))
        return;
    check_uncovered(c, a, instruction, when, what);
    check_assume(c, term_not(c->terms, when));
}

void check_known_pointer(struct checker *c, struct activation *a, uint32_t id, struct datum p)
{
    exclude(c, a, id, view_is_wild(&c->view, p),
            "the use of a pointer that comes from outside");
}

void check_known_sign(struct checker *c, struct activation *a, uint32_t id, struct term x)
{
    exclude(c, a, id, term_1(c->terms, TERM_FP_IS_NAN, x), "the sign of a NaN");
}

void visits_cut(visits *v, size_t count)
{
    while (v->count > count)
        free(VECTOR_POP(v).values);
    LAW(v->count <= count);
}

/* --- joins --- */

static const struct step *common(const struct step *x, const struct step *y)
{
    while (x != y) {
        LAW(x && y); /* all paths begin at one step */
        if (x->depth >= y->depth)
            x = x->up;
        else
            y = y->up;
    }
    return x;
}

static struct term beyond(struct checker *c, const struct step *s, const struct step *start)
{
    LAW(start || s);
    struct term t = term_bool(c->terms, true);
    for (; s != start; s = s->up)
        t = term_and(c->terms, s->literal, t);
    return t;
}

bool check_join(struct checker *c, visits *list, size_t values, struct datum **joined)
{
    c->now = NULL;
    if (!list->count)
        return false;
    struct visit all = list->data[0];
    LAW(all.when);
    for (size_t i = 1; i < list->count; i++) {
        const struct visit *v = &list->data[i];
        const struct step *both = common(all.when, v->when);
        struct term first = beyond(c, all.when, both), second = beyond(c, v->when, both);
        all.memory = view_merge(&c->view, first, all.memory, v->memory);
        for (size_t k = 0; k < values; k++) {
            struct datum *x = &all.values[k];
            if (x->kind == DATUM_NONE || v->values[k].kind == DATUM_NONE)
                *x = (struct datum){0}; /* not defined on every path: nothing may use it */
            else
                *x = datum_ite(&c->view, first, *x, v->values[k]);
        }
        free(v->values);
        all.when = step_and(c, both, term_or(c->terms, first, second));
    }
    LAW(!list->count || all.when);
    VECTOR_CLEAR(list);
    *joined = all.values;
    c->state = all.memory;
    c->now = term_is_false(c->terms, all.when->all) ? NULL : all.when;
    return c->now != NULL;
}

/* Only values whose definition dominates the block can be used from there on. */
bool check_enter(struct checker *c, struct activation *a, uint32_t block)
{
    LAW(block < a->f->blocks.count);
    visits *in = &a->waiting[block];
    size_t n = a->f->instructions.count;
    if (in->count > 1)
        for (size_t k = 0; k < n; k++) {
            uint32_t at = a->f->instructions.data[k].block;
            if (at != UINT32_MAX && dominates(&a->outline->dominators, at, block))
                continue;
            for (size_t i = 0; i < in->count; i++)
                in->data[i].values[k] = (struct datum){0};
        }
    struct datum *joined = NULL;
    bool alive = check_join(c, in, n, &joined);
    if (!joined)
        return false;
    free(a->values);
    a->values = joined;
    return alive;
}

/* --- edges --- */

static void pass_phis(struct checker *c, struct activation *a, uint32_t from, uint32_t to,
                      struct datum *values)
{
    LAW(from < a->f->blocks.count && to < a->f->blocks.count);
    const struct block *b = &a->f->blocks.data[to];
    for (uint32_t i = 0; i < check_phis(a->f, to); i++) {
        const struct instruction *phi = &a->f->instructions.data[b->instructions.data[i]];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2) {
            if (instruction_operand(a->f, phi, k + 1).id != from)
                continue;
            values[b->instructions.data[i]] = check_operand(c, a, phi, k);
            break;
        }
    }
}

void check_leave(struct checker *c, struct activation *a, uint32_t from, uint32_t to,
                 struct term condition)
{
    LAW(c->now);
    LAW(to < a->f->blocks.count);
    const struct step *when = step_and(c, c->now, condition);
    if (term_is_false(c->terms, when->all))
        return;
    const struct loop_forest *loops = &a->outline->loops;
    if (c->closed == a && loop_contains(loops, c->closed_loop, from) &&
        !loop_contains(loops, c->closed_loop, to))
        return;
    size_t bytes = a->f->instructions.count * sizeof *a->values;
    struct visit v = {when, view_share(&c->view, &c->state), malloc(bytes + 1)};
    memcpy(v.values, a->values, bytes);
    check_ghosts_pass(c, a, from, to, &v.memory);
    pass_phis(c, a, from, to, v.values);
    VECTOR_PUSH(&a->waiting[to], v);
}
