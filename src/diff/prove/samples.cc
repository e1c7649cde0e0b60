/* Runs the program in step on small inputs and notes what it comes through, in a process that
 * may be lost. */
#include "diff/prove/samples.h"
#include "diff/prove/samples_memory.h"
#include "diff/prove/machine.h"

extern "C" {
#include "base/process.h"
}

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

using namespace llvm;

namespace
{
struct recorder {
    sigjmp_buf end;
    run_traces *traces;
    run_trace *run;
    run_state next; /* floats that were told before numbers */
    uint64_t state;
    uint64_t seed; /* of what is behind pointers and of answers */
    unsigned answers[2];
    const product *p;
} recorder;

uint64_t random_word()
{
    recorder.state ^= recorder.state << 13;
    recorder.state ^= recorder.state >> 7;
    recorder.state ^= recorder.state << 17;
    return recorder.state;
}

void on_check(bool holds)
{
    if (!holds)
        siglongjmp(recorder.end, 1);
}

/* Numbers that are not negative unless they are signed; in some runs larger ones, so that
 * what holds of small ones by chance does not seem to hold always. */
int64_t make_number(uint64_t r, bool is_signed)
{
    bool large = recorder.seed % 4 == 3;
    int64_t v = static_cast<int64_t>(r >> 8 & (large ? 1023 : 15));
    if (is_signed && (r >> 30 & 7) == 0)
        v -= large ? 1000 : 8;
    return v;
}

/* Small numbers: relations are found over the integers. */
uint64_t on_input(uint32_t index)
{
    uint64_t r = random_word();
    bool global = index >= recorder.p->parameters.size() && index < 100;
    if (global || (index < 100 && recorder.p->parameters[index].kind == PRODUCT_POINTER))
        return samples_memory_address(index, global ? (r >> 5) * 24 + 5 : r);
    bool real = index < recorder.p->parameters.size() &&
                recorder.p->parameters[index].kind == PRODUCT_DOUBLE;
    if (real) {
        double d = static_cast<double>(r >> 8 & 31) / 2 - 3;
        uint64_t bits;
        memcpy(&bits, &d, sizeof bits);
        return bits;
    }
    bool is_signed =
        index >= recorder.p->parameters.size() || recorder.p->parameters[index].is_signed;
    return static_cast<uint64_t>(make_number(r, is_signed));
}

/* What an unknown function returns: the same for both sides. In half of the runs, and mostly
 * there, addresses where there is room for them, each in a page of its own. */
uint64_t on_answer(uint32_t side, bool wide)
{
    unsigned n = recorder.answers[side]++;
    uint64_t r = (recorder.seed + 1) * 0x9e3779b97f4a7c15ULL + 0x2545f4914f6cdd1dULL * n;
    if (wide && recorder.seed % 2 && (r >> 50 & 7))
        return samples_memory_answer(n, r >> 20);
    return (r >> 29 & 15) - (r >> 40 & 1);
}

void on_trace(uint32_t side, uint32_t place, uint32_t count, const int64_t *slots)
{
    run_trace &run = *recorder.run;
    run_state &s = recorder.next;
    s.place = place;
    s.count = count;
    memcpy(s.slot, slots, count * sizeof *slots);
    if (side == 2) {
        run.parameters = s;
        return;
    }
    unsigned n = run.count[side];
    if (n && run.states[side][n - 1].place == LOCKSTEP_DONE)
        return;
    bool is_long = recorder.traces->count > TRACE_RUNS - TRACE_LONG_RUNS;
    if (n == (is_long ? TRACE_ROUNDS : TRACE_SHORT_ROUNDS))
        siglongjmp(recorder.end, 1);
    s.effects = samples_memory_sum(static_cast<int>(side)) +
                0x9e3779b97f4a7c15ULL * recorder.answers[side];
    run.states[side][n] = s;
    run.count[side] = n + 1;
}

/* For the state that on_trace makes next. */
void on_floats(uint32_t, uint32_t count, const uint64_t *bits)
{
    recorder.next.floats = count;
    memcpy(recorder.next.bits, bits, count * sizeof *bits);
}

void on_new_overflow(bool) {}

void on_signal(int)
{
    siglongjmp(recorder.end, 1);
}

void run_all(product *p, Module *module)
{
    auto host = [](const char *name, auto *address) {
        return execute_host{name, reinterpret_cast<void *>(address)};
    };
    std::vector<execute_host> hosts = {host("sooth.check.old", on_check),
                                       host("sooth.check.new", on_check),
                                       host("sooth.overflow.old", on_check),
                                       host("sooth.must", on_check),
                                       host("sooth.overflow.new", on_new_overflow),
                                       host("sooth.input", on_input),
                                       host("sooth.trace", on_trace),
                                       host("sooth.trace.floats", on_floats),
                                       host("sooth.answer", on_answer)};
    for (const execute_host &access : samples_memory_hosts())
        hosts.push_back(access);
    samples_memory_missing = [] { siglongjmp(recorder.end, 1); };
    auto jit = execute_start(*module, hosts);
    if (!jit)
        return;
    auto found = jit->lookup("main");
    if (!found) {
        consumeError(found.takeError());
        return;
    }
    auto *main = found->toPtr<int (*)()>();
    for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM})
        signal(s, on_signal);
    recorder.p = p;
    recorder.state = 0x853c49e6748fea9bULL;
    for (int n = 0; n < TRACE_RUNS; n++) {
        recorder.run = &recorder.traces->runs[recorder.traces->count++];
        recorder.answers[0] = recorder.answers[1] = 0;
        recorder.seed = static_cast<uint64_t>(n);
        samples_memory_fill(*p, recorder.seed);
        struct itimerval timer = {};
        timer.it_value.tv_usec = 20000;
        setitimer(ITIMER_VIRTUAL, &timer, nullptr);
        if (sigsetjmp(recorder.end, 1) == 0)
            main();
    }
}
} // namespace

struct tracing {
    product *p;
    Module *module;
    run_traces *traces;
};

static void run_child(void *context, int, int)
{
    auto *t = static_cast<tracing *>(context);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    recorder.traces = t->traces;
    run_all(t->p, t->module);
    _exit(0);
}

/* Which slots of parameters are addresses; floats are not among the slots of numbers. */
static unsigned pointers_among(const product *p, unsigned shared)
{
    unsigned set = 0;
    for (unsigned i = 0, number = 0; number < shared; i++) {
        bool known = i < p->parameters.size();
        product_kind kind = known ? p->parameters[i].kind : PRODUCT_POINTER;
        if (kind == PRODUCT_POINTER)
            set |= 1u << number;
        bool flag = known && kind == PRODUCT_INTEGER && p->parameters[i].bits == 1;
        if (kind != PRODUCT_DOUBLE && kind != PRODUCT_FLOAT && !flag)
            number++;
    }
    return set;
}

bool samples_collect(struct product *p, const struct lockstep_request *like,
                     struct run_traces **traces)
{
    struct lockstep_shape shape = {};
    auto *module = static_cast<Module *>(lockstep_module(p, like, &shape));
    *traces = nullptr;
    if (!module)
        return false;
    void *room = mmap(nullptr, sizeof **traces, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    *traces = static_cast<run_traces *>(room);
    (*traces)->shape = shape;
    (*traces)->pointers = pointers_among(p, shape.shared);
    tracing context = {p, module, *traces};
    process child;
    process_work work = {};
    work.run = run_child;
    work.context = &context;
    work.seconds = 3;
    if (process_start(&child, &work))
        process_wait(&child);
    delete module;
    return (*traces)->count > 0;
}

void samples_release(struct run_traces *traces)
{
    if (traces)
        munmap(traces, sizeof *traces);
}
