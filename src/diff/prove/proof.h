/* Inside the proof of a product: what is asked of sooth verify, in which order of steps, and
 * with how much time.
 *
 * ask.c runs sooth verify within the time that is left, plan.c finds orders of steps and what
 * holds in them, rounds.c asks one round after the other, verify.c decides. */
#ifndef DIFF_PROVE_PROOF_H
#define DIFF_PROVE_PROOF_H
#include "diff/prove/samples.h"
#include "diff/prove/verify.h"

enum {
    MOST_PLACES = 16,
    MOST_TRANSITIONS = 48,
    MOST_RELATIONS = 48,
    MOST_EQUALITIES = 32,
    MOST_ORDERS = 40
};
enum { MOST_PLANS = 3 };

/* A way to put both in step (schedule.c). */
struct plan {
    bool rotated;
    struct lockstep_schedule schedule;
    unsigned cost;
};

struct proof {
    struct product *product;
    const char *path; /* of the program that is asked about */
    struct lockstep_place places[MOST_PLACES];
    struct lockstep_transition transitions[MOST_TRANSITIONS];
    struct lockstep_relation relations[MOST_RELATIONS];
    struct lockstep_equality equalities[MOST_EQUALITIES];
    struct lockstep_order orders[MOST_ORDERS];
    size_t order_count;
    struct lockstep_request request;
    bool in_step;          /* no side goes on for ever while the other stands still */
    bool several;          /* this is not the only question about the two */
    bool in_question;      /* something was asked about them */
    double seconds, until; /* of the processor, of this process and its children */
    struct verify_start start;
    struct run_traces *traces[2];         /* of loops as they are, and rotated */
    struct plan usual, plans[MOST_PLANS]; /* the cheapest first */
    size_t plan_count;
    bool planned;
};

/* ---- ask.c ---- */

/* What this process and the children that ended have used. */
double proof_spent(void);
/* One question about the program at the path. */
struct ask {
    const char *engine; /* null: the usual ones */
    const char *property;
    bool accesses; /* ask for safe accesses to memory, too */
    double share;  /* of the seconds, at most */
    bool last;     /* all that is left of the time, instead */
};
/* True: proved. DOUBT, unless null: the last input of a counterexample, or 0. */
bool proof_holds(const struct proof *, struct ask, unsigned long long *doubt);

/* ---- write.c ---- */

/* lockstep_write, to the path of the proof, within the time that is left. */
const char *proof_write(const struct proof *, const struct lockstep_request *,
                        struct lockstep_facts *);

/* ---- plan.c ---- */

void proof_plan(struct proof *);
/* Places, transitions, relations and orders of that plan become those of the request. */
void proof_follow(struct proof *, const struct plan *);
/* the number of places: it is none of them */
size_t proof_index(const struct proof *, const unsigned place[2]);
void proof_release(struct proof *);

/* ---- rounds.c ---- */

/* Every round, from each pair of places that runs came through, keeps what is asserted: both
 * are in step then. */
bool proof_rounds(struct proof *, bool floats_pure);

#endif
