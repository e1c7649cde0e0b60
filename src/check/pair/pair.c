#include "check/pair/pair.h"

#include "base/failure.h"
#include "check/pair/pair_internal.h"

#include <stdlib.h>
#include <string.h>

/* A narrow number is extended by whoever passes it: with or without its sign. */
static bool same_ctype(const struct program *const both[2], uint32_t a, uint32_t b)
{
    const struct ctype *x = &both[0]->ctypes.data[a], *y = &both[1]->ctypes.data[b];
    return x->kind == y->kind && x->bytes == y->bytes &&
           !strcmp(x->name ? x->name : "", y->name ? y->name : "");
}

const char *pair_compare_types(const struct program *const both[2],
                               const uint32_t function[2])
{
    const struct function *a = &both[0]->functions.data[function[0]],
                          *b = &both[1]->functions.data[function[1]];
    bool same = a->param_count == b->param_count && a->result_count == b->result_count &&
                !a->variadic && !b->variadic;
    bool narrow = false;
    for (uint32_t i = 0; same && i < a->param_count; i++) {
        same = type_same(a->params[i], b->params[i]);
        narrow = narrow || a->params[i].width < 32;
    }
    for (uint32_t i = 0; same && i < a->result_count; i++) {
        same = type_same(a->results[i], b->results[i]);
        narrow = narrow || a->results[i].width < 32;
    }
    if (!same)
        return "the functions have other types";
    if (!narrow)
        return NULL;
    same = a->signature_count == b->signature_count &&
           same_ctype(both, a->ctype_result, b->ctype_result);
    for (uint32_t i = 0; same && i < a->signature_count; i++)
        same = same_ctype(both, a->signature[i].ctype, b->signature[i].ctype);
    return same ? NULL : "the functions have other types";
}

/* --- ends of both --- */

enum { MOST_PLACES = 64 };

static bool is_alone(const struct pair_at *at)
{
    return at->place[0] == PAIR_DONE || at->place[1] == PAIR_DONE || !at->steps[0] ||
           !at->steps[1];
}

/* From places at which one side moves alone, no way through such places comes back: so who
 * ends makes both end. */
static bool alone_ends(const struct pair_witness *w, bool follows[MOST_PLACES][MOST_PLACES])
{
    bool on[MOST_PLACES];
    size_t n = w->at.count;
    LAW(n <= MOST_PLACES);
    for (size_t i = 0; i < n; i++)
        on[i] = is_alone(&w->at.data[i]);
    for (size_t round = 0; round <= n; round++) {
        bool then[MOST_PLACES] = {false};
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n; k++)
                if (on[i] && follows[i][k] && is_alone(&w->at.data[k]))
                    then[k] = true;
        memcpy(on, then, sizeof on);
    }
    for (size_t i = 0; i < n; i++)
        if (on[i])
            return false;
    return true;
}

static bool moves(const struct pair_at *at)
{
    bool old_moves = at->place[0] != PAIR_DONE && at->steps[0],
         new_moves = at->place[1] != PAIR_DONE && at->steps[1];
    return old_moves || new_moves;
}

static bool is_well_formed(const struct pair_witness *w)
{
    if (!w->function || w->at.count > MOST_PLACES)
        return false;
    for (int s = 0; s < 2; s++)
        if (w->cuts[s].count > PAIR_MOST_CUTS)
            return false;
    for (size_t i = 0; i < w->at.count; i++) {
        const struct pair_at *at = &w->at.data[i];
        bool start = at->place[0] == PAIR_START && at->place[1] == PAIR_START;
        if (start && (at->facts.count || !at->steps[0] || !at->steps[1]))
            return false; /* parameters are anything */
        if (pair_find(w, at->place[0], at->place[1]) != i || !moves(at))
            return false;
        if (at->steps[0] > PAIR_MOST_STEPS || at->steps[1] > PAIR_MOST_STEPS)
            return false;
    }
    return true;
}

/* All pairs of places that rounds lead to, from the start on. */
static bool all_rounds(struct pair_question *q, bool follows[MOST_PLACES][MOST_PLACES],
                       struct pair_result *result)
{
    size_t work[MOST_PLACES], count = 0;
    bool seen[MOST_PLACES] = {false};
    size_t start = pair_find(q->witness, PAIR_START, PAIR_START);
    if (start == SIZE_MAX)
        return pair_refuse(result, PAIR_REFUSED, "the witness does not tell of the start");
    work[count++] = start;
    seen[start] = true;
    while (count) {
        size_t at = work[--count];
        if (!pair_round(q, at, follows[at], NULL, result))
            return false;
        for (size_t k = 0; k < q->witness->at.count; k++) {
            if (!follows[at][k] || seen[k])
                continue;
            LAW(count < MOST_PLACES); /* each pair of places is put there once */
            seen[k] = true;
            work[count++] = k;
        }
    }
    return true;
}

void pair_check(const struct program *const both[2], const struct pair_witness *w,
                struct terms *terms, double seconds, struct pair_result *result)
{
    struct pair_question q = {0};
    bool(*follows)[MOST_PLACES] = calloc(MOST_PLACES, sizeof *follows);
    *result = (struct pair_result){.answer = PAIR_CONFIRMED};
    if (!is_well_formed(w)) {
        pair_refuse(result, PAIR_REFUSED, "the witness is not well formed");
    } else if (pair_question_start(&q, both, w, terms, seconds, result)) {
        if (all_rounds(&q, follows, result) && !alone_ends(w, follows))
            pair_refuse(result, PAIR_REFUSED, "a side may go on alone for ever");
    }
    pair_question_release(&q);
    free(follows);
}
