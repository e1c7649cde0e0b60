/* The checker of pairs: two versions of a function do the same, by relations between places
 * of theirs.
 *
 * A witness names cuts of each side (blocks, at which a run of that side is looked at) and
 * says, for pairs of places, how many steps each side makes in a round from there and what
 * holds there. The checker reads both programs by itself, finds all ways from places to
 * places (walk.c), and asks a solver of each two ways that go together (match.c):
 *   - the same calls of unknown functions with the same arguments and memory, in the same
 * order,
 *   - the new one does nothing undefined, and accesses no memory, that the old one does not
 * before the next call,
 *   - memory is the same at the end, both return the same, or what the witness says of the
 * next pair of places holds. All pairs of places that can be reached are looked at; what a
 * witness does not tell of is refused. If a side moves alone, that has an end: so each side
 * ends where the other does. A wrong witness is refused; a missing fact loses the proof only.
 */
#ifndef CHECK_PAIR_PAIR_H
#define CHECK_PAIR_PAIR_H
#include "base/text.h"
#include "base/vector.h"
#include "program/program.h"
#include "term/term.h"

enum { PAIR_OLD, PAIR_NEW };
enum { PAIR_DEPTH = 6, PAIR_MOST_CUTS = 16, PAIR_MOST_STEPS = 8, PAIR_MOST_RESULTS = 4 };
#define PAIR_START 0u
#define PAIR_DONE (PAIR_MOST_CUTS + 1u) /* other places: k is the (k-1)-th cut */

/* A block of the function, or of one that it calls: by the calls that lead there. */
struct pair_cut {
    uint32_t calls[PAIR_DEPTH], depth;
    uint32_t block;
};
typedef VECTOR(struct term) pair_terms;
/* In a round from this pair of places a side makes as many steps from cut to cut, but none
 * after it has left its place. */
struct pair_at {
    uint32_t place[2], steps[2];
    pair_terms
        facts; /* Boolean, over pair_value and pair_result variables, parameters and memory */
};
struct pair_witness {
    char *function;
    bool wraps; /* else runs in which the old version overflows do not count */
    /* the new version only overflows where the old one does; else that is not looked at */
    bool defined;
    VECTOR(struct pair_cut) cuts[2];
    VECTOR(struct pair_at) at;
};
void pair_witness_release(struct pair_witness *);
void pair_witness_write(const struct pair_witness *, const struct terms *, struct text *);
/* False with a failure: the text is no witness. */
bool pair_witness_read(struct pair_witness *, struct terms *, const char *text,
                       struct failure *);
bool pair_witness_is(const char *text); /* does it begin like one? */

enum pair_answer { PAIR_CONFIRMED, PAIR_REFUSED, PAIR_UNDECIDED };
struct pair_result {
    enum pair_answer answer;
    char why[200]; /* unless confirmed */
};
/* Within that many seconds of processor time. */
void pair_check(const struct program *const both[2], const struct pair_witness *,
                struct terms *, double seconds, struct pair_result *);

#endif
