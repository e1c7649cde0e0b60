/* The checker from the outside: run the program, then ask Z3 and a fresh CaDiCaL in turns whether a duty can
 * fail. */
#include "base/clock.h"
#include "check/check_internal.h"

#include "solver/solver.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_LAYOUTS = 40, LARGE_STACK = 1 << 29 };

/* --- the program --- */

static bool is_used(const struct function *f, uint32_t id)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_NOTE) continue;
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k) && instruction_operand(f, in, k).id == id) return true;
    }
    return false;
}

/* argc is some number from 1 on; what argv points to is not covered. */
static struct sym *arguments_of_entry(struct checker *c)
{
    const struct function *f = &c->program->functions.data[c->program->entry];
    struct sym *v = ARENA_ARRAY(&c->arena, struct sym, f->param_count + 1);
    struct activation entry = {.function = c->program->entry, .f = f};
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX) continue;
        char name[40];
        snprintf(name, sizeof name, "argument!%u", (unsigned)in->extra);
        v[in->extra] =
            in->type.kind == TYPE_POINTER ? sym_null(&c->memory) : sym_fresh(&c->memory, in->type, name);
        if (in->type.kind == TYPE_POINTER && is_used(f, (uint32_t)i))
            check_uncovered(c, &entry, (uint32_t)i, term_bool(c->terms, true),
                            "a pointer parameter of the entry function");
        if (in->type.kind == TYPE_INT && in->extra == 0)
            check_assume(c,
                         term_2(c->terms, TERM_BV_SGE, v[in->extra].a, term_bv(c->terms, in->type.width, 1)));
    }
    return v;
}

static void run_program(struct checker *c)
{
    memory_model_init(&c->memory, c->terms, c->program, &c->layouts);
    c->assuming = false;
    c->closed = NULL;
    c->now = step_and(c, NULL, term_bool(c->terms, true));
    c->state = (struct memory_state){.epoch = ++c->memory.epoch};
    check_ghosts_begin(c);
    check_described(c);
    if (c->failed) return;
    struct sym *results = ARENA_ARRAY(&c->arena, struct sym, 8);
    bool alone = c->entry != c->program->entry;
    uint32_t whole = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    if (alone && (c->certificate->violations & whole)) {
        c->failed = "leaks of a function alone";
        return;
    }
    if (c->program->functions.data[c->entry].result_count > 8) {
        c->failed = "an entry function with many results";
        return;
    }
    check_function(c, NULL, 0, c->entry, alone ? check_environment(c, c->entry) : arguments_of_entry(c),
                   results);
    if (!c->failed) check_summaries(c);
}

/* --- the question --- */

static enum answer ask(struct checker *c, struct solver *s, struct term any, double seconds)
{
    struct solver_limits limits = {.seconds = seconds};
    struct term *instances;
    size_t count;
    check_instances(c, &instances, &count);
    for (size_t i = 0; i < count; i++)
        solver_assert(s, instances[i]);
    free(instances);
    for (size_t i = 0; i < c->memory.axioms.count; i++)
        solver_assert(s, c->memory.axioms.data[i]);
    solver_assert(s, any);
    return seconds > 0 ? solver_solve(s, &limits) : ANSWER_UNKNOWN;
}

static void tell(struct checker *c, struct solver *s, struct check_result *r)
{
    static const char *const words[] = {
        [DUTY_VIOLATION] = "the facts do not exclude a violation:",
        [DUTY_COVERED] = "not covered:",
        [DUTY_INITIAL] = "the facts do not hold at the entry of the loop",
        [DUTY_INDUCTIVE] = "the facts are not kept by the loop",
        [DUTY_RANKING] = "no rank falls in some round of the loop",
        [DUTY_CALL] = "the facts about calls of a recursive function do not hold",
        [DUTY_RETURN] = "the facts about returns of a recursive function do not hold",
    };
    for (size_t i = 0; i < c->duties.count; i++) {
        const struct duty *d = &c->duties.data[i];
        if (!solver_true(s, d->bad)) continue;
        const struct function *f = &c->program->functions.data[d->function];
        const struct instruction *in = &f->instructions.data[d->instruction];
        if (in->place == 0) { /* a phi has no place: the first instruction of its block that has one */
            const struct block *b = &f->blocks.data[in->block];
            for (size_t k = 0; k < b->instructions.count && in->place == 0; k++)
                in = &f->instructions.data[b->instructions.data[k]];
        }
        char place[200];
        place_text(c->program, instruction_place(c->program, in), place, sizeof place);
        snprintf(r->why, sizeof r->why, "%s%s%s at %.120s", words[d->kind], d->what ? " " : "",
                 d->what ? d->what : "", place);
        return;
    }
    snprintf(r->why, sizeof r->why, "refuted by %s", "an execution that meets no duty");
}

static void decide(struct checker *c, struct check_result *r)
{
    struct term any = term_bool(c->terms, false);
    for (size_t i = 0; i < c->duties.count; i++)
        any = term_or(c->terms, any, c->duties.data[i].bad);
    enum answer answer = term_is_false(c->terms, any) ? ANSWER_UNSAT : ANSWER_UNKNOWN;
    /* Z3 shortly, then CaDiCaL, then Z3 for as long as there is time: where the first is slow, the other
     * often is not. */
    static const struct {
        const char *backend;
        double share;
    } turns[] = {{"z3", 0.08}, {"cadical", 0.6}, {"z3", 1}};
    for (int i = 0; i < 3 && answer == ANSWER_UNKNOWN; i++) {
        double left = c->until - cpu_now();
        struct solver *s = solver_new(c->terms, turns[i].backend);
        answer = ask(c, s, any, turns[i].share * left);
        if (answer == ANSWER_SAT) tell(c, s, r);
        solver_free(s);
    }
    bool refuted = answer == ANSWER_SAT && !c->certificate->partial;
    r->answer = answer == ANSWER_UNSAT ? CHECK_CONFIRMED : refuted ? CHECK_REFUTED : CHECK_UNKNOWN;
    if (answer == ANSWER_UNKNOWN) snprintf(r->why, sizeof r->why, "out of time");
}

/* Runs end when their loops do, so each has its rank; calls of described functions need not return. */
static bool may_end(const struct certificate *c)
{
    if (!(c->violations & VIOLATION_BIT(VIOLATION_TERMINATION))) return true;
    for (size_t i = 0; i < c->loops.count; i++)
        if (c->loops.data[i].at != CERTIFICATE_AT_HEAD) return false;
    return c->depth == 1;
}

void certificate_check(const struct program *p, const struct certificate *certificate, double seconds,
                       struct check_result *r)
{
    struct checker c = {.program = p, .certificate = certificate, .until = cpu_now() + seconds};
    *r = (struct check_result){0};
    uint64_t hash = certificate_hash(p);
    if (certificate->program != hash) {
        r->answer = CHECK_REFUTED;
        snprintf(r->why, sizeof r->why, "it is for another program: this one is %016lx", (unsigned long)hash);
        return;
    }
    if (certificate->kind == CERTIFICATE_INVARIANTS && certificate->depth < 1) {
        *r = (struct check_result){CHECK_REFUTED, "k-induction needs k of at least 1"};
        return;
    }
    if (certificate->kind == CERTIFICATE_INVARIANTS && !may_end(certificate)) {
        *r = (struct check_result){CHECK_REFUTED, "ranks are of loops, without k-induction and summaries"};
        return;
    }
    c.entry = certificate->entry == UINT32_MAX ? p->entry : certificate->entry;
    if (c.entry >= p->functions.count || !p->functions.data[c.entry].has_body) {
        *r = (struct check_result){CHECK_REFUTED, "it is about a function that is not there"};
        return;
    }
    if (certificate->kind == CERTIFICATE_SHAPES) {
        *r = (struct check_result){CHECK_UNKNOWN, "not covered: shapes"};
        return;
    }
    arena_init(&c.arena);
    c.terms = terms_new();
    c.outlines = ARENA_ARRAY(&c.arena, struct outline, p->functions.count);
    for (int round = 0;; round++) {
        run_program(&c);
        if (!c.memory.restart) break; /* otherwise what was run is void */
        if (round == MOST_LAYOUTS) c.failed = "the layout of memory does not settle";
        if (round == MOST_LAYOUTS || cpu_now() > c.until) break;
        VECTOR_CLEAR(&c.duties);
        VECTOR_CLEAR(&c.premises);
        VECTOR_CLEAR(&c.heap);
        memory_model_release(&c.memory);
        c.failed = NULL;
    }
    if (c.memory.restart && !c.failed) c.failed = "out of time";
    if (c.failed)
        snprintf(r->why, sizeof r->why, "%s", c.failed);
    else
        decide(&c, r);
    memory_model_release(&c.memory);
    layouts_release(&c.layouts);
    VECTOR_RELEASE(&c.duties);
    VECTOR_RELEASE(&c.premises);
    VECTOR_RELEASE(&c.heap);
    arena_release(&c.arena);
    terms_free(c.terms);
}

/* --- in a process of its own --- */

struct apart {
    const struct program *program;
    const struct certificate *certificate;
    double seconds;
    struct check_result result;
};

static void *run_apart(void *context)
{
    struct apart *a = context;
    certificate_check(a->program, a->certificate, a->seconds, &a->result);
    return NULL;
}

static _Noreturn void be_child(struct apart *a, uint64_t memory, int out)
{
    struct rlimit cpu = {(rlim_t)a->seconds + 3, (rlim_t)a->seconds + 4}, space = {memory, memory};
    setrlimit(RLIMIT_CPU, &cpu);
    if (memory) setrlimit(RLIMIT_AS, &space);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes,
                              LARGE_STACK); /* calls of the program nest in calls of the checker */
    if (pthread_create(&thread, &attributes, run_apart, a))
        run_apart(a);
    else
        pthread_join(thread, NULL);
    ssize_t n = write(out, &a->result, sizeof a->result);
    _exit(n == sizeof a->result ? 0 : 1);
}

void certificate_check_apart(const struct program *p, const struct certificate *c, double seconds,
                             uint64_t memory, struct check_result *r)
{
    struct apart a = {.program = p, .certificate = c, .seconds = seconds};
    int fds[2];
    *r = (struct check_result){.why = "the checker could not be started"};
    if (pipe(fds)) return;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) be_child(&a, memory, fds[1]);
    close(fds[1]);
    if (child > 0) {
        struct check_result got;
        size_t have = 0;
        ssize_t n;
        while (have < sizeof got && (n = read(fds[0], (char *)&got + have, sizeof got - have)) > 0)
            have += (size_t)n;
        int status;
        waitpid(child, &status, 0);
        if (have == sizeof got)
            *r = got;
        else
            snprintf(r->why, sizeof r->why, "the checker ran out of time or memory");
    }
    close(fds[0]);
}
