/* Inside the search for danger: how far a run is from an error, and what inputs lead there.
 *
 * A *goal* is an error, and the conditions that must hold on the way to it, in the order in
 * which a run meets them. The *measure* of a run is how many of them are left, and how far
 * the first of these is from holding. A *plan* says what each input gets, round by round.
 * None of this is relied on: what a plan leads to is seen by running it. */
#ifndef ENGINE_DANGER_DANGER_INTERNAL_H
#define ENGINE_DANGER_DANGER_INTERNAL_H
#include "base/map.h"
#include "engine/engine.h"

enum { MOST_LINKS = 16 };

/* When the instruction runs, the value shall be true, or false. */
struct danger_link {
    uint32_t function, instruction;
    struct value value;
    bool wanted;
};
struct danger_goal {
    uint32_t violation;
    struct danger_link links[MOST_LINKS];
    uint32_t count;
};
typedef VECTOR(struct danger_goal) danger_goals;

struct measure {
    uint32_t left;     /* links that do not hold, or were not come to */
    uint64_t distance; /* of the first of them; 0: it holds */
};
#define MEASURE_NONE ((struct measure){UINT32_MAX, UINT64_MAX})
static inline bool measure_less(struct measure a, struct measure b)
{
    return a.left < b.left || (a.left == b.left && a.distance < b.distance);
}

/* goal.c: the errors of these kinds (VIOLATION_BITs), the first ones of the program; whoever
 * asks releases them. */
void danger_goals_find(const struct program *, uint32_t violations, danger_goals *out);
/* How far the link is from holding, where its instruction is about to run; 0: it holds. */
uint64_t danger_distance(const struct program *, const struct interp *,
                         const struct danger_link *);

/* site.c: what an input may get */
enum candidate_kind { CANDIDATE_NUMBER, CANDIDATE_OPERAND };
struct candidate {
    enum candidate_kind kind;
    uint64_t number;      /* OPERAND: what is added */
    struct value operand; /* OPERAND: what the program compares the input with */
};
struct input_site {
    uint32_t function, instruction;
    VECTOR(struct candidate) candidates; /* never empty */
};
struct input_sites {
    const struct program *program;
    VECTOR(struct input_site) list;
    struct map index; /* (function, instruction) to site */
};
/* The site of an input, which is new the first time. */
uint32_t input_site_of(struct input_sites *, uint32_t function, uint32_t instruction);
uint64_t candidate_value(const struct interp *, const struct candidate *);
void input_sites_release(struct input_sites *);

/* plan.c */
enum { LONGEST_CYCLE = 3 };
/* What a site gets, over and over: candidates by number. */
struct cycle {
    uint32_t length, picks[LONGEST_CYCLE];
};
struct plan {
    VECTOR(struct cycle)
    cycles;        /* by site; sites that came later get their first candidate */
    uint32_t left; /* links that were left while it made progress */
    uint64_t step; /* the most by which the distance fell at once */
    double rate;   /* by how much it fell for each input */
};
typedef VECTOR(struct plan) danger_plans;
struct chase {
    const struct engine_task *task;
    const struct engine_host *host;
    struct interp *interp;
    struct input_sites sites;
    uint64_t random;
    double until; /* of CPU time */
};
/* Short runs with random plans: those that keep coming nearer, the fastest first. True: one
 * of the runs met an error of these kinds, which was told. */
bool danger_plans_find(struct chase *, const struct danger_goal *, danger_plans *out);
/* Long runs by these plans: the fastest that does not step over the goal. True as above. */
bool danger_plans_follow(struct chase *, const struct danger_goal *, const danger_plans *);
void danger_plans_release(danger_plans *);

#endif
