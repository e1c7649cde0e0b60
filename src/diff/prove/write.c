/* Puts both in step in a child process: passes over what they become have no limit of their
 * own. */
#include "diff/prove/proof.h"

#include "base/process.h"

#include <stdio.h>
#include <string.h>

struct work {
    const struct proof *proof;
    const struct lockstep_request *request;
};

/* What the child says: one of these, or nothing. */
struct answer {
    struct lockstep_facts facts;
    bool written;
    char obstacle[200];
};

static void write_it(void *context, int in, int out)
{
    const struct work *w = context;
    struct answer answer = {0};
    (void)in;
    const char *obstacle =
        lockstep_write(w->proof->product, w->request, w->proof->path, &answer.facts);
    answer.written = !obstacle;
    if (obstacle)
        snprintf(answer.obstacle, sizeof answer.obstacle, "%s", obstacle);
    process_write(out, &answer,
                  sizeof answer); /* who reads less knows that something went wrong */
}

const char *proof_write(const struct proof *q, const struct lockstep_request *request,
                        struct lockstep_facts *facts)
{
    struct work work = {q, request};
    struct process process;
    double left = q->until - proof_spent(), seconds = left < q->seconds ? left : q->seconds;
    if (left <= 0)
        return "no proof was found in the time given";
    struct process_work child = {
        .run = write_it, .context = &work, .seconds = seconds > 1 ? seconds : 1};
    struct answer answer = {0};
    fflush(NULL);
    if (!process_start(&process, &child))
        return "no process can be started";
    bool whole = process_read(process.from, &answer, sizeof answer);
    process_wait(&process);
    if (!whole)
        return "putting the two in step takes too long";
    *facts = answer.facts;
    return answer.written ? NULL : lockstep_keep_reason(q->product, answer.obstacle);
}
