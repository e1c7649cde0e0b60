/* From what an engine proved to a certificate. */
#ifndef ENGINE_CERTIFY_H
#define ENGINE_CERTIFY_H
#include "domain/domain.h"
#include "engine/engine.h"
#include "certificate/certificate.h"

/* Tells the host: no run is longer than `bound` unwindings and none violates these. */
void certify_bounded(const struct engine_task *, const struct engine_host *,
                     uint32_t violations, uint32_t bound, uint32_t recursion);
/* Tells the host: these hold by the rows (with their values) as invariants, and k-induction
 * if k > 1. The formula is the one they were checked on. */
void certify_rows(const struct engine_task *, const struct engine_host *, uint32_t violations,
                  uint32_t k, uint32_t recursion, const struct formula *,
                  const struct cut_model *, const rows *);

/* Why a loop ends: sums over its slots, in lexicographic order. */
struct certify_sum {
    uint32_t loop;
    unsigned count;
    struct {
        int factor;
        enum rank_reading reading;
        uint32_t slot;  /* of a pointer: its offset */
        uint32_t other; /* RANK_LEAST, RANK_MOST */
    } part[RANK_PARTS];
};
/* Tells the host: every run ends, by these sums under the rows. */
void certify_ranks(const struct engine_task *, const struct engine_host *, uint32_t recursion,
                   const struct formula *, const struct cut_model *, const rows *,
                   const struct certify_sum *, size_t count);
/* What a slot of a loop is, in the words of the source; "" if nothing in the source has a
 * name for it. */
void certify_slot_name(const struct formula *, const struct cut_loop *, uint32_t slot,
                       char *out, size_t room);
/* The source variable that a value of the function belongs to; UINT32_MAX: none. */
uint32_t certify_variable(const struct function *, uint32_t instruction);
/* What the rows say of one loop, in the words of the source; nothing if they say nothing. */
struct text;
void certify_describe(const struct formula *, const struct cut_model *, const rows *,
                      uint32_t loop, struct text *);

#endif
