/* Runs the two functions of a product side by side, as machine code, in a process that may be
 * lost.
 *
 * Both runs start from the same memory at the same addresses: pages behind pointers and the
 * globals are filled anew from the seed. External functions that are no harmless library
 * functions do nothing but return a number that depends on the seed and on how many were
 * called before; their calls are compared in order. */
#include "diff/prove/execute_internal.h"
#include "diff/prove/machine.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/time.h>

using namespace llvm;

enum { EVENTS = 4096, RUN_MICROSECONDS = 20000 };
/* Where harnesses find the same room, too: far from what systems choose. */
#define PAGES_WISHED 0x123400000000ULL

namespace
{
struct event {
    uint64_t words[7]; /* id, number of arguments, the first five */
};

/* What the running code reports to, one run at a time. */
struct stage {
    sigjmp_buf end;
    int reason;
    unsigned seed;
    unsigned count;
    event events[EVENTS];
    uint64_t garbage;
    char seen[EXECUTE_SEEN]; /* blocks, of all runs */
} stage;

[[noreturn]] void finish(int reason)
{
    stage.reason = reason;
    siglongjmp(stage.end, 1);
}

void on_check(bool holds)
{
    if (!holds)
        finish(RUN_UNDEFINED);
}

/* The machine wraps. */
void on_new_overflow(bool) {}

void on_exit_call()
{
    finish(RUN_ENDED);
}

/* Addresses outside of the pages differ between the versions for no reason of theirs. */
uint64_t comparable(uint64_t v)
{
    return v >> 32 && v < 1ULL << 47 && !execute_is_page_address(v) ? 1 : v;
}

uint64_t on_event(uint32_t id, uint32_t count, const uint64_t *arguments)
{
    if (stage.count == EVENTS)
        finish(RUN_TIME);
    event &e = stage.events[stage.count];
    memset(&e, 0, sizeof e);
    e.words[0] = id;
    e.words[1] = count;
    for (uint32_t i = 0; i < count && i < 5; i++)
        e.words[2 + i] = comparable(arguments[i]);
    uint64_t r = execute_mixed(stage.seed * 977ULL + stage.count++);
    if (r & 3)
        return r >> 3 & 7;
    return r & 4 ? 0 : static_cast<uint64_t>(-1);
}

void on_signal(int number)
{
    finish(number == SIGVTALRM ? RUN_TIME : RUN_CRASHED);
}

void catch_signals()
{
    static char stack[65536];
    stack_t alternative = {};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM})
        sigaction(s, &action, nullptr);
}

bool holds_pointers(Type *type)
{
    if (type->isPointerTy())
        return true;
    for (Type *inner : type->subtypes())
        if (holds_pointers(inner))
            return true;
    return false;
}

} // namespace

struct execution {
    struct product *product;
    std::unique_ptr<orc::LLJIT> jit;
    void (*run[2])(const uint64_t *, uint64_t *);
    std::vector<memory_pair> globals;
    std::vector<char> after[2];
};

template <typename F> static execute_host host(const char *name, F *address)
{
    return {name, reinterpret_cast<void *>(address)};
}

static void *address_of(struct execution *e, StringRef name)
{
    auto found = e->jit->lookup(name);
    if (found)
        return found->toPtr<void *>();
    consumeError(found.takeError());
    return nullptr;
}

static void add_globals(struct execution *e)
{
    for (auto &entry : e->product->globals) {
        const product_global &g = entry.second;
        memory_pair m = {};
        if (!g.variable[0] || !g.variable[1])
            continue;
        if (g.variable[0]->getValueType() != g.variable[1]->getValueType())
            continue;
        m.size = e->product->module->getDataLayout().getTypeAllocSize(
            g.variable[0]->getValueType());
        m.exported = g.exported;
        m.type = g.variable[0]->getValueType();
        m.plain = !holds_pointers(m.type);
        for (int side = 0; side < 2; side++) {
            m.name[side] = g.variable[side]->getName().str();
            m.data[side] = static_cast<char *>(address_of(e, m.name[side]));
            if (m.data[side])
                m.initial[side].assign(m.data[side], m.data[side] + m.size);
        }
        if (m.data[0] && m.data[1])
            e->globals.push_back(std::move(m));
    }
}

struct execution *execution_new(struct product *p)
{
    std::unique_ptr<Module> module = execute_prepared(*p);
    if (!module)
        return nullptr;
    execute_mark_blocks(*module);
    auto jit = execute_start(
        *module,
        {host("sooth.check.old", on_check), host("sooth.check.new", on_check),
         host("sooth.overflow.old", on_check), host("sooth.overflow.new", on_new_overflow),
         host("sooth.event", on_event), host("sooth.exit", on_exit_call),
         host("sooth.source", &stage.garbage), host("sooth.seen", stage.seen)});
    if (!jit)
        return nullptr;
    auto *e = new execution{p, std::move(jit), {}, {}, {}};
    for (int side = 0; side < 2; side++) {
        void *code = address_of(e, side ? "sooth.run.new" : "sooth.run.old");
        if (!code)
            return nullptr;
        e->run[side] = reinterpret_cast<void (*)(const uint64_t *, uint64_t *)>(code);
    }
    add_globals(e);
    void *room = mmap(reinterpret_cast<void *>(PAGES_WISHED), 2 * PAGES * PAGE, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return nullptr;
    execute_pages = static_cast<char *>(room);
    for (unsigned i = 0; i < PAGES; i++)
        mprotect(execute_page(i), PAGE, PROT_READ | PROT_WRITE);
    catch_signals();
    return e;
}

uint64_t execution_page(struct execution *, unsigned index)
{
    return reinterpret_cast<uint64_t>(execute_page(index % PAGES));
}

const std::vector<memory_pair> &execution_globals(const struct execution *e)
{
    return e->globals;
}

size_t execution_seen(struct execution *)
{
    return static_cast<size_t>(std::count(std::begin(stage.seen), std::end(stage.seen), 1));
}

void execution_fill(struct execution *e, const struct run_input *in)
{
    execute_fill_pages(*e->product, in->seed);
    execute_fill_globals(e->globals, in->seed);
}

/* ---- one run ---- */

static void set_timer(long microseconds)
{
    struct itimerval timer = {};
    timer.it_value.tv_usec = microseconds;
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

static struct run_outcome run_side(struct execution *e, int side, const struct run_input *in,
                                   uint64_t garbage)
{
    struct run_outcome outcome = {RUN_RETURNED, 0};
    uint64_t room[16] = {};
    execution_fill(e, in);
    stage.count = 0;
    stage.seed = in->seed;
    stage.garbage = garbage;
    if (sigsetjmp(stage.end, 1) == 0) {
        set_timer(side ? 4 * RUN_MICROSECONDS : RUN_MICROSECONDS);
        e->run[side](in->values, room);
        stage.reason = RUN_RETURNED;
    }
    set_timer(0);
    outcome.end = static_cast<run_end>(stage.reason);
    unsigned bits = 64;
    if (e->product->result.kind == PRODUCT_FLOAT)
        bits = 32;
    if (e->product->result.kind == PRODUCT_INTEGER)
        bits = e->product->result.bits;
    outcome.result = bits < 64 ? room[0] & ((1ULL << bits) - 1) : room[0];
    e->after[side].clear();
    for (unsigned i = 0; i < PAGES; i++)
        e->after[side].insert(e->after[side].end(), execute_page(i), execute_page(i) + PAGE);
    return outcome;
}

static bool is_nan(product_kind kind, uint64_t bits)
{
    double d;
    float f;
    memcpy(&d, &bits, 8);
    memcpy(&f, &bits, 4);
    return kind == PRODUCT_DOUBLE ? d != d : kind == PRODUCT_FLOAT && f != f;
}

static bool words_alike(uint64_t a, uint64_t b)
{
    if (a == b || comparable(a) == comparable(b))
        return true;
    return is_nan(PRODUCT_DOUBLE, a) && is_nan(PRODUCT_DOUBLE, b);
}

static bool bytes_alike(const char *a, const char *b, size_t size)
{
    if (!memcmp(a, b, size))
        return true;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t x = 0, y = 0;
        size_t n = size - at < 8 ? size - at : 8;
        memcpy(&x, a + at, n);
        memcpy(&y, b + at, n);
        if (!words_alike(x, y))
            return false;
    }
    return true;
}

static const char *difference(struct execution *e, const struct run_outcome out[2],
                              unsigned count, const event *events,
                              const std::vector<std::vector<char>> &globals)
{
    if (out[1].end == RUN_UNDEFINED)
        return "the new version is undefined here, the old one is not";
    if (out[1].end == RUN_CRASHED)
        return "the new version crashes";
    if (count != stage.count || memcmp(events, stage.events, count * sizeof *events))
        return "they call external functions in another way";
    if (out[0].end != out[1].end)
        return out[0].end == RUN_ENDED ? "only the old version ends the program"
                                       : "only the new version ends the program";
    product_kind kind = e->product->result.kind;
    bool both_nan = is_nan(kind, out[0].result) && is_nan(kind, out[1].result);
    bool alike = kind == PRODUCT_POINTER ? words_alike(out[0].result, out[1].result)
                                         : both_nan || out[0].result == out[1].result;
    if (out[0].end == RUN_RETURNED && kind != PRODUCT_NOTHING && !alike)
        return "they return different values";
    if (!bytes_alike(e->after[0].data(), e->after[1].data(), e->after[0].size()))
        return "they leave different values in memory";
    for (size_t i = 0; i < e->globals.size(); i++)
        if (e->globals[i].plain &&
            !bytes_alike(globals[i].data(), e->globals[i].data[1], e->globals[i].size))
            return "they leave different values in a global variable";
    return nullptr;
}

enum run_verdict execution_compare(struct execution *e, const struct run_input *in,
                                   struct run_outcome out[2], const char **why)
{
    static event events[EVENTS];
    uint64_t garbage = EXECUTE_GARBAGE;
    out[0] = run_side(e, 0, in, garbage);
    if (out[0].end != RUN_RETURNED && out[0].end != RUN_ENDED)
        return RUNS_SKIPPED;
    unsigned count = stage.count;
    memcpy(events, stage.events, count * sizeof *events);
    std::vector<std::vector<char>> globals;
    for (memory_pair &m : e->globals)
        globals.emplace_back(m.data[0], m.data[0] + m.size);
    out[1] = run_side(e, 1, in, garbage);
    if (out[1].end == RUN_TIME)
        return RUNS_SKIPPED;
    *why = difference(e, out, count, events, globals);
    if (!*why)
        return RUNS_ALIKE;
    /* What depends on uninitialised values of the old version does not count. */
    struct run_outcome again = run_side(e, 0, in, ~garbage);
    bool steady =
        again.end == out[0].end && again.result == out[0].result && stage.count == count;
    struct run_outcome both[2] = {again, out[1]};
    run_side(e, 1, in, garbage);
    return steady && difference(e, both, count, events, globals) ? RUNS_APART : RUNS_SKIPPED;
}
