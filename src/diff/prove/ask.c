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

#define LEAST_SECONDS 0.1 /* less is not worth a process */

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

bool proof_holds(const struct proof *q, struct ask a, unsigned long long *doubt)
{
    LAW(a.share > 0 && a.share <= 1);
    char self[COMPANION_ROOM], limit[32];
    double seconds = q->seconds * a.share, left = q->until - proof_spent();
    if (doubt)
        *doubt = 0;
    if (left < LEAST_SECONDS || !companion_path(self, "sooth"))
        return false;
    snprintf(limit, sizeof limit, "%.1f", left < seconds ? left : seconds);
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
