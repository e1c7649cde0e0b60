/* A proof that says nothing: assumptions that no run meets, assertions that no run reaches.
 * Each is a question about the same program with the position made an error. */
#include "explain/probe.h"

#include "base/clock.h"

enum { MOST_ASSERTIONS = 16 };
static const double LEAST_PROBE = 0.3, MOST_PROBE = 2;

struct vacuity {
    struct explained *out;
    const struct explain_task *task;
    int asked;
};

static double one_probe(const struct vacuity *v)
{
    double left = v->task->until > 0 ? v->task->until - wall_now() : MOST_PROBE;
    if (left > MOST_PROBE)
        left = MOST_PROBE;
    return left > LEAST_PROBE ? left : LEAST_PROBE;
}

static bool has_time(const struct vacuity *v)
{
    return v->task->until <= 0 || wall_now() + LEAST_PROBE < v->task->until;
}

static bool has_assumptions(const struct program *p)
{
    for (size_t f = 0; f < p->functions.count; f++)
        for (size_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->op == OP_ASSUME && in->block != UINT32_MAX)
                return true;
        }
    return false;
}

static void ask_end(const struct vacuity *v)
{
    struct probe p;
    probe_init(&p, v->task->program);
    probe_return(&p, v->task->options->driver.task.entry);
    enum verdict none =
        p.marks.count ? probe_ask(v->task, &p, one_probe(v)) : VERDICT_UNKNOWN;
    probe_release(&p);
    if (none != VERDICT_TRUE)
        return;
    explained_add(v->out, "vacuous", NULL, NULL, "no run reaches the end: %s",
                  has_assumptions(v->task->program)
                      ? "what is assumed cannot hold, or the program does not end"
                      : "the program does not end");
}

/* Is the block an error and nothing else, so that its predecessors decide whether there is
 * one? */
static bool is_failure(const struct function *f, uint32_t block)
{
    const struct block *b = &f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[b->instructions.data[i]];
        if (in->op == OP_CHECK && in->sub == CHECK_ASSERTION)
            return true;
        if (in->op == OP_CALL)
            return false;
    }
    return false;
}

static bool checks_assertion(const struct function *f)
{
    for (uint32_t b = 0; b < f->blocks.count; b++)
        if (f->blocks.data[b].instructions.count && is_failure(f, b))
            return true;
    return false;
}

static void ask_position(struct vacuity *v, uint32_t function, uint32_t block, size_t at)
{
    struct probe p;
    char where[256];
    const struct program *program = v->task->program;
    const struct function *f = &program->functions.data[function];
    const struct place place = *instruction_place(
        program, &f->instructions.data[f->blocks.data[block].instructions.data[at]]);
    if (v->asked++ >= MOST_ASSERTIONS || !has_time(v) || !place.line)
        return;
    probe_init(&p, v->task->program);
    probe_reach(&p, function, block, at);
    enum verdict none = probe_ask(v->task, &p, one_probe(v));
    probe_release(&p);
    if (none == VERDICT_TRUE)
        explained_add(v->out, "unreached", &place, NULL, "no run reaches the assertion at %s",
                      place_text(program, &place, where, sizeof where));
}

/* `assert(c)`: before the branch to what fails. */
static void ask_branches(struct vacuity *v, uint32_t function)
{
    for (uint32_t b = 0; b < v->task->program->functions.data[function].blocks.count; b++) {
        const struct function *f = &v->task->program->functions.data[function];
        uint32_t next[2];
        const struct instruction *last = block_terminator(f, &f->blocks.data[b]);
        if (!last || last->op != OP_BRANCH)
            continue;
        uint32_t n = block_successors(f, &f->blocks.data[b], next, 2);
        bool fails = false;
        for (uint32_t i = 0; i < n; i++)
            fails |= is_failure(f, next[i]);
        if (fails)
            ask_position(v, function, b, f->blocks.data[b].instructions.count - 1);
    }
}

/* `check(c)`, where the function that is called holds the assertion: before the call. */
static void ask_calls(struct vacuity *v, uint32_t function, const bool *holds)
{
    for (uint32_t b = 0; b < v->task->program->functions.data[function].blocks.count; b++)
        for (size_t i = 0;
             i < v->task->program->functions.data[function].blocks.data[b].instructions.count;
             i++) {
            const struct program *p = v->task->program;
            const struct function *f = &p->functions.data[function];
            const struct instruction *in =
                &f->instructions.data[f->blocks.data[b].instructions.data[i]];
            if (in->op != OP_CALL || !value_is_constant(instruction_operand(f, in, 0)))
                continue;
            const struct constant *callee =
                program_constant(p, instruction_operand(f, in, 0));
            if (callee->kind == CONSTANT_FUNCTION && holds[callee->index])
                ask_position(v, function, b, i);
        }
}

static void ask_assertions(struct vacuity *v)
{
    struct arena arena;
    const struct program *p = v->task->program;
    arena_init(&arena);
    bool *holds = ARENA_ARRAY(&arena, bool, p->functions.count);
    for (uint32_t f = 0; f < p->functions.count; f++)
        holds[f] =
            p->functions.data[f].has_body && f != v->task->options->driver.task.entry &&
            p->functions.data[f].blocks.count <= 4 && checks_assertion(&p->functions.data[f]);
    for (uint32_t f = 0; f < p->functions.count; f++) {
        if (!p->functions.data[f].has_body)
            continue;
        if (!holds[f])
            ask_branches(v, f);
        if (!holds[f])
            ask_calls(v, f, holds);
    }
    arena_release(&arena);
}

void explain_vacuity(struct explained *e, const struct explain_task *task)
{
    struct vacuity v = {.out = e, .task = task};
    ask_end(&v);
    if (task->options->driver.task.violations & VIOLATION_BIT(VIOLATION_REACH))
        ask_assertions(&v);
}
