/* Inputs are tried in waves: constants of the code and their neighbours, small and special
 * numbers, random bits. What counts is only where the old version is defined and ends. */
#include "diff/prove/search.h"

#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONSTANTS = 64, MOST_RUNS = 60000, TEXT_ROOM = 2000, RUNS_AT_ONCE = 16 };
/* Runs have come to most of the code that they will come to if they met hardly any that is
 * new for so many times as long as they took before, and for so many seconds. Hardly any: one
 * block where they had met so many. */
#define QUIET_TIMES 2
#define QUIET_SECONDS 0.05
#define QUIET_BLOCKS 32

struct source { /* of inputs */
    const struct product *product;
    struct execution *execution;
    uint64_t state;
    int64_t integers[MOST_CONSTANTS];
    double doubles[MOST_CONSTANTS];
    size_t integer_count, double_count;
};

struct message { /* from the child */
    bool found;
    unsigned alike;
    struct run_input input;
    char input_text[TEXT_ROOM], effect_text[TEXT_ROOM];
};

static uint64_t next_random(struct source *s)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return s->state;
}

static int64_t make_integer(struct source *s, unsigned bits)
{
    LAW(bits >= 1 && bits <= 64);
    uint64_t r = next_random(s);
    switch (r & 7) {
    case 0:
    case 1:
        return (int64_t)(r >> 8 & 15) - 4;
    case 2:
    case 3:
        if (s->integer_count)
            return s->integers[(r >> 8) % s->integer_count] + (int64_t)(r >> 40) % 3 - 1;
        return (int64_t)(r >> 8 & 255);
    case 4:
        return (int64_t)(r >> 8 & 255) - 64;
    case 5:
        return (int64_t)(1ull << (r >> 8) % bits) - (int64_t)(r >> 20 & 1);
    case 6:
        return (int64_t)(r >> 8 & 4095) - 2048;
    default:
        return (int64_t)next_random(s);
    }
}

static double make_double(struct source *s)
{
    static const double special[] = {0,     1,   -1, 0.5, 2,    3,   10,   100,    -0.5, 1e-3,
                                     1e-10, 1e6, -2, 7.5, 0.25, 360, -0.0, 1e-310, 1e308};
    uint64_t r = next_random(s);
    double unit = (double)(next_random(s) >> 11) / 9007199254740992.0;
    switch (r & 7) {
    case 0:
        return special[(r >> 8) % (sizeof special / sizeof *special)];
    case 1:
    case 2:
        if (s->double_count)
            return s->doubles[(r >> 8) % s->double_count] + ((r >> 20 & 3) ? 0 : unit - 0.5);
        return unit;
    case 3:
        return (unit - 0.5) * 20;
    case 4:
        return unit;
    case 5:
        return (double)((int64_t)(r >> 8 & 63) - 20);
    case 6:
        return (unit - 0.5) * exp2((double)(r >> 8 & 31));
    default:
        if (r >> 8 & 63)
            return (unit - 0.5) * 1000;
        return (r >> 16 & 1) ? NAN : INFINITY;
    }
}

static uint64_t bits_of_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static uint64_t make_value(struct source *s, size_t index)
{
    struct product_value v = product_parameter(s->product, index);
    switch (v.kind) {
    case PRODUCT_INTEGER: {
        uint64_t value = (uint64_t)make_integer(s, v.bits);
        return v.bits < 64 ? value & ((1ull << v.bits) - 1) : value;
    }
    case PRODUCT_DOUBLE:
        return bits_of_double(make_double(s));
    case PRODUCT_FLOAT: {
        float f = (float)make_double(s);
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        return bits;
    }
    case PRODUCT_POINTER:
        if ((next_random(s) & 31) == 0)
            return 0;
        return execution_page(s->execution, (unsigned)index);
    case PRODUCT_NOTHING:
    case PRODUCT_OTHER:
        break;
    }
    return 0;
}

static void make_input(struct source *s, struct run_input *in, unsigned n)
{
    size_t count = product_parameter_count(s->product);
    LAW(count <= PRODUCT_MOST_VALUES);
    in->seed = (unsigned)next_random(s);
    for (size_t i = 0; i < count; i++) {
        in->values[i] = make_value(s, i);
        bool repeat = i && n % 5 == 0 && (next_random(s) & 1);
        if (repeat && product_parameter(s->product, i).kind ==
                          product_parameter(s->product, i - 1).kind)
            in->values[i] = in->values[i - 1];
    }
}

/* ---- telling it ---- */

static void tell(struct text *t, struct product_value v, uint64_t bits)
{
    LAW(v.kind != PRODUCT_INTEGER || (v.bits >= 1 && v.bits <= 64));
    double d;
    float f;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &bits, sizeof f);
    if (v.kind == PRODUCT_DOUBLE)
        text_add(t, "%.17g", d);
    else if (v.kind == PRODUCT_FLOAT)
        text_add(t, "%.9g", (double)f);
    else if (v.kind == PRODUCT_INTEGER && v.is_signed && v.bits < 64)
        text_add(t, "%lld", (long long)(bits << (64 - v.bits)) >> (64 - v.bits));
    else if (v.kind == PRODUCT_INTEGER && v.is_signed)
        text_add(t, "%lld", (long long)bits);
    else if (v.kind == PRODUCT_POINTER)
        text_put(t, bits ? "an address" : "null");
    else
        text_add(t, "%llu", (unsigned long long)bits);
}

static void tell_memory(struct text *t, struct product_value v, const char *data)
{
    struct product_value element = {v.pointee, v.pointee_bits, v.is_signed, PRODUCT_OTHER, 0};
    if (element.kind != PRODUCT_INTEGER && element.kind != PRODUCT_DOUBLE &&
        element.kind != PRODUCT_FLOAT)
        element = (struct product_value){PRODUCT_INTEGER, 32, true, PRODUCT_OTHER, 0};
    unsigned bits = element.bits;
    if (element.kind == PRODUCT_DOUBLE)
        bits = 64;
    if (element.kind == PRODUCT_FLOAT)
        bits = 32;
    unsigned bytes = bits < 8 ? 1 : bits / 8;
    LAW(bytes >= 1 && bytes <= sizeof(uint64_t));
    text_put(t, "memory {");
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = 0;
        memcpy(&word, data + i * bytes, bytes);
        if (i)
            text_put(t, ", ");
        tell(t, element, word);
    }
    text_put(t, ", ...}");
}

static void tell_input(const struct source *s, const struct run_input *in, char *room)
{
    struct text t = {0};
    size_t count = product_parameter_count(s->product);
    for (size_t i = 0; i < count; i++) {
        struct product_value v = product_parameter(s->product, i);
        text_add(&t, "%sargument %zu = ", i ? ", " : "", i + 1);
        if (v.kind == PRODUCT_POINTER && in->values[i])
            tell_memory(&t, v, (const char *)(uintptr_t)in->values[i]);
        else
            tell(&t, v, in->values[i]);
    }
    if (!count)
        text_put(&t, "no argument");
    snprintf(room, TEXT_ROOM, "%s", text_of(&t));
    text_release(&t);
}

static void tell_effect(const struct source *s, const struct run_outcome out[2],
                        const char *why, char *room)
{
    struct text t = {0};
    struct product_value result = product_result(s->product);
    text_put(&t, why);
    if (out[0].end == RUN_RETURNED && out[1].end == RUN_RETURNED &&
        out[0].result != out[1].result && result.kind != PRODUCT_NOTHING) {
        text_put(&t, ": old ");
        tell(&t, result, out[0].result);
        text_put(&t, ", new ");
        tell(&t, result, out[1].result);
    }
    snprintf(room, TEXT_ROOM, "%s", text_of(&t));
    text_release(&t);
}

/* ---- the child ---- */

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool try_one(struct source *s, struct message *m, unsigned n)
{
    struct run_outcome out[2];
    const char *why = NULL;
    make_input(s, &m->input, n);
    enum run_verdict verdict = execution_compare(s->execution, &m->input, out, &why);
    m->alike += verdict == RUNS_ALIKE;
    if (verdict != RUNS_APART)
        return false;
    m->found = true;
    tell_effect(s, out, why, m->effect_text);
    return true;
}

struct progress { /* of the runs in meeting new code; times since the first one */
    double start, last;
    size_t seen; /* blocks, at the last time */
};

static bool is_quiet(struct progress *p, struct execution *e)
{
    double now = processor_time() - p->start;
    size_t seen = execution_seen(e);
    LAW(seen >= p->seen);
    if (seen > p->seen + p->seen / QUIET_BLOCKS) {
        p->last = now;
        p->seen = seen;
    }
    return now > p->last * (1 + QUIET_TIMES) && now > p->last + QUIET_SECONDS;
}

static void try_inputs(struct source *s, struct search_way way, double start,
                       struct message *m)
{
    struct progress progress = {.start = processor_time()};
    for (unsigned n = 0; n < MOST_RUNS && !m->found; n++) {
        if (try_one(s, m, n))
            return;
        if (n % RUNS_AT_ONCE != RUNS_AT_ONCE - 1)
            continue;
        bool quiet = is_quiet(&progress, s->execution);
        if ((quiet && !way.patient) || processor_time() - start > way.seconds)
            return;
    }
}

static void search_in_child(struct product *p, struct search_way way, struct message *m)
{
    struct source s = {.product = p, .state = 0x9e3779b97f4a7c15ull};
    double start = processor_time();
    s.execution = execution_new(p);
    if (!s.execution)
        return;
    s.integer_count = product_integers(p, s.integers, MOST_CONSTANTS);
    s.double_count = product_doubles(p, s.doubles, MOST_CONSTANTS);
    try_inputs(&s, way, start, m);
    if (!m->found)
        return;
    execution_fill(s.execution, &m->input);
    tell_input(&s, &m->input, m->input_text);
    if (way.harness)
        product_write_harness(p, s.execution, &m->input, way.harness);
}

struct child {
    struct product *product;
    struct search_way way;
};

static void run_child(void *context, int in, int out)
{
    static struct message message;
    const struct child *child = context;
    (void)in;
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    search_in_child(child->product, child->way, &message);
    process_write(out, &message, sizeof message);
    _exit(0);
}

struct search_result search_difference(struct arena *arena, struct product *p,
                                       struct search_way way)
{
    static struct message message;
    struct search_result result = {0};
    struct child child = {p, way};
    struct process_work work = {
        .run = run_child, .context = &child, .seconds = way.seconds + 3};
    struct process process;
    fflush(NULL);
    if (!process_start(&process, &work))
        return result;
    bool got =
        process_listen(&process, &message, sizeof message, 0); /* runs may write anywhere */
    process_wait(&process);
    if (!got)
        return result;
    result.alike = message.alike;
    result.found = message.found;
    result.input = message.input;
    result.input_text = arena_text(arena, message.input_text);
    result.effect_text = arena_text(arena, message.effect_text);
    return result;
}
