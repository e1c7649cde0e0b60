/* The engine `danger`: errors many rounds deep that need their inputs chosen by the state,
 * such as "the next byte of the pattern, a million times".
 *
 * A danger invariant (L14 3808-3975) is a set of states, a strategy for the inputs that stays
 * in it, and a ranking that falls until an error is met. Here the ranking is the distance of
 * the conditions before an error (goal.c), strategies are templates (plan.c: what the program
 * compares an input with, in short cycles), and whether both fit is found by short runs, not
 * by a solver: in the end the strategy is run anyway, and that run is the evidence. */
#include "engine/danger/danger_internal.h"

#include "base/arena.h"
#include "base/clock.h"
#include "program/passes.h"
#include "property/property.h"

#include <stdio.h>

static const double MOST_SECONDS = 12;

/* Is there a loop that asks for numbers, or may call who does? */
static bool loop_asks(const struct function *f, struct arena *arena)
{
    struct dominators d;
    struct loop_forest loops;
    dominators_find(f, arena, &d);
    loops_find(f, &d, arena, &loops);
    for (size_t i = 0; loops.count && i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        bool asks = in->op == OP_CALL || (in->op == OP_INPUT && in->type.kind == TYPE_INT);
        if (asks && in->block != UINT32_MAX && loops.loop_of[in->block] != UINT32_MAX)
            return true;
    }
    return false;
}

static bool asks(const struct program *p)
{
    bool number = false, loop = false;
    struct arena arena;
    arena_init(&arena);
    for (size_t f = 0; f < p->functions.count; f++) {
        const struct function *function = &p->functions.data[f];
        if (!function->has_body)
            continue;
        for (size_t i = 0; !number && i < function->instructions.count; i++) {
            const struct instruction *in = &function->instructions.data[i];
            number =
                in->block != UINT32_MAX && in->op == OP_INPUT && in->type.kind == TYPE_INT;
        }
        loop = loop || loop_asks(function, &arena);
    }
    arena_release(&arena);
    return number && loop;
}

static bool suits(const struct engine_task *task)
{
    (void)task;
    return false; /* others begin: most errors are nearer */
}

static bool joins(const struct engine_task *task)
{
    return task->entry == task->program->entry && asks(task->program);
}

static void tell(const struct chase *c, const struct danger_goal *g, const danger_plans *list)
{
    char line[160];
    snprintf(line, sizeof line, "%s: %u conditions, %zu inputs, %zu plans",
             violation_name((enum violation)g->violation), g->count, c->sites.list.count,
             list->count);
    c->host->statistics(c->host->context, line);
    for (size_t i = 0; i < list->count; i++) {
        const struct plan *p = &list->data[i];
        snprintf(line, sizeof line,
                 "  conditions left: %u, nearer by %.3g for each input, %llu at most",
                 p->left, p->rate, (unsigned long long)p->step);
        c->host->statistics(c->host->context, line);
    }
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    if (!joins(task))
        return;
    bool limited = task->seconds > 0 && task->seconds < MOST_SECONDS;
    double seconds = limited ? task->seconds : MOST_SECONDS;
    danger_goals goals = {0};
    danger_goals_find(task->program, task->violations & ENGINE_SAFETY, &goals);
    struct chase c = {.task = task,
                      .host = host,
                      .sites = {.program = task->program},
                      .random = 0x9e3779b97f4a7c15u,
                      .until = cpu_now() + seconds};
    c.interp = interp_new(task->program);
    uint32_t found = 0;
    for (size_t i = 0; i < goals.count && cpu_now() < c.until; i++) {
        const struct danger_goal *g = &goals.data[i];
        danger_plans list = {0};
        if (found & VIOLATION_BIT(g->violation))
            continue;
        bool told = danger_plans_find(&c, g, &list);
        tell(&c, g, &list);
        if (told || danger_plans_follow(&c, g, &list))
            found |= VIOLATION_BIT(g->violation);
        danger_plans_release(&list);
    }
    interp_free(c.interp);
    input_sites_release(&c.sites);
    VECTOR_RELEASE(&goals);
}

const struct engine engine_danger = {
    .name = "danger",
    .summary = "runs whose inputs come ever nearer to an error, which refute and never prove",
    .violations = ENGINE_SAFETY,
    .by_default = true,
    .suits = suits,
    .joins = joins,
    .run = run,
};
