/* Inside the search over banks: one state for looking for a program that has the wanted
 * values. */
#ifndef SYNTH_EXPLICIT_EXPLICIT_BANK_H
#define SYNTH_EXPLICIT_EXPLICIT_BANK_H
#include "synth/search/bank.h"
#include "synth/explicit/explicit_internal.h"

/* The target is what `op` with entry `other` and the value looked for gives; the value is at
 * `position`. */
struct seek_wrap {
    uint8_t op, position;
    uint32_t other;
};
enum { SEEK_WRAPS = 2 };
struct seek {
    struct explicit *x;
    struct bank bank;
    operator_set operators;
    uint64_t budget; /* pairs of entries to run for one instruction and target */
    uint64_t all;    /* one bit for each point */
    uint64_t *filter;
    struct candidate base; /* inputs and constants that are the leaves */
    struct seek_wrap wrap[SEEK_WRAPS];
    unsigned wraps;
};

static inline bool seek_allows(const struct seek *s, enum operator_kind op)
{
    return s->operators >> op & 1;
}
static inline bool seek_over(const struct seek *s)
{
    return s->x->done || host_stopped(s->x->host);
}
/* How many entries are tried as second operand where all are tried as the first. */
size_t seek_seconds(const struct seek *, uint64_t budget);
void seek_begin(const struct seek *, struct bank_writer *, struct candidate *);
/* The register holds what is looked for: completes the candidate and offers it; true when the
 * search is over.
 */
bool seek_offer(struct seek *, struct bank_writer *, uint8_t result);
/* The row v such that op(v, other) (position 0) or op(other, v) is `target`, for instructions
 * that can be undone. */
bool seek_undo(const struct seek *, struct seek_wrap, const uint64_t *target, uint64_t *out);

/* A selection between two entries, under an entry or a comparison of two (explicit_choice.c).
 */
bool seek_choice(struct seek *, const uint64_t *target);
/* The same with one step more after the selection, over any entry. */
bool seek_choice_wrapped(struct seek *, const uint64_t *target);

#endif
