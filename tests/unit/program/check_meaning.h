/* Two programs are run with the same inputs, and do the same. */
#ifndef TESTS_UNIT_PROGRAM_CHECK_MEANING_H
#define TESTS_UNIT_PROGRAM_CHECK_MEANING_H
#include "check_pass.h"

#include "interp/interp.h"

enum { MOST_INPUTS = 60, MOST_OUTPUTS = 4096 };

struct record {
    uint32_t seed, inputs, output_count;
    int outputs[MOST_OUTPUTS];
    struct interp_result result;
};

static enum interp_answer choose(void *context, const struct interp_choice *choice,
                                 struct interp_value *out)
{
    struct record *r = context;
    if (choice->kind == INTERP_CHOICE_UNINITIALISED)
        return INTERP_ANSWERED; /* zero: each version asks elsewhere */
    if (r->inputs == MOST_INPUTS)
        return INTERP_STOP;
    uint64_t h = hash_pair(r->seed, r->inputs++);
    out->low = h & 1 ? h >> 33 & 3 : h >> 32;
    return INTERP_ANSWERED;
}

static void output(void *context, int stream, int character)
{
    struct record *r = context;
    (void)stream;
    if (r->output_count < MOST_OUTPUTS)
        r->outputs[r->output_count++] = character;
}

static void run(const struct program *p, uint32_t seed, struct record *r)
{
    memset(r, 0, sizeof *r);
    r->seed = seed;
    struct interp_options options = {
        .choose = choose, .output = output, .context = r, .step_limit = 100000};
    struct interp *interp = interp_new(p);
    interp_run(interp, &options, &r->result);
    interp_free(interp);
}

static void compare(const struct program *before, const struct program *after, uint32_t seed,
                    const char *pass)
{
    static struct record a, b;
    run(before, seed, &a);
    run(after, seed, &b);
    bool same = a.result.end == b.result.end && a.inputs == b.inputs &&
                a.output_count == b.output_count &&
                !memcmp(a.outputs, b.outputs, sizeof a.outputs) &&
                a.result.status == b.result.status;
    if (same)
        return;
    struct text t = {0};
    program_print(before, &t);
    text_put(&t, "----\n");
    program_print(after, &t);
    fputs(text_of(&t), stderr);
    fail_msg("seed %u: %s changes the meaning: end %d/%d (%s / %s), inputs %u/%u, outputs "
             "%u/%u, status %d/%d",
             seed, pass, a.result.end, b.result.end, a.result.message, b.result.message,
             a.inputs, b.inputs, a.output_count, b.output_count, a.result.status,
             b.result.status);
}

#endif
