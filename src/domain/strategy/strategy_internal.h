/* Inside strategy iteration: what its files ask and change. */
#ifndef DOMAIN_STRATEGY_STRATEGY_INTERNAL_H
#define DOMAIN_STRATEGY_STRATEGY_INTERNAL_H
#include "domain/strategy/strategy.h"

enum { MOST_CONFLICTS = 2000 };

struct strategy_search {
    struct solver *solver;
    struct terms *terms;
    const struct cut_model *model;
    rows *rows;
    const struct strategy_options *options;
    double until;
    unsigned *raised;  /* how often each row was raised */
    bool *relations;   /* which rows are */
    int64_t conflicts; /* limit of one question; 0: none */
    bool gave_up;      /* a question met it */
    const bool *loose; /* rows whose bounds are not relied on for now; null: none */
};

bool search_over(const struct strategy_search *); /* time is, or it was stopped */
/* The guard of the state before that a row speaks of. */
struct term search_entered(const struct cut_model *, const struct row *);
const struct cut_loop *search_loop(const struct strategy_search *, const struct row *);
/* Under the rows as they are (one of them left out), some conditions, and one of a clause if
 * there is one. */
enum answer search_solve(struct strategy_search *, const struct row *except,
                         const struct term *conditions, size_t count,
                         const term_list *clause);
/* The condition that the row, as it is, is broken at entry or after the body. It is not an
 * echo. */
struct term search_broken(struct strategy_search *, const struct row *);
__int128 search_number(struct terms *, struct term value, enum row_kind);

/* strategy_bound.c */
bool row_is_relation(const struct row *);
/* Raises a bound that rose `times` times far enough, or gives it up. Rows that rise in turns
 * would follow each other step by step: from the third time on, a row is not searched under
 * the bounds of others that rise. */
void search_widen(struct strategy_search *, struct row *, unsigned times, const bool *rising);

#endif
