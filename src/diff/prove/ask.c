/* A question for sooth verify, in a child process, within the time that is left. */
#include "diff/prove/proof.h"

#include "base/companion.h"
#include "base/process.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LEAST_SECONDS 0.1 /* less is not worth a process */

static double seconds_of(int who)
{
    struct rusage usage;
    if (getrusage(who, &usage)) return 0;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double proof_spent(void)
{
    return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

/* Runs sooth verify; its output is in OUTPUT. */
static bool ask(const char *const *argv, struct text *output)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    struct process process;
    struct process_command command = {.arguments = argv, .output = ends[1], .errors = PROCESS_NOWHERE};
    fflush(NULL);
    bool started = process_run(&process, &command);
    close(ends[1]);
    char buffer[4096];
    for (ssize_t n; started && ((n = read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR));)
        if (n > 0) text_put_range(output, buffer, (size_t)n);
    close(ends[0]);
    if (started) process_wait(&process);
    return started;
}

/* The last input of a counterexample; 0: there is none. */
static unsigned long long last_input(const char *output)
{
    const char *line = strstr(output, "\ninputs: ");
    if (!line) return 0;
    const char *number = line += strlen("\ninputs: ");
    for (; *line && *line != '\n'; line++)
        if (*line == ',') number = line + 1;
    return strtoull(number, NULL, 10);
}

bool proof_holds(const struct proof *q, struct ask a, unsigned long long *doubt)
{
    char self[COMPANION_ROOM], limit[32];
    double seconds = q->seconds * a.share, left = q->until - proof_spent();
    if (doubt) *doubt = 0;
    if (left < LEAST_SECONDS || !companion_path(self, "sooth")) return false;
    snprintf(limit, sizeof limit, "%.1f", left < seconds ? left : seconds);
    const char *argv[20] = {self, "verify", "--quiet", "--no-replay", "--timeout", limit, "--property", a.property};
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
    argv[n] = NULL;
    struct text output = {0};
    bool proved = ask(argv, &output) && output.data && strstr(output.data, "verdict: true");
    if (doubt && !proved && output.data) *doubt = last_input(output.data);
    text_release(&output);
    return proved;
}
