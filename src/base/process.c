#include "base/process.h"

#include "base/allocation.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DEEP_STACK = 1 << 29, SPARE_STACK = 1 << 16, GRACE = 3 };

/* --- the child's side: work of ours --- */

static uint64_t address_space(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (!f)
        return 0;
    if (fscanf(f, "%lu", &pages) != 1)
        pages = 0;
    fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit(const struct process_work *w)
{
    if (w->memory) {
        uint64_t most =
            address_space() + w->memory + (w->stack == STACK_DEEP ? DEEP_STACK : 0);
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
    }
    if (w->seconds > 0) {
        rlim_t most = (rlim_t)w->seconds + GRACE;
        setrlimit(RLIMIT_CPU, &(struct rlimit){most, most + 1});
    }
}

#if !defined __SANITIZE_ADDRESS__
static void on_crash(int number)
{
    char text[] = "sooth: internal failure: signal 00\n" FAILURE_REQUEST;
    char *digits = strstr(text, "00");
    digits[0] = (char)('0' + number / 10 % 10);
    digits[1] = (char)('0' + number % 10);
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(STATUS_INTERNAL);
    _exit(STATUS_INTERNAL);
}

/* On a stack of its own: deep recursion may have used up the other one. */
static void tell_crashes(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_sp = malloc(SPARE_STACK), .ss_size = SPARE_STACK};
    if (!stack.ss_sp || sigaltstack(&stack, NULL))
        return;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
}
#else
static void tell_crashes(void) /* the sanitizer says more */ {}
#endif

struct job {
    const struct process_work *work;
    int in, out;
};

static void *run_job(void *context)
{
    const struct job *j = context;
    tell_crashes();
    j->work->run(j->work->context, j->in, j->out);
    return NULL;
}

static void run_deep(struct job *j)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, DEEP_STACK);
    if (pthread_create(&thread, &attributes, run_job, j))
        out_of_memory();
    pthread_join(thread, NULL);
}

static _Noreturn void be_child(const struct process_work *w, int in, int out)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, w->ignores_interrupt ? SIG_IGN : SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    allocation_watch_cpp();
    limit(w);
    struct job j = {w, in, out};
    if (w->stack == STACK_DEEP)
        run_deep(&j);
    else
        run_job(&j);
    fflush(NULL);
    _exit(0);
}

/* --- the child's side: another program --- */

static void direct(int fd, int to)
{
    if (fd == PROCESS_OURS)
        return;
    int from = fd == PROCESS_NOWHERE ? open("/dev/null", O_RDWR) : fd;
    if (from < 0 || dup2(from, to) < 0)
        _exit(PROCESS_NOT_FOUND);
}

static _Noreturn void become(const struct process_command *c)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    direct(PROCESS_NOWHERE, STDIN_FILENO);
    direct(c->output, STDOUT_FILENO);
    direct(c->errors, STDERR_FILENO);
    close_range(3, ~0u, 0);
    if (c->directory && chdir(c->directory))
        _exit(PROCESS_NOT_FOUND);
    if (c->prepare)
        c->prepare(c->context);
    if (c->environment)
        execvpe(c->arguments[0], (char *const *)c->arguments, (char *const *)c->environment);
    else
        execvp(c->arguments[0], (char *const *)c->arguments);
    _exit(PROCESS_NOT_FOUND);
}

/* --- the parent's side --- */

static void close_both(const int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

bool process_start(struct process *p, const struct process_work *w)
{
    LAW(w->run);
    LAW(w->seconds >= 0);
    int up[2] = {-1, -1}, down[2] = {-1, -1};
    *p = (struct process){.from = -1, .to = -1};
    if (pipe2(up, O_CLOEXEC))
        return false;
    if (w->told && pipe2(down, O_CLOEXEC)) {
        close_both(up);
        return false;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(up[0]);
        if (w->told)
            close(down[1]);
        be_child(w, down[0], up[1]);
    }
    if (child < 0) {
        close_both(up);
        close_both(down);
        return false;
    }
    close(up[1]);
    if (w->told)
        close(down[0]);
    *p = (struct process){child, up[0], down[1], true};
    return true;
}

bool process_run(struct process *p, const struct process_command *c)
{
    LAW(c->arguments && c->arguments[0]);
    *p = (struct process){.from = -1, .to = -1};
    pid_t child = fork();
    if (child == 0)
        become(c);
    if (child < 0)
        return false;
    p->id = child;
    return true;
}

static struct process_status status_of(const struct process *p, int raw)
{
    if (WIFSIGNALED(raw))
        return (struct process_status){PROCESS_SIGNALLED, WTERMSIG(raw)};
    int code = WEXITSTATUS(raw);
    if (!p->ours)
        return (struct process_status){PROCESS_EXITED, code};
    if (code == STATUS_INTERNAL)
        return (struct process_status){PROCESS_BROKEN, code};
    if (code == STATUS_MEMORY)
        return (struct process_status){PROCESS_OUT_OF_MEMORY, code};
    return (struct process_status){PROCESS_EXITED, code};
}

static void forget(struct process *p)
{
    if (p->from >= 0)
        close(p->from);
    if (p->to >= 0)
        close(p->to);
    *p = (struct process){.from = -1, .to = -1};
}

struct process_status process_wait(struct process *p)
{
    LAW(p->id > 0); /* a child is waited for once */
    int raw = 0;
    pid_t done;
    while ((done = waitpid(p->id, &raw, 0)) < 0 && errno == EINTR)
        continue;
    struct process_status s = {PROCESS_EXITED, PROCESS_NOT_FOUND};
    if (done > 0)
        s = status_of(p, raw);
    forget(p);
    return s;
}

bool process_over(struct process *p, struct process_status *s)
{
    LAW(p->id > 0);
    int raw = 0;
    pid_t done = waitpid(p->id, &raw, WNOHANG);
    if (done == 0 || (done < 0 && errno == EINTR))
        return false;
    *s = (struct process_status){PROCESS_EXITED, PROCESS_NOT_FOUND};
    if (done > 0)
        *s = status_of(p, raw);
    forget(p);
    return true;
}

void process_pause(struct process *p)
{
    if (p->id > 0)
        kill(p->id, SIGSTOP);
}

void process_resume(struct process *p)
{
    if (p->id > 0)
        kill(p->id, SIGCONT);
}

void process_kill(struct process *p)
{
    if (p->id > 0)
        kill(p->id, SIGKILL);
}

bool process_write(int fd, const void *data, size_t bytes)
{
    const char *from = data;
    while (bytes) {
        ssize_t n = write(fd, from, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        bytes -= (size_t)n;
    }
    return true;
}

bool process_read(int fd, void *data, size_t bytes)
{
    char *to = data;
    while (bytes) {
        ssize_t n = read(fd, to, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        to += n;
        bytes -= (size_t)n;
    }
    return true;
}

/* What the child has used of the processor; negative: not known. */
static double seconds_used(const struct process *p)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(p->id, &clock) || clock_gettime(clock, &t))
        return -1;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool process_listen(struct process *p, void *data, size_t bytes, double seconds)
{
    enum { TURN = 100, IDLE_TURNS = 50 }; /* milliseconds; five seconds */
    LAW(p->id > 0 && p->from >= 0);
    double used = -1, until = wall_now() + seconds;
    int idle = 0;
    while (idle < IDLE_TURNS && (seconds <= 0 || wall_now() < until)) {
        struct pollfd from = {.fd = p->from, .events = POLLIN};
        int ready = poll(&from, 1, TURN);
        if (ready > 0)
            return process_read(p->from, data, bytes);
        if (ready < 0 && errno != EINTR)
            break;
        double now = seconds_used(p);
        idle = now == used ? idle + 1 : 0;
        used = now;
    }
    process_kill(p);
    return false;
}

bool process_output(const char *const *arguments, struct text *output,
                    struct process_status *status)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return false;
    struct process process;
    struct process_command command = {
        .arguments = arguments, .output = ends[1], .errors = PROCESS_NOWHERE};
    fflush(NULL);
    bool started = process_run(&process, &command);
    close(ends[1]);
    char buffer[4096];
    for (ssize_t n; started && ((n = read(ends[0], buffer, sizeof buffer)) > 0 ||
                                (n < 0 && errno == EINTR));)
        if (n > 0)
            text_put_range(output, buffer, (size_t)n);
    close(ends[0]);
    if (started)
        *status = process_wait(&process);
    return started;
}
