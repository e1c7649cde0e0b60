/* A question for sooth verify, in a child process, within the time that is left. */
#include "diff/prove/proof.h"

#include "base/companion.h"
#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define LEAST_SECONDS 0.1 /* less is not worth a process */
#define MOST_SLOWNESS 4.0

static double seconds_of(int who)
{
    struct rusage usage;
    if (getrusage(who, &usage))
        return 0;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double proof_spent(void)
{
    return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

static double seconds_by_clock(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now))
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* How many seconds pass, on a machine that others use too, while one of the processor is
 * used: sooth verify has limits by the clock, which must not end what has had no turn. */
static double slowness(const struct verify_start *start)
{
    double clock = seconds_by_clock() - start->clock, spent = proof_spent() - start->spent;
    if (spent < LEAST_SECONDS || clock <= spent)
        return 1;
    return clock > MOST_SLOWNESS * spent ? MOST_SLOWNESS : clock / spent;
}

/* The last input of a counterexample; 0: there is none. */
static unsigned long long last_input(const char *output)
{
    const char *line = strstr(output, "\ninputs: ");
    if (!line)
        return 0;
    const char *number = line += strlen("\ninputs: ");
    for (; *line && *line != '\n'; line++)
        if (*line == ',')
            number = line + 1;
    return strtoull(number, NULL, 10);
}

struct verify_start verify_start(void)
{
    return (struct verify_start){seconds_by_clock(), proof_spent()};
}

bool proof_holds(const struct proof *q, struct ask a, unsigned long long *doubt)
{
    LAW(a.last || (a.share > 0 && a.share <= 1));
    char self[COMPANION_ROOM], limit[32];
    double left = q->until - proof_spent();
    double seconds = a.last ? left : q->seconds * a.share;
    if (doubt)
        *doubt = 0;
    if (left < LEAST_SECONDS || !companion_path(self, "sooth"))
        return false;
    seconds = left < seconds ? left : seconds;
    snprintf(limit, sizeof limit, "%.1f", seconds * slowness(&q->start));
    const char *argv[20] = {self,        "verify", "--quiet",    "--no-replay",
                            "--timeout", limit,    "--property", a.property};
    size_t n = 8;
    if (a.accesses) {
        argv[n++] = "--property";
        argv[n++] = "memsafety";
    }
    if (a.engine) {
        argv[n++] = "--engine";
        argv[n++] = a.engine;
    }
    argv[n++] = q->path;
    LAW(n < sizeof argv / sizeof *argv);
    argv[n] = NULL;
    struct text output = {0};
    struct process_status status;
    bool proved =
        process_output(argv, &output, &status) && strstr(text_of(&output), "verdict: true");
    if (doubt && !proved && output.data)
        *doubt = last_input(output.data);
    text_release(&output);
    return proved;
}
