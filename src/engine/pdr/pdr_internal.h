/* Inside property-directed reachability: heads of loops, conditions over their states,
 * frames.
 *
 * A *place* is the head of a cut loop. One step of the abstract formula (formula/cut/cut.h, k
 * = 1) leads from states of the heads that a run passes to the state in which it arrives at a
 * head. Frame i over-approximates, for each place, the states that are reached in at most i
 * steps; frame 0 has none. A frame is a set of clauses; a clause excludes a cube, which is a
 * conjunction of literals over the state of one place. A clause of level i belongs to all
 * frames up to i. (Bradley 2011; several heads as in nonlinear Horn clauses.) */
#ifndef ENGINE_PDR_PDR_INTERNAL_H
#define ENGINE_PDR_PDR_INTERNAL_H
#include "base/map.h"
#include "domain/strategy/strategy.h"
#include "engine/engine.h"

/* How well a literal says why a state is not reached: those of lower rank are kept rather
 * than others. */
enum rank {
    RANK_PROGRAM,    /* conditions of the program, and constants that variables get */
    RANK_LEARNT,     /* literals of earlier clauses that were none of these */
    RANK_PAIR,       /* comparisons of two variables */
    RANK_BOUND,      /* bounds that one state shows */
    RANK_DIFFERENCE, /* differences that it shows */
    RANK_BIT,
    RANKS
};
/* A condition over the state of a place: at the head, and after a step that arrives there. */
struct literal {
    enum rank rank;
    struct term head, next;
    /* RANK_BOUND: an equation, or a bound, of this variable by this value; else none */
    struct term x, value;
};
typedef VECTOR(struct literal) cube;
static inline bool is_by_rank(const cube *c) /* a law of pools and of what states show */
{
    for (size_t i = 1; i < c->count; i++)
        if (c->data[i - 1].rank > c->data[i].rank)
            return false;
    return true;
}

struct head {
    uint32_t loop; /* of the model */
    variables variables;
    struct term step; /* a step arrives here: from outside, or over a back edge */
    /* head terms to what they are then; also memoises (term_substitute) */
    struct map to_next;
    struct map to_entry, to_post;
    cube predicates;         /* the pool: positive ones; by rank */
    struct map known;        /* head terms of the pool */
    uint32_t learnt;         /* how many of them are RANK_LEARNT */
    VECTOR(uint32_t) before; /* places that a step to here may pass, the last one first */
};
/* A state of a place, as a model shows it. */
struct state {
    uint32_t place;
    struct map values; /* head terms to constants; also memoises */
};
struct clause {
    uint32_t place, level;
    cube cube;
    bool dropped; /* another one says more */
};
typedef VECTOR(struct state) states;

struct pdr {
    const struct engine_task *task;
    const struct engine_host *host;
    struct terms *terms;
    struct formula *formula;
    struct cut_model *model;
    const rows *rows; /* invariants that are known */
    struct solver *solver;
    VECTOR(struct head) places;
    VECTOR(struct clause) clauses;
    VECTOR(struct term) levels; /* switches: on, the clauses of that level are in force */
    struct strategy_options options;
    double until; /* of CPU time */
    uint64_t questions, obligations;
    uint64_t refinements; /* literals of clauses that only states showed */
};

/* place.c */
void places_find(struct pdr *);
void places_release(struct pdr *);
/* The places whose heads a run in which `t` holds may have passed, the last one first. */
typedef VECTOR(uint32_t) place_list;
void places_before(const struct pdr *, struct term t, place_list *out);
struct literal place_literal(struct pdr *, uint32_t place, struct term head, enum rank);
/* After SAT: the state of a place whose head was passed. */
void state_read(struct pdr *, uint32_t place, struct state *out);
void states_release(states *);

/* predicate.c: fills the pools. */
void predicates_find(struct pdr *);
/* Is t a condition over the state of the place, and short? */
bool place_expresses(const struct pdr *, uint32_t place, struct term t);
void place_add_predicate(struct pdr *, uint32_t place, struct term head, enum rank);

/* phase.c: adds equations that states on one side of a condition have in common. */
void phases_find(struct pdr *);

/* literal.c */
enum bound { BOUND_MOST, BOUND_LEAST, BOUND_MOST_UNSIGNED, BOUND_LEAST_UNSIGNED, BOUNDS };
/* The bound that follows from a literal which says what a variable is; false: it says
 * nothing. */
bool literal_bound(struct pdr *, uint32_t place, const struct literal *, enum bound,
                   struct literal *out);
/* The same bound by a constant of the program further off: the next one, or the last one;
 * false: there is none. */
bool literal_bound_further(struct pdr *, uint32_t place, const struct literal *, enum bound,
                           bool last, struct literal *out);
/* What each variable is in the state. */
void state_values(struct pdr *, struct state *, cube *out);
/* The literals of the pool that hold in the state, and those that the state itself shows:
 * together they hold in no other state. By rank. */
void state_literals(struct pdr *, struct state *, cube *out);

/* frame.c */
bool pdr_is_over(const struct pdr *);
/* Asks for a step from frame `level` - 1 to a state of the cube, from outside of it; UNSAT
 * leaves a core in the cube (in the order of the cube). */
enum answer frame_step(struct pdr *, uint32_t place, uint32_t level, cube *,
                       int64_t conflicts);
/* Can t hold in a run through states of the frame? */
enum answer frame_ask(struct pdr *, uint32_t level, struct term t);
void frame_add_clause(struct pdr *, uint32_t place, uint32_t level, const cube *);
/* One more frame. */
void frames_grow(struct pdr *);
/* Moves clauses on; the least level that has none of its own then, or 0: each has some. */
uint32_t frames_push(struct pdr *);

/* block.c */
enum blocked { BLOCKED, REACHED /* perhaps: see there */, GAVE_UP };
/* Excludes one of the states that are passed where t holds, from the frame; after SAT of
 * frame_ask for it. */
enum blocked pdr_block_one(struct pdr *, const place_list *passed, uint32_t level);

/* tell.c: the clauses from a level on as rows of a domain. */
void pdr_rows(struct pdr *, uint32_t level, rows *out);

#endif
