/* Program synthesis: finds loop-free programs that meet a specification for all inputs (L14,
 * chapter 6).
 *
 * `synth_run` runs the chosen searches in child processes and verifies what they propose; a
 * solution that it returns was proved right for all inputs at the full width. */
#ifndef SYNTH_SYNTH_H
#define SYNTH_SYNTH_H
#include "synth/spec/spec.h"

enum synth_status {
    SYNTH_FOUND,
    SYNTH_NONE /* no program at all can meet it */,
    SYNTH_UNKNOWN
};

enum search_choice {
    SEARCH_EXPLICIT = 1,
    SEARCH_SYMBOLIC = 2,
    SEARCH_GENETIC = 4,
    SEARCH_ALL = 7
};

struct synth_options {
    double seconds;         /* 0: no limit */
    double minimal_seconds; /* of CPU time, to refute shorter programs once one was found */
    unsigned memory_mb;     /* of each search; 0: no limit */
    unsigned searches;      /* enum search_choice, or'ed */
    unsigned most;          /* longest program to look for; 0: the limit of L */
    uint64_t seed;
    bool full_width_only;     /* never search on narrow words */
    const volatile int *stop; /* ends the run soon after it becomes nonzero; may be null */
};
struct synth_result {
    enum synth_status status;
    struct solution solution;
    /* no shorter program exists: refuted at the full width over all constants */
    bool minimal;
    unsigned refuted; /* no program has fewer steps than this */
    /* the same, only over programs with at most two constants from the list of
     * likely ones */
    unsigned refuted_listed;
    const char *winner;  /* name of the search that found it */
    unsigned iterations; /* counterexamples found by verification */
    unsigned proposals, tests;
    uint64_t tried[3]; /* per search, in the order of search_list */
    double seconds_search, seconds_verify,
        seconds_minimal; /* wall-clock time of the phases */
    char reason[160];    /* of NONE and UNKNOWN */
};

bool synth_run(const struct spec *, const struct synth_options *, struct synth_result *,
               struct failure *);

/* --- specifications from files --- */
/* C text as include/sooth.h documents it. */
bool spec_read_c(struct spec *, const char *path, struct failure *);
/* SyGuS-IF version 2, theory BV. The names for printing the answer live in the
 * specification's arena. */
struct sygus;
bool spec_read_sygus(struct spec *, struct sygus **, const char *path, struct failure *);
struct text;
/* define-fun commands */
void sygus_print(const struct sygus *, const struct spec *, const struct solution *,
                 struct text *);

enum qbf_side { QBF_FORMULA, QBF_NEGATION };
/* QDIMACS: Skolem functions of the formula, or of its negation. */
bool spec_read_qbf(struct spec *, enum qbf_side, const char *path, struct failure *);

/* The whole C file: a header comment with what was proved, and a function per program. */
void synth_print_c(const struct spec *, const struct synth_result *, struct text *);

#endif
