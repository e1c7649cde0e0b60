/* States that loops pass through, drawn from models: some where a loop is entered, and from
 * each of these some steps on. Small numbers are tried first. */
#ifndef ENGINE_KIKI_STATES_H
#define ENGINE_KIKI_STATES_H
#include "domain/domain.h"
#include "domain/strategy/strategy.h"

enum { STATE_VIEWS = 12, MOST_STATES = 160 };
struct loop_states {
    variables views;
    unsigned count;
    uint64_t value[MOST_STATES][STATE_VIEWS];
};
/* Law: states satisfy `known` and the solver's axioms; whether they are reached depends on
 * what is known of the loops before them and inside. */
struct drawn_states {
    struct terms *terms;
    struct solver *solver;
    const struct cut_model *model;
    const struct strategy_options *options;
    term_list known;           /* what holds: rows, relations found */
    struct loop_states *loops; /* per loop of the model */
    uint64_t random;
    double until;             /* CPU time */
    double seconds_per_query; /* CPU time */
};
/* The solver has the formula's axioms; the rows are invariants. */
void drawn_init(struct drawn_states *, struct solver *, const struct cut_model *,
                const rows *known, const struct strategy_options *, double seconds);
void drawn_release(struct drawn_states *);
bool drawn_out_of_time(const struct drawn_states *);
/* The known facts and these terms. */
enum answer drawn_ask(struct drawn_states *, const struct term *also, size_t count);
/* So many entries of a loop that is cut at its head, and so many steps from each. */
void drawn_see(struct drawn_states *, uint32_t loop, unsigned entries, unsigned steps);

#endif
