/* The product as a program that runs both in step goes to a child process with sooth verify.
 * Without loops, bounded model checking decides; with loops, k-induction over the relations
 * and transitions that were seen in runs. If one side may make any number of steps alone,
 * that both end is asked for, too: one might go on for ever where the other ends. */
#include "diff/prove/verify.h"

#include "base/failure.h"
#include "base/temporary.h"
#include "diff/prove/proof.h"

#define TIMES 3 /* so many times the seconds, for all attempts together */
/* Of the time, after which the first and the second of several questions are given up, and
 * what induction over all rounds gets where rounds one by one have failed. */
#define FIRST_SHARE 0.4
#define SECOND_SHARE 0.7
#define WHOLE_SHARE 0.5
#define WHOLE_OF_SEVERAL 0.4
/* What unwinding of both to their ends gets, and what invariants of one after the other get.
 */
#define CLOSED_SHARE 0.5
#define FLOATS_SHARE 0.6 /* while float arithmetic is any function of its operands */
#define APART_SHARE 0.5

/* Much time is given in turns, each so many times as long as the one before: what is asked
 * early and is hard must not keep what is asked late and is easy waiting. */
#define FIRST_SECONDS 2.0
#define GROWTH 4
#define LEAST_USED 0.3 /* of the seconds of a turn; else nothing ran out of time */

static const char no_proof[] = "no proof was found in the time given";

/* One program for sooth verify. */
static bool whole_holds(struct proof *q, bool floats_pure, struct lockstep_facts *facts,
                        double share)
{
    LAW(share > 0 && share <= 1);
    q->request.floats_pure = floats_pure;
    q->request.order_count = 0;
    if (proof_write(q, &q->request, facts))
        return false;
    struct ask a = {facts->loops ? "kinduction" : NULL, "reach", facts->accesses, share,
                    false};
    return proof_holds(q, a, NULL);
}

/* Float arithmetic mostly is the same on both sides. */
static bool some_whole_holds(struct proof *q, struct lockstep_facts *facts, double share)
{
    if (facts->floats && whole_holds(q, true, facts, share * FLOATS_SHARE))
        return true;
    return whole_holds(q, false, facts, share);
}

/* Without loops: one round from start to end, each way through it simplified by itself. */
static bool straight_holds(struct proof *q, bool floats_pure, double share)
{
    struct lockstep_place start = {{0, 0}};
    struct lockstep_transition only = {start, {{LOCKSTEP_DONE, LOCKSTEP_DONE}}};
    struct lockstep_request request = {.round_from = &start,
                                       .transitions = &only,
                                       .transition_count = 1,
                                       .floats_pure = floats_pure,
                                       .reshaped = q->request.reshaped,
                                       .overflow = q->request.overflow};
    struct lockstep_facts facts = {0};
    if (proof_write(q, &request, &facts) || facts.loops)
        return false;
    struct ask a = {"bmc", "reach", facts.accesses, share, share == 1};
    return proof_holds(q, a, NULL);
}

static bool some_straight_holds(struct proof *q, struct lockstep_facts *facts)
{
    if (facts->floats && straight_holds(q, true, FLOATS_SHARE))
        return true;
    return straight_holds(q, false, 1) || some_whole_holds(q, facts, 1);
}

/* ---- loops ---- */

static bool some_rounds_hold(struct proof *q, const struct plan *plan, bool floats)
{
    proof_follow(q, plan);
    if (floats && proof_rounds(q, true))
        return true;
    if (floats)
        proof_follow(q, plan); /* some of it may have been dropped */
    return proof_rounds(q, false);
}

/* The new version after the old one, not in step. Unwinding to the end of both shows that
 * they end; where invariants are needed, as of a loop against a formula, that is a question
 * of its own. */
static bool apart_holds(struct proof *q)
{
    struct lockstep_request request = {.whole = true, .overflow = q->request.overflow};
    struct lockstep_facts facts = {0};
    if (proof_write(q, &request, &facts))
        return false;
    struct ask closed = {"bmc", "reach", facts.accesses, CLOSED_SHARE, false};
    if (proof_holds(q, closed, NULL))
        return true;
    struct ask same = {NULL, "reach", facts.accesses, APART_SHARE, false};
    struct ask ends = {NULL, "termination", false, APART_SHARE, false};
    return proof_holds(q, same, NULL) && proof_holds(q, ends, NULL);
}

/* With all the time that is left: hard arithmetic between few rounds. */
static bool closed_at_last(struct proof *q)
{
    struct lockstep_request request = {.whole = true, .overflow = q->request.overflow};
    struct lockstep_facts facts = {0};
    if (proof_write(q, &request, &facts))
        return false;
    struct ask closed = {
        .engine = "bmc", .property = "reach", .accesses = facts.accesses, .last = true};
    return proof_holds(q, closed, NULL);
}

/* Null: proved. */
static const char *ends_alike(struct proof *q)
{
    struct lockstep_facts facts = {0};
    if (q->in_step)
        return NULL;
    const char *obstacle = proof_write(q, &q->request, &facts); /* all rounds */
    if (!obstacle &&
        proof_holds(q, (struct ask){.property = "termination", .share = 1}, NULL))
        return NULL;
    return "it is not known whether both end";
}

static const char *decide_rounds(struct proof *q, bool floats)
{
    const char *obstacle = no_proof;
    proof_plan(q);
    for (size_t i = 0; i < q->plan_count && obstacle; i++)
        obstacle = some_rounds_hold(q, &q->plans[i], floats) ? ends_alike(q) : no_proof;
    return obstacle;
}

/* Loops that go through memory in another order, or several at once. */
static bool reshaped_holds(struct proof *q)
{
    struct lockstep_request request = {.reshaped = true, .overflow = q->request.overflow};
    struct lockstep_facts facts = {0};
    if (proof_write(q, &request, &facts) || !facts.reshaped)
        return false;
    proof_release(q);
    q->request = request;
    bool proved = facts.loops ? !decide_rounds(q, facts.floats) : straight_holds(q, false, 1);
    proof_release(q);
    q->request = (struct lockstep_request){.overflow = request.overflow, .reshaped = false};
    return proved;
}

static const char *decide_loops(struct proof *q, struct lockstep_facts *facts)
{
    const char *obstacle = decide_rounds(q, facts->floats);
    if (!obstacle || reshaped_holds(q) || apart_holds(q))
        return NULL;
    proof_plan(q);
    if (q->plan_count)
        proof_follow(q, &q->usual);
    if (some_whole_holds(q, facts, q->several ? WHOLE_OF_SEVERAL : WHOLE_SHARE))
        return ends_alike(q);
    return closed_at_last(q) ? NULL : obstacle;
}

/* ---- recursion ---- */

enum { MOST_UNFOLD = 2 };

static bool unfolded_holds(struct proof *q, unsigned unfold, bool swapped,
                           const struct lockstep_post *post)
{
    LAW(unfold >= 1 && unfold <= MOST_UNFOLD);
    struct lockstep_place start = {{0, 0}};
    struct lockstep_request request = {
        .round_from = &start, .unfold = unfold, .swapped = swapped, .post = post};
    struct lockstep_facts facts = {0};
    request.overflow = q->request.overflow;
    if (swapped && request.overflow == OVERFLOW_FORBIDDEN)
        request.overflow = OVERFLOW_EXCLUDED;
    if (proof_write(q, &request, &facts))
        return false;
    return proof_holds(q, (struct ask){.engine = "bmc", .property = "reach", .share = 1},
                       NULL);
}

/* Equal results where the old version ends: perhaps with what its results are known to keep.
 */
static bool some_unfolded_holds(struct proof *q, unsigned unfold)
{
    if (unfolded_holds(q, unfold, false, NULL))
        return true;
    if (product_result(q->product).kind != PRODUCT_INTEGER)
        return false;
    const struct lockstep_post posts[] = {
        {.positive = true}, {.at_least = true}, {.positive = true, .at_most = true}};
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        if (unfolded_holds(q, unfold, false, &posts[i]))
            return true;
    return false;
}

static bool recursion_holds(struct proof *q)
{
    for (unsigned unfold = 1; unfold <= MOST_UNFOLD; unfold++)
        if (unfolded_holds(q, unfold, true, NULL))
            return some_unfolded_holds(q, unfold);
    return false;
}

/* Null: proved; else why not. */
static const char *decide(struct proof *q, enum lockstep_overflow overflow)
{
    struct lockstep_facts facts = {0};
    q->request.overflow = overflow;
    const char *obstacle = proof_write(q, &q->request, &facts);
    q->in_question = q->in_question || facts.recursive || !obstacle;
    if (facts.recursive && recursion_holds(q))
        return NULL;
    if (obstacle)
        return obstacle;
    if (facts.loops)
        return decide_loops(q, &facts);
    return some_straight_holds(q, &facts) ? NULL : no_proof;
}

/* One attempt: with arithmetic that wraps, then without overflow, then where the old version
 * has none. PATH is a file to write programs to. */
static struct verify_answer attempt(struct arena *arena, struct product *p, const char *path,
                                    double seconds, struct verify_start since)
{
    static struct proof proof;
    struct verify_answer answer = {0};
    bool overflows = product_has_overflow(p, 0),
         more = overflows || product_has_overflow(p, 1);
    double start = proof_spent(), all = TIMES * seconds;
    proof = (struct proof){.product = p, .path = path, .seconds = seconds};
    proof.several = more;
    proof.start = since;
    proof.until = start + all * (more ? FIRST_SHARE : 1);
    const char *obstacle = decide(&proof, OVERFLOW_WRAPS);
    if (obstacle && !proof.in_question) { /* the other questions cannot be put, either */
        answer.reason = arena_text(arena, obstacle);
        return answer;
    }
    proof.until = start + all * (obstacle && more ? SECOND_SHARE : 1);
    answer.excludes_overflow = obstacle && overflows;
    answer.may_overflow = product_has_overflow(p, 1);
    if ((obstacle && overflows) || answer.may_overflow) {
        const char *forbidden = decide(&proof, OVERFLOW_FORBIDDEN);
        if (!forbidden)
            obstacle = NULL;
        if (!forbidden)
            answer.may_overflow = false;
    }
    proof.until = start + all;
    if (obstacle && answer.may_overflow && overflows)
        obstacle = decide(&proof, OVERFLOW_EXCLUDED);
    answer.proved = !obstacle;
    answer.in_question = proof.in_question;
    answer.reason = arena_text(arena, obstacle ? obstacle : "k-induction over both in step");
    proof_release(&proof);
    return answer;
}

/* More time only helps what ran out of it; a proof with an assumption may still lose it. */
static bool is_worth_more(const struct verify_answer *answer, double spent, double given)
{
    bool final = answer->proved && !answer->excludes_overflow && !answer->may_overflow;
    return !final && spent > LEAST_USED * given;
}

struct verify_answer verify_product(struct arena *arena, struct product *p, double seconds,
                                    struct verify_start since)
{
    struct verify_answer answer = {.reason = "no temporary file can be written"};
    struct temporary file;
    if (!temporary_file(&file, "prove", ".bc", NULL))
        return answer;
    double given = seconds < FIRST_SECONDS ? seconds : FIRST_SECONDS, left = seconds;
    for (bool again = true; again;) {
        double start = proof_spent();
        struct verify_answer next = attempt(arena, p, file.path, given, since);
        if (next.proved || !answer.proved)
            answer = next;
        double spent = proof_spent() - start;
        left -= spent / TIMES;
        again = is_worth_more(&answer, spent, given) && left > given;
        given = left < GROWTH * given ? left : GROWTH * given;
    }
    temporary_remove(&file);
    return answer;
}
