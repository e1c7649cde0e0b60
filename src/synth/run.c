/* A run of synthesis: parts that do not depend on each other are solved one by one, in the
 * time there is, and put together; a specification in one piece, or one whose parts do not
 * fit into one program, is searched as a whole. */
#include "base/clock.h"
#include "base/failure.h"
#include "synth/cegis.h"
#include "synth/spec/parts.h"

#include <stdlib.h>

struct progress {
    struct synth_result sum; /* what the parts took together */
    bool minimal;            /* every part is */
    unsigned longest;        /* the winner is that of the longest part */
};

static void add_part(struct progress *p, const struct synth_result *r)
{
    LAW(r->status != SYNTH_FOUND || r->winner);
    struct synth_result *sum = &p->sum;
    unsigned length = r->status == SYNTH_FOUND ? solution_total(&r->solution) : 0;
    sum->iterations += r->iterations;
    sum->proposals += r->proposals;
    sum->tests += r->tests;
    for (unsigned i = 0; i < 3; i++)
        sum->tried[i] += r->tried[i];
    sum->seconds_search += r->seconds_search;
    sum->seconds_verify += r->seconds_verify;
    sum->seconds_minimal += r->seconds_minimal;
    sum->refuted += r->refuted;
    sum->refuted_listed += r->refuted_listed;
    p->minimal &= r->minimal;
    if (!sum->winner || length > p->longest)
        sum->winner = r->winner, p->longest = length;
}

/* Solves each part; the status is that of the first one that is not found. */
static bool run_parts(const struct spec_parts *parts, struct synth_options options,
                      double deadline, struct solution *solutions, struct progress *p,
                      struct failure *f)
{
    LAW(parts->count);
    if (parts->outputs && parts->count > 1)
        options.minimal_seconds = 0; /* steps may be shared */
    p->minimal = true;
    p->sum.status = SYNTH_FOUND;
    for (unsigned i = 0; i < parts->count && p->sum.status == SYNTH_FOUND; i++) {
        struct synth_result r;
        if (deadline > 0)
            options.seconds = deadline - wall_now() > 0.01 ? deadline - wall_now() : 0.01;
        if (!synth_run_whole(&parts->part[i].spec, &options, NULL, &r, f))
            return false;
        add_part(p, &r);
        LAW(r.status != SYNTH_FOUND || r.solution.count == parts->part[i].spec.program_count);
        p->sum.status = r.status;
        for (unsigned k = 0; k < sizeof r.reason; k++)
            p->sum.reason[k] = r.reason[k];
        solutions[i] = r.solution;
    }
    return true;
}

/* The parts' solutions are one: shorter programs are looked for where steps may be shared. */
static bool finish(const struct spec *spec, struct synth_options options,
                   const struct spec_parts *parts, const struct solution *whole,
                   struct progress *p, struct synth_result *out, struct failure *f)
{
    LAW(p->sum.status == SYNTH_FOUND && whole->count == spec->program_count);
    struct synth_result joint;
    bool shared = parts->outputs && parts->count > 1;
    if (!shared)
        options.minimal_seconds = 0;
    if (!synth_run_whole(spec, &options, whole, &joint, f))
        return false;
    LAW(joint.status == SYNTH_FOUND); /* the known one at least */
    bool better = joint.winner && solution_total(&joint.solution) < solution_total(whole);
    const char *winner = better ? joint.winner : p->sum.winner;
    unsigned refuted = p->sum.refuted, listed = p->sum.refuted_listed;
    bool minimal = shared ? joint.minimal : p->minimal;
    add_part(p, &joint);
    *out = p->sum;
    out->status = SYNTH_FOUND;
    out->solution = joint.solution;
    out->winner = winner;
    out->minimal = minimal;
    out->refuted = shared ? joint.refuted : refuted;
    out->refuted_listed = shared ? joint.refuted_listed : listed;
    return true;
}

bool synth_run(const struct spec *spec, const struct synth_options *options,
               struct synth_result *result, struct failure *f)
{
    struct spec_parts parts;
    bool good = true, done = false;
    double deadline = options->seconds > 0 ? wall_now() + options->seconds : 0;
    if (spec_split(spec, &parts)) {
        struct solution *solutions = calloc(parts.count + 1, sizeof *solutions),
                        *whole = calloc(1, sizeof *whole);
        struct progress p = {0};
        good = run_parts(&parts, *options, deadline, solutions, &p, f);
        if (good && p.sum.status != SYNTH_FOUND) {
            *result = p.sum;
            done = true;
        } else if (good && spec_join(spec, &parts, solutions, whole)) {
            struct synth_options left = *options;
            if (deadline > 0)
                left.seconds = deadline - wall_now() > 0.01 ? deadline - wall_now() : 0.01;
            good = finish(spec, left, &parts, whole, &p, result, f);
            done = true;
        }
        free(solutions);
        free(whole);
    }
    spec_parts_release(&parts);
    return done || !good ? good : synth_run_whole(spec, options, NULL, result, f);
}
